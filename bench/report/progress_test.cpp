#include "bench/report/progress.hpp"

#include "bench/measure/fake.hpp"

#include <memory>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

// What a progress writes over three parts of 50 s each, told of every second.
std::string written(bool terminal) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  REQUIRE(file);
  FakeClock clock;
  Progress progress(clock, terminal, file.get());
  for (const char* part : {"one", "two", "three"}) {
    progress.begin(part);
    for (int second = 1; second <= 50; ++second) {
      clock.advance(1'000'000'000);
      progress.at(second / 50.0);
    }
  }
  progress.end();
  std::rewind(file.get());
  std::string text(10'000, ' ');
  text.resize(std::fread(text.data(), 1, text.size(), file.get()));
  return text;
}

}  // namespace

TEST_CASE("The time left is what the share done took, in proportion") {
  CHECK(Progress::line("measuring", 0.4, 4) == "measuring 40 %, 6 s left");
  CHECK(Progress::line("measuring", 0.5, 119) == "measuring 50 %, 119 s left");
  CHECK(Progress::line("measuring", 0.5, 150) == "measuring 50 %, 2 min left");
  CHECK(Progress::line("measuring", 0.1, 150) == "measuring 10 %, 22 min left");
  CHECK(Progress::line("measuring", 0.01, 4) == "measuring 1 %");
  CHECK(Progress::line("measuring", 1, 4) == "measuring 100 %");
}

TEST_CASE("A log gets a line a minute, however short the parts; a terminal one that is written over") {
  CHECK(written(false) == "two 20 %, 40 s left\nthree 40 %, 30 s left\n");
  const std::string text = written(true);
  CHECK(text.starts_with("\r\033[Kone\r\033[Kone 2 %, 49 s left"));
  CHECK(text.ends_with("\r\033[Kthree 100 %\r\033[K"));
}

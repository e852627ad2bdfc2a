#include "bench/session/result_store.hpp"

#include "bench/session/temporary_folder.hpp"
#include "compose/results/results_json.hpp"
#include "engine/error.hpp"
#include "engine/formats/file.hpp"

#include <doctest/doctest.h>

using namespace bricks;

namespace {

const System here{"A CPU", "avx2", "fused", "build 7", 2, "context"};

BrickResult result(const std::string& text, const System& system) {
  return {text, "->", 1000, system, {{0, 0, 0, 5}}, 0.5};
}

}  // namespace

TEST_CASE("Results of this system are known; those of another build are stale, others are others'") {
  const TemporaryFolder folder;
  const std::string path = folder.path() / "store";
  System rebuilt = here, single = here, hot = here, backend = here;
  rebuilt.engine = "build 6";
  backend.engine = "onnxruntime 7";
  single.threads = 1;
  hot.cache = "hot";
  {
    ResultStore store(path, here);
    CHECK(store.known() == nullptr);
    store.append(std::vector{result("A", here), result("B", here), result("A", rebuilt), result("A", single),
                             result("A", hot), result("A", backend)});
    CHECK(store.known() == nullptr);  // what the session adds itself does not change what it knows
  }
  const ResultStore store(path, here);
  REQUIRE(store.known() != nullptr);
  CHECK(store.known()->size() == 2);
  CHECK(store.stale() == 1);
  CHECK(store.of_other_systems() == 3);
}

TEST_CASE("A document's results come before the store's") {
  const TemporaryFolder folder;
  const std::string path = folder.path() / "store", document = folder.path() / "out.json";
  write_file(document, Json{{"benchmarks", {result_to_json(result("A", here))}}}.dump());
  ResultStore(path, here).append(std::vector{result("A", here)});
  const ResultStore store(path, here, document);
  REQUIRE(store.known() != nullptr);
  CHECK(rounds_of(store.known()->find("A", "->", 1000)) == 2);
  CHECK_THROWS_AS(ResultStore(document, here), Error);
}

TEST_CASE("Builds of an engine are stale for each other, not for another engine") {
  const TemporaryFolder folder;
  const std::string path = folder.path() / "store";
  const auto with_engine = [](const std::string& engine) {
    System system = here;
    system.engine = engine;
    return system;
  };
  ResultStore(path, here)
      .append(std::vector{result("A", with_engine("0.1.0, sources aa")), result("A", with_engine("twin 1"))});
  CHECK(ResultStore(path, with_engine("0.2.0, sources bb")).stale() == 1);
  CHECK(ResultStore(path, with_engine("twin 2")).stale() == 1);
  CHECK(ResultStore(path, with_engine("other 1")).stale() == 0);
}

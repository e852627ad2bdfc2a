#include "bench/measure/residence.hpp"

#include <algorithm>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>

TEST_CASE("residence: every page is there afterwards, the last one too") {
  constexpr std::size_t page_bytes = 65536, pages = 5;  // pages of any system are at most as large
  void* mapped =
      mmap(nullptr, pages * page_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(mapped != MAP_FAILED);
  const auto present = [&](std::size_t bytes) {
    std::vector<unsigned char> of_each(bytes / static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
    REQUIRE(mincore(mapped, bytes, of_each.data()) == 0);
    return std::ranges::count_if(of_each, [](unsigned char page) { return page & 1; });
  };
  CHECK(present(pages * page_bytes) == 0);
  bricks::bring_back({static_cast<const std::byte*>(mapped), pages * page_bytes});
  CHECK(present(pages * page_bytes) ==
        static_cast<std::ptrdiff_t>(pages * page_bytes) / sysconf(_SC_PAGESIZE));
  bricks::bring_back({});
  munmap(mapped, pages * page_bytes);
}

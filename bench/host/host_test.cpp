#include "bench/host/host.hpp"

#include "bench/host/proc.hpp"

#include <filesystem>
#include <fstream>
#include <unistd.h>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

// A file tree that looks like a small machine.
class FakeRoot {
 public:
  FakeRoot() : path_(std::filesystem::temp_directory_path() / ("bricks_host_" + std::to_string(getpid()))) {
    write("proc/cpuinfo",
          "processor\t: 0\nmodel name\t: Fast CPU 9\ncpu MHz\t\t: 2600.5\nflags\t\t: fpu hypervisor avx2\n");
    write("proc/meminfo", "MemTotal:       1024 kB\nMemFree:         100 kB\nMemAvailable:    512 kB\n");
    write("proc/stat", "cpu  11 0 22 33 4 0 5 77 0 0\ncpu0 1 2 3\n");
    write("proc/loadavg", "0.50 0.25 0.10 1/100 1234\n");
    write("sys/devices/system/cpu/online", "0-3,8\n");
    write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
    write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    cache(0, "1", "Data", "48K", "0");
    cache(1, "2", "Unified", "2M", "0");
    cache(2, "3", "Unified", "32768K", "0-3");
  }
  ~FakeRoot() { std::filesystem::remove_all(path_); }
  std::string path() const { return path_.string(); }

 private:
  void write(const std::string& name, const std::string& text) {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << text;
  }
  void cache(int index, const char* level, const char* type, const char* size, const char* shared) {
    const std::string folder = "sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    write(folder + "level", level);
    write(folder + "type", type);
    write(folder + "size", size);
    write(folder + "shared_cpu_list", shared);
  }
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("A machine is described from its files") {
  const FakeRoot root;
  const Host host = describe_host(root.path());
  CHECK(host.cpu_model == "Fast CPU 9");
  CHECK(host.mhz == doctest::Approx(2600.5));
  CHECK(host.virtual_machine);
  CHECK(host.processors == 5);
  CHECK(host.governor == "performance");
  CHECK(host.huge_pages == "madvise");
  CHECK(host.memory_bytes == 1024 * 1024);
  CHECK(host.available_bytes == 512 * 1024);
  CHECK(host.load == std::vector<double>{0.5, 0.25, 0.1});
  REQUIRE(host.caches.size() == 3);
  CHECK(host.caches[0].bytes == 48 * 1024);
  CHECK(host.caches[2].sharing == 4);
  CHECK(last_level_bytes(host) == 32 << 20);
  CHECK(own_last_level_bytes(host) == 32 << 20);
  CHECK(second_level_bytes(host) == 2 << 20);
  CHECK(steal_ticks(root.path()) == 77);
}

TEST_CASE("A machine that tells nothing is described all the same") {
  const Host host = describe_host("/nowhere");
  CHECK(host.cpu_model.empty());
  CHECK(host.caches.empty());
  CHECK(host.load.empty());
  CHECK(last_level_bytes(host) > 0);
  CHECK(second_level_bytes(host) > 0);
  CHECK(steal_ticks("/nowhere") == 0);
}

TEST_CASE("A virtual machine has a part of the last level that it is told of; half is usable anywhere") {
  struct Machine {
    std::size_t last_level;
    bool is_virtual;
    std::size_t own, usable;
  };
  for (const Machine& machine :
       {Machine{32 << 20, false, 32 << 20, 16 << 20}, Machine{300 << 20, false, 300 << 20, 150 << 20},
        Machine{32 << 20, true, 32 << 20, 16 << 20}, Machine{300 << 20, true, 96 << 20, 96 << 20}}) {
    Host host;
    host.caches = {{3, "Unified", machine.last_level, 2}};
    host.virtual_machine = machine.is_virtual;
    CHECK(last_level_bytes(host) == machine.last_level);
    CHECK(own_last_level_bytes(host) == machine.own);
    CHECK(usable_last_level_bytes(host) == machine.usable);
  }
}

TEST_CASE("Sizes and processor lists") {
  CHECK(parse_size("48K") == 48 * 1024);
  CHECK(parse_size("2M") == 2 << 20);
  CHECK(parse_size("100") == 100);
  CHECK(parse_size("") == 0);
  CHECK(parse_size("x") == 0);
  CHECK(count_processors("") == 0);
  CHECK(count_processors("5") == 1);
  CHECK(count_processors("0-3,8,10-11") == 7);
}

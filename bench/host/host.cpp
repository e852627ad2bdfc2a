#include "bench/host/host.hpp"

#include "bench/host/proc.hpp"
#include "engine/run/parallel.hpp"
#include "kernels/isa/isa.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <sys/utsname.h>

namespace bricks {
namespace {

constexpr std::size_t usual_last_level = std::size_t{32} << 20;
constexpr std::size_t most_of_shared_last_level = std::size_t{96} << 20;
constexpr std::size_t usual_second_level = std::size_t{1} << 20;

std::size_t memory_value(const std::string& root, std::string_view key) {
  // "16384 kB"
  return static_cast<std::size_t>(std::strtoull(value_of(root + "/proc/meminfo", key).c_str(), nullptr, 10)) *
         1024;
}

std::vector<Cache> caches(const std::string& root) {
  std::vector<Cache> found;
  for (int index = 0;; ++index) {
    const std::string folder =
        root + "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    const std::string level = first_line(folder + "level");
    if (level.empty()) return found;
    found.push_back({std::atoi(level.c_str()), first_line(folder + "type"),
                     parse_size(first_line(folder + "size")),
                     std::max(1, count_processors(first_line(folder + "shared_cpu_list")))});
  }
}

std::vector<double> numbers(const std::string& text, std::size_t most) {
  std::istringstream in(text);
  std::vector<double> found;
  for (double value; found.size() < most && in >> value;) found.push_back(value);
  return found;
}

// The word in brackets of "always [madvise] never".
std::string chosen(const std::string& text) {
  const auto begin = text.find('['), end = text.find(']');
  return begin == std::string::npos || end == std::string::npos ? text
                                                                : text.substr(begin + 1, end - begin - 1);
}

bool has_word(const std::string& text, const std::string& word) {
  std::istringstream in(text);
  for (std::string each; in >> each;)
    if (each == word) return true;
  return false;
}

}  // namespace

Host describe_host(const std::string& root) {
  const std::string cpuinfo = root + "/proc/cpuinfo";
  Host host;
  utsname system{};
  if (uname(&system) == 0) {
    host.name = system.nodename;
    host.kernel = std::string(system.sysname) + " " + system.release;
  }
  host.cpu_model = value_of(cpuinfo, "model name");
  for (const IsaInfo& info : isa_list)
    if (isa_supported(info.isa)) host.isas.emplace_back(info.name);
  host.processors = count_processors(first_line(root + "/sys/devices/system/cpu/online"));
  host.physical_cores = parallel::physical_cores();
  host.mhz = std::atof(value_of(cpuinfo, "cpu MHz").c_str());
  host.caches = caches(root);
  host.governor = first_line(root + "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  host.virtual_machine = has_word(value_of(cpuinfo, "flags"), "hypervisor");
  host.memory_bytes = memory_value(root, "MemTotal");
  host.available_bytes = available_memory(root);
  host.huge_pages = chosen(first_line(root + "/sys/kernel/mm/transparent_hugepage/enabled"));
  host.load = numbers(first_line(root + "/proc/loadavg"), 3);
  host.steal_ticks = steal_ticks(root);
  return host;
}

std::size_t last_level_bytes(const Host& host) {
  const auto highest = std::max_element(host.caches.begin(), host.caches.end(),
                                        [](const Cache& a, const Cache& b) { return a.level < b.level; });
  return highest == host.caches.end() || highest->bytes == 0 ? usual_last_level : highest->bytes;
}

std::size_t own_last_level_bytes(const Host& host) {
  const std::size_t bytes = last_level_bytes(host);
  return host.virtual_machine ? std::min(bytes, most_of_shared_last_level) : bytes;
}

std::size_t usable_last_level_bytes(const Host& host) {
  return std::min(last_level_bytes(host) / 2, own_last_level_bytes(host));
}

std::size_t second_level_bytes(const Host& host) {
  for (const Cache& cache : host.caches)
    if (cache.level == 2 && cache.bytes > 0) return cache.bytes / static_cast<std::size_t>(cache.sharing);
  return usual_second_level;
}

std::size_t available_memory(const std::string& root) { return memory_value(root, "MemAvailable"); }

std::int64_t steal_ticks(const std::string& root) {
  // "cpu  user nice system idle iowait irq softirq steal ..."
  const std::string line = first_line(root + "/proc/stat");
  const auto fields = numbers(line.substr(std::min(line.size(), line.find(' '))), 8);
  return fields.size() < 8 ? 0 : static_cast<std::int64_t>(fields[7]);
}

}  // namespace bricks

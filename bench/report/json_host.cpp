#include "bench/report/json_host.hpp"

namespace bricks {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson caches_json(const Host& host) {
  OrderedJson json = OrderedJson::array();
  for (const Cache& cache : host.caches)
    json.push_back({{"type", cache.type},
                    {"level", cache.level},
                    {"size", cache.bytes},
                    {"num_sharing", cache.sharing}});
  return json;
}

}  // namespace

OrderedJson context_json(const Host& host, const std::string& date, const std::string& build_type) {
  return {{"date", date},
          {"host_name", host.name},
          {"executable", "bricks-bench"},
          {"num_cpus", host.processors},
          {"mhz_per_cpu", static_cast<int>(host.mhz)},
          {"cpu_scaling_enabled", !host.governor.empty() && host.governor != "performance"},
          {"caches", caches_json(host)},
          {"load_avg", host.load},
          {"library_build_type", build_type}};
}

OrderedJson to_json(const Host& host) {
  return {{"name", host.name},
          {"cpu_model", host.cpu_model},
          {"isas", host.isas},
          {"processors", host.processors},
          {"physical_cores", host.physical_cores},
          {"pinned", true},
          {"mhz", host.mhz},
          {"caches", caches_json(host)},
          {"governor", host.governor},
          {"virtual_machine", host.virtual_machine},
          {"memory_bytes", host.memory_bytes},
          {"available_bytes", host.available_bytes},
          {"huge_pages", host.huge_pages},
          {"kernel", host.kernel},
          {"load", host.load},
          {"steal_ticks_since_boot", host.steal_ticks}};
}

OrderedJson to_json(const BuildInfo& build) {
  return {{"identity", build_line()},   {"version", build.version}, {"sources", build.sources},
          {"compiler", build.compiler}, {"type", build.type},       {"flags", build.flags}};
}

}  // namespace bricks

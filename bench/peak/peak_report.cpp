#include "bench/peak/peak_report.hpp"

#include "bench/report/json_document.hpp"
#include "bench/report/json_host.hpp"
#include "bench/report/text.hpp"

namespace bricks {

std::string table_text(const PeakFigures& figures, const Host& host) {
  std::vector<std::vector<std::string>> arithmetic{{"<ISA", "threads", "GFLOP/s", "a thread"}};
  for (const ArithmeticPeak& peak : figures.arithmetic)
    arithmetic.push_back({std::string(isa_info(peak.isa).name), std::to_string(peak.threads),
                          format("%.1f", peak.gflops), format("%.1f", peak.gflops / peak.threads)});
  std::vector<std::vector<std::string>> bandwidth{
      {"<level", "threads", "a thread's set", "read GB/s", "copy GB/s"}};
  for (const BandwidthPeak& peak : figures.bandwidth)
    bandwidth.push_back({peak.level, std::to_string(peak.threads), megabytes(static_cast<double>(peak.bytes)),
                         format("%.1f", peak.read), format("%.1f", peak.copy)});
  return host.cpu_model + "\n\n" + columns(arithmetic) + "\n" + columns(bandwidth);
}

nlohmann::ordered_json to_json(const PeakFigures& figures, const Host& host) {
  using Json = nlohmann::ordered_json;
  Json peak = {{"arithmetic", Json::array()}, {"bandwidth", Json::array()}};
  for (const ArithmeticPeak& each : figures.arithmetic)
    peak["arithmetic"].push_back(
        {{"isa", isa_info(each.isa).name}, {"threads", each.threads}, {"gflops", each.gflops}});
  for (const BandwidthPeak& each : figures.bandwidth)
    peak["bandwidth"].push_back({{"level", each.level},
                                 {"threads", each.threads},
                                 {"bytes_per_thread", each.bytes},
                                 {"read_gb_per_s", each.read},
                                 {"copy_gb_per_s", each.copy}});
  Json extras = {{"schema_version", report_schema_version}};
  extras["engine"] = to_json(build_info());
  extras["host"] = to_json(host);
  extras["peak"] = peak;
  return document_with(host, extras);
}

}  // namespace bricks

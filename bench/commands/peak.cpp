#include "bench/commands/peak.hpp"

#include "bench/commands/command_line.hpp"
#include "bench/commands/options.hpp"
#include "bench/commands/output.hpp"
#include "bench/peak/peak_report.hpp"
#include "engine/run/parallel.hpp"

#include <memory>

namespace bricks {
namespace {

std::vector<Isa> supported_isas() {
  std::vector<Isa> isas;
  for (const IsaInfo& info : isa_list)
    if (isa_supported(info.isa)) isas.push_back(info.isa);
  return isas;
}

std::vector<int> thread_counts() {
  std::vector<int> counts;
  for (int threads = 1; threads < parallel::physical_cores(); threads *= 2) counts.push_back(threads);
  counts.push_back(parallel::physical_cores());
  return counts;
}

void run(const OutputOptions& output) {
  const Host host = describe_host();
  const PeakFigures figures = measure_peaks(monotonic_clock(), host, supported_isas(), thread_counts());
  put_out(output, table_text(figures, host), to_json(figures, host));
}

}  // namespace

void add_peak_command(CommandLine& command, ExitStatus&) {
  const auto output = std::make_shared<OutputOptions>();
  add_options(command, *output);
  command.callback([output] { run(*output); });
}

}  // namespace bricks

#include "bench/commands/command.hpp"
#include "bench/commands/compare.hpp"
#include "bench/commands/compose.hpp"
#include "bench/commands/decompose.hpp"
#include "bench/commands/evaluate.hpp"
#include "bench/commands/infer.hpp"
#include "bench/commands/measure.hpp"
#include "bench/commands/peak.hpp"
#include "bench/commands/run.hpp"
#include "bench/commands/serve.hpp"
#include "bench/commands/stats.hpp"
#include "bench/commands/zoo.hpp"

namespace bricks {
namespace {

constexpr Command list[] = {
    {"", "", add_run_command},
    {"decompose", "Cut models into unique layer sequences", add_decompose_command},
    {"measure", "Time the bricks of a suite", add_measure_command},
    {"compose", "Put latencies of models together from results of their bricks", add_compose_command},
    {"compare", "Other engines measured beside ours", add_compare_command},
    {"evaluate", "The whole evaluation of the DLBricks paper, as data", add_evaluate_command},
    {"infer", "Run a model on NumPy files", add_infer_command},
    {"export", "Write a model as an ONNX or JSON file", add_export_command},
    {"zoo", "Models that the program brings along", add_zoo_command},
    {"stats", "How much layers repeat within and across models", add_stats_command},
    {"serve", "Our engine behind the protocol of bench/backends, on the standard streams", add_serve_command},
    {"peak", "Arithmetic peak and memory bandwidth of this machine", add_peak_command},
};

}  // namespace

std::span<const Command> commands() { return list; }

}  // namespace bricks

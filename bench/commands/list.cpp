#include "bench/commands/command.hpp"
#include "bench/commands/decompose.hpp"
#include "bench/commands/peak.hpp"
#include "bench/commands/stats.hpp"
#include "bench/commands/zoo.hpp"

namespace bricks {
namespace {

constexpr Command list[] = {
    {"decompose", "Cut models into unique layer sequences", add_decompose_command},
    {"zoo", "Models that the program brings along", add_zoo_command},
    {"stats", "How much layers repeat within and across models", add_stats_command},
    {"peak", "Arithmetic peak and memory bandwidth of this machine", add_peak_command},
};

}  // namespace

std::span<const Command> commands() { return list; }

}  // namespace bricks

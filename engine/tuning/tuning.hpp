// Which algorithm runs each convolution, as a search found it: in place of the cost model of kernels/conv.
//
// A table belongs to an ISA and says nothing of threads or of the run at hand: whoever plans with it runs the
// same algorithms and has the same bits. Convolutions that it does not hold are left to the cost model.
#pragma once

#include "kernels/conv/conv.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bricks {

struct Plan;

struct TunedConv {
  kernels::ConvProblem problem;
  kernels::ConvAlgorithm algorithm = kernels::ConvAlgorithm::direct;
  // Of the work among Tuning::threads threads; none: the cost model's, as for other numbers of threads.
  std::optional<kernels::ConvSplit> split = {};
  // What the search measured of each candidate, nanoseconds above 0; empty where the choice was made by hand.
  std::vector<std::pair<kernels::ConvAlgorithm, double>> ns = {};
  std::vector<std::pair<kernels::ConvSplit, double>> split_ns = {};
};

struct Tuning {
  Isa isa = isa_list[0].isa;
  bool strict = false;                                 // as PlanOptions::strict
  int threads = 1;                                     // of the search, and of the splits
  std::map<std::string, TunedConv> convolutions = {};  // by conv_text
};

// "direct", "planes", "sliding", "few_outputs", "winograd_f2", "winograd_f4", "strassen",
// "strassen_2".
std::string_view conv_algorithm_name(kernels::ConvAlgorithm algorithm);
std::optional<kernels::ConvAlgorithm> conv_algorithm_from_name(std::string_view name);
// "2x1": rows x tiles.
std::string split_name(const kernels::ConvSplit& split);

// The algorithms between which there is a choice, as conv_algorithm names them; strict ones alone where that
// is wanted. One or none where there is nothing to choose.
std::vector<kernels::ConvAlgorithm> conv_candidates(const kernels::ConvProblem& problem, Isa isa,
                                                    bool strict);

// The ways to share the work of an algorithm among all of so many threads that leave none idle; the cost
// model's first, which may leave some. One where there is nothing to choose.
std::vector<kernels::ConvSplit> split_candidates(const kernels::ConvProblem& problem,
                                                 kernels::ConvAlgorithm algorithm, Isa isa, int threads);

// Null where the table does not hold it.
const TunedConv* find_tuned(const Tuning& tuning, const kernels::ConvProblem& problem);
// The table's choice; automatic where it has none.
kernels::ConvAlgorithm tuned_algorithm(const Tuning& tuning, const kernels::ConvProblem& problem);

// The cost model's choice; automatic where it chooses differently for the phases of a transposed convolution.
kernels::ConvAlgorithm cost_model_algorithm(const kernels::ConvProblem& problem, Isa isa, bool strict);

// What runs a convolution of the table otherwise than the cost model says: "direct", "2x1", "direct 2x1"; ""
// where nothing does.
std::string tuned_otherwise(const Tuning& tuning, const TunedConv& conv);

// Convolutions that the table runs otherwise than the cost model says.
std::size_t changed_convolutions(const Tuning& tuning);

// The units of a plan that run otherwise than the cost model says, by their number in it: "0=direct,
// 2=winograd_f2 2x1"; "" where there are none.
std::string tuned_units(const Plan& plan);

// Throws Error where the table is of another ISA or strictness.
void expect_tuning_of(const Tuning& tuning, Isa isa, bool strict);

}  // namespace bricks

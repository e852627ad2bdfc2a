#include "compose/composition/synthetic_passes.hpp"

#include "compose/statistics/random.hpp"
#include "compose/statistics/statistics.hpp"
#include "engine/error.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace bricks {
namespace {

// Samples of one brick in one round of the common axis.
struct RoundSamples {
  const double* times;
  std::uint32_t count;
};

// The samples of all bricks by round, every brick with the same number of rounds.
class SampleTable {
 public:
  explicit SampleTable(std::span<const BrickResult* const> steps) {
    std::unordered_map<const BrickResult*, std::uint32_t> known;
    for (const BrickResult* result : steps) {
      const auto [found, is_new] = known.try_emplace(result, static_cast<std::uint32_t>(bricks_.size()));
      if (is_new) bricks_.push_back(result);
      brick_of_step_.push_back(found->second);
      rounds_ = std::max(rounds_, rounds_of(*result));
    }
    for (const BrickResult* brick : bricks_) times_.push_back(sample_times_ns(*brick));
    for (std::size_t brick = 0; brick < bricks_.size(); ++brick) add_rounds(brick);
  }

  std::size_t rounds() const { return rounds_; }
  std::size_t steps() const { return brick_of_step_.size(); }
  const RoundSamples& samples(std::size_t step, std::size_t round) const {
    return cells_[brick_of_step_[step] * rounds_ + round];
  }

 private:
  void add_rounds(std::size_t brick) {
    const std::vector<ResultSample>& samples = bricks_[brick]->samples;
    std::vector<std::size_t> begins;
    for (std::size_t i = 0; i < samples.size(); ++i)
      if (i == 0 || samples[i].round != samples[i - 1].round) begins.push_back(i);
    const std::size_t own = begins.size();
    begins.push_back(samples.size());
    for (std::size_t round = 0; round < rounds_; ++round) {
      const std::size_t at = round * own / rounds_;
      cells_.push_back(
          {times_[brick].data() + begins[at], static_cast<std::uint32_t>(begins[at + 1] - begins[at])});
    }
  }

  std::vector<const BrickResult*> bricks_;
  std::vector<std::uint32_t> brick_of_step_;
  std::vector<std::vector<double>> times_;
  std::vector<RoundSamples> cells_;  // brick by brick
  std::size_t rounds_ = 0;
};

class PassMaker {
 public:
  PassMaker(const SampleTable& table, const PassOptions& options, const CombineSteps& combine)
      : table_(table),
        neighbours_(std::min(options.neighbours, table.rounds())),
        combine_(combine),
        random_(options.seed),
        step_times_(table.steps()) {}

  // Passes over a session that had these rounds of the real one, in this order. First rounds are spread
  // evenly, which is as good as chance and less noisy.
  const std::vector<double>& make(std::span<const std::size_t> rounds, std::size_t passes) {
    pass_times_.clear();
    const std::size_t starts = rounds.size() - neighbours_ + 1;
    for (std::size_t pass = 0; pass < passes; ++pass)
      pass_times_.push_back(make_pass(rounds.subspan(pass * starts / passes, neighbours_)));
    return pass_times_;
  }

 private:
  double make_pass(std::span<const std::size_t> rounds) {
    for (std::size_t step = 0; step < step_times_.size(); ++step) {
      const std::uint64_t drawn = random_.next();  // 32 bits for the round, 32 for the sample in it
      const std::size_t round = rounds[((drawn >> 32) * rounds.size()) >> 32];
      const RoundSamples& samples = table_.samples(step, round);
      step_times_[step] = samples.times[((drawn & 0xffffffffu) * samples.count) >> 32];
    }
    return combine_(step_times_);
  }

  const SampleTable& table_;
  std::size_t neighbours_;
  const CombineSteps& combine_;
  SplitMix random_;
  std::vector<double> step_times_, pass_times_;
};

}  // namespace

PassStatistics synthetic_passes(std::span<const BrickResult* const> steps, const PassOptions& options,
                                const CombineSteps& combine) {
  if (steps.empty()) throw Error("no steps to compose a pass of");
  if (options.passes == 0 || options.neighbours == 0) throw Error("synthetic passes: none, or of no rounds");
  const SampleTable table(steps);
  std::vector<std::size_t> rounds(table.rounds());
  std::iota(rounds.begin(), rounds.end(), std::size_t{0});
  PassMaker maker(table, options, combine);
  const std::vector<double>& passes = maker.make(rounds, options.passes);
  PassStatistics statistics{trimmed_mean(passes), median(passes), percentile(passes, 90), {}};
  statistics.interval_ns = {statistics.trimmed_mean_ns, statistics.trimmed_mean_ns};
  if (options.resamples == 0 || rounds.size() == 1) return statistics;
  BootstrapOptions bootstrap;
  bootstrap.seed = options.seed;
  bootstrap.resamples = options.resamples;
  bootstrap.block = options.neighbours;
  statistics.interval_ns = block_bootstrap(rounds.size(), bootstrap, [&](std::span<const std::size_t> drawn) {
    return trimmed_mean(maker.make(drawn, options.resample_passes));
  });
  return statistics;
}

}  // namespace bricks

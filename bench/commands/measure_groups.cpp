#include "bench/commands/measure_once.hpp"
#include "bench/commands/measuring.hpp"
#include "bench/report/text.hpp"
#include "bench/session/compose_report.hpp"

#include <algorithm>
#include <numeric>

namespace bricks {
namespace {

SessionResult joined(std::span<const SessionResult> results) {
  SessionResult all;
  for (const SessionResult& result : results) append(all, result);
  return all;
}

// Of the composed numbers of a group's models by every book: half the interval's width in percent, the
// largest of all.
double widest_interval(std::span<const RecipeBook* const> books, const MeasuringGroup& group,
                       std::span<const SessionResult> before, const SessionResult& so_far,
                       const SessionOptions& session) {
  SessionResult all = joined(before);
  append(all, so_far);
  System system;
  system.workers = session.workers;
  const SystemResults results = results_of(all, system);
  ComposeOptions options;
  options.workers = session.workers;
  options.rules = session.rules;
  options.passes = {
      .seed = session.seed, .passes = 200, .neighbours = 4, .resamples = 50, .resample_passes = 100};
  double widest = 0;
  for (const RecipeBook* book : books)
    for (const std::size_t model : group.models) {
      const ComposedModel composed = compose(*book, book->recipes[model], results, options);
      const PassStatistics& passes = composed.workers ? *composed.workers : composed.sequential;
      widest = std::max(widest, passes.interval_ns.half_width_percent(passes.trimmed_mean_ns));
    }
  return widest;
}

std::string memory_text(MemoryBound memory) {
  return memory ? megabytes(static_cast<double>(*memory)) : "what the largest one needs";
}

// With known results: first what is new; then, where the interval is still too wide, more of everything.
SessionResult measure_group(const Suite& suite, std::span<const BenchmarkId> ids,
                            std::span<const Graph* const> models, const MeasureOptions& measure,
                            const SessionOptions& options, const Surroundings& surroundings) {
  if (options.known == nullptr) return measure_once(suite, ids, models, measure, options, surroundings);
  SessionOptions fixed = options;
  fixed.precision_percent.reset();
  SessionResult result = measure_once(suite, ids, models, measure, fixed, surroundings);
  const double seconds = result.brick_seconds + result.model_seconds;
  if (result.interrupted || !options.precision_percent ||
      options.half_width_percent(result) <= *options.precision_percent)
    return result;
  const SystemResults known = results_of(result, options.system);
  SessionOptions further = options;
  further.known = &known;
  further.further = true;
  if (options.max_seconds > 0) further.max_seconds = std::max(0.001, options.max_seconds - seconds);
  SessionResult more = measure_once(suite, ids, {}, measure, further, surroundings);
  more.models = std::move(result.models);
  more.rounds.insert(more.rounds.begin(), result.rounds.begin(), result.rounds.end());
  more.brick_seconds += result.brick_seconds;
  more.model_seconds += result.model_seconds;
  more.saved_seconds = result.saved_seconds;
  more.fresh = std::move(result.fresh);
  return more;
}

// After so many groups in a row that were no better, the machine is taken to stay as it is.
constexpr int most_again_in_vain = 3;

// One group after the other. Those that others disturbed, or whose cores were moved, come again at the end: a
// machine is busy for some minutes, which a group's own further runs do not outlast. While they did not,
// squeezenet_v1.1 and vrn were off by -12 and -10 % in a session of all models whose first two minutes were
// disturbed.
class GroupSessions {
 public:
  GroupSessions(const Suite& suite, std::span<const MeasuringGroup> groups,
                std::span<const RecipeBook* const> books, const std::vector<Graph>& models, bool validate,
                const MeasureOptions& measure, Progress& progress, ResultStore* store)
      : suite_(suite),
        groups_(groups),
        books_(books),
        models_(models),
        validate_(validate),
        measure_(measure),
        progress_(progress),
        store_(store),
        results_(groups.size()) {}

  SessionResult run() {
    if (measure_all() && may_repeat()) measure_again();
    return joined(results_);
  }

  void add_notes(std::vector<std::string>& notes) const {
    if (groups_.size() > 1)
      notes.push_back(
          validate_
              ? format("measured in %zu groups, each model beside its own bricks", groups_.size())
              : format(
                    "measured in %zu groups, as all models together do not fit into %s; every brick in one",
                    groups_.size(), memory_text(measure_.memory).c_str()));
    if (repeated_ > 0)
      notes.push_back(format(
          "%d of them measured again at the end, as others disturbed four runs of five or cores moved to "
          "or from a common cache",
          repeated_));
  }

 private:
  // A group by itself: without whole models a later one lacks what an earlier one has, and what is stored is
  // known then.
  bool may_repeat() const {
    return validate_ && store_ == nullptr && measure_.trace == nullptr && measure_.max_seconds == 0;
  }

  std::vector<SessionPart> parts_of(std::span<const std::size_t> some) const {
    std::vector<std::vector<std::size_t>> models;
    for (const std::size_t group : some) models.push_back(groups_[group].models);
    return session_parts(models, *books_.front());
  }

  // Whether it came to the end of them.
  bool measure_all() {
    std::vector<std::size_t> every(groups_.size());
    std::iota(every.begin(), every.end(), std::size_t{0});
    const std::vector<SessionPart> parts = parts_of(every);
    for (std::size_t i = 0; i < every.size(); ++i) {
      results_[i] = measure(i, surroundings_of(progress_, measure_, parts[i], "measuring"));
      if (results_[i].interrupted) return false;
    }
    return true;
  }

  void measure_again() {
    const std::vector<std::size_t> repeated = groups_to_repeat(results_);
    const std::vector<SessionPart> parts = parts_of(repeated);
    int in_vain = 0;
    for (std::size_t i = 0; i < repeated.size() && in_vain < most_again_in_vain; ++i, ++repeated_) {
      SessionResult again =
          measure(repeated[i], surroundings_of(progress_, measure_, parts[i], "measuring again"));
      in_vain = should_repeat(again) ? in_vain + 1 : 0;
      keep_better(results_[repeated[i]], std::move(again));
      if (results_[repeated[i]].interrupted) return;
    }
  }

  SessionResult measure(std::size_t index, const Surroundings& surroundings) {
    const MeasuringGroup& group = groups_[index];
    std::vector<const Graph*> whole;
    if (validate_)
      for (const std::size_t model : group.models) whole.push_back(&models_[model]);
    SessionOptions options = session_options(suite_, measure_, store_);
    options.carousels = group.carousels;
    options.carousels_are_whole = !group.carousels.empty();
    options.precision_percent = measure_.precision_percent;
    options.max_seconds =
        measure_.max_seconds * static_cast<double>(group.models.size()) / static_cast<double>(models_.size());
    // With whole models a group is by itself.
    const std::span<const SessionResult> before = std::span(results_).first(validate_ ? 0 : index);
    options.half_width_percent = [&](const SessionResult& so_far) {
      return widest_interval(books_, group, before, so_far, options);
    };
    return measure_group(suite_, group.ids, whole, measure_, options, surroundings);
  }

  const Suite& suite_;
  std::span<const MeasuringGroup> groups_;
  std::span<const RecipeBook* const> books_;
  const std::vector<Graph>& models_;
  bool validate_;
  const MeasureOptions& measure_;
  Progress& progress_;
  ResultStore* store_;
  std::vector<SessionResult> results_;  // of each group
  int repeated_ = 0;
};

}  // namespace

SessionResult measure_groups(const Suite& suite, std::span<const MeasuringGroup> groups,
                             std::span<const RecipeBook* const> books, const std::vector<Graph>& models,
                             bool validate, const MeasureOptions& measure, Progress& progress,
                             std::vector<std::string>& notes, ResultStore* store) {
  GroupSessions sessions(suite, groups, books, models, validate, measure, progress, store);
  SessionResult all = sessions.run();
  if (!all.interrupted) sessions.add_notes(notes);
  if (all.too_noisy) notes.push_back("too noisy: the precision asked for was not reached");
  return all;
}

}  // namespace bricks

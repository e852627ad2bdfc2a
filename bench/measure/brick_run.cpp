#include "bench/measure/brick_run.hpp"

#include "bench/measure/cache_line.hpp"
#include "bench/measure/input_writer.hpp"
#include "bench/measure/restorer.hpp"
#include "bench/measure/scratch_sweep.hpp"
#include "engine/run/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace bricks {
namespace {

// What one worker touches at a time: rows of a block of channels, or some blocks, are several, and what
// follows in a page is asked for ahead.
constexpr std::size_t page_bytes = 4096;

// True for so many of a hundred calls.
bool is_due(std::uint64_t& sum, std::uint64_t percent) {
  sum += percent;
  if (sum < 100) return false;
  sum -= 100;
  return true;
}

struct TouchedPage {
  Toucher by;
  std::size_t begin;
  std::span<std::byte> bytes;
};

// Of runs of an age.
template <class Visit>
void for_each_touched_page(std::span<const TouchedRun> runs, BrickRun::Age age, std::span<std::byte> output,
                           Visit visit) {
  const std::size_t lines = (output.size() + cache_line - 1) / cache_line;
  std::uint64_t parts = 0;
  for (const TouchedRun& run : runs) {
    const std::size_t first = lines * parts / output_parts * cache_line;
    parts += run.parts;
    const std::size_t end = std::min(output.size(), lines * parts / output_parts * cache_line);
    if (!age.holds(run.age_bytes)) continue;
    for (std::size_t begin = first; begin < end; begin += page_bytes)
      visit(TouchedPage{run.by, begin, output.subspan(begin, std::min(page_bytes, end - begin))});
  }
}

std::vector<Finding> some_of(const std::vector<Finding>& findings) {
  return findings.empty() ? std::vector<Finding>(1) : findings;
}

std::vector<std::int64_t> executions_of(std::span<const Finding> findings) {
  std::vector<std::int64_t> executions;
  for (const Finding& finding : findings) executions.push_back(static_cast<std::int64_t>(finding.executions));
  return executions;
}

bool wrote_own(Toucher by) { return by == Toucher::own || by == Toucher::lent || by == Toucher::shared; }
bool has_readers(Toucher by) { return by != Toucher::own && by != Toucher::foreign; }

}  // namespace

BrickRun::BrickRun(std::shared_ptr<const Plan> plan, std::vector<const std::byte*> copies, int threads,
                   std::shared_ptr<Buffers> buffers, const BrickPlace& place, CacheRestorer& restorer)
    : plan_(std::move(plan)),
      copies_(std::move(copies)),
      session_(*plan_, nullptr, threads, std::move(buffers), place.arena_offset),
      restorer_(restorer),
      findings_(some_of(place.findings)),
      rotation_(executions_of(findings_)),
      ages_inputs_(place.ages_inputs),
      lost_weights_percent_(static_cast<std::uint64_t>(std::lround(100 * place.lost_weights_share))) {
  for (std::size_t i = 0; i < plan_->graph.inputs.size(); ++i) inputs_.push_back(make_input(i));
  session_.bind_packed(copies_.front());
  for (Finding& finding : findings_) complete(finding.touch);
  forget_covered_outputs();
  Exertion none(plan_->options.isa, 1);
  for (std::size_t i = 0; i < inputs_.size(); ++i) write_input(i, 0, 1, none, nullptr);
}

BrickRun::Input BrickRun::make_input(std::size_t index) {
  const TensorId id = plan_->graph.inputs[index];
  const TensorPlace& place = plan_->places[static_cast<std::size_t>(id)];
  Input input{index, plan_->graph.tensor(id), place.layout, session_.input(index), place.bytes, {}};
  if (input.type.type != ElementType::float32) input.values.resize(input.bytes);
  return input;
}

std::span<std::byte> BrickRun::output(std::size_t index) {
  const TensorId id = plan_->graph.outputs[index];
  return {session_.tensor(id), plan_->places[static_cast<std::size_t>(id)].bytes};
}

void BrickRun::complete(LastTouch& touch) const {
  for (std::size_t i = touch.inputs.size(); i < inputs_.size(); ++i) {
    const Spread guess = guessed_spread(inputs_[i].type, inputs_[i].layout);
    touch.inputs.push_back({guess, guess});
  }
  touch.outputs.resize(plan_->graph.outputs.size());
}

void BrickRun::forget_covered_outputs() {
  std::vector<std::span<const std::byte>> covered;
  for (const Input& input : inputs_) covered.emplace_back(input.data, input.bytes);
  for (std::size_t i = 0; i < plan_->graph.outputs.size(); ++i) {
    const std::span<const std::byte> bytes = output(i);
    const auto overlaps = [&](std::span<const std::byte> other) {
      return other.data() < bytes.data() + bytes.size() && bytes.data() < other.data() + other.size();
    };
    if (std::ranges::any_of(covered, overlaps))
      for (Finding& finding : findings_) finding.touch.outputs[i].reset();
    covered.push_back(bytes);
  }
}

void BrickRun::prepare() { restorer_.prepare(*this); }

void BrickRun::restore(int worker, int workers) { restorer_.restore(*this, worker, workers); }

void BrickRun::next_copy() {
  copy_ = (copy_ + 1) % copies_.size();
  session_.bind_packed(copies_[copy_]);
}

bool BrickRun::touch_weights(int worker, int workers, Exertion& exertion) {
  if (lost_weights_percent_ == 0 || plan_->packed_bytes == 0) return false;
  const WorkerShare share = share_of_lines(plan_->packed_bytes, worker, workers);
  const std::span<const std::byte> own{copies_[copy_] + share.begin, share.bytes};
  std::uint64_t due = 0;
  for (std::size_t at = 0; at < own.size(); at += page_bytes)
    if (is_due(due, lost_weights_percent_))
      exertion.touch_to_read(own.subspan(at, std::min(page_bytes, own.size() - at)), worker);
  return true;
}

bool BrickRun::write_old_inputs(std::size_t cache_bytes, int worker, int workers, Exertion& exertion) {
  bool found = false;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (!is_old(i, cache_bytes)) continue;
    write_input(i, worker, workers, exertion, nullptr);
    found = true;
  }
  return found;
}

void BrickRun::write_new_inputs(std::size_t cache_bytes, int worker, int workers, Exertion& exertion,
                                Ageing& ageing) {
  if (!writes_new_inputs(cache_bytes)) ScratchSweep(exertion, worker, scratch_in_use(worker), 0);
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    if (!is_old(i, cache_bytes)) write_input(i, worker, workers, exertion, &ageing);
}

// What an input's unit goes over counts, too, and it may write last: hence four times the caches.
bool BrickRun::is_old(std::size_t index, std::size_t cache_bytes) const {
  const Input& input = inputs_[index];
  return older_input() == index ||
         (input.bytes <= cache_bytes && left(input).bytes_since >= 4 * std::uint64_t{cache_bytes});
}

bool BrickRun::ages(const Input& input, const Ageing& ageing) const {
  return ages_inputs_ || ageing.outgrows_cache(left(input), input.bytes);
}

void BrickRun::write_input(std::size_t index, int worker, int workers, Exertion& exertion, Ageing* ageing) {
  const Input& input = inputs_[index];
  write_share(input, share_of_input(input, left(input).written, worker, workers), worker, exertion, ageing);
  if (left(input).read == left(input).written || workers == 1) return;
  parallel::barrier();
  if (left(input).read == Spread::shared)
    exertion.touch_to_read({input.data, input.bytes}, worker);
  else
    read_bytes(input.data, share_of_input(input, left(input).read, worker, workers), exertion, worker);
}

WorkerShare BrickRun::share_of_input(const Input& input, Spread spread, int worker, int workers) const {
  const int lanes = isa_info(plan_->options.isa).lanes;
  return share_of(input.type, input.layout, spread, input.bytes, lanes, worker, workers);
}

void BrickRun::touch_new_input_memory(Age age, std::size_t cache_bytes, int worker, int workers,
                                      Exertion& exertion) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const Input& input = inputs_[i];
    const std::optional<std::uint64_t> before = left(input).memory_age_bytes;
    if (is_old(i, cache_bytes) || !before || !age.holds(*before + 2 * input.bytes)) continue;
    const WorkerShare share = share_of_input(input, left(input).written, worker, workers);
    for (std::size_t piece = 0; piece < share.count; ++piece)
      exertion.touch({input.data + share.begin + piece * share.stride, share.bytes}, worker);
  }
}

void BrickRun::write_share(const Input& input, const WorkerShare& share, int worker, Exertion& exertion,
                           Ageing* ageing) {
  if (!input.values.empty()) return write_values(input.data, input.values, share);
  if (ageing == nullptr) return write_floats(input.data, share, exertion, worker);
  write_aged_share(input, share, worker, exertion, *ageing);
}

void BrickRun::write_aged_share(const Input& input, const WorkerShare& share, int worker, Exertion& exertion,
                                Ageing& ageing) {
  const std::size_t share_bytes = share.bytes * share.count;
  ScratchSweep scratch(exertion, worker, scratch_in_use(worker), share_bytes);
  std::optional<Ageing::Share> age =
      ages(input, ageing)
          ? std::optional(ageing.begin(left(input), share_bytes, input.bytes, worker, scratch))
          : std::nullopt;
  write_floats(input.data, share, exertion, worker, [&](std::size_t bytes) {
    if (age) age->wrote(bytes);
    scratch.wrote(bytes);
  });
}

// As in the model: written, then read by the others, then by the one who wrote.
bool BrickRun::leave_output(std::size_t index, Age age, int worker, int workers, Exertion& exertion) {
  const TensorId id = plan_->graph.outputs[index];
  const Layout layout = plan_->places[static_cast<std::size_t>(id)].layout;
  const OutputTouch& before = *last_touch().outputs[index];
  const std::span<std::byte> bytes = output(index);
  const int lanes = isa_info(plan_->options.isa).lanes;
  const auto share = [&](int of) {
    return share_of(plan_->graph.tensor(id), layout, before.written, bytes.size(), lanes, of, workers);
  };
  const WorkerShare own = share(worker), foreign = share((worker + 1) % workers);
  const auto for_each_page = [&](auto visit) { for_each_touched_page(before.runs, age, bytes, visit); };
  bool found = false, read = false, read_twice = false;
  for_each_page([&](const TouchedPage& page) {
    if ((wrote_own(page.by) ? own : foreign).has(page.begin)) exertion.touch(page.bytes, worker);
    found = true;
    read |= has_readers(page.by);
    read_twice |= page.by == Toucher::shared;
  });
  if (read) {
    parallel::barrier();
    for_each_page([&](const TouchedPage& page) {
      if (has_readers(page.by) && (wrote_own(page.by) ? foreign : own).has(page.begin))
        exertion.touch_to_read(page.bytes, worker);
    });
  }
  if (read_twice) {
    parallel::barrier();
    for_each_page([&](const TouchedPage& page) {
      if (page.by == Toucher::shared && own.has(page.begin)) exertion.touch_to_read(page.bytes, worker);
    });
  }
  return found;
}

bool BrickRun::leave_outputs(Age age, int worker, int workers, Exertion& exertion) {
  bool found = false;
  for (std::size_t i = 0; i < last_touch().outputs.size(); ++i)
    if (last_touch().outputs[i]) found |= leave_output(i, age, worker, workers, exertion);
  return found;
}

std::span<std::byte> BrickRun::scratch_in_use(int worker) {
  if (!has_scratch()) return {};
  const std::span<std::byte> all = session_.scratch(worker);
  return all.first(all.size() * last_touch().scratch.in_use_percent / 100 / cache_line * cache_line);
}

std::span<std::byte> BrickRun::scratch_not_in_use(int worker) {
  if (!has_scratch()) return {};
  return session_.scratch(worker).subspan(scratch_in_use(worker).size());
}

// Ages are rounded down, and what is gone over takes the places of other lines first only where the least
// recently used go: hence twice.
bool BrickRun::keeps_scratch(std::size_t cache_bytes) const {
  const std::optional<std::uint64_t> age_bytes = last_touch().scratch.age_bytes;
  const std::size_t usable = cache_bytes / 2;
  const auto workers = static_cast<std::size_t>(session_.threads());
  return age_bytes && *age_bytes <= usable && workers * plan_->scratch_bytes <= usable - *age_bytes;
}

std::span<std::byte> BrickRun::old_scratch(int worker, std::size_t cache_bytes) {
  return keeps_scratch(cache_bytes) ? std::span<std::byte>() : scratch_not_in_use(worker);
}

std::span<std::byte> BrickRun::kept_scratch(int worker, std::size_t cache_bytes) {
  return keeps_scratch(cache_bytes) ? scratch_not_in_use(worker) : std::span<std::byte>();
}

bool BrickRun::writes_new_inputs(std::size_t cache_bytes) const {
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    if (!is_old(i, cache_bytes) && inputs_[i].values.empty()) return true;
  return false;
}

std::uint64_t BrickRun::bytes_since_scratch(const Ageing& ageing, std::size_t cache_bytes) const {
  const auto since = [this](const Input& input) { return left(input).bytes_since; };
  const auto newest = std::ranges::min_element(inputs_, {}, since);
  const ScratchTouch& scratch = last_touch().scratch;
  if (!has_scratch() || scratch.in_use_percent == 100 || keeps_scratch(cache_bytes)) return 0;
  if (newest == inputs_.end() || !ages(*newest, ageing)) return 0;
  return scratch.age_bytes.value_or(since(*newest));
}

std::uint64_t BrickRun::bytes_between_inputs(const Ageing& ageing, std::size_t cache_bytes) const {
  std::uint64_t oldest = 0;
  std::optional<std::uint64_t> newest;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const std::uint64_t since = left(inputs_[i]).bytes_since;
    if (!is_old(i, cache_bytes))
      newest = std::min(newest.value_or(since), since);
    else if (ages(inputs_[i], ageing))
      oldest = std::max(oldest, since);
  }
  return oldest - std::min(oldest, newest.value_or(0));
}

// The parts of a Concat are written one just after the other; two tensors of one shape elsewhere are a value
// and the shortcut around the layers that made it; where nothing tells them apart the second is the shortcut,
// as it is a convolution's residual.
std::optional<std::size_t> BrickRun::older_input() const {
  if (inputs_.size() != 2 || inputs_[0].type != inputs_[1].type ||
      plan_->graph.layers.front().op->type() == "Concat")
    return std::nullopt;
  const auto age = [this](const Input& input) {
    return std::pair(left(input).macs_since, left(input).bytes_since);
  };
  return age(inputs_[0]) > age(inputs_[1]) ? 0 : 1;
}

}  // namespace bricks

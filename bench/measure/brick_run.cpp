#include "bench/measure/brick_run.hpp"

#include "bench/measure/input_writer.hpp"
#include "bench/measure/restorer.hpp"
#include "engine/run/parallel.hpp"

#include <algorithm>
#include <cstring>

namespace bricks {
namespace {

// What is left to one worker in a run. The longer, the less it costs while the cores share no cache, as what
// follows is then asked for ahead: squeezenet_v1.1 composed over measured with 64 bytes 1.13, with 256 1.05,
// 512 1.04, 1024 0.97; cyclegan 1.10, -, 1.002, 0.992; inception_v1 with 512 0.973, 1024 0.96.
constexpr std::size_t touched_run = 512;

// True for so many of a hundred calls.
bool is_due(std::uint64_t& sum, std::uint64_t percent) {
  sum += percent;
  if (sum < 100) return false;
  sum -= 100;
  return true;
}

}  // namespace

BrickRun::BrickRun(std::shared_ptr<const Plan> plan, std::vector<const std::byte*> copies, int threads,
                   std::shared_ptr<Buffers> buffers, const BrickPlace& place, CacheRestorer& restorer)
    : plan_(std::move(plan)),
      copies_(std::move(copies)),
      session_(*plan_, nullptr, threads, std::move(buffers), place.arena_offset),
      restorer_(restorer),
      last_touch_(place.last_touch),
      ages_inputs_(place.ages_inputs),
      keeps_weights_(place.keeps_weights) {
  for (std::size_t i = 0; i < plan_->graph.inputs.size(); ++i) inputs_.push_back(make_input(i));
  session_.bind_packed(copies_.front());
  last_touch_.outputs.resize(plan_->graph.outputs.size());
  forget_covered_outputs();
  Exertion none(plan_->options.isa, 1);
  write_inputs(0, 1, none);
}

BrickRun::Input BrickRun::make_input(std::size_t index) {
  const TensorId id = plan_->graph.inputs[index];
  const TensorPlace& place = plan_->places[static_cast<std::size_t>(id)];
  const TensorType& type = plan_->graph.tensor(id);
  const Spread guess = guessed_spread(type, place.layout);
  const InputTouch left =
      index < last_touch_.inputs.size() ? last_touch_.inputs[index] : InputTouch{guess, guess};
  Input input{type, place.layout, session_.input(index), place.bytes, left, {}};
  if (input.type.type != ElementType::float32) input.values.resize(input.bytes);
  return input;
}

std::span<std::byte> BrickRun::output(std::size_t index) {
  const TensorId id = plan_->graph.outputs[index];
  return {session_.tensor(id), plan_->places[static_cast<std::size_t>(id)].bytes};
}

void BrickRun::forget_covered_outputs() {
  std::vector<std::span<const std::byte>> covered;
  for (const Input& input : inputs_) covered.emplace_back(input.data, input.bytes);
  for (std::size_t i = 0; i < last_touch_.outputs.size(); ++i) {
    const std::span<const std::byte> bytes = output(i);
    const auto overlaps = [&](std::span<const std::byte> other) {
      return other.data() < bytes.data() + bytes.size() && bytes.data() < other.data() + other.size();
    };
    if (std::ranges::any_of(covered, overlaps)) last_touch_.outputs[i].reset();
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
  if (!keeps_weights_ || plan_->packed_bytes == 0) return false;
  read_bytes(copies_[copy_], share_of_lines(plan_->packed_bytes, worker, workers), exertion, worker);
  return true;
}

void BrickRun::write_inputs(int worker, int workers, Exertion& exertion, Ageing* ageing) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) write_input(i, worker, workers, exertion, ageing);
}

void BrickRun::write_input(std::size_t index, int worker, int workers, Exertion& exertion, Ageing* ageing) {
  const Input& input = inputs_[index];
  write_share(input, share_of_input(input, input.left.written, worker, workers), worker, exertion, ageing);
  if (input.left.read == input.left.written || workers == 1) return;
  parallel::barrier();
  if (input.left.read == Spread::shared)
    exertion.touch_to_read({input.data, input.bytes}, worker);
  else
    read_bytes(input.data, share_of_input(input, input.left.read, worker, workers), exertion, worker);
}

WorkerShare BrickRun::share_of_input(const Input& input, Spread spread, int worker, int workers) const {
  const int lanes = isa_info(plan_->options.isa).lanes;
  return share_of(input.type, input.layout, spread, input.bytes, lanes, worker, workers);
}

void BrickRun::touch_input_memory(Age age, int worker, int workers, Exertion& exertion) {
  for (const Input& input : inputs_) {
    const std::optional<std::uint64_t> before = input.left.memory_age_bytes;
    if (!before || !age.holds(*before + 2 * input.bytes)) continue;
    const WorkerShare share = share_of_input(input, input.left.written, worker, workers);
    for (std::size_t piece = 0; piece < share.count; ++piece)
      exertion.touch({input.data + share.begin + piece * share.stride, share.bytes}, worker);
  }
}

void BrickRun::write_share(const Input& input, const WorkerShare& share, int worker, Exertion& exertion,
                           Ageing* ageing) {
  if (!input.values.empty()) return write_values(input.data, input.values, share);
  const bool is_due = ageing != nullptr && (ages_inputs_ || ageing->outgrows_cache(input.left, input.bytes));
  if (!is_due) return write_floats(input.data, share, exertion, worker);
  Ageing::Share ages = ageing->begin(input.left, share.bytes * share.count, input.bytes, worker);
  write_floats(input.data, share, exertion, worker, [&](std::size_t bytes) { ages.wrote(bytes); });
}

// Whoever touched bytes alone writes to them, so that no other core keeps them. What is foreign and what is
// shared lies evenly in between.
void BrickRun::leave_output(std::size_t index, int worker, int workers, Exertion& exertion) {
  const TensorId id = plan_->graph.outputs[index];
  const Layout layout = plan_->places[static_cast<std::size_t>(id)].layout;
  const OutputTouch& before = *last_touch_.outputs[index];
  const std::span<std::byte> bytes = output(index);
  const int lanes = isa_info(plan_->options.isa).lanes;
  const auto share = [&](int of) {
    return share_of(plan_->graph.tensor(id), layout, before.written, bytes.size(), lanes, of, workers);
  };
  const WorkerShare own = share(worker), foreign = share((worker + 1) % workers);
  std::uint64_t shared_due = 0, foreign_due = 0;
  for (std::size_t at = 0; at < bytes.size(); at += touched_run) {
    const std::span run = bytes.subspan(at, std::min(touched_run, bytes.size() - at));
    if (is_due(shared_due, before.shared))
      exertion.touch_to_read(run, worker);
    else if ((is_due(foreign_due, before.foreign_of_rest()) ? foreign : own).has(at))
      exertion.touch(run, worker);
  }
}

bool BrickRun::leave_outputs(Age age, int worker, int workers, Exertion& exertion) {
  bool found = false;
  for (std::size_t i = 0; i < last_touch_.outputs.size(); ++i) {
    if (!last_touch_.outputs[i] || !age.holds(last_touch_.outputs[i]->age_bytes)) continue;
    leave_output(i, worker, workers, exertion);
    found = true;
  }
  return found;
}

void BrickRun::touch_scratch(int worker, Exertion& exertion) {
  exertion.touch(session_.scratch(worker), worker);
}

// The parts of a Concat are written one just after the other; two tensors of one shape elsewhere are a value
// and the shortcut around the layers that made it; where nothing tells them apart the second is the shortcut,
// as it is a convolution's residual.
std::optional<std::size_t> BrickRun::older_input() const {
  if (inputs_.size() != 2 || inputs_[0].type != inputs_[1].type ||
      plan_->graph.layers.front().op->type() == "Concat")
    return std::nullopt;
  const auto age = [](const Input& input) {
    return std::pair(input.left.macs_since, input.left.bytes_since);
  };
  return age(inputs_[0]) > age(inputs_[1]) ? 0 : 1;
}

}  // namespace bricks

#include "bench/measure/brick_run.hpp"

#include "bench/measure/cache_line.hpp"
#include "bench/measure/input_writer.hpp"
#include "bench/measure/restorer.hpp"

#include <cstring>

namespace bricks {

BrickRun::BrickRun(std::shared_ptr<const Plan> plan, std::vector<const std::byte*> copies, int threads,
                   std::shared_ptr<Buffers> buffers, std::size_t arena_offset, CacheRestorer& restorer)
    : plan_(std::move(plan)),
      copies_(std::move(copies)),
      session_(*plan_, nullptr, threads, std::move(buffers), arena_offset),
      restorer_(restorer) {
  for (std::size_t i = 0; i < plan_->graph.inputs.size(); ++i) inputs_.push_back(make_input(i));
  session_.bind_packed(copies_.front());
  write_inputs(0, 1);
}

BrickRun::Input BrickRun::make_input(std::size_t index) {
  const TensorId id = plan_->graph.inputs[index];
  const TensorPlace& place = plan_->places[static_cast<std::size_t>(id)];
  Input input{plan_->graph.tensor(id), place.layout, session_.input(index), place.bytes, {}};
  if (input.type.type != ElementType::float32) input.values.resize(input.bytes);
  return input;
}

void BrickRun::prepare() { restorer_.prepare(*this); }

void BrickRun::restore(int worker, int workers) { restorer_.restore(*this, worker, workers); }

void BrickRun::next_copy() {
  copy_ = (copy_ + 1) % copies_.size();
  session_.bind_packed(copies_[copy_]);
}

void BrickRun::write_inputs(int worker, int workers) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) write_input(i, worker, workers);
}

void BrickRun::write_input(std::size_t index, int worker, int workers) {
  const Input& input = inputs_[index];
  const int lanes = isa_info(plan_->options.isa).lanes;
  const WorkerShare share = share_of(input.type, input.layout, input.bytes, lanes, worker, workers);
  if (input.values.empty())
    write_floats(input.data, share);
  else
    write_values(input.data, input.values, share);
}

void BrickRun::touch_scratch(int worker) { touch(session_.scratch(worker)); }

// The parts of a Concat are written one just after the other; two tensors of one shape elsewhere are a value
// and the shortcut around the layers that made it.
bool BrickRun::has_older_input() const {
  return inputs_.size() == 2 && inputs_[0].type == inputs_[1].type &&
         plan_->graph.layers.front().op->type() != "Concat";
}

}  // namespace bricks

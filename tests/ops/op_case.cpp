#include "tests/ops/op_case.hpp"

#include "engine/graph/builder.hpp"
#include "engine/ops/batch_normalization.hpp"
#include "engine/ops/binary.hpp"
#include "engine/plan/reordered_kernel.hpp"
#include "engine/plan/unit_kernel.hpp"
#include "engine/run/memory.hpp"
#include "engine/run/parallel.hpp"
#include "tests/support/reference_executor.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <map>

namespace bricks::test {
namespace {

constexpr int most_workers = 4;

InputType input_type(Shape shape, ElementType type, bool weight) {
  InputType input;
  input.type = type;
  input.shape = std::move(shape);
  input.weight = weight;
  return input;
}

Value random_value(Random& random, const OpInput& input) {
  Value value(input.type);
  const bool whole = input.type.type != ElementType::float32;
  for (double& number : value.numbers) {
    const double x = std::uniform_real_distribution<double>(input.low, input.high)(random);
    number = whole ? std::floor(x) : static_cast<double>(static_cast<float>(x));
  }
  return value;
}

class NamedWeights final : public Weights {
 public:
  const void* values(const Graph& graph, TensorId id) override {
    return stored.at(graph.tensor(id).name).data();
  }
  std::map<std::string, std::vector<std::byte>> stored;
};

// Memory filled with the bytes of NaN, and a guard behind it.
class Block {
 public:
  explicit Block(std::size_t bytes) : bytes_(bytes), memory_(bytes + guard) {
    std::memset(memory_.data(), 0xff, memory_.bytes());
  }
  std::byte* data() { return memory_.data(); }
  bool guard_intact() const {
    for (std::size_t i = bytes_; i < bytes_ + guard; ++i)
      if (memory_.data()[i] != std::byte{0xff}) return false;
    return true;
  }

 private:
  static constexpr std::size_t guard = 64;
  std::size_t bytes_;
  Memory memory_;
};

using Bytes = std::vector<std::byte>;

// The case as a graph for the reference, and as a prepared kernel.
class Trial {
 public:
  Trial(Random& random, const OpCase& op_case) : case_(op_case), builder_("case") {
    std::vector<TensorId> ids;
    for (const OpInput& input : case_.inputs) ids.push_back(add(random, input));
    const std::vector<TensorId> outputs = builder_.add("op", case_.op, ids);
    for (TensorId id : outputs) types_.push_back(builder_.tensor(id));
    TensorId last = outputs[0];
    if (case_.factor) last = add_binary(random, "factor", Binary::Function::mul, last);
    if (case_.affine) last = add_affine(random, last);
    if (case_.residual) last = add_binary(random, "residual", Binary::Function::add, last);
    if (case_.activation) last = builder_.add("activation", case_.activation, {last})[0];
    builder_.output(last);
    for (std::size_t i = 1; i < outputs.size(); ++i) builder_.output(outputs[i]);
    const Graph graph = builder_.finish();
    expected_ = run_reference(graph, weights_, data_);
  }

  void check(Isa isa) {
    prepare(isa);
    std::vector<Bytes> first = run(1, {});
    for (std::size_t i = 0; i < types_.size(); ++i)
      compare(value_from(types_[i], first[i].data()), expected_[i]);
    for (int workers = 2; workers <= most_workers; ++workers) {
      CAPTURE(workers);
      CHECK(run(workers, {}) == first);
    }
    for (std::size_t i = 0; i < data_.size(); ++i)
      if (may_take(i)) CHECK(run(3, i) == first);
  }

 private:
  TensorId add(Random& random, const OpInput& input) {
    if (!input.type.present) {
      raw_.push_back(nullptr);
      return no_tensor;
    }
    const std::string name = "t" + std::to_string(names_++);
    const Value value = random_value(random, input);
    if (input.type.weight) {
      weights_.stored[name] = elements_of(value);
      raw_.push_back(weights_.stored[name].data());
      return builder_.weight(name, input.type);
    }
    data_.push_back(value);
    return builder_.input(name, input.type);
  }

  TensorId add_binary(Random& random, const char* name, Binary::Function function, TensorId last) {
    const TensorId other = add(random, OpInput{input_type(types_[0].shape, ElementType::float32, false)});
    return builder_.add(name, std::make_shared<Binary>(function), {last, other})[0];
  }

  TensorId add_affine(Random& random, TensorId last) {
    const auto op = std::make_shared<BatchNormalization>();
    const Shape channels = {types_[0].shape[1]};
    std::vector<TensorId> ids = {last};
    for (const double low : {0.5, -1.0, -1.0, 0.5})
      ids.push_back(add(random, {input_type(channels, ElementType::float32, true), low, low + 1}));
    request_.epilogue.affine_epsilon = op->epsilon;
    return builder_.add("affine", op, ids)[0];
  }

  void prepare(Isa isa) {
    request_.isa = isa;
    request_.strict = case_.strict;
    request_.inputs.clear();
    std::vector<Layout> layouts;
    for (const OpInput& input : case_.inputs) {
      request_.inputs.push_back(input.type);
      layouts.push_back(input.layout);
    }
    const LayoutChoice choice = case_.op->layouts(request_.inputs, layouts);
    request_.layouts = choice.inputs;
    request_.outputs = types_;
    request_.output_layouts = choice.outputs;
    request_.epilogue.factor = case_.factor;
    request_.epilogue.residual = case_.residual;
    request_.epilogue.activation = case_.activation ? *case_.activation->activation() : kernels::Activation{};
    kernel_ = case_.op->prepare(request_);

    input_layouts_.clear();
    for (std::size_t i = 0; i < case_.inputs.size(); ++i)
      if (!case_.inputs[i].type.weight && case_.inputs[i].type.present)
        input_layouts_.push_back(choice.inputs[i]);
    for (const bool merged : {case_.factor, case_.residual})
      if (merged) input_layouts_.push_back(choice.outputs[0]);
    packed_ = std::make_unique<Block>(kernel_->packed_bytes());
    kernel_->pack(raw_, packed_->data());
    CHECK(packed_->guard_intact());
  }

  bool may_take(std::size_t input) const {
    return types_.size() == 1 && kernel_->works_in_place(input) &&
           input_layouts_[input] == request_.output_layouts[0] &&
           static_cast<const TensorType&>(data_[input]) == types_[0];
  }

  Block block(const TensorType& type, Layout layout) const {
    return Block(tensor_bytes(type, layout, isa_info(request_.isa).lanes));
  }

  // The outputs, plain; computed in the place of data input `taken` where one is given.
  std::vector<Bytes> run(int workers, std::optional<std::size_t> taken) {
    std::vector<Block> inputs, outputs;
    std::vector<const void*> in;
    std::vector<void*> out;
    for (std::size_t i = 0; i < data_.size(); ++i) {
      inputs.push_back(block(data_[i], input_layouts_[i]));
      reorder(data_[i], Layout::plain, elements_of(data_[i]).data(), input_layouts_[i], inputs.back().data(),
              request_.isa, Worker{});
      in.push_back(inputs.back().data());
    }
    for (std::size_t i = 0; i < types_.size(); ++i) {
      outputs.push_back(block(types_[i], request_.output_layouts[i]));
      out.push_back(taken ? inputs[*taken].data() : outputs.back().data());
    }
    Block shared(kernel_->shared_bytes());
    std::vector<Block> scratch;
    for (int i = 0; i < workers; ++i) scratch.emplace_back(kernel_->scratch_bytes());
    const Bindings bindings{in.data(), out.data(), packed_->data(), shared.data()};
    parallel::team(workers, [&](int worker, int count) {
      kernel_->run(bindings, {worker, count, scratch[static_cast<std::size_t>(worker)].data()});
    });
    for (const auto* blocks : {&inputs, &outputs, &scratch})
      for (const Block& b : *blocks) CHECK(b.guard_intact());
    CHECK(shared.guard_intact());

    std::vector<Bytes> results;
    for (std::size_t i = 0; i < types_.size(); ++i) {
      results.emplace_back(tensor_bytes(types_[i], Layout::plain, 1));
      reorder(types_[i], request_.output_layouts[i], out[i], Layout::plain, results.back().data(),
              request_.isa, Worker{});
    }
    return results;
  }

  void compare(const Value& actual, const Value& expected) const {
    double largest = case_.magnitude, worst = 0;
    std::size_t where = 0;
    for (double number : expected.numbers)
      if (std::isfinite(number)) largest = std::max(largest, std::abs(number));
    for (std::size_t i = 0; i < expected.numbers.size(); ++i) {
      const double a = actual.numbers[i], e = expected.numbers[i];
      if (a == e || (std::isnan(a) && std::isnan(e))) continue;
      if (const double error = std::abs(a - e); !(error <= worst)) worst = error, where = i;
    }
    CAPTURE(where);
    CHECK(worst <= case_.tolerance * largest);
  }

  const OpCase& case_;
  GraphBuilder builder_;
  NamedWeights weights_;
  int names_ = 0;
  std::vector<TensorType> types_;  // of the operator's outputs
  std::vector<Value> data_, expected_;
  std::vector<const void*> raw_;

  PrepareRequest request_;
  std::vector<Layout> input_layouts_;  // of the unit's data inputs, inside the unit
  std::unique_ptr<UnitKernel> kernel_;
  std::unique_ptr<Block> packed_;
};

std::string describe(const OpCase& op_case) {
  std::string text(op_case.op->type());
  for (const OpInput& input : op_case.inputs)
    text += " " + (input.type.present ? to_string(input.type.shape) : "-") + (input.type.weight ? "w" : "") +
            (input.layout == Layout::blocked ? "b" : "");
  if (op_case.factor) text += " +factor";
  if (op_case.affine) text += " +affine";
  if (op_case.residual) text += " +residual";
  if (op_case.activation) text += " +" + std::string(op_case.activation->type());
  return text;
}

}  // namespace

OpCase& OpCase::data(Shape shape, double low, double high, ElementType type) {
  inputs.push_back({input_type(std::move(shape), type, false), low, high, Layout::plain});
  return *this;
}

OpCase& OpCase::weight(Shape shape, double low, double high, ElementType type) {
  inputs.push_back({input_type(std::move(shape), type, true), low, high, Layout::plain});
  return *this;
}

OpCase& OpCase::absent() {
  InputType type;
  type.present = false;
  inputs.push_back({type});
  return *this;
}

void check_op(Random& random, OpCase op_case) {
  for (OpInput& input : op_case.inputs)
    if (!input.type.weight && input.type.present && input.type.shape.size() == 4 &&
        input.type.type == ElementType::float32 && random_int(random, 0, 1))
      input.layout = Layout::blocked;
  const std::string what = describe(op_case);
  CAPTURE(what);
  const unsigned seed = test_seed();
  CAPTURE(seed);
  Trial trial(random, op_case);
  for_each_isa([&](Isa isa) { trial.check(isa); });
}

std::shared_ptr<const Unary> random_activation(Random& random) {
  switch (random_int(random, 0, 7)) {
    case 0:
      return std::make_shared<Unary>(UnaryKind::relu);
    case 1:
      return std::make_shared<Unary>(UnaryKind::clip, -0.25f, 0.5f);
    case 2:
      return std::make_shared<Unary>(UnaryKind::leaky_relu, 0.2f);
    case 3:
      return std::make_shared<Unary>(UnaryKind::sigmoid);
    case 4:
      return std::make_shared<Unary>(UnaryKind::silu);
    case 5:
      return std::make_shared<Unary>(UnaryKind::affine, 2.0f, -1.0f);
    default:
      return nullptr;
  }
}

}  // namespace bricks::test

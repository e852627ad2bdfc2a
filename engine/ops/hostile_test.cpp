// Whatever attributes and inputs an operator is given, it either describes legal outputs or throws Error.
// (Built with the sanitizers, this also shows that nothing is computed with a value before it is checked.)
#include "engine/ops/op_test.hpp"
#include "tests/support/kernel_test.hpp"

#include <cmath>
#include <limits>

using namespace bricks;
using namespace bricks::test;

namespace {

constexpr std::int64_t whole[] = {std::numeric_limits<std::int64_t>::min(),
                                  std::numeric_limits<std::int64_t>::max(),
                                  -(std::int64_t{1} << 31),
                                  std::int64_t{1} << 31,
                                  std::int64_t{1} << 40,
                                  -2,
                                  -1,
                                  0,
                                  0,
                                  1,
                                  1,
                                  2,
                                  3,
                                  4,
                                  8};
constexpr float real[] = {0, 1, 2, -1, 0.5f, 1e-5f, 3e38f, INFINITY, -INFINITY, NAN};

template <class T, std::size_t n>
T any_of(Random& random, const T (&values)[n]) {
  return values[random_int(random, 0, static_cast<int>(n) - 1)];
}

// Leaves half of the attributes as they are, so that errors behind the first check are reached too.
class HostileAttributes final : public AttributeVisitor {
 public:
  explicit HostileAttributes(Random& random) : random_(random) {}

  void integer(std::string_view, std::int64_t& value, IntegerRange, Presence) override {
    if (changes()) value = any_of(random_, whole);
  }
  void integers(std::string_view, std::vector<std::int64_t>& value, IntegerRange,
                Presence presence) override {
    if (!changes() && presence == Presence::optional) return;
    const bool plausible = random_int(random_, 0, 1) == 1;
    const int length = plausible ? 2 << random_int(random_, 0, 1) : random_int(random_, 0, 5);
    value.resize(static_cast<std::size_t>(length));
    for (std::int64_t& v : value) v = plausible ? random_int(random_, 0, 3) : any_of(random_, whole);
  }
  void number(std::string_view, float& value, Presence) override {
    if (changes()) value = any_of(random_, real);
  }
  void numbers(std::string_view, std::vector<float>& value, Presence) override {
    if (!changes()) return;
    value.resize(static_cast<std::size_t>(random_int(random_, 0, 3)));
    for (float& v : value) v = any_of(random_, real);
  }
  void choice(std::string_view, int& value, std::initializer_list<std::string_view> allowed,
              Presence) override {
    value = random_int(random_, 0, static_cast<int>(allowed.size()) - 1);
  }

 private:
  bool changes() { return random_int(random_, 0, 1) == 1; }
  Random& random_;
};

Shape any_shape(Random& random) {
  static constexpr std::int64_t sizes[] = {1, 1, 2, 3, 4, 4, 6, 8, std::int64_t{1} << 20};
  Shape shape(static_cast<std::size_t>(random_int(random, 0, 3) ? 4 : random_int(random, 0, 10)));
  for (std::int64_t& size : shape) size = any_of(random, sizes);
  try {
    element_count(shape);
  } catch (const Error&) {
    return {1};
  }
  return shape;
}

std::vector<InputType> any_inputs(Random& random) {
  std::vector<InputType> inputs(static_cast<std::size_t>(random_int(random, 0, 5)));
  const Shape common = any_shape(random);
  for (InputType& input : inputs) {
    input.shape = random_int(random, 0, 1) ? common : any_shape(random);
    if (random_int(random, 0, 3) == 0 && common.size() > 1) input.shape = {common[1]};
    input.type =
        random_int(random, 0, 7) ? ElementType::float32 : static_cast<ElementType>(random_int(random, 0, 3));
    input.weight = &input != inputs.data() && random_int(random, 0, 1);
    input.present = random_int(random, 0, 9) != 0;
    if (!input.present) input = absent();
  }
  return inputs;
}

void check_layouts(const Op& op, const std::vector<InputType>& inputs, const std::vector<TensorType>& outputs,
                   Random& random) {
  const auto may_be_blocked = [](const TensorType& type) {
    return type.shape.size() == 4 && type.type == ElementType::float32;
  };
  std::vector<Layout> layouts;
  for (const InputType& input : inputs)
    layouts.push_back(!input.weight && may_be_blocked(input) && random_int(random, 0, 1) ? Layout::blocked
                                                                                         : Layout::plain);
  const LayoutChoice choice = op.layouts(inputs, layouts);
  REQUIRE(choice.inputs.size() == inputs.size());
  REQUIRE(choice.outputs.size() == outputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (choice.inputs[i] == Layout::blocked) CHECK((may_be_blocked(inputs[i]) && !inputs[i].weight));
  for (std::size_t i = 0; i < outputs.size(); ++i)
    if (choice.outputs[i] == Layout::blocked) CHECK(may_be_blocked(outputs[i]));
}

}  // namespace

TEST_CASE("hostile attributes and inputs give legal outputs or one line of error") {
  Random random = seeded_random();
  const unsigned seed = test_seed();
  CAPTURE(seed);
  for (std::string_view type : op_types()) {
    CAPTURE(type);
    for (int trial = 0; trial < 2000; ++trial) {
      const std::shared_ptr<Op> op = make_op(type);
      HostileAttributes attributes(random);
      op->visit(attributes);
      const std::vector<InputType> inputs = any_inputs(random);
      try {
        const std::vector<TensorType> outputs = op->infer(inputs);
        for (const TensorType& output : outputs) CHECK(element_count(output.shape) >= 1);
        CHECK(op->macs(inputs, outputs) >= 0);
        check_layouts(*op, inputs, outputs, random);
      } catch (const Error& error) {
        CHECK(std::string_view(error.what()).find('\n') == std::string_view::npos);
      }
    }
  }
}

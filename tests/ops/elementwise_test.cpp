#include "engine/ops/binary.hpp"
#include "engine/ops/identity.hpp"
#include "tests/ops/op_case.hpp"

using namespace bricks;
using namespace bricks::test;

namespace {

// Shapes that broadcast to `shape`: ones in place of some sizes, leading axes left out.
Shape repeated(Random& random, const Shape& shape) {
  Shape result = shape;
  for (auto& size : result)
    if (random_int(random, 0, 2) == 0) size = 1;
  const int dropped =
      random_int(random, 0, 5) == 0 ? random_int(random, 0, static_cast<int>(shape.size())) : 0;
  result.erase(result.begin(), result.begin() + dropped);
  return result;
}

Shape random_shape(Random& random) {
  if (random_int(random, 0, 1)) return map_shape(random);
  Shape shape(static_cast<std::size_t>(random_int(random, 0, 5)));
  for (auto& size : shape) size = random_int(random, 1, 6);
  return shape;
}

OpCase& operand(Random& random, OpCase& c, Shape shape, double low, double high) {
  return random_int(random, 0, 3) == 0 ? c.weight(std::move(shape), low, high)
                                       : c.data(std::move(shape), low, high);
}

}  // namespace

TEST_CASE("unary functions") {
  Random random = seeded_random();
  for (int kind = 0; kind <= static_cast<int>(UnaryKind::affine); ++kind) {
    const auto which = static_cast<UnaryKind>(kind);
    const bool positive_only = which == UnaryKind::log || which == UnaryKind::sqrt ||
                               which == UnaryKind::sqrt_ratio || which == UnaryKind::reciprocal;
    for (int repeat = 0; repeat < 3; ++repeat) {
      OpCase c{repeat == 0 ? std::make_shared<Unary>(which) : std::make_shared<Unary>(which, 0.3f, 0.7f)};
      c.data(random_shape(random), positive_only ? 0.1 : -4, 4).activation = random_activation(random);
      c.magnitude = 1;  // Gelu and others take the difference of numbers near one
      check_op(random, c);
    }
  }
}

TEST_CASE("binary functions broadcast") {
  Random random = seeded_random();
  for (int function = 0; function < static_cast<int>(Binary::Function::count); ++function)
    for (int repeat = 0; repeat < 12; ++repeat) {
      const auto which = static_cast<Binary::Function>(function);
      OpCase c{std::make_shared<Binary>(which, 0.5f)};
      const Shape shape = random_shape(random);
      const bool prelu = which == Binary::Function::prelu;
      const bool one_repeats = prelu || random_int(random, 0, 1);
      const double low = which == Binary::Function::pow || which == Binary::Function::div ? 0.2 : -1;
      operand(random, c, one_repeats ? shape : repeated(random, shape), low, 2);
      operand(random, c, repeated(random, shape), which == Binary::Function::div_offset ? 0.2 : low, 2);
      const bool cancels = which == Binary::Function::add || which == Binary::Function::sub ||
                           which == Binary::Function::add_scaled ||
                           which == Binary::Function::squared_difference;
      if (cancels) c.magnitude = 1;  // of the operands: rounding is relative to them
      c.residual = repeat % 3 == 0;
      if (c.residual) c.magnitude = 1;
      c.activation = random_activation(random);
      check_op(random, c);
    }
}

TEST_CASE("sums") {
  Random random = seeded_random();
  for (int repeat = 0; repeat < 20; ++repeat) {
    OpCase c{std::make_shared<Sum>()};
    const Shape shape = random_shape(random);
    for (int count = random_int(random, 1, 5); count > 0; --count) operand(random, c, shape, -1, 1);
    c.magnitude = 1;  // of the summands: they may cancel, as seed 4064439820 did
    c.activation = random_activation(random);
    check_op(random, c);
  }
}

TEST_CASE("where and cast") {
  Random random = seeded_random();
  for (int repeat = 0; repeat < 20; ++repeat) {
    const ElementType type = repeat % 2 ? ElementType::int64 : ElementType::float32;
    const Shape shape = random_shape(random);
    OpCase c{std::make_shared<Where>()};
    c.data(repeated(random, shape), 0, 2, ElementType::boolean).data(repeated(random, shape), -9, 9, type);
    c.weight(shape, -9, 9, type);
    check_op(random, c);

    auto cast = std::make_shared<Cast>();
    cast->to = static_cast<ElementType>(repeat % 4);
    OpCase converted{cast};
    const auto from = static_cast<ElementType>(repeat / 4 % 4);
    converted.data(shape, from == ElementType::boolean ? 0 : -9, from == ElementType::boolean ? 2 : 9, from);
    for (OpInput& input : converted.inputs) input.layout = Layout::plain;
    check_op(random, converted);
  }
}

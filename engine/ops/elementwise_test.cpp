#include "engine/ops/binary.hpp"
#include "engine/ops/identity.hpp"
#include "engine/ops/op_test.hpp"
#include "engine/ops/unary.hpp"
#include "engine/plan/unit_kernel.hpp"

using namespace bricks;
using namespace bricks::test;
using enum Layout;

namespace {

using Layouts = std::vector<Layout>;
const Binary add(Binary::Function::add);

}  // namespace

TEST_CASE("Unary") {
  const Unary relu(UnaryKind::relu);
  CHECK(inferred(relu, {data({2, 3})}) == "2x3");
  CHECK(inferred(relu, {data({})}) == "scalar");
  CHECK(complaint(relu, {}) == "0 inputs, expected 1");
  CHECK(complaint(relu, {data({2}, ElementType::boolean)}) == "input 0 is bool, expected float32");
  CHECK(choice(relu, {data({1, 2, 3, 4})}, {blocked}).outputs == Layouts{blocked});
  CHECK(Unary(UnaryKind::leaky_relu).alpha == 0.01f);
  CHECK(Unary(UnaryKind::leaky_relu, 0.1f).activation()->alpha == 0.1f);
  CHECK_FALSE(Unary(UnaryKind::log_square).activation().has_value());
}

TEST_CASE("Binary: broadcasting") {
  CHECK(inferred(add, {data({2, 3, 1, 5}), data({3, 4, 1})}) == "2x3x4x5");
  CHECK(inferred(add, {data({1}), weight({})}) == "1");
  CHECK(complaint(add, {data({2, 3}), data({2, 4})}) == "shapes 2x3 and 2x4, expected shapes that broadcast");
  CHECK(complaint(add, {data({2, 3})}) == "1 inputs, expected 2");
  const Binary prelu(Binary::Function::prelu);
  CHECK(inferred(prelu, {data({1, 3, 4, 4}), weight({3, 1, 1})}) == "1x3x4x4");
  CHECK(complaint(prelu, {data({1, 1, 4, 4}), weight({3, 1, 1})}) ==
        "slope has shape 3x1x1, expected one that broadcasts to 1x1x4x4");
  CHECK(prelu.is_parameter(1));
  CHECK_FALSE(add.is_parameter(1));
}

TEST_CASE("Binary: layouts") {
  const InputType map = data({1, 8, 4, 4}), gate = data({1, 8, 1, 1}), row = data({1, 1, 4, 4});
  CHECK(choice(add, {map, map}, {plain, plain}).outputs == Layouts{plain});
  CHECK(choice(add, {map, map}, {plain, blocked}).inputs == Layouts{blocked, blocked});
  CHECK(choice(add, {map, map}, {plain, blocked}).outputs == Layouts{blocked});
  CHECK(choice(add, {map, gate}, {blocked, plain}).inputs == Layouts{blocked, blocked});
  CHECK(choice(add, {map, row}, {blocked, plain}).inputs == Layouts{blocked, plain});
  CHECK(choice(add, {row, map}, {blocked, blocked}).inputs == Layouts{blocked, blocked});
  CHECK(choice(add, {map, weight({8, 1, 1})}, {blocked, plain}).inputs == Layouts{blocked, plain});
  CHECK(choice(add, {map, weight({8, 1, 1})}, {blocked, plain}).outputs == Layouts{blocked});
  CHECK(choice(add, {map, data({8, 1, 1})}, {blocked, plain}).inputs == Layouts{plain, plain});
  CHECK(choice(add, {map, data({4})}, {blocked, plain}).inputs == Layouts{blocked, plain});
  CHECK(choice(add, {map, data({2, 1, 1, 1, 1})}, {blocked, plain}).outputs == Layouts{plain});
}

TEST_CASE("Sum and Where") {
  CHECK(inferred(Sum(), {data({2, 3}), data({2, 3}), weight({2, 3})}) == "2x3");
  CHECK(complaint(Sum(), {}) == "0 inputs, expected at least 1");
  CHECK(complaint(Sum(), {data({2, 3}), data({3})}) == "input 1 has shape 3, expected 2x3");
  CHECK(inferred(Where(), {data({4, 1}, ElementType::boolean), data({3}), data({})}) == "4x3");
  CHECK(complaint(Where(), {data({4}), data({4}), data({4})}) == "input 0 is float32, expected bool");
  CHECK(complaint(Where(), {data({4}, ElementType::boolean), data({4}), data({4}, ElementType::int64)}) ==
        "input 2 is int64, expected float32");
}

TEST_CASE("what merges into an epilogue, in the order factor, affine, residual, activation") {
  const std::vector<InputType> equal = {data({1, 2, 3, 3}), data({1, 2, 3, 3})};
  Epilogue epilogue;
  CHECK_FALSE(add.merge_into(epilogue, std::vector{data({1, 2, 3, 3}), data({1, 2, 1, 1})}));
  const Binary mul(Binary::Function::mul);
  CHECK_FALSE(mul.merge_into(epilogue, std::vector{data({1, 2, 3, 3}), data({1, 2, 1, 1})}));
  CHECK(mul.merge_into(epilogue, equal));
  CHECK(epilogue.factor);
  CHECK_FALSE(mul.merge_into(epilogue, equal));
  CHECK(add.merge_into(epilogue, equal));
  CHECK(epilogue.residual);
  Epilogue summed;
  summed.residual = true;
  CHECK_FALSE(mul.merge_into(summed, equal));
  CHECK_FALSE(Sum().merge_into(epilogue, equal));
  CHECK_FALSE(Unary(UnaryKind::log).merge_into(epilogue, std::vector{equal[0]}));
  CHECK(Unary(UnaryKind::elu).merge_into(epilogue, std::vector{equal[0]}));
  CHECK(epilogue.activation.alpha == 1);
  CHECK_FALSE(Unary(UnaryKind::relu).merge_into(epilogue, std::vector{equal[0]}));
  Epilogue activated;
  CHECK(Unary(UnaryKind::relu).merge_into(activated, std::vector{equal[0]}));
  CHECK_FALSE(add.merge_into(activated, equal));
}

TEST_CASE("Identity and its kin") {
  CHECK(inferred(Identity(), {data({2, 3}, ElementType::int32)}) == "2x3");
  CHECK(Dropout().is_view({}, blocked));
  CHECK(inferred(SequenceLast(), {data({2, 5}), data({2, 5})}) == "2x5");
  CHECK(complaint(SequenceLast(), {data({2, 5}), data({2, 4})}) == "input 1 has shape 2x4, expected 2x5");
  CHECK(inferred(Constant(), {weight({4, 5})}) == "4x5");
  CHECK(complaint(Constant(), {data({4, 5})}) == "input 0 is computed by the model, expected a weight");
  Cast cast;
  cast.to = ElementType::int64;
  CHECK(cast.infer(std::vector{data({3})})[0].type == ElementType::int64);
}

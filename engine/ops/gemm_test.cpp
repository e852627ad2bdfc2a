#include "engine/ops/gemm.hpp"

#include "engine/ops/op_test.hpp"

using namespace bricks;
using namespace bricks::test;

TEST_CASE("Gemm") {
  Gemm op;
  op.transB = 1;
  CHECK(inferred(op, {data({1, 4096}), weight({1000, 4096}), weight({1000})}) == "1x1000");
  const std::vector<InputType> map = {data({2, 1024, 1, 2}), weight({10, 2048})};
  CHECK(inferred(op, map) == "2x10");
  CHECK(op.macs(map, op.infer(map)) == 2 * 2048 * 10);
  CHECK(complaint(op, {data({1, 5}), weight({6, 4})}) == "input 1 has shape 6x4, expected 6x5");
  CHECK(complaint(op, {data({2, 5}), weight({6, 5}), data({3, 6})}) ==
        "shapes 3x6 and 2x6, expected shapes that broadcast");
  CHECK(complaint(op, {data({1, 5}), weight({6, 5}), data({3, 6})}) ==
        "C has shape 3x6, expected one that broadcasts to 1x6");
  CHECK(complaint(op, {data({5}), weight({6, 5})}).starts_with("input 0 has shape 5, expected rank 2 to 8"));
  op.transA = 1;
  op.transB = 0;
  CHECK(inferred(op, {data({5, 3}), data({5, 7}), data({3, 1})}) == "3x7");
  CHECK(complaint(op, {data({5, 3, 1}), data({5, 7})}) == "input 0 has shape 5x3x1, expected rank 2");
  op.transA = 2;
  CHECK(complaint(op, {data({5, 3}), data({5, 7})}) == "transA is 2, expected 0 to 1");
}

TEST_CASE("MatMul") {
  const MatMul op;
  CHECK(inferred(op, {data({2, 1, 3, 4}), data({5, 4, 6})}) == "2x5x3x6");
  CHECK(inferred(op, {data({4}), data({5, 4, 6})}) == "5x6");
  CHECK(inferred(op, {data({3, 4}), weight({4})}) == "3");
  CHECK(inferred(op, {data({4}), data({4})}) == "scalar");
  CHECK(complaint(op, {data({3, 4}), data({3, 4})}) ==
        "shapes 3x4 and 3x4, expected inner dimensions that agree");
}

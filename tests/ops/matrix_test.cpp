#include "engine/ops/gemm.hpp"
#include "tests/ops/op_case.hpp"

using namespace bricks;
using namespace bricks::test;

TEST_CASE("Gemm in all forms") {
  Random random = seeded_random();
  for (int repeat = 0; repeat < 60; ++repeat) {
    auto op = std::make_shared<Gemm>();
    op->transA = random_int(random, 0, 3) == 0;
    op->transB = random_int(random, 0, 1);
    if (random_int(random, 0, 1)) op->alpha = 0.5f, op->beta = -2;
    const std::int64_t rows = repeat % 10 == 0 ? 100 : random_int(random, 1, 9);
    const std::int64_t inner = random_int(random, 1, 70), columns = random_int(random, 1, 150);
    OpCase c{op};
    const auto side = [&](const Shape& shape, int one_in) {
      return random_int(random, 1, one_in) == 1 ? &c.data(shape) : &c.weight(shape);
    };
    if (random_int(random, 0, 5) == 0)
      c.weight(op->transA ? Shape{inner, rows} : Shape{rows, inner});
    else
      c.data(op->transA ? Shape{inner, rows} : Shape{rows, inner});
    side(op->transB ? Shape{columns, inner} : Shape{inner, columns}, 3);
    const Shape biases[] = {{columns}, {1, columns}, {rows, columns}, {rows, 1}, {1}, {}};
    if (random_int(random, 0, 3)) side(biases[random_int(random, 0, 5)], 3);
    c.affine = random_int(random, 0, 2) == 0;
    c.magnitude = deviation_of_products(inner);
    c.activation = random_activation(random);
    check_op(random, c);
  }
}

TEST_CASE("Gemm flattens what stands behind a feature map") {
  Random random = seeded_random();
  for (int repeat = 0; repeat < 6; ++repeat) {
    auto op = std::make_shared<Gemm>();
    op->transB = 1;
    const Shape map = map_shape(random);
    OpCase c{op};
    const std::int64_t inner = map[1] * map[2] * map[3];
    c.data(map).weight({20, inner}).weight({20});
    c.magnitude = deviation_of_products(inner);
    check_op(random, c);
  }
}

TEST_CASE("MatMul broadcasts its matrices") {
  Random random = seeded_random();
  for (int repeat = 0; repeat < 30; ++repeat) {
    const std::int64_t rows = random_int(random, 1, 60), inner = random_int(random, 1, 40),
                       columns = random_int(random, 1, 80);
    Shape a, b;
    for (int d = random_int(random, 0, 2); d > 0; --d) {
      const std::int64_t size = random_int(random, 1, 3);
      a.push_back(random_int(random, 0, 2) ? size : 1);
      b.push_back(random_int(random, 0, 2) ? size : 1);
    }
    if (!b.empty() && random_int(random, 0, 2) == 0) b.clear();
    if (rows > 1 || !a.empty()) a.push_back(rows);
    a.push_back(inner);
    b.push_back(inner);
    if (columns > 1 || b.size() > 1) b.push_back(columns);
    OpCase c{std::make_shared<MatMul>()};
    random_int(random, 0, 3) ? c.data(a) : c.weight(a);
    random_int(random, 0, 1) ? c.data(b) : c.weight(b);
    c.magnitude = deviation_of_products(inner);
    c.activation = random_activation(random);
    check_op(random, c);
  }
}

// One operator with random inputs, held against the scalar reference: through prepare() and UnitKernel
// directly, with every number of workers from 1 to 4, all of which must give the same bits.
#pragma once

#include "engine/graph/op.hpp"
#include "engine/ops/unary.hpp"
#include "kernels/isa/isa.hpp"
#include "tests/support/kernel_test.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bricks::test {

// An input and the range that its random values are drawn from; integers from whole numbers.
struct OpInput {
  InputType type = {};
  double low = -1, high = 1;
  Layout layout = Layout::plain;  // of data
};

struct OpCase {
  explicit OpCase(OpPointer tested) : op(std::move(tested)) {}

  OpPointer op;
  std::vector<OpInput> inputs;
  // What is merged behind the operator.
  bool factor = false, affine = false, residual = false;
  std::shared_ptr<const Unary> activation;
  bool strict = false;
  double tolerance = 1e-5;  // of the largest expected magnitude,
  double magnitude = 0;     // or of this one, where what is added up is larger than what comes out

  OpCase& data(Shape shape, double low = -1, double high = 1, ElementType type = ElementType::float32);
  OpCase& weight(Shape shape, double low = -1, double high = 1, ElementType type = ElementType::float32);
  OpCase& absent();
};

// Runs it under every ISA that this machine has. Data of four dimensions comes plain or blocked, at random.
void check_op(Random& random, OpCase op_case);

inline Shape map_shape(Random& random) {
  static constexpr int channels[] = {1, 2, 3, 4, 5, 8, 15, 16, 17, 20, 32, 33};
  return {random_int(random, 1, 3), channels[random_int(random, 0, 11)], random_int(random, 1, 9),
          random_int(random, 1, 9)};
}

// Some activation, inline in kernels or not, or none.
std::shared_ptr<const Unary> random_activation(Random& random);

}  // namespace bricks::test

#include "engine/ops/concat.hpp"
#include "engine/ops/expand.hpp"
#include "engine/ops/gather.hpp"
#include "engine/ops/identity.hpp"
#include "engine/ops/pad.hpp"
#include "engine/ops/reshape.hpp"
#include "engine/ops/resize.hpp"
#include "engine/ops/slice.hpp"
#include "engine/ops/transpose.hpp"
#include "tests/ops/op_case.hpp"

#include <algorithm>
#include <numeric>

using namespace bricks;
using namespace bricks::test;

namespace {

constexpr ElementType number_types[] = {ElementType::float32, ElementType::float32, ElementType::int32,
                                        ElementType::int64};
ElementType number_type(Random& random) { return number_types[random_int(random, 0, 3)]; }

OpCase exact(OpPointer op) {
  OpCase c{std::move(op)};
  c.tolerance = 0;
  return c;
}

}  // namespace

TEST_CASE("concat and split") {
  Random random = seeded_random();
  for (int repeat = 0; repeat < 30; ++repeat) {
    const Shape shape = map_shape(random);
    const ElementType type = number_type(random);
    auto concat = std::make_shared<Concat>();
    auto split = std::make_shared<Split>();
    concat->axis = split->axis = repeat % 2 ? 1 : random_int(random, -4, 3);
    const auto along = static_cast<std::size_t>((concat->axis + 4) % 4);
    OpCase c = exact(concat);
    for (int parts = random_int(random, 1, 4); parts > 0; --parts) {
      Shape part = shape;
      part[along] = random_int(random, 1, 20);
      split->split.push_back(part[along]);
      random_int(random, 0, 4) ? c.data(part, -9, 9, type) : c.weight(part, -9, 9, type);
    }
    check_op(random, c);
    Shape whole = shape;
    whole[along] = std::accumulate(split->split.begin(), split->split.end(), std::int64_t{0});
    OpCase parts = exact(split);
    check_op(random, parts.data(whole, -9, 9, type));
  }
}

TEST_CASE("slices in both directions") {
  Random random = seeded_random();
  for (int repeat = 0; repeat < 40; ++repeat) {
    const Shape shape = map_shape(random);
    auto op = std::make_shared<Slice>();
    for (int axis = 0; axis < 4; ++axis) {
      if (random_int(random, 0, 1)) continue;
      const int size = static_cast<int>(shape[static_cast<std::size_t>(axis)]);
      const int first = random_int(random, 0, size - 1), last = random_int(random, first, size - 1);
      const bool backwards = random_int(random, 0, 2) == 0;
      op->axes.push_back(axis);
      op->starts.push_back(backwards ? last : first);
      op->ends.push_back(backwards ? first - size - 1 : last + 1);
      op->steps.push_back(backwards ? -random_int(random, 1, 3) : random_int(random, 1, 2));
    }
    OpCase c = exact(op);
    check_op(random, c.data(shape, -9, 9, number_type(random)));
  }
}

TEST_CASE("padding in all modes") {
  Random random = seeded_random();
  for (int repeat = 0; repeat < 40; ++repeat) {
    const Shape shape = map_shape(random);
    auto op = std::make_shared<Pad>();
    op->mode = static_cast<Pad::Mode>(repeat % 3);
    op->value = 3;
    op->pads.resize(8);
    for (std::size_t i = 0; i < 8; ++i) {
      const bool spatial = i % 4 >= 2 || repeat % 4 == 0;
      const int most = op->mode == Pad::Mode::reflect ? std::min(3, static_cast<int>(shape[i % 4]) - 1) : 3;
      if (spatial) op->pads[i] = random_int(random, shape[i % 4] > 2 ? -1 : 0, most);
    }
    OpCase c = exact(op);
    check_op(random, c.data(shape, -9, 9, number_type(random)));
  }
}

TEST_CASE("transposes, reshapes and copies") {
  Random random = seeded_random();
  for (int repeat = 0; repeat < 30; ++repeat) {
    const ElementType type = number_type(random);
    auto transpose = std::make_shared<Transpose>();
    Shape shape(static_cast<std::size_t>(random_int(random, 1, 5)));
    for (auto& size : shape) size = random_int(random, 1, 9);
    transpose->perm.resize(shape.size());
    std::iota(transpose->perm.begin(), transpose->perm.end(), 0);
    std::shuffle(transpose->perm.begin(), transpose->perm.end(), random);
    OpCase moved = exact(transpose);
    check_op(random, moved.data(shape, -9, 9, type));

    const Shape map = map_shape(random);
    auto reshape = std::make_shared<Reshape>();
    reshape->shape = {0, -1, map[3]};
    for (const OpPointer& op : {OpPointer(reshape), OpPointer(std::make_shared<Flatten>()),
                                OpPointer(std::make_shared<Identity>())}) {
      OpCase c = exact(op);
      check_op(random, c.data(map, -9, 9, type));
    }
    OpCase constant = exact(std::make_shared<Constant>());
    check_op(random, constant.weight(map, -9, 9, type));
    OpCase last = exact(std::make_shared<SequenceLast>());
    check_op(random, last.data(map).data(map));
  }
}

TEST_CASE("expand and replicate") {
  Random random = seeded_random();
  for (int repeat = 0; repeat < 20; ++repeat) {
    const Shape map = map_shape(random);
    auto expand = std::make_shared<Expand>();
    expand->shape = map;
    Shape from = map;
    for (auto& size : from)
      if (random_int(random, 0, 1)) size = 1;
    OpCase expanded = exact(expand);
    check_op(random, expanded.data(from, -9, 9, number_type(random)));

    auto replicate = std::make_shared<Replicate>();
    const bool gate = repeat % 2;
    replicate->axis = gate ? 2 : random_int(random, 0, 2);
    replicate->dims = {random_int(random, 1, 9), random_int(random, 1, 9)};
    OpCase replicated = exact(replicate);
    check_op(random,
             replicated.data({map[0], map[1]}, -9, 9, gate ? ElementType::float32 : number_type(random)));

    OpCase product{replicate};
    product.data({map[0], map[1]}).factor = true;
    product.residual = repeat % 4 < 2;
    product.activation = random_activation(random);
    product.magnitude = 1;
    check_op(random, product);
  }
}

TEST_CASE("gathers") {
  Random random = seeded_random();
  for (int repeat = 0; repeat < 20; ++repeat) {
    const Shape map = map_shape(random);
    const ElementType type = number_type(random);
    auto gather = std::make_shared<Gather>();
    gather->axis = random_int(random, 0, 3);
    const double size = static_cast<double>(map[static_cast<std::size_t>(gather->axis)]);
    OpCase c = exact(gather);
    if (repeat % 3 == 0) {
      gather->indices = {random_int(random, -static_cast<int>(size), static_cast<int>(size) - 1)};
      gather->scalar = random_int(random, 0, 1);
      c.data(map, -9, 9, type);
    } else {
      const bool table = repeat % 3 == 1;
      table ? c.weight(map, -9, 9, type) : c.data(map, -9, 9, type);
      const Shape indices = {random_int(random, 1, 5), random_int(random, 1, 5)};
      table ? c.data(indices, -size, size, ElementType::int64)
            : c.weight(indices, -size, size, ElementType::int64);
    }
    check_op(random, c);

    auto nd = std::make_shared<GatherND>();
    nd->batch_dims = random_int(random, 0, 1);
    Shape indices = {random_int(random, 1, 5), random_int(random, 1, 2)};
    if (nd->batch_dims) indices.insert(indices.begin(), map[0]);
    double least = 9;
    for (std::size_t d = 0; d < 3; ++d) least = std::min(least, static_cast<double>(map[d]));
    OpCase rows = exact(nd);
    check_op(random, rows.data(map, -9, 9, type).data(indices, -least, least, ElementType::int64));
  }
}

TEST_CASE("resizes") {
  Random random = seeded_random();
  for (int repeat = 0; repeat < 48; ++repeat) {
    auto op = std::make_shared<Resize>();
    op->mode = static_cast<Resize::Mode>(repeat % 2);
    op->coordinate_transformation_mode = static_cast<kernels::ResizeCoordinates>(repeat / 2 % 4);
    op->nearest_mode = static_cast<kernels::ResizeNearest>(random_int(random, 0, 3));
    const Shape map = map_shape(random);
    if (random_int(random, 0, 1))
      op->scales = {static_cast<float>(random_int(random, 1, 4)),
                    static_cast<float>(random_int(random, 2, 5)) / 2};
    else
      op->sizes = {random_int(random, 1, 20), random_int(random, 1, 20)};
    OpCase c{op};
    c.data(map).activation = random_activation(random);
    check_op(random, c);
  }
}

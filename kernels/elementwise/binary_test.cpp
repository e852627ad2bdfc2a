#include "kernels/elementwise/binary.hpp"

#include "kernels/elementwise/binary_reference.hpp"
#include "kernels/elementwise/where.hpp"
#include "tests/support/tensor_index.hpp"

#include <vector>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;
using kernels::Activation;
using kernels::ActivationKind;
using kernels::BinaryFunction;

namespace {

struct Case {
  Sizes a, b, output;
};

// Any rank up to 5, each axis equal or repeated on either side, one operand perhaps of lower rank.
Case random_case(Random& random) {
  Case c;
  const int rank = random_int(random, 0, 5);
  for (int d = 0; d < rank; ++d) {
    const std::ptrdiff_t size =
        random_int(random, 0, 40) == 0 ? 0 : random_int(random, 1, d + 1 == rank ? 40 : 5);
    const int kind = random_int(random, 0, 5);
    c.output.push_back(size);
    c.a.push_back(kind == 0 ? 1 : size);
    c.b.push_back(kind == 1 ? 1 : size);
  }
  const auto drop_front = [&](Sizes& sizes, const Sizes& other) {
    const int cut = random_int(random, 0, rank);
    for (int d = 0; d < cut; ++d)
      if (other[static_cast<std::size_t>(d)] != c.output[static_cast<std::size_t>(d)]) return;
    sizes.erase(sizes.begin(), sizes.begin() + cut);
  };
  if (random_int(random, 0, 3) == 0) drop_front(c.b, Sizes(c.a));
  return c;
}

const Activation binary_activations[] = {{},
                                         {ActivationKind::relu},
                                         {ActivationKind::clip, -0.5f, 0.5f},
                                         {ActivationKind::leaky_relu, 0.1f},
                                         {ActivationKind::sigmoid}};

}  // namespace

TEST_CASE("binary: every function and ISA on random broadcasts equals the reference for every split") {
  Random random = seeded_random();
  for_each_isa([&](Isa isa) {
    for (int round = 0; round < 40; ++round) {
      const Case c = random_case(random);
      const kernels::BinaryNest nest = kernels::binary_nest(c.a, c.b, c.output);
      REQUIRE(nest.count == product(c.output));
      for (int i = 0; i < static_cast<int>(BinaryFunction::count); ++i) {
        CAPTURE(i);
        const auto f = static_cast<BinaryFunction>(i);
        const bool positive =
            f == BinaryFunction::div || f == BinaryFunction::div_offset || f == BinaryFunction::pow;
        const Buffer a = random_buffer(random, product(c.a), positive ? 0.5f : -2.0f, 2.0f);
        const Buffer b = random_buffer(random, product(c.b), positive ? 0.5f : -2.0f, 2.0f);
        const Buffer residual = random_buffer(random, nest.count);
        const kernels::BinaryParameters parameters = {
            0.5f, binary_activations[round % std::size(binary_activations)],
            round % 3 == 0 ? residual.data() : nullptr};
        Buffer expected(nest.count);
        for (std::ptrdiff_t k = 0; k < nest.count; ++k)
          expected[k] = static_cast<float>(kernels::reference::activate(
              parameters.activation,
              kernels::reference::binary(f, a[kernels::reference::element(nest, 0, k)],
                                         b[kernels::reference::element(nest, 1, k)], 0.5) +
                  (parameters.residual ? static_cast<double>(residual[k]) : 0)));
        for_each_thread_count([&](int threads) {
          Buffer y(nest.count, not_a_number);
          split(nest.count, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
            kernels::binary_kernels(isa)[f](nest, a.data(), b.data(), y.data(), parameters, begin, end);
          });
          check_close(y, expected, {.relative = 1e-6, .magnitude = 1});
        });
      }
    }
  });
}

TEST_CASE("binary: broadcasting repeats the elements that numpy repeats") {
  const Sizes a = {2, 1, 3}, b = {4, 1}, output = {2, 4, 3};
  const kernels::BinaryNest nest = kernels::binary_nest(a, b, output);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 3; ++k) {
        const int position = (i * 4 + j) * 3 + k;
        CHECK(kernels::reference::element(nest, 0, position) == i * 3 + k);
        CHECK(kernels::reference::element(nest, 1, position) == j);
      }
}

TEST_CASE("binary: a per-channel vector in blocked layout becomes rows of one vector") {
  const Sizes x = {1, 4, 7, 7, 16}, channel = {4, 1, 1, 16};
  const kernels::BinaryNest nest = kernels::binary_nest(x, channel, x);
  CHECK(nest.rank == 3);
  CHECK(nest.size[1] == 49);
  CHECK(nest.stride[1][1] == 0);
}

TEST_CASE(
    "binary: a row that goes into a vector several times, on either side, in place, from any element on") {
  const std::ptrdiff_t rows = 13;
  for_each_isa([&](Isa isa) {
    for (std::ptrdiff_t columns = 1; columns <= 2 * isa_info(isa).lanes; ++columns) {
      CAPTURE(columns);
      const Sizes many = {3, rows, columns}, one = {3, 1, columns};
      for (const bool is_left : {true, false})
        for (const std::ptrdiff_t begin : {std::ptrdiff_t{0}, columns / 2}) {
          const auto nest =
              is_left ? kernels::binary_nest(one, many, many) : kernels::binary_nest(many, one, many);
          Buffer row(3 * columns), y(nest.count);
          for (std::ptrdiff_t i = 0; i < row.size(); ++i) row[i] = static_cast<float>(i + 1);
          for (std::ptrdiff_t i = 0; i < nest.count; ++i) y[i] = static_cast<float>(1000 + i);
          kernels::binary_kernels(isa)[BinaryFunction::sub](nest, is_left ? row.data() : y.data(),
                                                            is_left ? y.data() : row.data(), y.data(), {},
                                                            begin, nest.count);
          for (std::ptrdiff_t i = 0; i < nest.count; ++i) {
            const auto was = static_cast<float>(1000 + i);
            const auto of_row = static_cast<float>(i / (rows * columns) * columns + i % columns + 1);
            CHECK(y[i] == (i < begin ? was : is_left ? of_row - was : was - of_row));
          }
        }
    }
  });
}

TEST_CASE("binary: pow of negative bases, zeros, ones; max and min keep NaN") {
  const float infinity = std::numeric_limits<float>::infinity();
  const float a[] = {-2, -2, -2, 0, 0,     1,     3,     -3,    0.25f, infinity, 5,  -1.5f,
                     0,  0,  0,  0, -0.0f, -0.0f, -0.0f, -0.0f, -1,    -1,       -1, not_a_number};
  const float b[] = {3,        2,         0.5f,         0,     2,  infinity,     0,  0,  -2,    0,
                     -1,       -3,        -1,           -0.5f, -2, not_a_number, -1, -2, -1.5f, 3,
                     infinity, -infinity, not_a_number, 0};
  const std::ptrdiff_t count = std::size(a);
  const Sizes sizes = {count};
  for_each_isa([&](Isa isa) {
    const kernels::BinaryNest nest = kernels::binary_nest(sizes, sizes, sizes);
    Buffer y(count);
    kernels::binary_kernels(isa)[BinaryFunction::pow](nest, a, b, y.data(), {}, 0, count);
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      CAPTURE(i);
      const float expected = std::pow(a[i], b[i]);
      CHECK((std::isnan(expected)   ? std::isnan(y[i])
             : std::isinf(expected) ? y[i] == expected
                                    : y[i] == doctest::Approx(expected).epsilon(1e-6)));
    }
    const float left[] = {not_a_number, 1, not_a_number}, right[] = {1, not_a_number, not_a_number};
    const Sizes three = {3};
    for (BinaryFunction f : {BinaryFunction::max, BinaryFunction::min}) {
      kernels::binary_kernels(isa)[f](kernels::binary_nest(three, three, three), left, right, y.data(), {}, 0,
                                      3);
      for (int i = 0; i < 3; ++i) CHECK(std::isnan(y[i]));
    }
  });
}

TEST_CASE("sum: one to five tensors, every ISA, size and thread count") {
  Random random = seeded_random();
  for_each_isa([&](Isa isa) {
    for (std::ptrdiff_t size : sizes())
      for (int count = 1; count <= 5; ++count) {
        std::vector<Buffer> x;
        std::vector<const float*> pointers;
        for (int k = 0; k < count; ++k) x.push_back(random_buffer(random, size));
        for (const Buffer& buffer : x) pointers.push_back(buffer.data());
        const Activation f = binary_activations[count % std::size(binary_activations)];
        Buffer expected(size);
        for (std::ptrdiff_t i = 0; i < size; ++i) {
          double total = 0;
          for (const Buffer& buffer : x) total += buffer[i];
          expected[i] = static_cast<float>(kernels::reference::activate(f, total));
        }
        for_each_thread_count([&](int threads) {
          Buffer y(size, not_a_number);
          split(size, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
            kernels::binary_kernels(isa).sum(pointers.data(), count, y.data(), f, begin, end);
          });
          check_close(y, expected, {.relative = 1e-6, .magnitude = 1});
        });
      }
  });
}

TEST_CASE("where: random broadcasts of all three operands, floats and int64") {
  Random random = seeded_random();
  for (int round = 0; round < 50; ++round) {
    const Case c = random_case(random);
    const std::size_t rank = c.output.size();
    Sizes a(rank), b(rank), condition(rank);
    kernels::broadcast_strides(c.a, c.output, a);
    kernels::broadcast_strides(c.b, c.output, b);
    kernels::broadcast_strides(c.output, c.output, condition);
    const auto nest = kernels::make_iteration<3>(c.output, {condition, a, b});
    std::vector<std::uint8_t> mask(static_cast<std::size_t>(nest.count));
    for (auto& m : mask) m = static_cast<std::uint8_t>(random_int(random, 0, 2));
    const Buffer av = random_buffer(random, product(c.a)), bv = random_buffer(random, product(c.b));
    std::vector<std::int64_t> al(static_cast<std::size_t>(product(c.a)), 7),
        bl(static_cast<std::size_t>(product(c.b)), -9);
    for_each_thread_count([&](int threads) {
      Buffer y(nest.count, not_a_number);
      std::vector<std::int64_t> yl(static_cast<std::size_t>(nest.count));
      split(nest.count, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
        kernels::where(nest, mask.data(), av.data(), bv.data(), y.data(), 4, begin, end);
        kernels::where(nest, mask.data(), al.data(), bl.data(), yl.data(), 8, begin, end);
      });
      for (std::ptrdiff_t k = 0; k < nest.count; ++k) {
        const bool first = mask[static_cast<std::size_t>(kernels::reference::element(nest, 0, k))] != 0;
        CHECK(y[k] == (first ? av[kernels::reference::element(nest, 1, k)]
                             : bv[kernels::reference::element(nest, 2, k)]));
        CHECK(yl[static_cast<std::size_t>(k)] == (first ? 7 : -9));
      }
    });
  }
}

#include "engine/ops/reduce.hpp"
#include "engine/ops/softmax.hpp"
#include "tests/reference/call.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace bricks::test {
namespace {

double total(const std::vector<double>& terms) { return std::accumulate(terms.begin(), terms.end(), 0.0); }

double log_sum_exp(const std::vector<double>& terms) {
  const double largest = *std::max_element(terms.begin(), terms.end());
  double sum = 0;
  for (double term : terms) sum += std::exp(term - largest);
  return largest + std::log(sum);
}

double reduce_terms(Reduce::Function function, const std::vector<double>& terms) {
  using F = Reduce::Function;
  double magnitudes = 0, squares = 0, product = 1;
  for (double term : terms) magnitudes += std::abs(term), squares += term * term, product *= term;
  switch (function) {
    case F::sum:
      return total(terms);
    case F::mean:
      return total(terms) / static_cast<double>(terms.size());
    case F::max:
      return *std::max_element(terms.begin(), terms.end());
    case F::min:
      return *std::min_element(terms.begin(), terms.end());
    case F::prod:
      return product;
    case F::l1:
      return magnitudes;
    case F::l2:
      return std::sqrt(squares);
    case F::sum_square:
      return squares;
    case F::log_sum:
      return std::log(total(terms));
    case F::log_sum_exp:
      return log_sum_exp(terms);
    case F::count:
      break;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

void reduce(const Call& call, const Reduce& op) {
  const Shape& shape = call.in(0).shape;
  const std::vector<char> reduced = op.reduced(shape.size());
  Shape kept = shape;
  for (std::size_t d = 0; d < shape.size(); ++d)
    if (reduced[d]) kept[d] = 1;
  std::vector<std::vector<double>> terms(call.y().size());
  for (std::size_t i = 0; i < call.x().size(); ++i)
    terms[broadcast_place(index_of(i, shape), kept)].push_back(call.x()[i]);
  for (std::size_t i = 0; i < terms.size(); ++i) call.y()[i] = reduce_terms(op.function, terms[i]);
}

// Calls body(from, to) for every line along an axis: place of its first element in the input and its number,
// counted in order of places.
template <class Body>
void for_each_line(const Shape& shape, std::size_t axis, Body body) {
  const std::int64_t outer = product(shape, 0, axis), inner = product(shape, axis + 1, shape.size());
  for (std::int64_t o = 0; o < outer; ++o)
    for (std::int64_t i = 0; i < inner; ++i)
      body(static_cast<std::size_t>(o * shape[axis] * inner + i), static_cast<std::size_t>(o * inner + i));
}

void arg_reduce(const Call& call, const ArgReduce& op) {
  const Shape& shape = call.in(0).shape;
  const std::size_t axis = wrap_axis(op.axis, shape.size());
  const std::size_t step = static_cast<std::size_t>(product(shape, axis + 1, shape.size()));
  for_each_line(shape, axis, [&](std::size_t first, std::size_t line) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < static_cast<std::size_t>(shape[axis]); ++k) {
      const double x = call.x()[first + k * step], y = call.x()[first + best * step];
      if ((op.largest ? x > y : x < y) || (op.select_last_index && x == y)) best = k;
    }
    call.y()[line] = static_cast<double>(best);
  });
}

void softmax(const Call& call, std::int64_t axis_attribute, bool logarithm) {
  const Shape& shape = call.in(0).shape;
  const std::size_t axis = wrap_axis(axis_attribute, shape.size());
  const std::size_t step = static_cast<std::size_t>(product(shape, axis + 1, shape.size()));
  for_each_line(shape, axis, [&](std::size_t first, std::size_t) {
    std::vector<double> terms;
    for (std::size_t k = 0; k < static_cast<std::size_t>(shape[axis]); ++k)
      terms.push_back(call.x()[first + k * step]);
    const double normalizer = log_sum_exp(terms);
    for (std::size_t k = 0; k < terms.size(); ++k)
      call.y()[first + k * step] = logarithm ? terms[k] - normalizer : std::exp(terms[k] - normalizer);
  });
}

}  // namespace

bool reference_reduction(const Call& call) {
  if (const auto* op = op_cast<Reduce>(call.op)) return reduce(call, *op), true;
  if (const auto* op = op_cast<ArgReduce>(call.op)) return arg_reduce(call, *op), true;
  if (const auto* op = op_cast<Softmax>(call.op))
    return softmax(call, op->axis, op_cast<LogSoftmax>(call.op) != nullptr), true;
  return false;
}

}  // namespace bricks::test

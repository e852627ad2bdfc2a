#include "engine/weights/moments.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace bricks {
namespace {

constexpr int nodes = 48;
constexpr double widest = 6, step = 2 * widest / nodes;  // no node at 0, where some functions have a pole

struct Node {
  double place, weight;
};
using Grid = std::array<Node, nodes>;

double below(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

// The distribution of the largest of n standard normal numbers.
Grid grid_of_largest(int n) {
  Grid grid;
  for (int i = 0; i < nodes; ++i) {
    const double left = -widest + i * step;
    grid[static_cast<std::size_t>(i)] = {left + step / 2,
                                         std::pow(below(left + step), n) - std::pow(below(left), n)};
  }
  return grid;
}

const Grid& normal_grid() {
  static const Grid grid = grid_of_largest(1);
  return grid;
}

// As measured behind batch normalisations whose scales and variances are spread as in
// rules_normalization.cpp.
constexpr double channel_difference = 0.15;

Moments integrate(const Moments& x, const Grid& elements, const std::function<double(double)>& f) {
  double mean = 0, square = 0, shared = 0;
  const double of_channel = std::sqrt(x.shared);
  const double of_element =
      std::sqrt((x.variance - x.shared) / (1 + channel_difference * channel_difference));
  for (const double size : {of_element * (1 - channel_difference), of_element * (1 + channel_difference)})
    for (const Node& channel : normal_grid()) {
      double channel_mean = 0;
      for (const Node& element : elements) {
        const double y = f(x.mean + of_channel * channel.place + size * element.place);
        channel_mean += element.weight * y;
        square += channel.weight * element.weight * y * y / 2;
      }
      mean += channel.weight * channel_mean / 2;
      shared += channel.weight * channel_mean * channel_mean / 2;
    }
  return checked({mean, square - mean * mean, shared - mean * mean});
}

}  // namespace

Moments checked(Moments moments) {
  const double smallest = 1e-12 * moments.mean * moments.mean + 1e-16;
  moments.variance = std::max(moments.variance, smallest);
  moments.shared = std::clamp(moments.shared, 0.0, moments.variance);
  return moments;
}

Moments function_of(const Moments& x, const std::function<double(double)>& f) {
  return integrate(x, normal_grid(), f);
}

Moments largest_of(const Moments& x, int n, const std::function<double(double)>& f) {
  return integrate(x, grid_of_largest(n), f);
}

}  // namespace bricks

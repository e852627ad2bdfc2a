// A tensor as a sum of random sources, so that the moments of a + b are right also where b was made from a,
// as in residual, U-shaped and hourglass networks.
#pragma once

#include "engine/weights/moments.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bricks {

// f(x) for normal x. Equal names stand for equal functions.
struct Bent {
  Moments x;
  std::function<double(double)> f;
  std::string name;
};

class Signal {
 public:
  Signal() = default;
  // Independent of all signals made before.
  explicit Signal(const Moments& moments);

  Moments moments() const { return {mean_, variance_, shared_}; }
  // Sources that it is made of; no more than 256, the least are one.
  std::size_t parts() const { return parts_.size(); }

  // Of alpha x + beta.
  Signal affine(double alpha, double beta) const;
  // Of an average of neighbours or a larger map made of such: correlated with x, but with less variance.
  Signal smoothed(const Moments& moments) const;
  // The same values at other places: only what is shared may change.
  Signal with_shared(double shared) const;

  // Of alpha x + beta y.
  static Signal sum(const Signal& x, double alpha, const Signal& y, double beta);

  // Where this is a rising function of a normal signal, both: a maximum of f(x) is f of the maximum of x, and
  // so better known than from this signal's moments.
  std::optional<Bent> bent;

  // Made of a sum of layers since the last convolution or normalisation. Channels of such a stream differ
  // more than the moments say, and its mean is less than they say.
  bool accumulated = false;

 private:
  // amplitude times a projection of the source that keeps `fraction` of its variance.
  struct Part {
    std::int64_t source;
    double amplitude, fraction, variance, shared;  // the last two of the source
    double own_variance() const { return amplitude * amplitude * fraction * variance; }
  };
  static Part fresh(double variance, double shared);
  static void merge(std::vector<Part>& parts, const Part& x, const Part& y);
  static constexpr std::size_t most_parts = 256;
  void keep_largest();
  void update();

  double mean_ = 0, variance_ = 1, shared_ = 0;
  std::vector<Part> parts_;  // by source
};

}  // namespace bricks

#include "engine/weights/signal.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace bricks {

Signal::Part Signal::fresh(double variance, double shared) {
  static std::atomic<std::int64_t> count = 0;
  return {count++, 1, 1, variance, shared};
}

Signal::Signal(const Moments& moments)
    : mean_(moments.mean),
      variance_(moments.variance),
      shared_(moments.shared),
      parts_{fresh(moments.variance, moments.shared)} {}

void Signal::update() {
  variance_ = 0;
  for (const Part& part : parts_) variance_ += part.own_variance();
  const Moments all = checked({mean_, variance_, shared_});
  variance_ = all.variance;
  shared_ = all.shared;
}

Signal Signal::affine(double alpha, double beta) const {
  Signal y = *this;
  y.bent.reset();
  y.mean_ = alpha * mean_ + beta;
  y.shared_ *= alpha * alpha;
  for (Part& part : y.parts_) part.amplitude *= alpha;
  y.update();
  return y;
}

Signal Signal::smoothed(const Moments& moments) const {
  Signal y = *this;
  y.bent.reset();
  y.mean_ = moments.mean;
  y.shared_ = moments.shared;
  for (Part& part : y.parts_) part.fraction *= std::min(1.0, moments.variance / variance_);
  y.update();
  return y;
}

Signal Signal::with_shared(double shared) const {
  Signal y = *this;
  y.shared_ = std::clamp(shared, 0.0, variance_);
  return y;
}

// Two projections of one source share the smaller of their fractions. The sum is a projection again, with the
// same variance and the same covariance with the source.
void Signal::merge(std::vector<Part>& parts, const Part& x, const Part& y) {
  const double variance = x.amplitude * x.amplitude * x.fraction + y.amplitude * y.amplitude * y.fraction +
                          2 * x.amplitude * y.amplitude * std::min(x.fraction, y.fraction);
  const double covariance = x.amplitude * x.fraction + y.amplitude * y.fraction;
  if (variance <= 1e-9 * (x.amplitude * x.amplitude + y.amplitude * y.amplitude)) return;  // they cancel
  if (covariance * covariance < 1e-6 * variance)
    parts.push_back(fresh(variance * x.variance, variance * x.shared));
  else
    parts.push_back(
        {x.source, variance / covariance, covariance * covariance / variance, x.variance, x.shared});
}

// A stream of n sums would otherwise keep n parts in each of them. What each of the least adds to the
// variance is hardly anything, and so is what they have in common with others.
void Signal::keep_largest() {
  if (parts_.size() <= most_parts) return;
  const auto least = parts_.begin() + static_cast<std::ptrdiff_t>(most_parts - 1);
  std::nth_element(parts_.begin(), least, parts_.end(),
                   [](const Part& p, const Part& q) { return p.own_variance() > q.own_variance(); });
  double rest = 0, shared = 0;
  for (auto part = least; part != parts_.end(); ++part) {
    rest += part->own_variance();
    shared += part->amplitude * part->amplitude * part->shared;
  }
  parts_.erase(least, parts_.end());
  parts_.push_back(fresh(rest, shared));
}

Signal Signal::sum(const Signal& x, double alpha, const Signal& y, double beta) {
  Signal z;
  z.mean_ = alpha * x.mean_ + beta * y.mean_;
  z.shared_ = alpha * alpha * x.shared_ + beta * beta * y.shared_;
  const auto scaled = [](Part part, double factor) {
    part.amplitude *= factor;
    return part;
  };
  auto a = x.parts_.begin(), b = y.parts_.begin();
  while (a != x.parts_.end() || b != y.parts_.end()) {
    if (b == y.parts_.end() || (a != x.parts_.end() && a->source < b->source)) {
      z.parts_.push_back(scaled(*a++, alpha));
    } else if (a == x.parts_.end() || b->source < a->source) {
      z.parts_.push_back(scaled(*b++, beta));
    } else {
      z.shared_ += 2 * alpha * beta * a->amplitude * b->amplitude * a->shared;
      merge(z.parts_, scaled(*a++, alpha), scaled(*b++, beta));
    }
  }
  z.keep_largest();
  std::sort(z.parts_.begin(), z.parts_.end(),
            [](const Part& p, const Part& q) { return p.source < q.source; });
  z.update();
  z.accumulated = true;
  return z;
}

}  // namespace bricks

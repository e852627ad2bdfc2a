// Moments of a tensor whose elements are thought of as random, and what functions make of them.
#pragma once

#include <functional>

namespace bricks {

// Every element has the same mean and variance; two elements of one channel, at different places, have
// covariance `shared`, in [0, variance]: the variance of the channels' own means. Elements are taken as
// normal: mean + sqrt(shared) z + sqrt(variance - shared) e, z one a channel, e one an element.
struct Moments {
  double mean = 0, variance = 1, shared = 0;

  double square() const { return mean * mean + variance; }
};

// With shared and variance in their ranges again, as they may not be after approximations.
Moments checked(Moments moments);

// Of f(x), by the midpoint rule in z and e.
Moments function_of(const Moments& x, const std::function<double(double)>& f);

// Of the largest of n elements of one channel, f of each: f must not fall.
Moments largest_of(const Moments& x, int n, const std::function<double(double)>& f);

}  // namespace bricks

#include "engine/weights/moments.hpp"

#include "engine/weights/signal.hpp"

#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

doctest::Approx near(double value) { return doctest::Approx(value).epsilon(0.03); }

}  // namespace

TEST_CASE("a ramp of standard normal numbers") {
  const Moments y = function_of({0, 1, 0}, [](double x) { return std::max(0.0, x); });
  CHECK(y.mean == near(1 / std::sqrt(2 * std::numbers::pi)));
  CHECK(y.square() == near(0.5));
}

TEST_CASE("places of a channel that have all in common still do after a function") {
  const Moments y = function_of({0, 1, 1}, [](double x) { return std::max(0.0, x); });
  CHECK(y.shared == near(y.variance));
}

TEST_CASE("the largest of nine standard normal numbers") {
  const Moments y = largest_of({0, 1, 0}, 9, [](double x) { return x; });
  CHECK(y.mean == near(1.485));
  CHECK(y.square() == near(1.485 * 1.485 + 0.357 + 0.05));  // the last: channels differ
}

TEST_CASE("sums of signals know what the signals have in common") {
  const Signal x(Moments{1, 4, 0.5}), y(Moments{2, 9, 0});
  CHECK(Signal::sum(x, 1, y, 1).moments().variance == near(13));
  CHECK(Signal::sum(x, 1, y, 1).moments().mean == near(3));
  CHECK(Signal::sum(x, 1, x, 1).moments().variance == near(16));
  CHECK(Signal::sum(x, 1, x, -1).moments().variance < 1e-6);
  CHECK(Signal::sum(x.affine(2, 0), 1, x, -1).moments().variance == near(4));
  CHECK(Signal::sum(Signal::sum(x, 1, y, 1), 1, x, 1).moments().variance == near(25));
}

TEST_CASE("a stream of thousands of sums keeps its variance, and the memory of its parts is bounded") {
  Signal stream(Moments{0, 1, 0});
  for (int i = 1; i < 3000; ++i) stream = Signal::sum(stream, 1, Signal(Moments{0, 1, 0}), 1);
  CHECK(stream.moments().variance == near(3000));
  CHECK(stream.parts() <= 256);
}

TEST_CASE("what is left of a signal without its own average") {
  const Signal x(Moments{1, 4, 1});
  const Signal mean =
      x.smoothed({1, 1.5, 1.5});  // of places with variance 4, of which 1 is shared, a sixth of the rest
  CHECK(Signal::sum(x, 1, mean, -1).moments().variance == near(2.5));
  CHECK(Signal::sum(x, 1, mean, -1).moments().mean == doctest::Approx(0));
  CHECK(Signal::sum(x, 1, mean, 1).moments().variance == near(4 + 1.5 + 2 * 1.5));
}

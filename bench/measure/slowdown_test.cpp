#include "bench/measure/slowdown.hpp"

#include <cmath>
#include <random>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

constexpr double longest_ns = 200e6;

// A brick beside neighbours who slow the watch down by up to a half, runs by that to the power of `exponent`,
// and every look by chance on top of it.
Series disturbed_brick(std::mt19937_64& random, double ns, double exponent, int runs = 200) {
  std::uniform_real_distribution<double> neighbours(0, 0.4), chance(-0.25, 0.25);
  Series brick;
  for (int i = 0; i < runs; ++i) {
    const double state = neighbours(random);
    Sample sample{.turn = i, .ns = ns * std::exp(exponent * state + chance(random) / 5)};
    sample.looks = {100 * std::exp(state + chance(random)), 100 * std::exp(state + chance(random))};
    sample.watch_ns = sample.looks.longest();
    brick.samples.push_back(sample);
  }
  return brick;
}

}  // namespace

TEST_CASE("slowdown: none beside a watch as usual, a power of the watch's beyond the limit") {
  const Slowdown slowdown{105, 100, 2};
  CHECK(slowdown.of(0) == 1);
  CHECK(slowdown.of(105) == 1);
  CHECK(slowdown.of(150) == doctest::Approx(2.25));
}

TEST_CASE("slowdown: the power is found though looks vary by chance") {
  std::mt19937_64 random(7);
  for (const double exponent : {0.5, 1.0, 1.5}) {
    CAPTURE(exponent);
    std::vector<Series> bricks;
    for (const double ns : {2e5, 1e6, 3e6})
      for (int i = 0; i < 10; ++i) bricks.push_back(disturbed_brick(random, ns, exponent));
    CHECK(slowdown_exponent(bricks, longest_ns) == doctest::Approx(exponent).epsilon(0.1));
  }
}

TEST_CASE("slowdown: programs that take a core for a look or a run do not decide the power") {
  std::mt19937_64 random(8);
  std::vector<Series> bricks;
  for (int i = 0; i < 20; ++i) bricks.push_back(disturbed_brick(random, 1e6, 1.2));
  for (Series& brick : bricks)
    brick.samples[3].looks.after_ns *= 100, brick.samples[5].looks.before_ns *= 100;
  CHECK(slowdown_exponent(bricks, longest_ns) == doctest::Approx(1.2).epsilon(0.1));
}

TEST_CASE("slowdown: the power is 1 where nothing tells") {
  std::mt19937_64 random(9);
  std::vector<Series> bricks = {disturbed_brick(random, 1e6, 1.8, 3), disturbed_brick(random, 1e9, 1.8)};
  CHECK(slowdown_exponent({}, longest_ns) == 1);
  CHECK(slowdown_exponent(bricks, longest_ns) == 1);
  bricks = {disturbed_brick(random, 1e6, 1.8), disturbed_brick(random, 1e6, 1.8)};
  for (Sample& sample : bricks[0].samples) sample.interrupted = true;
  for (Sample& sample : bricks[1].samples) sample.looks = {};
  CHECK(slowdown_exponent(bricks, longest_ns) == 1);
}

TEST_CASE("slowdown: few runs leave the power near 1") {
  std::mt19937_64 random(10);
  const std::vector<Series> bricks = {disturbed_brick(random, 1e6, 1.8, 20)};
  CHECK(slowdown_exponent(bricks, longest_ns) == doctest::Approx(1).epsilon(0.1));
}

TEST_CASE("slowdown: passes are adjusted part by part, and say by how much") {
  Series series;
  series.samples = {{.ns = 300, .watch_ns = 100}, {.ns = 300, .watch_ns = 150}, {.ns = 500, .watch_ns = 200}};
  series.samples[2].parts = {{200, 100}, {300, 200}};
  adjust(series, {105, 100, 1});
  CHECK(series.samples[0].ns == 300);
  CHECK(series.samples[0].slowdown == 1);
  CHECK(series.samples[1].ns == doctest::Approx(200));
  CHECK(series.samples[1].slowdown == doctest::Approx(1.5));
  CHECK(series.samples[2].ns == doctest::Approx(200 + 150));
  CHECK(series.samples[2].slowdown == doctest::Approx(500.0 / 350));
}

TEST_CASE("slowdown: what is too long for one look to tell of is adjusted by the shorter of two") {
  const LookPair once = {100, 200}, always = {200, 150}, untold = {};
  Series series;
  for (const LookPair& looks : {once, always, untold})
    series.samples.push_back({.ns = 300, .watch_ns = 200, .looks = looks});
  series.samples.push_back({.ns = 900, .watch_ns = 200});
  series.samples[3].parts = {{300, 200, false, once}, {300, 200, false, always}, {300, 200, false, untold}};
  Series of_short_ones = series;
  adjust(series, {105, 100, 1, 250});
  CHECK(series.samples[0].ns == 300);
  CHECK(series.samples[1].ns == doctest::Approx(200));
  CHECK(series.samples[2].ns == doctest::Approx(150));
  CHECK(series.samples[3].ns == doctest::Approx(300 + 200 + 150));
  adjust(of_short_ones, {105, 100, 1, 1000});
  for (int i = 0; i < 3; ++i) CHECK(of_short_ones.samples[i].ns == doctest::Approx(150));
  CHECK(of_short_ones.samples[3].ns == doctest::Approx(450));
}

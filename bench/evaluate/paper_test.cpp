#include "bench/evaluate/paper.hpp"

#include "bench/zoo/zoo.hpp"
#include "compose/statistics/statistics.hpp"

#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

using namespace bricks;

TEST_CASE("the paper's models are the zoo's, in its order") {
  REQUIRE(paper_models().size() == zoo::entries().size());
  for (std::size_t i = 0; i < paper_models().size(); ++i)
    CHECK(paper_models()[i].model == zoo::entries()[i].file);
  CHECK(paper_model("vgg16")->unique_layers == 26);
  CHECK(paper_model("unheard of") == nullptr);
}

TEST_CASE("the recorded numbers give what the paper's text says") {
  std::vector<double> ratios;
  for (const PaperModel& model : paper_models())
    ratios.push_back(model.sequential_ms / model.latency_ms[paper_figure_3_system]);
  CHECK(geometric_mean(ratios) == doctest::Approx(0.918).epsilon(0.001));
  CHECK(minimum(ratios) == doctest::Approx(0.829).epsilon(0.001));
  CHECK(maximum(ratios) == doctest::Approx(0.981).epsilon(0.001));
  double best = 0;
  for (const PaperSystem& system : paper_systems()) best = std::max(best, std::ranges::max(system.speedup));
  CHECK(best == doctest::Approx(4.4).epsilon(0.01));
}

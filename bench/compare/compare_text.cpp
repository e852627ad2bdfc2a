#include "bench/compare/compare_report.hpp"
#include "bench/report/rounds_text.hpp"
#include "bench/report/text.hpp"
#include "bench/report/tuning_report.hpp"

#include <algorithm>
#include <cmath>

namespace bricks::bench {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string gflops(const Compared& one, const EngineFigures& figures) {
  if (one.macs == 0 || figures.ms.value <= 0) return "";
  return format("%.1f", 2e-6 * static_cast<double>(one.macs) / figures.ms.value);
}

void add_engine_cells(std::vector<std::string>& row, const Compared& one, const EngineFigures& figures) {
  const bool ran = figures.failure.empty();
  row.push_back(ran ? milliseconds(figures.ms.value) : "-");
  row.push_back(ran ? gflops(one, figures) : "");
  row.push_back(figures.ratio ? format("%.3f", figures.ratio->value) : "");
  row.push_back(figures.ratio ? format("%.1f", figures.ratio->half_width_percent()) : "");
  row.push_back(figures.difference ? format("%.1e", *figures.difference) : "");
}

std::vector<std::string> row_of(const Compared& one, std::vector<std::string> row) {
  const bool ran = one.ours.failure.empty();
  row.push_back(ran ? milliseconds(one.ours.ms.value) : "-");
  row.push_back(ran ? gflops(one, one.ours) : "");
  for (const EngineFigures& figures : one.theirs) add_engine_cells(row, one, figures);
  return row;
}

std::vector<std::string> header(const CompareReport& report, std::vector<std::string> row) {
  row.insert(row.end(), {"ours ms", "GFLOP/s"});
  for (const std::string& name : report.backends)
    row.insert(row.end(), {name + " ms", "GFLOP/s", "ratio", "+- %", "difference"});
  return row;
}

std::string models_table(const CompareReport& report) {
  Rows rows{header(report, {"<model"})};
  for (const Compared& model : report.models) {
    rows.push_back(row_of(model, {model.name}));
    rows.back().resize(rows.front().size());  // a model that could not be read ran nowhere
  }
  return columns(rows);
}

double ratio_of(const Compared& one) {
  const EngineFigures* fastest = one.fastest();
  return fastest && fastest->ratio ? fastest->ratio->value : 0;
}

std::string bricks_table(const CompareReport& report, const std::vector<const Compared*>& bricks) {
  Rows rows{header(report, {"<brick", "<input", "count"})};
  for (const Compared* brick : bricks)
    rows.push_back(row_of(*brick, {brick->operators, brick->input_shape, std::to_string(brick->count)}));
  return columns(rows);
}

std::string bricks_text(const CompareReport& report, std::size_t most) {
  std::vector<const Compared*> gains, losses;
  for (const Compared& brick : report.bricks) {
    const double ratio = ratio_of(brick);
    if (ratio > 0) (ratio >= 1 ? gains : losses).push_back(&brick);
  }
  const auto cut = [&](std::vector<const Compared*>& list, double sign) {
    std::stable_sort(list.begin(), list.end(), [sign](const Compared* a, const Compared* b) {
      return sign * ratio_of(*a) > sign * ratio_of(*b);
    });
    list.resize(std::min(most, list.size()));
  };
  const std::size_t all = gains.size() + losses.size();
  if (all == 0) return "";
  std::string text = format("\n%zu bricks: geometric mean of theirs / ours %.3f, we are slower in %zu\n", all,
                            mean_ratio(report.bricks).value_or(0), losses.size());
  cut(gains, 1);
  cut(losses, -1);
  if (!gains.empty()) text += "\nlargest gains\n" + bricks_table(report, gains);
  if (!losses.empty()) text += "\nlargest losses\n" + bricks_table(report, losses);
  return text;
}

std::string failures_text(const std::vector<Compared>& list) {
  std::string text;
  for (const Compared& one : list) {
    if (!one.ours.failure.empty()) text += one.name + ": " + one.ours.failure + "\n";
    for (const EngineFigures& figures : one.theirs) {
      if (!figures.failure.empty())
        text += one.name + ": " + figures.failure + "\n";
      else if (figures.difference && *figures.difference > tolerance)
        text += one.name + ": " + figures.engine +
                format(": outputs differ by %.1e of the largest, expected at most %.0e\n",
                       *figures.difference, tolerance);
    }
  }
  return text;
}

std::string calls_text(const CompareReport& report) {
  for (const Compared& model : report.models) {
    if (!model.ours.failure.empty()) continue;
    std::string text = format("taken off for a call: bricks %.1f us", model.ours.call_us);
    for (const EngineFigures& figures : model.theirs)
      if (figures.failure.empty())
        text += ", " + figures.engine + " " + report.versions.at(figures.engine) +
                format(" %.1f us", figures.call_us);
    return text + "\n";
  }
  return "";
}

std::string answer(const CompareReport& report) {
  std::string text = format("%zu %s", report.models.size(), report.models.size() == 1 ? "model" : "models");
  if (const auto mean = mean_ratio(report.models))
    text += format(": geometric mean of theirs / ours %.3f (the fastest of theirs; above 1 we are faster)",
                   *mean);
  return text + "  [" + report.settings.execution +
         format(", %d %s, ", report.settings.threads, report.settings.threads == 1 ? "thread" : "threads") +
         report.settings.isa + "]\n\n";
}

}  // namespace

bool agrees(const CompareReport& report) {
  const auto all_agree = [](const std::vector<Compared>& list) {
    return std::all_of(list.begin(), list.end(), [](const Compared& one) {
      return one.ours.failure.empty() &&
             std::all_of(one.theirs.begin(), one.theirs.end(), [](const EngineFigures& figures) {
               return !figures.difference || *figures.difference <= tolerance;
             });
    });
  };
  return all_agree(report.models) && all_agree(report.bricks);
}

std::string compare_text(const CompareReport& report, std::size_t most) {
  std::string text = answer(report) + models_table(report) + "\n";
  if (const auto floor = mean_floor(report.models))
    text += format("floor: a second process of ours against ours %.3f +- %.1f %% (expected 1.00 +- 0.01)\n",
                   *floor, floor_half_width_percent(report.models));
  if (report.tuning) text += tuning_line(*report.tuning) + "\n";
  if (report.compared_again > 0)
    text += format("%d of them compared again at the end, as their ratios were uncertain\n",
                   report.compared_again);
  text += calls_text(report) + rounds_lines(report.rounds) + bricks_text(report, most);
  const std::string failures = failures_text(report.models) + failures_text(report.bricks);
  if (!failures.empty()) text += "\n" + failures;
  for (const auto& [name, why] : report.missing) text += "\nmissing: " + why + "\n";
  return text + "\n" + report.settings.command + "\n";
}

}  // namespace bricks::bench

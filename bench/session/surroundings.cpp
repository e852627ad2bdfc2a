#include "bench/session/surroundings.hpp"

#include "bench/host/host.hpp"

namespace bricks {

std::vector<SessionPart> session_parts(std::span<const double> macs) {
  std::vector<SessionPart> parts;
  double sum = 0;
  for (const double own : macs) {
    parts.push_back({sum, own + 1});  // at least one multiply-add
    sum += parts.back().share;
  }
  for (SessionPart& part : parts) part = {part.begin / sum, part.share / sum};
  return parts;
}

std::vector<SessionPart> session_parts(std::span<const std::vector<std::size_t>> models,
                                       const RecipeBook& book) {
  std::vector<double> macs;
  for (const std::vector<std::size_t>& together : models) {
    macs.push_back(0);
    for (const std::size_t model : together) macs.back() += static_cast<double>(book.recipes[model].macs);
  }
  return session_parts(macs);
}

Surroundings machine_surroundings(Progress& progress, const std::string& what,
                                  std::function<bool()> interrupted, SessionPart part) {
  Surroundings surroundings;
  surroundings.clock = &monotonic_clock();
  surroundings.steal_ticks = [] { return steal_ticks(); };
  surroundings.progress = [&progress, what, part](double done) {
    if (part.begin + done == 0) progress.begin(what);
    progress.at(part.begin + done * part.share);
  };
  surroundings.interrupted = std::move(interrupted);
  return surroundings;
}

}  // namespace bricks

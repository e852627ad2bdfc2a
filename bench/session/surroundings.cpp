#include "bench/session/surroundings.hpp"

#include "bench/host/host.hpp"

namespace bricks {

std::vector<SessionPart> session_parts(std::span<const std::vector<std::size_t>> models,
                                       const RecipeBook& book) {
  std::vector<SessionPart> parts;
  double macs = 0;
  for (const std::vector<std::size_t>& together : models) {
    SessionPart part{macs, 1};  // at least one multiply-add
    for (const std::size_t model : together) part.share += static_cast<double>(book.recipes[model].macs);
    macs += part.share;
    parts.push_back(part);
  }
  for (SessionPart& part : parts) part = {part.begin / macs, part.share / macs};
  return parts;
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

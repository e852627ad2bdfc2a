#include "bench/session/carousels.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace bricks {
namespace {

constexpr std::uint64_t beyond_factor = 2;  // footprints of so many caches leave nothing for the next pass
constexpr std::size_t copies_factor = 4;
constexpr double classes_per_octave = 4;  // footprints within 19 % of each other share a carousel
constexpr int beyond = 1 << 20;           // class of all footprints beyond the cache

int footprint_class(const Footprint& footprint, std::size_t last_level_bytes) {
  const std::uint64_t swept = std::max<std::uint64_t>(1, footprint.swept_bytes());
  if (swept >= beyond_factor * last_level_bytes) return beyond;
  return static_cast<int>(std::lround(classes_per_octave * std::log2(static_cast<double>(swept))));
}

void add(Carousel& carousel, BenchmarkId id, const Footprint& footprint) {
  if (carousel.swept_bytes == 0 || footprint.swept_bytes() < carousel.swept_bytes)
    carousel.swept_bytes = footprint.swept_bytes();
  if (carousel.members.empty() || carousel.members.back().id != id) carousel.members.push_back({id});
  CarouselMember& member = carousel.members.back();
  member.weight_copies = std::max(member.weight_copies, footprint.weight_copies);
  member.activation_bytes = std::max(member.activation_bytes, footprint.activation_bytes);
}

}  // namespace

std::vector<Carousel> plan_carousels(const Suite& suite, std::span<const BenchmarkId> ids,
                                     std::size_t last_level_bytes) {
  std::map<int, Carousel> classes;
  for (const BenchmarkId id : ids) {
    std::vector<Footprint> footprints = suite.bricks[id.brick].variants[id.variant].footprints;
    if (footprints.empty()) footprints.push_back({1, beyond_factor * last_level_bytes, 0});
    for (const Footprint& footprint : footprints)
      add(classes[footprint_class(footprint, last_level_bytes)], id, footprint);
  }
  std::vector<Carousel> carousels;
  for (auto& [number, carousel] : classes) {
    carousel.beyond_cache = number == beyond;
    carousels.push_back(std::move(carousel));
  }
  return carousels;
}

std::size_t runs_per_turn(const Carousel& carousel, const CarouselMember& member) {
  return carousel.beyond_cache ? 1 : static_cast<std::size_t>(member.weight_copies);
}

std::size_t copies_to_hold(const Carousel& carousel, const CarouselMember& member, std::size_t turn_bytes,
                           std::size_t last_level_bytes) {
  const auto in_model = static_cast<std::size_t>(member.weight_copies);
  if (!carousel.beyond_cache) return in_model;
  const std::size_t enough = copies_factor * last_level_bytes / std::max<std::size_t>(1, turn_bytes) + 1;
  return std::min(in_model, enough);
}

}  // namespace bricks

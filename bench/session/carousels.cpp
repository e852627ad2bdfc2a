#include "bench/session/carousels.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <set>

namespace bricks {
namespace {

constexpr std::size_t copies_factor = 4;
constexpr double classes_per_octave = 4;  // footprints within 19 % of each other share a carousel
constexpr int beyond = 1 << 20;           // class of all footprints beyond the cache

int footprint_class(std::uint64_t swept_bytes, std::size_t last_level_bytes) {
  const std::uint64_t swept = std::max<std::uint64_t>(1, swept_bytes);
  if (swept >= beyond_cache_bytes(last_level_bytes)) return beyond;
  return static_cast<int>(std::lround(classes_per_octave * std::log2(static_cast<double>(swept))));
}

void add(Carousel& carousel, BenchmarkId id, const Footprint& footprint) {
  if (carousel.swept_bytes == 0 || footprint.swept_bytes() < carousel.swept_bytes)
    carousel.swept_bytes = footprint.swept_bytes();
  if (carousel.members.empty() || carousel.members.back().id != id)
    carousel.members.push_back(
        {.id = id, .output_place = footprint.output_place, .findings = footprint.findings});
  CarouselMember& member = carousel.members.back();
  member.weight_copies = std::max(member.weight_copies, footprint.weight_copies);
  member.activation_bytes = std::max(member.activation_bytes, footprint.activation_bytes);
}

bool enough(const CarouselMember& member, std::size_t rounds) {
  return member.before != nullptr && rounds_of(*member.before) >= rounds;
}

int class_of(const Carousel& carousel, std::size_t last_level_bytes) {
  return carousel.beyond_cache ? beyond : footprint_class(carousel.swept_bytes, last_level_bytes);
}

std::uint64_t turn_bytes(const Carousel& carousel,
                         const std::function<std::uint64_t(BenchmarkId)>& packed_bytes) {
  std::uint64_t bytes = 0;
  for (const CarouselMember& member : carousel.members)
    bytes += runs_per_turn(carousel, member) * packed_bytes(member.id);
  return bytes;
}

bool is_part(const Carousel& part, const Carousel& whole) {
  std::set<BenchmarkId> members;
  for (const CarouselMember& member : whole.members) members.insert(member.id);
  return std::ranges::all_of(part.members,
                             [&](const CarouselMember& member) { return members.contains(member.id); });
}

// Each line that comes takes the place of any one. So of what passes of `caches` caches find, k, a line
// outlives the caches (1 - k) of lines that come by its next use with probability exp(-caches (1 - k)), which
// is k; the smaller root, to which the steps lead.
double kept_share(double caches) {
  if (caches <= 1) return 1;
  constexpr int steps = 100;
  double kept = 0;
  for (int i = 0; i < steps; ++i) kept = std::exp(-caches * (1 - kept));
  return kept;
}

// As many carousels as the members' weights are passes of a model with so many bytes of them, with about
// equally many each.
std::vector<Carousel> in_passes(const Suite& suite, Carousel carousel, std::uint64_t model_weight_bytes) {
  // At least one, so that bricks without weights are spread too.
  const auto bytes_of = [&](const CarouselMember& member) {
    return 1 + static_cast<double>(member.weight_copies) * sizeof(float) *
                   static_cast<double>(total_parameters(suite.bricks[member.id.brick].graph));
  };
  double all = 0;
  for (const CarouselMember& member : carousel.members) all += bytes_of(member);
  const double passes = all / static_cast<double>(std::max<std::uint64_t>(1, model_weight_bytes));
  const long count = std::clamp(std::lround(passes), 1L, static_cast<long>(carousel.members.size()));
  std::ranges::stable_sort(carousel.members, std::ranges::greater(), bytes_of);
  std::vector<Carousel> parts(static_cast<std::size_t>(count), {false, carousel.swept_bytes, {}});
  std::vector<double> bytes(parts.size());
  for (const CarouselMember& member : carousel.members) {
    const auto least = std::ranges::min_element(bytes);
    *least += bytes_of(member);
    parts[static_cast<std::size_t>(least - bytes.begin())].members.push_back(member);
  }
  return parts;
}

}  // namespace

std::vector<Carousel> plan_carousels(const Suite& suite, std::span<const BenchmarkId> ids,
                                     std::size_t last_level_bytes, std::optional<std::uint64_t> model_bytes) {
  std::map<int, Carousel> classes;
  std::map<int, std::uint64_t> weight_bytes;  // of each class's smallest model
  for (const BenchmarkId id : ids) {
    std::vector<Footprint> footprints = suite.bricks[id.brick].variants[id.variant].footprints;
    if (footprints.empty()) footprints.push_back({1, beyond_cache_bytes(last_level_bytes), 0});
    for (const Footprint& footprint : footprints) {
      if (model_bytes && footprint.swept_bytes() != *model_bytes) continue;
      const int number = footprint_class(footprint.swept_bytes(), last_level_bytes);
      add(classes[number], id, footprint);
      std::uint64_t& least = weight_bytes.try_emplace(number, footprint.weight_bytes).first->second;
      least = std::min(least, footprint.weight_bytes);
    }
  }
  std::vector<Carousel> carousels;
  for (auto& [number, carousel] : classes) {
    carousel.beyond_cache = number == beyond;
    if (suite.options.overlap && !carousel.beyond_cache)
      std::ranges::move(in_passes(suite, std::move(carousel), weight_bytes[number]),
                        std::back_inserter(carousels));
    else
      carousels.push_back(std::move(carousel));
  }
  return carousels;
}

std::vector<Carousel> take_known(std::vector<Carousel>& carousels, const Suite& suite,
                                 const SystemResults& known, std::size_t rounds, std::size_t last_level_bytes,
                                 const TunedUnitsOf& tuned_units_of) {
  std::vector<Carousel> taken;
  for (Carousel& carousel : carousels) {
    const int wanted = class_of(carousel, last_level_bytes);
    for (CarouselMember& member : carousel.members) {
      const Brick& brick = suite.bricks[member.id.brick];
      const std::string variant = variant_text(brick.variants[member.id.variant].context);
      const BrickResult* result =
          known.look_up(brick.text, variant, carousel.swept_bytes, tuned_units_of(member.id));
      if (result != nullptr &&
          (result->swept_bytes == 0 || footprint_class(result->swept_bytes, last_level_bytes) == wanted))
        member.before = result;
    }
    const auto rest = std::stable_partition(carousel.members.begin(), carousel.members.end(),
                                            [&](const CarouselMember& m) { return !enough(m, rounds); });
    taken.push_back({carousel.beyond_cache, carousel.swept_bytes, {rest, carousel.members.end()}});
    carousel.members.erase(rest, carousel.members.end());
  }
  std::erase_if(carousels, [](const Carousel& carousel) { return carousel.members.empty(); });
  return taken;
}

double lost_weights_share(const Carousel& carousel, std::size_t usable_last_level_bytes,
                          std::size_t beside_bytes) {
  if (carousel.beyond_cache) return 0;
  const auto kept = [&](std::uint64_t bytes) {
    return kept_share(static_cast<double>(bytes) / static_cast<double>(usable_last_level_bytes));
  };
  const double of_pass = kept(carousel.swept_bytes), of_turn = kept(carousel.swept_bytes + beside_bytes);
  return of_turn < 1 ? (of_pass - of_turn) / (1 - of_turn) : 1;
}

std::uint64_t bytes_to_fill(std::span<const Carousel> wholes, const Carousel& part,
                            std::size_t last_level_bytes,
                            const std::function<std::uint64_t(BenchmarkId)>& packed_bytes) {
  const int wanted = class_of(part, last_level_bytes);
  for (const Carousel& whole : wholes) {
    if (class_of(whole, last_level_bytes) != wanted || !is_part(part, whole)) continue;
    if (whole.members.size() == part.members.size()) return 0;
    const std::uint64_t all = turn_bytes(whole, packed_bytes), own = turn_bytes(part, packed_bytes);
    const std::uint64_t needed =
        part.beyond_cache ? std::min<std::uint64_t>(all, copies_factor * last_level_bytes) : all;
    return needed > own ? needed - own : 0;
  }
  return 0;
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

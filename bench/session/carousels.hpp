// Which benchmarks turn together.
//
// A brick finds in the caches what the turn around it leaves there, so a turn has to sweep about as many
// bytes as the brick's model does. Where a model is larger than the last-level cache by a factor, everything
// comes from memory whatever the factor is: one carousel serves all such models. Models that fit, or nearly,
// get a carousel of their own; those of nearly the same footprint share one.
#pragma once

#include "bench/session/benchmarks.hpp"
#include "compose/results/result.hpp"
#include "decompose/suite/suite.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace bricks {

struct CarouselMember {
  BenchmarkId id;
  std::uint64_t weight_copies = 1;      // in the model that has most of them
  std::uint64_t activation_bytes = 0;   // of the model that has most
  std::uint64_t output_place = 0;       // in the model with the smallest footprint
  std::vector<Finding> findings = {};   // likewise
  const BrickResult* before = nullptr;  // what was measured of it earlier
};

struct Carousel {
  bool beyond_cache = true;       // its models' weights come from memory in every pass
  std::uint64_t swept_bytes = 0;  // between two uses: of the smallest model that it stands for
  std::vector<CarouselMember> members;
};

// A benchmark is in one carousel for each kind of footprint that it has; in the one beyond all caches if it
// has none. model_bytes: footprints of models that sweep so many count alone. Overlapping sequences hold a
// unit's weights up to G times: within the cache they turn on several carousels, each of which sweeps about
// the bytes of a pass.
std::vector<Carousel> plan_carousels(const Suite& suite, std::span<const BenchmarkId> ids,
                                     std::size_t last_level_bytes,
                                     std::optional<std::uint64_t> model_bytes = {});

// Footprints of so many bytes leave nothing in the caches for the next pass.
constexpr std::uint64_t beyond_cache_bytes(std::size_t last_level_bytes) {
  return 2 * static_cast<std::uint64_t>(last_level_bytes);
}

// Of what a turn does not find of its bricks' weights, the share that passes of their models find in the last
// level, of which so many bytes are usable. beside_bytes: that a turn goes over beside what a pass does. All
// where a pass fits: a turn takes several times as long, and others use the cache meanwhile.
// imageidentify_v1 (60 MiB, 7 ms a pass, 96 MiB usable), five sessions in turns: +5.0 % with none of its
// weights read before its bricks run, +2.7, +1.8 and +1.7 with 30, 60 and 100 % of them.
double lost_weights_share(const Carousel& carousel, std::size_t usable_last_level_bytes,
                          std::size_t beside_bytes);

// What a tuning table chooses for a benchmark, as BrickResult::tuned.
using TunedUnitsOf = std::function<std::string(BenchmarkId)>;

// Gives every member what is known of it, with the algorithms that it runs now, in this carousel or one of
// the same kind, and takes those that ran in at least so many rounds out into carousels of their own, which
// it returns.
std::vector<Carousel> take_known(std::vector<Carousel>& carousels, const Suite& suite,
                                 const SystemResults& known, std::size_t rounds, std::size_t last_level_bytes,
                                 const TunedUnitsOf& tuned_units_of);

// Bytes that a turn of `part`, members of one of `wholes`, has to go over beside its members' weights, so
// that it sweeps as many as a turn of the whole; none where it is a part of no whole. Beyond the cache no
// more than four caches count. packed_bytes: of one copy of a benchmark's weights, Winograd's being up to
// four times the model's; asked for where the part is not the whole.
std::uint64_t bytes_to_fill(std::span<const Carousel> wholes, const Carousel& part,
                            std::size_t last_level_bytes,
                            const std::function<std::uint64_t(BenchmarkId)>& packed_bytes);

// Runs of a member in one turn.
std::size_t runs_per_turn(const Carousel& carousel, const CarouselMember& member);

// Weight copies worth having when a turn goes over `turn_bytes` of weights: no more than the brick has in its
// model, and, beyond the cache, no more than keep a copy unused for four times the cache.
std::size_t copies_to_hold(const Carousel& carousel, const CarouselMember& member, std::size_t turn_bytes,
                           std::size_t last_level_bytes);

}  // namespace bricks

// How a sequence finds its tensors in the workers' caches: who touched them last, and how. Inputs keep their
// shape, so words say it; an output goes where tensors of other shapes were, so what counts is which parts of
// it another worker touched last than the one who is going to write them.
#pragma once

#include "decompose/extract/activations.hpp"
#include "decompose/extract/spread.hpp"
#include "decompose/extract/wiring.hpp"

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace bricks {

struct InputTouch {
  Spread written = {};
  Spread read = {};  // behind that, where otherwise than it was written; else as written
  // Since the unit began that wrote it, or was the last to read it: multiply-adds of units, and bytes that
  // they have gone over beside the input itself. Rounded down to powers of two, as caches need no more and
  // neighbours are nobody's business.
  std::uint64_t macs_since = 0, bytes_since = 0;
  // Bytes that units had gone over between the last touch of its memory before it was written and that;
  // rounded down likewise. None: not known.
  std::optional<std::uint64_t> memory_age_bytes = {};
  bool operator==(const InputTouch&) const = default;
  auto operator<=>(const InputTouch&) const = default;
};

// Who touched memory last, to the worker who is going to write there. Of two cores of a Zen 4 the one that
// writes takes so many ns a line (800 kB), while they have a last level in common and while they have none:
//   own 0.6, 0.6; foreign 0.8, 2.4; taken 0.6, 0.6; lent 6.9, 27; shared 6.4, 27.
// With a common one, lent lines cost no more once second levels have lost them; without, they do after 8 MB.
// A line that the other one wrote and has read back from beyond its second level is as dear as a lent one
// (6.9 and 26), and if both have read it since, as a shared one (6.4 and 26): so they are called that.
enum class Toucher : std::uint8_t {
  own,      // that one alone
  foreign,  // another one alone
  taken,    // another one wrote it, that one has read it since
  lent,     // that one wrote it, another one has read it since; or another one alone, which has read it back
  shared,   // one wrote it, the other one and then both have read it, or both after the one has read it back
};

inline constexpr std::size_t toucher_count = 5;
std::string_view toucher_name(Toucher toucher);
// Throws Error for what is none.
Toucher toucher_from_name(std::string_view name);

// Neighbouring parts of an output.
struct TouchedRun {
  std::uint64_t parts = 0;  // of output_parts
  Toucher by = Toucher::own;
  // What units have gone over since, weights, inputs and outputs: caches that hold less have forgotten it.
  // Rounded down to powers of two.
  std::uint64_t age_bytes = 0;
  bool operator==(const TouchedRun&) const = default;
  auto operator<=>(const TouchedRun&) const = default;
};

// The memory that an output is written to.
struct OutputTouch {
  Spread written = {};  // as the output is going to be
  // One after the other, all output_parts together: each worker has its own parts of an output, and the one
  // that finds the dearest memory there decides when the unit is done.
  std::vector<TouchedRun> runs = {};
  bool operator==(const OutputTouch&) const = default;
  auto operator<=>(const OutputTouch&) const = default;
};
inline constexpr std::uint64_t output_parts = 64;

// The memory that units compute in, which all have in common (scratch_use.hpp).
struct ScratchTouch {
  std::uint64_t in_use_percent = 0;  // of what is going to be used: used by the unit just before, too
  // What units have gone over since one used the rest. Rounded down to powers of two. None: no unit does, or
  // there is no rest.
  std::optional<std::uint64_t> age_bytes = {};
  bool operator==(const ScratchTouch&) const = default;
  auto operator<=>(const ScratchTouch&) const = default;
};

struct LastTouch {
  std::vector<InputTouch> inputs = {};  // of every input of the brick; empty: not known
  // Of every output; none: nothing is known of it. Empty: of no output.
  std::vector<std::optional<OutputTouch>> outputs = {};
  ScratchTouch scratch = {};
  bool operator==(const LastTouch&) const = default;
  auto operator<=>(const LastTouch&) const = default;
};

// What some of a brick's executions in a pass of its model find, all the same.
struct Finding {
  std::uint64_t executions = 1;
  LastTouch touch = {};
  bool operator==(const Finding&) const = default;
  auto operator<=>(const Finding&) const = default;
};

class LastTouchReader {
 public:
  // model and parts have to outlive this.
  LastTouchReader(const UnitGraph& model, const MemoryParts& parts, std::vector<Activation> values);

  LastTouch read(Sequence sequence, const Wiring& wiring) const;

 private:
  struct Touch {
    std::size_t unit;
    Spread how;
    std::size_t period;  // in bytes: the first half of each is the first worker's
    std::size_t begin;   // unit: that of the last part for what is put together, else `unit`
  };
  using Touches = std::vector<Touch>;  // in running order; the first one writes
  struct Before {
    std::uint64_t age_bytes;
    const Activation* value;
    std::span<const Touch> touches;
  };

  bool add_unit(std::size_t unit);  // false for a view, and parts in their places: it goes over nothing
  bool shares_each_part(std::size_t unit) const;  // of one that add_parts is not for
  Touch touch(TensorId id, std::size_t unit, Spread how) const;
  bool add_parts(LayerId layer, std::size_t unit);  // false where it has none, or copies
  Touches& touches(TensorId id) { return touches_[static_cast<std::size_t>(parts_.root(id))]; }
  const Touches& touches(TensorId id) const { return touches_[static_cast<std::size_t>(parts_.root(id))]; }
  // Those before a unit in this pass, or else all in the one before.
  std::span<const Touch> touches_before(TensorId id, std::size_t unit) const;
  static InputTouch left(std::span<const Touch> touches);
  InputTouch find_input(TensorId id, std::size_t unit) const;
  // What was in some of this memory, the latest first.
  std::vector<Before> before(const ArenaBlock& memory, std::size_t unit) const;
  static unsigned workers_of(const Touch& touch, std::size_t at);
  Toucher toucher(std::span<const Touch> touches, std::size_t at, unsigned writer) const;
  // Whether who wrote finds it no longer in its second level when it reads.
  bool reads_back(const Touch& written, const Touch& read) const;
  // All output_parts, one a run, in order; none where nothing is known.
  std::vector<TouchedRun> find_parts(TensorId id, std::size_t unit) const;
  std::optional<OutputTouch> find_output(TensorId id, std::size_t unit) const;
  std::optional<std::uint64_t> memory_age_bytes(TensorId input) const;
  // The last one that runs before a unit, in this pass or else in the one before, and uses more than so many
  // bytes of scratch memory.
  std::optional<std::size_t> last_scratch_user(std::size_t unit, std::uint64_t bytes) const;
  ScratchTouch find_scratch(Sequence sequence) const;
  std::uint64_t bytes_between(std::size_t from, std::size_t to) const;

  const UnitGraph& model_;
  const MemoryParts& parts_;
  std::vector<std::uint64_t> bytes_before_;   // each unit, in a pass; then those of the pass
  std::vector<std::uint64_t> macs_before_;    // likewise
  std::vector<Touches> touches_;              // of each root
  std::vector<std::uint64_t> scratch_bytes_;  // that units use
  std::vector<Activation> values_;
};

}  // namespace bricks

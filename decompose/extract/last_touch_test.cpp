#include "decompose/extract/last_touch.hpp"

#include "decompose/extract/scratch_use.hpp"
#include "decompose/test_support/models.hpp"
#include "engine/error.hpp"
#include "engine/ops/reduce.hpp"
#include "engine/ops/reshape.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include <doctest/doctest.h>

namespace bricks {
namespace {

// A model whose layers are units, unless they are fused.
class Read {
 public:
  explicit Read(const Graph& graph, Execution execution = Execution::layerwise)
      : graph_(graph),
        model_(cut_into_units(graph_, execution)),
        parts_(graph_, model_.layouts),
        uses_(model_, parts_),
        activations_(place_activations(model_, parts_, uses_)),
        reader_(model_, parts_, activations_.values),
        wiring_(model_) {}
  Read(const Read&) = delete;
  Read& operator=(const Read&) = delete;

  LastTouch touch(std::uint32_t unit, std::uint32_t count = 1) {
    const Sequence sequence{unit, count};
    return reader_.read(sequence, wiring_.read(sequence));
  }
  std::size_t place(LayerId layer) const {
    const TensorId root = parts_.root(graph_.layer(layer).outputs[0]);
    return std::ranges::find(activations_.values, root, &Activation::root)->memory.offset;
  }

 private:
  const Graph graph_;
  const UnitGraph model_;
  const MemoryParts parts_;
  const ValueUses uses_;
  const Activations activations_;
  const LastTouchReader reader_;
  WiringReader wiring_;
};

using Inputs = std::vector<InputTouch>;

// Without what has happened since.
Inputs spreads(LastTouch touch) {
  for (InputTouch& input : touch.inputs) input = {input.written, input.read};
  return touch.inputs;
}

constexpr InputTouch rows{Spread::rows, Spread::rows}, pieces{Spread::pieces, Spread::pieces},
    rows_read_by_pieces{Spread::rows, Spread::pieces};

// Two blocks of channels, shared by rows where a convolution writes them.
constexpr std::int64_t channels = 32, extent = 32;
constexpr std::uint64_t map_bytes = 4 * channels * extent * extent, weight_bytes = 4 * channels * channels;

TensorId first_map(test::ModelWriter& model, std::int64_t side = extent) {
  return model.conv(model.input({1, channels, side, side}), channels, 1, false);
}

// Parts of an output by who touched them.
using Parts = std::map<Toucher, std::uint64_t>;

Parts parts_of(const std::optional<OutputTouch>& output) {
  REQUIRE(output);
  Parts parts;
  std::uint64_t all = 0;
  for (const TouchedRun& run : output->runs) parts[run.by] += run.parts, all += run.parts;
  CHECK(all == output_parts);
  return parts;
}

// Touched by the unit just before.
void check_output(const LastTouch& found, Spread written, const Parts& parts) {
  REQUIRE(found.outputs.size() == 1);
  CHECK(parts_of(found.outputs[0]) == parts);
  CHECK(found.outputs[0]->written == written);
  for (const TouchedRun& run : found.outputs[0]->runs) CHECK(run.age_bytes == 0);
}

std::uint64_t age_of(const std::optional<OutputTouch>& output) {
  REQUIRE(output);
  REQUIRE(output->runs.size() == 1);
  return output->runs[0].age_bytes;
}

}  // namespace

TEST_CASE("inputs are as the layer before wrote them, and as others have read them otherwise since") {
  test::ModelWriter model("m");
  const TensorId x = first_map(model);                   // 0: by rows
  const TensorId y = model.unary(x);                     // 1: by pieces
  const TensorId z = model.conv(x, channels, 1, false);  // 2
  model.conv(model.sum(y, z), channels, 1, false);       // 3, 4
  Read read(model.finish());
  CHECK(spreads(read.touch(1)) == Inputs{rows});
  CHECK(spreads(read.touch(2)) == Inputs{rows_read_by_pieces});
  CHECK(spreads(read.touch(3)) == Inputs{pieces, rows});
  CHECK(spreads(read.touch(4)) == Inputs{pieces});
}

TEST_CASE("what one layer has read all of is shared, whatever others read before or since") {
  test::ModelWriter model("m");
  const TensorId x = first_map(model);               // 0: by rows
  const TensorId a = model.unary(x);                 // 1: by pieces
  const TensorId y = model.conv(x, 4096, 1, false);  // 2: by channels, so reads all
  model.unary(x);                                    // 3: by pieces
  model.unary(x);                                    // 4
  model.unary(a), model.unary(y);
  Read read(model.finish());
  CHECK(spreads(read.touch(2)) == Inputs{rows_read_by_pieces});
  CHECK(spreads(read.touch(3)) == Inputs{{Spread::rows, Spread::shared}});
  CHECK(spreads(read.touch(4)) == Inputs{{Spread::rows, Spread::shared}});
}

TEST_CASE("inputs are as old as what has run since their last user began, in powers of two") {
  test::ModelWriter model("m");
  const TensorId x = first_map(model);                   // 0
  const TensorId y = model.unary(x);                     // 1
  const TensorId z = model.conv(x, channels, 1, false);  // 2
  model.sum(y, z);                                       // 3
  Read read(model.finish());
  constexpr std::uint64_t macs = channels * channels * extent * extent;
  const auto age = [](const LastTouch& touch, std::size_t input) {
    return std::pair(touch.inputs.at(input).macs_since, touch.inputs.at(input).bytes_since);
  };
  // The model's input, since the pass before.
  CHECK(age(read.touch(0), 0) == std::pair(2 * macs, std::bit_floor(8 * map_bytes + 2 * weight_bytes)));
  CHECK(age(read.touch(1), 0) == std::pair(macs, std::bit_floor(map_bytes + weight_bytes)));
  CHECK(age(read.touch(2), 0) == std::pair(std::uint64_t{0}, map_bytes));
  CHECK(age(read.touch(3), 0) == std::pair(macs, std::bit_floor(3 * map_bytes + weight_bytes)));
  CHECK(age(read.touch(3), 1) == std::pair(macs, std::bit_floor(map_bytes + weight_bytes)));
}

TEST_CASE("a layer with a view behind it goes over its bytes, the view alone over none") {
  for (const Execution execution : {Execution::fused, Execution::layerwise}) {
    test::ModelWriter model("m");
    const TensorId x = first_map(model);  // 0
    const TensorId mean = model.add(
        std::make_shared<Reduce>(Reduce::Function::mean, std::vector<std::int64_t>{2, 3}, false), {x});
    model.linear(model.add(std::make_shared<Flatten>(), {mean}), 1);
    model.conv(x, channels, 1, false);  // the last unit
    const Graph graph = model.finish();
    const auto last = static_cast<std::uint32_t>(cut_into_units(graph, execution).units.size() - 1);
    // The mean's output, which is the product's input, and weights of that size; a few bytes more.
    constexpr std::uint64_t bytes = 3 * 4 * channels;
    CHECK(Read(graph, execution).touch(last).inputs.at(0).bytes_since == std::bit_floor(bytes));
  }
}

TEST_CASE("the memory of an input is as old as it was when the input was written, in powers of two") {
  test::ModelWriter model("m");
  TensorId x = first_map(model);                                      // 0
  for (int i = 0; i < 3; ++i) x = model.conv(x, channels, 1, false);  // 1, 2, 3
  model.conv(model.unary(x), channels, 1, false);                     // 4 in place, 5
  Read read(model.finish());
  const auto age = [&](std::uint32_t unit) { return read.touch(unit).inputs.at(0).memory_age_bytes; };
  constexpr std::uint64_t unit = 2 * map_bytes + weight_bytes;
  CHECK(age(0) == std::nullopt);  // the model's input, which no unit writes
  REQUIRE(read.place(2) == read.place(0));
  CHECK(age(3) == 0u);  // unit 1 read unit 0's output, and unit 2 wrote over it
  REQUIRE(read.place(4) == read.place(3));
  CHECK(age(5) == 0u);
  // In the pass before unit 5 was the last to read there, and unit 0 came behind.
  REQUIRE(read.place(3) == read.place(1));
  CHECK(age(2) == std::bit_floor(unit));
}

TEST_CASE("scratch memory is as old as what has run since a unit computed in it, in powers of two") {
  test::ModelWriter model("m");
  TensorId x =
      model.conv(model.input({1, channels, extent, extent}), channels, 3, false);  // 0: in scratch memory
  x = model.conv(x, channels, 1, false);                                           // 1
  x = model.max_pool(model.unary(x));                                              // 2, 3
  model.unary(x);                                                                  // 4
  Read read(model.finish());
  const auto scratch = [&](std::uint32_t unit) { return read.touch(unit).scratch; };
  constexpr std::uint64_t product = 2 * map_bytes + weight_bytes, pool = map_bytes / 4 * 5;
  CHECK(scratch(1) == ScratchTouch{.in_use_percent = 100});
  CHECK(scratch(2) == ScratchTouch{.age_bytes = std::bit_floor(product)});
  CHECK(scratch(3) == ScratchTouch{.age_bytes = std::bit_floor(product + 2 * map_bytes)});
  CHECK(scratch(4) == ScratchTouch{.age_bytes = std::bit_floor(product + 2 * map_bytes + pool)});
  // In the pass before, all the others came behind.
  CHECK(scratch(0) ==
        ScratchTouch{.age_bytes = std::bit_floor(product + 2 * map_bytes + pool + map_bytes / 2)});
}

TEST_CASE("the unit just before may use a part of scratch memory; the rest is older") {
  test::ModelWriter model("m");
  const auto conv = [&](TensorId x, std::int64_t outputs) { return model.conv(x, outputs, 3, false); };
  TensorId x = conv(model.input({1, 128, 8, 8}), 32);  // 0: of 4 tiles of 128 channels
  x = conv(conv(x, 128), 128);                         // 1, 2: of 32 and of 128
  conv(x, 128);                                        // 3
  Read read(model.finish());
  const auto scratch = [&](std::uint32_t unit) { return read.touch(unit).scratch; };
  constexpr std::uint64_t tiles = 4 * 36 * sizeof(float), of_32 = other_scratch_bytes + 32 * tiles,
                          of_128 = other_scratch_bytes + 128 * tiles;
  CHECK(scratch(1) == ScratchTouch{.in_use_percent = 100});
  CHECK(scratch(3) == ScratchTouch{.in_use_percent = 100});
  const ScratchTouch found = scratch(2);
  CHECK(found.in_use_percent == 100 * of_32 / of_128);
  // Unit 0 used it, since when unit 1 has gone over its input, its output and its weights.
  CHECK(found.age_bytes ==
        std::bit_floor(std::uint64_t{sizeof(float)} * (32 * 64 + 128 * 64 + 9 * 32 * 128)));
}

TEST_CASE("scratch memory that no unit computes in has no age") {
  test::ModelWriter model("m");
  model.unary(first_map(model));
  CHECK(Read(model.finish()).touch(1).scratch == ScratchTouch{});
}

TEST_CASE("what is put together in its place is as old as its last part") {
  test::ModelWriter model("m");
  const TensorId x = first_map(model);                         // 0
  const TensorId a = model.conv(x, channels, 1, false);        // 1
  const TensorId b = model.conv(x, channels, 1, false);        // 2
  model.unary(model.add(std::make_shared<Concat>(), {a, b}));  // 3, 4
  Read read(model.finish());
  CHECK(read.touch(4).inputs.at(0).macs_since == channels * channels * extent * extent);
}

TEST_CASE("an output goes where others have been: whose that was, and how long ago") {
  test::ModelWriter model("m");
  TensorId x = first_map(model);                                      // 0
  for (int i = 0; i < 3; ++i) x = model.conv(x, channels, 1, false);  // 1, 2, 3: rows all of them
  model.max_pool(model.conv(x, channels, 1, false));                  // 4, 5
  Read read(model.finish());
  REQUIRE(read.place(2) == read.place(0));
  check_output(read.touch(2), Spread::rows, {{Toucher::own, output_parts}});
  REQUIRE(read.place(3) == read.place(1));
  CHECK(parts_of(read.touch(3).outputs.at(0)) == Parts{{Toucher::own, output_parts}});
}

TEST_CASE("half of what was written by rows is another worker's for one who writes pieces") {
  test::ModelWriter model("m");
  const TensorId x = first_map(model);                    // 0
  const TensorId y = model.conv(x, channels, 1, false);   // 1: the last to read x
  const TensorId z = model.unary(y, UnaryKind::sigmoid);  // 2: where x was, as y is needed again
  model.conv(model.sum(y, z), channels, 1, false);        // 3, 4
  Read read(model.finish());
  REQUIRE(read.place(2) == read.place(0));
  check_output(read.touch(2), Spread::pieces,
               {{Toucher::own, output_parts / 2}, {Toucher::foreign, output_parts / 2}});
}

TEST_CASE("what another worker has read since it was written is lent, and shared where both have") {
  test::ModelWriter model("m");
  const TensorId x = first_map(model);                            // 0: rows
  const TensorId a = model.unary(x);                              // 1: reads pieces, so half of x is shared
  const TensorId y = model.conv(x, channels, 1, false);           // 2: rows
  const TensorId z = model.conv(y, channels, 1, false);           // 3: where x was
  model.conv(model.sum(model.sum(a, y), z), channels, 1, false);  // 4, 5, 6
  Read read(model.finish());
  REQUIRE(read.place(3) == read.place(0));
  check_output(read.touch(3), Spread::rows,
               {{Toucher::own, output_parts / 2}, {Toucher::shared, output_parts / 2}});
}

TEST_CASE("who reads what another one wrote takes it from that one, who has lent it") {
  for (const bool by_rows : {true, false}) {
    test::ModelWriter model("m");
    const TensorId other = model.input({1, channels, extent, extent});
    const TensorId x = first_map(model);                                // 0: rows
    const TensorId pool = model.max_pool(x);                            // 1: reads pieces, the last to read x
    const TensorId y = by_rows ? model.conv(other, channels, 1, false)  // 2: rows
                               : model.unary(other, UnaryKind::sigmoid);  // or pieces
    model.unary(pool), model.conv(y, channels, 1, false);
    Read read(model.finish());
    REQUIRE(read.place(2) == read.place(0));
    check_output(
        read.touch(2), by_rows ? Spread::rows : Spread::pieces,
        {{Toucher::own, output_parts / 2}, {by_rows ? Toucher::lent : Toucher::taken, output_parts / 2}});
  }
}

TEST_CASE("ages are bytes of all units since, into the pass before where nobody was there in this one") {
  const auto chain = [](int convolutions) {
    test::ModelWriter model("m");
    TensorId x = first_map(model);
    for (int i = 1; i < convolutions; ++i) x = model.conv(x, channels, 1, false);
    return model.finish();
  };
  const std::uint64_t unit = 2 * map_bytes + weight_bytes;
  // The model's output has a place of its own: its own convolution is the last to have touched it.
  CHECK(age_of(Read(chain(2)).touch(1).outputs.at(0)) == std::bit_floor(unit));
  // Unit 2 read there; unit 0 came behind.
  CHECK(age_of(Read(chain(3)).touch(1).outputs.at(0)) == std::bit_floor(unit));
}

// 3 MB are more than second levels keep until they are read.
TEST_CASE("what its writer has read back from beyond the second level is as dear to others as if lent") {
  for (const std::int64_t side : {32, 160}) {
    test::ModelWriter model("m");
    const TensorId x = first_map(model, side);              // 0: rows
    const TensorId y = model.conv(x, channels, 1, false);   // 1: rows, the last to read x
    const TensorId z = model.unary(y, UnaryKind::sigmoid);  // 2: pieces, where x was
    model.conv(model.sum(y, z), channels, 1, false);        // 3, 4
    Read read(model.finish());
    REQUIRE(read.place(2) == read.place(0));
    check_output(read.touch(2), Spread::pieces,
                 {{Toucher::own, output_parts / 2},
                  {side == 32 ? Toucher::foreign : Toucher::lent, output_parts / 2}});
  }
}

TEST_CASE("what its writer has read back and another one has read then is shared") {
  test::ModelWriter model("m");
  const TensorId x = first_map(model, 160);               // 0: rows
  const TensorId y = model.conv(x, channels, 1, false);   // 1: rows
  const TensorId pool = model.max_pool(x);                // 2: pieces, the last to read x
  const TensorId z = model.unary(y, UnaryKind::sigmoid);  // 3: pieces, where x was
  model.unary(pool), model.conv(model.sum(y, z), channels, 1, false);
  Read read(model.finish());
  REQUIRE(read.place(3) == read.place(0));
  check_output(read.touch(3), Spread::pieces,
               {{Toucher::own, output_parts / 2}, {Toucher::shared, output_parts / 2}});
}

TEST_CASE("every output of a sequence has memory of its own") {
  test::ModelWriter model("m");
  const TensorId x = first_map(model);                   // 0: rows
  const TensorId y = model.conv(x, channels, 1, false);  // 1: the last to read x
  const TensorId z = model.conv(y, channels, 1, false);  // 2: where x was
  model.conv(model.sum(y, z), channels, 1, false);       // 3, 4
  Read read(model.finish());
  REQUIRE(read.place(2) == read.place(0));
  const LastTouch found = read.touch(1, 2);
  REQUIRE(found.outputs.size() == 2);
  CHECK(found.outputs[0] == read.touch(1).outputs.at(0));
  CHECK(found.outputs[1] == OutputTouch{Spread::rows, {{output_parts, Toucher::own, 0}}});
}

TEST_CASE("parts of a Concat lie in it, and it is as they were left") {
  test::ModelWriter model("m");
  const TensorId x = first_map(model);                                  // 0
  const TensorId a = model.conv(x, channels, 1, false);                 // 1
  const TensorId b = model.conv(x, channels, 1, false);                 // 2
  const TensorId both = model.add(std::make_shared<Concat>(), {a, b});  // 3
  model.conv(both, channels, 1, false);                                 // 4
  Read read(model.finish());
  CHECK(read.place(1) == read.place(3));
  CHECK(read.place(2) == read.place(3) + map_bytes);
  CHECK(spreads(read.touch(4)) == Inputs{rows});
}

TEST_CASE("a Concat of blocks that are not full copies, so that each worker has some of each part") {
  test::ModelWriter model("m");
  const auto half = [&] { return model.conv(model.input({1, 8, extent, extent}), 8, 1, false); };
  const TensorId a = half(), b = half();                       // 0, 1
  model.unary(model.add(std::make_shared<Concat>(), {a, b}));  // 2, 3
  Read read(model.finish());
  CHECK(spreads(read.touch(3)) == Inputs{rows});
}

TEST_CASE("names of who touched memory") {
  for (std::size_t i = 0; i < toucher_count; ++i) {
    const auto toucher = static_cast<Toucher>(i);
    CHECK(toucher_from_name(toucher_name(toucher)) == toucher);
  }
  CHECK_THROWS_AS(toucher_from_name("nobody"), Error);
}

}  // namespace bricks

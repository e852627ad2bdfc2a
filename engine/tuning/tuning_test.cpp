#include "engine/error.hpp"
#include "engine/tuning/conv_text.hpp"
#include "engine/tuning/tuning_json.hpp"
#include "tests/support/complaint.hpp"

#include <algorithm>

#include <doctest/doctest.h>

using namespace bricks;
using kernels::ConvAlgorithm;
using test::complaint;

namespace {

const std::string square =
    "Conv 1x64x56x56 -> 64 kernel_shape=3,3 strides=1,1 pads=1,1,1,1 dilations=1,1 group=1 blocked";
const std::string upwards =
    "ConvTranspose 1x64x8x8 -> 32 kernel_shape=4,4 strides=2,2 pads=1,1,1,1 dilations=1,1 group=1 "
    "output_padding=0,0 blocked";

Tuning small_table() {
  Tuning table{isa_list[0].isa, false, 2};
  table.convolutions[square] = {parse_conv_text(square),
                                ConvAlgorithm::winograd_f2,
                                {},
                                {{ConvAlgorithm::direct, 812345}, {ConvAlgorithm::winograd_f2, 551234.125}}};
  table.convolutions[upwards] = {parse_conv_text(upwards),
                                 ConvAlgorithm::direct,
                                 kernels::ConvSplit{2, 1},
                                 {},
                                 {{{2, 1}, 4711.5}, {{1, 2}, 4800}}};
  return table;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string table_complaint(const std::string& from, const std::string& to) {
  const std::string text = replaced(tuning_text(small_table()), from, to);
  return complaint([&] { parse_tuning(parse_json(text, "file")); });
}

bool found_in(const std::string& part, const std::string& text) {
  CAPTURE(text);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("Tuning: a convolution's text reads back") {
  for (const std::string& text :
       {square, upwards,
        std::string("Conv 2x3x224x225 -> 64 kernel_shape=7,5 strides=2,1 pads=3,2,1,0 dilations=1,2 group=1 "
                    "plain"),
        std::string("Conv 1x32x112x112 -> 32 kernel_shape=3,3 strides=1,1 pads=1,1,1,1 dilations=1,1 "
                    "group=32 blocked")})
    CHECK(conv_text(parse_conv_text(text)) == text);
  const kernels::ConvProblem p = parse_conv_text(upwards);
  CHECK(p.transposed);
  CHECK(p.out_channels == 32);
  CHECK(p.stride_w == 2);
}

TEST_CASE("Tuning: what is no convolution is refused in one line") {
  const auto refused = [](const std::string& text) {
    return complaint([&] { parse_conv_text(text); }) != "no error";
  };
  CHECK(refused(""));
  CHECK(refused("Conv"));
  CHECK(refused(square + " "));
  CHECK(refused(replaced(square, "64x56", "064x56")));
  CHECK(refused(replaced(square, "64x56", "-64x56")));
  CHECK(refused(replaced(square, "64x56", "99999999999999999999x56")));
  CHECK(refused(replaced(square, "64x56", "1099511627776x56")));
  CHECK(
      refused("Conv 1099511627776x1x1x1 -> 1 kernel_shape=1,1 strides=1,1 pads=0,0,0,0 dilations=1,1 "
              "group=1 blocked"));
  CHECK(
      refused("Conv 16777216x1x1x1 -> 1 kernel_shape=3,3 strides=1,1 pads=4096,4096,4096,4096 "
              "dilations=4096,4096 group=1 blocked"));
  CHECK(
      refused("Conv 1x1x1048576x1048576 -> 1 kernel_shape=4096,4096 strides=1,1 pads=0,0,0,0 "
              "dilations=1,1 group=1 blocked"));
  CHECK(refused(replaced(square, "strides=1,1", "strides=0,1")));
  CHECK(refused(replaced(square, "strides=1,1", "strides=1")));
  CHECK(refused(replaced(square, "kernel_shape=3,3", "kernel_shape=59,3")));
  CHECK(refused(replaced(square, "kernel_shape=3,3", "kernel_shape=4097,3")));
  CHECK(refused(replaced(square, "group=1", "group=0")));
  CHECK(refused(replaced(square, "group=1", "group=3")));
  CHECK(refused(replaced(square, " blocked", "")));
  CHECK(refused(replaced(upwards, "blocked", "plain")));
  CHECK(refused(replaced(upwards, "strides=2,2", "strides=4096,4096")));
}

TEST_CASE("Tuning: candidates are what can run it, in strict mode none that rounds worse") {
  const auto candidates = [](const std::string& text, bool strict) {
    return conv_candidates(parse_conv_text(text), isa_list[0].isa, strict);
  };
  CHECK(candidates(square, false) ==
        std::vector{ConvAlgorithm::direct, ConvAlgorithm::winograd_f2, ConvAlgorithm::winograd_f4});
  CHECK(candidates(square, true) == std::vector{ConvAlgorithm::direct, ConvAlgorithm::winograd_f2});
  CHECK(candidates(upwards, false).size() == 3);
  const std::string strided = replaced(square, "strides=1,1", "strides=2,2");
  CHECK(candidates(strided, false) == std::vector{ConvAlgorithm::direct, ConvAlgorithm::winograd_f2,
                                                  ConvAlgorithm::winograd_f4, ConvAlgorithm::strassen,
                                                  ConvAlgorithm::strassen_2});
  CHECK(candidates(strided, true) == std::vector{ConvAlgorithm::direct, ConvAlgorithm::winograd_f2});
  const std::string apart = replaced(square, "strides=1,1", "strides=3,3");
  CHECK(candidates(apart, true) == std::vector{ConvAlgorithm::direct});
  CHECK(candidates(replaced(square, "group=1", "group=64"), false) ==
        std::vector{ConvAlgorithm::planes, ConvAlgorithm::sliding});
  CHECK(candidates(replaced(square, "-> 64", "-> 1"), false) ==
        std::vector{ConvAlgorithm::direct, ConvAlgorithm::few_outputs, ConvAlgorithm::winograd_f2,
                    ConvAlgorithm::winograd_f4});
}

TEST_CASE("Tuning: a table reads back, and says what it changes") {
  const Tuning table = small_table();
  const std::string text = tuning_text(table);
  const Tuning read = parse_tuning(parse_json(text, "file"));
  CHECK(tuning_text(read) == text);
  CHECK(read.isa == table.isa);
  CHECK(read.threads == 2);
  CHECK(tuned_algorithm(read, parse_conv_text(square)) == ConvAlgorithm::winograd_f2);
  CHECK(read.convolutions.at(square).ns == table.convolutions.at(square).ns);
  CHECK(tuned_algorithm(read, parse_conv_text(replaced(square, "64x56", "32x56"))) ==
        ConvAlgorithm::automatic);
  Tuning same{table.isa};
  const kernels::ConvProblem p = parse_conv_text(square);
  same.convolutions[square] = {p, cost_model_algorithm(p, same.isa, false)};
  CHECK(changed_convolutions(same) == 0);
  same.convolutions[square].algorithm = ConvAlgorithm::direct;
  CHECK(changed_convolutions(same) == 1);
}

TEST_CASE("Tuning: hostile tables are refused with place, what was found and what was expected") {
  CHECK(found_in("'format': found 'bricks-suite'", table_complaint("bricks-tuning", "bricks-suite")));
  CHECK(
      found_in("'schema_version': found", table_complaint("\"schema_version\": 1", "\"schema_version\": 2")));
  CHECK(found_in("'isa': found 'mmx'", table_complaint(std::string(isa_list[0].name), "mmx")));
  CHECK(found_in("'strict': found", table_complaint("\"strict\": false", "\"strict\": 0")));
  CHECK(found_in("'threads': found", table_complaint("\"threads\": 2", "\"threads\": -2")));
  CHECK(found_in("found the algorithm 'quick', expected one that runs it: direct, winograd_f2, winograd_f4",
                 table_complaint("\"winograd_f2\", \"ns\"", "\"quick\", \"ns\"")));
  CHECK(found_in("convolutions[0]: 'Conv 1x64x56x56",
                 table_complaint("\"winograd_f2\", \"ns\"", "\"sliding\", \"ns\"")));
  CHECK(found_in("convolutions[0]", table_complaint("strides=1,1", "strides=3,3")));
  CHECK(found_in("expected one that runs it: direct, winograd_f2",
                 table_complaint("\"strict\": false, \"threads\": 2,\n\"convolutions\": [\n",
                                 "\"strict\": true, \"threads\": 2,\n\"convolutions\": [{\"problem\": \"" +
                                     square + "\", \"algorithm\": \"winograd_f4\", \"ns\": {}},\n")));
  CHECK(found_in("'ns.direct': found", table_complaint("812345", "-1")));
  const Tuning table = small_table();
  std::string twice = tuning_text(table);
  const std::size_t begin = twice.find("{\"problem\""), end = twice.find(",\n", begin) + 2;
  twice.insert(end, twice.substr(begin, end - begin));
  CHECK(found_in("twice or out of order", complaint([&] { parse_tuning(parse_json(twice, "file")); })));
  CHECK(found_in("nothing.json", complaint([] { read_tuning("nothing.json"); })));
}

TEST_CASE("Tuning: splits read back, and name what they change; others than those in question are refused") {
  const Tuning table = small_table();
  const Tuning read = parse_tuning(parse_json(tuning_text(table), "file"));
  const TunedConv& conv = read.convolutions.at(upwards);
  REQUIRE(conv.split);
  CHECK(split_name(*conv.split) == "2x1");
  CHECK(conv.split_ns.size() == 2);
  CHECK_FALSE(read.convolutions.at(square).split);
  Tuning other = table;
  other.convolutions[upwards].split = kernels::ConvSplit{1, 2};
  const std::string one = tuned_otherwise(table, table.convolutions.at(upwards)),
                    two = tuned_otherwise(other, other.convolutions.at(upwards));
  CHECK(one != two);
  CHECK((one.find("2x1") != std::string::npos || two.find("1x2") != std::string::npos));
  CHECK(found_in("found the split '3x1', expected one of",
                 table_complaint("\"split\": \"2x1\"", "\"split\": \"3x1\"")));
  CHECK(found_in("'split': found nothing", table_complaint("\"split\": \"2x1\", ", "")));
  CHECK(found_in("'split_ns.2x1': found", table_complaint("4711.5", "0")));
  CHECK(found_in("found the split '2x1', expected one of 1x1",
                 table_complaint("\"threads\": 2", "\"threads\": 1")));
}

TEST_CASE("Tuning: a table is for one instruction set and strictness") {
  const Tuning table = small_table();
  expect_tuning_of(table, table.isa, false);
  CHECK(found_in("expected one for " + std::string(isa_info(table.isa).name) + ", strict",
                 complaint([&] { expect_tuning_of(table, table.isa, true); })));
  for (const IsaInfo& info : isa_list)
    if (info.isa != table.isa)
      CHECK(found_in("expected one for " + std::string(info.name),
                     complaint([&] { expect_tuning_of(table, info.isa, false); })));
}

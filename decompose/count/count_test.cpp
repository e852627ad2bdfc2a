#include "decompose/count/layer_statistics.hpp"
#include "decompose/count/sequence_counts.hpp"
#include "decompose/test_support/models.hpp"
#include "engine/error.hpp"

#include <doctest/doctest.h>

namespace bricks {

TEST_CASE("layers, unique layers and repeated types of a model and over models") {
  LayerStatistics statistics;
  statistics.add("a", test::chain_model(3));         // 9 layers: 2 convs, relu, pool, flatten, gemm
  statistics.add("b", test::chain_model(3, false));  // the same without biases
  statistics.add("c", test::chain_model(1));         // 5 layers: 1 conv, relu, pool, flatten, gemm
  statistics.add("d", test::residual_model(1));      // nothing in common
  CHECK(statistics.layers() == 9 + 9 + 5 + 9);
  CHECK(statistics.models()[0].unique.size() == 6);
  CHECK(statistics.models()[0].unique == statistics.models()[1].unique);
  CHECK(statistics.unique_layers() == 6 + 5);
  const TypeCount conv = statistics.models()[0].types.at("Conv"),
                  relu = statistics.models()[0].types.at("Relu");
  CHECK(conv.layers == 3);
  CHECK(conv.unique == 2);
  CHECK(conv.repeated == 1);
  CHECK(relu.repeated == 2);
  CHECK(statistics.jaccard(0, 1) == 1.0);
  CHECK(statistics.jaccard(0, 2) == 5.0 / 6);
  CHECK(statistics.jaccard(2, 0) == 5.0 / 6);
  CHECK(statistics.jaccard(0, 3) == 0.0);
}

TEST_CASE("published counts: sequences and unique ones, within and across models") {
  PublishedCounter counter(2);
  const SequenceCounts first =
      counter.add(test::chain_model(3));  // conv relu | conv relu | conv relu | pool flatten | gemm
  CHECK(first.layers == 9);
  CHECK(first.sequences == 5);
  CHECK(first.unique == 4);
  const SequenceCounts second = counter.add(test::chain_model(1));  // conv relu | pool flatten | gemm
  CHECK(second.sequences == 3);
  CHECK(second.unique == 3);
  CHECK(counter.total().layers == 14);
  CHECK(counter.total().sequences == 8);
  CHECK(counter.total().unique == 4);
  CHECK_THROWS_AS(PublishedCounter(0).add(test::chain_model(1)), Error);
}

}  // namespace bricks

#include "engine/nearest.hpp"

#include <array>

#include <doctest/doctest.h>

using bricks::did_you_mean;
using bricks::edit_distance;

TEST_CASE("edit distance counts insertions, deletions and substitutions") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("relu", "relu6") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("near names are listed by likeness, three at most") {
  constexpr std::array<std::string_view, 6> known{"vgg16",    "vgg19",     "age_vgg16",
                                                  "resnet50", "resnet101", "vrn"};
  CHECK(did_you_mean("vgg61", known) == ", did you mean 'vgg16' or 'vgg19'?");
  CHECK(did_you_mean("vgg16x", known) == ", did you mean 'vgg16' or 'vgg19'?");
  CHECK(did_you_mean("vgg", known) == ", did you mean 'vgg16', 'vgg19' or 'age_vgg16'?");
  CHECK(did_you_mean("resnet", known) == ", did you mean 'resnet50' or 'resnet101'?");
  CHECK(did_you_mean("transformer", known).empty());
  CHECK(did_you_mean("", known).empty());
}

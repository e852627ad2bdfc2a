// Which engine this is: results of different builds are not mixed.
#pragma once

#include <string>
#include <string_view>

namespace bricks {

struct BuildInfo {
  std::string version, compiler, flags, type;
  std::string sources;  // digits of the hash of everything that decides what a brick's time is
};

BuildInfo build_info();
// One line of all of it; equal lines, equal builds.
std::string build_line();

// What System::engine says: whether results are of a build of ours (any build_line()), and the name of
// another engine, as "onnxruntime" of "onnxruntime 1.30.0"; "" of ours.
bool is_own_build(std::string_view engine);
std::string engine_name(std::string_view engine);

}  // namespace bricks

// Which engine this is: results of different builds are not mixed.
#pragma once

#include <string>

namespace bricks {

struct BuildInfo {
  std::string version, compiler, flags, type;
  std::string sources;  // digits of the hash of everything that decides what a brick's time is
};

BuildInfo build_info();
// One line of all of it; equal lines, equal builds.
std::string build_line();

}  // namespace bricks

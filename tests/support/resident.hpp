// How much of a mapped file this process holds in memory.
#pragma once

#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>

namespace bricks::test {

// Bytes of all mappings of the file at path, as /proc/self/smaps counts them.
inline std::size_t resident_bytes(const std::string& path) {
  std::ifstream maps("/proc/self/smaps");
  std::size_t bytes = 0;
  bool ours = false;
  for (std::string line; std::getline(maps, line);) {
    // "7f00-7f01 r--p ... /path" begins a mapping, "Rss:  4 kB" is one of the lines about it.
    const bool begins = line.find('-') < line.find(' ');
    if (begins) ours = line.ends_with(" " + path);
    std::size_t kilobytes = 0;
    if (ours && line.starts_with("Rss:") && std::istringstream(line.substr(4)) >> kilobytes)
      bytes += kilobytes * 1024;
  }
  return bytes;
}

}  // namespace bricks::test

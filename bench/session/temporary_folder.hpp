// A folder of one's own that vanishes with everything in it.
#pragma once

#include <filesystem>

namespace bricks {

class TemporaryFolder {
 public:
  // Below the system's folder for such things. Throws Error where it cannot be made.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace bricks

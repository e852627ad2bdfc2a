#include "bench/session/temporary_folder.hpp"

#include "engine/error.hpp"

#include <stdlib.h>
#include <string>
#include <system_error>

namespace bricks {

TemporaryFolder::TemporaryFolder() {
  std::error_code failure;
  const auto parent = std::filesystem::temp_directory_path(failure);
  std::string pattern = (parent / "bricks_XXXXXX").string();
  if (failure || !mkdtemp(pattern.data()))
    throw Error(parent.string() + ": no temporary folder can be made there");
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace bricks

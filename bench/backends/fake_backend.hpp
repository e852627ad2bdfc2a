// For tests: a backend of a few lines of shell, in a folder of its own that vanishes with it.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace bricks::bench {

class FakeBackend {
 public:
  explicit FakeBackend(const std::string& body, const std::string& name = "fake") : name_(name) {
    char folder[] = "/tmp/bricks-backend-XXXXXX";
    folder_ = mkdtemp(folder);
    std::ofstream(path()) << "#!/bin/sh\n" << body;
    std::filesystem::permissions(path(), std::filesystem::perms::owner_all);
  }
  ~FakeBackend() { std::filesystem::remove_all(folder_); }
  FakeBackend(const FakeBackend&) = delete;
  FakeBackend& operator=(const FakeBackend&) = delete;

  std::string path() const { return folder_ + "/" + name_ + ".sh"; }
  const std::string& folder() const { return folder_; }

 private:
  std::string name_, folder_;
};

// Loads anything. Its n-th run of a request takes n microseconds, the first of all counted 0; it has no
// outputs. A request that holds `fails` is answered by an error, one that holds `dies` by its end.
inline std::string counting_backend(const std::string& fails = "no request",
                                    const std::string& dies = "none") {
  return R"(while read -r line; do case "$line" in
*")" + dies +
         R"("*) exit 1;;
*")" + fails +
         R"("*) echo '{"error": "not today"}';;
*describe*) echo '{"name": "fake", "version": "7.1", "accepts": ["onnx"]}';;
*load*) echo '{"handle": 3}';;
*outputs*) echo '{"files": {}}';;
*run*) runs=${line#*\"runs\":}; runs=${runs%%[,\}]*}; times=0; n=1
  while [ $n -lt $runs ]; do times="$times,${n}000"; n=$((n+1)); done
  echo "{\"nanoseconds\": [$times]}";;
*) echo '{}';;
esac; done
)";
}

}  // namespace bricks::bench

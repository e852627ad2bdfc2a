// A brick of another engine with as many copies of its weights as its model has: each run takes the next one.
#pragma once

#include "bench/backends/backend_subject.hpp"

#include <string>
#include <vector>

namespace bricks::bench {

class CopiesSubject final : public Subject {
 public:
  // At least one copy.
  explicit CopiesSubject(std::vector<BackendSubject> copies) : copies_(std::move(copies)) {}

  std::vector<Timing> run(int count) override;
  // The first one's, "" where none failed.
  std::string failure() const;

 private:
  std::vector<BackendSubject> copies_;
  std::size_t next_ = 0;
};

}  // namespace bricks::bench

#include "bench/compare/copies_subject.hpp"

namespace bricks::bench {

std::vector<Timing> CopiesSubject::run(int count) {
  next_ = (next_ + 1) % copies_.size();
  return copies_[next_].run(count);
}

std::string CopiesSubject::failure() const {
  for (const BackendSubject& copy : copies_)
    if (!copy.failure().empty()) return copy.failure();
  return "";
}

}  // namespace bricks::bench

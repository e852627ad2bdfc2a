// Takes turns among alternatives, each as often as its weight says and evenly spread: of weights 3, 1, 1 the
// order is 0, 1, 0, 2, 0, again and again. Smooth weighted round robin, as nginx chooses among servers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bricks {

class Rotation {
 public:
  // At least one weight, each at least 1, less than 2^62 together.
  explicit Rotation(std::vector<std::int64_t> weights);

  std::size_t next();

 private:
  std::vector<std::int64_t> weights_, credits_;
  std::int64_t sum_;
};

}  // namespace bricks

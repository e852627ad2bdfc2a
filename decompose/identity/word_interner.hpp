// Sequences of 64-bit words and a dense number for each different one: what makes comparing layers and bricks
// cheap.
//
// Decomposition turns a layer into words once, and everything later compares numbers. All words lie in one
// vector, so memory grows with the different sequences and not with those looked up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bricks {

class WordInterner {
 public:
  struct Found {
    std::uint32_t id;
    bool is_new;
  };

  // The number of the sequence, which is the count of different ones before it came first. Found by hash and
  // compared in full.
  Found intern(std::span<const std::uint64_t> words);

  std::span<const std::uint64_t> words(std::uint32_t id) const;
  std::size_t size() const { return ends_.size(); }

 private:
  void grow();

  std::vector<std::uint64_t> words_;
  std::vector<std::size_t> ends_;      // of each sequence in words_
  std::vector<std::uint64_t> hashes_;  // of each sequence
  std::vector<std::uint32_t> slots_;   // open addressing, a power of two; id + 1, or 0 where empty
};

}  // namespace bricks

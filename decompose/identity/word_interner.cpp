#include "decompose/identity/word_interner.hpp"

#include <algorithm>

namespace bricks {
namespace {

std::uint64_t hash_of(std::span<const std::uint64_t> words) {
  std::uint64_t hash = 0x9e3779b97f4a7c15u + words.size();
  for (std::uint64_t word : words) {
    hash = (hash ^ word) * 0xbf58476d1ce4e5b9u;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace

std::span<const std::uint64_t> WordInterner::words(std::uint32_t id) const {
  const std::size_t begin = id == 0 ? 0 : ends_[id - 1];
  return std::span(words_).subspan(begin, ends_[id] - begin);
}

WordInterner::Found WordInterner::intern(std::span<const std::uint64_t> sequence) {
  if (2 * (size() + 1) > slots_.size()) grow();
  const std::uint64_t hash = hash_of(sequence);
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const std::uint32_t id = slots_[slot] - 1;
    if (hashes_[id] == hash && std::ranges::equal(words(id), sequence)) return {id, false};
  }
  const auto id = static_cast<std::uint32_t>(size());
  words_.insert(words_.end(), sequence.begin(), sequence.end());
  ends_.push_back(words_.size());
  hashes_.push_back(hash);
  slots_[slot] = id + 1;
  return {id, true};
}

void WordInterner::grow() {
  slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t id = 0; id < size(); ++id) {
    std::size_t slot = hashes_[id] & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = id + 1;
  }
}

}  // namespace bricks

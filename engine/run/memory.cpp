#include "engine/run/memory.hpp"

#include <cstdlib>
#include <cstring>
#include <new>
#include <sys/mman.h>

namespace bricks {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t huge_page = std::size_t{2} << 20;

std::size_t alignment_for(std::size_t bytes) { return bytes >= huge_page ? huge_page : page; }

}  // namespace

// Weights on 4 KiB pages miss the TLB at every few rows; madvise is the one way to huge pages that needs no
// privilege.
Memory::Memory(std::size_t bytes) : bytes_(bytes) {
  if (bytes == 0) return;
  const std::size_t alignment = alignment_for(bytes);
  data_ =
      static_cast<std::byte*>(std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment));
  if (!data_) throw std::bad_alloc();
  if (alignment == huge_page) madvise(data_, bytes, MADV_HUGEPAGE);
  std::memset(data_, 0, bytes);
}

Memory::~Memory() { std::free(data_); }

}  // namespace bricks

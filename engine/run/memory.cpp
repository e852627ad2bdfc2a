#include "engine/run/memory.hpp"

#include <cstdlib>
#include <cstring>
#include <new>
#include <sys/mman.h>

namespace bricks {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t huge_page = std::size_t{2} << 20;
// Of a block that gets whole huge pages, whatever is left over of its last one.
constexpr std::size_t least_bytes_for_huge_pages = huge_page / 8;

std::size_t alignment_for(std::size_t bytes) {
  return bytes >= least_bytes_for_huge_pages ? huge_page : page;
}

}  // namespace

// Weights on 4 KiB pages miss the TLB at every few rows; madvise is the one way to huge pages that needs no
// privilege. With the ends of blocks, and arenas below 2 MiB, on huge pages too, models of 0.8 to 6 ms take
// 0.993 to 0.997 of the time (Zen 4, one thread and two).
Memory::Memory(std::size_t bytes) : bytes_(bytes) {
  if (bytes == 0) return;
  const std::size_t alignment = alignment_for(bytes);
  const std::size_t whole = (bytes + alignment - 1) / alignment * alignment;
  data_ = static_cast<std::byte*>(std::aligned_alloc(alignment, whole));
  if (!data_) throw std::bad_alloc();
  if (alignment == huge_page) madvise(data_, whole, MADV_HUGEPAGE);
  std::memset(data_, 0, bytes);
}

Memory::~Memory() { std::free(data_); }

}  // namespace bricks

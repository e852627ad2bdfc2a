// Large blocks of memory, 64-byte aligned, on huge pages where the system gives them.
#pragma once

#include <cstddef>
#include <utility>

namespace bricks {

class Memory {
 public:
  Memory() = default;
  // Zeroed. Throws std::bad_alloc.
  explicit Memory(std::size_t bytes);
  ~Memory();
  Memory(Memory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  Memory& operator=(Memory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }

  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace bricks

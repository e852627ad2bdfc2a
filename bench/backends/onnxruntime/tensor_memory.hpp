// Memory for the inputs and outputs of all models, of which one runs at a time: as between the layers of one
// model, a brick's output lies where others lay before, and so finds it in the caches.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

namespace bricks::onnxruntime {

// Bytes that a tensor takes there, whole cache lines.
inline std::size_t bytes_taken(std::size_t bytes) { return (bytes + 64) / 64 * 64; }

class TensorMemory {
 public:
  // So many bytes, a multiple of 64; what lay there may be gone, and it may have moved.
  std::byte* at_least(std::size_t bytes) {
    if (bytes <= bytes_) return memory_.get();
    memory_.reset(static_cast<std::byte*>(std::aligned_alloc(64, bytes)));
    if (!memory_) throw std::bad_alloc();
    std::memset(memory_.get(), 0, bytes);  // no page is touched first within a timed run
    bytes_ = bytes;
    return memory_.get();
  }

 private:
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  std::unique_ptr<std::byte, Free> memory_;
  std::size_t bytes_ = 0;
};

}  // namespace bricks::onnxruntime

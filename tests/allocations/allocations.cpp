#include "tests/allocations/allocations.hpp"

#include <atomic>
#include <cerrno>
#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__)
#define BRICKS_ADDRESS_SANITIZER 1
#elif defined(__SANITIZE_THREAD__)
#define BRICKS_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BRICKS_ADDRESS_SANITIZER 1
#elif __has_feature(thread_sanitizer)
#define BRICKS_THREAD_SANITIZER 1
#endif
#endif

namespace {

std::atomic<std::size_t> count{0};

}  // namespace

#if defined(BRICKS_ADDRESS_SANITIZER)

// Of sanitizer/allocator_interface.h, which gcc does not bring along.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void*, std::size_t),
                                                         void (*on_free)(const volatile void*));

namespace {

void count_allocation(const volatile void*, std::size_t) { ++count; }
void count_nothing(const volatile void*) {}

const bool counted = __sanitizer_install_malloc_and_free_hooks(count_allocation, count_nothing) != 0;

}  // namespace

#elif defined(__GLIBC__) && !defined(BRICKS_THREAD_SANITIZER)

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t number, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  ++count;
  return __libc_malloc(size);
}
void* calloc(std::size_t number, std::size_t size) {
  ++count;
  return __libc_calloc(number, size);
}
void* realloc(void* old, std::size_t size) {
  ++count;
  return __libc_realloc(old, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  ++count;
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }
int posix_memalign(void** place, std::size_t alignment, std::size_t size) {
  *place = memalign(alignment, size);
  return *place != nullptr ? 0 : ENOMEM;
}
}

namespace {

const bool counted = true;

}  // namespace

#else

namespace {

const bool counted = false;

}  // namespace

#endif

namespace bricks::test {

bool allocations_are_counted() { return counted; }

std::size_t allocations() { return count; }

}  // namespace bricks::test

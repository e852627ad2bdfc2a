// Counts allocations of the whole program, of all its threads.
//
// The program's own malloc and its kin stand in front of glibc's; under AddressSanitizer, which has an
// allocator of its own, its hook counts. operator new goes through either. ThreadSanitizer's hook (clang 14)
// is not told of aligned allocations.
#pragma once

#include <cstddef>

namespace bricks::test {

// False where neither way is there: then nothing is counted.
bool allocations_are_counted();

// Since the program began.
std::size_t allocations();

}  // namespace bricks::test

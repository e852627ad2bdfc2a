// What an ISA file must never hold: the test isa_symbols/refuse sees it refused.
#include <vector>

namespace bricks::kernels {
void append(std::vector<float>& values, float value) { values.push_back(value); }
}  // namespace bricks::kernels

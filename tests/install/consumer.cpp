#include <engine/graph/tensor_type.hpp>
#include <kernels/skeleton/scale.hpp>

int main() {
  float values[] = {1, 2, 3};
  bricks::kernels::scale_kernels(bricks::best_isa()).scale(values, 2, values, 0, 3);
  return values[2] == 6 ? 0 : 1;
}

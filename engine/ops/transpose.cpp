#include "engine/ops/transpose.hpp"

#include "engine/error.hpp"
#include "engine/ops/checks.hpp"
#include "engine/ops/copy_kernel.hpp"
#include "engine/ops/range_kernel.hpp"
#include "engine/ops/sizes.hpp"
#include "kernels/transpose/transpose.hpp"

namespace bricks {

void Transpose::visit(AttributeVisitor& visitor) {
  visitor.integers("perm", perm, {0, 7}, Presence::optional);
}

std::vector<int> Transpose::permutation(std::size_t rank) const {
  std::vector<int> result(rank);
  if (perm.empty()) {
    for (std::size_t d = 0; d < rank; ++d) result[d] = static_cast<int>(rank - 1 - d);
    return result;
  }
  ops::expect_values("perm", perm, rank, {0, static_cast<std::int64_t>(rank) - 1});
  ops::expect_axes("perm", perm, rank);
  for (std::size_t d = 0; d < rank; ++d) result[d] = static_cast<int>(perm[d]);
  return result;
}

std::vector<TensorType> Transpose::infer(std::span<const InputType> inputs) const {
  ops::expect_one_data(inputs);
  ops::expect_rank(inputs, 0, 0, 8);
  const Shape& x = inputs[0].shape;
  Shape result;
  for (int axis : permutation(x.size())) result.push_back(x[static_cast<std::size_t>(axis)]);
  return ops::one_output(inputs[0].type, std::move(result));
}

std::unique_ptr<UnitKernel> Transpose::prepare(const PrepareRequest& request) const {
  const Shape& x = request.inputs[0].shape;
  const std::vector<int> order = permutation(x.size());
  const auto bytes = static_cast<std::ptrdiff_t>(element_bytes(request.inputs[0].type));
  if (bytes != sizeof(float)) return ops::strided_copy_kernel(kernels::transpose_view(x, order, bytes));
  const kernels::TransposePlan plan = kernels::transpose_plan(x, order);
  ops::RangeWork work;
  work.items = plan.tiles;
  work.run = [plan, run = kernels::transpose_kernels(request.isa).transpose](const Bindings& bindings,
                                                                             Range range, std::byte*) {
    run(plan, ops::input(bindings, 0), ops::output(bindings), range.begin, range.end);
  };
  return ops::range_kernel(std::move(work));
}

}  // namespace bricks

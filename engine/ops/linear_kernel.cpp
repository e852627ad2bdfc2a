#include "engine/ops/linear_kernel.hpp"

#include "engine/ops/packed_affine.hpp"
#include "engine/ops/sizes.hpp"
#include "engine/run/parallel.hpp"
#include "kernels/batchnorm/batchnorm.hpp"
#include "kernels/elementwise/binary.hpp"
#include "kernels/transpose/transpose.hpp"

#include <algorithm>
#include <cstring>

namespace bricks::ops {
namespace {

// Rows of a work item, more or less: below this a product is bound by reading B, which more items would read
// again. Whole passes but for the last one's.
constexpr std::ptrdiff_t item_rows = 48;

// A constant that has one value for each column, or one for all.
bool is_constant_row(const InputType& c, std::ptrdiff_t columns) {
  return c.weight && (c.shape.empty() || (element_count(c.shape) == c.shape.back() &&
                                          (c.shape.back() == 1 || c.shape.back() == columns)));
}

class LinearKernel final : public UnitKernel {
 public:
  LinearKernel(const PrepareRequest& request, MatrixProducts products)
      : request_(request), p_(std::move(products)), own_weights_(own_weights(request)) {
    geometry_ = kernels::linear_geometry({p_.rows, p_.inner, p_.columns, p_.b_rows_are_inner}, request.isa);
    const bool has_c = request.inputs.size() > 2 && request.inputs[2].present;
    row_c_ = has_c && is_constant_row(request.inputs[2], p_.columns);
    passes_.c = has_c && !row_c_;
    passes_.affine = request.epilogue.affine_epsilon.has_value() && (passes_.c || !request.inputs[1].weight);
    if (passes_.c) describe_c();
    if (p_.a_transposed) describe_transpose();
    place_weights();
    place_shared();
    if (p_.alpha != 1) alpha_.assign(static_cast<std::size_t>(p_.columns), p_.alpha);
  }

  std::size_t packed_bytes() const override {
    return static_cast<std::size_t>(packed_.total) * sizeof(float);
  }
  void pack(std::span<const void* const> weights, std::byte* packed) const override;
  std::size_t shared_bytes() const override {
    return static_cast<std::size_t>(shared_.total) * sizeof(float);
  }
  void run(const Bindings& bindings, const Worker& worker) const override;
  const char* algorithm() const override {
    return request_.inputs[1].weight ? "panels" : "panels, packed in every run";
  }

 private:
  bool is_weight(std::size_t index) const { return request_.inputs[index].weight; }
  // Position of a data input among those of Bindings.
  std::size_t data_index(std::size_t input) const {
    std::size_t index = 0;
    for (std::size_t i = 0; i < input; ++i) index += request_.inputs[i].present && !is_weight(i);
    return index;
  }
  const float* operand(const Bindings& bindings, std::size_t index, std::ptrdiff_t packed_offset) const {
    return is_weight(index) ? packed_floats(bindings, packed_offset) : input(bindings, data_index(index));
  }
  std::ptrdiff_t b_floats() const { return aligned_floats(geometry_.weight_floats); }
  std::ptrdiff_t raw_floats(std::size_t index) const {
    return aligned_floats(element_count(request_.inputs[index].shape));
  }

  void describe_c() {
    const Shape& c = request_.inputs[2].shape;
    const std::ptrdiff_t sizes[] = {p_.rows, p_.columns};
    c_nest_ = kernels::binary_nest(sizes, std::vector<std::ptrdiff_t>(c.begin(), c.end()), sizes);
  }

  void describe_transpose() {
    const std::ptrdiff_t sizes[] = {p_.inner, p_.rows};
    const int permutation[] = {1, 0};
    transpose_ = kernels::transpose_plan(sizes, permutation);
  }

  void place_weights() {
    std::ptrdiff_t& end = packed_.total;
    const auto place = [&](std::ptrdiff_t floats) {
      return std::exchange(end, end + aligned_floats(floats));
    };
    packed_.bias = place(geometry_.bias_floats);
    if (is_weight(1)) packed_.b = place(b_floats() * p_.b_count);
    if (is_weight(0)) packed_.a = place(raw_floats(0));
    if (passes_.c && is_weight(2)) packed_.c = place(raw_floats(2));
    if (passes_.affine) packed_.scale = place(p_.columns), packed_.shift = place(p_.columns);
  }

  void place_shared() {
    if (!is_weight(1)) shared_.total += b_floats() * p_.b_count;
    shared_.a = shared_.total;
    if (p_.a_transposed) shared_.total += aligned_floats(p_.rows * p_.inner);
  }

  void prepare_operands(const Bindings& bindings, const Worker& worker) const;
  void finish(const Bindings& bindings, float* y, std::ptrdiff_t row, std::ptrdiff_t first,
              std::ptrdiff_t last) const;

  struct Places {
    std::ptrdiff_t bias = 0, a = 0, b = 0, c = 0, scale = 0, shift = 0, total = 0;
  };

  PrepareRequest request_;
  MatrixProducts p_;
  std::size_t own_weights_;
  kernels::LinearGeometry geometry_;
  bool row_c_ = false;
  struct {
    bool c = false, affine = false;
  } passes_;  // over what the product has written
  kernels::BinaryNest c_nest_{};
  kernels::TransposePlan transpose_{};
  Places packed_, shared_;
  std::vector<float> alpha_;
};

void LinearKernel::pack(std::span<const void* const> weights, std::byte* packed) const {
  float* to = reinterpret_cast<float*>(packed);
  std::size_t next = 0;
  const auto raw = [&](std::size_t index) {
    const bool given =
        index < request_.inputs.size() && (is_weight(index) || !request_.inputs[index].present);
    return given ? static_cast<const float*>(weights[next++]) : nullptr;
  };
  const float *a = raw(0), *b = raw(1), *c = raw(2);
  const Affine affine =
      fold_affine(request_.epilogue.affine_epsilon, weights.subspan(own_weights_), p_.columns);
  const bool folds = !passes_.affine;
  std::vector<float> scale = folds ? affine.scale : std::vector<float>();
  std::vector<float> bias(static_cast<std::size_t>(p_.columns), 0.0f);
  for (std::size_t i = 0; row_c_ && i < bias.size(); ++i)
    bias[i] = p_.beta * c[element_count(request_.inputs[2].shape) == 1 ? 0 : i];
  kernels::linear_pack_bias(geometry_, bias.data(), data_or_null(scale),
                            folds ? data_or_null(affine.shift) : nullptr, to + packed_.bias);
  if (scale.empty())
    scale = alpha_;
  else
    for (float& s : scale) s *= p_.alpha;
  for (std::ptrdiff_t i = 0; b && i < p_.b_count; ++i)
    kernels::linear_pack_weights(geometry_, b + i * p_.inner * p_.columns, data_or_null(scale),
                                 to + packed_.b + i * b_floats());
  if (a) std::copy_n(a, element_count(request_.inputs[0].shape), to + packed_.a);
  if (passes_.c && c) std::copy_n(c, element_count(request_.inputs[2].shape), to + packed_.c);
  if (passes_.affine) {
    std::copy(affine.scale.begin(), affine.scale.end(), to + packed_.scale);
    std::copy(affine.shift.begin(), affine.shift.end(), to + packed_.shift);
  }
}

void LinearKernel::prepare_operands(const Bindings& bindings, const Worker& worker) const {
  float* shared = reinterpret_cast<float*>(bindings.shared);
  if (!is_weight(1)) {
    const float* b = input(bindings, data_index(1));
    const Range range = share(p_.b_count * geometry_.panels, worker);
    for (std::ptrdiff_t at = range.begin; at < range.end;) {
      const std::ptrdiff_t matrix = at / geometry_.panels, first = at % geometry_.panels;
      const std::ptrdiff_t count = std::min(geometry_.panels - first, range.end - at);
      kernels::linear_pack_panels(geometry_, b + matrix * p_.inner * p_.columns, data_or_null(alpha_),
                                  shared + matrix * b_floats(), first, first + count);
      at += count;
    }
  }
  if (p_.a_transposed) {
    const Range range = share(transpose_.tiles, worker);
    kernels::transpose_kernels(request_.isa)
        .transpose(transpose_, operand(bindings, 0, packed_.a), shared + shared_.a, range.begin, range.end);
  }
  if (shared_.total > 0) parallel::barrier();
}

void LinearKernel::finish(const Bindings& bindings, float* y, std::ptrdiff_t row, std::ptrdiff_t first,
                          std::ptrdiff_t last) const {
  const kernels::Activation f = request_.epilogue.activation;
  const std::ptrdiff_t begin = row * p_.columns + first, end = row * p_.columns + last;
  if (passes_.c) {
    const kernels::BinaryParameters parameters{p_.beta, passes_.affine ? kernels::Activation{} : f};
    kernels::binary_kernels(request_.isa)[kernels::BinaryFunction::add_scaled](
        c_nest_, y, operand(bindings, 2, packed_.c), y, parameters, begin, end);
  }
  if (passes_.affine)
    kernels::batchnorm_kernels(request_.isa)
        .plain({p_.rows, p_.columns, 1}, y, packed_floats(bindings, packed_.scale),
               packed_floats(bindings, packed_.shift), y, f, begin, end);
}

void LinearKernel::run(const Bindings& bindings, const Worker& worker) const {
  prepare_operands(bindings, worker);
  const float* shared = reinterpret_cast<const float*>(bindings.shared);
  const float* a = p_.a_transposed ? shared + shared_.a : operand(bindings, 0, packed_.a);
  const float* b = is_weight(1) ? packed_floats(bindings, packed_.b) : shared;
  const bool second_pass = passes_.c || passes_.affine;

  const std::ptrdiff_t row_items = std::max<std::ptrdiff_t>(1, (p_.rows + item_rows / 2) / item_rows);
  const auto item_begin = [&](std::ptrdiff_t item) {
    return item == row_items
               ? p_.rows
               : p_.rows / kernels::linear_pass_rows * item / row_items * kernels::linear_pass_rows;
  };
  const std::ptrdiff_t panels = geometry_.panels;
  const Range range = share(static_cast<std::ptrdiff_t>(p_.a.size()) * row_items * panels, worker);
  for (std::ptrdiff_t at = range.begin; at < range.end;) {
    const std::ptrdiff_t first = at % panels, last = std::min(panels, first + range.end - at);
    const std::ptrdiff_t item = at / panels % row_items, row = item_begin(item);
    const auto product = static_cast<std::size_t>(at / panels / row_items);
    float* y = output(bindings) + static_cast<std::ptrdiff_t>(product) * p_.rows * p_.columns;
    kernels::LinearGeometry part = geometry_;
    part.problem.batch = item_begin(item + 1) - row;
    kernels::LinearArguments arguments;
    arguments.x = a + p_.a[product] * p_.rows * p_.inner + row * p_.inner;
    arguments.weights = b + p_.b[product] * b_floats();
    arguments.bias = packed_floats(bindings, packed_.bias);
    arguments.y = y + row * p_.columns;
    if (!second_pass) arguments.activation = request_.epilogue.activation;
    kernels::linear_run(part, arguments, first, last);
    const std::ptrdiff_t last_column = std::min(last * geometry_.panel_outputs, p_.columns);
    for (std::ptrdiff_t r = row; second_pass && r < row + part.problem.batch; ++r)
      finish(bindings, y, r, first * geometry_.panel_outputs, last_column);
    at += last - first;
  }
}

}  // namespace

std::unique_ptr<UnitKernel> linear_kernel(const PrepareRequest& request, MatrixProducts products) {
  return std::make_unique<LinearKernel>(request, std::move(products));
}

}  // namespace bricks::ops

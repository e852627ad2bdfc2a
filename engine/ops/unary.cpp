#include "engine/ops/unary.hpp"

#include "engine/ops/checks.hpp"
#include "engine/ops/range_kernel.hpp"
#include "engine/ops/sizes.hpp"
#include "engine/plan/unit_kernel.hpp"

#include <array>
#include <limits>

namespace bricks {
namespace {

using kernels::ActivationKind;
using kernels::UnaryFunction;

// A function's name in models, its kernel, its attributes with their defaults, and itself as an epilogue.
struct Row {
  UnaryKind kind;
  std::string_view type;
  UnaryFunction function;
  std::string_view alpha_name, beta_name;
  float alpha, beta;
  std::optional<ActivationKind> activation;
};

constexpr float most = std::numeric_limits<float>::max();

constexpr std::array rows = {
    Row{UnaryKind::relu, "Relu", UnaryFunction::relu, "", "", 0, 0, ActivationKind::relu},
    Row{UnaryKind::clip, "Clip", UnaryFunction::clip, "min", "max", -most, most, ActivationKind::clip},
    Row{UnaryKind::leaky_relu, "LeakyRelu", UnaryFunction::leaky_relu, "alpha", "", 0.01f, 0,
        ActivationKind::leaky_relu},
    Row{UnaryKind::elu, "Elu", UnaryFunction::elu, "alpha", "", 1, 0, ActivationKind::elu},
    Row{UnaryKind::sigmoid, "Sigmoid", UnaryFunction::sigmoid, "", "", 0, 0, ActivationKind::sigmoid},
    Row{UnaryKind::hard_sigmoid, "HardSigmoid", UnaryFunction::hard_sigmoid, "alpha", "beta", 0.2f, 0.5f,
        ActivationKind::hard_sigmoid},
    Row{UnaryKind::hard_swish, "HardSwish", UnaryFunction::hard_swish, "", "", 0, 0,
        ActivationKind::hard_swish},
    Row{UnaryKind::silu, "bricks.Silu", UnaryFunction::silu, "", "", 0, 0, ActivationKind::silu},
    Row{UnaryKind::gelu, "Gelu", UnaryFunction::gelu, "", "", 0, 0, ActivationKind::gelu},
    Row{UnaryKind::softplus, "Softplus", UnaryFunction::softplus, "", "", 0, 0, ActivationKind::softplus},
    Row{UnaryKind::softsign, "Softsign", UnaryFunction::softsign, "", "", 0, 0, {}},
    Row{UnaryKind::tanh, "Tanh", UnaryFunction::tanh, "", "", 0, 0, ActivationKind::tanh},
    Row{UnaryKind::scaled_tanh, "bricks.ScaledTanh", UnaryFunction::tanh, "alpha", "beta", 0.5f, 0.5f, {}},
    Row{UnaryKind::erf, "Erf", UnaryFunction::erf, "", "", 0, 0, {}},
    Row{UnaryKind::exp, "Exp", UnaryFunction::exp, "", "", 0, 0, ActivationKind::exp},
    Row{UnaryKind::scaled_exp, "bricks.ScaledExp", UnaryFunction::exp_scaled, "alpha", "", 1, 0, {}},
    Row{UnaryKind::log, "Log", UnaryFunction::log, "", "", 0, 0, {}},
    Row{UnaryKind::log_square, "bricks.LogSquare", UnaryFunction::log_square, "epsilon", "", 1e-20f, 0, {}},
    Row{UnaryKind::sqrt, "Sqrt", UnaryFunction::sqrt, "", "", 0, 0, ActivationKind::sqrt},
    Row{UnaryKind::sqrt_ratio, "bricks.SqrtRatio", UnaryFunction::sqrt_ratio, "", "", 0, 0, {}},
    Row{UnaryKind::square, "bricks.Square", UnaryFunction::square, "", "", 0, 0, {}},
    Row{UnaryKind::reciprocal, "Reciprocal", UnaryFunction::reciprocal, "", "", 0, 0, {}},
    Row{UnaryKind::neg, "Neg", UnaryFunction::neg, "", "", 0, 0, {}},
    Row{UnaryKind::abs, "Abs", UnaryFunction::abs, "", "", 0, 0, {}},
    Row{UnaryKind::floor, "Floor", UnaryFunction::floor, "", "", 0, 0, {}},
    Row{UnaryKind::ceil, "Ceil", UnaryFunction::ceil, "", "", 0, 0, {}},
    Row{UnaryKind::affine, "bricks.Affine", UnaryFunction::affine, "alpha", "beta", 1, 0,
        ActivationKind::affine},
};

constexpr bool rows_in_order() {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (static_cast<std::size_t>(rows[i].kind) != i) return false;
  return true;
}
static_assert(rows_in_order());

const Row& row_of(UnaryKind kind) { return rows[static_cast<std::size_t>(kind)]; }

}  // namespace

Unary::Unary(UnaryKind which) : kind(which), alpha(row_of(which).alpha), beta(row_of(which).beta) {}

std::string_view Unary::type() const { return row_of(kind).type; }

void Unary::visit(AttributeVisitor& visitor) {
  const Row& row = row_of(kind);
  if (!row.alpha_name.empty()) visitor.number(row.alpha_name, alpha, Presence::optional);
  if (!row.beta_name.empty()) visitor.number(row.beta_name, beta, Presence::optional);
}

std::vector<TensorType> Unary::infer(std::span<const InputType> inputs) const {
  ops::expect_one_data(inputs);
  ops::expect_float(inputs);
  return {inputs[0]};
}

LayoutChoice Unary::layouts(std::span<const InputType>, std::span<const Layout> layouts) const {
  return {{layouts[0]}, {layouts[0]}};
}

bool Unary::merge_into(Epilogue& epilogue, std::span<const InputType>) const {
  const std::optional<kernels::Activation> f = activation();
  if (!f || !epilogue.takes_activation()) return false;
  epilogue.activation = *f;
  return true;
}

std::optional<kernels::Activation> Unary::activation() const {
  const std::optional<ActivationKind> activation = row_of(kind).activation;
  if (!activation) return std::nullopt;
  return kernels::Activation{*activation, alpha, beta};
}

std::unique_ptr<UnitKernel> Unary::prepare(const PrepareRequest& request) const {
  UnaryFunction function = row_of(kind).function;
  bool scaled = kind == UnaryKind::scaled_tanh;  // tanh, and its scaling as a second pass
  if (scaled && alpha == 0.5f && beta == 0.5f) function = UnaryFunction::half_tanh, scaled = false;
  const auto run = kernels::unary_kernels(request.isa)[function];
  const kernels::UnaryParameters parameters{alpha, beta};
  ops::RangeWork work =
      ops::output_work(request, [=](const Bindings& bindings, std::ptrdiff_t begin, std::ptrdiff_t end) {
        run(ops::input(bindings, 0), ops::output(bindings), parameters, begin, end);
      });
  if (scaled) ops::add_activation(work, request.isa, {ActivationKind::affine, beta, alpha});
  ops::add_activation(work, request.isa, request.epilogue.activation);
  work.in_place = works_in_place();
  return ops::range_kernel(std::move(work));
}

}  // namespace bricks

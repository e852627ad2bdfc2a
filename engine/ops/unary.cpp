#include "engine/ops/unary.hpp"

#include "engine/ops/checks.hpp"
#include "engine/plan/unit_kernel.hpp"

#include <array>
#include <limits>

namespace bricks {
namespace {

using kernels::ActivationKind;

// A function's name in models, its attributes with their defaults, and itself as an epilogue.
struct Row {
  UnaryKind kind;
  std::string_view type;
  std::string_view alpha_name, beta_name;
  float alpha, beta;
  std::optional<ActivationKind> activation;
};

constexpr float most = std::numeric_limits<float>::max();

constexpr std::array rows = {
    Row{UnaryKind::relu, "Relu", "", "", 0, 0, ActivationKind::relu},
    Row{UnaryKind::clip, "Clip", "min", "max", -most, most, ActivationKind::clip},
    Row{UnaryKind::leaky_relu, "LeakyRelu", "alpha", "", 0.01f, 0, ActivationKind::leaky_relu},
    Row{UnaryKind::elu, "Elu", "alpha", "", 1, 0, ActivationKind::elu},
    Row{UnaryKind::sigmoid, "Sigmoid", "", "", 0, 0, ActivationKind::sigmoid},
    Row{UnaryKind::hard_sigmoid, "HardSigmoid", "alpha", "beta", 0.2f, 0.5f, ActivationKind::hard_sigmoid},
    Row{UnaryKind::hard_swish, "HardSwish", "", "", 0, 0, ActivationKind::hard_swish},
    Row{UnaryKind::silu, "bricks.Silu", "", "", 0, 0, ActivationKind::silu},
    Row{UnaryKind::gelu, "Gelu", "", "", 0, 0, ActivationKind::gelu},
    Row{UnaryKind::softplus, "Softplus", "", "", 0, 0, ActivationKind::softplus},
    Row{UnaryKind::softsign, "Softsign", "", "", 0, 0, {}},
    Row{UnaryKind::tanh, "Tanh", "", "", 0, 0, ActivationKind::tanh},
    Row{UnaryKind::scaled_tanh, "bricks.ScaledTanh", "alpha", "beta", 0.5f, 0.5f, {}},
    Row{UnaryKind::erf, "Erf", "", "", 0, 0, {}},
    Row{UnaryKind::exp, "Exp", "", "", 0, 0, ActivationKind::exp},
    Row{UnaryKind::scaled_exp, "bricks.ScaledExp", "alpha", "", 1, 0, {}},
    Row{UnaryKind::log, "Log", "", "", 0, 0, {}},
    Row{UnaryKind::log_square, "bricks.LogSquare", "epsilon", "", 1e-20f, 0, {}},
    Row{UnaryKind::sqrt, "Sqrt", "", "", 0, 0, ActivationKind::sqrt},
    Row{UnaryKind::sqrt_ratio, "bricks.SqrtRatio", "", "", 0, 0, {}},
    Row{UnaryKind::square, "bricks.Square", "", "", 0, 0, {}},
    Row{UnaryKind::reciprocal, "Reciprocal", "", "", 0, 0, {}},
    Row{UnaryKind::neg, "Neg", "", "", 0, 0, {}},
    Row{UnaryKind::abs, "Abs", "", "", 0, 0, {}},
    Row{UnaryKind::floor, "Floor", "", "", 0, 0, {}},
    Row{UnaryKind::ceil, "Ceil", "", "", 0, 0, {}},
    Row{UnaryKind::affine, "bricks.Affine", "alpha", "beta", 1, 0, ActivationKind::affine},
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
  ops::expect_inputs(inputs, 1, 1);
  ops::expect_float(inputs);
  return {inputs[0]};
}

LayoutChoice Unary::layouts(std::span<const InputType>, std::span<const Layout> layouts) const {
  return {{layouts[0]}, {layouts[0]}};
}

bool Unary::merge_into(Epilogue& epilogue, std::span<const InputType>) const {
  const std::optional<kernels::Activation> f = activation();
  if (!f || epilogue.activation.kind != ActivationKind::identity) return false;
  epilogue.activation = *f;
  return true;
}

std::optional<kernels::Activation> Unary::activation() const {
  const std::optional<ActivationKind> activation = row_of(kind).activation;
  if (!activation) return std::nullopt;
  return kernels::Activation{*activation, alpha, beta};
}

}  // namespace bricks

// The list of operators: one row an operator. Its class stands in engine/ops, its arithmetic in kernels.
#include "engine/error.hpp"
#include "engine/graph/op.hpp"
#include "engine/nearest.hpp"
#include "engine/ops/batch_normalization.hpp"
#include "engine/ops/binary.hpp"
#include "engine/ops/concat.hpp"
#include "engine/ops/conv.hpp"
#include "engine/ops/conv_transpose.hpp"
#include "engine/ops/expand.hpp"
#include "engine/ops/gather.hpp"
#include "engine/ops/gemm.hpp"
#include "engine/ops/identity.hpp"
#include "engine/ops/instance_normalization.hpp"
#include "engine/ops/lrn.hpp"
#include "engine/ops/pad.hpp"
#include "engine/ops/pool.hpp"
#include "engine/ops/reduce.hpp"
#include "engine/ops/reshape.hpp"
#include "engine/ops/resize.hpp"
#include "engine/ops/slice.hpp"
#include "engine/ops/softmax.hpp"
#include "engine/ops/transpose.hpp"
#include "engine/ops/unary.hpp"

#include <map>

namespace bricks {
namespace {

using Maker = std::shared_ptr<Op> (*)();

// One row: the class and what tells its operators apart, where one class serves several.
template <class T, auto... arguments>
std::shared_ptr<Op> make() {
  return std::make_shared<T>(arguments...);
}

constexpr Maker list[] = {
    make<Unary, UnaryKind::relu>,
    make<Unary, UnaryKind::clip>,
    make<Unary, UnaryKind::leaky_relu>,
    make<Unary, UnaryKind::elu>,
    make<Unary, UnaryKind::sigmoid>,
    make<Unary, UnaryKind::hard_sigmoid>,
    make<Unary, UnaryKind::hard_swish>,
    make<Unary, UnaryKind::silu>,
    make<Unary, UnaryKind::gelu>,
    make<Unary, UnaryKind::softplus>,
    make<Unary, UnaryKind::softsign>,
    make<Unary, UnaryKind::tanh>,
    make<Unary, UnaryKind::scaled_tanh>,
    make<Unary, UnaryKind::erf>,
    make<Unary, UnaryKind::exp>,
    make<Unary, UnaryKind::scaled_exp>,
    make<Unary, UnaryKind::log>,
    make<Unary, UnaryKind::log_square>,
    make<Unary, UnaryKind::sqrt>,
    make<Unary, UnaryKind::sqrt_ratio>,
    make<Unary, UnaryKind::square>,
    make<Unary, UnaryKind::reciprocal>,
    make<Unary, UnaryKind::neg>,
    make<Unary, UnaryKind::abs>,
    make<Unary, UnaryKind::floor>,
    make<Unary, UnaryKind::ceil>,
    make<Unary, UnaryKind::affine>,

    make<Binary, Binary::Function::add>,
    make<Binary, Binary::Function::sub>,
    make<Binary, Binary::Function::mul>,
    make<Binary, Binary::Function::div>,
    make<Binary, Binary::Function::max>,
    make<Binary, Binary::Function::min>,
    make<Binary, Binary::Function::pow>,
    make<Binary, Binary::Function::prelu>,
    make<Binary, Binary::Function::add_scaled>,
    make<Binary, Binary::Function::squared_difference>,
    make<Binary, Binary::Function::div_offset>,
    make<Sum>,
    make<Where>,

    make<Conv>,
    make<ConvTranspose>,
    make<Gemm>,
    make<MatMul>,
    make<BatchNormalization>,
    make<InstanceNormalization>,
    make<LayerNormalization>,
    make<Lrn>,
    make<MaxPool>,
    make<AveragePool>,
    make<GlobalAveragePool>,
    make<GlobalMaxPool>,
    make<Softmax>,
    make<LogSoftmax>,

    make<Reduce, Reduce::Function::sum>,
    make<Reduce, Reduce::Function::mean>,
    make<Reduce, Reduce::Function::max>,
    make<Reduce, Reduce::Function::min>,
    make<Reduce, Reduce::Function::prod>,
    make<Reduce, Reduce::Function::l1>,
    make<Reduce, Reduce::Function::l2>,
    make<Reduce, Reduce::Function::sum_square>,
    make<Reduce, Reduce::Function::log_sum>,
    make<Reduce, Reduce::Function::log_sum_exp>,
    make<ArgReduce, true>,
    make<ArgReduce, false>,

    make<Concat>,
    make<Split>,
    make<Reshape>,
    make<Flatten>,
    make<Squeeze>,
    make<Unsqueeze>,
    make<Transpose>,
    make<Slice>,
    make<Pad>,
    make<Resize>,
    make<Expand>,
    make<Replicate>,
    make<Gather>,
    make<GatherND>,
    make<Identity>,
    make<Dropout>,
    make<SequenceLast>,
    make<Constant>,
    make<Cast>,
};

const std::map<std::string_view, Maker>& makers() {
  static const std::map<std::string_view, Maker> by_type = [] {
    std::map<std::string_view, Maker> rows;
    for (Maker maker : list) rows.emplace(maker()->type(), maker);
    return rows;
  }();
  return by_type;
}

}  // namespace

std::shared_ptr<Op> make_op(std::string_view type) {
  const auto found = makers().find(type);
  if (found == makers().end())
    throw Error("unknown operator '" + std::string(type.substr(0, 64)) + "'" +
                did_you_mean(type.substr(0, 64), op_types()));
  return found->second();
}

std::vector<std::string_view> op_types() {
  std::vector<std::string_view> types;
  for (const auto& [type, maker] : makers()) types.push_back(type);
  return types;
}

}  // namespace bricks

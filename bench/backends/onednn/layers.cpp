// Pooling, normalisation, and what works element by element.
#include "bench/backends/onednn/builder.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace bricks::onednn {
namespace {

using dnnl::algorithm;
constexpr auto inference = dnnl::prop_kind::forward_inference;

std::int64_t axis_of(const Node& node, std::size_t rank, std::int64_t otherwise) {
  const std::int64_t n = static_cast<std::int64_t>(rank), axis = node.integer("axis", otherwise);
  if (axis < -n || axis > n) throw std::runtime_error(where(node) + " along axis " + std::to_string(axis));
  return axis < 0 ? axis + n : axis;
}

std::int64_t product(Dims::const_iterator begin, Dims::const_iterator end) {
  return std::accumulate(begin, end, std::int64_t{1}, std::multiplies<>());
}

}  // namespace

void Builder::pool(const Node& node, algorithm kind, const Dims& kernel, const Dims& strides,
                   const Dims& dilations, const Dims& pads, const Dims& out) {
  const memory::desc x = network_.layout(node.inputs[0]);
  const Tail after = tail(node, out, Stage::residual);
  const dnnl::pooling_v2_forward::primitive_desc chosen(
      {inference, kind, x, any(out), strides, kernel, dilations, {pads[0], pads[1]}, {pads[2], pads[3]}},
      after.attributes(), network_.engine());
  run_with_tail(dnnl::pooling_v2_forward(chosen), {{DNNL_ARG_SRC, network_.in(node.inputs[0], x)}},
                chosen.dst_desc(), after);
}

void Builder::pooling(const Node& node) {
  const Dims& x = network_.dims(node.inputs[0]);
  const Dims kernel = node.ints("kernel_shape", {}), strides = node.ints("strides", {1, 1});
  Dims pads = node.ints("pads", {0, 0, 0, 0}), dilations = node.ints("dilations", {1, 1});
  const bool up = node.integer("ceil_mode", 0) != 0, padded = node.integer("count_include_pad", 0) != 0;
  if (x.size() != 4 || kernel.size() != 2 || pads.size() != 4 || strides.size() != 2 ||
      dilations.size() != 2 || node.texts.count("auto_pad") > 0)
    throw std::runtime_error(where(node) + " other than over two axes with pads given");
  if (up && padded) throw std::runtime_error(where(node) + " with ceil_mode that counts padded cells");
  Dims y = {x[0], x[1], 0, 0};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::int64_t over = (kernel[i] - 1) * dilations[i] + 1;
    y[i + 2] = (x[i + 2] + pads[i] + pads[i + 2] - over + (up ? strides[i] - 1 : 0)) / strides[i] + 1;
    if (up && (y[i + 2] - 1) * strides[i] >= x[i + 2] + pads[i]) --y[i + 2];
    pads[i + 2] = std::max(pads[i + 2], (y[i + 2] - 1) * strides[i] + over - x[i + 2] - pads[i]);
    --dilations[i];
  }
  const algorithm kind = node.type == "MaxPool" ? algorithm::pooling_max
                         : padded               ? algorithm::pooling_avg_include_padding
                                                : algorithm::pooling_avg_exclude_padding;
  pool(node, kind, kernel, strides, dilations, pads, y);
}

void Builder::global_pooling(const Node& node) {
  const Dims& x = network_.dims(node.inputs[0]);
  if (x.size() != 4) throw std::runtime_error(where(node) + " over other than two axes");
  pool(node, node.type == "GlobalMaxPool" ? algorithm::pooling_max : algorithm::pooling_avg_exclude_padding,
       {x[2], x[3]}, {1, 1}, {0, 0}, {0, 0, 0, 0}, {x[0], x[1], 1, 1});
}

void Builder::batch_normalization(const Node& node) {
  using dnnl::normalization_flags;
  const memory::desc x = network_.layout(node.inputs[0]);
  const Node* next = only_consumer(node.outputs[0]);
  // No other function runs within oneDNN's normalisation.
  const bool relu = next && next->domain.empty() && next->type == "Relu";
  const Tail after = tail(node, network_.dims(node.inputs[0]), relu ? Stage::residual : Stage::activation);
  const dnnl::batch_normalization_forward::primitive_desc chosen(
      {inference, x, node.number("epsilon", 1e-5f),
       normalization_flags::use_global_stats | normalization_flags::use_scale |
           normalization_flags::use_shift},
      after.attributes(), network_.engine());
  std::unordered_map<int, memory> arguments = {{DNNL_ARG_SRC, network_.in(node.inputs[0], x)}};
  const int places[] = {DNNL_ARG_SCALE, DNNL_ARG_SHIFT, DNNL_ARG_MEAN, DNNL_ARG_VARIANCE};
  for (std::size_t i = 0; i < 4; ++i) {
    const Dims one = {network_.dims(node.inputs[0]).at(1)};
    arguments[places[i]] = network_.constant(floats(node, i + 1), plain(one), plain(one));
  }
  run_with_tail(dnnl::batch_normalization_forward(chosen), std::move(arguments), x, after);
}

void Builder::lrn(const Node& node) {
  const memory::desc x = network_.layout(node.inputs[0]);
  const dnnl::lrn_forward::primitive_desc chosen(
      {inference, algorithm::lrn_across_channels, x, node.integer("size", 1), node.number("alpha", 1e-4f),
       node.number("beta", 0.75f), node.number("bias", 1)},
      network_.engine());
  network_.step(dnnl::lrn_forward(chosen), {{DNNL_ARG_SRC, network_.in(node.inputs[0], x)},
                                            {DNNL_ARG_DST, network_.out(node.outputs[0], x)}});
}

void Builder::softmax(const Node& node) {
  const memory::desc x = network_.layout(node.inputs[0]);
  const algorithm kind = node.type == "Softmax" ? algorithm::softmax_accurate : algorithm::softmax_log;
  const auto axis = axis_of(node, network_.dims(node.inputs[0]).size(), -1);
  const dnnl::softmax_v2_forward::primitive_desc chosen({inference, kind, x, x, static_cast<int>(axis)},
                                                        network_.engine());
  network_.step(dnnl::softmax_v2_forward(chosen), {{DNNL_ARG_SRC, network_.in(node.inputs[0], x)},
                                                   {DNNL_ARG_DST, network_.out(node.outputs[0], x)}});
}

void Builder::elementwise(const Node& node) {
  const memory::desc x = network_.layout(node.inputs[0]);
  std::string from = node.inputs[0];
  for (const Eltwise& e : eltwise_of(node, model_)) {
    const dnnl::eltwise_forward::primitive_desc chosen({inference, e.algorithm, x, e.alpha, e.beta},
                                                       network_.engine());
    const memory source = network_.in(from, x);
    network_.step(dnnl::eltwise_forward(chosen),
                  {{DNNL_ARG_SRC, source}, {DNNL_ARG_DST, network_.out(node.outputs[0], x)}});
    from = node.outputs[0];
  }
}

// A constant or a tensor in the layout that goes with `like`, which it may be narrower than.
memory Builder::operand(const std::string& name, const memory::desc& like) {
  const auto constant = model_.constants.find(name);
  Dims dims = constant == model_.constants.end() ? network_.dims(name) : constant->second.dims;
  if (constant != model_.constants.end()) {
    dims.insert(dims.begin(), like.dims().size() - std::min(like.dims().size(), dims.size()), 1);
    return network_.constant(constant->second.floats, plain(dims), plain(dims));
  }
  if (dims == like.dims()) return network_.in(name, like);
  return network_.in(name, like == blocked(like.dims()) ? blocked(dims) : plain(dims));
}

void Builder::binary(const Node& node) {
  static const std::map<std::string, algorithm> kinds = {
      {"Add", algorithm::binary_add}, {"Sub", algorithm::binary_sub}, {"Mul", algorithm::binary_mul},
      {"Div", algorithm::binary_div}, {"Max", algorithm::binary_max}, {"Min", algorithm::binary_min}};
  if (node.inputs.size() != 2) throw std::runtime_error(where(node) + " of other than two tensors");
  std::string left = node.inputs[0], right = node.inputs[1];
  const auto size = [&](const std::string& name) {
    return network_.knows(name) ? product(network_.dims(name).begin(), network_.dims(name).end()) : 0;
  };
  const bool commutes = node.type != "Sub" && node.type != "Div";
  if (size(left) < size(right) && commutes) std::swap(left, right);
  const memory::desc x = network_.layout(left);
  const memory a = network_.in(left, x), b = operand(right, x);
  const Dims &wide = x.dims(), narrow = b.get_desc().dims();
  for (std::size_t i = 0; i < wide.size(); ++i)
    if (narrow.size() != wide.size() || (narrow[i] != wide[i] && narrow[i] != 1))
      throw std::runtime_error(where(node) + " of tensors neither of which has the result's shape");
  const Tail after = tail(node, wide, Stage::residual);
  const dnnl::binary::primitive_desc chosen({kinds.at(node.type), x, b.get_desc(), x}, after.attributes(),
                                            network_.engine());
  run_with_tail(dnnl::binary(chosen), {{DNNL_ARG_SRC_0, a}, {DNNL_ARG_SRC_1, b}}, x, after);
}

void Builder::sum(const Node& node) {
  const memory::desc x = network_.layout(node.inputs[0]);
  std::unordered_map<int, memory> arguments;
  for (std::size_t i = 0; i < node.inputs.size(); ++i)
    arguments[DNNL_ARG_MULTIPLE_SRC + static_cast<int>(i)] = network_.in(node.inputs[i], x);
  const dnnl::sum::primitive_desc chosen(x, std::vector<float>(node.inputs.size(), 1.0f),
                                         std::vector<memory::desc>(node.inputs.size(), x), network_.engine());
  arguments[DNNL_ARG_DST] = network_.out(node.outputs[0], x);
  network_.step(dnnl::sum(chosen), std::move(arguments));
}

void Builder::concat(const Node& node) {
  std::vector<memory::desc> layouts;
  std::unordered_map<int, memory> arguments;
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    layouts.push_back(network_.layout(node.inputs[i]));
    arguments[DNNL_ARG_MULTIPLE_SRC + static_cast<int>(i)] = network_.in(node.inputs[i], layouts.back());
  }
  const auto axis = axis_of(node, layouts.at(0).dims().size(), 0);
  const dnnl::concat::primitive_desc chosen(static_cast<int>(axis), layouts, network_.engine());
  arguments[DNNL_ARG_DST] = network_.out(node.outputs[0], chosen.dst_desc());
  network_.step(dnnl::concat(chosen), std::move(arguments));
}

// The same values in row-major order under another shape.
void Builder::reshape(const Node& node) {
  const Dims x = network_.dims(node.inputs[0]);
  const std::int64_t all = product(x.begin(), x.end());
  Dims y;
  if (node.type == "Flatten") {
    const auto split = x.begin() + axis_of(node, x.size(), 1);
    y = {product(x.begin(), split), product(split, x.end())};
  } else {
    y = constant(node, 1).integers;
    for (std::size_t i = 0; i < y.size(); ++i)
      if (y[i] == 0) y[i] = x.at(i);
    const auto open = std::find(y.begin(), y.end(), -1);
    if (open != y.end()) *open = all / -product(y.begin(), y.end());
  }
  if (product(y.begin(), y.end()) != all)
    throw std::runtime_error(where(node) + " to another number of values");
  memory place = network_.in(node.inputs[0], plain(x));
  network_.set(node.outputs[0], memory(plain(y), network_.engine(), place.get_data_handle()));
}

}  // namespace bricks::onednn

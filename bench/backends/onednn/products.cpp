// Convolutions and matrix products.
#include "bench/backends/onednn/builder.hpp"

#include <stdexcept>

namespace bricks::onednn {
namespace {

using dnnl::algorithm;
constexpr auto inference = dnnl::prop_kind::forward_inference;

struct Window {
  Dims strides, dilations, front, back;
  std::int64_t groups;
};

Window window_of(const Node& node) {
  const auto automatic = node.texts.find("auto_pad");
  if (automatic != node.texts.end() && automatic->second != "NOTSET")
    throw std::runtime_error(where(node) + " with auto_pad " + automatic->second + ", expected pads");
  const Dims pads = node.ints("pads", {0, 0, 0, 0});
  Window w{node.ints("strides", {1, 1}), node.ints("dilations", {1, 1}), {}, {}, node.integer("group", 1)};
  if (pads.size() != 4 || w.strides.size() != 2 || w.dilations.size() != 2)
    throw std::runtime_error(where(node) + " over other than two axes");
  w.front = {pads[0], pads[1]};
  w.back = {pads[2], pads[3]};
  for (std::int64_t& d : w.dilations) --d;  // oneDNN counts what lies between
  return w;
}

std::int64_t reach(std::int64_t kernel, std::int64_t between) { return (kernel - 1) * (between + 1) + 1; }

// Weights and bias with a per-channel factor and summand behind them; `channel` of a value by its index.
template <class Channel>
void fold(std::vector<float>& weights, std::vector<float>& bias, const Tail& tail, Channel channel) {
  if (tail.scale.empty()) return;
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] *= tail.scale.at(channel(i));
  for (std::size_t c = 0; c < bias.size(); ++c) bias[c] = bias[c] * tail.scale.at(c) + tail.shift[c];
}

// Direct always exists; nothing where a Winograd convolution does not.
std::optional<dnnl::convolution_forward::primitive_desc> describe(
    algorithm kind, const dnnl::engine& engine, const dnnl::primitive_attr& attributes, const memory::desc& x,
    const memory::desc& w, const memory::desc& b, const memory::desc& y, const Window& window) {
  const dnnl::convolution_forward::desc wanted(inference, kind, x, w, b, y, window.strides, window.dilations,
                                               window.front, window.back);
  if (kind == algorithm::convolution_direct)
    return dnnl::convolution_forward::primitive_desc(wanted, attributes, engine);
  try {
    return dnnl::convolution_forward::primitive_desc(wanted, attributes, engine);
  } catch (const dnnl::error&) {
    return std::nullopt;
  }
}

}  // namespace

void Builder::convolution(const Node& node) {
  const Constant& given = constant(node, 1);
  const Dims &x = network_.dims(node.inputs[0]), &k = given.dims;
  if (x.size() != 4 || k.size() != 4) throw std::runtime_error(where(node) + " over other than two axes");
  const Window w = window_of(node);
  Dims y = {x[0], k[0], 0, 0};
  for (std::size_t i = 0; i < 2; ++i)
    y[i + 2] = (x[i + 2] + w.front[i] + w.back[i] - reach(k[i + 2], w.dilations[i])) / w.strides[i] + 1;
  const Tail after = tail(node, y, Stage::product);
  std::vector<float> weights = given.floats,
                     bias = node.has_input(2) ? floats(node, 2)
                                              : std::vector<float>(static_cast<std::size_t>(k[0]), 0.0f);
  const std::size_t filter = weights.size() / static_cast<std::size_t>(k[0]);
  fold(weights, bias, after, [&](std::size_t i) { return i / filter; });
  const Dims kernel = w.groups == 1 ? k : Dims{w.groups, k[0] / w.groups, k[1], k[2], k[3]};

  std::optional<dnnl::convolution_forward::primitive_desc> chosen;
  const auto attempt = [&](algorithm kind) {
    return describe(kind, network_.engine(), after.attributes(), any(x), any(kernel), plain({k[0]}), any(y),
                    w);
  };
  if (winograd_) chosen = attempt(algorithm::convolution_winograd);
  winograd_found_ += chosen.has_value();
  if (!chosen) chosen = attempt(algorithm::convolution_direct);
  run_with_tail(dnnl::convolution_forward(*chosen),
                {{DNNL_ARG_SRC, network_.in(node.inputs[0], chosen->src_desc())},
                 {DNNL_ARG_WEIGHTS, network_.constant(weights, plain(kernel), chosen->weights_desc())},
                 {DNNL_ARG_BIAS, network_.constant(bias, plain({k[0]}), plain({k[0]}))}},
                chosen->dst_desc(), after);
}

void Builder::deconvolution(const Node& node) {
  const Constant& given = constant(node, 1);
  const Dims &x = network_.dims(node.inputs[0]),
             &k = given.dims;  // k: inputs, outputs of a group, height, width
  if (x.size() != 4 || k.size() != 4) throw std::runtime_error(where(node) + " over other than two axes");
  Window w = window_of(node);
  const Dims extra = node.ints("output_padding", {0, 0});
  Dims y = {x[0], k[1] * w.groups, 0, 0};
  for (std::size_t i = 0; i < 2; ++i) {
    w.back[i] -= extra.at(i);
    y[i + 2] = (x[i + 2] - 1) * w.strides[i] + reach(k[i + 2], w.dilations[i]) - w.front[i] - w.back[i];
  }
  const Tail after = tail(node, y, Stage::product);
  const auto outputs = static_cast<std::size_t>(y[1]), of_group = static_cast<std::size_t>(k[1]),
             area = static_cast<std::size_t>(k[2] * k[3]), inputs = static_cast<std::size_t>(k[0] / w.groups);
  std::vector<float> weights = given.floats,
                     bias = node.has_input(2) ? floats(node, 2) : std::vector<float>(outputs, 0.0f);
  fold(weights, bias, after,
       [&](std::size_t i) { return i / (area * of_group * inputs) * of_group + i / area % of_group; });
  using memory = dnnl::memory;
  const Dims kernel =
      w.groups == 1 ? Dims{k[1], k[0], k[2], k[3]} : Dims{w.groups, k[1], k[0] / w.groups, k[2], k[3]};
  const memory::desc stored(kernel, memory::data_type::f32,
                            w.groups == 1 ? memory::format_tag::iohw : memory::format_tag::giohw);
  const dnnl::deconvolution_forward::primitive_desc chosen(
      {inference, algorithm::deconvolution_direct, any(x), any(kernel), plain({y[1]}), any(y), w.strides,
       w.dilations, w.front, w.back},
      after.attributes(), network_.engine());
  run_with_tail(dnnl::deconvolution_forward(chosen),
                {{DNNL_ARG_SRC, network_.in(node.inputs[0], chosen.src_desc())},
                 {DNNL_ARG_WEIGHTS, network_.constant(weights, stored, chosen.weights_desc())},
                 {DNNL_ARG_BIAS, network_.constant(bias, plain({y[1]}), plain({y[1]}))}},
                chosen.dst_desc(), after);
}

void Builder::gemm(const Node& node) {
  const Constant& given = constant(node, 1);
  const Dims& x = network_.dims(node.inputs[0]);
  if (x.size() != 2 || given.dims.size() != 2 || node.integer("transA", 0) != 0 ||
      node.number("alpha", 1) != 1 || node.number("beta", 1) != 1)
    throw std::runtime_error(where(node) + " other than x * w + b of matrices");
  const bool rows = node.integer("transB", 0) != 0;  // a row an output
  const Dims w = rows ? given.dims : Dims{given.dims[1], given.dims[0]}, y = {x[0], w[0]};
  const memory::desc stored(w, memory::data_type::f32,
                            rows ? memory::format_tag::ab : memory::format_tag::ba);
  const Tail after = tail(node, y, Stage::affine);
  const std::vector<float> bias =
      node.has_input(2) ? floats(node, 2) : std::vector<float>(static_cast<std::size_t>(w[0]), 0.0f);
  const dnnl::inner_product_forward::primitive_desc chosen({inference, any(x), any(w), plain({w[0]}), any(y)},
                                                           after.attributes(), network_.engine());
  run_with_tail(dnnl::inner_product_forward(chosen),
                {{DNNL_ARG_SRC, network_.in(node.inputs[0], chosen.src_desc())},
                 {DNNL_ARG_WEIGHTS, network_.constant(given.floats, stored, chosen.weights_desc())},
                 {DNNL_ARG_BIAS, network_.constant(bias, plain({w[0]}), plain({w[0]}))}},
                chosen.dst_desc(), after);
}

}  // namespace bricks::onednn

#include "engine/tuning/conv_text.hpp"

#include "engine/error.hpp"
#include "engine/formats/json.hpp"
#include "engine/graph/tensor_type.hpp"

#include <charconv>
#include <initializer_list>

namespace bricks {
namespace {

using kernels::ConvProblem;
using Size = std::ptrdiff_t;

// Of a window's numbers, and of the phases of a transposed convolution, which are planned one by one.
constexpr Size largest_window = 4096, most_conv_phases = 4096;

std::string numbers_text(const char* between, std::initializer_list<Size> values) {
  std::string text;
  for (const Size value : values) text += (text.empty() ? "" : between) + std::to_string(value);
  return text;
}

class ConvTextReader {
 public:
  explicit ConvTextReader(std::string_view text) : rest_(text) {}

  // Whether the word stands here; it is gone then.
  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  void expect(std::string_view word) { good_ = take(word) && good_; }

  void numbers(std::string_view before, std::string_view between, Size most,
               std::initializer_list<Size*> values) {
    for (Size* value : values) {
      expect(value == *values.begin() ? before : between);
      const auto [stop, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), *value);
      good_ = good_ && error == std::errc() && *value >= 0 && *value <= most;
      if (!good_) return;
      rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
    }
  }

  bool finished() const { return good_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool good_ = true;
};

bool read_conv_text(std::string_view text, ConvProblem& p) {
  constexpr Size most = Size{1} << 40;
  ConvTextReader reader(text);
  reader.expect("Conv");
  p.transposed = reader.take("Transpose");
  reader.numbers(" ", "x", most, {&p.batch, &p.in_channels, &p.in_h, &p.in_w});
  reader.numbers(" -> ", "", most, {&p.out_channels});
  reader.numbers(" kernel_shape=", ",", largest_window, {&p.kernel_h, &p.kernel_w});
  reader.numbers(" strides=", ",", largest_window, {&p.stride_h, &p.stride_w});
  reader.numbers(" pads=", ",", largest_window, {&p.pad_top, &p.pad_left, &p.pad_bottom, &p.pad_right});
  reader.numbers(" dilations=", ",", largest_window, {&p.dilation_h, &p.dilation_w});
  reader.numbers(" group=", "", most, {&p.groups});
  if (p.transposed)
    reader.numbers(" output_padding=", ",", largest_window, {&p.output_pad_h, &p.output_pad_w});
  p.plain_input = reader.take(" plain");
  if (!p.plain_input) reader.expect(" blocked");
  return reader.finished();
}

bool conv_window_can_be(const ConvProblem& p) {
  for (const Size size : {p.kernel_h, p.kernel_w, p.stride_h, p.stride_w, p.dilation_h, p.dilation_w})
    if (size < 1) return false;
  return !p.transposed || p.stride_h * p.stride_w <= most_conv_phases;
}

Size conv_text_output(bool transposed, Size in, Size kernel, Size stride, Size dilation, Size pads,
                      Size output_pad) {
  return transposed ? kernels::conv_transpose_output_size(in, kernel, stride, dilation, pads, 0, output_pad)
                    : kernels::conv_output_size(in, kernel, stride, dilation, pads, 0);
}

// Throws Error where a tensor is empty or larger than the engine has any, or where the work is more than
// planning can count: a dilated convolution is tiled as that many images.
void check_conv_tensors(const ConvProblem& p) {
  const Size out_h = conv_text_output(p.transposed, p.in_h, p.kernel_h, p.stride_h, p.dilation_h,
                                      p.pad_top + p.pad_bottom, p.output_pad_h),
             out_w = conv_text_output(p.transposed, p.in_w, p.kernel_w, p.stride_w, p.dilation_w,
                                      p.pad_left + p.pad_right, p.output_pad_w);
  element_count({p.batch, p.in_channels, p.in_h, p.in_w});
  element_count({p.batch, p.out_channels, out_h, out_w});
  element_count({p.in_channels, p.out_channels, p.kernel_h, p.kernel_w});
  element_count({p.batch, p.in_h, p.in_w, p.kernel_h, p.kernel_w});
  element_count({p.batch, out_h + p.dilation_h, out_w + p.dilation_w, p.kernel_h, p.kernel_w});
}

}  // namespace

std::string conv_text(const ConvProblem& p) {
  return std::string(p.transposed ? "ConvTranspose " : "Conv ") +
         numbers_text("x", {p.batch, p.in_channels, p.in_h, p.in_w}) + " -> " +
         std::to_string(p.out_channels) + " kernel_shape=" + numbers_text(",", {p.kernel_h, p.kernel_w}) +
         " strides=" + numbers_text(",", {p.stride_h, p.stride_w}) +
         " pads=" + numbers_text(",", {p.pad_top, p.pad_left, p.pad_bottom, p.pad_right}) +
         " dilations=" + numbers_text(",", {p.dilation_h, p.dilation_w}) +
         " group=" + std::to_string(p.groups) +
         (p.transposed ? " output_padding=" + numbers_text(",", {p.output_pad_h, p.output_pad_w}) : "") +
         (p.plain_input ? " plain" : " blocked");
}

ConvProblem parse_conv_text(std::string_view text) {
  ConvProblem problem;
  // The text of what was read, so that numbers have one form.
  if (!read_conv_text(text, problem) || conv_text(problem) != text || !conv_window_can_be(problem))
    throw Error("found '" + shortened(text) +
                "', expected a convolution as 'Conv 1x64x56x56 -> 64 kernel_shape=3,3 strides=1,1 "
                "pads=1,1,1,1 dilations=1,1 group=1 blocked'");
  return within("'" + shortened(text) + "'", [&] {
    check_conv_tensors(problem);
    const bool divides = problem.groups > 0 && problem.in_channels % problem.groups == 0 &&
                         problem.out_channels % problem.groups == 0;
    if (!divides || (problem.plain_input && (problem.transposed || problem.groups > 1)))
      throw Error("found " + std::to_string(problem.groups) +
                  " groups, expected a divisor of the channels, and 1 for a plain input of Conv");
    return problem;
  });
}

}  // namespace bricks

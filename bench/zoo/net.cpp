#include "bench/zoo/net.hpp"

#include <algorithm>
#include <utility>

namespace bricks::zoo {

Net::Net(const std::string& name, const Size& size) : size_(size), builder_(name) {}

Graph Net::finish() { return builder_.finish(); }

Value Net::image(std::int64_t channels, Extent own) {
  const Extent extent = size_.image.value_or(own);
  return input(next_name("image"), {channels, extent.height, extent.width});
}

Value Net::input(const std::string& name, Shape shape) {
  return builder_.input(name, {ElementType::float32, batched(std::move(shape), size_.batch)});
}

Shape Net::shape(Value x) const {
  const Shape& all = builder_.shape(x);
  return {all.begin() + 1, all.end()};
}

Shape Net::batched(Shape shape, std::int64_t batch) {
  shape.insert(shape.begin(), batch);
  return shape;
}

std::vector<std::int64_t> Net::behind_batch(std::vector<std::int64_t> axes) {
  for (std::int64_t& axis : axes) ++axis;
  return axes;
}

std::int64_t Net::divided(Channels channels) const {
  return channels.divided ? std::max<std::int64_t>(1, channels.count / size_.divisor) : channels.count;
}

std::string Net::next_name(const std::string& kind) { return kind + std::to_string(++numbers_[kind]); }

Value Net::weight(const std::string& name, Shape shape) {
  return builder_.weight(name, {ElementType::float32, std::move(shape)});
}

Value Net::layer(const std::string& name, OpPointer op, std::vector<TensorId> inputs) {
  return builder_.add(name, std::move(op), std::move(inputs)).front();
}

}  // namespace bricks::zoo

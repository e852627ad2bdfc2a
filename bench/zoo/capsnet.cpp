// Capsules with dynamic routing: Sabour, Frosst and Hinton 2017 (https://arxiv.org/abs/1710.09829).
//
// The paper folds its routing body over a sequence of two and lists the body once. Here the body runs once:
// it starts at the input "routing_logits", which is all zeros in the original, the last of the fold's states
// is the one that it yields, and the replicated predictions, over which the original folds, are an output
// that nobody reads.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

constexpr std::int64_t digits = 10, length = 16, part_length = 8;

Value squash(Net& net, Value x) {
  const Value ratio = net.sqrt_ratio(net.sum(net.square(x), {1}));
  return net.multiply(x, net.replicate(ratio, 1, {net.shape(x)[1]}));
}

// The capsules that the routing logits choose from the predictions.
Value route(Net& net, Value logits, Value predictions) {
  const Value coupling = net.softmax(net.reshape(logits, {net.shape(predictions)[0], digits}), 1);
  return squash(net, net.sum(net.multiply(predictions, net.replicate(coupling, 2, {length})), {0}));
}

Value agree(Net& net, Value logits, Value predictions, Value capsules) {
  const Value agreement = net.multiply(predictions, net.replicate(capsules, 0, {net.shape(predictions)[0]}));
  return net.add(net.flatten(net.sum(agreement, {2})), logits);
}

Value primary_capsules(Net& net) {
  Value x = net.conv(net.relu(net.conv(net.image(1, 28), 256, {9})), 256, {9, 2});
  const std::int64_t capsules = net.channels(x) * net.extent(x).height * net.extent(x).width / part_length;
  return squash(net, net.reshape(net.transpose(x, {1, 2, 0}), {capsules, part_length}));
}

Value capsnet_decode(Net& net, Value capsule) {
  Value x = net.relu(net.linear(capsule, 512));
  x = net.relu(net.linear(x, 1024));
  x = net.sigmoid(net.linear(x, fixed(784)));
  return net.reshape(x, {1, 28, 28});
}

}  // namespace

void capsnet(Net& net) {
  const Value primary = primary_capsules(net);
  const std::int64_t capsules = net.shape(primary)[0];
  const Value start = net.input("routing_logits", {capsules * digits});

  const Value transform = net.constant({capsules, digits, length, part_length});
  const Value repeated = net.replicate(primary, 1, {digits, length});
  const Value predictions = net.sum(net.multiply(transform, repeated), {3});
  net.replicate(predictions, 0, {2});

  const Value state = agree(net, start, predictions, route(net, start, predictions));
  const Value capsule = route(net, net.sequence_last({start, state}), predictions);
  const Value norm = net.sqrt(net.sum(net.square(capsule), {1}));
  capsnet_decode(net, net.extract(capsule, net.ordering(norm)));
}

}  // namespace bricks::zoo

#include "bench/compare/yardsticks.hpp"

#include "engine/graph/builder.hpp"
#include "engine/ops/conv.hpp"
#include "engine/ops/identity.hpp"

#include <memory>

namespace bricks::bench {

Graph do_nothing() {
  GraphBuilder builder("nothing");
  builder.add("nothing", std::make_shared<Identity>(), {builder.input("x", {ElementType::float32, {1, 1}})},
              {"y"});
  return builder.finish();
}

Graph reference_model() {
  GraphBuilder builder("reference");
  const TensorId x = builder.input("x", {ElementType::float32, {1, 32, 28, 28}});
  const auto conv = std::make_shared<Conv>();
  conv->kernel_shape = {3, 3};
  conv->pads.assign(4, 1);
  builder.add("conv", conv, {x, builder.weight("w", {ElementType::float32, {32, 32, 3, 3}})}, {"y"});
  return builder.finish();
}

}  // namespace bricks::bench

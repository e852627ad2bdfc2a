#include <engine/graph/builder.hpp>
#include <engine/run/session.hpp>

int main() {
  bricks::GraphBuilder builder("two layers");
  const auto x = builder.input("x", {bricks::ElementType::float32, {1, 3}});
  builder.add("relu", bricks::make_op("Relu"), {x});
  const bricks::Plan plan = bricks::make_plan(builder.finish(), {});
  bricks::Session session(plan, bricks::pack_weights(plan, *bricks::synthetic_weights(1)), 1);
  const float in[] = {-1, 0, 2};
  float out[3];
  session.write_input(0, in);
  session.run();
  session.read_output(0, out);
  return out[0] == 0 && out[2] == 2 ? 0 : 1;
}

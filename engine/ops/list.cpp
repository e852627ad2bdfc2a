// The list of operators: one row an operator. Its class stands in engine/ops, its arithmetic in kernels.
#include <algorithm>
#include <map>

#include "engine/error.hpp"
#include "engine/graph/op.hpp"

namespace bricks {
namespace {

using Maker = std::shared_ptr<Op> (*)();

template <class T>
std::shared_ptr<Op> make() {
  return std::make_shared<T>();
}

const std::map<std::string_view, Maker>& makers() {
  static const std::map<std::string_view, Maker> list = {};
  return list;
}

}  // namespace

std::shared_ptr<Op> make_op(std::string_view type) {
  const auto found = makers().find(type);
  if (found == makers().end()) throw Error("unknown operator '" + std::string(type) + "'");
  return found->second();
}

std::vector<std::string_view> op_types() {
  std::vector<std::string_view> types;
  for (const auto& [type, maker] : makers()) types.push_back(type);
  return types;
}

}  // namespace bricks

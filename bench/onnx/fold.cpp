#include "bench/onnx/fold.hpp"

#include "bench/onnx/attributes.hpp"
#include "engine/error.hpp"

#include <algorithm>
#include <map>

namespace bricks::onnx_io {
namespace {

// More elements than any shape has: what is larger is data, and no business of this file.
constexpr std::size_t most_elements = 4096;

struct Fold {
  const ONNX_NAMESPACE::NodeProto& node;
  const std::vector<FoldInput>& inputs;
  NodeAttributes attributes;

  const Constant& in(std::size_t index) const {
    if (index >= inputs.size() || !inputs[index].constant)
      throw Error("input " + std::to_string(index) + " is missing");
    return *inputs[index].constant;
  }
  bool has(std::size_t index) const { return index < inputs.size() && inputs[index].constant; }
  std::optional<Ints> ints(std::size_t index, const char* name) {
    if (has(index)) return in(index).integers;
    return attributes.take_ints(name);
  }
};

using Folder = std::optional<Constant> (*)(Fold&);

Constant vector_of(Ints values) {
  const std::int64_t count = static_cast<std::int64_t>(values.size());
  return make_integers({count}, std::move(values));
}

std::size_t position(std::int64_t index, std::size_t size, const char* what) {
  const std::int64_t n = static_cast<std::int64_t>(size);
  if (index < -n || index >= n)
    throw Error(std::string(what) + " " + std::to_string(index) + " of " + std::to_string(n));
  return static_cast<std::size_t>(index < 0 ? index + n : index);
}

std::optional<Constant> shape(Fold& f) {
  if (f.inputs.empty() || !f.inputs[0].shape) throw Error("input 0 is missing");
  const Shape& all = *f.inputs[0].shape;
  const std::int64_t rank = static_cast<std::int64_t>(all.size());
  const auto bound = [&](std::int64_t at) {
    return std::clamp<std::int64_t>(at < 0 ? at + rank : at, 0, rank);
  };
  const std::int64_t start = bound(f.attributes.take_int("start").value_or(0));
  const std::int64_t end = std::max(start, bound(f.attributes.take_int("end").value_or(rank)));
  return vector_of({all.begin() + start, all.begin() + end});
}

std::optional<Constant> size(Fold& f) {
  if (f.inputs.empty() || !f.inputs[0].shape) throw Error("input 0 is missing");
  std::int64_t count = 1;
  for (std::int64_t d : *f.inputs[0].shape) count *= d;
  return make_integers({}, {count});
}

std::optional<Constant> gather(Fold& f) {
  const Constant &data = f.in(0), &indices = f.in(1);
  if (data.shape.size() != 1 || f.attributes.take_int("axis").value_or(0) > 0) return std::nullopt;
  Ints values;
  for (std::int64_t index : indices.integers)
    values.push_back(data.integers[position(index, data.count(), "index")]);
  return make_integers(indices.shape, values, data.type);
}

std::optional<Constant> concat(Fold& f) {
  Ints values;
  for (std::size_t i = 0; i < f.inputs.size(); ++i) {
    if (f.in(i).shape.size() != 1) return std::nullopt;
    values.insert(values.end(), f.in(i).integers.begin(), f.in(i).integers.end());
    if (values.size() > static_cast<std::size_t>(most_folded)) throw Error("more than 2^24 elements");
  }
  return make_integers({static_cast<std::int64_t>(values.size())}, values, f.in(0).type);
}

std::optional<Constant> unsqueeze(Fold& f) {
  const Ints axes = f.ints(1, "axes").value_or(Ints{});
  std::vector<std::int64_t> shape = f.in(0).shape;
  if (axes.size() > 8) throw Error(std::to_string(axes.size()) + " axes, expected at most 8");
  const std::size_t rank = shape.size() + axes.size();
  std::vector<bool> inserted(rank, false);
  for (std::int64_t axis : axes) inserted[position(axis, rank, "axis")] = true;
  std::vector<std::int64_t> wider;
  for (std::size_t i = 0, from = 0; i < rank; ++i) {
    if (!inserted[i] && from >= shape.size()) throw Error("the same axis twice");
    wider.push_back(inserted[i] ? 1 : shape[from++]);
  }
  return make_integers(wider, f.in(0).integers, f.in(0).type);
}

std::optional<Constant> squeeze(Fold& f) {
  const std::vector<std::int64_t>& shape = f.in(0).shape;
  const std::optional<Ints> axes = f.ints(1, "axes");
  std::vector<bool> dropped(shape.size(), false);
  if (axes)
    for (std::int64_t axis : *axes) dropped[position(axis, shape.size(), "axis")] = true;
  std::vector<std::int64_t> narrower;
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (dropped[i] && shape[i] != 1)
      throw Error("axis " + std::to_string(i) + " of size " + std::to_string(shape[i]) + ", expected 1");
    else if (axes ? !dropped[i] : shape[i] != 1)
      narrower.push_back(shape[i]);
  return make_integers(narrower, f.in(0).integers, f.in(0).type);
}

std::optional<Constant> slice(Fold& f) {
  const Constant& data = f.in(0);
  const auto starts = f.ints(1, "starts"), ends = f.ints(2, "ends"), steps = f.ints(4, "steps");
  if (data.shape.size() != 1 || !starts || !ends || starts->size() != 1 || ends->size() != 1)
    return std::nullopt;
  const std::int64_t n = static_cast<std::int64_t>(data.count()),
                     step = steps && !steps->empty() ? std::min((*steps)[0], n + 1) : 1;
  if (step < 1) return std::nullopt;
  const auto bound = [&](std::int64_t at) {
    return std::clamp<std::int64_t>(at < 0 ? std::max(at, -n) + n : at, 0, n);
  };
  Ints values;
  for (std::int64_t i = bound((*starts)[0]); i < bound((*ends)[0]); i += step)
    values.push_back(data.integers[static_cast<std::size_t>(i)]);
  return make_integers({static_cast<std::int64_t>(values.size())}, values, data.type);
}

std::optional<Constant> cast(Fold& f) {
  const ElementType to = element_type(static_cast<std::int32_t>(f.attributes.take_int("to").value_or(0)));
  const Constant& data = f.in(0);
  if (to == ElementType::float32)
    return make_floats(data.shape, std::vector<float>(data.integers.begin(), data.integers.end()));
  Ints values = data.integers;
  if (to == ElementType::boolean)
    for (std::int64_t& v : values) v = v != 0;
  return make_integers(data.shape, std::move(values), to);
}

std::int64_t divided(std::int64_t a, std::int64_t b) {
  if (b == 0) throw Error("division by zero");
  return b == -1 ? static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(a)) : a / b;
}

std::int64_t apply(const std::string& type, std::int64_t a, std::int64_t b) {
  // Wrapping arithmetic in unsigned numbers: what a hostile file overflows is then caught as a shape.
  const auto ua = static_cast<std::uint64_t>(a), ub = static_cast<std::uint64_t>(b);
  if (type == "Add") return static_cast<std::int64_t>(ua + ub);
  if (type == "Sub") return static_cast<std::int64_t>(ua - ub);
  if (type == "Mul") return static_cast<std::int64_t>(ua * ub);
  if (type == "Div") return divided(a, b);
  if (type == "Equal") return a == b;
  if (type == "Greater") return a > b;
  if (type == "Less") return a < b;
  if (type == "Max") return std::max(a, b);
  return std::min(a, b);
}

std::optional<Constant> binary(Fold& f) {
  if (f.inputs.size() != 2) return std::nullopt;
  const Constant &a = f.in(0), &b = f.in(1);
  if (a.shape != b.shape && a.count() != 1 && b.count() != 1) return std::nullopt;
  const std::string& type = f.node.op_type();
  const bool left = b.count() == 1 && (a.count() != 1 || a.shape.size() >= b.shape.size());
  const Constant &larger = left || a.shape == b.shape ? a : b, &other = &larger == &a ? b : a;
  if (other.shape.size() > larger.shape.size()) return std::nullopt;
  Ints values;
  for (std::size_t i = 0; i < larger.count(); ++i)
    values.push_back(apply(type, a.integers[a.count() == 1 ? 0 : i], b.integers[b.count() == 1 ? 0 : i]));
  const bool compares = type == "Equal" || type == "Greater" || type == "Less";
  return make_integers(larger.shape, values, compares ? ElementType::boolean : a.type);
}

std::optional<Constant> where(Fold& f) {
  const Constant &condition = f.in(0), &a = f.in(1), &b = f.in(2);
  const std::size_t count = condition.count();
  const auto fits = [&](const Constant& value) {
    return value.shape == condition.shape ||
           (value.count() == 1 && value.shape.size() <= condition.shape.size());
  };
  if (!fits(a) || !fits(b)) return std::nullopt;
  Ints values;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(condition.integers[i] ? a.integers[a.count() == 1 ? 0 : i]
                                           : b.integers[b.count() == 1 ? 0 : i]);
  return make_integers(condition.shape, values, a.type);
}

std::optional<Constant> range(Fold& f) {
  for (std::size_t i = 0; i < 3; ++i)
    if (f.in(i).count() != 1)
      throw Error("input " + std::to_string(i) + " has " + std::to_string(f.in(i).count()) +
                  " elements, expected one");
  const std::int64_t start = f.in(0).integers[0], limit = f.in(1).integers[0], step = f.in(2).integers[0];
  if (step == 0) throw Error("a step of 0");
  Ints values;
  for (std::int64_t v = start; step > 0 ? v < limit : v > limit;) {
    values.push_back(v);
    if (values.size() > most_elements)
      throw Error("a range of more than " + std::to_string(most_elements) + " numbers");
    if (__builtin_add_overflow(v, step, &v)) break;  // past every limit
  }
  return make_integers({static_cast<std::int64_t>(values.size())}, values, f.in(0).type);
}

std::optional<Constant> reshape(Fold& f) {
  const Constant& data = f.in(0);
  Ints shape = f.in(1).integers;
  std::int64_t known = 1;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 0 && i < data.shape.size()) shape[i] = data.shape[i];
    // No shape of so few elements has larger dimensions, and larger products overflow.
    if (shape[i] != -1)
      known = std::min(known, most_folded) * std::clamp<std::int64_t>(shape[i], 0, most_folded);
  }
  const std::int64_t count = static_cast<std::int64_t>(data.count());
  const auto open = std::find(shape.begin(), shape.end(), -1);
  if (open != shape.end() && known > 0) *open = count / known, known *= *open;
  if (known != count || std::count(shape.begin(), shape.end(), -1) > 0)
    throw Error("a tensor of " + std::to_string(count) + " elements reshaped to " +
                to_string(f.in(1).integers));
  return make_integers(shape, data.integers, data.type);
}

std::optional<Constant> reduce_prod(Fold& f) {
  std::int64_t product = 1;
  for (std::int64_t v : f.in(0).integers) product = apply("Mul", product, v);
  if (f.in(0).shape.size() > 1) return std::nullopt;
  const bool keep = f.attributes.take_int("keepdims").value_or(1) != 0;
  return make_integers(keep ? std::vector<std::int64_t>{1} : std::vector<std::int64_t>{}, {product},
                       f.in(0).type);
}

std::optional<Constant> constant_of_shape(Fold& f) {
  Constant filling = make_floats({1}, {0.0f});
  for (const auto& a : f.node.attribute())
    if (a.name() == "value") {
      DataFiles beside("");
      filling = read_tensor(a.t(), beside);
    }
  if (filling.count() != 1)
    throw Error("a value of " + std::to_string(filling.count()) + " elements, expected one");
  const Ints& shape = f.in(0).integers;
  const bool empty = std::count(shape.begin(), shape.end(), 0) > 0;
  const std::int64_t elements = empty ? 0 : element_count(shape);
  if (elements > most_folded)
    throw Error("a constant of shape " + to_string(shape) + ", expected at most 2^24 elements");
  const std::size_t count = static_cast<std::size_t>(elements);
  if (filling.floats) return make_floats(shape, std::vector<float>(count, filling.floats->read().front()));
  return make_integers(shape, Ints(count, filling.integers.front()), filling.type);
}

const std::map<std::string, Folder>& folders() {
  static const std::map<std::string, Folder> table = {
      {"Gather", gather},
      {"Concat", concat},
      {"Unsqueeze", unsqueeze},
      {"Squeeze", squeeze},
      {"Slice", slice},
      {"Cast", cast},
      {"Add", binary},
      {"Sub", binary},
      {"Mul", binary},
      {"Div", binary},
      {"Equal", binary},
      {"Greater", binary},
      {"Less", binary},
      {"Max", binary},
      {"Min", binary},
      {"Where", where},
      {"Range", range},
      {"Reshape", reshape},
      {"ReduceProd", reduce_prod},
      {"ConstantOfShape", constant_of_shape},
  };
  return table;
}

bool small_integers(const std::vector<FoldInput>& inputs) {
  return !inputs.empty() && std::all_of(inputs.begin(), inputs.end(), [](const FoldInput& input) {
    return !input.shape ||
           (input.constant && !input.constant->floats && input.constant->count() <= most_elements);
  });
}

}  // namespace

std::optional<Constant> fold_integers(const ONNX_NAMESPACE::NodeProto& node,
                                      const std::vector<FoldInput>& inputs) {
  Fold fold{node, inputs, NodeAttributes(node)};
  if (node.op_type() == "Shape") return shape(fold);
  if (node.op_type() == "Size") return size(fold);
  const auto found = folders().find(node.op_type());
  if (found == folders().end() || !small_integers(inputs)) return std::nullopt;
  return found->second(fold);
}

}  // namespace bricks::onnx_io

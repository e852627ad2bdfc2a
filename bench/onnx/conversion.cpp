#include "bench/onnx/conversion.hpp"

#include "engine/error.hpp"

namespace bricks::onnx_io {

Value& Scope::value(const std::string& name) {
  const auto found = values.find(name);
  if (found == values.end())
    throw Error("input '" + name + "', which no graph input, initialiser or node before gives");
  return found->second;
}

TensorId Scope::tensor(const std::string& name) {
  Value& known = value(name);
  if (known.tensor == no_tensor) known.tensor = materialise(name, *known.constant);
  return known.tensor;
}

Conversion::Conversion(Scope& scope, const ONNX_NAMESPACE::NodeProto& node, int opset_version)
    : attributes(node), opset(opset_version), scope_(scope), node_(node) {}

bool Conversion::has_input(std::size_t index) const {
  return index < inputs() && !node_.input(static_cast<int>(index)).empty();
}

const Constant* Conversion::constant(std::size_t index) const {
  return has_input(index) ? scope_.value(node_.input(static_cast<int>(index))).constant.get() : nullptr;
}

TensorId Conversion::input(std::size_t index) const {
  return has_input(index) ? scope_.tensor(node_.input(static_cast<int>(index))) : no_tensor;
}

std::vector<TensorId> Conversion::all_inputs() const {
  std::vector<TensorId> all;
  for (std::size_t i = 0; i < inputs(); ++i) all.push_back(input(i));
  while (!all.empty() && all.back() == no_tensor) all.pop_back();
  return all;
}

Shape Conversion::shape(std::size_t index) const {
  if (!has_input(index)) throw Error("input " + std::to_string(index) + " is missing");
  const Value& known = scope_.value(node_.input(static_cast<int>(index)));
  return known.constant ? known.constant->shape : scope_.builder.shape(known.tensor);
}

Ints Conversion::integers(std::size_t index) const {
  const Constant* known = constant(index);
  if (!known || known->type == ElementType::float32)
    throw Error("input " + std::to_string(index) + " is computed, expected constant integers");
  return known->integers;
}

std::optional<Ints> Conversion::integers_or_attribute(std::size_t index, const std::string& name) {
  if (has_input(index)) return integers(index);
  return attributes.take_ints(name);
}

float Conversion::number(std::size_t index) const {
  const Constant* known = constant(index);
  if (!known || known->count() != 1)
    throw Error("input " + std::to_string(index) + " is no constant number, expected one");
  return known->floats ? known->floats->read().front() : static_cast<float>(known->integers.front());
}

std::string Conversion::name() const { return node_.name().empty() ? node_.output(0) : node_.name(); }

void Conversion::finish(OpPointer op, std::vector<TensorId> inputs) {
  // Results that bricks does not compute (a mask, indices) have no value; whoever takes one is told so.
  const std::size_t most = op->type() == "Split" ? outputs() : 1;
  std::vector<std::string> names(node_.output().begin(),
                                 node_.output().begin() + static_cast<std::ptrdiff_t>(most));
  for (const std::string& result : names)
    if (scope_.values.count(result) > 0) throw Error("'" + result + "' is defined twice");
  const std::vector<TensorId> results = scope_.builder.add(name(), std::move(op), std::move(inputs), names);
  for (std::size_t i = 0; i < results.size() && i < names.size(); ++i)
    scope_.values[names[i]] = {nullptr, results[i]};
}

TensorId Conversion::intermediate(OpPointer op, std::vector<TensorId> inputs) {
  return scope_.builder.add(name() + "/" + std::to_string(intermediates_++), std::move(op),
                            std::move(inputs))[0];
}

}  // namespace bricks::onnx_io

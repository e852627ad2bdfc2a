#include "bench/onnx/attributes.hpp"

#include "engine/error.hpp"

#include <algorithm>
#include <set>

namespace bricks::onnx_io {
namespace {

using ONNX_NAMESPACE::AttributeProto;

// Assigns an operator's members from a node's attributes, in the order in which the operator names them.
class AttributesReader final : public AttributeVisitor {
 public:
  explicit AttributesReader(const NodeAttributes& attributes) : attributes_(attributes) {}

  void integer(std::string_view name, std::int64_t& value, IntegerRange range, Presence presence) override {
    if (const auto* given = find<std::int64_t>(name, presence, "an integer"))
      value = checked(name, *given, range);
  }
  void integers(std::string_view name, Ints& value, IntegerRange range, Presence presence) override {
    if (const auto* given = find<Ints>(name, presence, "integers")) {
      for (std::int64_t v : *given) checked(name, v, range);
      value = *given;
    }
  }
  void number(std::string_view name, float& value, Presence presence) override {
    if (const auto* given = find<float>(name, presence, "a float")) value = *given;
  }
  void numbers(std::string_view name, std::vector<float>& value, Presence presence) override {
    if (const auto* given = find<std::vector<float>>(name, presence, "floats")) value = *given;
  }
  void choice(std::string_view name, int& value, std::initializer_list<std::string_view> allowed,
              Presence presence) override {
    const auto* given = find<std::string>(name, presence, "a string");
    if (!given) return;
    const auto found = std::find(allowed.begin(), allowed.end(), *given);
    if (found == allowed.end()) {
      std::string all;
      for (std::string_view word : allowed) all += (all.empty() ? "" : ", ") + std::string(word);
      throw Error("attribute " + std::string(name) + " '" + *given + "', expected one of: " + all);
    }
    value = static_cast<int>(found - allowed.begin());
  }

  void expect_all_known() const {
    for (const auto& [name, value] : attributes_.values())
      if (!known_.count(name)) throw Error("unknown attribute '" + name + "'");
  }

 private:
  template <class T>
  const T* find(std::string_view name, Presence presence, const char* expected) {
    known_.insert(std::string(name));
    const auto found = attributes_.values().find(std::string(name));
    if (found == attributes_.values().end()) {
      if (presence == Presence::required) throw Error("attribute " + std::string(name) + " is missing");
      return nullptr;
    }
    const T* value = std::get_if<T>(&found->second);
    if (!value) throw Error("attribute " + std::string(name) + " of a wrong type, expected " + expected);
    return value;
  }

  static std::int64_t checked(std::string_view name, std::int64_t value, IntegerRange range) {
    if (value < range.low || value > range.high)
      throw Error("attribute " + std::string(name) + " is " + std::to_string(value) + ", expected " +
                  std::to_string(range.low) + " to " + std::to_string(range.high));
    return value;
  }

  const NodeAttributes& attributes_;
  std::set<std::string> known_;
};

class AttributesWriter final : public AttributeVisitor {
 public:
  NodeAttributes attributes;

  void integer(std::string_view name, std::int64_t& value, IntegerRange, Presence) override {
    set(name, value);
  }
  void integers(std::string_view name, Ints& value, IntegerRange, Presence) override { set(name, value); }
  void number(std::string_view name, float& value, Presence) override { set(name, value); }
  void numbers(std::string_view name, std::vector<float>& value, Presence) override { set(name, value); }
  void choice(std::string_view name, int& value, std::initializer_list<std::string_view> allowed,
              Presence) override {
    set(name, std::string(allowed.begin()[value]));
  }

 private:
  void set(std::string_view name, AttributeValue value) {
    attributes.set(std::string(name), std::move(value));
  }
};

}  // namespace

NodeAttributes::NodeAttributes(const ONNX_NAMESPACE::NodeProto& node) {
  for (const AttributeProto& a : node.attribute()) switch (a.type()) {
      case AttributeProto::INT:
        values_[a.name()] = static_cast<std::int64_t>(a.i());
        break;
      case AttributeProto::FLOAT:
        values_[a.name()] = a.f();
        break;
      case AttributeProto::STRING:
        values_[a.name()] = a.s();
        break;
      case AttributeProto::INTS:
        values_[a.name()] = Ints(a.ints().begin(), a.ints().end());
        break;
      case AttributeProto::FLOATS:
        values_[a.name()] = std::vector<float>(a.floats().begin(), a.floats().end());
        break;
      case AttributeProto::UNDEFINED:
        throw Error("attribute " + a.name() + " without a type");
      default:
        break;
    }
}

template <class T>
std::optional<T> NodeAttributes::take(const std::string& name, const char* expected) {
  const auto found = values_.find(name);
  if (found == values_.end()) return std::nullopt;
  T* value = std::get_if<T>(&found->second);
  if (!value) throw Error("attribute " + name + " of a wrong type, expected " + expected);
  T taken = std::move(*value);
  values_.erase(found);
  return taken;
}

std::optional<std::int64_t> NodeAttributes::take_int(const std::string& name) {
  return take<std::int64_t>(name, "an integer");
}
std::optional<float> NodeAttributes::take_float(const std::string& name) {
  return take<float>(name, "a float");
}
std::optional<std::string> NodeAttributes::take_string(const std::string& name) {
  return take<std::string>(name, "a string");
}
std::optional<Ints> NodeAttributes::take_ints(const std::string& name) {
  return take<Ints>(name, "integers");
}
std::optional<std::vector<float>> NodeAttributes::take_floats(const std::string& name) {
  return take<std::vector<float>>(name, "floats");
}

OpPointer make_op_with(std::string_view type, const NodeAttributes& attributes) {
  const std::shared_ptr<Op> op = make_op(type);
  AttributesReader reader(attributes);
  op->visit(reader);
  reader.expect_all_known();
  return op;
}

// visit() takes a mutable operator, since it reads and writes; the writer changes nothing.
NodeAttributes attributes_of(const Op& op) {
  AttributesWriter writer;
  const_cast<Op&>(op).visit(writer);
  return std::move(writer.attributes);
}

void add_attribute(ONNX_NAMESPACE::NodeProto& node, const std::string& name, const AttributeValue& value) {
  AttributeProto& a = *node.add_attribute();
  a.set_name(name);
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    a.set_type(AttributeProto::INT);
    a.set_i(*integer);
  } else if (const auto* number = std::get_if<float>(&value)) {
    a.set_type(AttributeProto::FLOAT);
    a.set_f(*number);
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    a.set_type(AttributeProto::STRING);
    a.set_s(*text);
  } else if (const auto* integers = std::get_if<Ints>(&value)) {
    a.set_type(AttributeProto::INTS);
    for (std::int64_t v : *integers) a.add_ints(v);
  } else {
    a.set_type(AttributeProto::FLOATS);
    for (float v : std::get<std::vector<float>>(value)) a.add_floats(v);
  }
}

}  // namespace bricks::onnx_io

#include "engine/error.hpp"
#include "engine/formats/json_attributes.hpp"
#include "engine/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace bricks {
namespace {

[[noreturn]] void refuse(std::string_view name, const Json* found, const std::string& expected) {
  throw Error("attribute '" + std::string(name) + "': found " + describe(found) + ", expected " + expected);
}

std::string range_text(IntegerRange range) {
  constexpr IntegerRange any;
  if (range.low == any.low && range.high == any.high) return "an integer";
  if (range.high == any.high) return "an integer of at least " + std::to_string(range.low);
  return "an integer in [" + std::to_string(range.low) + ", " + std::to_string(range.high) + "]";
}

std::int64_t read_integer(std::string_view name, const Json& json, IntegerRange range) {
  const bool fits =
      json.is_number_integer() && !(json.is_number_unsigned() && json.get<std::uint64_t>() >> 63);
  if (!fits) refuse(name, &json, range_text(range));
  const std::int64_t value = json.get<std::int64_t>();
  if (value < range.low || value > range.high) refuse(name, &json, range_text(range));
  return value;
}

float read_number(std::string_view name, const Json& json) {
  if (!json.is_number()) refuse(name, &json, "a number");
  const float value = static_cast<float>(json.get<double>());
  if (!std::isfinite(value)) refuse(name, &json, "a number that float32 can hold");
  return value;
}

constexpr float infinity = std::numeric_limits<float>::infinity();

std::optional<float> infinity_from_json(const Json& json) {
  if (json == "inf") return infinity;
  if (json == "-inf") return -infinity;
  return std::nullopt;
}

class Reader final : public AttributeVisitor {
 public:
  explicit Reader(const Json& attributes) : attributes_(attributes) {
    if (!attributes.is_object())
      throw Error("'attributes': found " + describe(attributes) + ", expected an object");
  }

  void integer(std::string_view name, std::int64_t& value, IntegerRange range, Presence presence) override {
    if (const Json* json = find(name, presence, range_text(range))) value = read_integer(name, *json, range);
  }
  void integers(std::string_view name, std::vector<std::int64_t>& value, IntegerRange range,
                Presence presence) override {
    list(name, value, presence, "an array of integers",
         [&](const Json& element) { return read_integer(name, element, range); });
  }
  void number(std::string_view name, float& value, Presence presence) override {
    const Json* json = find(name, presence, "a number");
    if (!json) return;
    const std::optional<float> infinite = infinity_from_json(*json);
    value = infinite ? *infinite : read_number(name, *json);
  }
  void numbers(std::string_view name, std::vector<float>& value, Presence presence) override {
    list(name, value, presence, "an array of numbers",
         [&](const Json& element) { return read_number(name, element); });
  }
  void choice(std::string_view name, int& value, std::initializer_list<std::string_view> allowed,
              Presence presence) override {
    std::string expected;
    for (std::string_view one : allowed)
      expected += (expected.empty() ? "'" : " or '") + std::string(one) + "'";
    const Json* json = find(name, presence, expected);
    if (!json) return;
    int index = 0;
    for (std::string_view one : allowed) {
      if (*json == one) {
        value = index;
        return;
      }
      ++index;
    }
    refuse(name, json, expected);
  }

  // After the operator's visit: has every attribute been asked for?
  void finish() const {
    for (const auto& member : attributes_.items())
      if (std::find(asked_.begin(), asked_.end(), member.key()) == asked_.end())
        throw Error("unknown attribute '" + shortened(member.key()) + "'" +
                    did_you_mean(shortened(member.key()), asked_));
  }

 private:
  // nullptr for an optional attribute that is absent.
  const Json* find(std::string_view name, Presence presence, const std::string& expected) {
    asked_.push_back(name);
    const auto found = attributes_.find(std::string(name));
    if (found != attributes_.end()) return &*found;
    if (presence == Presence::required) refuse(name, nullptr, expected);
    return nullptr;
  }

  template <class T, class Read>
  void list(std::string_view name, std::vector<T>& value, Presence presence, const std::string& expected,
            Read read) {
    constexpr std::size_t longest =
        1024;  // more than any list that an operator has (one entry an axis, or two)
    const Json* json = find(name, presence, expected);
    if (!json) return;
    if (!json->is_array()) refuse(name, json, expected);
    if (json->size() > longest) refuse(name, json, "at most " + std::to_string(longest) + " entries");
    value.clear();
    for (const Json& element : *json) value.push_back(read(element));
  }

  const Json& attributes_;
  std::vector<std::string_view> asked_;
};

}  // namespace

OpPointer read_op(std::string_view type, const Json& attributes) {
  const std::shared_ptr<Op> op = make_op(type);
  Reader reader(attributes);
  op->visit(reader);
  reader.finish();
  return op;
}

}  // namespace bricks

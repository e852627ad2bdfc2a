#include "engine/formats/json.hpp"

#include "engine/error.hpp"
#include "engine/nearest.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>
#include <vector>

namespace bricks {
namespace {

void check_text(const std::string& text) {
  const auto control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  if (std::any_of(text.begin(), text.end(), control))
    throw Error("found a string with control characters, expected none");
}

// Builds the document from the parser's events. The library's own builder keeps the last of two equal keys
// and goes as deep as the text does.
class Builder final : public nlohmann::json_sax<Json> {
 public:
  Json take() { return std::move(root_); }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(std::int64_t value) override { return add(value); }
  bool number_unsigned(std::uint64_t value) override { return add(value); }
  bool number_float(double value, const std::string&) override { return add(value); }
  bool string(std::string& value) override {
    check_text(value);
    return add(std::move(value));
  }
  bool binary(Json::binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_array() override { return close(); }
  bool key(std::string& name) override {
    check_text(name);
    const auto [member, added] = open_.back()->emplace(name, nullptr);
    if (!added) throw Error("found the key '" + shortened(name) + "' twice in an object, expected it once");
    member_ = &*member;
    return true;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    std::string text = error.what();
    const std::size_t code = text.find("] ");
    if (code != std::string::npos) text.erase(0, code + 2);
    throw Error("not a JSON document, byte " + std::to_string(position) + ": " + text);
  }

 private:
  Json* place(Json value) {
    if (open_.empty()) return &(root_ = std::move(value));
    Json& top = *open_.back();
    if (top.is_object()) return &(*member_ = std::move(value));
    top.push_back(std::move(value));
    return &top.back();
  }
  bool add(Json value) {
    place(std::move(value));
    return true;
  }
  bool open(Json value) {
    if (open_.size() == deepest_json)
      throw Error("found more than " + std::to_string(deepest_json) +
                  " levels of nesting, expected at most that");
    open_.push_back(place(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  Json root_;
  std::vector<Json*> open_;  // from the root to the innermost array or object
  Json* member_ = nullptr;   // the object member whose value comes next
};

const Json* find_member(const Json& object, const std::string& key) {
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

}  // namespace

Json parse_json(std::string_view text, const std::string& where) {
  return within(where, [&] {
    Builder builder;
    Json::sax_parse(text.begin(), text.end(), &builder);
    return builder.take();
  });
}

std::string describe(const Json* value) {
  if (!value) return "nothing";
  switch (value->type()) {
    case Json::value_t::object:
      return "an object";
    case Json::value_t::array:
      return "an array of " + std::to_string(value->size());
    case Json::value_t::string:
      return "the string '" + shortened(value->get_ref<const std::string&>()) + "'";
    default:
      return value->dump();
  }
}

std::string shortened(std::string_view text) {
  constexpr std::size_t most = 60;
  if (text.size() <= most) return std::string(text);
  return std::string(text.substr(0, most)) + "...";
}

const Json& array_member(const Json& object, const std::string& key) {
  const Json* value = find_member(object, key);
  if (!value || !value->is_array())
    throw Error("'" + key + "': found " + describe(value) + ", expected an array");
  return *value;
}

std::string string_member(const Json& object, const std::string& key) {
  const Json* value = find_member(object, key);
  if (!value || !value->is_string())
    throw Error("'" + key + "': found " + describe(value) + ", expected a string");
  return value->get<std::string>();
}

std::int64_t checked_integer(const Json& value, const std::string& what, std::int64_t low,
                             std::int64_t high) {
  const bool fits = value.is_number_unsigned()
                        ? value.get<std::uint64_t>() <= static_cast<std::uint64_t>(high)
                        : value.is_number_integer() && value.get<std::int64_t>() <= high;
  if (!fits || value.get<std::int64_t>() < low)
    throw Error(what + ": found " + describe(value) + ", expected a whole number from " +
                std::to_string(low) + " to " + std::to_string(high));
  return value.get<std::int64_t>();
}

std::int64_t integer_member(const Json& object, const std::string& key, std::int64_t low, std::int64_t high) {
  const Json* value = find_member(object, key);
  if (!value) throw Error("'" + key + "': found nothing, expected a whole number");
  return checked_integer(*value, "'" + key + "'", low, high);
}

bool bool_member(const Json& object, const std::string& key) {
  const Json* value = find_member(object, key);
  if (!value || !value->is_boolean())
    throw Error("'" + key + "': found " + describe(value) + ", expected true or false");
  return value->get<bool>();
}

void expect_members(const Json& value, std::initializer_list<std::string_view> known) {
  if (!value.is_object()) throw Error("found " + describe(value) + ", expected an object");
  for (const auto& member : value.items())
    if (std::find(known.begin(), known.end(), member.key()) == known.end())
      throw Error("found the unknown key '" + shortened(member.key()) + "'" +
                  did_you_mean(shortened(member.key()), std::span(known.begin(), known.size())));
}

std::string json_string(std::string_view text) {
  try {
    return Json(text).dump();
  } catch (const Json::type_error&) {
    throw Error("found a name that is not UTF-8");
  }
}

std::string json_number(float value) {
  if (!std::isfinite(value))
    throw Error("found a number that is not finite, expected one that JSON can hold");
  const float size = std::abs(value);
  const bool plain = size == 0 || (size >= 1e-4f && size < 1e9f);
  char text[64];
  const auto format = plain ? std::chars_format::fixed : std::chars_format::scientific;
  return {text, std::to_chars(text, text + sizeof text, value, format).ptr};
}

}  // namespace bricks

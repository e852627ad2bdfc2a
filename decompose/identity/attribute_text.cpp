#include "decompose/identity/attribute_text.hpp"

#include "decompose/identity/layer_words.hpp"
#include "engine/error.hpp"

#include <array>
#include <charconv>
#include <vector>

namespace bricks {
namespace {

class TextWriter : public AttributeVisitor {
 public:
  void integer(std::string_view name, std::int64_t& value, IntegerRange, Presence) override {
    start(name) += std::to_string(value);
  }
  void integers(std::string_view name, std::vector<std::int64_t>& values, IntegerRange, Presence) override {
    start(name);
    for (std::size_t i = 0; i < values.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(values[i]);
  }
  void number(std::string_view name, float& value, Presence) override { start(name) += float_text(value); }
  void numbers(std::string_view name, std::vector<float>& values, Presence) override {
    start(name);
    for (std::size_t i = 0; i < values.size(); ++i) text += (i == 0 ? "" : ",") + float_text(values[i]);
  }
  void choice(std::string_view name, int& value, std::initializer_list<std::string_view> allowed,
              Presence) override {
    start(name) += *(allowed.begin() + value);
  }

  std::string text;

 private:
  std::string& start(std::string_view name) { return (text += text.empty() ? "" : " ").append(name) += '='; }
};

template <class Number>
Number parse_number(std::string_view name, std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end)
    throw Error("attribute " + std::string(name) + " is '" + std::string(text) + "', expected a number");
  return value;
}

std::int64_t parse_integer(std::string_view name, std::string_view text, IntegerRange range) {
  const auto value = parse_number<std::int64_t>(name, text);
  if (value < range.low || value > range.high)
    throw Error("attribute " + std::string(name) + " is " + std::to_string(value) + ", expected " +
                std::to_string(range.low) + " to " + std::to_string(range.high));
  return value;
}

template <class Visit>
void for_each_item(std::string_view list, Visit visit) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    visit(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
}

class TextReader : public AttributeVisitor {
 public:
  explicit TextReader(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find(' '), text.size());
      const std::size_t equals = text.find('=');
      if (equals >= end)
        throw Error("attribute '" + std::string(text.substr(0, end)) + "', expected name=value");
      left_.push_back({text.substr(0, equals), text.substr(equals + 1, end - equals - 1)});
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  void integer(std::string_view name, std::int64_t& value, IntegerRange range, Presence) override {
    value = parse_integer(name, take(name), range);
  }
  void integers(std::string_view name, std::vector<std::int64_t>& values, IntegerRange range,
                Presence) override {
    values.clear();
    for_each_item(take(name),
                  [&](std::string_view item) { values.push_back(parse_integer(name, item, range)); });
  }
  void numbers(std::string_view name, std::vector<float>& values, Presence) override {
    values.clear();
    for_each_item(take(name),
                  [&](std::string_view item) { values.push_back(parse_number<float>(name, item)); });
  }
  void number(std::string_view name, float& value, Presence) override {
    value = parse_number<float>(name, take(name));
  }
  void choice(std::string_view name, int& value, std::initializer_list<std::string_view> allowed,
              Presence) override {
    const std::string_view text = take(name);
    for (std::size_t i = 0; i < allowed.size(); ++i)
      if (*(allowed.begin() + i) == text) {
        value = static_cast<int>(i);
        return;
      }
    throw Error("attribute " + std::string(name) + " is '" + std::string(text) + "', which it cannot be");
  }

  void finish() const {
    if (!left_.empty()) throw Error("unknown attribute '" + std::string(left_.front().name) + "'");
  }

 private:
  struct Attribute {
    std::string_view name, value;
  };

  std::string_view take(std::string_view name) {
    for (std::size_t i = 0; i < left_.size(); ++i)
      if (left_[i].name == name) {
        const std::string_view value = left_[i].value;
        left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(i));
        return value;
      }
    throw Error("attribute '" + std::string(name) + "' is missing");
  }

  std::vector<Attribute> left_;
};

}  // namespace

std::string float_text(float value) {
  std::array<char, 32> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return std::string(buffer.data(), end);
}

std::string attribute_text(const Op& op) {
  TextWriter writer;
  visit_attributes(op, writer);
  return writer.text.empty() ? "" : "{" + writer.text + "}";
}

void read_attribute_text(Op& op, std::string_view text) {
  TextReader reader(text);
  op.visit(reader);
  reader.finish();
}

}  // namespace bricks

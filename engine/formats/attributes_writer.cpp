#include "engine/formats/json_attributes.hpp"

#include <cmath>

namespace bricks {
namespace {

class Writer final : public AttributeVisitor {
 public:
  void integer(std::string_view name, std::int64_t& value, IntegerRange, Presence) override {
    add(name, std::to_string(value));
  }
  void integers(std::string_view name, std::vector<std::int64_t>& value, IntegerRange, Presence) override {
    list(name, value, [](std::int64_t v) { return std::to_string(v); });
  }
  void number(std::string_view name, float& value, Presence) override {
    add(name, std::isinf(value) ? json_string(value > 0 ? "inf" : "-inf") : json_number(value));
  }
  void numbers(std::string_view name, std::vector<float>& value, Presence) override {
    list(name, value, json_number);
  }
  void choice(std::string_view name, int& value, std::initializer_list<std::string_view> allowed,
              Presence) override {
    add(name, json_string(allowed.begin()[value]));
  }

  std::string text() const { return "{" + members_ + "}"; }

 private:
  void add(std::string_view name, const std::string& value) {
    members_ += (members_.empty() ? "" : ", ") + json_string(name) + ": " + value;
  }
  template <class T, class Format>
  void list(std::string_view name, const std::vector<T>& values, Format format) {
    std::string joined;
    for (T value : values) joined += (joined.empty() ? "" : ", ") + format(value);
    add(name, "[" + joined + "]");
  }

  std::string members_;
};

}  // namespace

std::string attributes_text(const Op& op) {
  Writer writer;
  // One visit() serves readers and writers; a writer changes nothing.
  const_cast<Op&>(op).visit(writer);
  return writer.text();
}

}  // namespace bricks

// The reader of canonical texts.
#include "decompose/identity/attribute_text.hpp"
#include "decompose/identity/brick_builder.hpp"
#include "decompose/identity/canonical_text.hpp"
#include "engine/error.hpp"

#include <charconv>
#include <span>

namespace bricks {
namespace {

// A window has at most a few dozen layers; the longest text of the zoo is below 10 kB.
constexpr std::size_t longest_text = std::size_t{1} << 20;

class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text), rest_(text) {}

  bool skip(std::string_view expected) {
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(expected.size());
    return true;
  }
  void expect(std::string_view expected) {
    if (!skip(expected)) fail("'" + std::string(expected) + "'");
  }
  std::string_view until(std::string_view stops) {
    const std::string_view found = rest_.substr(0, rest_.find_first_of(stops));
    rest_.remove_prefix(found.size());
    return found;
  }
  std::size_t number() {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc()) fail("a number");
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  bool at_end() const { return rest_.empty(); }
  [[noreturn]] void fail(const std::string& expected) const {
    throw Error("at position " + std::to_string(text_.size() - rest_.size()) + ": expected " + expected);
  }

 private:
  std::string_view text_, rest_;
};

class Parser {
 public:
  explicit Parser(std::string_view text) : cursor_(text) {}

  Graph parse() {
    cursor_.expect("(");
    if (!cursor_.skip(")")) {
      do inputs_.push_back(builder_.input(parse_type()));
      while (cursor_.skip(","));
      cursor_.expect(")");
    }
    while (!cursor_.skip(" ->")) parse_layer();
    if (layers_.empty()) cursor_.fail("a layer");
    do {
      cursor_.expect(" ");
      builder_.output(parse_value());
    } while (!cursor_.at_end());
    return builder_.finish();
  }

 private:
  struct ParsedLayer {
    std::vector<TensorId> inputs, outputs;
  };

  void parse_layer() {
    cursor_.expect(" ");
    const std::shared_ptr<Op> op = make_op(cursor_.until("{("));
    const std::string where =
        "layer " + std::to_string(layers_.size()) + " (" + std::string(op->type()) + ")";
    within(where, [&] {
      std::string_view attributes;
      if (cursor_.skip("{")) {
        attributes = cursor_.until("}");
        cursor_.expect("}");
      }
      read_attribute_text(*op, attributes);
    });
    layers_.emplace_back();
    std::vector<TensorId>& inputs = layers_.back().inputs;
    cursor_.expect("(");
    if (!cursor_.skip(")")) {
      do inputs.push_back(parse_input(inputs.size()));
      while (cursor_.skip(","));
      cursor_.expect(")");
    }
    layers_.back().outputs = builder_.layer(op, inputs);
  }

  TensorId parse_input(std::size_t position) {
    if (cursor_.skip("_")) return no_tensor;
    if (cursor_.skip("i")) return at(inputs_, cursor_.number());
    if (cursor_.skip("w=")) {
      const std::size_t layer = cursor_.number();
      cursor_.expect(".");
      return at(at(layers_, layer).inputs, cursor_.number());
    }
    if (cursor_.skip("w")) return builder_.weight(parse_type(), position);
    return parse_value();
  }

  TensorId parse_value() {
    const std::size_t layer = cursor_.number();
    const std::size_t output = cursor_.skip(".") ? cursor_.number() : 0;
    return at(at(layers_, layer).outputs, output);
  }

  TensorType parse_type() {
    TensorType type;
    std::string_view text = cursor_.until(",() ");
    if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
      type.type = element_type_from_name(text.substr(0, colon));
      text.remove_prefix(colon + 1);
    }
    if (text == "scalar") return type;
    Cursor dimensions(text);
    do type.shape.push_back(static_cast<std::int64_t>(dimensions.number()));
    while (dimensions.skip("x"));
    if (!dimensions.at_end()) cursor_.fail("a shape before it");
    element_count(type.shape);
    return type;
  }

  template <class Item>
  const Item& at(const std::vector<Item>& items, std::size_t index) const {
    if (index >= items.size()) cursor_.fail("a reference to something before it");
    return items[index];
  }

  Cursor cursor_;
  BrickBuilder builder_;
  std::vector<TensorId> inputs_;
  std::vector<ParsedLayer> layers_;
};

}  // namespace

Graph parse_canonical_text(std::string_view text) {
  const std::string start(text.substr(0, 60));
  return within("brick '" + start + (start.size() < text.size() ? "...'" : "'"), [&] {
    if (text.size() > longest_text) throw Error("longer than 1 MiB");
    Graph graph = Parser(text).parse();
    if (canonical_text(graph) != text) throw Error("not the canonical text of its brick");
    return graph;
  });
}

}  // namespace bricks

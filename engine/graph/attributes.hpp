// How an operator's attributes are read, checked and written: every operator names its members once, in
// visit().
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string_view>
#include <vector>

namespace bricks {

enum class Presence : std::uint8_t { required, optional };

struct IntegerRange {
  std::int64_t low = std::numeric_limits<std::int64_t>::min();
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
};
inline constexpr IntegerRange positive{1, std::int64_t{1} << 31};
inline constexpr IntegerRange not_negative{0, std::int64_t{1} << 31};

// A reader assigns each member from the file (an absent optional one keeps its default) and throws Error on a
// wrong type, a value out of range or an attribute that nobody asked for; a writer reads the members,
// defaults included, so that the text of an operator is the same however it came to be.
class AttributeVisitor {
 public:
  virtual ~AttributeVisitor() = default;
  virtual void integer(std::string_view name, std::int64_t& value, IntegerRange range, Presence presence) = 0;
  virtual void integers(std::string_view name, std::vector<std::int64_t>& value, IntegerRange range,
                        Presence presence) = 0;
  virtual void number(std::string_view name, float& value, Presence presence) = 0;
  virtual void numbers(std::string_view name, std::vector<float>& value, Presence presence) = 0;
  // value becomes an index into allowed.
  virtual void choice(std::string_view name, int& value, std::initializer_list<std::string_view> allowed,
                      Presence presence) = 0;
};

template <class Enum>
void visit_enum(AttributeVisitor& visitor, std::string_view name, Enum& value,
                std::initializer_list<std::string_view> allowed, Presence presence = Presence::optional) {
  int index = static_cast<int>(value);
  visitor.choice(name, index, allowed, presence);
  value = static_cast<Enum>(index);
}

}  // namespace bricks

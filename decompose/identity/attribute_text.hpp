// An operator's attributes as text: "{group=1 kernel_shape=3,3}", every one of them, defaults included, in
// the order in which the operator names them; nothing for an operator without attributes.
#pragma once

#include "engine/graph/op.hpp"

#include <string>
#include <string_view>

namespace bricks {

std::string attribute_text(const Op& op);

// Sets the operator's attributes from what stands between the braces ("" for none). Throws Error for one that
// is missing, unknown, given twice, malformed or out of its range.
void read_attribute_text(Op& op, std::string_view text);

// The shortest decimal that reads back to the same float.
std::string float_text(float value);

}  // namespace bricks

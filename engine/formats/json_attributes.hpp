// An operator's attributes as a JSON object, both ways.
//
// One JSON type for each call of AttributeVisitor: integer -> 3, integers -> [1, 1], number -> 0.1, numbers
// -> [0.5, 2], choice -> "reflect". Written are all attributes, defaults included, in the order in which the
// operator names them, so two operators are equal exactly when type and text are.
#pragma once

#include "engine/formats/json.hpp"
#include "engine/graph/op.hpp"

#include <string>
#include <string_view>

namespace bricks {

// {"kernel_shape": [3, 3], "group": 1}; {} where there is none.
std::string attributes_text(const Op& op);

// The operator of that type with these attributes. Throws Error for an unknown type, a missing or unknown
// attribute, a wrong JSON type, a value out of range.
OpPointer read_op(std::string_view type, const Json& attributes);

}  // namespace bricks

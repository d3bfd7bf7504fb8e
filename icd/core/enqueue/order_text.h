// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is said of results that depend on the order in which a launch runs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace weft::icd {

/// The numbers that a pointer leads to: of "float4*", four of 4 bytes.
struct ElementType {
  std::string_view name; ///< of a component, such as "float"; empty: bytes of unknown meaning
  std::size_t bytes = 1; ///< of a component
  std::size_t width = 1; ///< components from one element to the next
};
/// Of the type of a kernel's argument.
ElementType elementOf(std::string_view pointerType);

/// A number of that type.
std::string elementText(const ElementType &type, const unsigned char *number);

/// "element 3", "component 1 of element 3", or "byte 5", of what begins with the type's elements.
std::string placeOfElement(const ElementType &type, std::size_t offset);

} // namespace weft::icd

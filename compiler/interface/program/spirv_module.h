// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver's view of a SPIR-V module: whether the bytes are one, and its specialisation constants
// (SPIR-V specification, sections 2.3 and 2.12). The compiler reads the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace weft::compiler {

/// Whether the bytes start like a module, in either byte order.
bool beginsAsSpirv(std::string_view bytes);

struct SpecialisationConstant {
  std::uint32_t id = 0;  ///< its SpecId
  std::size_t bytes = 0; ///< of its value: 1 for a boolean
};

/// The specialisation constants of a module; nothing if its words are not a sequence of
/// instructions. Throws bad_alloc.
std::optional<std::vector<SpecialisationConstant>> readSpecialisations(std::string_view bytes);

} // namespace weft::compiler

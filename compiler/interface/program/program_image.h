// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What may be passed to a dynamic loader: the ELF shared objects of programs.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace weft::compiler {

/// Whether loading the image runs none of its code, loads only the C library and its math library,
/// and modifies only its own memory; otherwise `problem` says why not. Images must be of the kind
/// that weftc links: anything beyond that is rejected. Never reads outside the image, whatever it
/// contains. Thread-safe.
bool isInertWhenLoaded(std::span<const std::byte> image, std::string &problem);

} // namespace weft::compiler

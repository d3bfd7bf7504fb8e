// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a dynamic loader may be given: the ELF shared objects of programs.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace weft::compiler {

/// Whether loading the image runs nothing of it, brings in nothing but the C library and its
/// mathematics, and changes no memory but its own; otherwise `problem` says what is in the way. The
/// image is of the kind that weftc links: anything else in it than that needs is a reason to
/// refuse. Reads within the image only, whatever it holds. Thread-safe.
bool isInertWhenLoaded(std::span<const std::byte> image, std::string &problem);

} // namespace weft::compiler

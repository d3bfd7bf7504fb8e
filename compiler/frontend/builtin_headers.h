// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The headers that every program includes implicitly, embedded in the compiler.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace weft::compiler {

/// Clang's opencl-c-base.h: types, limits, macros and enumerations. Null-terminated.
llvm::StringRef openclBaseHeader();

/// prelude.h: Weft's declarations beyond Clang's. Null-terminated.
llvm::StringRef preludeHeader();

/// prelude_sub_groups.h, which prelude.h includes. Null-terminated.
llvm::StringRef subGroupsHeader();

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The headers that every program includes implicitly, embedded in the compiler.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace weft::compiler {

/// Clang's opencl-c-base.h: types, limits, macros and enumerations. Terminated by a zero byte.
llvm::StringRef openclBaseHeader();

/// prelude.h: what Weft declares beyond Clang. Terminated by a zero byte.
llvm::StringRef preludeHeader();

/// prelude_sub_groups.h, which prelude.h includes. Terminated by a zero byte.
llvm::StringRef subGroupsHeader();

} // namespace weft::compiler

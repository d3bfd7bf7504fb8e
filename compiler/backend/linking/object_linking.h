// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes one program of several objects.
//
// Each object describes its own kernels: a weft_program_description, which is weak, and the kernels
// in a section of their own. The linker keeps the first object's program description, and lays the
// kernels of all objects one after another behind it. So it is enough to write the number of all
// kernels into the first object.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace weft::compiler {

/// An ELF object file; empty where there is none.
using ObjectFile = llvm::SmallVector<char, 0>;

/// Makes the program description of an object, the first of several, speak for all of them. False
/// if the object has none.
bool describeWhole(ObjectFile &first, std::uint32_t kernels, std::uint64_t globalVariableBytes);

/// Where the contents of a symbol lie in an object file; null if it has no such symbol.
char *findContents(llvm::MutableArrayRef<char> object, llvm::StringRef symbol);

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Combines several objects into one program.
//
// Each object describes its own kernels: a weft_program_description, which is weak, and the kernels
// in a separate section. The linker keeps the first object's program description, and concatenates
// the kernels of all objects after it. So it suffices to write the total number of kernels into the
// first object.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace weft::compiler {

/// An ELF object file; empty where there is none.
using ObjectFile = llvm::SmallVector<char, 0>;

/// Makes the program description of an object, the first of several, cover all of them. False if
/// the object has none.
bool describeWhole(ObjectFile &first, std::uint32_t kernels, std::uint64_t globalVariableBytes);

/// The location of a symbol's contents in an object file; null if it has no such symbol.
char *findContents(llvm::MutableArrayRef<char> object, llvm::StringRef symbol);

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints a module with its regions as functions, and marks what varies.
//
// In each region function, which runs one work-item, a comment marks the values that differ between
// the work-items of a gang, and the divergent branches. The vector versions and the work-group
// function follow without marks.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

namespace weft::compiler {

/// The module comes from a pipeline that keeps regions (pipeline.h).
void printRegions(llvm::Module &module, llvm::raw_ostream &stream);

} // namespace weft::compiler

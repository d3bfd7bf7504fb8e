// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints a module with its regions as functions, and says what varies.
//
// In each region function, which runs one work-item, the values that differ between the work-items
// of a gang have the comment "varies", with the shape of the control flow as it was split. The
// vector versions and the function that calls them all follow as they are.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

namespace weft::compiler {

/// The module comes from a pipeline that keeps regions (pipeline.h).
void printRegions(llvm::Module &module, llvm::raw_ostream &stream);

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Static objects of C++ for OpenCL: who constructs and who destroys them ("Construction,
// initialization and destruction" in its documentation).
#pragma once

#include "llvm/IR/Module.h"

namespace weft::compiler {

/// Gives the module lists (device/program/static_object_lists.h) of the functions that construct
/// the objects of its one source, and of the one that destroys them, in place of Clang's tables and
/// calls, which expect the C library. The last object that was constructed is destroyed first,
/// those inside functions if a work-item has come to them.
void listStaticObjects(llvm::Module &module);

/// Appends functions without parameters to a list, which is made if there is none.
void addToList(llvm::Module &module, llvm::StringRef list,
               llvm::ArrayRef<llvm::Constant *> functions);

} // namespace weft::compiler

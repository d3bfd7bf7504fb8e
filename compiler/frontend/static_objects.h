// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Static objects of C++ for OpenCL: their construction and destruction ("Construction,
// initialization and destruction" in its documentation).
#pragma once

#include "llvm/IR/Module.h"

namespace weft::compiler {

/// Gives the module lists (device/program/static_object_lists.h) of the functions that construct
/// the objects of its one source, and of the one that destroys them, replacing Clang's tables and
/// calls, which expect the C library. Objects are destroyed in reverse order of construction, those
/// inside functions if a work-item has reached them.
void listStaticObjects(llvm::Module &module);

/// Appends functions without parameters to a list, which is created if missing.
void addToList(llvm::Module &module, llvm::StringRef list,
               llvm::ArrayRef<llvm::Constant *> functions);

} // namespace weft::compiler

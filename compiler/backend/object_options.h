// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The options of a compile travel with its object, as metadata of the module.
#pragma once

#include "compiler/options/compile_options.h"

#include "llvm/IR/Module.h"

#include <string>

namespace weft::compiler {

/// Leaves the options in the module that are of use when it is linked, in place of those that it
/// has. Linking modules keeps those of all.
void keepOptions(llvm::Module &module, const CompileOptions &options);

/// Takes the options out of a module that was made of several, and adds them to those of the link
/// (inheritOptions). False with an error in the log where the objects contradict each other, or the
/// metadata is not Weft's.
bool takeKeptOptions(llvm::Module &module, CompileOptions &options, std::string &log);

} // namespace weft::compiler

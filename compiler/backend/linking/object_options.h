// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the options of a compile in its object, or those of a build in its intermediate binary, as
// metadata of the module.
#pragma once

#include "compiler/options/compile_options.h"

#include "llvm/IR/Module.h"

#include <string>

namespace weft::compiler {

/// Stores the options in the module that a link needs later, in place of those that it has. Linking
/// modules keeps the options of all.
void keepOptions(llvm::Module &module, const CompileOptions &options);

/// Removes the options from a module that was linked from several, and adds them to those of the
/// link (inheritOptions). False with an error in the log if the objects contradict each other, or
/// if the metadata is not Weft's.
bool takeKeptOptions(llvm::Module &module, CompileOptions &options, std::string &log);

/// Marks a module as prepared for code generation with the options, which it keeps whole.
void markPrepared(llvm::Module &module, const CompileOptions &options);

bool isPrepared(const llvm::Module &module);

/// Removes the mark and sets the options to those of the module, but for those that choose a kernel
/// and its local size: they are given to programs that are prepared already. False if it is not
/// marked, or if the mark is not Weft's; then there is an error in the log.
bool takePrepared(llvm::Module &module, CompileOptions &options, std::string &log);

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores the options of a compile in its object, or those of a build in its intermediate binary, as
// module metadata.
#pragma once

#include "compiler/options/compile_options.h"

#include "llvm/IR/Module.h"

#include <string>

namespace weft::compiler {

/// Stores the options that a later link needs in the module, replacing existing ones. Linking
/// modules keeps the options of all.
void keepOptions(llvm::Module &module, const CompileOptions &options);

/// Removes the options from a module that was linked from several, and adds them to those of the
/// link (inheritOptions). False with an error in the log if the objects conflict, or if the
/// metadata is not Weft's.
bool takeKeptOptions(llvm::Module &module, CompileOptions &options, std::string &log);

/// Marks a module as prepared for code generation with the options, all of which it keeps.
void markPrepared(llvm::Module &module, const CompileOptions &options);

bool isPrepared(const llvm::Module &module);

/// Removes the mark and sets the options to those of the module, except those that select a kernel
/// and its local size, which apply to already prepared programs. False if it is not marked; if the
/// mark is not Weft's, there is an error in the log.
bool takePrepared(llvm::Module &module, CompileOptions &options, std::string &log);

} // namespace weft::compiler

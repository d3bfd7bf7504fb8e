// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The target machines of code generation. LLVM computes much once for a machine: the features of
// its subtargets and which operations are legal. A process of the server makes code for one target,
// and its children find that done.
#pragma once

#include "compiler/options/compile_options.h"
#include "compiler/passes/normalise/retarget.h"

#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <string>

namespace weft::compiler {

/// The target machine of the host, or of CompileOptions::cpu without features that the host lacks.
/// Code that is only read gets all features of that CPU. `hostCpu`: another CPU whose instructions
/// the code must not exceed, or empty. Calls in a row for one target give the same machine, at the
/// level of optimisation of the best code. Null with `error` set if LLVM does not know a CPU or has
/// no code generator for the host. Not thread-safe.
std::shared_ptr<llvm::TargetMachine> targetMachine(const CompileOptions &options,
                                                   const std::string &hostCpu, CodeUse use,
                                                   std::string &error);

/// Makes the host's machine with its subtarget, for builds in forked processes.
void prepareTargetMachine();

/// Makes LLVM's tables of instructions, which best code needs; a millisecond.
void prepareInstructionTables();

} // namespace weft::compiler

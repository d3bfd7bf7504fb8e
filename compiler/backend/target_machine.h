// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The target machines of code generation. LLVM computes much once per machine: subtarget features
// and legal operations. A server process generates code for one target, and its children inherit
// the results.
#pragma once

#include "compiler/options/compile_options.h"
#include "compiler/passes/normalise/retarget.h"

#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <string>

namespace weft::compiler {

/// The target machine of the host, or of CompileOptions::cpu without features that the host lacks.
/// Code that is only printed gets all features of that CPU. `hostCpu`: another CPU whose
/// instructions the code must not exceed, or empty. Consecutive calls for one target return the
/// same machine, at the optimisation level of the best code. Null with `error` set if LLVM does not
/// know a CPU or has no code generator for the host. Not thread-safe.
std::shared_ptr<llvm::TargetMachine> targetMachine(const CompileOptions &options,
                                                   const std::string &hostCpu, CodeUse use,
                                                   std::string &error);

/// Creates the host's machine with its subtarget, for builds in forked processes.
void prepareTargetMachine();

/// Creates LLVM's instruction tables, which best code needs; takes a millisecond.
void prepareInstructionTables();

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns the construction and destruction of a program's static objects into kernels.
//
// The front end lists the functions that construct objects of a source, and those that destroy
// them, in two arrays (device/program/static_object_lists.h), which linking concatenates. They may
// do anything that functions of kernels may. So this pass creates two kernels: one calls the
// functions of the first list in order, the other those of the second list in reverse. They are
// invisible to hosts: the driver runs each with one work-item, the first before all other kernels
// of the program, the second after them.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

#include "llvm/ADT/StringRef.h"

namespace weft::compiler {

/// Marks the kernels.
inline constexpr llvm::StringLiteral constructsAttribute = "weft-constructs";
inline constexpr llvm::StringLiteral destroysAttribute = "weft-destroys";

/// Whether a program not yet processed by this pass has one of the lists.
bool hasStaticObjects(const llvm::Module &module);

class StaticObjectsPass : public RequiredPass<StaticObjectsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

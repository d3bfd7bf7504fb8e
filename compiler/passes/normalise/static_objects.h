// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes kernels of what constructs and destroys the static objects of a program.
//
// The front end lists the functions that construct objects of a source, and those that destroy
// them, in two arrays (device/program/static_object_lists.h), which a link joins. They may do what
// any function of a kernel may. So this pass makes two kernels: the one calls the functions of the
// first list in its order, the other those of the second list in reverse. Hosts do not see them:
// the driver runs each with one work-item, the first before all other kernels of the program, the
// second after them.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Marks the kernels.
inline constexpr llvm::StringLiteral constructsAttribute = "weft-constructs";
inline constexpr llvm::StringLiteral destroysAttribute = "weft-destroys";

/// Whether a program that this pass has not seen yet has one of the lists.
bool hasStaticObjects(const llvm::Module &module);

class StaticObjectsPass : public llvm::PassInfoMixin<StaticObjectsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler

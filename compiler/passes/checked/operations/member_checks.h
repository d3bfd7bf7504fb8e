// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks indices of arrays that are members of structures. Such an access may leave its array and
// still lie inside of the object (bounds_checks.h).
//
// It runs on the program's own functions, whose address arithmetic has types. An index may be that
// behind the last element where only the address is wanted. The last member of a structure, with
// one element or none, stands for any number. Rows of arrays of several dimensions are not told
// apart: programs walk through all of them with one index.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class MemberChecksPass : public llvm::PassInfoMixin<MemberChecksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler

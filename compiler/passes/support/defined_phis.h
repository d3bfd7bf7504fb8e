// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives phis defined values.
//
// Passes leave undefined values on paths after which nothing reads them. Masks must not depend on
// such values. Moreover, uniformity analysis considers a phi of one uniform value and undefined
// ones equal to that value, which is true only for the work-items that have it. With defined values
// such a phi is divergent.
#pragma once

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

inline void defineUndefinedPhis(llvm::Function &function) {
  for (llvm::BasicBlock &block : function)
    for (llvm::PHINode &phi : block.phis())
      for (llvm::Use &incoming : phi.incoming_values())
        if (llvm::isa<llvm::UndefValue>(incoming.get()))
          incoming.set(llvm::Constant::getNullValue(phi.getType()));
}

} // namespace weft::compiler

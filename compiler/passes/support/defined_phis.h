// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Phis without undefined values.
//
// Passes leave undefined values on paths behind which nothing reads them. Masks must not be made of
// such, and uniformity analysis takes a phi of one uniform and else undefined values for that
// value, which only holds for the work-items that have it. Defined values make such a phi vary.
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

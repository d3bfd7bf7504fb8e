// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects in memory: where the lives of variables begin, and which objects may overlap, by address
// space and underlying object.
#pragma once

#include "device/base/address_spaces.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/Argument.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft::compiler {

/// Whether accesses to both objects may overlap. Objects are results of getUnderlyingObject().
inline bool mayMeet(const llvm::Value &one, const llvm::Value &other) {
  const auto isArrayBeside = [](const llvm::Value &array, const llvm::Value &object) {
    return llvm::isa<llvm::AllocaInst>(array) &&
           (llvm::isa<llvm::Argument>(object) || llvm::isIdentifiedObject(&object));
  };
  const auto isBuffer = [](const llvm::Value &object) {
    const unsigned space = object.getType()->getPointerAddressSpace();
    return space == globalSpace || space == localSpace;
  };
  if (&one == &other)
    return true;
  return !isArrayBeside(one, other) && !isArrayBeside(other, one) &&
         (one.getType() == other.getType() || !isBuffer(one) || !isBuffer(other));
}

/// The instructions at which the life of a variable begins; without such marks the variable itself.
inline llvm::SmallVector<llvm::Instruction *, 2> beginsOf(llvm::AllocaInst &variable) {
  llvm::SmallVector<llvm::Instruction *, 2> begins;
  for (llvm::User *user : variable.users())
    if (auto *mark = llvm::dyn_cast<llvm::IntrinsicInst>(user);
        mark && mark->getIntrinsicID() == llvm::Intrinsic::lifetime_start)
      begins.push_back(mark);
  if (begins.empty())
    begins.push_back(&variable);
  return begins;
}

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditions that a gang decides for all of its lanes.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InstrTypes.h"

namespace weft::compiler {

/// A function without a body that returns whether its operand holds in all active lanes, and so is
/// uniform. Of one work-item it is the operand. With more lanes it may only become false, so passes
/// may move it to where more lanes are active than ask.
inline constexpr llvm::StringLiteral allLanesFunction = "__weft_all_lanes";

inline bool isAgreement(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  return callee && callee->getName() == allLanesFunction;
}

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of operations of the program's own functions, and the reports of those that fail
// (insertMistake). Of vectors the first wrong component is reported.
#pragma once

#include "device/kernel_abi_checks.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// Of each component, if the operation is one of vectors.
struct OperationTest {
  weft_mistake mistake;
  llvm::StringRef name; ///< of the report's site
  llvm::Value *defined;
  llvm::Value *first, *second; ///< operands of the report, not yet extended
  bool isSigned = false;
};

/// Tests before an instruction, for an operation at `location`. Whether anything was to test.
bool emitTest(llvm::Instruction &before, const llvm::DebugLoc &location, const OperationTest &test);

// Each checks the operation, if it is one of those that it is about. Whether anything was to test.
bool checkArithmetic(llvm::Instruction &instruction);
bool checkPrintf(llvm::Instruction &instruction);
bool checkMembers(llvm::Instruction &instruction);
bool checkNan(llvm::Instruction &instruction);

} // namespace weft::compiler

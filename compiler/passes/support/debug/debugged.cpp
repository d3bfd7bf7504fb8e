// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/debug/debugged.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace weft::compiler {

using namespace llvm;

bool isTemporary(const AllocaInst &memory) {
  return findDVRDeclares(const_cast<AllocaInst *>(&memory)).empty() && isAllocaPromotable(&memory);
}

void declareAtAddress(DILocalVariable &variable, Value &pointer, Instruction &before) {
  Function &function = *before.getFunction();
  LLVMContext &context = function.getContext();
  IRBuilder<> builder(context);
  builder.SetInsertPoint(&function.getEntryBlock(), function.getEntryBlock().begin());
  AllocaInst *slot =
      builder.CreateAlloca(pointer.getType(), nullptr, variable.getName() + ".address");
  builder.SetInsertPoint(&before);
  builder.SetCurrentDebugLocation(DebugLoc());
  builder.CreateStore(&pointer, slot, /*isVolatile=*/true);
  DbgVariableRecord *record = DbgVariableRecord::createDVRDeclare(
      slot, &variable, DIExpression::get(context, {dwarf::DW_OP_deref}),
      DILocation::get(context, variable.getLine(), 0, variable.getScope()));
  before.getParent()->insertDbgRecordBefore(record, before.getIterator());
}

} // namespace weft::compiler

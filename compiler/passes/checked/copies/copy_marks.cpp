// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/copies/copy_marks.h"

#include "compiler/passes/checked/program_calls.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/preserved_control_flow.h"
#include "compiler/passes/support/user_code.h"

#include "llvm/IR/InstIterator.h"

namespace weft::compiler {

using namespace llvm;

namespace {

bool isCopy(StringRef name) {
  return is_contained(
      {StringRef("async_work_group_copy"), StringRef("async_work_group_strided_copy"),
       StringRef("async_work_group_copy_2D2D"), StringRef("async_work_group_copy_3D3D")},
      name);
}

// The event is the last operand.
void markCopy(CallInst &call) {
  IRBuilder<> builder(&call);
  Value *event = call.getArgOperand(call.arg_size() - 1);
  callMark(builder, copyMark, builder.getVoidTy(), {event});
  builder.SetInsertPoint(call.getNextNode());
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  CallInst *result = callMark(builder, copiedMark, call.getType(), {&call});
  call.replaceUsesWithIf(result, [&](const Use &use) { return use.getUser() != result; });
}

bool mark(Instruction &instruction) {
  const StringRef name = unmangled(calleeName(instruction));
  IRBuilder<> builder(&instruction);
  if (isCopy(name))
    markCopy(cast<CallInst>(instruction));
  else if (name == "wait_group_events")
    callMark(builder, waitMark, builder.getVoidTy(),
             {cast<CallInst>(instruction).getArgOperand(0),
              cast<CallInst>(instruction).getArgOperand(1)},
             MemoryEffects::argMemOnly(ModRefInfo::Ref));
  else if (name == "async_work_group_copy_fence")
    callMark(builder, copyFenceMark, builder.getVoidTy());
  else
    return false;
  return true;
}

} // namespace

PreservedAnalyses CopyMarksPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isUserCode(function))
    return PreservedAnalyses::all();
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    changed |= mark(instruction);
  return preservedControlFlow(changed);
}

} // namespace weft::compiler

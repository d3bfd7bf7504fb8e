// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/findings/unwaited_copies.h"

#include "compiler/passes/support/library_calls.h"
#include "compiler/passes/support/remarks.h"
#include "compiler/passes/support/user_code.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft::compiler {

using namespace llvm;

namespace {

bool isCopy(const Instruction &instruction) {
  const Function *callee = calleeOf(instruction);
  return callee && !isUserCode(*callee) &&
         (callee->getName().contains("async_work_group_copy") ||
          callee->getName().contains("async_work_group_strided_copy"));
}

class Search {
public:
  // Whether something may wait for an event, or for one in the memory that a pointer leads to.
  bool mayWaitFor(const Value &value) {
    return seen.insert(&value).second && any_of(value.users(), [&](const User *user) {
             return mayWait(*cast<Instruction>(user), value);
           });
  }

private:
  bool mayWait(const Instruction &user, const Value &value) {
    if (user.isLifetimeStartOrEnd())
      return false;
    if (const auto *store = dyn_cast<StoreInst>(&user)) {
      const Value *to = getUnderlyingObject(store->getPointerOperand());
      return store->getValueOperand() == &value && (!isa<AllocaInst>(to) || mayWaitFor(*to));
    }
    if (isCopy(user) || isa<LoadInst, CastInst, PHINode, SelectInst, GetElementPtrInst>(user))
      return mayWaitFor(user);
    return true;
  }

  SmallPtrSet<const Value *, 16> seen;
};

} // namespace

PreservedAnalyses UnwaitedCopiesPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isUserCode(function))
    return PreservedAnalyses::all();
  for (const Instruction &instruction : instructions(function))
    if (isCopy(instruction) && !Search().mayWaitFor(instruction))
      function.getContext().diagnose(Remark(function, "async",
                                            "asynchronous copy whose event is never waited for",
                                            instruction.getDebugLoc()));
  return PreservedAnalyses::all();
}

} // namespace weft::compiler

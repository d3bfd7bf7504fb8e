// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/versions/any_order.h"

#include "compiler/passes/support/builtin_traits.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft::compiler {

using namespace llvm;

namespace {

using Functions = SmallPtrSet<const Function *, 8>;

bool hasAnyOrder(const Function &function, Functions &seen);

bool hasAnyOrder(const CallBase &call, Functions &seen) {
  if (const auto primitive = findPrimitive(call))
    return primitive->kind != PrimitiveKind::SubGroupOperation;
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return false;
  if (callee->isIntrinsic())
    return callee->getIntrinsicID() != Intrinsic::readcyclecounter &&
           callee->getIntrinsicID() != Intrinsic::readsteadycounter;
  if (staysCall(callee->getName()) && !call.onlyReadsMemory())
    return false;
  return callee->isDeclaration() ? call.onlyReadsMemory() : hasAnyOrder(*callee, seen);
}

// Sums of rounded numbers depend on their order.
bool hasAnyOrder(const Instruction &instruction, Functions &seen) {
  if (instruction.isVolatile())
    return false;
  if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return update->use_empty() && !update->isFloatingPointOperation() &&
           update->getOperation() != AtomicRMWInst::Xchg;
  if (const auto *call = dyn_cast<CallBase>(&instruction))
    return hasAnyOrder(*call, seen);
  return !instruction.isAtomic() || isa<FenceInst>(instruction);
}

bool hasAnyOrder(const Function &function, Functions &seen) {
  return !seen.insert(&function).second ||
         all_of(instructions(function),
                [&](const Instruction &instruction) { return hasAnyOrder(instruction, seen); });
}

} // namespace

bool hasAnyOrder(const Function &kernel) {
  Functions seen;
  return hasAnyOrder(kernel, seen);
}

} // namespace weft::compiler

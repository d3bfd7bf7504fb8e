// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/operations/operation_checks.h"

#include "compiler/passes/checked/operations/operation_tests.h"
#include "compiler/passes/support/user_code.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"

#define DEBUG_TYPE "weft-operation-checks"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(operationsChecked, "Operations that are checked");

namespace {

struct OperationCheck {
  Check kind;
  bool (*check)(Instruction &instruction); ///< whether there was anything to check
};

const OperationCheck operationChecks[] = {
    {Check::Arithmetic, checkArithmetic},
    {Check::Arithmetic, checkPrintf},
    {Check::Bounds, checkMembers},
    {Check::Nan, checkNan},
};

} // namespace

PreservedAnalyses OperationChecksPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isUserCode(function))
    return PreservedAnalyses::all();
  unsigned count = 0;
  for (const OperationCheck &each : operationChecks) {
    if (!checks.has(each.kind))
      continue;
    // Not what the checks insert.
    const SmallVector<Instruction *> operations(make_pointer_range(instructions(function)));
    for (Instruction *operation : operations)
      count += each.check(*operation);
  }
  operationsChecked += count;
  return count ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/inline_work_item_code.h"

#include "compiler/passes/support/assumptions.h"
#include "compiler/passes/support/builtin_traits.h"
#include "device/base/address_spaces.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Debug.h"
#include "llvm/Transforms/Utils/Cloning.h"

#define DEBUG_TYPE "weft-inline"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(callsInlined, "Inlined calls of work-item code");
ALWAYS_ENABLED_STATISTIC(kernelsOfGlobalIds, "Kernels that use only global ids");

namespace {

using FunctionSet = SmallSetVector<Function *, 16>;

void reportError(Module &module, const Twine &text) {
  module.getContext().diagnose(DiagnosticInfoGeneric(text, DS_Error));
}

// The functions that use a value, also through constant expressions.
void collectUsers(Value &value, FunctionSet &functions) {
  for (User *user : value.users()) {
    if (auto *instruction = dyn_cast<Instruction>(user))
      functions.insert(instruction->getFunction());
    else if (isa<ConstantExpr>(user))
      collectUsers(*user, functions);
  }
}

FunctionSet findWorkItemCode(Module &module) {
  FunctionSet found;
  for (GlobalVariable &variable : module.globals())
    if (variable.getAddressSpace() == localSpace)
      collectUsers(variable, found);
  for (Function &function : module) {
    if (findPrimitive(function.getName()) || function.getName() == "printf")
      collectUsers(function, found);
    if (function.getName().starts_with("__clang_ocl_kern_imp_"))
      found.insert(&function);
  }
  // A group step runs once for the group; the driver's call resolves the primitives in it.
  const auto isGroupStep = [](Function *function) {
    const auto primitive = findPrimitive(function->getName());
    return primitive && primitive->kind == PrimitiveKind::GroupStep;
  };
  for (unsigned index = 0; index != found.size(); ++index)
    if (!isGroupStep(found[index]))
      collectUsers(*found[index], found);
  found.remove_if(isGroupStep);
  return found;
}

// Functions of the kernel library whose results do not depend on the division into groups.
bool ignoresGroups(StringRef name) {
  constexpr StringLiteral names[] = {"_Z13get_global_idj", "_Z20get_global_linear_idv",
                                     "_Z15get_global_sizej", "_Z17get_global_offsetj",
                                     "_Z12get_work_dimv"};
  return is_contained(names, name);
}

// Whether neither the function nor any function that it calls depends on the division into groups.
bool asksForGlobalIdsOnly(const Function &function, SmallPtrSetImpl<const Function *> &seen) {
  if (!seen.insert(&function).second || ignoresGroups(function.getName()))
    return true;
  if (findPrimitive(function.getName()))
    return false;
  return all_of(instructions(function), [&](const Instruction &instruction) {
    const auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return !callee || asksForGlobalIdsOnly(*callee, seen);
  });
}

void markGlobalIdsOnly(Module &module) {
  for (Function &function : module) {
    SmallPtrSet<const Function *, 16> seen;
    if (isKernel(function) && asksForGlobalIdsOnly(function, seen)) {
      function.addFnAttr(globalIdsOnlyAttribute);
      ++kernelsOfGlobalIds;
    }
  }
}

// Calls from one function to work-item code, in order.
SmallVector<CallBase *> workItemCalls(Function &function, const FunctionSet &code) {
  SmallVector<CallBase *> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction))
      if (Function *callee = call->getCalledFunction(); callee && code.contains(callee))
        calls.push_back(call);
  return calls;
}

// Looks for a function of a cycle of calls.
class RecursionSearch {
public:
  explicit RecursionSearch(const FunctionSet &code) : code(code) {}

  // Null if none can be reached.
  Function *from(Function &function) {
    const auto [state, isNew] = states.try_emplace(&function, State::Open);
    if (!isNew)
      return state->second == State::Open ? &function : nullptr;
    for (CallBase *call : workItemCalls(function, code))
      if (Function *found = from(*call->getCalledFunction()))
        return found;
    states[&function] = State::Done;
    return nullptr;
  }

private:
  enum class State { Open, Done };
  const FunctionSet &code;
  DenseMap<Function *, State> states;
};

// Inlines one function's work-item calls bottom-up.
class Inliner {
public:
  explicit Inliner(const FunctionSet &code) : code(code) {}

  void run(Function &function) {
    if (!seen.insert(&function).second)
      return;
    for (CallBase *call : workItemCalls(function, code)) {
      run(*call->getCalledFunction());
      InlineFunctionInfo info;
      [[maybe_unused]] const InlineResult result =
          InlineFunction(*call, info, /*MergeAttributes=*/true);
      assert(result.isSuccess() && "no work-item code may stay behind a call");
      ++callsInlined;
    }
  }

private:
  const FunctionSet &code;
  SmallPtrSet<Function *, 16> seen;
};

// The build has failed, and later passes take for granted that work-item code is inlined.
void dropKernels(Module &module) {
  for (Function &function : module)
    if (isKernel(function)) {
      function.deleteBody();
      function.removeFnAttr(kernelAttribute);
    }
}

} // namespace

PreservedAnalyses RecursionCheckPass::run(Module &module, ModuleAnalysisManager &) {
  assert(isRetargeted(module));
  const FunctionSet code = findWorkItemCode(module);
  RecursionSearch search(code);
  for (Function &function : module) {
    const Function *recursive = function.isDeclaration() ? nullptr : search.from(function);
    if (!recursive)
      continue;
    reportError(module, "recursive call of function '" + recursive->getName() +
                            "' is not supported in OpenCL C");
    dropKernels(module);
    return PreservedAnalyses::none();
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses InlineWorkItemCodePass::run(Module &module, ModuleAnalysisManager &) {
  assert(isRetargeted(module));
  markGlobalIdsOnly(module);
  const FunctionSet code = findWorkItemCode(module);
  Inliner inliner(code);
  for (Function &function : module)
    if (!function.isDeclaration())
      inliner.run(function);
  for (Function *function : code) {
    LLVM_DEBUG(dbgs() << function->getName() << " is work-item code\n");
    if (!isKernel(*function) && function->use_empty())
      function->eraseFromParent();
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/inline_work_item_code.h"

#include "compiler/passes/analysis/affine/value_ranges.h"
#include "compiler/passes/normalise/memory/private_array_calls.h"
#include "compiler/passes/support/assumptions.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/kernel_attributes.h"
#include "compiler/passes/support/library_calls.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/user_code.h"
#include "device/base/address_spaces.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Cloning.h"

#define DEBUG_TYPE "weft-inline"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(callsInlined, "Inlined calls of work-item code");
ALWAYS_ENABLED_STATISTIC(functionsWithIds, "Functions that take ids as parameters");
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

// Functions of the kernel library whose results do not depend on the grouping.
bool ignoresGroups(StringRef name) {
  constexpr StringLiteral names[] = {"_Z13get_global_idj", "_Z20get_global_linear_idv",
                                     "_Z15get_global_sizej", "_Z17get_global_offsetj",
                                     "_Z12get_work_dimv"};
  return is_contained(names, name);
}

// Whether neither the function nor any of its callees depends on the grouping.
bool queriesOnlyGlobalIds(const Function &function, SmallPtrSetImpl<const Function *> &seen) {
  if (!seen.insert(&function).second || ignoresGroups(function.getName()))
    return true;
  if (findPrimitive(function.getName()))
    return false;
  return all_of(instructions(function), [&](const Instruction &instruction) {
    const Function *callee = calleeOf(instruction);
    return !callee || queriesOnlyGlobalIds(*callee, seen);
  });
}

void markGlobalIdsOnly(Module &module) {
  for (Function &function : module) {
    SmallPtrSet<const Function *, 16> seen;
    if (isKernel(function) && queriesOnlyGlobalIds(function, seen)) {
      function.addFnAttr(globalIdsOnlyAttribute);
      ++kernelsOfGlobalIds;
    }
  }
}

// Calls from one function to work-item code, in order.
SmallVector<CallBase *> workItemCalls(Function &function, const FunctionSet &code) {
  SmallVector<CallBase *> calls;
  for (Instruction &instruction : instructions(function))
    if (Function *callee = calleeOf(instruction); callee && code.contains(callee))
      calls.push_back(cast<CallBase>(&instruction));
  return calls;
}

bool takesPointer(const Function &function) {
  return any_of(function.args(), [](const Argument &parameter) {
    return parameter.getType()->isPtrOrPtrVectorTy();
  });
}

// The program's functions, and those of the library that they, or others like these, give pointers.
void addAccessCode(Module &module, FunctionSet &code) {
  FunctionSet reached;
  for (Function &function : module)
    if (isUserCode(function) && !function.isDeclaration())
      reached.insert(&function);
  for (unsigned index = 0; index != reached.size(); ++index)
    for (Instruction &instruction : instructions(*reached[index])) {
      Function *callee = calleeOf(instruction);
      if (callee && !callee->isDeclaration() && takesPointer(*callee) &&
          !findPrimitive(callee->getName()) && !staysCall(callee->getName()))
        reached.insert(callee);
    }
  code.insert_range(reached);
}

// Searches for a function in a cycle of calls.
class RecursionSearch {
public:
  explicit RecursionSearch(const FunctionSet &code) : code(code) {}

  // Null if none is reachable.
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

// Primitives whose results are numbers or addresses, which can be function parameters.
bool isPassable(const Function &function) {
  const auto primitive = findPrimitive(function.getName());
  if (!primitive)
    return false;
  switch (primitive->kind) {
  case PrimitiveKind::LocalId:
  case PrimitiveKind::GroupId:
  case PrimitiveKind::LocalSize:
  case PrimitiveKind::Launch:
    return true;
  default:
    return false;
  }
}

// Work-item code that must be part of a kernel.
FunctionSet findTiedCode(Module &module) {
  FunctionSet tied;
  for (GlobalVariable &variable : module.globals())
    if (variable.getAddressSpace() == localSpace)
      collectUsers(variable, tied);
  for (Function &function : module)
    if ((findPrimitive(function.getName()) && !isPassable(function)) ||
        function.getName() == "printf")
      collectUsers(function, tied);
  for (unsigned index = 0; index != tied.size(); ++index)
    collectUsers(*tied[index], tied);
  return tied;
}

// The instructions of functions with all work-item code inlined.
class ExpandedSizes {
public:
  explicit ExpandedSizes(const FunctionSet &code) : code(code) {}

  std::uint64_t of(Function &function) {
    const auto [known, isNew] = sizes.try_emplace(&function, function.getInstructionCount());
    std::uint64_t size = known->second;
    if (!isNew)
      return size;
    for (const CallBase *call : workItemCalls(function, code))
      size = SaturatingAdd(size, of(*call->getCalledFunction()));
    return sizes[&function] = size;
  }

private:
  const FunctionSet &code;
  DenseMap<Function *, std::uint64_t> sizes;
};

bool isOnlyCalled(const Function &function) {
  return all_of(function.users(), [&](const User *user) {
    const auto *call = dyn_cast<CallBase>(user);
    return call && call->getCalledFunction() == &function;
  });
}

// Functions kept in kernels that would otherwise become huge.
FunctionSet findFunctionsToKeep(Module &module, const FunctionSet &code) {
  ExpandedSizes sizes(code);
  FunctionSet reached;
  for (Function &function : module)
    if (isKernel(function) && sizes.of(function) > limits::hugeKernel)
      reached.insert(&function);
  if (reached.empty())
    return {};
  for (unsigned index = 0; index != reached.size(); ++index)
    for (const CallBase *call : workItemCalls(*reached[index], code))
      reached.insert(call->getCalledFunction());
  const FunctionSet tied = findTiedCode(module);
  reached.remove_if([&](Function *function) {
    return isKernel(*function) || tied.contains(function) || function->hasOneUse() ||
           !isOnlyCalled(*function) || sizes.of(*function) < limits::minKeptFunction;
  });
  return reached;
}

// Replaces the calls of a primitive in a function by a value.
void replaceCalls(Function &function, const Function &primitive, Value &value) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (calleeOf(instruction) == &primitive) {
      instruction.replaceAllUsesWith(&value);
      instruction.eraseFromParent();
    }
}

// Turns a function's queries into parameters after its own. Its callers query instead.
void passPrimitives(Function &function) {
  SmallSetVector<Function *, 8> asked;
  for (const Instruction &instruction : instructions(function))
    if (Function *callee = calleeOf(instruction); callee && isPassable(*callee))
      asked.insert(callee);
  const FunctionType *type = function.getFunctionType();
  SmallVector<Type *> parameters(type->params());
  for (const Function *primitive : asked)
    parameters.push_back(primitive->getReturnType());
  Function *result =
      Function::Create(FunctionType::get(type->getReturnType(), parameters, /*isVarArg=*/false),
                       GlobalValue::InternalLinkage, function.getAddressSpace());
  function.getParent()->getFunctionList().insert(function.getIterator(), result);
  result->copyAttributesFrom(&function);
  result->addFnAttr(Attribute::NoInline);
  result->takeName(&function);
  result->splice(result->begin(), &function);
  result->copyMetadata(&function, 0);
  for (Argument &argument : function.args()) {
    Argument *own = result->getArg(argument.getArgNo());
    argument.replaceAllUsesWith(own);
    own->takeName(&argument);
  }
  for (unsigned index = 0; index != asked.size(); ++index)
    replaceCalls(*result, *asked[index], *result->getArg(type->getNumParams() + index));
  for (User *user : make_early_inc_range(function.users())) {
    auto *call = cast<CallInst>(user);
    IRBuilder<> builder(call);
    SmallVector<Value *> arguments(call->args());
    for (Function *primitive : asked)
      arguments.push_back(builder.CreateCall(primitive));
    CallInst *replacement = builder.CreateCall(result, arguments);
    replacement->setAttributes(call->getAttributes());
    replacement->copyMetadata(*call);
    replacement->takeName(call);
    call->replaceAllUsesWith(replacement);
    call->eraseFromParent();
  }
  function.eraseFromParent();
  ++functionsWithIds;
}

// Inlines work-item calls bottom-up.
class Inliner {
public:
  // Removes functions that are no longer work-item code from `code`.
  Inliner(FunctionSet &code, const FunctionSet &kept) : code(code), kept(kept) {}

  void run(Function &function) {
    if (!seen.insert(&function).second)
      return;
    FunctionSet callees;
    for (const CallBase *call : workItemCalls(function, code))
      callees.insert(call->getCalledFunction());
    for (Function *callee : callees)
      run(*callee);
    // Calls of functions that stay have been replaced by now.
    for (CallBase *call : workItemCalls(function, code)) {
      InlineFunctionInfo info;
      [[maybe_unused]] const InlineResult result =
          InlineFunction(*call, info, /*MergeAttributes=*/true);
      assert(result.isSuccess() && "no work-item code may stay behind a call");
      ++callsInlined;
    }
    if (!kept.contains(&function))
      return;
    code.remove(&function);
    passPrimitives(function);
  }

private:
  FunctionSet &code;
  const FunctionSet &kept;
  SmallPtrSet<Function *, 16> seen;
};

// The build has failed, and later passes assume that work-item code is inlined.
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

// A division by one needs no guard (safe_division.h).
static void describeLocalSizes(Module &module) {
  for (Function &function : module)
    if (const auto primitive = findPrimitive(function.getName());
        primitive && primitive->kind == PrimitiveKind::LocalSize) {
      function.addRangeRetAttr(ConstantRange(APInt(64, 1), APInt(64, localSizeLimit)));
      function.addRetAttr(Attribute::NoUndef);
    }
}

PreservedAnalyses InlineWorkItemCodePass::run(Module &module, ModuleAnalysisManager &) {
  assert(isRetargeted(module));
  markGlobalIdsOnly(module);
  describeLocalSizes(module);
  FunctionSet code = findWorkItemCode(module);
  if (isChecked)
    addAccessCode(module, code);
  const FunctionSet kept = isChecked ? FunctionSet() : findFunctionsToKeep(module, code);
  Inliner inliner(code, kept);
  SmallVector<Function *> functions;
  for (Function &function : module)
    if (!function.isDeclaration() && !kept.contains(&function))
      functions.push_back(&function);
  for (Function *function : functions)
    inliner.run(*function);
  for (Function *function : code) {
    LLVM_DEBUG(dbgs() << function->getName() << " is work-item code\n");
    if (!isKernel(*function) && function->use_empty())
      function->eraseFromParent();
  }
  if (inlinesArrayHelpers)
    inlineArrayHelpers(module);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler

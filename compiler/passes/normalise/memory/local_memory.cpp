// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/memory/local_memory.h"

#include "compiler/passes/support/assumptions.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/debug/debugged.h"
#include "compiler/passes/support/library_calls.h"
#include "device/base/address_spaces.h"
#include "device/kernel_abi.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/Debug.h"

#include <numeric>

#define DEBUG_TYPE "weft-local-memory"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(variablesPlaced, "Placed __local variables");

namespace {

using VariableUses = MapVector<GlobalVariable *, SmallVector<Use *>>;

MapVector<Function *, VariableUses> findUses(ArrayRef<GlobalVariable *> variables) {
  MapVector<Function *, VariableUses> uses;
  for (GlobalVariable *variable : variables)
    for (Use &use : variable->uses())
      if (auto *instruction = dyn_cast<Instruction>(use.getUser()))
        if (isKernel(*instruction->getFunction()))
          uses[instruction->getFunction()][variable].push_back(&use);
  return uses;
}

// Loads the worker's block at the start of the kernel.
Value *loadLocalMemory(IRBuilder<> &builder) {
  Value *worker = callUndefined(builder, "__weft_worker", builder.getPtrTy(constantSpace));
  worker->setName("worker");
  Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), worker,
                                                      offsetof(weft_worker, local_memory));
  return builder.CreateAlignedLoad(builder.getPtrTy(localSpace), address, Align(8), "local");
}

// OpenCL C gives variables in local memory no initializer, SPIR-V gives some null.
bool beginsAsZeros(const GlobalVariable &variable) {
  const Constant *content = variable.getInitializer();
  assert((isa<UndefValue>(content) || content->isNullValue()) && "there is no other initializer");
  return !isa<UndefValue>(content);
}

// A variable of the program becomes one of the kernel for debuggers.
void declareVariable(Function &kernel, const GlobalVariable &variable, Value &address,
                     Instruction &before) {
  SmallVector<DIGlobalVariableExpression *> described;
  variable.getDebugInfo(described);
  for (const DIGlobalVariableExpression *expression : described) {
    const DIGlobalVariable *global = expression->getVariable();
    auto *scope = dyn_cast_or_null<DILocalScope>(global->getScope());
    if (!scope || scope->getSubprogram() != kernel.getSubprogram())
      continue;
    declareAtAddress(*DILocalVariable::get(kernel.getContext(), scope, global->getName(),
                                           global->getFile(), global->getLine(), global->getType(),
                                           /*Arg=*/0, DINode::FlagZero, /*AlignInBits=*/0,
                                           /*Annotations=*/nullptr),
                     address, before);
  }
}

// Debuggers would look for the variables among the program's.
void dropDescriptions(Module &module, const SmallPtrSetImpl<const DIGlobalVariable *> &dropped) {
  for (DICompileUnit *unit : module.debug_compile_units()) {
    SmallVector<Metadata *> kept;
    for (DIGlobalVariableExpression *expression : unit->getGlobalVariables())
      if (!dropped.contains(expression->getVariable()))
        kept.push_back(expression);
    unit->replaceGlobalVariables(MDTuple::get(module.getContext(), kept));
  }
}

void placeVariables(Function &kernel, VariableUses &uses) {
  assert(!kernel.hasFnAttribute(localBytesAttribute) && "the pass runs once");
  const DataLayout &layout = kernel.getDataLayout();
  auto variables = uses.takeVector();
  variablesPlaced += variables.size();
  const auto alignment = [&](GlobalVariable *variable) {
    return std::max(variable->getAlign().valueOrOne(),
                    layout.getABITypeAlign(variable->getValueType()));
  };
  SmallVector<unsigned> order(variables.size());
  std::iota(order.begin(), order.end(), 0);
  sort(order, [&](unsigned left, unsigned right) {
    const Align first = alignment(variables[left].first);
    const Align second = alignment(variables[right].first);
    return first != second ? first > second : left < right;
  });
  IRBuilder<> builder(&*kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Value *block = loadLocalMemory(builder);
  std::uint64_t offset = 0;
  for (unsigned index : order) {
    auto &[variable, places] = variables[index];
    offset = alignTo(offset, alignment(variable));
    Value *address =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), block, offset, variable->getName());
    if (beginsAsZeros(*variable))
      kernel.addFnAttr(zeroesLocalAttribute);
    for (Use *use : places)
      use->set(address);
    if (isDebugged(kernel))
      declareVariable(kernel, *variable, *address, *builder.GetInsertPoint());
    offset += layout.getTypeAllocSize(variable->getValueType());
  }
  LLVM_DEBUG(dbgs() << kernel.getName() << ": " << variables.size() << " variables in " << offset
                    << " bytes of local memory\n");
  kernel.addFnAttr(localBytesAttribute, std::to_string(alignTo(offset, WEFT_BLOCK_ALIGNMENT)));
}

void markInvariantLoads(Function &function) {
  MDNode *empty = MDNode::get(function.getContext(), {});
  for (Instruction &instruction : instructions(function))
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      if (load->getPointerAddressSpace() == constantSpace && load->isSimple())
        load->setMetadata(LLVMContext::MD_invariant_load, empty);
}

} // namespace

PreservedAnalyses LocalMemoryPass::run(Module &module, ModuleAnalysisManager &) {
  assert(isRetargeted(module));
  SmallVector<GlobalVariable *> variables;
  SmallVector<Constant *> constants;
  for (GlobalVariable &variable : module.globals())
    if (variable.getAddressSpace() == localSpace) {
      variables.push_back(&variable);
      constants.push_back(&variable);
    }
  convertUsersOfConstantsToInstructions(constants);
  for (auto &[kernel, uses] : findUses(variables))
    placeVariables(*kernel, uses);
  SmallPtrSet<const DIGlobalVariable *, 8> dropped;
  for (GlobalVariable *variable : variables)
    if (variable->use_empty()) {
      SmallVector<DIGlobalVariableExpression *> described;
      variable->getDebugInfo(described);
      for (const DIGlobalVariableExpression *expression : described)
        dropped.insert(expression->getVariable());
      variable->eraseFromParent();
    }
  if (!dropped.empty())
    dropDescriptions(module, dropped);
  for (Function &function : module)
    markInvariantLoads(function);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/debugged_kernels.h"

#include "compiler/passes/support/assumptions.h"
#include "compiler/passes/support/debug/debugged.h"
#include "compiler/passes/support/library_calls.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#define DEBUG_TYPE "weft-debugged-kernels"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(functionsDebugged, "Functions whose variables stay in memory");

namespace {

constexpr StringLiteral bodyPrefix = "__clang_ocl_kern_imp_";

// Clang's function with the kernel's code; null if it has none.
Function *bodyOf(const Function &kernel) {
  Function *body = kernel.getParent()->getFunction((bodyPrefix + kernel.getName()).str());
  return body && !body->isDeclaration() && body->arg_size() == kernel.arg_size() ? body : nullptr;
}

// Unlike deleteBody(), keeps what Clang says of the arguments.
void eraseBlocks(Function &function) {
  for (BasicBlock &block : function)
    block.dropAllReferences();
  while (!function.empty())
    function.begin()->eraseFromParent();
}

// Other kernels may call the body's function, which they inline.
void takeBody(Function &kernel, Function &body) {
  eraseBlocks(kernel);
  kernel.setSubprogram(nullptr);
  if (body.use_empty()) {
    kernel.splice(kernel.begin(), &body);
    for (auto [own, other] : zip_equal(kernel.args(), body.args()))
      other.replaceAllUsesWith(&own);
    kernel.setSubprogram(body.getSubprogram());
    body.eraseFromParent();
  } else {
    ValueToValueMapTy map;
    for (auto [own, other] : zip_equal(kernel.args(), body.args()))
      map[&other] = &own;
    SmallVector<ReturnInst *> returns;
    const AttributeList attributes = kernel.getAttributes();
    CloneFunctionInto(&kernel, &body, map, CloneFunctionChangeType::LocalChangesOnly, returns);
    kernel.setAttributes(attributes);
  }
}

// Clang describes a block, but not the kernel that calls it.
void describeBlockKernel(Function &kernel) {
  for (Instruction &instruction : instructions(kernel)) {
    const Function *callee = calleeOf(instruction);
    const DISubprogram *block = callee ? callee->getSubprogram() : nullptr;
    if (!block)
      continue;
    LLVMContext &context = kernel.getContext();
    DISubprogram *subprogram = DISubprogram::getDistinct(
        context, block->getFile(), kernel.getName(), /*LinkageName=*/"", block->getFile(),
        block->getLine(), block->getType(), block->getLine(), /*ContainingType=*/nullptr,
        /*VirtualIndex=*/0, /*ThisAdjustment=*/0, DINode::FlagArtificial,
        DISubprogram::SPFlagDefinition, block->getUnit());
    kernel.setSubprogram(subprogram);
    for (Instruction &own : instructions(kernel))
      own.setDebugLoc(DILocation::get(context, block->getLine(), 0, subprogram));
    return;
  }
}

// gdb prefers the linker's names and cannot read all of OpenCL's, which have address spaces.
void dropLinkageNames(DISubprogram *subprogram) {
  while (subprogram) {
    subprogram->replaceLinkageName(nullptr);
    subprogram = subprogram->getDeclaration();
  }
}

template <class Access> bool makeVolatile(Instruction &instruction) {
  auto *access = dyn_cast<Access>(&instruction);
  const auto *memory = access ? dyn_cast<AllocaInst>(access->getPointerOperand()) : nullptr;
  if (access && !access->isAtomic() && !(memory && isTemporary(*memory)))
    access->setVolatile(true);
  return access;
}

// Variables that nothing accesses have a place all the same.
void useVariables(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *variable = dyn_cast<AllocaInst>(&instruction);
        variable && variable->use_empty() && !findDVRDeclares(variable).empty())
      IRBuilder<>(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca())
          .CreateIntrinsic(Intrinsic::fake_use, {variable});
}

// Each access of the source happens, and in the source's order.
void keepAccesses(Function &function) {
  useVariables(function);
  for (Instruction &instruction : instructions(function)) {
    if (makeVolatile<LoadInst>(instruction) || makeVolatile<StoreInst>(instruction))
      continue;
    if (auto *access = dyn_cast<MemIntrinsic>(&instruction))
      access->setVolatile(ConstantInt::getTrue(function.getContext()));
  }
}

} // namespace

PreservedAnalyses DebuggedKernelsPass::run(Module &module, ModuleAnalysisManager &) {
  assert(isRetargeted(module));
  for (Function &function : module)
    if (isKernel(function) && !function.getSubprogram())
      describeBlockKernel(function);
  for (Function &function : module) {
    if (function.isDeclaration() || !function.getSubprogram())
      continue;
    dropLinkageNames(function.getSubprogram());
    function.addFnAttr(debuggedAttribute);
    function.addFnAttr("frame-pointer", "all");
    function.addFnAttr(Attribute::NoInline);
    keepAccesses(function);
    ++functionsDebugged;
  }
  for (Function &function : module)
    if (isKernel(function) && isDebugged(function))
      if (Function *body = bodyOf(function))
        takeBody(function, *body);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler

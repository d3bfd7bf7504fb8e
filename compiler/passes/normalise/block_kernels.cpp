// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/block_kernels.h"

#include "compiler/passes/support/assumptions.h"
#include "compiler/passes/support/builtin_traits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "weft-block-kernels"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(kernelsOfBlocks, "Kernels of blocks");

namespace {

constexpr StringLiteral functionOfBlock = "_block_invoke";

bool isFunctionOfBlock(const Function &function) {
  return !isKernel(function) && !function.isDeclaration() &&
         function.getName().contains(functionOfBlock);
}

// Programs may have kernels with such names too; their arguments are named.
bool isKernelOfBlock(const Function &function) {
  return isKernel(function) && function.getName().contains(functionOfBlock) &&
         function.getName().ends_with("_kernel") && !function.getMetadata("kernel_arg_addr_space");
}

void replaceAddress(Function &function, Constant &value) {
  function.replaceUsesWithIf(&value, [](const Use &use) {
    const auto *call = dyn_cast<CallBase>(use.getUser());
    return !call || !call->isCallee(&use);
  });
}

// A child's literal is read-only: it is a copy for the child.
void markLiteral(Argument &literal) {
  literal.addAttr(Attribute::NoAlias);
  literal.addAttr(Attribute::ReadOnly);
  literal.addAttr(Attribute::getWithAlignment(literal.getContext(), Align(8)));
}

} // namespace

PreservedAnalyses BlockKernelsPass::run(Module &module, ModuleAnalysisManager &) {
  assert(isRetargeted(module));
  SmallVector<Function *> blocks;
  std::uint64_t number = 0;
  for (Function &function : module) {
    if (isKernelOfBlock(function))
      blocks.push_back(&function);
    else
      number += isKernel(function);
    if (isFunctionOfBlock(function))
      replaceAddress(function, *ConstantPointerNull::get(function.getType()));
  }
  if (blocks.empty())
    return PreservedAnalyses::all();
  Type *integer = Type::getInt64Ty(module.getContext());
  for (Function *kernel : blocks) {
    kernel->removeFromParent();
    module.getFunctionList().push_back(kernel);
    kernel->addFnAttr(blockKernelAttribute);
    LLVM_DEBUG(dbgs() << kernel->getName() << " is number " << number << '\n');
    replaceAddress(*kernel, *ConstantExpr::getIntToPtr(ConstantInt::get(integer, number++),
                                                       kernel->getType()));
    if (kernel->arg_size() != 0)
      markLiteral(*kernel->getArg(0));
    ++kernelsOfBlocks;
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler

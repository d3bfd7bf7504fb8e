// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/static_objects.h"

#include "device/program/static_object_lists.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#define DEBUG_TYPE "weft-static-objects"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(functionsCalled, "Functions that construct or destroy static objects");

namespace {

/// The functions of a list, which is removed.
SmallVector<Function *> takeList(Module &module, StringRef name) {
  SmallVector<Function *> functions;
  GlobalVariable *list = module.getNamedGlobal(name);
  if (!list)
    return functions;
  if (list->hasInitializer())
    for (Use &entry : list->getInitializer()->operands())
      if (auto *function = dyn_cast<Function>(entry.get()); function && function->arg_empty())
        functions.push_back(function);
  list->eraseFromParent();
  return functions;
}

void makeKernel(Module &module, ArrayRef<Function *> functions, StringRef name,
                StringRef attribute) {
  if (functions.empty())
    return;
  LLVMContext &context = module.getContext();
  auto *kernel = Function::Create(FunctionType::get(Type::getVoidTy(context), false),
                                  GlobalValue::ExternalLinkage, name, module);
  kernel->setCallingConv(CallingConv::SPIR_KERNEL);
  kernel->addFnAttr(attribute);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", kernel));
  for (Function *function : functions)
    builder.CreateCall(function)->setCallingConv(function->getCallingConv());
  builder.CreateRetVoid();
  functionsCalled += functions.size();
}

} // namespace

bool hasStaticObjects(const Module &module) {
  return module.getNamedGlobal(constructorList) || module.getNamedGlobal(destructorList);
}

PreservedAnalyses StaticObjectsPass::run(Module &module, ModuleAnalysisManager &) {
  if (!hasStaticObjects(module))
    return PreservedAnalyses::all();
  makeKernel(module, takeList(module, constructorList), "weft.construct", constructsAttribute);
  const SmallVector<Function *> destructors = takeList(module, destructorList);
  makeKernel(module, SmallVector<Function *>(reverse(destructors)), "weft.destroy.all",
             destroysAttribute);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/function_pointers.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "weft-function-pointers"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(functionsWithNumbers, "Functions whose addresses are taken");
ALWAYS_ENABLED_STATISTIC(callsThroughPointers, "Calls through pointers");

namespace {

constexpr StringLiteral callOfDriver = "__weft_call_";
constexpr StringLiteral functionOfBlock = "_block_invoke";

// Whether a constant is used only by LLVM's own lists of symbols to keep.
bool isInLlvmUsedList(const User &user) {
  if (const auto *variable = dyn_cast<GlobalVariable>(&user))
    return variable->getName().starts_with("llvm.");
  return isa<Constant>(user) &&
         all_of(user.users(), [](const User *next) { return isInLlvmUsedList(*next); });
}

bool isAddress(const Use &use) {
  if (isInLlvmUsedList(*use.getUser()))
    return false;
  const auto *call = dyn_cast<CallBase>(use.getUser());
  return !call || !call->isCallee(&use);
}

bool mayHaveNumber(const Function &function) {
  return !function.isDeclaration() && function.getCallingConv() != CallingConv::SPIR_KERNEL &&
         !function.getName().contains(functionOfBlock) && any_of(function.uses(), isAddress);
}

SmallVector<Function *> numberedFunctions(Module &module) {
  SmallVector<Function *> functions;
  for (Function &function : module)
    if (mayHaveNumber(function))
      functions.push_back(&function);
  return functions;
}

// Including null, and functions whose address is in another address space.
bool isIndirect(const CallInst &call) {
  return !call.isInlineAsm() && !isa<Function>(call.getCalledOperand());
}

using CallsByType = MapVector<FunctionType *, SmallVector<CallInst *>>;

CallsByType callsThroughPointersIn(Module &module) {
  CallsByType calls;
  for (Function &function : module)
    if (!function.getName().starts_with(callOfDriver))
      for (Instruction &instruction : instructions(function))
        if (auto *call = dyn_cast<CallInst>(&instruction); call && isIndirect(*call))
          calls[call->getFunctionType()].push_back(call);
  return calls;
}

// Including addresses cast to another address space, so that later passes know the number.
void replaceAddress(Function &function, std::uint64_t number) {
  Constant *value = ConstantInt::get(Type::getInt64Ty(function.getContext()), number);
  for (User *user : SmallVector<User *>(function.users()))
    if (auto *cast = dyn_cast<ConstantExpr>(user);
        cast && cast->getOpcode() == Instruction::AddrSpaceCast)
      cast->replaceAllUsesWith(ConstantExpr::getIntToPtr(value, cast->getType()));
  function.removeDeadConstantUsers();
  Constant *address = ConstantExpr::getIntToPtr(value, function.getType());
  function.replaceUsesWithIf(address, [](const Use &use) { return isAddress(use); });
}

class Dispatcher {
public:
  Dispatcher(Module &module, ArrayRef<Function *> numbered)
      : module(module), numbered(numbered), builder(module.getContext()) {}

  void replaceCalls(FunctionType &type, ArrayRef<CallInst *> calls) {
    Function &dispatch = dispatchFunction(type);
    for (CallInst *call : calls) {
      builder.SetInsertPoint(call);
      Value *pointer = call->getCalledOperand();
      if (auto *cast = dyn_cast<AddrSpaceCastInst>(pointer))
        pointer = cast->getPointerOperand();
      SmallVector<Value *> arguments{builder.CreatePtrToInt(pointer, builder.getInt64Ty())};
      arguments.append(call->arg_begin(), call->arg_end());
      CallInst *direct = builder.CreateCall(&dispatch, arguments);
      direct->setCallingConv(dispatch.getCallingConv());
      direct->setConvergent();
      direct->setDebugLoc(call->getDebugLoc());
      direct->takeName(call);
      call->replaceAllUsesWith(direct);
      call->eraseFromParent();
      ++callsThroughPointers;
    }
  }

private:
  // The number, and the arguments of the called functions.
  Function &dispatchFunction(FunctionType &type) {
    SmallVector<Type *> parameters{builder.getInt64Ty()};
    parameters.append(type.param_begin(), type.param_end());
    auto *function =
        Function::Create(FunctionType::get(type.getReturnType(), parameters, /*isVarArg=*/false),
                         GlobalValue::InternalLinkage, "call.through.pointer", module);
    function->setCallingConv(CallingConv::SPIR_FUNC);
    function->setConvergent();
    function->setDoesNotThrow();
    builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "entry", function));
    auto *none = BasicBlock::Create(module.getContext(), "none", function);
    SwitchInst *choice = builder.CreateSwitch(function->getArg(0), none);
    for (const auto &[index, callee] : enumerate(numbered))
      if (callee->getFunctionType() == &type)
        choice->addCase(builder.getInt64(index + 1), blockThatCalls(*function, *callee));
    builder.SetInsertPoint(none);
    if (type.getReturnType()->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(Constant::getNullValue(type.getReturnType()));
    return *function;
  }

  BasicBlock *blockThatCalls(Function &dispatch, Function &callee) {
    auto *block = BasicBlock::Create(module.getContext(), callee.getName(), &dispatch);
    builder.SetInsertPoint(block);
    SmallVector<Value *> arguments;
    for (Argument &parameter : drop_begin(dispatch.args()))
      arguments.push_back(&parameter);
    CallInst *call = builder.CreateCall(&callee, arguments);
    call->setCallingConv(callee.getCallingConv());
    call->setConvergent();
    for (const Argument &parameter : callee.args())
      if (parameter.hasByValAttr())
        call->addParamAttr(
            parameter.getArgNo(),
            Attribute::getWithByValType(module.getContext(), parameter.getParamByValType()));
    if (call->getType()->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(call);
    return block;
  }

  Module &module;
  const ArrayRef<Function *> numbered;
  IRBuilder<> builder;
};

} // namespace

PreservedAnalyses FunctionPointersPass::run(Module &module, ModuleAnalysisManager &) {
  const SmallVector<Function *> numbered = numberedFunctions(module);
  const CallsByType calls = callsThroughPointersIn(module);
  if (numbered.empty() && calls.empty())
    return PreservedAnalyses::all();
  Dispatcher dispatcher(module, numbered);
  for (const auto &[type, list] : calls)
    dispatcher.replaceCalls(*type, list);
  for (const auto &[index, function] : enumerate(numbered)) {
    LLVM_DEBUG(dbgs() << function->getName() << " is number " << index + 1 << '\n');
    replaceAddress(*function, index + 1);
    ++functionsWithNumbers;
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler

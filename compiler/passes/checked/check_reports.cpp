// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/check_reports.h"

#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/lanes/lane_functions.h"
#include "compiler/passes/support/library_calls.h"
#include "compiler/passes/support/user_code.h"
#include "device/base/address_spaces.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// A function of the driver, through one that stays a call: `result name(function, operands…)`.
Function *callerOf(Module &module, StringRef name, Type *result, ArrayRef<Type *> operands,
                   MemoryEffects effects) {
  if (Function *known = module.getFunction(name))
    return known;
  LLVMContext &context = module.getContext();
  SmallVector<Type *> types{PointerType::get(context, 0)};
  append_range(types, operands);
  auto *caller = Function::Create(FunctionType::get(result, types, /*isVarArg=*/false),
                                  GlobalValue::InternalLinkage, name, module);
  // The driver's functions touch nothing that the kernel can see.
  caller->setMemoryEffects(effects);
  for (const Attribute::AttrKind kind :
       {Attribute::Cold, Attribute::NoInline, Attribute::NoUnwind, Attribute::WillReturn,
        Attribute::NoRecurse, Attribute::NoCallback})
    caller->addFnAttr(kind);
  IRBuilder<> builder(BasicBlock::Create(context, "", caller));
  SmallVector<Value *> arguments(drop_begin(make_pointer_range(caller->args())));
  CallInst *call = builder.CreateCall(FunctionType::get(result, operands, /*isVarArg=*/false),
                                      caller->getArg(0), arguments);
  if (result->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
  return caller;
}

// The same as a group step: it may do anything, and is the group's only call.
Function *groupStepOf(Module &module, StringRef name, Type *result, ArrayRef<Value *> operands,
                      const PackedOperands &packed) {
  if (Function *known = module.getFunction(name))
    return known;
  SmallVector<Type *> types;
  for (Value *operand : operands)
    types.push_back(operand->getType());
  auto *step = Function::Create(FunctionType::get(result, types, /*isVarArg=*/false),
                                GlobalValue::InternalLinkage, name, module);
  for (const Attribute::AttrKind kind :
       {Attribute::Convergent, Attribute::NoInline, Attribute::NoUnwind, Attribute::NoRecurse})
    step->addFnAttr(kind);
  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", step));
  SmallVector<Value *> passed(drop_begin(make_pointer_range(step->args())));
  const auto first = passed.begin() + packed.first + 1, last = first + packed.count;
  if (packed.count && !packed.areDropped) {
    Value *structure =
        builder.CreateAlloca(ArrayType::get(builder.getInt64Ty(), packed.count), nullptr, "packed");
    for (unsigned index = 0; index != packed.count; ++index)
      builder.CreateStore(first[index],
                          builder.CreateConstGEP1_64(builder.getInt64Ty(), structure, index));
    *first = structure;
    passed.erase(first + 1, last);
  } else {
    passed.erase(first, last);
  }
  SmallVector<Type *> passedTypes;
  for (Value *value : passed)
    passedTypes.push_back(value->getType());
  CallInst *call = builder.CreateCall(FunctionType::get(result, passedTypes, /*isVarArg=*/false),
                                      step->getArg(0), passed);
  if (result->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
  return step;
}

constexpr StringLiteral mistakePrefix = "__weft_mistake_";

} // namespace

void markCheckBranch(BranchInst &branch) {
  branch.setMetadata(checkMetadata, MDNode::get(branch.getContext(), {}));
}

BranchInst *insertMistake(Instruction &before, Value &isRight, const DebugLoc &place,
                          const Twine &name) {
  BasicBlock *head = before.getParent();
  BasicBlock *next = head->splitBasicBlock(&before, head->getName() + ".right");
  const auto block = [&](const Twine &label) {
    return BasicBlock::Create(before.getContext(), label, before.getFunction(), next);
  };
  BasicBlock *cold = block(head->getName() + ".wrong"), *mistake = block(name);
  head->getTerminator()->eraseFromParent();
  IRBuilder<> builder(head);
  builder.SetCurrentDebugLocation(place);
  builder.CreateCondBr(callAllLanes(builder, &isRight), next, cold,
                       MDBuilder(before.getContext()).createLikelyBranchWeights());
  builder.SetInsertPoint(cold);
  markCheckBranch(*builder.CreateCondBr(&isRight, next, mistake));
  builder.SetInsertPoint(mistake);
  return builder.CreateBr(next);
}

IRBuilder<> CheckReports::atEntry() {
  if (!entry) {
    // Own instructions come before all others, and keep their order.
    IRBuilder<> builder(&*kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    entry = cast<Instruction>(builder.CreateFreeze(builder.getTrue()));
  }
  return IRBuilder<>(entry);
}

Value *CheckReports::loadField(IRBuilderBase &builder, Value *structure, std::size_t offset,
                               const Twine &name) {
  Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), structure, offset);
  LoadInst *load = builder.CreateAlignedLoad(builder.getInt64Ty(), address, Align(8), name);
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(kernel.getContext(), {}));
  return load;
}

Value *CheckReports::launch() {
  if (!launchAddress) {
    IRBuilder<> builder = atEntry();
    launchAddress = callUndefined(builder, "__weft_launch", builder.getPtrTy(constantSpace));
  }
  return launchAddress;
}

Value *CheckReports::checks() {
  if (!checksAddress) {
    Value *from = launch();
    IRBuilder<> builder = atEntry();
    checksAddress = builder.CreateIntToPtr(
        loadField(builder, from, offsetof(weft_checked_launch, checks), "checks"),
        builder.getPtrTy(constantSpace));
  }
  return checksAddress;
}

Value *CheckReports::ofArgument(unsigned argument, std::size_t member) {
  if (!extents) {
    Value *from = checks();
    IRBuilder<> builder = atEntry();
    extents =
        builder.CreateIntToPtr(loadField(builder, from, offsetof(weft_checks, extents), "extents"),
                               builder.getPtrTy(constantSpace));
  }
  IRBuilder<> builder = atEntry();
  return loadField(builder, extents, sizeof(weft_extent) * argument + member, "extent");
}

Value *CheckReports::ofLaunch(std::size_t member, const Twine &name) {
  Value *from = launch();
  IRBuilder<> builder = atEntry();
  return loadField(builder, from, member, name);
}

Value *CheckReports::ofChecks(std::size_t member, const Twine &name) {
  Value *from = checks();
  IRBuilder<> builder = atEntry();
  return loadField(builder, from, member, name);
}

Value *CheckReports::localMemory() {
  IRBuilder<> builder = atEntry();
  Value *worker = callUndefined(builder, "__weft_worker", builder.getPtrTy(constantSpace));
  return builder.CreateIntToPtr(
      loadField(builder, worker, offsetof(weft_worker, local_memory), "local"),
      builder.getPtrTy(localSpace));
}

Value *CheckReports::launchPointer(IRBuilderBase &builder) {
  return builder.CreateIntToPtr(builder.CreatePtrToInt(launch(), builder.getInt64Ty()),
                                builder.getPtrTy());
}

Value *CheckReports::lookUp(IRBuilderBase &builder, Value *address, weft_look_up what) {
  Type *number = builder.getInt64Ty();
  Function *caller = callerOf(*kernel.getParent(), "__weft_call_look_up", number,
                              {builder.getPtrTy(), number, builder.getInt32Ty()},
                              MemoryEffects::inaccessibleMemOnly(ModRefInfo::Ref));
  Value *function = loadField(builder, checks(), offsetof(weft_checks, look_up), "");
  Value *context = loadField(builder, checks(), offsetof(weft_checks, check_context), "");
  return builder.CreateCall(caller, {builder.CreateIntToPtr(function, builder.getPtrTy()),
                                     builder.CreateIntToPtr(context, builder.getPtrTy()), address,
                                     builder.getInt32(what)});
}

constexpr StringLiteral dimensionNames[] = {"x", "y", "z"};

// Without the offset: what the driver divides by the host's local size.
Value *CheckReports::firstId(IRBuilderBase &builder, unsigned dimension) {
  Value *group =
      callUndefined(builder, "__weft_group_id_" + dimensionNames[dimension], builder.getInt64Ty());
  Value *size = loadField(builder, launch(), offsetof(weft_launch, local_size) + 8 * dimension, "");
  return builder.CreateMul(group, size);
}

Value *CheckReports::globalId(IRBuilderBase &builder, unsigned dimension) {
  Value *item =
      callUndefined(builder, "__weft_local_id_" + dimensionNames[dimension], builder.getInt64Ty());
  return builder.CreateAdd(firstId(builder, dimension), item);
}

SmallVector<Value *, 3> CheckReports::firstIds(IRBuilderBase &builder) {
  return {firstId(builder, 0), firstId(builder, 1), firstId(builder, 2)};
}

Value *CheckReports::isFirstItem(IRBuilderBase &builder) {
  Value *sum = nullptr;
  for (const char *name : {"__weft_local_id_x", "__weft_local_id_y", "__weft_local_id_z"}) {
    Value *id = callUndefined(builder, name, builder.getInt64Ty());
    sum = sum ? builder.CreateOr(sum, id) : id;
  }
  return builder.CreateICmpEQ(sum, builder.getInt64(0));
}

Constant *CheckReports::text(StringRef content) {
  Module &module = *kernel.getParent();
  Constant *value = ConstantDataArray::getString(kernel.getContext(), content);
  auto *variable = new GlobalVariable(module, value->getType(), /*isConstant=*/true,
                                      GlobalValue::PrivateLinkage, value, "weft.text");
  variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return variable;
}

Constant *CheckReports::siteConstant(const CheckSite &site, const DebugLoc &place) {
  Module &module = *kernel.getParent();
  const auto number = [&](std::uint32_t value) {
    return ConstantInt::get(Type::getInt32Ty(kernel.getContext()), value);
  };
  static_assert(offsetof(weft_check_site, line) == 24 && sizeof(weft_check_site) == 56);
  Constant *value = ConstantStruct::getAnon(
      {text(kernel.getFnAttribute(kernelAttribute).getValueAsString()),
       text(place ? place->getFilename() : ""), text(site.name),
       number(place ? place.getLine() : 0), number(place ? place.getCol() : 0),
       number(site.mistake), number(site.bytes), number(site.origin), number(site.argument),
       number(site.related ? site.related.getLine() : 0),
       number(site.related ? site.related.getCol() : 0)});
  auto *variable = new GlobalVariable(module, value->getType(), /*isConstant=*/true,
                                      GlobalValue::PrivateLinkage, value, "weft.site");
  variable->setAlignment(Align(8));
  return variable;
}

void CheckReports::call(IRBuilderBase &builder, StringRef name, std::size_t member,
                        ArrayRef<Value *> operands) {
  Type *pointer = builder.getPtrTy();
  Value *function = loadField(builder, checks(), member, "");
  Value *context = loadField(builder, checks(), offsetof(weft_checks, check_context), "");
  SmallVector<Value *, 12> all{builder.CreateIntToPtr(function, pointer),
                               builder.CreateIntToPtr(context, pointer)};
  append_range(all, operands);
  for (unsigned dimension = 0; dimension != 3; ++dimension)
    all.push_back(globalId(builder, dimension));
  SmallVector<Type *, 12> types;
  for (Value *operand : drop_begin(all))
    types.push_back(operand->getType());
  builder.CreateCall(callerOf(*kernel.getParent(), name, builder.getVoidTy(), types,
                              MemoryEffects::inaccessibleMemOnly()),
                     all);
}

CallInst *CheckReports::callOnce(IRBuilderBase &builder, StringRef name, std::size_t member,
                                 Type *result, ArrayRef<Value *> operands, PackedOperands packed) {
  Type *pointer = builder.getPtrTy();
  Value *function = loadField(builder, checks(), member, "");
  Value *context = loadField(builder, checks(), offsetof(weft_checks, check_context), "");
  SmallVector<Value *, 16> all{builder.CreateIntToPtr(function, pointer),
                               builder.CreateIntToPtr(context, pointer)};
  append_range(all, operands);
  return builder.CreateCall(groupStepOf(*kernel.getParent(), name, result, all, packed), all);
}

void CheckReports::report(IRBuilderBase &builder, const CheckSite &site, Value *first,
                          Value *second) {
  call(builder, "__weft_rare_report", offsetof(weft_checks, report),
       {siteConstant(site, builder.getCurrentDebugLocation()), first, second});
}

// The name of the function has what a site needs.
void callMistake(IRBuilderBase &builder, weft_mistake mistake, StringRef type, Value *first,
                 Value *second) {
  callUndefined(builder, mistakePrefix + Twine(unsigned{mistake}) + "_" + type, builder.getVoidTy(),
                {first, second}, MemoryEffects::inaccessibleMemOnly());
}

PreservedAnalyses CheckReportsPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<CallInst *> calls;
  for (Instruction &instruction : instructions(function))
    if (calleeName(instruction).starts_with(mistakePrefix))
      calls.push_back(cast<CallInst>(&instruction));
  CheckReports reports(function);
  for (CallInst *call : calls) {
    auto [mistake, type] = calleeName(*call).substr(mistakePrefix.size()).split('_');
    unsigned number = 0;
    mistake.getAsInteger(10, number);
    CheckSite site{};
    site.mistake = static_cast<weft_mistake>(number);
    site.name = type.str();
    if (isKernel(function) && isUserCode(function)) {
      IRBuilder<> builder(call);
      reports.report(builder, site, call->getArgOperand(0), call->getArgOperand(1));
    }
    call->eraseFromParent();
  }
  return calls.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft::compiler

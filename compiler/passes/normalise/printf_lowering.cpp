// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/printf_lowering.h"

#include "compiler/passes/support/library_calls.h"
#include "device/base/address_spaces.h"
#include "device/kernel_abi.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#define DEBUG_TYPE "weft-printf"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(callsLowered, "Calls of printf");

namespace {

struct Record {
  weft_printf_kind kind;
  unsigned elementBytes;
  unsigned lanes;
  unsigned bytes() const { return alignTo(elementBytes * lanes, 8); }
};

Record describe(Type *type) {
  unsigned lanes = 1;
  if (const auto *vector = dyn_cast<FixedVectorType>(type)) {
    lanes = vector->getNumElements();
    type = vector->getElementType();
  }
  if (type->isPointerTy())
    return {WEFT_PRINTF_POINTER, 8, lanes};
  const unsigned bytes = type->getScalarSizeInBits() / 8;
  assert(isPowerOf2_32(bytes) && bytes <= 8 && "Clang promotes what is passed to printf");
  return {type->isFloatingPointTy() ? WEFT_PRINTF_FLOAT : WEFT_PRINTF_INTEGER, bytes, lanes};
}

// A weft_printf_argument as one integer.
std::uint64_t headerOf(const Record &record) {
  weft_printf_argument header{};
  header.kind = record.kind;
  header.element_bytes = record.elementBytes;
  header.lanes = record.lanes;
  return bit_cast<std::uint64_t>(header);
}

class Lowering {
public:
  explicit Lowering(LLVMContext &context) : context(context) {}

  void lower(CallBase &call) {
    ++callsLowered;
    Function *function = call.getFunction();
    function->addFnAttr(usesPrintfAttribute);
    IRBuilder<> builder(&call);
    const unsigned count = call.arg_size() - 1;
    unsigned bytes = 0;
    for (unsigned index = 1; index <= count; ++index)
      bytes +=
          sizeof(weft_printf_argument) + describe(call.getArgOperand(index)->getType()).bytes();
    Value *records = ConstantPointerNull::get(builder.getPtrTy());
    if (bytes) {
      IRBuilder<> entry(&*function->getEntryBlock().getFirstInsertionPt());
      auto *array = entry.CreateAlloca(ArrayType::get(entry.getInt8Ty(), bytes), nullptr, "printf");
      array->setAlignment(Align(8));
      records = array;
      builder.CreateLifetimeStart(array);
      pack(builder, call, array);
    }
    CallInst *print = callPrint(builder, call.getArgOperand(0), count, records);
    if (bytes)
      builder.CreateLifetimeEnd(records);
    call.replaceAllUsesWith(print);
    call.eraseFromParent();
  }

private:
  void pack(IRBuilder<> &builder, CallBase &call, Value *records) {
    unsigned offset = 0;
    for (unsigned index = 1; index != call.arg_size(); ++index) {
      Value *value = call.getArgOperand(index);
      const Record record = describe(value->getType());
      store(builder, builder.getInt64(headerOf(record)), records, offset);
      offset += sizeof(weft_printf_argument);
      store(builder, value, records, offset);
      offset += record.bytes();
    }
  }

  void store(IRBuilder<> &builder, Value *value, Value *records, unsigned offset) {
    Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), records, offset);
    builder.CreateAlignedStore(value, address, Align(8));
  }

  CallInst *callPrint(IRBuilder<> &builder, Value *format, unsigned count, Value *records) {
    Value *launch = callUndefined(builder, "__weft_launch", builder.getPtrTy(constantSpace));
    const auto loadField = [&](std::size_t offset, const char *name) {
      return builder.CreateAlignedLoad(
          builder.getPtrTy(),
          builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), launch, offset), Align(8), name);
    };
    Value *print = loadField(offsetof(weft_launch, print), "print");
    Value *printContext = loadField(offsetof(weft_launch, print_context), "print.context");
    FunctionType *type = FunctionType::get(
        builder.getInt32Ty(),
        {builder.getPtrTy(), builder.getPtrTy(), builder.getInt32Ty(), builder.getPtrTy()}, false);
    CallInst *call =
        builder.CreateCall(type, print,
                           {printContext, builder.CreateAddrSpaceCast(format, builder.getPtrTy()),
                            builder.getInt32(count), records});
    call->addParamAttr(3, Attribute::getWithCaptureInfo(context, CaptureInfo::none()));
    call->addParamAttr(3, Attribute::ReadOnly);
    call->addFnAttr(Attribute::NoUnwind);
    call->addFnAttr(Attribute::WillReturn);
    return call;
  }

  LLVMContext &context;
};

} // namespace

PreservedAnalyses PrintfLoweringPass::run(Module &module, ModuleAnalysisManager &) {
  Function *printf = module.getFunction("printf");
  if (!printf || !printf->isDeclaration())
    return PreservedAnalyses::all();
  Lowering lowering(module.getContext());
  for (User *user : make_early_inc_range(printf->users()))
    if (auto *call = dyn_cast<CallBase>(user))
      lowering.lower(*call);
  if (printf->use_empty())
    printf->eraseFromParent();
  return PreservedAnalyses::none();
}

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/image_access.h"

#include "device/kernel_abi_image.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

#include <cstddef>

namespace weft::compiler {

using namespace llvm;

std::optional<ImageAccessKind> imageAccessKind(StringRef name) {
  // Mangled names of overloaded functions: the length, the name, the parameters.
  if (!name.consume_front("_Z"))
    return std::nullopt;
  unsigned length = 0;
  if (name.consumeInteger(10, length))
    return std::nullopt;
  name = name.take_front(length);
  if (name == "__weft_image_read")
    return ImageAccessKind::Read;
  if (name == "__weft_image_read_mutable")
    return ImageAccessKind::ReadMutable;
  if (name == "__weft_image_write")
    return ImageAccessKind::Write;
  return std::nullopt;
}

std::optional<ImageAccess> ImageAccess::of(CallBase &call) {
  const Function *callee = call.getCalledFunction();
  const auto kind = callee ? imageAccessKind(callee->getName()) : std::nullopt;
  if (!kind)
    return std::nullopt;
  return ImageAccess{.kind = *kind,
                     .image = call.getArgOperand(0),
                     .sampler = call.getArgOperand(1),
                     .routine = call.getArgOperand(2),
                     .coordinates = call.getArgOperand(3),
                     .texel = *kind == ImageAccessKind::Write ? call.getArgOperand(4) : nullptr};
}

namespace {

MemoryEffects texelEffects(ImageAccessKind kind) {
  switch (kind) {
  case ImageAccessKind::Read:
    return MemoryEffects::none();
  case ImageAccessKind::ReadMutable:
    return MemoryEffects::inaccessibleMemOnly(ModRefInfo::Ref);
  case ImageAccessKind::Write:
    return MemoryEffects::inaccessibleMemOnly();
  }
  llvm_unreachable("all kinds are handled");
}

// What a launch does not change.
Value *loadConstant(IRBuilder<> &builder, Value *address) {
  LoadInst *load = builder.CreateAlignedLoad(builder.getPtrTy(), address, Align(8));
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(builder.getContext(), {}));
  return load;
}

} // namespace

void setImageAccessAttributes(Function &function, ImageAccessKind kind) {
  function.setMemoryEffects(texelEffects(kind));
  for (const Attribute::AttrKind attribute :
       {Attribute::NoCallback, Attribute::NoFree, Attribute::NoRecurse, Attribute::NoSync,
        Attribute::NoUnwind, Attribute::WillReturn})
    function.addFnAttr(attribute);
}

void callImageRoutine(IRBuilder<> &builder, const ImageAccess &operands, RoutineLanes lanes,
                      Value *active, Value *coordinates, Value *texels) {
  Value *image = builder.CreateIntToPtr(operands.image, builder.getPtrTy());
  Value *routines =
      loadConstant(builder, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), image,
                                                               offsetof(weft_image, routines)));
  Value *index = builder.CreateZExt(operands.routine, builder.getInt64Ty());
  if (lanes == RoutineLanes::One)
    index = builder.CreateAdd(index, builder.getInt64(WEFT_IMAGE_ROUTINES));
  Value *routine =
      loadConstant(builder, builder.CreateInBoundsGEP(builder.getPtrTy(), routines, index));
  FunctionType *type =
      FunctionType::get(builder.getVoidTy(),
                        {builder.getPtrTy(), builder.getInt64Ty(), builder.getInt64Ty(),
                         builder.getPtrTy(), builder.getPtrTy()},
                        /*isVarArg=*/false);
  CallInst *call =
      builder.CreateCall(type, routine, {image, operands.sampler, active, coordinates, texels});
  constexpr unsigned imageOperand = 0, coordinatesOperand = 3, texelsOperand = 4;
  call->setMemoryEffects(MemoryEffects::argMemOnly() | texelEffects(operands.kind));
  const bool isWrite = operands.kind == ImageAccessKind::Write;
  LLVMContext &context = builder.getContext();
  for (const unsigned operand : {imageOperand, coordinatesOperand, texelsOperand}) {
    call->addParamAttr(operand, Attribute::getWithCaptureInfo(context, CaptureInfo::none()));
    const bool isResult = operand == texelsOperand && !isWrite;
    call->addParamAttr(operand, isResult ? Attribute::WriteOnly : Attribute::ReadOnly);
  }
  for (const Attribute::AttrKind attribute :
       {Attribute::NoCallback, Attribute::NoFree, Attribute::NoRecurse, Attribute::NoSync,
        Attribute::NoUnwind, Attribute::WillReturn})
    call->addFnAttr(attribute);
}

} // namespace weft::compiler

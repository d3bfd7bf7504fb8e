// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/images/image_access.h"

#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/library_calls.h"
#include "device/kernel_abi_image.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

#include <cstddef>

namespace weft::compiler {

using namespace llvm;

std::optional<ImageAccessKind> imageAccessKind(StringRef name) {
  name = unmangled(name);
  if (name == "__weft_image_read")
    return ImageAccessKind::Read;
  if (name == "__weft_image_read_mutable")
    return ImageAccessKind::ReadMutable;
  if (name == "__weft_image_write")
    return ImageAccessKind::Write;
  return std::nullopt;
}

std::optional<ImageAccess> ImageAccess::of(CallBase &call) {
  const auto kind = imageAccessKind(calleeName(call));
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

// Constant during a launch.
Value *loadConstant(IRBuilder<> &builder, Value *address) {
  LoadInst *load = builder.CreateAlignedLoad(builder.getPtrTy(), address, Align(8));
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(builder.getContext(), {}));
  return load;
}

constexpr Attribute::AttrKind attributesOfAccesses[] = {
    Attribute::NoCallback, Attribute::NoFree,   Attribute::NoRecurse,
    Attribute::NoSync,     Attribute::NoUnwind, Attribute::WillReturn};

// Calls routine number `index` of the image that is the first argument.
CallInst *createRoutineCall(IRBuilder<> &builder, ImageAccessKind kind, Value *index,
                            ArrayRef<Value *> arguments) {
  Value *routines =
      loadConstant(builder, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), arguments[0],
                                                               offsetof(weft_image, routines)));
  Value *routine =
      loadConstant(builder, builder.CreateInBoundsGEP(builder.getPtrTy(), routines, index));
  SmallVector<Type *> types;
  for (const Value *argument : arguments)
    types.push_back(argument->getType());
  CallInst *call = builder.CreateCall(
      FunctionType::get(builder.getVoidTy(), types, /*isVarArg=*/false), routine, arguments);
  call->setMemoryEffects(MemoryEffects::argMemOnly() | texelEffects(kind));
  for (const Attribute::AttrKind attribute : attributesOfAccesses)
    call->addFnAttr(attribute);
  return call;
}

// The same. The array of texels is the last argument; `arrays` are the indices of other pointer
// arguments.
void callRoutine(IRBuilder<> &builder, ImageAccessKind kind, Value *index,
                 ArrayRef<Value *> arguments, ArrayRef<unsigned> arrays) {
  CallInst *call = createRoutineCall(builder, kind, index, arguments);
  const auto setAccess = [&](unsigned operand, Attribute::AttrKind access) {
    call->addParamAttr(operand,
                       Attribute::getWithCaptureInfo(builder.getContext(), CaptureInfo::none()));
    call->addParamAttr(operand, access);
  };
  for (const unsigned operand : arrays)
    setAccess(operand, Attribute::ReadOnly);
  const bool isWrite = kind == ImageAccessKind::Write;
  setAccess(arguments.size() - 1, isWrite ? Attribute::ReadOnly : Attribute::WriteOnly);
}

Value *addressOfImage(IRBuilder<> &builder, const ImageAccess &operands) {
  return builder.CreateIntToPtr(operands.image, builder.getPtrTy());
}

} // namespace

void setImageAccessAttributes(Function &function, ImageAccessKind kind) {
  function.setMemoryEffects(texelEffects(kind));
  for (const Attribute::AttrKind attribute : attributesOfAccesses)
    function.addFnAttr(attribute);
}

bool hasRowRoutine(const Value &routine) {
  if (const auto *choice = dyn_cast<SelectInst>(&routine))
    return hasRowRoutine(*choice->getTrueValue()) && hasRowRoutine(*choice->getFalseValue());
  const auto *number = dyn_cast<ConstantInt>(&routine);
  return number && number->getValue().uge(WEFT_IMAGE_READ) &&
         number->getValue().ule(WEFT_IMAGE_WRITE);
}

bool areReadsOfOneKind(const ImageAccess &first, const ImageAccess &second) {
  return first.kind == ImageAccessKind::Read && second.kind == ImageAccessKind::Read &&
         first.image == second.image && first.routine == second.routine &&
         hasRowRoutine(*first.routine);
}

// The routine for neighbours that corresponds to a general one.
static Value *indexOf(IRBuilder<> &builder, const ImageAccess &operands, unsigned ofReads) {
  Value *index = builder.CreateZExt(operands.routine, builder.getInt64Ty());
  return builder.CreateAdd(index, builder.getInt64(ofReads - WEFT_IMAGE_READ));
}

static void callOfRow(IRBuilder<> &builder, const ImageAccess &operands, Value *index,
                      Value *active, ArrayRef<Value *> first, Value *texels) {
  SmallVector<Value *> arguments{addressOfImage(builder, operands), active};
  constexpr unsigned coordinates = 3;
  for (unsigned number = 0; number != coordinates; ++number)
    arguments.push_back(number < first.size() ? first[number] : builder.getInt32(0));
  arguments.push_back(texels);
  callRoutine(builder, operands.kind, index, arguments, /*arrays=*/{0});
}

void callImageRowRoutine(IRBuilder<> &builder, const ImageAccess &operands, Value *active,
                         ArrayRef<Value *> first, Value *texels) {
  callOfRow(builder, operands, indexOf(builder, operands, WEFT_IMAGE_READ_ROW), active, first,
            texels);
}

void callImageWriteTexelsRoutine(IRBuilder<> &builder, const ImageAccess &operands, Value *active,
                                 ArrayRef<Value *> first, Value *texels) {
  callOfRow(builder, operands, builder.getInt64(WEFT_IMAGE_WRITE_TEXELS), active, first, texels);
}

// The remaining pointers may be those to the array of texels.
void callImageTexelsRoutine(IRBuilder<> &builder, const ImageAccess &operands, Value *active,
                            unsigned count, Value *first, Value *where, Value *texels) {
  createRoutineCall(
      builder, operands.kind, indexOf(builder, operands, WEFT_IMAGE_READ_TEXELS),
      {addressOfImage(builder, operands), active, builder.getInt64(count), first, where, texels});
}

void callImageRowsRoutine(IRBuilder<> &builder, const ImageAccess &operands, Value *active,
                          unsigned count, Value *first, Value *texels) {
  Value *index = indexOf(builder, operands, WEFT_IMAGE_READ_ROWS);
  callRoutine(builder, operands.kind, index,
              {addressOfImage(builder, operands), active, builder.getInt64(count), first, texels},
              /*arrays=*/{0, 3});
}

void callImageRoutine(IRBuilder<> &builder, const ImageAccess &operands, RoutineLanes lanes,
                      Value *active, Value *coordinates, Value *texels) {
  Value *index = builder.CreateZExt(operands.routine, builder.getInt64Ty());
  if (lanes == RoutineLanes::One)
    index = builder.CreateAdd(index, builder.getInt64(WEFT_IMAGE_ROUTINES));
  callRoutine(builder, operands.kind, index,
              {addressOfImage(builder, operands), operands.sampler, active, coordinates, texels},
              /*arrays=*/{0, 3});
}

} // namespace weft::compiler

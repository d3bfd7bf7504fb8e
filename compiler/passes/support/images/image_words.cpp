// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/images/image_words.h"

#include "device/kernel_abi_image.h"

#include "llvm/IR/Instructions.h"

#include <cstddef>

namespace weft::compiler {

using namespace llvm;

std::optional<SmallBitVector> componentsOfDirectRead(const CallBase &call,
                                                     const ImageAccess &access) {
  const auto *routine = dyn_cast<ConstantInt>(access.routine);
  if (access.kind != ImageAccessKind::Read || !hasRowRoutine(*access.routine) ||
      (routine && routine->getValue() != WEFT_IMAGE_READ))
    return std::nullopt;
  SmallBitVector used(cast<FixedVectorType>(call.getType())->getNumElements());
  for (const User *user : call.users()) {
    const auto *element = dyn_cast<ExtractElementInst>(user);
    const auto *index = element ? dyn_cast<ConstantInt>(element->getIndexOperand()) : nullptr;
    if (!index || index->getValue().uge(used.size()))
      return SmallBitVector(used.size(), true);
    used.set(static_cast<unsigned>(index->getZExtValue()));
  }
  return used;
}

// Constant during a launch.
Value *ImageWords::field(Type *type, std::size_t offset, std::size_t index) {
  const DataLayout &layout = builder.GetInsertBlock()->getDataLayout();
  const std::size_t place =
      offsetof(weft_image, words) + offset + index * layout.getTypeAllocSize(type).getFixedValue();
  LoadInst *load = builder.CreateAlignedLoad(
      type, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), image, place),
      layout.getABITypeAlign(type));
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(builder.getContext(), {}));
  return load;
}

Value *ImageWords::areDirect(Value &routine) {
  Value *direct =
      builder.CreateIsNotNull(field(builder.getInt32Ty(), offsetof(weft_image_words, are_direct)));
  return builder.CreateAnd(direct,
                           builder.CreateICmpEQ(&routine, builder.getInt32(WEFT_IMAGE_READ)));
}

static Value *splatLike(IRBuilder<> &builder, Value *scalar, const Value &other) {
  const auto *vector = dyn_cast<VectorType>(other.getType());
  return vector ? builder.CreateVectorSplat(vector->getElementCount(), scalar) : scalar;
}

Value *ImageWords::offsetAt(ArrayRef<Value *> coordinates) {
  Type *word = builder.getInt32Ty();
  Value *sum = nullptr;
  for (auto [number, coordinate] : enumerate(coordinates)) {
    const auto fieldAt = [&, index = number](std::size_t offset) {
      return splatLike(builder, field(word, offset, index), *coordinate);
    };
    Value *place = builder.CreateFreeze(coordinate);
    place = builder.CreateBinaryIntrinsic(Intrinsic::smax, place,
                                          Constant::getNullValue(place->getType()));
    place = builder.CreateBinaryIntrinsic(Intrinsic::smin, place,
                                          fieldAt(offsetof(weft_image_words, last)));
    Value *distance = builder.CreateNUWMul(place, fieldAt(offsetof(weft_image_words, pitch)));
    sum = sum ? builder.CreateNUWAdd(sum, distance) : distance;
  }
  return sum;
}

Value *ImageWords::baseOf(unsigned component) {
  return field(builder.getPtrTy(), offsetof(weft_image_words, component), component);
}

Value *ImageWords::maskOf(unsigned component) {
  return field(builder.getInt32Ty(), offsetof(weft_image_words, mask), component);
}

Value *ImageWords::isBeforeNext(unsigned component) {
  Value *behind =
      builder.CreateConstGEP1_64(builder.getInt8Ty(), baseOf(component), sizeof(std::uint32_t));
  return builder.CreateAnd(builder.CreateICmpEQ(behind, baseOf(component + 1)),
                           builder.CreateICmpEQ(maskOf(component), maskOf(component + 1)));
}

Value *ImageWords::addressOf(unsigned component, Value *offset) {
  Value *base = baseOf(component);
  Value *distance = builder.CreateAnd(offset, splatLike(builder, maskOf(component), *offset));
  // The offset is below 2^31, so instructions may sign-extend it.
  Type *wide = offset->getType()->getWithNewType(builder.getInt64Ty());
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), base, builder.CreateSExt(distance, wide));
}

} // namespace weft::compiler

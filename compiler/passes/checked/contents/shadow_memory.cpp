// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/contents/shadow_memory.h"

#include "compiler/passes/support/memory_objects.h"
#include "compiler/passes/support/user_code.h"
#include "device/base/address_spaces.h"

#include "llvm/IR/IntrinsicInst.h"

#include <cassert>

namespace weft::compiler {

using namespace llvm;

// Pointers to one of several objects have no place.
ShadowMemory::Place ShadowMemory::placeOf(Value &pointer) {
  const auto roots = provenance.rootsOf(pointer);
  if (roots.empty())
    return {};
  Value *root = *roots.begin();
  const unsigned space = root->getType()->getPointerAddressSpace();
  const auto isLocal = [](const Value *one) {
    const bool isVariable = isa<GlobalVariable>(one) && isUserCode(*cast<GlobalVariable>(one));
    return one->getType()->getPointerAddressSpace() == localSpace &&
           (isVariable || isa<Argument>(one));
  };
  if (all_of(roots, isLocal))
    return {Place::Kind::Local, root};
  if (roots.size() > 1)
    return {};
  if (auto *array = dyn_cast<AllocaInst>(root))
    return {array->isArrayAllocation() ? Place::Kind::None : Place::Kind::Private, root};
  const auto *argument = dyn_cast<Argument>(root);
  const bool isObject =
      argument && !argument->hasByValAttr() && (space == globalSpace || space == constantSpace);
  return {isObject ? Place::Kind::Global : Place::Kind::None, root};
}

AllocaInst *ShadowMemory::shadowOf(AllocaInst &array) {
  AllocaInst *&shadow = arrays[&array];
  if (!shadow) {
    IRBuilder<> builder(array.getNextNode());
    const std::uint64_t size =
        kernel.getDataLayout().getTypeAllocSize(array.getAllocatedType()).getFixedValue();
    assert(!array.isArrayAllocation() && "placeOf() takes arrays of constant size");
    Type *bytes = ArrayType::get(builder.getInt8Ty(), size);
    shadow = builder.CreateAlloca(bytes, nullptr, array.getName() + ".contents");
    shadow->setAlignment(array.getAlign());
  }
  return shadow;
}

void ShadowMemory::beginArrays() {
  for (auto [array, shadow] : arrays) {
    const std::uint64_t bytes = shadow->getAllocatedType()->getArrayNumElements();
    for (Instruction *begin : beginsOf(*array))
      IRBuilder<>((begin == array ? shadow : begin)->getNextNode())
          .CreateMemSet(shadow, IRBuilder<>(begin).getInt8(0), bytes, shadow->getAlign());
  }
}

Value *ShadowMemory::distance(const Place &place) {
  const bool isLocal = place.kind == Place::Kind::Local;
  Value *&known = distances[isLocal ? nullptr : place.root];
  if (!known)
    known = isLocal ? reports.ofChecks(offsetof(weft_checks, local_contents), "local.contents")
                    : reports.ofArgument(cast<Argument>(place.root)->getArgNo(),
                                         offsetof(weft_extent, contents));
  return known;
}

Value *ShadowMemory::address(IRBuilderBase &builder, Value &pointer, const Place &place) {
  if (place.kind == Place::Kind::Private)
    return builder.CreateGEP(builder.getInt8Ty(), shadowOf(*cast<AllocaInst>(place.root)),
                             provenance.placeOf(pointer).offset);
  Value *writable = &pointer;
  if (pointer.getType()->getPointerAddressSpace() == constantSpace)
    writable = builder.CreateAddrSpaceCast(&pointer, builder.getPtrTy(globalSpace));
  return builder.CreateGEP(builder.getInt8Ty(), writable, distance(place));
}

Value *ShadowMemory::condition(const Place &place) {
  if (place.kind != Place::Kind::Global)
    return nullptr;
  Value *&known = conditions[place.root];
  if (!known) {
    Value *from = distance(place);
    known = reports.atEntry().CreateICmpNE(from, ConstantInt::get(from->getType(), 0));
  }
  return known;
}

} // namespace weft::compiler

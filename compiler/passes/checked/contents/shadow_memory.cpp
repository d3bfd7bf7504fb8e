// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/contents/shadow_memory.h"

#include "compiler/passes/support/memory_objects.h"
#include "compiler/passes/support/user_code.h"
#include "device/base/address_spaces.h"

#include "llvm/IR/IntrinsicInst.h"

#include <cassert>

namespace weft::compiler {

using namespace llvm;

namespace {

// What may be computed from an address, or have it: values, and null for memory.
SmallVector<Value *, 2> resultsOf(Instruction &user, const Value &address) {
  if (const auto *store = dyn_cast<StoreInst>(&user))
    return store->getValueOperand() == &address ? SmallVector<Value *, 2>{nullptr}
                                                : SmallVector<Value *, 2>{};
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(user) && user.getOperand(0) != &address)
    return {nullptr};
  if (isa<InsertElementInst, InsertValueInst, IntToPtrInst>(user))
    return {nullptr};
  if (isa<GetElementPtrInst, CastInst, PHINode, SelectInst, FreezeInst, BinaryOperator>(user))
    return {&user};
  return {};
}

} // namespace

// Whether writes to a private array may not be recognised as such.
bool ShadowMemory::isKnownElsewhere(AllocaInst &array) {
  const auto [known, isNew] = knownElsewhere.try_emplace(&array, false);
  if (!isNew)
    return known->second;
  SmallVector<Value *> pending{&array};
  SmallPtrSet<Value *, 16> seen;
  bool isElsewhere = false;
  while (!pending.empty() && !isElsewhere) {
    Value *address = pending.pop_back_val();
    for (User *user : address->users())
      for (Value *result : resultsOf(*cast<Instruction>(user), *address)) {
        isElsewhere |=
            !result || (result->getType()->isPointerTy() && provenance.rootsOf(*result).size() > 1);
        if (result && seen.insert(result).second)
          pending.push_back(result);
      }
  }
  return knownElsewhere[&array] = isElsewhere;
}

ShadowMemory::Place ShadowMemory::placeOf(Value &pointer) {
  const auto roots = provenance.rootsOf(pointer);
  if (roots.empty())
    return {};
  Value *root = roots.size() == 1 ? *roots.begin() : nullptr;
  if (all_of(roots, [](Value *one) { return ContentDistances::isLocal(*one); }))
    return {Place::Kind::Local, root};
  if (auto *array = dyn_cast_or_null<AllocaInst>(root))
    return {array->isArrayAllocation() || isKnownElsewhere(*array) ? Place::Kind::None
                                                                   : Place::Kind::Private,
            root};
  const auto hasContents = [](Value *one) {
    const auto *argument = dyn_cast<Argument>(one);
    return ContentDistances::isLocal(*one) ||
           (one->getType()->getPointerAddressSpace() != privateSpace && !comesFromLaunch(*one) &&
            (argument ? !argument->hasByValAttr() : isa<Instruction>(one)));
  };
  return {any_of(roots, hasContents) ? Place::Kind::Any : Place::Kind::None, root};
}

bool ShadowMemory::isGlobal(Value &pointer) {
  return placeOf(pointer).kind == Place::Kind::Any &&
         all_of(provenance.rootsOf(pointer), [](const Value *root) {
           return root->getType()->getPointerAddressSpace() == globalSpace;
         });
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

Value *ShadowMemory::distance(Value &pointer, const Place &place) {
  return place.kind == Place::Kind::Local ? distances.ofLocal()
                                          : distances.of(place.root ? *place.root : pointer);
}

Value *ShadowMemory::address(IRBuilderBase &builder, Value &pointer, const Place &place) {
  if (place.kind == Place::Kind::Private)
    return builder.CreateGEP(builder.getInt8Ty(), shadowOf(*cast<AllocaInst>(place.root)),
                             provenance.placeOf(pointer).offset);
  Value *writable = &pointer;
  if (pointer.getType()->getPointerAddressSpace() == constantSpace)
    writable = builder.CreateAddrSpaceCast(&pointer, builder.getPtrTy(globalSpace));
  return builder.CreateGEP(builder.getInt8Ty(), writable, distance(pointer, place));
}

// Of what belongs to no object of the driver's nothing is known.
ShadowMemory::Bits ShadowMemory::ofObject(IRBuilderBase &builder, Value &root, const Place &place) {
  const Provenance::Place in = provenance.placeOf(root);
  Value *isUnknown = builder.CreateICmpEQ(in.size, builder.getInt64(WEFT_ALL_MEMORY));
  return {builder.CreateGEP(builder.getInt8Ty(), address(builder, root, place),
                            builder.CreateNeg(in.offset)),
          builder.CreateSelect(isUnknown, builder.getInt64(0), in.size)};
}

Value *ShadowMemory::condition(IRBuilderBase &builder, Value &pointer, const Place &place) {
  if (place.kind != Place::Kind::Any)
    return nullptr;
  Value *from = distance(pointer, place);
  const bool isArgument = isa_and_nonnull<Argument>(place.root);
  if (Value *known = isArgument ? conditions.lookup(place.root) : nullptr)
    return known;
  IRBuilder<> atEntry = reports.atEntry();
  Value *has = (isArgument ? static_cast<IRBuilderBase &>(atEntry) : builder)
                   .CreateICmpNE(from, builder.getInt64(0));
  return isArgument ? conditions[place.root] = has : has;
}

} // namespace weft::compiler

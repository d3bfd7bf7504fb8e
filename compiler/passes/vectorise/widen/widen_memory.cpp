// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of RegionWidener that lowers loads and stores by the shapes of their addresses.
//
// An access has a type of one or several components, and a *pitch* where its address is affine: the
// distance from lane to lane in components. Neighbouring lanes whose components lie close together
// are read with a few wide loads, and shuffles pick the components out; they are written the other
// way round. Wide loads begin at the first lane's first component and end with the last lane's last
// one, and what lies between belongs to pages of the lanes' own, so they need all lanes to be
// active. Everything else goes lane by lane, without branches: inactive lanes repeat the access of
// an active one.
#include "compiler/passes/analysis/value_ranges.h"
#include "compiler/passes/regions/region_functions.h"
#include "compiler/passes/support/vector_pieces.h"
#include "compiler/passes/vectorise/widen/region_widener.h"
#include "device/base/address_spaces.h"
#include "device/kernel_abi.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// Wide loads of which less than a quarter is used lose against lane by lane.
constexpr std::int64_t widestPitch = 4;

} // namespace

Value *RegionWidener::allOf(Value *lanesMask) {
  Value *bits = builder.CreateBitCast(lanesMask, builder.getIntNTy(lanes));
  return builder.CreateICmpEQ(bits, Constant::getAllOnesValue(bits->getType()));
}

// Bit k: lane k is active.
Value *RegionWidener::activeBits() {
  IntegerType *word = builder.getIntNTy(std::max(lanes, 32u));
  return mask ? builder.CreateZExt(builder.CreateBitCast(mask, builder.getIntNTy(lanes)), word)
              : ConstantInt::get(word, APInt::getLowBitsSet(word->getBitWidth(), lanes));
}

// A block never runs with an empty mask, but what takes a lane out of a vector may be moved to
// where there is one, and reads beside the vector if the index is wild. So an empty mask is lane
// 0's.
Value *RegionWidener::lastActiveIndex() {
  if (!mask)
    return builder.getInt32(lanes - 1);
  Value *bits = activeBits();
  Type *word = bits->getType();
  Value *zeros = builder.CreateBinaryIntrinsic(
      Intrinsic::ctlz, builder.CreateOr(bits, ConstantInt::get(word, 1)), builder.getTrue());
  return builder.CreateSub(ConstantInt::get(word, word->getIntegerBitWidth() - 1), zeros);
}

// A store of all lanes to one address leaves what the last of them wrote.
Value *RegionWidener::lastActiveLane(Value *value) {
  if (!varies(value) && !vectors.contains(value) && !components.contains(value))
    return scalarOf(value);
  Value *index = lastActiveIndex();
  if (!value->getType()->isVectorTy())
    return builder.CreateExtractElement(vectorOf(value), index);
  Value *combined = PoisonValue::get(value->getType());
  for (auto [number, part] : enumerate(componentsOf(value)))
    combined =
        builder.CreateInsertElement(combined, builder.CreateExtractElement(part, index), number);
  return combined;
}

// Runs the one or the other; without a condition always the first.
RegionWidener::Parts RegionWidener::eitherWay(Value *condition, function_ref<Parts()> likely,
                                              function_ref<Parts()> otherwise) {
  if (!condition)
    return likely();
  LLVMContext &context = builder.getContext();
  BasicBlock *first = BasicBlock::Create(context, "together", result);
  BasicBlock *second = BasicBlock::Create(context, "apart", result);
  BasicBlock *after = BasicBlock::Create(context, "accessed", result);
  builder.CreateCondBr(condition, first, second, MDBuilder(context).createLikelyBranchWeights());
  builder.SetInsertPoint(first);
  const Parts left = likely();
  BasicBlock *leftEnd = builder.GetInsertBlock();
  builder.CreateBr(after);
  builder.SetInsertPoint(second);
  const Parts right = otherwise();
  BasicBlock *rightEnd = builder.GetInsertBlock();
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
  Parts joined;
  for (auto [one, other] : zip(left, right)) {
    PHINode *phi = builder.CreatePHI(one->getType(), 2);
    phi->addIncoming(one, leftEnd);
    phi->addIncoming(other, rightEnd);
    joined.push_back(phi);
  }
  return joined;
}

// Whether the bytes of inactive lanes are there, and nobody else's.
bool RegionWidener::isOwnMemory(const Value &object, const Access &access) const {
  // The copies of an array's element for all lanes.
  if (const auto *array = dyn_cast<AllocaInst>(&object))
    return laneArrays.contains(array);
  if (regionParameter(object) == unsigned{RegionParameters::ContextBlock})
    return true;
  // Beyond the first and the last element of local memory there is some room.
  return object.getType()->isPointerTy() &&
         object.getType()->getPointerAddressSpace() == localSpace &&
         (lanes - 1) * access.count * access.bytes <= WEFT_BLOCK_ALIGNMENT;
}

std::optional<RegionWidener::Access> RegionWidener::accessOf(Value *address, Type *type,
                                                             Align alignment) {
  Access access;
  const auto *vector = dyn_cast<FixedVectorType>(type);
  access.element = vector ? vector->getElementType() : type;
  access.count = vector ? vector->getNumElements() : 1;
  access.alignment = alignment;
  access.address = address;
  // Vectors of bits are packed.
  if (!isWidenable(access.element) || access.element->isIntegerTy(1))
    return std::nullopt;
  access.bytes = layout.getTypeAllocSize(access.element);
  const auto shape = affineOf(address);
  if (!shape || shape->stride == 0 || shape->stride % access.bytes != 0)
    return access;
  const std::int64_t pitch = std::abs(shape->stride) / access.bytes;
  access.isReversed = shape->stride < 0;
  if (access.isReversed ? pitch != 1 || access.count != 1
                        : pitch > widestPitch && pitch > access.count)
    return access;
  access.pitch = pitch;
  access.base = access.isReversed ? offsetAddress(builder, shape->base, (lanes - 1) * shape->stride)
                                  : shape->base;
  access.holds = shape->holds;
  // Lane 0 may be inactive: its address is only as far aligned as the lanes are apart.
  access.alignment = commonAlignment(alignment, pitch * access.bytes);
  access.isOwn = pitch == access.count && !access.isReversed && !shape->holds &&
                 isOwnMemory(*getUnderlyingObject(shape->base), access);
  return access;
}

Value *RegionWidener::addressesOf(const Access &access) {
  // One base, and distances that instructions take as they are.
  if (const auto shape = exactlyAffine(access.address))
    return builder.CreateGEP(builder.getInt8Ty(),
                             offsetAddress(builder, shape->base, access.offset),
                             stepVector(builder.getInt64Ty(), shape->stride));
  Value *addresses = vectorOf(access.address);
  return access.offset
             ? builder.CreateGEP(builder.getInt8Ty(), addresses, builder.getInt64(access.offset))
             : addresses;
}

// The addresses of all lanes; those of inactive ones are that of the last active lane.
Value *RegionWidener::safeAddresses(const Access &access) {
  Value *addresses = addressesOf(access);
  if (!mask)
    return addresses;
  Value *active = builder.CreateExtractElement(addresses, lastActiveIndex());
  return builder.CreateSelect(mask, addresses, builder.CreateVectorSplat(lanes, active));
}

RegionWidener::Parts RegionWidener::loadScalarised(const Access &access) {
  const bool gathers = access.count == 1 && costs.hasGather(*access.element);
  // At fixed distances from one base, an instruction gathers as quickly as loads follow each other.
  if (!gathers || !exactlyAffine(access.address))
    ++counts.scatteredAccess;
  auto *wide = FixedVectorType::get(access.element, lanes);
  if (gathers)
    return {builder.CreateMaskedGather(wide, addressesOf(access), access.alignment,
                                       mask ? mask : allLanes(), Constant::getNullValue(wide))};
  Value *addresses = safeAddresses(access);
  Type *type =
      access.count == 1 ? access.element : FixedVectorType::get(access.element, access.count);
  SmallVector<Value *> loads;
  for (unsigned lane = 0; lane != lanes; ++lane)
    loads.push_back(builder.CreateAlignedLoad(type, builder.CreateExtractElement(addresses, lane),
                                              access.alignment));
  if (access.count > 1)
    return deinterleaved(concatenateVectors(builder, loads), access.count, access.count);
  Value *combined = PoisonValue::get(wide);
  for (auto [lane, load] : enumerate(loads))
    combined = builder.CreateInsertElement(combined, load, lane);
  return {combined};
}

RegionWidener::Parts RegionWidener::loadTogether(const Access &access) {
  auto *wide = FixedVectorType::get(access.element, lanes);
  if (access.pitch == access.count && access.count > 1)
    return deinterleaved(
        builder.CreateAlignedLoad(FixedVectorType::get(access.element, lanes * access.count),
                                  access.base, access.alignment),
        access.count, access.count);
  const unsigned all = (lanes - 1) * access.pitch + access.count;
  const unsigned chunks = divideCeil(all, lanes);
  const auto start = [&](unsigned chunk) { return std::min(chunk * lanes, all - lanes); };
  SmallVector<Value *> loads;
  for (unsigned chunk = 0; chunk != chunks; ++chunk) {
    const std::uint64_t offset = start(chunk) * access.bytes;
    loads.push_back(builder.CreateAlignedLoad(wide, offsetAddress(builder, access.base, offset),
                                              commonAlignment(access.alignment, offset)));
  }
  if (chunks == 1)
    return {access.isReversed ? builder.CreateVectorReverse(loads[0]) : loads[0]};
  Value *flat = concatenateVectors(builder, loads);
  Parts parts;
  for (unsigned number = 0; number != access.count; ++number) {
    SmallVector<int> picks;
    for (unsigned lane = 0; lane != lanes; ++lane) {
      const unsigned position = lane * access.pitch + number;
      const unsigned chunk = std::min(position / lanes, chunks - 1);
      picks.push_back(chunk * lanes + position - start(chunk));
    }
    parts.push_back(builder.CreateShuffleVector(flat, picks));
  }
  return parts;
}

Value *RegionWidener::loadContiguous(const Access &access) {
  auto *wide = FixedVectorType::get(access.element, lanes);
  const auto inOrder = [&](Value *value) {
    return access.isReversed ? builder.CreateVectorReverse(value) : value;
  };
  if (!mask || access.isOwn)
    return inOrder(builder.CreateAlignedLoad(wide, access.base, access.alignment));
  return inOrder(builder.CreateMaskedLoad(wide, access.base, access.alignment, inOrder(mask),
                                          Constant::getNullValue(wide)));
}

// Whether so many bytes lie in one page, the smallest unit of memory that is there or not.
static Value *staysInPage(IRBuilder<> &builder, Value *address, std::uint64_t bytes) {
  constexpr std::uint64_t pageBytes = 4096;
  if (bytes > pageBytes)
    return builder.getFalse();
  Value *offset = builder.CreateAnd(builder.CreatePtrToInt(address, builder.getInt64Ty()),
                                    builder.getInt64(pageBytes - 1));
  return builder.CreateICmpULE(offset, builder.getInt64(pageBytes - bytes));
}

RegionWidener::Parts RegionWidener::loadParts(const Access &access) {
  const auto apart = [&] { return loadScalarised(access); };
  if (access.pitch == 0)
    return apart();
  const unsigned scattered = counts.scatteredAccess;
  Parts parts;
  if (access.pitch < access.count) {
    // The lanes overlap: each component by itself.
    for (unsigned number = 0; number != access.count; ++number) {
      Access part = access;
      part.count = 1;
      part.offset = number * access.bytes;
      part.base = offsetAddress(builder, access.base, part.offset);
      part.alignment = commonAlignment(access.alignment, part.offset);
      parts.append(loadParts(part));
    }
  } else if (access.pitch == 1 &&
             (!mask || access.isOwn || costs.hasMaskedAccess(*access.element))) {
    parts = eitherWay(access.holds, [&] { return Parts{loadContiguous(access)}; }, apart);
  } else {
    Value *isSafe = mask && !access.isOwn ? allOf(mask) : nullptr;
    // What lies between the lanes may be read in the page of an active one.
    const Value *object = getUnderlyingObject(access.base);
    if (isSafe && !mayBeEmpty && !isa<AllocaInst, GlobalVariable>(object))
      isSafe = builder.CreateOr(
          isSafe, staysInPage(builder, access.base,
                              ((lanes - 1) * access.pitch + access.count) * access.bytes));
    parts = eitherWay(both(access.holds, isSafe), [&] { return loadTogether(access); }, apart);
  }
  counts.scatteredAccess = scattered;
  return parts;
}

Value *RegionWidener::widenLoad(LoadInst &load) {
  const auto access = accessOf(load.getPointerOperand(), load.getType(), load.getAlign());
  if (!access)
    return replicate(load, /*onlyActive=*/true);
  const Parts parts = loadParts(*access);
  if (!load.getType()->isVectorTy())
    return parts[0];
  components[&load] = parts;
  return nullptr;
}

// Inactive lanes do what the last active one does, which no other lane's store may follow.
void RegionWidener::storeScalarised(const Access &access, ArrayRef<Value *> parts) {
  ++counts.scatteredAccess;
  if (access.count == 1 && costs.hasScatter(*access.element)) {
    builder.CreateMaskedScatter(parts[0], addressesOf(access), access.alignment,
                                mask ? mask : allLanes());
    return;
  }
  Value *addresses = safeAddresses(access);
  SmallVector<Value *> values(parts);
  if (mask)
    for (Value *&part : values)
      part = builder.CreateSelect(
          mask, part,
          builder.CreateVectorSplat(lanes, builder.CreateExtractElement(part, lastActiveIndex())));
  Value *flat = interleaved(values);
  for (unsigned lane = 0; lane != lanes; ++lane) {
    Value *value = access.count > 1
                       ? builder.CreateShuffleVector(
                             flat, createSequentialMask(lane * access.count, access.count, 0))
                       : builder.CreateExtractElement(flat, lane);
    builder.CreateAlignedStore(value, builder.CreateExtractElement(addresses, lane),
                               access.alignment);
  }
}

void RegionWidener::storeContiguous(const Access &access, Value *value) {
  const auto inOrder = [&](Value *vector) {
    return access.isReversed ? builder.CreateVectorReverse(vector) : vector;
  };
  if (mask && !access.isOwn) {
    builder.CreateMaskedStore(inOrder(value), access.base, access.alignment, inOrder(mask));
    return;
  }
  if (mask)
    value = builder.CreateSelect(
        mask, value, builder.CreateAlignedLoad(value->getType(), access.base, access.alignment));
  builder.CreateAlignedStore(inOrder(value), access.base, access.alignment);
}

// Writes all lanes' components, in the order of memory.
void RegionWidener::storeFlat(const Access &access, Value *value) {
  if (mask && access.isOwn)
    value = builder.CreateSelect(
        builder.CreateShuffleVector(mask, createReplicatedMask(access.count, lanes)), value,
        builder.CreateAlignedLoad(value->getType(), access.base, access.alignment));
  builder.CreateAlignedStore(value, access.base, access.alignment);
}

// Writes lanes that are some elements apart, and nothing between them.
void RegionWidener::storeSpread(const Access &access, Value *value) {
  for (unsigned chunk = 0; chunk != access.pitch; ++chunk) {
    SmallVector<int> picks(lanes, PoisonMaskElem);
    SmallVector<Constant *> written(lanes, builder.getFalse());
    for (unsigned element = 0; element != lanes; ++element) {
      const unsigned position = chunk * lanes + element;
      if (position % access.pitch != 0)
        continue;
      picks[element] = position / access.pitch;
      written[element] = builder.getTrue();
    }
    const std::uint64_t offset = chunk * lanes * access.bytes;
    builder.CreateMaskedStore(
        builder.CreateShuffleVector(value, picks), offsetAddress(builder, access.base, offset),
        commonAlignment(access.alignment, offset), ConstantVector::get(written));
  }
}

void RegionWidener::storeParts(const Access &access, ArrayRef<Value *> parts) {
  const auto apart = [&] {
    storeScalarised(access, parts);
    return Parts();
  };
  const bool spreads = access.count == 1 && access.pitch > 1;
  if (access.pitch == 0 || access.pitch < access.count ||
      (access.pitch > access.count && !(spreads && costs.hasCheapMaskedStores(*access.element)))) {
    apart();
    return;
  }
  const unsigned scattered = counts.scatteredAccess;
  const auto together = [&] {
    if (spreads)
      storeSpread(access, parts[0]);
    else
      storeFlat(access,
                access.isReversed ? builder.CreateVectorReverse(parts[0]) : interleaved(parts));
    return Parts();
  };
  const auto neighbours = [&] {
    storeContiguous(access, parts[0]);
    return Parts();
  };
  const bool isPlain = !mask || (access.isOwn && access.count == 1);
  if (access.pitch == 1 && (isPlain || costs.hasCheapMaskedStores(*access.element)))
    eitherWay(access.holds, neighbours, apart);
  else if (access.pitch == 1 && costs.hasMaskedAccess(*access.element))
    eitherWay(access.holds, [&] { return eitherWay(allOf(mask), together, neighbours); }, apart);
  else
    eitherWay(both(access.holds, mask && !access.isOwn ? allOf(mask) : nullptr), together, apart);
  counts.scatteredAccess = scattered;
}

void RegionWidener::widenStore(StoreInst &store) {
  Value *address = store.getPointerOperand();
  Value *value = store.getValueOperand();
  ++counts.instructions;
  if (!varies(address) && !vectors.contains(address)) {
    Value *last = lastActiveLane(value);
    builder.CreateAlignedStore(last, scalarOf(address), store.getAlign());
    return;
  }
  const auto access = accessOf(address, value->getType(), store.getAlign());
  if (!access) {
    replicate(store, /*onlyActive=*/true);
    return;
  }
  if (value->getType()->isVectorTy())
    storeParts(*access, componentsOf(value));
  else
    storeParts(*access, vectorOf(value));
}

} // namespace weft::compiler

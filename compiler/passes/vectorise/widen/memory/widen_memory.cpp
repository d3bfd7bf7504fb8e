// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/memory/widen_memory.h"

#include "compiler/passes/support/lanes/vector_pieces.h"
#include "device/base/address_spaces.h"
#include "device/kernel_abi.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"

#define DEBUG_TYPE "weft-widen"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(accessesInPieces, "Loads and stores of gangs piece by piece");
ALWAYS_ENABLED_STATISTIC(gathersEmitted, "Gather instructions");
ALWAYS_ENABLED_STATISTIC(scattersEmitted, "Scatter instructions");

// Whether the bytes of inactive lanes are there, and nobody else's. Beyond the first and the last
// element of local memory there is some room.
bool MemoryWidener::isOwnMemory(const Value &object, const Access &access) const {
  return isOfLanesAlone(object) &&
         (object.getType()->getPointerAddressSpace() != localSpace ||
          (gang.lanes - 1) * access.count * access.bytes <= WEFT_BLOCK_ALIGNMENT);
}

std::optional<MemoryWidener::Access> MemoryWidener::accessOf(const Instruction &instruction) {
  auto *address = const_cast<Value *>(getLoadStorePointerOperand(&instruction));
  const Align alignment = getLoadStoreAlignment(&instruction);
  Access access(classifyAccess(info, instruction));
  assert(access.kind != MemoryAccess::Kind::Uniform && "all lanes load it at once");
  if (access.kind == MemoryAccess::Kind::Unsupported)
    return std::nullopt;
  access.address = address;
  access.alignment = alignment;
  access.keepsOrder = records.contains(instruction);
  if (access.kind == MemoryAccess::Kind::Scattered) {
    using Kind = MemoryAccess::Kind;
    const Kind kind =
        linear.inPieces ? classifyAccess(*linear.inPieces, instruction).kind : Kind::Scattered;
    if (kind == Kind::Contiguous || kind == Kind::Reversed || kind == Kind::Uniform)
      access.inPieces = kind;
    if (!arePiecesTogether(access))
      return access;
    access.inPieces = Kind::Unsupported;
    access.kind = Kind::Contiguous;
    access.pitch = access.count;
    access.base = scalars.of(address, 0);
    access.alignment = commonAlignment(alignment, access.pitch * access.bytes);
    access.isOwn = isOwnMemory(*getUnderlyingObject(address), access);
    return access;
  }
  assert(access.pitch != 0 && "lanes that are read together lie scattered");
  const EmittedStride stride = strides.ofNotDivergent(address);
  access.base = access.isReversed()
                    ? offsetAddress(gang, stride.base, (gang.lanes - 1) * stride.step)
                    : stride.base;
  access.holds = strides.holdsForActive(*address);
  // Lane 0 may be inactive: its address is only as far aligned as the lanes are apart.
  access.alignment = commonAlignment(alignment, access.pitch * access.bytes);
  access.isOwn = access.kind == MemoryAccess::Kind::Contiguous && !stride.holds &&
                 isOwnMemory(*getUnderlyingObject(address), access);
  return access;
}

// Lanes that go down are the wrong way round in memory.
Value *MemoryWidener::inOrder(const Access &access, Value *vector) {
  return access.isReversed() ? gang.CreateVectorReverse(vector) : vector;
}

Parts MemoryWidener::partsOf(const Access &access, Value *flat) {
  return access.keepsOrder ? partsInOrder(gang, flat, access.count)
                           : gang.deinterleaved(flat, access.count);
}

Value *MemoryWidener::flatOf(const Access &access, ArrayRef<Value *> parts) {
  return access.keepsOrder ? concatenateVectors(gang, parts) : gang.interleaved(parts);
}

// What a lane of a part holds.
MemoryWidener::RecordElement MemoryWidener::elementAt(const Access &access, unsigned part,
                                                      unsigned lane) const {
  if (!access.keepsOrder)
    return {lane, part};
  const unsigned place = part * gang.lanes + lane;
  return {place / access.count, place % access.count};
}

Value *MemoryWidener::addressesOf(const Access &access) {
  // One base, and distances that instructions take as they are.
  if (const auto stride = strides.exactlyOf(access.address))
    return gang.CreateGEP(gang.getInt8Ty(), offsetAddress(gang, stride->base, access.offset),
                          gang.stepVector(gang.getInt64Ty(), stride->step));
  Value *addresses = values.vectorOf(access.address);
  return access.offset ? gang.CreateGEP(gang.getInt8Ty(), addresses, gang.getInt64(access.offset))
                       : addresses;
}

// The addresses of all lanes; inactive ones have the other.
Value *MemoryWidener::activeAddresses(const Access &access, Value *other) {
  return gang.CreateSelect(gang.mask, addressesOf(access),
                           gang.CreateVectorSplat(gang.lanes, other));
}

// The access with all components of a lane in one integer, if there is such a type.
std::optional<MemoryWidener::Access> MemoryWidener::ofWords(const Access &access) const {
  const std::int64_t bytes = access.count * access.bytes;
  if (access.count == 1 || (bytes != 4 && bytes != 8) || access.element->isPointerTy())
    return std::nullopt;
  Access words = access;
  words.element = gang.getIntNTy(8 * bytes);
  words.bytes = bytes;
  words.count = 1;
  words.keepsOrder = false;
  return words;
}

// Whether an instruction gathers what lanes load.
bool MemoryWidener::gathers(const Access &access) const {
  const auto words = ofWords(access);
  return words ? costs.hasGather(*words->element)
               : access.count == 1 && costs.hasGather(*access.element);
}

bool MemoryWidener::scatters(const Access &access) const {
  const auto words = ofWords(access);
  return words ? costs.hasScatter(*words->element)
               : access.count == 1 && costs.hasScatter(*access.element);
}

Type *MemoryWidener::typeOfLane(const Access &access) {
  return access.count == 1 ? access.element : FixedVectorType::get(access.element, access.count);
}

Parts MemoryWidener::loadScattered(const Access &access) {
  if (const auto words = ofWords(access); words && gathers(access))
    return partsOf(access, gang.CreateBitCast(
                               loadScattered(*words)[0],
                               FixedVectorType::get(access.element, gang.lanes * access.count)));
  const bool isGather = gathers(access);
  auto *wide = FixedVectorType::get(access.element, gang.lanes);
  gathersEmitted += isGather;
  if (isGather)
    return {gang.CreateMaskedGather(wide, addressesOf(access), access.alignment,
                                    gang.mask ? gang.mask : gang.allLanes(),
                                    Constant::getNullValue(wide))};
  Value *addresses =
      gang.mask ? activeAddresses(access, bounce.zerosLike(*access.address)) : addressesOf(access);
  Type *type = typeOfLane(access);
  SmallVector<Value *> loads;
  for (unsigned lane = 0; lane != gang.lanes; ++lane)
    loads.push_back(
        gang.CreateAlignedLoad(type, gang.CreateExtractElement(addresses, lane), access.alignment));
  if (access.count > 1)
    return partsOf(access, concatenateVectors(gang, loads));
  Value *combined = PoisonValue::get(wide);
  for (auto [lane, load] : enumerate(loads))
    combined = gang.CreateInsertElement(combined, load, lane);
  return {combined};
}

Parts MemoryWidener::loadTogether(const Access &access) {
  auto *wide = FixedVectorType::get(access.element, gang.lanes);
  if (access.pitch == access.count && access.count > 1)
    return partsOf(access, gang.CreateAlignedLoad(
                               FixedVectorType::get(access.element, gang.lanes * access.count),
                               access.base, access.alignment));
  const unsigned all = (gang.lanes - 1) * access.pitch + access.count;
  const unsigned chunks = divideCeil(all, gang.lanes);
  const auto start = [&](unsigned chunk) { return std::min(chunk * gang.lanes, all - gang.lanes); };
  SmallVector<Value *> loads;
  for (unsigned chunk = 0; chunk != chunks; ++chunk) {
    const std::uint64_t offset = start(chunk) * access.bytes;
    loads.push_back(gang.CreateAlignedLoad(wide, offsetAddress(gang, access.base, offset),
                                           commonAlignment(access.alignment, offset)));
  }
  if (chunks == 1)
    return {inOrder(access, loads[0])};
  Value *flat = concatenateVectors(gang, loads);
  Parts parts;
  for (unsigned number = 0; number != access.count; ++number) {
    SmallVector<int> picks;
    for (unsigned lane = 0; lane != gang.lanes; ++lane) {
      const RecordElement element = elementAt(access, number, lane);
      const unsigned position = element.lane * access.pitch + element.component;
      const unsigned chunk = std::min(position / gang.lanes, chunks - 1);
      picks.push_back(chunk * gang.lanes + position - start(chunk));
    }
    parts.push_back(gang.CreateShuffleVector(flat, picks));
  }
  return parts;
}

Value *MemoryWidener::loadContiguous(const Access &access) {
  auto *wide = FixedVectorType::get(access.element, gang.lanes);
  if (!gang.mask || access.isOwn)
    return inOrder(access, gang.CreateAlignedLoad(wide, access.base, access.alignment));
  return inOrder(access,
                 gang.CreateMaskedLoad(wide, access.base, access.alignment,
                                       inOrder(access, gang.mask), Constant::getNullValue(wide)));
}

// Whether so many bytes lie in one page, the smallest unit of memory that is there or not.
static Value *staysInPage(GangBuilder &gang, Value *address, std::uint64_t bytes) {
  constexpr std::uint64_t pageBytes = 4096;
  if (bytes > pageBytes)
    return gang.getFalse();
  Value *offset =
      gang.CreateAnd(gang.CreatePtrToInt(address, gang.getInt64Ty()), gang.getInt64(pageBytes - 1));
  return gang.CreateICmpULE(offset, gang.getInt64(pageBytes - bytes));
}

// The condition under which what lies between the lanes may be read as well; null if always.
Value *MemoryWidener::mayLoadTogether(const Access &access) {
  if (!gang.mask || access.isOwn)
    return nullptr;
  Value *isSafe = gang.allOf(gang.mask);
  // It may be read in the page of an active lane.
  const Value *object = getUnderlyingObject(access.address);
  if (gang.mayRunWithoutLanes || isa<AllocaInst, GlobalVariable>(object))
    return isSafe;
  return gang.CreateOr(
      isSafe, staysInPage(gang, access.base,
                          ((gang.lanes - 1) * access.pitch + access.count) * access.bytes));
}

BounceBuffer::Elements MemoryWidener::elementsOf(const Access &access) const {
  const std::uint64_t step = std::max<std::uint64_t>(access.pitch, access.count) * access.bytes;
  return {typeOfLane(access), step, access.alignment};
}

// The load with the base at memory that holds at least what active lanes load.
MemoryWidener::Access MemoryWidener::throughBuffer(const Access &access, Value *mayGoTogether) {
  Access result = access;
  result.base = gang.eitherWay(
      mayGoTogether, [&] { return Parts{access.base}; },
      [&] {
        const BounceBuffer::Elements elements = elementsOf(access);
        Value *buffer = bounce.addressLike(*access.base, elements);
        bounce.copyActive(access.base, buffer, inOrder(access, gang.mask), elements);
        return Parts{buffer};
      })[0];
  return result;
}

// Of a function whose gangs are work-items of several dimensions.
static LinearGangs gangsOf(const Function &function) {
  const auto gangs = linearGangs(function);
  if (!gangs)
    llvm_unreachable("there are no pieces otherwise");
  return *gangs;
}

unsigned MemoryWidener::pieceLanes() const { return gangsOf(*gang.result).pieceLanes(gang.lanes); }

// Whether each piece begins where the one before it ends. An address that goes up by constants in
// pieces and in columns does so everywhere in a plane. What lane 0 would access is known even where
// it is inactive.
bool MemoryWidener::arePiecesTogether(const Access &access) const {
  if (access.inPieces != MemoryAccess::Kind::Contiguous || !scalars.areLanesInOnePlane() ||
      !scalars.isArithmeticOfIds(*access.address))
    return false;
  const Stride *inPiece = linear.inPieces->strideOf(*access.address);
  const Stride *inColumn = linear.inColumns->strideOf(*access.address);
  return inColumn && inPiece->conditions.empty() && inColumn->conditions.empty() &&
         inColumn->step == inPiece->step * static_cast<std::int64_t>(gangsOf(*gang.result).size[0]);
}

// Of the piece that begins with a lane.
Value *MemoryWidener::addressOfPiece(const Access &access, unsigned lane) {
  const bool goesDown = access.inPieces == MemoryAccess::Kind::Reversed;
  return scalars.of(access.address, goesDown ? lane + pieceLanes() - 1 : lane);
}

// The elements of each piece in the order of memory, or back.
Value *MemoryWidener::inOrderOfPieces(const Access &access, Value *vector) {
  if (access.inPieces != MemoryAccess::Kind::Reversed)
    return vector;
  const unsigned lanes = pieceLanes();
  SmallVector<int> picks;
  for (unsigned lane = 0; lane != gang.lanes; ++lane)
    picks.push_back(static_cast<int>(lane + lanes - 1 - 2 * (lane % lanes)));
  return gang.CreateShuffleVector(vector, picks);
}

// The condition under which each piece is one access; null if always.
Value *MemoryWidener::mayAccessPieces(const Access &access) {
  Value *isWhole = gang.mask ? gang.allOf(gang.mask) : nullptr;
  const Stride *stride = linear.inPieces->strideOf(*access.address);
  if (!stride || stride->conditions.empty())
    return isWhole;
  assert(access.inPieces != MemoryAccess::Kind::Uniform && "one address has no conditions");
  Type *number = gang.getInt64Ty();
  Value *addresses = gang.CreatePtrToInt(addressesOf(access), gang.wideType(number));
  SmallVector<int> starts;
  SmallVector<Constant *> distances;
  for (unsigned lane = 0; lane != gang.lanes; ++lane) {
    starts.push_back(static_cast<int>(lane - lane % pieceLanes()));
    distances.push_back(ConstantInt::getSigned(number, lane % pieceLanes() * stride->step));
  }
  Value *expected =
      gang.CreateAdd(gang.CreateShuffleVector(addresses, starts), ConstantVector::get(distances));
  return gang.both(isWhole, gang.allOf(gang.CreateICmpEQ(addresses, expected)));
}

Parts MemoryWidener::loadPieces(const Access &access) {
  ++accessesInPieces;
  const unsigned lanes = pieceLanes();
  const bool isShared = access.inPieces == MemoryAccess::Kind::Uniform;
  const unsigned elements = isShared ? access.count : lanes * access.count;
  SmallVector<Value *> loads;
  for (unsigned lane = 0; lane != gang.lanes; lane += lanes)
    loads.push_back(gang.CreateAlignedLoad(FixedVectorType::get(access.element, elements),
                                           addressOfPiece(access, lane), access.alignment));
  Value *flat = concatenateVectors(gang, loads);
  if (!isShared)
    return partsOf(access, inOrderOfPieces(access, flat));
  Parts parts;
  for (unsigned number = 0; number != access.count; ++number) {
    SmallVector<int> picks;
    for (unsigned lane = 0; lane != gang.lanes; ++lane) {
      const RecordElement element = elementAt(access, number, lane);
      picks.push_back(static_cast<int>(element.lane / lanes * access.count + element.component));
    }
    parts.push_back(gang.CreateShuffleVector(flat, picks));
  }
  return parts;
}

Parts MemoryWidener::loadInPieces(const Access &access) {
  return gang.eitherWay(
      mayAccessPieces(access), [&] { return loadPieces(access); },
      [&] { return loadScattered(access); });
}

// Lanes that overlap load each component by itself.
Parts MemoryWidener::loadComponents(const Access &access) {
  Parts parts;
  for (unsigned number = 0; number != access.count; ++number) {
    Access part = access;
    part.kind = MemoryAccess::Kind::Interleaved;
    part.count = 1;
    part.offset = number * access.bytes;
    part.base = offsetAddress(gang, access.base, part.offset);
    part.alignment = commonAlignment(access.alignment, part.offset);
    parts.append(loadParts(part));
  }
  return parts;
}

Parts MemoryWidener::loadParts(const Access &access) {
  const auto scattered = [&] { return loadScattered(access); };
  if (access.inPieces != MemoryAccess::Kind::Unsupported)
    return loadInPieces(access);
  if (access.kind == MemoryAccess::Kind::Scattered)
    return scattered();
  if (access.kind == MemoryAccess::Kind::Overlapping)
    return loadComponents(access);
  if (access.pitch == 1 && (!gang.mask || access.isOwn || costs.hasMaskedAccess(*access.element)))
    return gang.eitherWay(access.holds, [&] { return Parts{loadContiguous(access)}; }, scattered);
  Value *mayGoTogether = mayLoadTogether(access);
  if (mayGoTogether && !access.holds && !gathers(access))
    return loadTogether(throughBuffer(access, mayGoTogether));
  return gang.eitherWay(
      gang.both(access.holds, mayGoTogether), [&] { return loadTogether(access); }, scattered);
}

Value *MemoryWidener::widenLoad(LoadInst &load) {
  const auto access = accessOf(load);
  if (!access)
    return replicator.replicate(load, /*onlyActive=*/true);
  const Parts parts = loadParts(*access);
  if (!load.getType()->isVectorTy())
    return parts[0];
  values.setComponents(load, parts);
  return nullptr;
}

void MemoryWidener::storeScattered(const Access &access, ArrayRef<Value *> parts) {
  if (const auto words = ofWords(access))
    return storeScattered(*words,
                          gang.CreateBitCast(flatOf(access, parts), gang.wideType(words->element)));
  if (scatters(access)) {
    ++scattersEmitted;
    gang.CreateMaskedScatter(parts[0], addressesOf(access), access.alignment,
                             gang.mask ? gang.mask : gang.allLanes());
    return;
  }
  Value *addresses =
      gang.mask ? activeAddresses(access, bounce.addressLike(*access.address, elementsOf(access)))
                : addressesOf(access);
  Value *flat = flatOf(access, parts);
  for (unsigned lane = 0; lane != gang.lanes; ++lane) {
    Value *value = access.count > 1
                       ? gang.CreateShuffleVector(
                             flat, createSequentialMask(lane * access.count, access.count, 0))
                       : gang.CreateExtractElement(flat, lane);
    gang.CreateAlignedStore(value, gang.CreateExtractElement(addresses, lane), access.alignment);
  }
}

void MemoryWidener::storePieces(const Access &access, ArrayRef<Value *> parts) {
  ++accessesInPieces;
  Value *flat = inOrderOfPieces(access, flatOf(access, parts));
  const unsigned lanes = pieceLanes();
  for (unsigned lane = 0; lane != gang.lanes; lane += lanes)
    gang.CreateAlignedStore(
        gang.CreateShuffleVector(
            flat, createSequentialMask(lane * access.count, lanes * access.count, 0)),
        addressOfPiece(access, lane), access.alignment);
}

void MemoryWidener::storeContiguous(const Access &access, Value *value) {
  if (gang.mask && !access.isOwn) {
    Value *ordered = inOrder(access, value);
    gang.CreateMaskedStore(ordered, access.base, access.alignment, inOrder(access, gang.mask));
    return;
  }
  if (gang.mask)
    value = gang.CreateSelect(
        gang.mask, value, gang.CreateAlignedLoad(value->getType(), access.base, access.alignment));
  gang.CreateAlignedStore(inOrder(access, value), access.base, access.alignment);
}

// Writes all lanes' components, in the order of memory.
void MemoryWidener::storeFlat(const Access &access, Value *value) {
  if (gang.mask && access.isOwn) {
    Value *mask =
        gang.CreateShuffleVector(gang.mask, createReplicatedMask(access.count, gang.lanes));
    value = gang.CreateSelect(
        mask, value, gang.CreateAlignedLoad(value->getType(), access.base, access.alignment));
  }
  gang.CreateAlignedStore(value, access.base, access.alignment);
}

// Writes active lanes' components, which are in the order of memory.
void MemoryWidener::storeActive(const Access &access, Value *value) {
  gang.eitherWay(
      gang.allOf(gang.mask),
      [&] {
        storeFlat(access, value);
        return Parts();
      },
      [&] {
        const BounceBuffer::Elements elements = elementsOf(access);
        Value *buffer = bounce.addressLike(*access.base, elements);
        gang.CreateAlignedStore(value, buffer, access.alignment);
        bounce.copyActive(buffer, access.base, inOrder(access, gang.mask), elements);
        return Parts();
      });
}

// Writes lanes that are some elements scattered, and nothing between them.
void MemoryWidener::storeSpread(const Access &access, Value *value) {
  for (unsigned chunk = 0; chunk != access.pitch; ++chunk) {
    SmallVector<int> picks(gang.lanes, PoisonMaskElem);
    SmallVector<Constant *> written(gang.lanes, gang.getFalse());
    for (unsigned element = 0; element != gang.lanes; ++element) {
      const unsigned position = chunk * gang.lanes + element;
      if (position % access.pitch != 0)
        continue;
      picks[element] = position / access.pitch;
      written[element] = gang.getTrue();
    }
    const std::uint64_t offset = chunk * gang.lanes * access.bytes;
    Value *picked = gang.CreateShuffleVector(value, picks);
    gang.CreateMaskedStore(picked, offsetAddress(gang, access.base, offset),
                           commonAlignment(access.alignment, offset), ConstantVector::get(written));
  }
}

void MemoryWidener::storeParts(const Access &access, ArrayRef<Value *> parts) {
  const auto scattered = [&] {
    storeScattered(access, parts);
    return Parts();
  };
  if (access.inPieces == MemoryAccess::Kind::Contiguous ||
      access.inPieces == MemoryAccess::Kind::Reversed) {
    gang.eitherWay(
        mayAccessPieces(access),
        [&] {
          storePieces(access, parts);
          return Parts();
        },
        scattered);
    return;
  }
  const bool spreads = access.count == 1 && access.pitch > 1;
  if (access.kind == MemoryAccess::Kind::Scattered ||
      access.kind == MemoryAccess::Kind::Overlapping ||
      (access.pitch > access.count && !(spreads && costs.hasCheapMaskedStores(*access.element)))) {
    scattered();
    return;
  }
  const auto inMemoryOrder = [&] {
    return access.isReversed() ? inOrder(access, parts[0]) : flatOf(access, parts);
  };
  const auto together = [&] {
    if (spreads)
      storeSpread(access, parts[0]);
    else
      storeFlat(access, inMemoryOrder());
    return Parts();
  };
  const auto neighbours = [&] {
    storeContiguous(access, parts[0]);
    return Parts();
  };
  const bool isPlain = !gang.mask || (access.isOwn && access.count == 1);
  if (access.pitch == 1 && (isPlain || costs.hasCheapMaskedStores(*access.element)))
    gang.eitherWay(access.holds, neighbours, scattered);
  else if (access.pitch == 1 && costs.hasMaskedAccess(*access.element))
    gang.eitherWay(
        access.holds, [&] { return gang.eitherWay(gang.allOf(gang.mask), together, neighbours); },
        scattered);
  else if (gang.mask && !access.isOwn && !access.holds && !spreads && !scatters(access))
    storeActive(access, inMemoryOrder());
  else
    gang.eitherWay(
        gang.both(access.holds, gang.mask && !access.isOwn ? gang.allOf(gang.mask) : nullptr),
        together, scattered);
}

void MemoryWidener::widenStore(StoreInst &store) {
  Value *address = store.getPointerOperand();
  Value *value = store.getValueOperand();
  if (values.isUniform(*address)) {
    Value *last = values.lastActiveLane(value);
    gang.CreateAlignedStore(last, values.scalarOf(address), store.getAlign());
    return;
  }
  const auto access = accessOf(store);
  if (!access) {
    replicator.replicate(store, /*onlyActive=*/true);
    return;
  }
  if (value->getType()->isVectorTy())
    storeParts(*access, values.componentsOf(value));
  else
    storeParts(*access, values.vectorOf(value));
}

} // namespace weft::compiler

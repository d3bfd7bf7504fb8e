// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/access_price.h"

#include "llvm/Analysis/ValueTracking.h"

namespace weft::compiler {

using namespace llvm;

// Whether a stride has no conditions to test.
static bool holdsAlways(const StrideInfo &strides, const Value &value) {
  return all_of(strides.strideOf(value)->conditions, [&](const StrideCondition &condition) {
    return condition.kind == StrideCondition::Kind::AsFor && holdsAlways(strides, *condition.value);
  });
}

bool isExact(const StrideInfo &strides, const Value &value) {
  return strides.isUniform(value) || (strides.strideOf(value) && holdsAlways(strides, value));
}

namespace {

using Kind = MemoryAccess::Kind;

// A branch to each of two ways, and back.
constexpr unsigned choiceSize = 3;
// A loop that copies the elements of active lanes (bounce_buffer.h).
constexpr unsigned copyLoopSize = 18;

class AccessPricer {
public:
  AccessPricer(const WideningSource &source, const Instruction &instruction, unsigned lanes,
               bool hasMask);
  AccessPrice ofLoad();
  AccessPrice ofStore();

private:
  Type *wordOfLane() const;
  bool isInPieces() const { return inPieces == Kind::Contiguous || inPieces == Kind::Reversed; }
  unsigned sizeOfChoice() const;
  void split(unsigned components);
  void join();
  void loadScattered();
  void loadTogether();
  void storeScattered();

  const WideningSource &source;
  const CostModel &costs;
  const Value &address;
  const unsigned lanes;
  const bool hasMask, keepsOrder;
  MemoryAccess access;
  Kind inPieces = Kind::Scattered; ///< of gangs of several dimensions
  bool isConditional = false, isOwn = false;
  AccessPrice price;
};

AccessPricer::AccessPricer(const WideningSource &source, const Instruction &instruction,
                           unsigned lanes, bool hasMask)
    : source(source), costs(source.costs), address(*getLoadStorePointerOperand(&instruction)),
      lanes(lanes), hasMask(hasMask), keepsOrder(source.records.contains(instruction)) {
  access = classifyAccess(source.strides, instruction);
  price.isReplicated = access.kind == Kind::Unsupported;
  if (access.kind == Kind::Scattered && source.linear.inPieces)
    inPieces = classifyAccess(*source.linear.inPieces, instruction).kind;
  if (access.kind == Kind::Scattered || access.kind == Kind::Unsupported)
    return;
  isConditional = !isExact(source.strides, address);
  isOwn = access.kind == Kind::Contiguous && !isConditional &&
          isOfLanesAlone(*getUnderlyingObject(&address));
}

// What an instruction gathers or scatters for each lane: an element, or the integer that all
// components fill; null if there is none.
Type *AccessPricer::wordOfLane() const {
  const std::int64_t bytes = access.count * access.bytes;
  if (access.count == 1)
    return access.element;
  return (bytes == 4 || bytes == 8) && !access.element->isPointerTy()
             ? IntegerType::get(access.element->getContext(), 8 * bytes)
             : nullptr;
}

// What decides between an access together and one by one. Under a mask, the conditions of strides
// are tested for the outermost active lanes.
unsigned AccessPricer::sizeOfChoice() const {
  constexpr unsigned activeLanes = 18;
  return choiceSize + (hasMask && isConditional ? activeLanes : 0);
}

// Loaded records become vectors of components.
void AccessPricer::split(unsigned components) {
  if (components == 1)
    return;
  price.size += components == 2 ? 2 : 1 + components;
  if (!keepsOrder)
    price.shuffling += costs.splitGrowth(*access.element, components, lanes);
}

// The other way round.
void AccessPricer::join() {
  if (access.count == 1)
    return;
  price.size += keepsOrder ? access.count - 1 : access.count == 2 ? 2 : 1;
  if (!keepsOrder)
    price.shuffling += costs.joinGrowth(*access.element, access.count, lanes);
}

void AccessPricer::loadScattered() {
  price.size += isExact(source.strides, address);
  Type *word = wordOfLane();
  if (word && costs.hasGather(*word))
    price.size += 1 + (access.count > 1);
  else // An address and a load for each lane, and where they come together.
    price.size += 3 * lanes + hasMask;
  split(access.count);
}

// Wide loads side by side, and the components picked out of them.
void AccessPricer::loadTogether() {
  if (access.pitch == access.count) {
    price.size += 1 + (access.kind == Kind::Reversed);
    return split(access.count);
  }
  const unsigned chunks = divideCeil((lanes - 1) * access.pitch + access.count, lanes);
  price.size += 4 * chunks - 2 + access.count;
  price.shuffling += costs.splitGrowth(*access.element, access.pitch, lanes);
}

AccessPrice AccessPricer::ofLoad() {
  if (price.isReplicated)
    return price;
  Type *word = wordOfLane();
  const bool gathers = word && costs.hasGather(*word);
  if (access.kind == Kind::Scattered) {
    // Most gangs have all lanes, so that their pieces are loads.
    if (isInPieces() || inPieces == Kind::Uniform)
      price.size += 2 * lanes + choiceSize + access.count;
    else // At fixed distances from one base, an instruction gathers as quickly as loads follow.
      price.isSlow = !gathers || !isExact(source.strides, address);
    loadScattered();
    return price;
  }
  const bool isPlain =
      !hasMask || isOwn || (access.pitch == 1 && costs.hasMaskedAccess(*access.element));
  // Lanes that overlap load each component by itself.
  const unsigned loads = access.kind == Kind::Overlapping ? access.count : 1;
  access.count /= loads;
  for (unsigned number = 0; number != loads; ++number) {
    constexpr unsigned testOfPage = 7;
    loadTogether();
    if (!isConditional && isPlain)
      continue;
    price.size += sizeOfChoice() + access.count + (isPlain ? 0 : testOfPage);
    if (isConditional || gathers)
      loadScattered();
    else
      price.size += copyLoopSize;
  }
  return price;
}

void AccessPricer::storeScattered() {
  join();
  Type *word = wordOfLane();
  price.size += isExact(source.strides, address) + hasMask;
  price.size += word && costs.hasScatter(*word) ? 1 + (access.count > 1) : 3 * lanes;
}

AccessPrice AccessPricer::ofStore() {
  if (price.isReplicated)
    return price;
  if (isInPieces()) {
    price.size += 2 * lanes + choiceSize;
    storeScattered();
    return price;
  }
  const bool isSpread = access.count == 1 && access.pitch > 1;
  const bool areMaskedCheap = costs.hasCheapMaskedStores(*access.element);
  if (access.kind == Kind::Scattered || access.kind == Kind::Overlapping ||
      (access.pitch > access.count && !(isSpread && areMaskedCheap))) {
    price.isSlow = true;
    storeScattered();
    return price;
  }
  join();
  price.size += isSpread ? 3 * access.pitch : 1 + (access.kind == Kind::Reversed);
  price.size += hasMask && isOwn ? 2 : 0;
  const bool isPlain =
      !hasMask || (isOwn && access.count == 1) || (access.pitch == 1 && areMaskedCheap);
  if (!isPlain) {
    constexpr unsigned testOfMask = 4;
    price.size += choiceSize + testOfMask;
    const bool isMasked = access.pitch == 1 && costs.hasMaskedAccess(*access.element);
    Type *word = wordOfLane();
    if (!isMasked && !isConditional && !isSpread && !isOwn && !(word && costs.hasScatter(*word)))
      price.size += copyLoopSize;
    else if (!isMasked && !isConditional)
      storeScattered();
  }
  if (isConditional) {
    price.size += sizeOfChoice();
    storeScattered();
  }
  return price;
}

} // namespace

AccessPrice priceLoad(const WideningSource &source, const LoadInst &load, unsigned lanes,
                      bool hasMask) {
  return AccessPricer(source, load, lanes, hasMask).ofLoad();
}

AccessPrice priceStore(const WideningSource &source, const StoreInst &store, unsigned lanes,
                       bool hasMask) {
  return AccessPricer(source, store, lanes, hasMask).ofStore();
}

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/regions/context_layout.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>

namespace weft::compiler {

// A slot's array starts at lanes * offset in a block. An offset that is a multiple of this aligns
// the start to WEFT_BLOCK_ALIGNMENT. A multiple of the slot's own size permits aligned vector
// accesses to the slot.
static constexpr std::uint64_t granule = WEFT_BLOCK_ALIGNMENT / WEFT_CONTEXT_LANES;

ContextSlot ContextLayout::addItemSlot(std::uint64_t bytes, llvm::Align alignment) {
  ContextSlot slot;
  slot.alignment = std::min(alignment, llvm::Align(WEFT_BLOCK_ALIGNMENT));
  slot.bytes = llvm::alignTo(bytes, slot.alignment);
  slot.offset = llvm::alignTo(
      nextItemOffset, std::min(granule, llvm::bit_floor(std::max<std::uint64_t>(bytes, 1))));
  assert(slot.offset * WEFT_CONTEXT_LANES % slot.alignment.value() == 0 &&
         "each work-item's part of a slot is aligned");
  nextItemOffset = slot.offset + slot.bytes;
  return slot;
}

std::uint64_t ContextLayout::itemBytes() const { return llvm::alignTo(nextItemOffset, granule); }

std::uint64_t ContextLayout::addFixed(std::uint64_t bytes, llvm::Align alignment) {
  const std::uint64_t offset = llvm::alignTo(nextFixedOffset, alignment);
  nextFixedOffset = offset + bytes;
  return offset;
}

std::uint64_t ContextLayout::fixedBytes() const {
  return llvm::alignTo(nextFixedOffset, WEFT_BLOCK_ALIGNMENT);
}

} // namespace weft::compiler

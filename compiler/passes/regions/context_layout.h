// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The layout of the context array, which holds work-items' values and arrays while other work-items
// run.
//
// The context array (weft_worker::context_array) is a fixed part followed by blocks of
// WEFT_CONTEXT_LANES work-items. In a block every slot is an array over the lanes, so one slot of
// neighbouring work-items is contiguous for every vectorisation factor:
//   address = fixed + block * lanes * itemBytes + lanes * slot.offset + lane * slot.bytes
// A private array is one slot per lane, or, if its accesses can be moved, as many adjacent slots of
// an element (interleaved_array.h). Each block is aligned to WEFT_BLOCK_ALIGNMENT, because
// itemBytes is a multiple of alignment / lanes.
#pragma once

#include "device/kernel_abi.h"

#include "llvm/Support/Alignment.h"

#include <cstdint>

namespace weft::compiler {

struct ContextSlot {
  std::uint64_t offset = 0; ///< in the bytes of one work-item
  std::uint64_t bytes = 0;  ///< from one lane to the next
  llvm::Align alignment;
};

class ContextLayout {
public:
  ContextSlot addItemSlot(std::uint64_t bytes, llvm::Align alignment);
  /// Allocates in the fixed part; returns the offset.
  std::uint64_t addFixed(std::uint64_t bytes, llvm::Align alignment);

  std::uint64_t itemBytes() const;
  std::uint64_t fixedBytes() const;

private:
  std::uint64_t nextItemOffset = 0;
  std::uint64_t nextFixedOffset = 0;
};

} // namespace weft::compiler

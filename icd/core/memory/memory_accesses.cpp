// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/memory/memory_accesses.h"

#include "icd/core/context/checked/command_accesses.h"
#include "icd/core/context/context.h"
#include "icd/core/memory/memory.h"

#include <cstdint>
#include <string>

namespace weft::icd {
namespace {

device::CopySide sideOf(const void *begin, const device::RectLayout &layout, const Region &region) {
  return {reinterpret_cast<std::uintptr_t>(begin) + layout.origin[0] +
              layout.origin[1] * layout.rowPitch + layout.origin[2] * layout.slicePitch,
          region[0],
          region[1],
          layout.rowPitch,
          region[2],
          layout.slicePitch};
}

std::string sizeText(const char *kind, std::size_t bytes) {
  return std::string(kind) + " of " + std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

void note(const Memory &memory, const device::CopySide &side, bool writes) noexcept {
  const Memory &root = memory.root();
  noteAccess(reinterpret_cast<std::uintptr_t>(root.data()), side, writes,
             [&] { return sizeText(root.image() ? "an image" : "a buffer", root.size()); });
}

} // namespace

void noteMemoryAccess(const Memory &memory, std::size_t offset, std::size_t bytes,
                      bool writes) noexcept {
  note(memory, {reinterpret_cast<std::uintptr_t>(memory.data()) + offset, bytes, 1, 0, 1, 0},
       writes);
}

void noteMemoryAccess(const Memory &memory, const device::RectLayout &layout, const Region &region,
                      bool writes) noexcept {
  note(memory, sideOf(memory.data(), layout, region), writes);
}

void noteHostAccess(const void *begin, const device::RectLayout &layout, const Region &region,
                    bool writes) noexcept {
  noteHostAccess(sideOf(begin, layout, region), writes);
}

void noteAllocationAccess(const Context &context, const void *begin, std::size_t bytes,
                          bool writes) noexcept {
  if (!CommandAccesses::current())
    return;
  const auto allocation = context.allocations().find(begin);
  if (!allocation)
    return noteHostAccess(begin, bytes, writes);
  if (!allocation->purpose.isSeenWhileWritten())
    noteAccess(reinterpret_cast<std::uintptr_t>(allocation->base),
               {reinterpret_cast<std::uintptr_t>(begin), bytes, 1, 0, 1, 0}, writes,
               [&] { return sizeText("an allocation", allocation->bytes); });
}

} // namespace weft::icd

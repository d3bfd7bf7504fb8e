// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What commands that move bytes access, for the search for races of commands
// (icd/core/context/checked/command_accesses.h).
#pragma once

#include "device/copy/copy.h"
#include "icd/core/memory/rectangle.h"

#include <cstddef>

namespace weft::icd {

class Context;
class Memory;

/// The command of this thread accesses bytes of an object, or a rectangle.
void noteMemoryAccess(const Memory &memory, std::size_t offset, std::size_t bytes,
                      bool writes) noexcept;
void noteMemoryAccess(const Memory &memory, const device::RectLayout &layout, const Region &region,
                      bool writes) noexcept;
/// A rectangle of the host's memory.
void noteHostAccess(const void *begin, const device::RectLayout &layout, const Region &region,
                    bool writes) noexcept;
/// Bytes of an allocation, or of other memory of the host. Not those that the host may access while
/// commands do.
void noteAllocationAccess(const Context &context, const void *begin, std::size_t bytes,
                          bool writes) noexcept;

} // namespace weft::icd

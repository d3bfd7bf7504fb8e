// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gangs of work-items of several dimensions.
//
// If a work-group has fewer work-items along the lanes than a gang has lanes, and its size is
// known, gangs take its work-items in the linear order of their ids, in the kernel's order of
// dimensions: a group of 4 x 64 work-items runs 32 gangs of 8 lanes. All local ids then vary from
// lane to lane. A *piece* consists of the lanes that differ only in the first id: it starts at a
// multiple of its size, and its memory accesses are those of a gang of that many lanes.
//
// In the context array the work-items of such a group are consecutive in this order.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"

#include <array>
#include <cstdint>
#include <optional>

namespace weft::compiler {

/// On kernels with such gangs and their region functions: the work-group size in the kernel's order
/// of dimensions, as three decimal numbers with commas. The first is a power of two above 1, and
/// every VF is at least 2.
inline constexpr llvm::StringLiteral linearGangsAttribute = "weft-linear-gangs";

struct LinearGangs {
  std::array<std::uint64_t, 3> size; ///< in the kernel's order of dimensions

  std::uint64_t items() const { return size[0] * size[1] * size[2]; }
  std::uint64_t plane() const { return size[0] * size[1]; }
  /// The lanes of a piece in gangs of `lanes`.
  unsigned pieceLanes(unsigned lanes) const {
    return static_cast<unsigned>(std::min<std::uint64_t>(lanes, size[0]));
  }
};

/// Of a kernel, a region function or a version of one; nothing if gangs are work-items of one
/// dimension.
std::optional<LinearGangs> linearGangs(const llvm::Function &function);

void setLinearGangs(llvm::Function &kernel, const LinearGangs &gangs);

} // namespace weft::compiler

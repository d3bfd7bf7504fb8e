// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gangs of work-items of several dimensions.
//
// Where a work-group has fewer work-items along the lanes than a gang has lanes, and its size is
// known, gangs take its work-items in the linear order of their ids, in the kernel's order of
// dimensions: a group of 4 x 64 work-items runs 32 gangs of 8 lanes. All local ids then vary from
// lane to lane. A *piece* is as many lanes as differ in the first id only: it begins at a multiple
// of its size, and in it accesses to memory are what they would be in a gang of so many lanes.
//
// In the context array the work-items of such a group lie in this order, one behind the other.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"

#include <array>
#include <cstdint>
#include <optional>

namespace weft::compiler {

/// On kernels and their region functions whose gangs are so: the size of work-groups in the
/// kernel's order of dimensions, as three decimal numbers with commas. The first is a power of two,
/// above 1, and no VF is smaller than 2.
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

/// Of a kernel, a region function or a version of one; nothing where gangs are work-items of one
/// dimension.
std::optional<LinearGangs> linearGangs(const llvm::Function &function);

void setLinearGangs(llvm::Function &kernel, const LinearGangs &gangs);

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-group sizes specified in a kernel's source, in Clang's metadata. Sizes are in the order of
// the range.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace weft::compiler {

/// Of kernels that require a local size, and of those that give one as a hint.
inline constexpr llvm::StringLiteral requiredGroupSizeMetadata = "reqd_work_group_size";
inline constexpr llvm::StringLiteral groupSizeHintMetadata = "work_group_size_hint";

using GroupSize = std::array<std::uint32_t, 3>;

/// Up to three numbers of metadata of that name; the others are 0. Nothing if there is none.
inline std::optional<GroupSize> numbersOf(const llvm::Function &function, llvm::StringRef name) {
  const llvm::MDNode *node = function.getMetadata(name);
  if (!node)
    return std::nullopt;
  GroupSize numbers{};
  for (unsigned index = 0; index != std::min(3u, node->getNumOperands()); ++index)
    numbers[index] =
        llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(index))->getZExtValue();
  return numbers;
}

/// The local size that a kernel requires.
inline std::optional<GroupSize> requiredGroupSize(const llvm::Function &kernel) {
  return numbersOf(kernel, requiredGroupSizeMetadata);
}

} // namespace weft::compiler

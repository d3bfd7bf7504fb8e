// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operands of the group steps that copy (kernel-lib/async/async.h).
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace weft::compiler {

namespace copy_operand {
enum Operand : unsigned {
  Destination,
  Source,
  Bytes,
  Lines,
  Planes,
  SourceLine,
  SourcePlane,
  DestinationLine,
  DestinationPlane
};
/// Of copies with a stride.
inline constexpr unsigned Count = Bytes, Stride = Lines;
} // namespace copy_operand

/// Whether it is one of these steps.
bool isCopyStep(const llvm::Instruction &instruction);

/// The size of the elements of a copy with a stride; 0 for others. `gathers`: its source has it.
unsigned stridedSizeOf(const llvm::CallInst &step, bool &gathers);

/// The members of weft_copy_shape; nothing for steps that are no copies.
std::optional<llvm::SmallVector<llvm::Value *, 7>> copyShapeOf(const llvm::CallInst &step,
                                                               llvm::IRBuilderBase &builder);

} // namespace weft::compiler

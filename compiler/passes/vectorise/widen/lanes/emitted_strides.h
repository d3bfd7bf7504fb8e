// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits the bases of strided values, and the conditions of their strides.
#pragma once

#include "compiler/passes/vectorise/widen/lanes/lane_values.h"

#include <optional>

namespace weft::compiler {

/// A stride (stride_analysis.h) as it is emitted; that of a uniform value is 0.
struct EmittedStride {
  llvm::Value *base = nullptr;
  std::int64_t step = 0;
  llvm::Value *holds = nullptr; ///< null: always
};

class EmittedStrides {
public:
  EmittedStrides(const StrideInfo &info, LaneValues &values, GangBuilder &gang)
      : info(info), values(values), gang(gang) {}

  /// Sets the value of lane 0 for a root of strides.
  void setRoot(const llvm::Value &value, llvm::Value *base);
  /// Emits a stride where its value is defined. No-op for other values, and for roots.
  void emitFor(const llvm::Value &value);

  /// Nothing for divergent values.
  std::optional<EmittedStride> of(llvm::Value *value);
  /// Likewise if the stride holds only if lanes do not wrap.
  std::optional<EmittedStride> exactlyOf(llvm::Value *value);
  /// For a uniform or strided value.
  EmittedStride ofNotDivergent(llvm::Value *value);
  /// Emits the condition under which a stride is valid for the lanes active here; null if always.
  /// Clamping, as at the border of a tile, often changes only inactive lanes.
  llvm::Value *holdsForActive(const llvm::Value &value);

private:
  /// A uniform value, or a strided one in lane 0.
  llvm::Value *inLane0(llvm::Value *value);
  llvm::Value *emit(const AffineForm &form, llvm::Type &type);
  llvm::Value *emitAddress(const llvm::GetElementPtrInst &address, const Stride &stride);
  llvm::Value *emitDivision(const llvm::BinaryOperator &division,
                            llvm::Instruction::BinaryOps opcode);
  llvm::Value *emitOperation(const llvm::Instruction &instruction, const Stride &stride);
  /// The outermost lanes for which conditions must hold, as 64-bit numbers.
  struct Ends {
    llvm::Value *first, *last;
  };
  llvm::Value *emitBound(llvm::Value *base, std::int64_t step, Ends ends, llvm::Value *bound,
                         bool isUpper);
  llvm::Value *emitInPeriod(const llvm::BinaryOperator &operation, std::int64_t step, Ends ends);
  llvm::Value *emit(const StrideCondition &condition, Ends ends);
  llvm::Value *emitHolds(const llvm::Value &value, Ends ends);
  bool hasBounds(const llvm::Value &value) const;
  llvm::Value *emitNoWrap(llvm::Value *base, std::int64_t step, bool isSigned);

  const StrideInfo &info;
  LaneValues &values;
  GangBuilder &gang;
  llvm::DenseMap<const llvm::Value *, EmittedStride> strides;
};

} // namespace weft::compiler

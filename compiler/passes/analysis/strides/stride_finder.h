// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a StrideInfo is filled: stride_analysis.cpp has the walk, and where strides begin,
// stride_wraps.cpp what may wrap. For these files alone.
#pragma once

#include "compiler/passes/analysis/strides/stride_analysis.h"
#include "compiler/passes/support/lanes/linear_gangs.h"
#include "compiler/passes/support/lanes/vector_stages.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft::compiler {

/// Fills a StrideInfo.
class StrideFinder {
public:
  StrideFinder(const llvm::Function &function, const llvm::UniformityInfo &uniformity,
               std::optional<unsigned> laneDimension, LaneScope scope, InductionStrides inductions,
               StrideInfo &info)
      : function(function), layout(function.getDataLayout()), uniformity(uniformity),
        laneDimension(laneDimension), scope(scope), inductions(inductions),
        idsStep(scope != LaneScope::Gang || !function.hasFnAttribute(linearGangsAttribute)),
        followsSteps(VectorStages::attachedTo(function).run(VectorStage::Strides)), info(info),
        sums(WrapPolicy::Modular, layout,
             [this](const llvm::Value &value) { return &value != decomposed; }),
        extensions(WrapPolicy::Exact, layout, [this](const llvm::Value &value) {
          return this->info.isUniform(value) || value.getType()->isIntegerTy(64);
        }) {}
  StrideFinder(const StrideFinder &) = delete;
  StrideFinder &operator=(const StrideFinder &) = delete;

  void run();

private:
  using MaybeStride = std::optional<Stride>;

  bool steps(const llvm::Argument &argument) const;
  bool isUniformInstruction(const llvm::Instruction &instruction) const;
  void record(const llvm::Value &value, MaybeStride stride);

  MaybeStride ofOperand(const llvm::Value &operand) const;
  /// Of a value that has another's low bits, times 2^shift.
  MaybeStride sameAs(const llvm::Value &operand, unsigned shift = 0) const;

  MaybeStride of(const llvm::Instruction &instruction);
  MaybeStride ofRoot(const llvm::Instruction &instruction) const;
  std::optional<std::int64_t> stepOfStart(const llvm::Value &start) const;
  MaybeStride ofInduction(const llvm::PHINode &phi) const;
  MaybeStride ofAddress(const llvm::GetElementPtrInst &address);
  MaybeStride ofCut(const llvm::Instruction &instruction) const;
  MaybeStride ofSum(const llvm::BinaryOperator &operation);
  MaybeStride ofInteger(const llvm::Instruction &instruction);

  /// Of a value extended to 64 bits, as a form; for lanes where it is not poison.
  MaybeStride extended(const llvm::Value &value, bool isSigned, unsigned depth = 0);
  MaybeStride ofTerm(const llvm::Value &value, bool isSigned, unsigned depth);
  MaybeStride ofClamp(const llvm::MinMaxIntrinsic &clamp, unsigned depth);
  /// Of an extension of the operand's low bits.
  MaybeStride ofExtension(const llvm::Instruction &instruction, const llvm::Value &operand,
                          unsigned bits, bool isSigned);
  MaybeStride ofShiftRight(const llvm::BinaryOperator &shift);
  MaybeStride ofMask(const llvm::Instruction &mask);
  MaybeStride ofRing(const llvm::Instruction &ring, const llvm::Value &value,
                     const llvm::Value &mask) const;
  MaybeStride ofDivision(const llvm::BinaryOperator &division) const;
  MaybeStride ofGuardedDivision(const llvm::SelectInst &guard) const;

  const llvm::Function &function;
  const llvm::DataLayout &layout;
  const llvm::UniformityInfo &uniformity;
  const std::optional<unsigned> laneDimension;
  const LaneScope scope;
  const InductionStrides inductions;
  const bool idsStep; ///< local ids that vary grow by one from lane to lane
  const bool followsSteps;
  StrideInfo &info;
  const llvm::Value *decomposed = nullptr; ///< by `sums`, into its operands
  AffineForms sums, extensions;
};

} // namespace weft::compiler

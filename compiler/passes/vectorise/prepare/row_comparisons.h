// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons of remainders in gangs that lie in one row (division_versions.h).
//
//   column = i % n; if (column > 0 && column < n - 1) ...
//
// In such a gang the remainder grows by one from lane to lane. So the first or the last lane shows
// whether a comparison with a value that all lanes share has the wanted result in every lane. The
// same holds for sums of remainders and constants, and for extensions of these, if they do not wrap
// from one lane to another. Of each branch, the side with more code behind it is wanted.
#pragma once

#include "compiler/passes/analysis/strides/stride_analysis.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace weft::compiler {

class RowComparisons {
public:
  RowComparisons(const StrideInfo &strides, const llvm::DominatorTree &dominators)
      : strides(strides), dominators(dominators) {}

  /// Finds those that decide branches of the blocks. `divisions`: of neighbouring lanes. `place`:
  /// where the other operands must be known.
  void find(llvm::ArrayRef<llvm::BasicBlock *> blocks,
            llvm::ArrayRef<llvm::BinaryOperator *> divisions, const llvm::Instruction &place);
  bool empty() const { return comparisons.empty(); }

  /// Whether each comparison has the wanted result in all lanes; for gangs in one row. `restOf`:
  /// what a remainder is in lane 0. `lanes`: their number, in the type of the remainders.
  llvm::Value *emitTest(llvm::IRBuilder<> &builder,
                        llvm::function_ref<llvm::Value *(const llvm::BinaryOperator &)> restOf,
                        llvm::Value *lanes);

  /// Puts the wanted results in the place of the comparisons' copies.
  void replace(llvm::ValueToValueMapTy &copies) const;

private:
  struct Comparison {
    llvm::ICmpInst *original;
    unsigned side; ///< the operand with the remainder
    const llvm::BinaryOperator *remainder;
    bool wanted;
  };

  void findIn(llvm::Value &condition, bool wanted, unsigned depth);
  bool isShared(const llvm::Value &value, unsigned depth = 0) const;
  llvm::Value *sharedAt(llvm::IRBuilder<> &builder, llvm::Value &value);
  llvm::Value *emitTest(llvm::IRBuilder<> &builder, const Comparison &comparison, llvm::Value *rest,
                        llvm::Value *lanes);

  const StrideInfo &strides;
  const llvm::DominatorTree &dominators;
  llvm::ArrayRef<llvm::BinaryOperator *> divisions;
  const llvm::Instruction *place = nullptr;
  llvm::SmallVector<Comparison, 4> comparisons;
};

} // namespace weft::compiler

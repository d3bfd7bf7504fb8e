// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of work-items that divisions of ids make.
//
//   row = i / n; column = i % n; ... a[row * n + column] ...
//
// Along an x range a dividend grows by one from work-item to work-item. So `n` of them, a *row*,
// have the same quotient, and within a row the remainder is the id minus a constant. The bounds
// function (index_set_splitting.h) performs the division for one work-item, and computes where its
// row begins and ends. Several divisions, such as by width and by width * height, form rows in
// which all quotients are constant. Rows shorter than a gang, and those with negative dividends or
// divisors, have no interior.
//
// A shift by a constant is a division without signs. A mask of the lowest bits is a remainder, but
// programs have masks for other reasons too: only those form rows whose divisor a quotient has.
//
// A select that replaces the result for the divisors 0 and -1 (safe_division.h) yields the result
// in the interior, as no row is that short.
#pragma once

#include "compiler/passes/support/integer_divisions.h"
#include "compiler/passes/vectorise/prepare/loops/id_sums.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace weft::compiler {

/// Divisions of the same numbers: quotients and remainders.
struct DivisionRow {
  llvm::Value *dividend, *divisor;
  bool isSigned;
  llvm::Value *quotient; ///< in the bounds function
  IdSum remainder;
  llvm::SmallVector<llvm::BinaryOperator *, 2> divisions;
};

/// The row of a work-item: its quotient and remainder hold in [first, last); another row may begin
/// at `end`. All are local ids.
struct RowBounds {
  llvm::Value *first, *last, *end;
};

class DivisionRows {
public:
  /// `place`: the local id of the work-item, in the function that `builder` inserts into. `all`:
  /// the local size. The others must outlive it.
  DivisionRows(llvm::Function &region, llvm::Value *place, llvm::Value *all,
               llvm::IRBuilder<> &builder, IdSums &sums, UniformRematerialiser &uniformValues);

  /// The bounds of the row that a division forms; nothing for other operations, if it forms none,
  /// or the same as an earlier one. Defines the results in the sums and uniform values.
  std::optional<RowBounds> add(llvm::BinaryOperator &division);

  llvm::ArrayRef<DivisionRow> found() const { return rows; }
  /// Adds the select if it follows a division that has been added and guards it.
  void addGuard(llvm::SelectInst &select, const llvm::DominatorTree &tree);
  /// The quotients of all rows.
  llvm::SmallVector<llvm::Value *> quotients() const;

  /// Replaces the divisions' copies: quotients by the last parameters, remainders by differences.
  void replace(llvm::Function &copy, const llvm::ValueToValueMapTy &map) const;

private:
  bool mayFormRow(const llvm::BinaryOperator &operation, const IntegerDivision &division) const;
  void define(llvm::BinaryOperator &division, bool isRemainder, const DivisionRow &row);
  bool isGuard(const llvm::SelectInst &select, const llvm::DominatorTree &tree) const;

  llvm::Value *place, *all;
  llvm::IRBuilder<> &builder;
  IdSums &sums;
  UniformRematerialiser &uniformValues;
  llvm::SmallVector<DivisionRow, 2> rows;
  llvm::SmallVector<llvm::SelectInst *, 2> guards;
  llvm::SmallPtrSet<const llvm::Value *, 4> divisors; ///< constants, of quotients
};

} // namespace weft::compiler

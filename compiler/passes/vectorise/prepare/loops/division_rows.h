// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of work-items that divisions of ids make.
//
//   row = i / n; column = i % n; ... a[row * n + column] ...
//
// Along an x range a dividend grows by one from work-item to work-item. So the quotient is the same
// for `n` of them, a *row*, and within it the remainder is the id less a number. The bounds
// function (index_set_splitting.h) divides what one work-item has, and tells where its row begins
// and ends. Several divisions, as by width and by width * height, make rows in which all quotients
// stay the same. Rows that are shorter than a gang, and those with negative dividends or divisors,
// have no interior.
//
// A select that puts something else in the place of the result, for divisors that are not positive
// (safe_division.h), takes the result in the interior, as no row is that short.
#pragma once

#include "compiler/passes/vectorise/prepare/loops/id_sums.h"

#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace weft::compiler {

/// Divisions with the same result for each work-item but for their kind.
struct DivisionRow {
  llvm::Value *dividend, *divisor;
  bool isSigned;
  llvm::Value *quotient; ///< in the bounds function
  IdSum remainder;
  llvm::SmallVector<llvm::BinaryOperator *, 2> divisions;
};

/// Of a work-item: in [first, last) quotient and remainder are as the row says; `end` is where
/// another one may begin. All are local ids.
struct RowBounds {
  llvm::Value *first, *last, *end;
};

class DivisionRows {
public:
  /// `place`: the local id of the work-item, in the function that `builder` inserts into. `all`:
  /// the local size. The others must outlive it.
  DivisionRows(llvm::Value *place, llvm::Value *all, llvm::IRBuilder<> &builder, IdSums &sums,
               UniformRematerialiser &uniformValues)
      : place(place), all(all), builder(builder), sums(sums), uniformValues(uniformValues) {}

  /// The bounds of the row that a division makes, or nothing; also if an earlier one makes it.
  /// Tells the sums and uniform values what it finds.
  std::optional<RowBounds> add(llvm::BinaryOperator &division);

  llvm::ArrayRef<DivisionRow> found() const { return rows; }
  /// Behind the divisions of the region, when all have been added.
  void addGuards(llvm::Function &region, const llvm::DominatorTree &tree);
  /// The quotients of all rows.
  llvm::SmallVector<llvm::Value *> quotients() const;

  /// Puts quotients, which are the last parameters, and what remainders are in the places of the
  /// divisions' copies.
  void replace(llvm::Function &copy, const llvm::ValueToValueMapTy &map) const;

private:
  void define(llvm::BinaryOperator &division, const DivisionRow &row);
  bool isGuard(const llvm::SelectInst &select, const llvm::DominatorTree &tree) const;

  llvm::Value *place, *all;
  llvm::IRBuilder<> &builder;
  IdSums &sums;
  UniformRematerialiser &uniformValues;
  llvm::SmallVector<DivisionRow, 2> rows;
  llvm::SmallVector<llvm::SelectInst *, 2> guards;
};

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes loads and shuffles of gathers that read the columns of a tile.
//
//   out[(group * 16 + y) * n + x] = tile[x][y];   // by groups of 16 x 16
//
// Each row of work-items gathers a column of the tile: elements that are `pitch` bytes apart. The
// next row gathers the next column. A CPU reads the elements of a gather one by one. Where as many
// columns follow each other as a vector has elements, their rows are loaded whole, and transposed
// in registers: a load and four shuffles for each column of 16 elements.
//
// LLVM has unrolled the loop over the rows of work-items, so the gathers are in one block. All are
// read where the first one is. What is written between them lies in other memory, and the block
// runs to its end. A row that the block has written is not read again: a CPU that cannot take it
// from the store, because it crosses a line of the cache, would wait for all stores before.
//
// Where each column goes to a line of the cache, and the lines are a multiple of 4 KB apart, which
// is known at run time, they are written in parts (storeByDistance).
//
// Runs after all optimisation.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class TransposedGathersPass : public llvm::PassInfoMixin<TransposedGathersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler

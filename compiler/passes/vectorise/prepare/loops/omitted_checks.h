// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The checks of accesses (checked/bounds_checks.h) that an interior does not need
// (index_set_splitting.h): branches on whether a conjunction of conditions holds in all lanes.
#pragma once

#include "compiler/passes/vectorise/prepare/loops/offset_ranges.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <initializer_list>

namespace weft::compiler {

bool hasChecks(const llvm::Function &region);

struct OmittedChecks {
  llvm::Value *hold = nullptr; ///< i1: all of them do; null: there are none
  bool hasWhole = false;       ///< a check of which all conditions are known
};

/// Adds checks, and conditions that are parts of one, to the outcomes that are known in the
/// interior, if one of the ranges can compute whether they hold. Null ranges are left out.
OmittedChecks findOmittedChecks(llvm::Function &region,
                                std::initializer_list<OffsetRanges *> ranges,
                                llvm::IRBuilderBase &builder,
                                llvm::SmallMapVector<llvm::Value *, bool, 4> &outcomes);

/// Removes checks that no branch uses any more. Without them, blocks follow each other as in code
/// that is not checked.
void dropChecks(llvm::Function &copy);

} // namespace weft::compiler

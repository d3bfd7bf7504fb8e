// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The records of a gang: one for each lane, of components of one type.
#pragma once

#include "compiler/passes/analysis/costs/target_features.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

using RecordVectors = llvm::SmallVector<llvm::Value *>;

struct RecordLayout {
  unsigned components; ///< of a record
  unsigned lanes;
  unsigned bits; ///< of a component; 0 for pointers
};

/// What shuffles of records depend on.
struct RecordTarget {
  unsigned registerBits;
  const TargetFeatures &cpu;
};

} // namespace weft::compiler

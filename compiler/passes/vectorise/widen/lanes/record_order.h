// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors that hold the records of a gang in memory order (interleaved_records.h).
//
// Of a record's n components and the gang's lanes, part k of n has the elements from k * lanes on,
// numbered across all records, each with adjacent components.
#pragma once

#include "compiler/passes/vectorise/widen/lanes/gang_builder.h"

namespace weft::compiler {

/// One of `count` vectors that together hold the records of a gang.
struct RecordPart {
  unsigned number, count;
};

/// The parts of all records.
Parts partsInOrder(GangBuilder &gang, llvm::Value *flat, unsigned count);
/// Each lane's value, repeated for all components of its record.
llvm::Value *spreadInOrder(GangBuilder &gang, llvm::Value *lanes, RecordPart part);
/// The components' values, common to all lanes, repeated for each record.
llvm::Value *tiledInOrder(GangBuilder &gang, llvm::ArrayRef<llvm::Value *> scalars,
                          RecordPart part);

} // namespace weft::compiler

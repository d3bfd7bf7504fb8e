// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the architecture has for splitting records into components and joining them. Each
// architecture's folder defines it. For what it has nothing, one shuffle of all records makes each
// component (lane_shuffles.h).
#pragma once

#include "compiler/passes/target/arch/record_layout.h"

namespace weft::compiler {

/// The components of the records in `flat`; empty if the architecture has nothing for them.
RecordVectors splitRecords(llvm::IRBuilder<> &builder, llvm::Value &flat, RecordLayout layout,
                           const RecordTarget &target);

/// Replaces the users of a call that joins these components, if they are stores for which the
/// architecture has more than shuffles.
bool joinIntoStores(llvm::CallInst &join, RecordLayout layout, const RecordTarget &target);

/// The records of these components in sequence; null if the architecture has nothing for them.
llvm::Value *joinRecords(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> components,
                         RecordLayout layout, const RecordTarget &target);

/// Whether LLVM has its own sequences for memory accesses of such records, but only in address
/// space 0.
bool areAccessedInSpaceZero(RecordLayout layout, const RecordTarget &target);

} // namespace weft::compiler

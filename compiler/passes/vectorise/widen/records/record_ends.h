// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds where flows of records may end (record_flow.h).
//
// From the components of each record that is read on, the instructions that use a group of values
// form the next group, if they do the same with one component each. Of several users of a value
// that do the same, the first of each component belong together, and so on. An end is a group that
// has no next one.
#pragma once

#include "compiler/passes/vectorise/widen/records/record_flow.h"

namespace weft::compiler {

llvm::SmallVector<RecordGroup, 2> findRecordEnds(llvm::Function &function,
                                                 const StrideInfo &strides);

/// The member of an end that comes last: behind it, its records can be sorted. Null if a member is
/// used before that.
const llvm::Instruction *lastOfEnd(const RecordGroup &end);

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brings the operands of an instruction into the order of records while it is widened, and what
// records end in into the order of lanes.
#pragma once

#include "compiler/passes/vectorise/widen/lanes/lane_values.h"
#include "compiler/passes/vectorise/widen/records/interleaved_records.h"

namespace weft::compiler {

/// As long as it lives, `values` has these operands in the order of the instruction's records.
/// Nothing changes for an instruction that is in no group.
class RecordOperands {
public:
  RecordOperands(const InterleavedRecords &records, LaneValues &values, GangBuilder &gang,
                 const llvm::Instruction &user, llvm::iterator_range<const llvm::Use *> operands);
  RecordOperands(const InterleavedRecords &records, LaneValues &values, GangBuilder &gang,
                 const llvm::Instruction &user)
      : RecordOperands(records, values, gang, user, user.operands()) {}
  RecordOperands(const RecordOperands &) = delete;
  RecordOperands &operator=(const RecordOperands &) = delete;
  ~RecordOperands() { values.endReplacements(); }

private:
  LaneValues &values;
};

/// Sorts the group that ends with this, if there is one; called once it is widened.
void sortEndOfRecords(const InterleavedRecords &records, LaneValues &values, GangBuilder &gang,
                      const llvm::Instruction &last);

} // namespace weft::compiler

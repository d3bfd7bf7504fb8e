// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which vectors of work-items a gang may have as they lie in memory: the components of each side by
// side.
//
// A value of a vector type, and a texel, is a list of vectors over the lanes, one for each
// component. Memory has the components of one work-item side by side, so that they must be sorted
// when they are read, and again when they are written. Where all that happens to them in between is
// the same for each component, the order does not matter: of n vectors, each may hold 1/n of the
// lanes' records in the order of memory. What is done to them stays as it is.
//
// Records flow from loads and reads of texels to stores and writes of texels through *groups*: n
// instructions that do the same with one component each. A flow may also end in a group, which is
// sorted then: where sums of records are what counts, once instead of at each load. No member of
// another group may be used in another way. Operands that are in no group are brought into this
// order. What all components share is spread, each lane's value going to all elements of its
// record; what differs between components and not between lanes is tiled, and costs nothing in
// loops. A flow is taken if it needs no more shuffles to spread values and masks, and to sort its
// end, than sorting each access does.
#pragma once

#include "compiler/passes/vectorise/widen/lanes/record_order.h"
#include "compiler/passes/vectorise/widen/records/record_flow.h"

#include "llvm/ADT/DenseSet.h"

#include <optional>

namespace weft::compiler {

/// The flows of a function in canonical form; valid until it changes.
class InterleavedRecords {
public:
  InterleavedRecords(llvm::Function &function, const StrideInfo &strides, const MaskPlan &plan,
                     const llvm::LoopInfo &loops);

  /// Whether a load, a store or a call that accesses texels has records in the order of memory.
  bool contains(const llvm::Instruction &access) const { return accesses.contains(&access); }
  /// Nothing for an instruction that is in no group.
  std::optional<RecordPart> partOf(const llvm::Instruction &member) const;
  /// Null, or the values of all components where the use is of one that is in no group, and that
  /// has to be brought into the order of memory.
  const RecordGroup *outsideOf(const llvm::Use &use) const;
  /// Null, or the group whose records are sorted once this, the last of it, is widened.
  const RecordGroup *endAt(const llvm::Instruction &last) const;

private:
  llvm::DenseSet<const llvm::Instruction *> accesses;
  llvm::DenseMap<const llvm::Instruction *, RecordPart> parts;
  llvm::DenseMap<const llvm::Use *, RecordGroup> outside;
  llvm::DenseMap<const llvm::Instruction *, RecordGroup> ends;
};

} // namespace weft::compiler

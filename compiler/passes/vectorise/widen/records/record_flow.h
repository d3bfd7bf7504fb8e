// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The instructions that records flow through to where their order matters: to a write, or to the
// *end* of a flow, a group whose members are used in any way, after the records are sorted.
#pragma once

#include "compiler/passes/analysis/mask_analysis.h"
#include "compiler/passes/analysis/strides/stride_analysis.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// One value for each component of a record.
using RecordGroup = llvm::SmallVector<llvm::Value *, 4>;

/// Whether widening makes one vector operation of it, which looks at no lane's number.
bool flowsByComponent(const llvm::Instruction &instruction);

/// The group of what extracts the components of a record, one for each; empty if there is none.
RecordGroup componentsOfRecord(const llvm::Instruction &record);

class RecordFlow {
public:
  /// To a store, or a write of a texel, that writes the record.
  static RecordFlow toWrite(llvm::Instruction &write, llvm::Value &record,
                            const StrideInfo &strides);
  static RecordFlow toEnd(const RecordGroup &end, const StrideInfo &strides);

  /// Whether each component of all records goes the same way.
  bool isInterleavable() const { return isWhole; }
  unsigned components() const { return count; }
  const llvm::SmallSetVector<llvm::Instruction *, 32> &all() const { return members; }
  const llvm::SmallSetVector<llvm::Instruction *, 4> &allAccesses() const { return accesses; }
  /// By their first members.
  const llvm::MapVector<const llvm::Instruction *, RecordGroup> &allGroups() const {
    return groups;
  }
  /// Uses of what is in no group; all components' values for each.
  const llvm::DenseMap<const llvm::Use *, RecordGroup> &operands() const { return outside; }
  /// What puts a component into the record that is written, and its number.
  const llvm::DenseMap<const llvm::InsertElementInst *, unsigned> &allPuts() const { return puts; }
  /// Empty for a flow to a write.
  const RecordGroup &endGroup() const { return end; }

  /// Whether sorting each access takes more shuffles than spreading what lanes share with their
  /// records, and sorting the end; as many are worth it where there is no end. Flows share what it
  /// takes to sort accesses that are in `flowsOf` of them.
  bool isWorthwhile(const MaskPlan &plan, const llvm::LoopInfo &loops,
                    const llvm::DenseMap<const llvm::Instruction *, unsigned> &flowsOf) const;

private:
  RecordFlow(unsigned count, const StrideInfo &strides) : strides(&strides), count(count) {}

  llvm::SmallSetVector<const llvm::BasicBlock *, 4> blocksOfPhis() const;
  bool followRecord(llvm::Value &record);
  bool followAccess(llvm::Instruction &instruction);
  bool followOperand(llvm::ArrayRef<const llvm::Use *> uses);
  bool follow(const RecordGroup &group);
  bool followComponents(const RecordGroup &group);
  bool followPhis(const RecordGroup &group);
  bool followOperation(const RecordGroup &group);
  bool hasDistinctOperands(const llvm::User &member) const;

  const StrideInfo *strides;
  unsigned count;
  llvm::MapVector<const llvm::Instruction *, RecordGroup> groups;
  llvm::SmallSetVector<llvm::Instruction *, 32> members;
  llvm::SmallSetVector<llvm::Instruction *, 4> accesses;
  llvm::DenseMap<const llvm::InsertElementInst *, unsigned> puts;
  llvm::DenseMap<const llvm::Use *, RecordGroup> outside;
  llvm::SmallSetVector<llvm::Value *, 8> spread;
  RecordGroup end;
  bool isWhole = false;
};

} // namespace weft::compiler

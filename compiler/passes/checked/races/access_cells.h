// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cells that tell the last accesses of memory (weft_cell_bits), in the code of one kernel.
//
// A cell is compared with the number that the access itself would leave: what is left of their
// exclusive or is less than one bit's value if the two have the same work-item, a greater one if
// they have the same interval, group or launch. All bits of a cell that concern another launch, or
// the interval of another barrier, count as zero. The highest bit is never set, so comparisons are
// signed, which narrow vectors have.
#pragma once

#include "compiler/passes/checked/check_reports.h"

#include "llvm/ADT/SmallVector.h"

namespace weft::compiler {

/// How an access counts for races.
struct AccessKind {
  bool isLocal;
  bool writes;
  bool isAtomic;                 ///< as seen by the other work-items of the group
  bool isByGroup;                ///< all work-items of the group access the address together
  bool isNarrow = false;         ///< other groups do not see that it is atomic
  bool isOrderedInGroup = false; ///< it races with those of other groups alone
  /// Whether a write that leaves memory as it is, which is tolerated unless all races are reported;
  /// null for others.
  llvm::Value *changesNothing = nullptr;
  /// Of a compare-and-exchange: whether it wrote. Otherwise it was a read.
  llvm::Value *hasExchanged = nullptr;
};

/// In a kernel with barriers of sub-groups a part of the number of the interval counts these, from
/// each barrier of the group on. Accesses of work-items of one sub-group are ordered if that part
/// differs, and of others if the rest does. Of what a sub-group accesses again behind its barrier
/// only its earlier writes are remembered, so others that write what it has read are not found.
class AccessCells {
public:
  AccessCells(llvm::Function &kernel, CheckReports &reports);

  /// Counts the barriers of the kernel. Before any update is emitted.
  void countIntervals();
  /// Turns the counters into values. After all updates.
  void finish();

  /// Notes an access in its cell. `conflict` is whether it races with an earlier one, which `cell`
  /// tells, and `overwritten` whether another lane has written the address after this one; then
  /// `last` is what that one left in the cell. Null if no lanes write. After a race the cell gets
  /// `first`, which forgets the other.
  struct Update {
    llvm::Value *conflict, *cell;
    llvm::Value *overwritten, *last;
    llvm::Value *address, *first;
  };
  Update emitUpdate(llvm::IRBuilderBase &builder, llvm::Value *address, const AccessKind &kind,
                    unsigned place);
  /// What the group leaves in a cell at this point, without flags and place; an i64.
  llvm::Value *ofGroup(llvm::IRBuilderBase &builder, bool isLocal);
  /// Whether the kernel has barriers of sub-groups.
  bool countsSubGroups() const { return hasSubGroups; }
  /// Whether the group has several work-items.
  llvm::Value *hasSeveralItems();
  /// Whether writes that leave memory as it is are no races.
  llvm::Value *toleratesEqual();

private:
  llvm::Value *itemBits(bool isLocal);
  llvm::Value *groupBits();
  llvm::Value *linearItem();
  void advance(llvm::Instruction &barrier, bool isLocal);
  /// Of an access and the one that a cell tells: whether a barrier of their sub-group comes
  /// between, whether they race if none of the group does, and whether another access may race with
  /// a write before this one.
  struct SubGroupOrder {
    llvm::Value *isOrdered, *races, *wasWritten;
  };
  SubGroupOrder orderInSubGroup(llvm::IRBuilderBase &builder, llvm::Value *cell,
                                llvm::Value *interval, llvm::Value *difference, bool isLocal);
  llvm::Value *subGroupItems();
  llvm::Value *linear(llvm::StringRef ids, std::size_t extents);

  llvm::Function &kernel;
  CheckReports &reports;
  llvm::AllocaInst *localInterval = nullptr, *globalInterval = nullptr;
  llvm::Value *item = nullptr, *localItem = nullptr, *linearId = nullptr, *group = nullptr;
  llvm::Value *several = nullptr, *tolerates = nullptr, *subGroup = nullptr;
  bool hasSubGroups = false;
};

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Region functions for debuggers: each work-item has a stack.
//
// The whole kernel becomes one function that a work-item calls once, so a breakpoint is one place,
// variables are where Clang put them, and the work-item's frame is the same from its start to its
// end. At a split the function stores what the group needs, and switches to the stack of the
// work-group function; it continues behind the split when its region runs. To a debugger that is a
// call that returns: stepping over a barrier waits for this frame, whatever other work-items do.
//
// A region function prepares the work-item's record and stack (device/kernel_abi_debug.h) if the
// region is the first, and switches to that stack until the next split or the end, whose number it
// returns. So the work-group function is the same as that of other kernels. Stacks are slots of the
// context array; in a kernel without splits work-items use one in turn. Operations of sub-groups
// switch stacks as well (sub_group_meetings.h). At its end a work-item
// switches for the last time, so a debugger does not step into code without lines.
#pragma once

#include "compiler/passes/regions/region_functions.h"
#include "compiler/passes/regions/sub_group_meetings.h"

#include <optional>

namespace weft::compiler {

class WorkItemStacks {
public:
  /// Takes the body of the plan's kernel, except for its splits, which the work-group function
  /// looks at. Adds the stacks to the layout of the context array, with `hostBytes` for functions
  /// of the driver that the kernel calls.
  WorkItemStacks(RegionPlan &plan, std::uint64_t hostBytes);

  /// Returns i32 (context, arguments…), internal (createRegionFunction).
  llvm::Function *build(unsigned region);

private:
  bool hasSplits() const { return !plan.graph.splits().empty(); }
  void createItemFunction();
  void loadArguments(llvm::IRBuilder<> &builder);
  void declareRecord(llvm::Instruction &before);
  void replaceGlobalIds();
  void replacePrimitives();
  void replaceSubGroupCalls();
  void setState(llvm::IRBuilder<> &builder, std::uint64_t state) const;
  void replaceReturns();
  llvm::Value *groupStack(llvm::IRBuilder<> &builder) const;
  void switchToGroup(llvm::IRBuilder<> &builder, std::uint64_t next) const;
  void replaceSplit(unsigned split, llvm::BasicBlock &leftover);
  llvm::Value *field(llvm::IRBuilder<> &builder, llvm::Value *record, std::uint64_t offset) const;
  llvm::Value *recordField(llvm::IRBuilder<> &builder, std::uint64_t offset) const;
  void fillGroupFields(llvm::IRBuilder<> &builder, llvm::Function &function, llvm::Value *record);
  void fillItemFields(llvm::IRBuilder<> &builder, llvm::Function &function, llvm::Value *record);
  void fillRecord(llvm::IRBuilder<> &builder, llvm::Function &function, llvm::Value *record);
  llvm::Value *findRecord(llvm::IRBuilder<> &builder, llvm::Function &function) const;
  void createPlaces();

  RegionPlan &plan;
  llvm::Function *item = nullptr;      ///< void (record): the kernel for one work-item
  llvm::Function *switching = nullptr; ///< void (where to keep this stack, the other stack)
  llvm::Function *starting = nullptr;  ///< void (record, item): the first frame of its stack
  llvm::Function *ending = nullptr;    ///< void (the other stack)
  llvm::GlobalVariable *places = nullptr;
  llvm::SmallVector<std::uint64_t> argumentOffsets;
  std::uint64_t recordBytes = 0;
  /// Where work-items meet others of their sub-group, if they do (sub_group_meetings.h).
  std::optional<SubGroupMeetings> meetings;
  std::uint64_t pathOffset = 0;  ///< of a meeting's path in the record
  ContextSlot stack;             ///< with splits
  std::uint64_t fixedOffset = 0; ///< of the stack in the fixed part otherwise
  std::uint64_t stackBytes = 0;
};

} // namespace weft::compiler

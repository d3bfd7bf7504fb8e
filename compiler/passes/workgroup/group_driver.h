// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the work-group function around region functions (work_group_function.h).
#pragma once

#include "compiler/passes/normalise/kernel_arguments.h"
#include "compiler/passes/regions/region_functions.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/debug/debugged.h"
#include "compiler/passes/support/lanes/lane_dimension.h"
#include "compiler/passes/support/lanes/linear_gangs.h"
#include "compiler/passes/support/lanes/sub_groups.h"
#include "compiler/passes/vectorise/gang_plan.h"
#include "compiler/passes/workgroup/outlined_regions.h"
#include "compiler/passes/workgroup/x_range_loops.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

#include <array>
#include <optional>

namespace weft::compiler {

/// Adds the range of a local size to its load from the launch.
void describeLocalSize(llvm::LoadInst &load);

/// The functions that run a region.
struct RegionBody {
  llvm::Function *scalar;
  GangPlan gangs{};      ///< empty if there are none
  bool runsOnce = false; ///< for the whole group (uniform_regions.h)
};

/// A region has one body. If it is unswitched (uniform_unswitching.h), it has one for each outcome
/// of a condition, true first.
struct RegionCode {
  llvm::Function *condition = nullptr;
  llvm::SmallVector<RegionBody, 2> bodies;
};

/// How the driver runs a kernel.
struct DriverChoices {
  bool joinsGroups; ///< neighbouring groups run as one, since the kernel only asks for global ids
  bool outlinesRegions; ///< regions become functions of their own (outlined_regions.h)
  /// Work-items of a region that do not run in gangs run backwards, from weft_checks::first_item.
  bool runsBackwards;
};

class GroupDriver {
public:
  GroupDriver(const RegionPlan &plan, llvm::ArrayRef<RegionCode> regions, DriverChoices choices)
      : plan(plan), regions(regions), choices(choices), lanes(laneDimension(plan.kernel)),
        linear(linearGangs(plan.kernel)), flat(hasLinearSubGroups(plan.kernel)),
        compact(isDebugged(plan.kernel)), builder(plan.kernel.getContext()) {}

  /// Creates the work-group function and leaves calls of the region functions in it.
  llvm::Function *build();

private:
  using Triple = std::array<llvm::Value *, 3>;
  struct Item {
    Triple id;
    llvm::Value *contextBlock;
    llvm::Value *contextLane;
  };
  using ItemBody = llvm::function_ref<void(const Item &)>;
  /// Writes a call of a version, for the gang or work-item that starts with the item.
  using CallBody = llvm::function_ref<void(const GangCall &, const Item &)>;
  /// How the work-items of a region run in gangs.
  struct Gangs {
    const GangPlan &plan;
    CallBody body;
    /// The bounds at the work-item (x, y, z), if the plan has any.
    llvm::function_ref<XRangeBounds(llvm::Value *, llvm::Value *, llvm::Value *)> bounds = nullptr;
    /// Where gangs of the x range begin, a multiple of all VFs; null: at its start.
    llvm::Value *begin = nullptr;
  };

  void createFunction();
  void loadLaunch();
  void loadArguments();
  llvm::Value *loadField(llvm::Value *base, std::uint64_t offset, llvm::Type *type,
                         const llvm::Twine &name, unsigned alignment = 8);
  void emitGroupLoop();
  void emitLocalSizes();
  void emitRegions(llvm::BasicBlock *done);
  void emitRegion(unsigned region);
  void emitBody(unsigned region, const RegionBody &regionBody,
                llvm::ArrayRef<llvm::Value *> uniforms);
  Item groupItem();
  llvm::Value *emitSuitsGangs(unsigned vf);
  bool dependsOnLaunch(const RegionBody &regionBody) const;
  bool usesXRange(const RegionBody &regionBody) const;
  std::uint32_t onlyNextRegion(const RegionBody &regionBody) const;
  XRangeBounds emitBounds(const RegionBody &regionBody, llvm::ArrayRef<llvm::Value *> uniforms,
                          const Triple &id);
  llvm::SmallVector<llvm::Value *> regionOperands(llvm::ArrayRef<llvm::Value *> uniforms,
                                                  const Item &item);
  void emitRegionCall(unsigned region, llvm::Function *function, unsigned lanes,
                      llvm::ArrayRef<llvm::Value *> uniforms, const Item &item,
                      llvm::Value *mask = nullptr, llvm::ArrayRef<llvm::Value *> quotients = {});
  void storeFinished(llvm::Value *flags, const Item &item);
  void finishCall(unsigned region, llvm::Value *next, const Item &item);
  void finishGangCall(unsigned region, llvm::Value *next, const Item &item, llvm::Value *mask,
                      unsigned lanes);
  void emitGang(unsigned region, const RegionBody &regionBody,
                llvm::ArrayRef<llvm::Value *> uniforms, const Item &item, llvm::Value *left);
  bool choosesNext(unsigned region) const;
  void emitDispatch(unsigned region, llvm::BasicBlock *done);
  void emitStep(unsigned split);
  void emitCollective(unsigned split);
  class DealtReduction;
  bool isDealt(const Collective &collective, const llvm::Type &type) const;
  void emitBroadcast(unsigned split);
  void storeResult(unsigned split, llvm::Value *value);
  llvm::Value *loadOperand(unsigned split, unsigned position);
  llvm::Value *groupField(unsigned field);
  llvm::Value *countJoinedGroups(llvm::Value *number, llvm::Value *groupsAtOnce);
  llvm::Value *emitGroupsAtOnce();
  llvm::Value *emitXRangesAtOnce();
  llvm::Value *countJoinedXRanges(llvm::Value *xRangesAtOnce, llvm::Value *endXRange);

  // Loops over work-items: group_loops.cpp.
  llvm::Value *loadFirstItem();
  void createItemLoop(llvm::Value *count, const llvm::Twine &name, LoopBuilder::Body body,
                      llvm::StringRef mark = {});
  void emitItemLoops(bool needsContext, ItemBody body, const Gangs *gangs = nullptr,
                     bool usesXRange = true);
  void emitLanes(llvm::Value *count, llvm::StringRef name, Unrolling unrolling, const Gangs *gangs,
                 XRangeLoops::BoundsAt bounds, llvm::function_ref<Item(llvm::Value *)> itemAt,
                 ItemBody body);
  void emitXRange(llvm::Value *count, llvm::Value *contextBlocks,
                  llvm::function_ref<Triple(llvm::Value *)> idAt, bool needsContext, ItemBody body,
                  const Gangs *gangs, XRangeLoops::BoundsAt bounds);
  /// Runs what is left of a row.
  using RowBody = llvm::function_ref<void(llvm::Value *, const Gangs &)>;
  void emitRows(llvm::Value *z, const Gangs &gangs, RowBody row);
  void emitBoundedRows(llvm::Value *z, llvm::Value *rows, const Gangs &gangs, RowBody row);
  void emitRowBlock(llvm::Value *y, llvm::Value *z, llvm::Value *end, const Gangs &gangs);
  llvm::Value *interiorOfBlock(llvm::Value *y, llvm::Value *z, const Gangs &gangs);
  void emitLinearItemLoops(bool needsContext, ItemBody body, const Gangs *gangs);
  llvm::Value *emitIsWholeGroup();
  void emitUnfinishedItemLoops(ItemBody body);
  void emitItemsInLinearOrder(ItemBody body);
  Item itemAt(const Triple &id);
  void emitUnlessFinished(const Item &item, llvm::function_ref<void()> body);
  llvm::Value *contextXRange(llvm::Value *xRange);
  llvm::Value *contextBlockOf(llvm::Value *blocks, llvm::Value *number);
  Triple idOfLinear(llvm::Value *number);
  llvm::Value *linearNumberOf(const LinearGangs &gangs, const Triple &id);
  llvm::Value *compactNumberOf(const Triple &id);

  const RegionPlan &plan;
  llvm::ArrayRef<RegionCode> regions;
  const DriverChoices choices;
  const unsigned lanes;                    ///< their dimension of the range (lane_dimension.h)
  const std::optional<LinearGangs> linear; ///< gangs are work-items of several dimensions
  /// The group is one row: the first id of an item is its linear local id (sub_groups.h).
  const bool flat;
  /// The group is one row in the context array (WEFT_KERNEL_HAS_WORK_ITEM_STACKS).
  const bool compact;
  LoopBuilder builder;
  llvm::Function *result = nullptr;
  llvm::Value *launch = nullptr;
  llvm::Value *worker = nullptr;
  llvm::Value *contextArray = nullptr;
  llvm::Value *contextItems = nullptr;
  /// Whether vector versions may run (value_ranges.h); null without any.
  llvm::Value *isSmallLaunch = nullptr;
  llvm::AllocaInst *groupValues = nullptr;
  llvm::AllocaInst *nextRegion = nullptr;
  llvm::SmallVector<llvm::Value *> arguments;
  llvm::SmallVector<llvm::BasicBlock *> regionBlocks;
  llvm::SmallVector<RegionBlocks> outlined;
  // In the kernel's order of dimensions, as ids of items are.
  Triple globalSize{}, enqueuedSize{}, groupCount{}, groupId{}, localSize{};
  Triple joined{}; ///< the numbers of groups that run as one
  /// Where items are in another order, the number of the first one; or null.
  llvm::Value *firstItem = nullptr;
};

} // namespace weft::compiler

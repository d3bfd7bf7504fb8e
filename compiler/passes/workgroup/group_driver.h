// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the work-group function around region functions (work_group_function.h).
#pragma once

#include "compiler/passes/normalise/kernel_arguments.h"
#include "compiler/passes/regions/region_functions.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/lanes/lane_dimension.h"
#include "compiler/passes/support/lanes/linear_gangs.h"
#include "compiler/passes/support/lanes/sub_groups.h"
#include "compiler/passes/vectorise/prepare/loops/index_set_splitting.h"
#include "compiler/passes/vectorise/region_vectoriser.h"
#include "compiler/passes/workgroup/outlined_regions.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

#include <array>
#include <optional>

namespace weft::compiler {

/// The metadata of a loop, for its latch, with a mark or none. `mayUnroll`: by constant counts.
llvm::MDNode *loopProperties(llvm::LLVMContext &context, llvm::StringRef mark, bool mayUnroll);

/// Adds the range of a local size to its load from the launch.
void describeLocalSize(llvm::LoadInst &load);

/// The functions that run a region.
struct RegionBody {
  llvm::Function *scalar;
  VectorRegion wide{};   ///< if there is any
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
};

class GroupDriver {
public:
  GroupDriver(const RegionPlan &plan, llvm::ArrayRef<RegionCode> regions, DriverChoices choices)
      : plan(plan), regions(regions), choices(choices), lanes(laneDimension(plan.kernel)),
        linear(linearGangs(plan.kernel)), flat(hasLinearSubGroups(plan.kernel)),
        builder(plan.kernel.getContext()) {}

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
  using CountBody = llvm::function_ref<void(llvm::Value *)>;
  /// Runs the gang that starts with a work-item. Second: how many work-items there are from it to
  /// the end of the x range or context array block; null if the gang is whole. Third: whether it is
  /// wide.
  using GangBody = llvm::function_ref<void(const Item &, llvm::Value *, bool)>;
  /// The same with the number of that work-item in its x range or context array block.
  using IndexBody = llvm::function_ref<void(llvm::Value *, llvm::Value *, bool)>;
  /// Of an x range or a part of it; see index_set_splitting.h.
  using SplitBounds = std::array<llvm::Value *, SplitBoundCount>;
  /// How the work-items of a region run in gangs.
  struct Gangs {
    unsigned vf;
    unsigned wideVf;       ///< of wide gangs; 0 if there are none
    bool areAllPredicated; ///< whole gangs run the predicated version too
    GangBody body;
    /// The bounds of the x range (y, z) for unmasked gangs; null: they may run everywhere.
    llvm::function_ref<SplitBounds(llvm::Value *, llvm::Value *)> bounds;
    /// Runs one work-item behind whole gangs; null: a predicated gang runs it.
    llvm::function_ref<void(const Item &)> scalarTail;
    /// The same inside of the bounds; null: `scalarTail` runs those too.
    llvm::function_ref<void(const Item &)> interiorScalarTail;
    /// Runs whole gangs of `rowBlockVf` work-items of several rows (row_blocks.h); null: none do.
    llvm::function_ref<void(const Item &)> rowBlock = nullptr;
    unsigned rowBlockVf = 0;
    /// Where gangs of the x range begin, a multiple of all VFs; null: at its start.
    llvm::Value *begin = nullptr;
  };

  /// Run the work-item with a number in its x range or context array block: any one, or one inside
  /// of the bounds.
  struct ScalarTails {
    CountBody any, interior;
  };

  /// The parts of an x range or of a context array block. Gangs run the work-items [begin, end).
  /// Those in [unmaskedBegin, unmaskedEnd) are whole gangs inside of the bounds; the bounds end at
  /// `interiorEnd`. From `last` on there is no work.
  struct XRangeParts {
    llvm::Value *begin, *unmaskedBegin, *unmaskedEnd, *interiorEnd, *last, *end;
    bool beginsInside; ///< of the bounds, in all launches: no gang comes before `unmaskedBegin`
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
  SplitBounds emitSplitBounds(const RegionBody &regionBody, llvm::ArrayRef<llvm::Value *> uniforms,
                              llvm::Value *y, llvm::Value *z);
  llvm::SmallVector<llvm::Value *> regionOperands(llvm::ArrayRef<llvm::Value *> uniforms,
                                                  const Item &item);
  void emitRegionCall(unsigned region, const RegionBody &regionBody, llvm::Function *function,
                      llvm::ArrayRef<llvm::Value *> uniforms, const Item &item,
                      llvm::Value *mask = nullptr);
  void storeFinished(llvm::Value *flags, const Item &item);
  void finishCall(unsigned region, llvm::Value *next, const Item &item, llvm::Value *mask);
  void finishGangCall(unsigned region, llvm::Value *next, const Item &item, llvm::Value *mask,
                      unsigned lanes);
  void emitGang(unsigned region, const RegionBody &regionBody,
                llvm::ArrayRef<llvm::Value *> uniforms, const Item &item, llvm::Value *rest,
                bool isWide);
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

  /// How LLVM may unroll a loop: not, by some count with a loop for the rest, or wholly, since its
  /// range is no longer than a block of the context array.
  enum class Unrolling { Not, Partly, Wholly };

  // Loops over work-items: group_loops.cpp.
  void emitLoop(llvm::Value *count, const llvm::Twine &name,
                llvm::function_ref<void(llvm::Value *)> body, llvm::StringRef mark = {});
  void emitItemLoops(bool needsContext, ItemBody body, const Gangs *gangs = nullptr,
                     bool usesXRange = true);
  void emitLanes(llvm::Value *count, const llvm::Twine &name, const ScalarTails &scalarTails,
                 const Gangs *gangs, const std::optional<SplitBounds> &bounds, Unrolling unrolling,
                 IndexBody gangBody);
  void emitUnmaskedGangs(llvm::Value *begin, llvm::Value *end, const llvm::Twine &name,
                         const Gangs &gangs, Unrolling unrolling, IndexBody body);
  XRangeParts splitXRange(llvm::Value *count, unsigned lanes, const SplitBounds &bounds,
                          llvm::Value *done);
  void emitBoundedGangs(llvm::Value *count, const llvm::Twine &name, const Gangs &gangs,
                        const SplitBounds &bounds, const ScalarTails &scalarTails, CountBody masked,
                        IndexBody body);
  void emitThreeParts(const XRangeParts &xRange, const llvm::Twine &name,
                      llvm::function_ref<void(llvm::Value *, llvm::Value *)> emitPredicated,
                      llvm::function_ref<void()> emitInside,
                      llvm::function_ref<llvm::BranchInst *(llvm::BasicBlock *)> emitRest,
                      llvm::BasicBlock *after);
  llvm::BranchInst *emitRestOfXRange(const XRangeParts &xRange, const llvm::Twine &name,
                                     const Gangs &gangs, const ScalarTails &scalarTails,
                                     llvm::BasicBlock *predicated, llvm::BasicBlock *after);
  void emitIf(llvm::Value *condition, const llvm::Twine &name, llvm::function_ref<void()> body,
              llvm::function_ref<void()> otherwise = nullptr);
  void emitLoopFrom(llvm::Value *begin, llvm::Value *end, std::uint64_t step,
                    const llvm::Twine &name, llvm::function_ref<void(llvm::Value *)> body,
                    Unrolling unrolling = Unrolling::Not, llvm::StringRef mark = {});
  void emitXRange(llvm::Value *count, llvm::Value *contextBlocks,
                  llvm::function_ref<Triple(llvm::Value *)> idAt, bool needsContext, ItemBody body,
                  const Gangs *gangs, const std::optional<SplitBounds> &bounds);
  /// Runs what is left of a row.
  using RowBody = llvm::function_ref<void(llvm::Value *, const Gangs &)>;
  void emitRows(llvm::Value *z, const Gangs &gangs, RowBody row);
  void emitBoundedRows(llvm::Value *z, llvm::Value *rows, const Gangs &gangs, RowBody row);
  void emitRowBlock(llvm::Value *y, llvm::Value *z, llvm::Value *end, const Gangs &gangs);
  llvm::Value *interiorOfBlock(llvm::Value *y, llvm::Value *z, const Gangs &gangs);
  llvm::Value *wholeOf(llvm::Value *size, std::uint64_t step);
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

  const RegionPlan &plan;
  llvm::ArrayRef<RegionCode> regions;
  const DriverChoices choices;
  const unsigned lanes;                    ///< their dimension of the range (lane_dimension.h)
  const std::optional<LinearGangs> linear; ///< gangs are work-items of several dimensions
  /// The group is one row: the first id of an item is its linear local id (sub_groups.h).
  const bool flat;
  llvm::IRBuilder<> builder;
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
};

} // namespace weft::compiler

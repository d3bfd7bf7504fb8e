// Writes the work-group function around region functions; see work_group_function.h.
#pragma once

#include "compiler/passes/builtin_traits.h"
#include "compiler/passes/kernel_arguments.h"
#include "compiler/passes/region_functions.h"
#include "compiler/passes/region_vectoriser.h"
#include "compiler/passes/row_bounds.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

#include <array>
#include <optional>

namespace weft::compiler {

/// Property of the loops over groups and over the rows of a group. What is invariant in one is
/// decided in each of its turns: a copy of the loop for each outcome would cost compile time and
/// code for nothing.
inline constexpr llvm::StringLiteral driverLoopMark = "weft.loop.driver";

/// For the latch of a loop, with a mark or none.
llvm::MDNode *loopProperties(llvm::LLVMContext &context, llvm::StringRef mark);

/// Tells which sizes in the launch a load of one can find.
void describeLocalSize(llvm::LoadInst &load);

/// What runs for the work-items that come to a region.
struct RegionBody {
  llvm::Function *scalar;
  VectorRegion wide{};   ///< if there is any
  bool runsOnce = false; ///< for the whole group (uniform_regions.h)
};

/// A region has one body or, where the group chooses (region_choice.h), one for each outcome of a
/// condition, true first.
struct RegionCode {
  llvm::Function *condition = nullptr;
  llvm::SmallVector<RegionBody, 2> bodies;
};

class GroupDriver {
public:
  /// `joinsGroups`: neighbouring groups may run as one, since the kernel only asks for global ids.
  GroupDriver(const RegionPlan &plan, llvm::ArrayRef<RegionCode> regions, bool joinsGroups)
      : plan(plan), regions(regions), joinsGroups(joinsGroups), builder(plan.kernel.getContext()) {}

  /// Creates the work-group function and leaves calls of the region functions in it.
  llvm::Function *build();

private:
  using Triple = std::array<llvm::Value *, 3>;
  struct Item {
    Triple id;
    llvm::Value *frameBlock;
    llvm::Value *frameLane;
  };
  using ItemBody = llvm::function_ref<void(const Item &)>;
  using CountBody = llvm::function_ref<void(llvm::Value *)>;
  /// Runs a bundle that begins with a work-item. How many there are from it to the end of the row
  /// or frame block; null where the bundle is whole. Whether it is a wide one.
  using BundleBody = llvm::function_ref<void(const Item &, llvm::Value *, bool)>;
  /// The same for the number of that work-item in its row or frame block.
  using IndexBody = llvm::function_ref<void(llvm::Value *, llvm::Value *, bool)>;
  /// Of a row or a part of it; see row_bounds.h.
  using RowBounds = std::array<llvm::Value *, RowBoundCount>;
  /// How the work-items of a region run in bundles.
  struct Bundles {
    unsigned lanes;
    unsigned wideLanes; ///< of wide bundles; 0 if there are none
    bool areAlike;      ///< whole bundles need not be told from others
    BundleBody body;
    /// The bounds of the row (y, z) for whole bundles; null: whole bundles are fine everywhere.
    llvm::function_ref<RowBounds(llvm::Value *, llvm::Value *)> bounds;
    /// Runs one work-item, for the few behind whole bundles; null: masked bundles are as good.
    llvm::function_ref<void(const Item &)> single;
    /// The same inside of the bounds; null: the other does for these as well.
    llvm::function_ref<void(const Item &)> decidedSingle;
  };

  /// Run the work-item of a number in its row or frame block: any, and those inside of the bounds.
  struct Singles {
    CountBody any, decided;
  };

  /// Work-items of a row or of a frame block: [begin, end) are bundles of which those in
  /// [wholeBegin, wholeEnd) are inside of the bounds; behind them, those up to `decidedEnd` are so
  /// as well, and there is nothing to do from `last` on.
  struct RowParts {
    llvm::Value *begin, *wholeBegin, *wholeEnd, *decidedEnd, *last, *end;
  };

  void createFunction();
  void loadLaunch();
  llvm::Value *emitSmallLaunchTest();
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
  bool usesRow(const RegionBody &regionBody) const;
  std::uint32_t onlyNextRegion(const RegionBody &regionBody) const;
  RowBounds emitRowBounds(const RegionBody &regionBody, llvm::ArrayRef<llvm::Value *> uniforms,
                          llvm::Value *y, llvm::Value *z);
  llvm::SmallVector<llvm::Value *> regionOperands(llvm::ArrayRef<llvm::Value *> uniforms,
                                                  const Item &item);
  void emitRegionCall(unsigned region, const RegionBody &regionBody, llvm::Function *function,
                      llvm::ArrayRef<llvm::Value *> uniforms, const Item &item,
                      llvm::Value *mask = nullptr);
  void finishCall(unsigned region, llvm::Value *next, const Item &item, llvm::Value *mask);
  void finishBundleCall(unsigned region, llvm::Value *next, const Item &item, llvm::Value *mask,
                        unsigned lanes);
  void emitBundle(unsigned region, const RegionBody &regionBody,
                  llvm::ArrayRef<llvm::Value *> uniforms, const Item &item, llvm::Value *rest,
                  bool isWide);
  void emitDispatch(unsigned region, llvm::BasicBlock *done);
  void emitStep(unsigned split);
  void emitCollective(unsigned split);
  void emitBroadcast(unsigned split);
  void storeResult(unsigned split, llvm::Value *value);
  llvm::Value *loadOperand(unsigned split, unsigned position);
  llvm::Value *groupField(unsigned field);
  llvm::Value *countJoinedGroups(llvm::Value *number, llvm::Value *groupsAtOnce);
  llvm::Value *emitGroupsAtOnce();
  llvm::Value *emitRowsAtOnce();
  llvm::Value *countJoinedRows(llvm::Value *rowsAtOnce, llvm::Value *endRow);

  // Loops over work-items: group_loops.cpp.
  void emitLoop(llvm::Value *count, const llvm::Twine &name,
                llvm::function_ref<void(llvm::Value *)> body, llvm::StringRef mark = {});
  void emitItemLoops(bool needsFrame, ItemBody body, const Bundles *bundles = nullptr,
                     bool usesRow = true);
  void emitLanes(llvm::Value *count, const llvm::Twine &name, const Singles &singles,
                 const Bundles *bundles, const std::optional<RowBounds> &bounds,
                 IndexBody bundleBody);
  void emitWholeBundles(llvm::Value *begin, llvm::Value *end, const llvm::Twine &name,
                        const Bundles &bundles, IndexBody body);
  RowParts splitRow(llvm::Value *count, unsigned lanes, const RowBounds &bounds);
  void emitBoundedBundles(llvm::Value *count, const llvm::Twine &name, const Bundles &bundles,
                          const RowBounds &bounds, const Singles &singles, CountBody masked,
                          IndexBody body);
  void emitIf(llvm::Value *condition, const llvm::Twine &name, llvm::function_ref<void()> body,
              llvm::function_ref<void()> otherwise = nullptr);
  void emitLoopFrom(llvm::Value *begin, llvm::Value *end, std::uint64_t step,
                    const llvm::Twine &name, llvm::function_ref<void(llvm::Value *)> body,
                    bool mayUnroll = false);
  void emitUnfinishedItemLoops(ItemBody body);
  void emitUnlessFinished(const Item &item, llvm::function_ref<void()> body);
  llvm::Value *frameRow(llvm::Value *row);

  const RegionPlan &plan;
  llvm::ArrayRef<RegionCode> regions;
  bool joinsGroups;
  llvm::IRBuilder<> builder;
  llvm::Function *result = nullptr;
  llvm::Value *launch = nullptr;
  llvm::Value *worker = nullptr;
  llvm::Value *frame = nullptr;
  llvm::Value *frameItems = nullptr;
  /// Whether vector versions may run (value_ranges.h); null without any.
  llvm::Value *isSmallLaunch = nullptr;
  llvm::AllocaInst *groupValues = nullptr;
  llvm::AllocaInst *nextRegion = nullptr;
  llvm::SmallVector<llvm::Value *> arguments;
  llvm::SmallVector<llvm::BasicBlock *> regionBlocks;
  Triple globalSize{}, enqueuedSize{}, groupCount{}, groupId{}, localSize{};
  Triple joined{}; ///< the numbers of groups that run as one
};

} // namespace weft::compiler

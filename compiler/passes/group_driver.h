// Writes the work-group function around region functions; see work_group_function.h.
#pragma once

#include "compiler/passes/builtin_traits.h"
#include "compiler/passes/kernel_arguments.h"
#include "compiler/passes/region_functions.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

#include <array>

namespace weft::compiler {

class GroupDriver {
public:
  /// `vectorFunctions`: by region, the version for `lanes` work-items at a time, or null.
  GroupDriver(const RegionPlan &plan, llvm::ArrayRef<llvm::Function *> regionFunctions,
              llvm::ArrayRef<llvm::Function *> vectorFunctions, unsigned lanes)
      : plan(plan), regionFunctions(regionFunctions), vectorFunctions(vectorFunctions),
        lanes(lanes), builder(plan.kernel.getContext()) {}

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

  void createFunction();
  void loadLaunch();
  llvm::Value *emitSmallLaunchTest();
  void loadArguments();
  llvm::Value *loadField(llvm::Value *base, std::uint64_t offset, llvm::Type *type,
                         const llvm::Twine &name, unsigned alignment = 8);
  void emitGroupLoop();
  void finishCopies();
  void emitLocalSizes();
  void emitRegions(llvm::BasicBlock *done);
  void emitRegion(unsigned region);
  void emitRegionCall(unsigned region, llvm::Function *function,
                      llvm::ArrayRef<llvm::Value *> uniforms, const Item &item);
  void emitDispatch(unsigned region, llvm::BasicBlock *done);
  void emitStep(unsigned split);
  void emitCollective(unsigned split);
  void emitBroadcast(unsigned split);
  void storeResult(unsigned split, llvm::Value *value);
  llvm::Value *loadOperand(unsigned split, unsigned position);
  llvm::Value *groupField(unsigned field);

  void emitLoop(llvm::Value *count, const llvm::Twine &name,
                llvm::function_ref<void(llvm::Value *)> body);
  void emitItemLoops(bool needsFrame, ItemBody body, ItemBody bundleBody = nullptr);
  void emitLanes(llvm::Value *count, const llvm::Twine &name,
                 llvm::function_ref<void(llvm::Value *)> body,
                 llvm::function_ref<void(llvm::Value *)> bundleBody);
  void emitLoopFrom(llvm::Value *begin, llvm::Value *end, std::uint64_t step,
                    const llvm::Twine &name, llvm::function_ref<void(llvm::Value *)> body);
  void emitUnfinishedItemLoops(ItemBody body);
  void emitUnlessFinished(const Item &item, llvm::function_ref<void()> body);
  llvm::Value *frameRow(llvm::Value *row);

  const RegionPlan &plan;
  llvm::ArrayRef<llvm::Function *> regionFunctions;
  llvm::ArrayRef<llvm::Function *> vectorFunctions;
  unsigned lanes;
  llvm::IRBuilder<> builder;
  llvm::Function *result = nullptr;
  llvm::Value *launch = nullptr;
  llvm::Value *worker = nullptr;
  llvm::Value *frame = nullptr;
  llvm::Value *frameItems = nullptr;
  /// Rounds a number of work-items down to those that run in bundles.
  llvm::Value *bundleMask = nullptr;
  llvm::AllocaInst *groupValues = nullptr;
  llvm::AllocaInst *nextRegion = nullptr;
  llvm::SmallVector<llvm::Value *> arguments;
  llvm::SmallVector<llvm::BasicBlock *> regionBlocks;
  Triple globalSize{}, enqueuedSize{}, groupCount{}, groupId{}, localSize{};
};

} // namespace weft::compiler

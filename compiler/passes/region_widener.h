// Writes the vector version of a region function: one call runs VF work-items.
//
// The source is a scalar region function in bundle form (bundle_form.h). The result has the same
// parameters; those marked as lane parameters are the values of lane 0. Control flow is kept block
// by block: a uniform branch stays as it is; a divergent one runs the side that not all lanes skip
// if any lane is on it, under a mask; the latch of a divergent loop goes round while any lane is
// alive. Blocks hence never run with an empty mask, and uniform values stay scalars everywhere.
//
// Masks. A block that post-dominates its immediate dominator (that of the loop, where the dominator
// is in a loop that the block is not in) has that block's mask; any other has its incoming edges'.
// No mask at all means that all lanes are active. Masks are combined by selects, so that what
// inactive lanes compute, poison included, does not get into them.
//
// Values. A varying value is a vector. Beside it an integer or a pointer may have an *affine
// shape*: lane i holds base + i * stride modulo the width of the type, where `holds` (or always).
// The base is a scalar expression of its own without flags that could make it poison, as lane 0 may
// be inactive. Joins of divergent branches blend; values that leave a divergent loop are kept from
// the iteration in which their lane leaves.
//
// Memory. A contiguous affine access is one vector access, masked when lanes may be inactive; where
// its shape does not always hold, the other case is a gather or scatter; so is everything else. A
// store to a uniform address is made by the last active lane, as the scalar loop would leave it.
// Atomics, volatile accesses and calls run for each active lane in lane order; calls of functions
// without effects run for all lanes.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"

#include <optional>
#include <string>

namespace weft::compiler {

/// What stops or weighs against widening, with its place in the source.
struct WideningRemark {
  std::string text;
  llvm::DebugLoc place;
};

struct WideningStatistics {
  unsigned instructions = 0;    ///< varying ones
  unsigned laneLoops = 0;       ///< that run lane by lane
  unsigned scatteredAccess = 0; ///< gathers and scatters
};

class RegionWidener {
public:
  RegionWidener(llvm::Function &source, unsigned lanes, llvm::FunctionAnalysisManager &analyses);

  /// The vector version, or null with `remark()` set; the source is left alone.
  llvm::Function *run();
  const WideningRemark &remark() const { return problem; }
  const WideningStatistics &statistics() const { return counts; }

private:
  struct Affine {
    llvm::Value *base = nullptr;
    std::int64_t stride = 0;
    llvm::Value *holds = nullptr; ///< null: always
  };
  struct DivergentBranch {
    llvm::BasicBlock *side = nullptr;
    llvm::BasicBlock *join = nullptr;
    llvm::Value *mask = nullptr; ///< of the side
  };
  using LaneBody = llvm::function_ref<llvm::Value *(unsigned)>;

  // Control: region_widener.cpp.
  void createFunction();
  void widenBlock(llvm::BasicBlock &block);
  void createPhis(llvm::BasicBlock &block);
  void fillPhis();
  void fillBlend(llvm::PHINode &phi, llvm::PHINode &wide);
  llvm::Value *maskOf(llvm::BasicBlock &block);
  llvm::Value *edgeMask(llvm::BasicBlock *from, llvm::BasicBlock *to);
  llvm::Value *anyOf(llvm::Value *mask);
  llvm::Value *allLanes();
  void widenTerminator(llvm::Instruction &terminator);
  void widenSkip(llvm::BranchInst &branch, llvm::BasicBlock *join);
  void widenLatch(llvm::BranchInst &branch, llvm::Loop &loop);
  bool isDivergentLoop(const llvm::Loop &loop) const;
  void fail(const llvm::Twine &text, const llvm::Instruction *place = nullptr);

  // Values: lane_values.cpp.
  void widenInstruction(llvm::Instruction &instruction);
  void copyScalar(llvm::Instruction &instruction);
  bool varies(const llvm::Value *value) const;
  bool isWidenable(const llvm::Type *type) const;
  llvm::Type *wideType(llvm::Type *type) const;
  llvm::Value *scalarOf(llvm::Value *value);
  llvm::Value *vectorOf(llvm::Value *value);
  llvm::Value *laneOf(llvm::Value *value, unsigned lane);
  llvm::Value *stepVector(llvm::Type *type, std::int64_t stride);
  llvm::Value *widenIntrinsic(llvm::CallInst &call);
  llvm::Value *widenCall(llvm::CallInst &call);
  llvm::Value *widenArray(llvm::AllocaInst &array);
  llvm::Value *forEachLane(llvm::Instruction &instruction, bool onlyActive);

  // Shapes: lane_shapes.cpp.
  std::optional<Affine> affineOf(llvm::Value *value);
  std::optional<Affine> shapeOf(llvm::Instruction &instruction);
  std::optional<Affine> shapeOfExtension(llvm::Instruction &instruction, llvm::Type *narrow,
                                         llvm::Value *operand, bool isSigned);
  std::optional<Affine> shapeOfShiftRight(llvm::Instruction &instruction);
  std::optional<Affine> shapeOfAddress(llvm::GetElementPtrInst &address);
  std::optional<Affine> combined(llvm::BinaryOperator &operation, const Affine &first,
                                 const Affine &second);
  std::optional<Affine> extendedShape(llvm::Value *value, bool isSigned, unsigned depth = 0);
  std::optional<Affine> extendedInstruction(llvm::Instruction &instruction, bool isSigned,
                                            unsigned depth);
  llvm::Value *both(llvm::Value *first, llvm::Value *second);
  llvm::Value *noWrap(llvm::Value *base, std::int64_t stride, bool isSigned);

  // Memory: lane_memory.cpp.
  llvm::Value *widenLoad(llvm::LoadInst &load);
  void widenStore(llvm::StoreInst &store);
  llvm::Value *lastActiveLane(llvm::Value *value);

  llvm::Function &source;
  unsigned lanes;
  llvm::UniformityInfo &uniformity;
  llvm::DominatorTree &dominators;
  llvm::PostDominatorTree &postDominators;
  llvm::LoopInfo &loops;
  const llvm::DataLayout &layout;
  llvm::IRBuilder<> builder;
  llvm::Function *result = nullptr;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> scalars;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> vectors;
  llvm::DenseMap<const llvm::Value *, Affine> shapes;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> starts;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> ends;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::Value *> masks;
  llvm::DenseMap<const llvm::BasicBlock *, DivergentBranch> branches;
  llvm::SmallVector<std::pair<llvm::PHINode *, llvm::PHINode *>> phis;
  llvm::Value *mask = nullptr; ///< of the block being widened
  WideningRemark problem;
  bool failed = false;
  WideningStatistics counts;
};

} // namespace weft::compiler

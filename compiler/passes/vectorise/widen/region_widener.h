// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the vector version of a region function: one call runs VF work-items.
//
// The source is a scalar region function in canonical form (canonical_form.h). The result has the
// same parameters; those marked as lane parameters are the values of lane 0. It may take a mask as
// well: the lanes that run. It returns what the source returns, as a vector if that varies.
//
// Control. Blocks are laid out in a topological order that keeps loops together. A uniform branch
// stays a branch; a divergent one goes to the earlier of its targets, and the other one is
// *pending* until no pending block comes before it. What is pending is known for each block, as a
// superset; every jump goes to the earliest of the pending blocks and its target. So a block may be
// reached without lanes, and is then jumped over, unless it is so cheap and harmless that it just
// runs. The latch of a loop that lanes leave at different times goes round while any lane is in it.
//
// Masks. Each edge adds its lanes to a variable of the block where it ends, which takes them all
// and empties it. A block that post-dominates its immediate dominator (that of the loop, where the
// dominator is in a loop that the block is not in), and comes before a loop around both goes round,
// has that block's mask instead. No mask at all means that all lanes are active. Masks are combined
// by selects, so that what inactive lanes compute, poison included, does not get into them. Phis
// are variables too, into which every edge blends its lanes; SSA form is made at the end.
//
// Values. A varying value is a vector. Beside it an integer or a pointer may have an *affine
// shape*: lane i holds base + i * stride modulo the width of the type, where `holds` (or always).
// The base is a scalar expression of its own without flags that could make it poison, as lane 0 may
// be inactive.
//
// Values of vector types are scalar operations by now (gang_preparation.h), but for loads, stores,
// calls and bit casts, which see a list of components, each a vector over the lanes.
//
// Memory. A contiguous affine access is one vector access, masked when lanes may be inactive; lanes
// some elements apart and vectors are read and written with wide accesses and shuffles. Where the
// shape does not always hold, the other case is a gather or scatter; so is everything else. A
// store to a uniform address is made by the last active lane, as the scalar loop would leave it.
// Atomics, volatile accesses and calls run for each active lane in lane order; calls of functions
// without effects run for all lanes.
#pragma once

#include "compiler/passes/analysis/cost_model.h"
#include "compiler/passes/support/vector_stages.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassManager.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace weft::compiler {

/// What stops or weighs against widening, with its place in the source.
struct WideningRemark {
  std::string text;
  llvm::DebugLoc place;
};

/// What the vector version is made of; instructions in loops count several times.
struct WideningStatistics {
  unsigned instructions = 0;    ///< varying ones
  unsigned replicated = 0;      ///< that run lane by lane
  unsigned scatteredAccess = 0; ///< gathers and scatters

  /// Counts what came since `before` so many times more.
  void addTimes(const WideningStatistics &before, unsigned times) {
    instructions += (instructions - before.instructions) * times;
    replicated += (replicated - before.replicated) * times;
    scatteredAccess += (scatteredAccess - before.scatteredAccess) * times;
  }
};

class RegionWidener {
public:
  RegionWidener(llvm::Function &source, unsigned lanes, llvm::FunctionAnalysisManager &analyses,
                const VectorStages &stages, const CostModel &costs);

  /// The vector version, or null with `remark()` set; the source is left alone. With `takesMask` it
  /// has a last parameter that tells the active lanes, of which there must be one.
  llvm::Function *run(bool takesMask);
  const WideningRemark &remark() const { return problem; }
  const WideningStatistics &statistics() const { return counts; }

private:
  struct Affine {
    llvm::Value *base = nullptr;
    std::int64_t stride = 0;
    llvm::Value *holds = nullptr; ///< null: always
  };
  /// One value, or the components of a value of a vector type, each for all lanes.
  using Parts = llvm::SmallVector<llvm::Value *, 4>;
  /// A load or store; see widen_memory.cpp.
  struct Access {
    llvm::Value *address = nullptr; ///< in the source
    std::int64_t offset = 0;        ///< bytes to add to it
    llvm::Type *element = nullptr;
    std::int64_t bytes = 0; ///< of an element
    unsigned count = 1;     ///< of components
    llvm::Align alignment;
    unsigned pitch = 0;           ///< 0: not known; the following only otherwise
    llvm::Value *base = nullptr;  ///< of lane 0; of the last lane if reversed
    llvm::Value *holds = nullptr; ///< as in Affine
    bool isReversed = false;      ///< lanes go down
    bool isOwn = false;           ///< inactive lanes may be read and written back
  };

  // The context array of it all: region_widener.cpp.
  void createFunction(bool takesMask);
  void repairValues();
  void fail(const llvm::Twine &text, const llvm::Instruction *place = nullptr);

  // Control: linearisation.cpp.
  void orderBlocks();
  void setPending(const llvm::BasicBlock &at, const llvm::BasicBlock *block);
  llvm::BasicBlock *nextBlock(const llvm::BasicBlock &from,
                              llvm::ArrayRef<llvm::BasicBlock *> targets);
  bool exitsDivergently(const llvm::Loop &loop, const llvm::BasicBlock &exiting) const;
  bool isDivergentLoop(const llvm::Loop &loop) const;
  bool isHeader(const llvm::BasicBlock &block) const;
  bool alwaysFollows(const llvm::BasicBlock &block, const llvm::BasicBlock &above) const;
  const llvm::BasicBlock *blockAbove(const llvm::BasicBlock &block) const;
  void weigh(const llvm::Instruction &instruction, const WideningStatistics &before);
  void widenBlock(llvm::BasicBlock &block);
  llvm::Value *maskOf(llvm::BasicBlock &block);
  void guard(llvm::BasicBlock &block);
  llvm::Value *anyOf(llvm::Value *mask);
  llvm::Value *allLanes();
  llvm::Value *andMasks(llvm::Value *first, llvm::Value *second);
  llvm::AllocaInst *createVariable(llvm::Type *type, const llvm::Twine &name);
  llvm::AllocaInst *maskVariable(const llvm::BasicBlock &block);
  llvm::AllocaInst *phiVariable(const llvm::PHINode &phi);
  void emitEdge(llvm::BasicBlock &from, llvm::BasicBlock &to, llvm::Value *lanesHere);
  void goTo(llvm::BasicBlock &from, llvm::BasicBlock &to);
  void widenTerminator(llvm::Instruction &terminator);
  void widenReturn(llvm::ReturnInst &exit);
  void widenUniformBranch(llvm::BranchInst &branch);
  void widenDivergentBranch(llvm::BranchInst &branch);
  std::pair<llvm::Value *, llvm::Value *> splitCondition(llvm::Value *condition, bool isNegated);
  void widenLatch(llvm::BranchInst &branch, unsigned back);

  // Values: widen_values.cpp.
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
  bool prefetchTogether(llvm::CallInst &call);
  llvm::Value *widenArray(llvm::AllocaInst &array);
  void placeLaneArray(llvm::AllocaInst &array);
  bool placeLaneNumber(llvm::Instruction &instruction);
  llvm::Value *widenDivision(llvm::BinaryOperator &division); // widen_division.cpp
  bool needsNoGuard(const llvm::BinaryOperator &division) const;
  static llvm::BinaryOperator *guardedQuotient(const llvm::Value &value);
  static bool dividesAsReals(const llvm::BinaryOperator &division);
  llvm::Value *widenUpdate(llvm::AtomicRMWInst &update); // widen_atomics.cpp
  llvm::Value *ranks();
  llvm::Value *prefixSums(llvm::Value *values);

  // Lane by lane: replication.cpp.
  llvm::Instruction *cloneForLane(llvm::Instruction &instruction, unsigned lane);
  llvm::Value *replicate(llvm::Instruction &instruction, bool onlyActive);
  llvm::Value *replicateInLoop(llvm::Instruction &instruction);
  void emitReplicationLoop(llvm::function_ref<void(llvm::Value *)> body);
  std::function<llvm::Value *(llvm::Value *)> operandInLoop(llvm::Value *operand,
                                                            unsigned &slotNumber);
  llvm::AllocaInst *laneSlots(llvm::Type *element, unsigned number);
  void storeSlots(llvm::AllocaInst *slots, llvm::Value *vector);
  llvm::Value *loadSlots(llvm::AllocaInst *slots, llvm::Type *element);
  llvm::Value *slotOf(llvm::AllocaInst *slots, llvm::Value *lane);

  // Shapes: widen_strides.cpp.
  std::optional<Affine> affineOf(llvm::Value *value);
  std::optional<Affine> exactlyAffine(llvm::Value *value); ///< where it is so always
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
  std::optional<Affine> clampedShape(llvm::MinMaxIntrinsic &clamp, unsigned depth);
  llvm::Value *both(llvm::Value *first, llvm::Value *second);
  llvm::Value *noWrap(llvm::Value *base, std::int64_t stride, bool isSigned);

  // Values of vector types: widen_components.cpp.
  Parts componentsOf(llvm::Value *value);
  bool widenComponents(llvm::Instruction &instruction);
  llvm::Value *vectorInLane(llvm::Value *value, unsigned lane);
  Parts deinterleaved(llvm::Value *flat, unsigned count, unsigned pitch);
  llvm::Value *interleaved(llvm::ArrayRef<llvm::Value *> parts);

  // Memory: widen_memory.cpp.
  llvm::Value *widenLoad(llvm::LoadInst &load);
  void widenStore(llvm::StoreInst &store);
  std::optional<Access> accessOf(llvm::Value *address, llvm::Type *type, llvm::Align alignment);
  Parts eitherWay(llvm::Value *condition, llvm::function_ref<Parts()> likely,
                  llvm::function_ref<Parts()> otherwise);
  llvm::Value *allOf(llvm::Value *lanesMask);
  llvm::Value *activeBits();
  llvm::Value *lastActiveIndex();
  llvm::Value *lastActiveLane(llvm::Value *value);
  bool isOwnMemory(const llvm::Value &object, const Access &access) const;
  llvm::Value *addressesOf(const Access &access);
  llvm::Value *safeAddresses(const Access &access);
  Parts loadParts(const Access &access);
  Parts loadTogether(const Access &access);
  Parts loadScalarised(const Access &access);
  llvm::Value *loadContiguous(const Access &access);
  void storeParts(const Access &access, llvm::ArrayRef<llvm::Value *> parts);
  void storeScalarised(const Access &access, llvm::ArrayRef<llvm::Value *> parts);
  void storeFlat(const Access &access, llvm::Value *value);
  void storeSpread(const Access &access, llvm::Value *value);
  void storeContiguous(const Access &access, llvm::Value *value);

  llvm::Function &source;
  unsigned lanes;
  llvm::UniformityInfo &uniformity;
  llvm::DominatorTree &dominators;
  llvm::PostDominatorTree &postDominators;
  llvm::LoopInfo &loops;
  const llvm::DataLayout &layout;
  const CostModel &costs;
  const VectorStages stages;
  llvm::IRBuilder<> builder;
  llvm::Function *result = nullptr;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> scalars;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> vectors;
  llvm::DenseMap<const llvm::Value *, Affine> shapes;
  llvm::SmallVector<llvm::BasicBlock *> order;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> positions; ///< in the order
  std::vector<llvm::SmallBitVector> pending;                    ///< by position, of positions
  llvm::SmallBitVector everPending;
  /// Where a block's code begins, and where it goes on when it has lanes.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> starts, bodies;
  llvm::DenseMap<const llvm::Value *, Parts> components;     ///< of varying values of vector types
  llvm::SmallPtrSet<const llvm::AllocaInst *, 4> laneArrays; ///< private arrays, lane by lane
  llvm::DenseMap<const llvm::BasicBlock *, llvm::Value *> masks;
  /// Blocks that run without lanes as well.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> emptyBlocks;
  /// Blocks that have the mask of another one.
  llvm::SmallVector<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>> inherited;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::AllocaInst *> maskVariables;
  llvm::DenseMap<const llvm::PHINode *, llvm::AllocaInst *> phiVariables;
  llvm::SmallVector<llvm::AllocaInst *> variables;
  llvm::DenseMap<std::pair<llvm::Type *, unsigned>, llvm::AllocaInst *> laneSlotArrays;
  unsigned laneCopies = 0; ///< of instructions that run lane by lane without a loop
  llvm::Value *entryMask = nullptr;
  llvm::Value *mask = nullptr; ///< of the block being widened
  bool mayBeEmpty = false;     ///< that mask
  bool returnsLanes = false;
  WideningRemark problem;
  bool failed = false;
  WideningStatistics counts;
};

} // namespace weft::compiler

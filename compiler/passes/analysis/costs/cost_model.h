// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cost of code on the target, for the vectoriser. Limits of passes: support/limits.h.
//
// The model asks LLVM's TargetTransformInfo (TTI) for register widths, for the memory accesses that
// the CPU has instructions for, and for the cost of each instruction. TTI sees the scalar code of
// one work-item; the model answers for vectors over lanes. So it overrides TTI here:
//
// Memory accesses:
// - AVX2's gathers do not count as gathers (hasGather). TTI allows them on some CPUs. Measured on
//   Zen 3, in ns per 32-bit element: with all lanes active, the gather takes 0.60, and loads with
//   inserts take 0.36. Under masks, a gather with 32-bit indices takes 0.53, and loads with safe
//   addresses for inactive lanes 0.75; but data from outside the first-level cache take 1.6 to 1.9
//   by the gather, which hardly overlaps with others, and 1.1 to 1.4 by loads.
// - AVX-512's gathers count, as TTI says, except on machines whose microcode has made them slow
//   (interface/target/arch/x86/gather_mitigation.h): Skylake to Ice Lake and Rocket Lake, of which
//   none was measured; Intel advises loads with inserts there. Sapphire and Emerald Rapids, Zen 4
//   and Zen 5 are not affected. Where data decide, launches time both versions.
// - Some server CPUs use 512-bit registers where LLVM prefers 256 bits (preferredVectorBits). They
//   run two 512-bit operations a cycle, and their clock hardly falls.
//
// Divisions of 32-bit integers (dividesInDouble):
// - Zen 5 divides eight doubles in 4 cycles (measured). Other CPUs with AVX-512 take 10 to 16, more
//   than the second step in float. On Zen 3, which divides four doubles at a time, a quotient of
//   32-bit integers takes 0.8 to 0.9 of the time of two steps in float (measured). TTI gives one
//   cost for all CPUs with the same vectors.
//
// Divisions of 64-bit integers by one number for all lanes (lanesOfInverse):
// - On one thread of Zen 3, a lane takes 1.0 ns by a product with the number's inverse and 2.7 ns
// by
//   a division, with a store of the quotient (measured). The latencies of what computes the inverse
//   add up to some 50 cycles, so it pays for 8 lanes, or where a loop divides by it.
//
// Speculated code (speculationCost); TTI's throughput is the cost of everything else:
// - No instruction is free. TTI returns 0 for addresses and extensions that a scalar access folds;
//   in lanes each is an instruction.
// - An intrinsic costs at least 2. TTI returns 1 for some, if the CPU has a scalar instruction;
//   vectors of other types take several.
// - A product with a power of two costs 2. TTI returns 10 or more, as for a call.
// - A load costs 3. TTI returns 1; in lanes a load has a mask or is a gather.
// - An integer division, or a floating-point remainder, costs 40. TTI returns 1 to 4 for scalars
//   and 160 for <8 x i32>. The widener divides 32-bit integers in floating point, with some 20
//   instructions, and most wider integers lane by lane.
// - A floating-point division or root costs 6 on every CPU. TTI returns 3 to 32, the throughput of
//   code with nothing but divisions; one division among other operations overlaps with them.
//
// Latency-bound loops (timingOf); TTI's latency and throughput apply to everything else:
// - Only addresses and phis are free. TTI returns a throughput of 0 for extensions and branches
//   too, which are instructions in lanes.
// - An integer division, or a floating-point remainder, has a latency of 12 cycles and occupies a
//   unit for 12. TTI returns a latency of 4 and a throughput of 1 to 3.
// - An integer product has a latency of 8 and occupies a unit for 2. TTI returns the scalar
//   product's 4 and 1; the vector product of 32-bit integers takes 10 and 2 on Intel's CPUs.
// - A product with a power of two is a conversion and an operation. TTI treats it as a call.
// - A load has a latency of 6, that of vectors in the first-level cache. TTI returns 4.
// - A floating-point sum has a latency of 4. TTI returns 3 for x86-64-v2, that of the first CPUs of
//   this level; its code mostly runs on later ones.
// - A fused operation has a latency of 4, and so has the library's reciprocal root. TTI returns 1
//   for the former, as for any single-instruction intrinsic, and cannot know the latter.
#pragma once

#include "compiler/passes/analysis/costs/target_features.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

#include <optional>

namespace weft::compiler {

/// The costs of one function's code. Costs and budgets are in cheap vector operations.
class CostModel {
public:
  /// `target` must outlive the model.
  CostModel(const llvm::TargetTransformInfo &target, const TargetFeatures &features)
      : target(target), features(features) {}

  // Memory. The widener emits other code for accesses that the CPU has no instruction for: LLVM
  // would expand them into one branch per lane.

  /// Whether there are masked loads and stores of neighbouring elements.
  bool hasMaskedAccess(llvm::Type &element) const;
  /// Whether masked stores cost little more than unmasked ones.
  bool hasCheapMaskedStores(llvm::Type &element) const;
  bool hasGather(llvm::Type &element) const;
  bool hasScatter(llvm::Type &element) const;
  /// Whether a 16-byte atomic exchange takes about as long as one of a word.
  bool exchangesSixteenBytes() const { return features.exchangesSixteenBytes(); }

  /// Whether one instruction permutes the bytes of two registers.
  bool permutesBytes() const { return features.permutesBytes(); }

  /// Of the target's vector registers.
  unsigned registerBits() const;
  unsigned registerCount() const;

  /// Whether 32-bit divisions in lanes are faster by one division in double than by two steps in
  /// float.
  bool dividesInDouble() const { return features.dividesDoublesFast(); }
  /// Lanes that divide 64-bit integers by one number for which its inverse is computed.
  static constexpr unsigned lanesOfInverse = 8;
  /// Whether it converts vectors of doubles to 64-bit integers.
  bool convertsToLongs() const { return features.convertsToLongs(); }

  // Speculation: running code for lanes that are not in its block.

  /// The maximum cost of all sides of a divergent branch that becomes selects.
  static constexpr unsigned sidesBudget = 16;
  /// The maximum cost of the rest of an iteration for lanes that have left the loop: it is free
  /// while other lanes continue.
  static constexpr unsigned iterationBudget = 48;
  /// The maximum cost of a block that runs without a test of its mask: that of the test and its
  /// branch.
  static constexpr unsigned unguardedBudget = 10;

  /// Nothing if the instruction must not run for lanes outside its block.
  std::optional<unsigned> speculationCost(const llvm::Instruction &instruction) const;
  /// The sum for a block without its phis and its terminator.
  std::optional<unsigned> speculationCost(const llvm::BasicBlock &block) const;

  // Weights of code.

  /// The estimated frequency of a block relative to the function's entry.
  static unsigned loopWeight(const llvm::BasicBlock &block, const llvm::LoopInfo &loops);

  /// The instructions reachable from one side of a branch but not from the other.
  static std::size_t sideWeight(llvm::BasicBlock &side, llvm::BasicBlock &other);

  struct Timing {
    unsigned latency; ///< cycles until the result is available
    unsigned work;    ///< cycles during which a unit is occupied
  };
  /// Vector execution units of CPUs. Filling the smallest number justifies spilling values.
  static constexpr unsigned fewestUnits = 2, mostUnits = 4;
  Timing timingOf(const llvm::Instruction &instruction) const;

  // Vectorisation factors.

  /// More gangs at once would not fit in registers.
  static constexpr unsigned gangLimit = 4;
  /// The latency of an iteration above which out-of-order execution does not fill the units with
  /// later ones, and the operations that those of several gangs may have.
  static constexpr unsigned lookAhead = 40, shortLoop = 32;
  /// The latency of a block that justifies spilling values of a second gang.
  static constexpr unsigned longChain = 200;
  /// Operations that take as long as an atomic update of global memory; under contention the update
  /// takes many more.
  static constexpr unsigned atomicUpdateCost = 32;
  /// Operations of a region that does little but read and write global memory.
  static constexpr unsigned streamLimit = 8;

  // The size of code, in instructions.

  /// A function that is inlined into regions at every call.
  static constexpr unsigned inlineLimit = 400;
  /// A region including everything inlined into it.
  static constexpr unsigned regionLimit = 6000;
  /// A region including larger inlined functions.
  static constexpr unsigned largeInlinesLimit = regionLimit / 2;
  /// A vector version: replication multiplies code, and LLVM's passes are quadratic in its size.
  static constexpr unsigned versionLimit = 5 * regionLimit;
  /// A work-group function; the regions of larger ones become separate functions.
  static constexpr unsigned functionLimit = 4000;
  /// The loops over the work-items of a region.
  static constexpr unsigned regionLoopsSize = 100;
  /// Vector versions of a region, per scalar instruction.
  static constexpr unsigned versionGrowth = 2;
  /// The additional allowance for the versions of a region, and for those of all regions of a
  /// kernel.
  static constexpr unsigned regionAllowance = 1000;
  static constexpr unsigned kernelAllowance = 4 * regionAllowance;
  /// A region that is a short exchange through local memory.
  static constexpr unsigned exchangeLimit = 16;

  /// What instruction selection makes of shuffles beyond one instruction each, where records of
  /// that many components are split for `lanes`, and where they are joined.
  std::uint64_t splitGrowth(llvm::Type &element, unsigned components, unsigned lanes) const;
  std::uint64_t joinGrowth(llvm::Type &element, unsigned components, unsigned lanes) const;

  // Whether to vectorise.

  /// The weight of an integer division by a variable in a gang, relative to a cheap instruction.
  static constexpr unsigned divisionWeight = 10;
  /// The cost of one lane of a gather, a scatter or a loop over lanes.
  static constexpr unsigned laneCost = 3;
  /// The cost of a gang of `vf` work-items if `replicated` of `all` varying instructions are
  /// replicated for each lane; that many single work-items cost vf * all.
  static std::uint64_t gangCost(std::uint64_t all, std::uint64_t replicated, unsigned vf);
  /// Whether a gang of `vf` work-items is clearly faster than that many single work-items, if
  /// `replicated` of `all` varying instructions are replicated for each lane.
  /// `quick` others are too, but take a lane no longer than a single work-item.
  static bool isWorthwhile(std::uint64_t all, std::uint64_t replicated, unsigned vf,
                           std::uint64_t quick = 0);
  /// Whether it may be far faster, as there would be time for this many operations while a single
  /// work-item waits for its own stores (dependence_chains.h).
  static bool isWorthTrying(std::uint64_t all, std::uint64_t replicated, std::uint64_t waiting,
                            unsigned vf);
  /// Whether the estimate may be wrong: a gang would not be faster if lanes took three times as
  /// long, or single work-items a third of the estimate.
  static bool isDoubtful(std::uint64_t all, std::uint64_t replicated, unsigned vf) {
    return gangCost(all, replicated, vf) * 3 > all * vf;
  }
  /// How many instructions for `vf` work-items are clearly fewer than those of that many single
  /// ones.
  static constexpr std::uint64_t fewerThanSingle(std::uint64_t scalarInstructions, unsigned vf) {
    return scalarInstructions * vf * 4 / 5;
  }

  /// Never invalidated.
  bool invalidate(llvm::Function &, const llvm::PreservedAnalyses &,
                  llvm::FunctionAnalysisManager::Invalidator &) {
    return false;
  }

private:
  unsigned ask(const llvm::Instruction &instruction,
               llvm::TargetTransformInfo::TargetCostKind kind) const;
  unsigned latencyOf(const llvm::Instruction &instruction) const;

  const llvm::TargetTransformInfo &target;
  TargetFeatures features;
};

/// The instruction budget for the vector versions of a kernel's regions: build time grows with
/// them. A small region may have versions of many times its size, a large one only of a few times,
/// and the regions of a kernel share an additional allowance.
class VersionsBudget {
public:
  /// For all versions of a region with this many scalar instructions.
  std::uint64_t limitOf(std::uint64_t scalarInstructions) const;
  /// For a single version. In latency-bound loops, many lanes justify the allowance of a second
  /// region.
  std::uint64_t limitOfOne(std::uint64_t scalarInstructions, bool isLatencyBound) const;
  /// Deducts a region's versions.
  void take(std::uint64_t scalarInstructions, std::uint64_t versionInstructions);

private:
  std::uint64_t allowance = CostModel::kernelAllowance;
};

/// In bits, for a CPU with this LLVM name; 0 if LLVM's own choice is good.
unsigned preferredVectorBits(llvm::StringRef cpu);

/// The model for passes: `analyses.getResult<CostModelAnalysis>(function)`.
class CostModelAnalysis : public llvm::AnalysisInfoMixin<CostModelAnalysis> {
public:
  using Result = CostModel;
  CostModel run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  friend llvm::AnalysisInfoMixin<CostModelAnalysis>;
  static llvm::AnalysisKey Key;
};

/// Prints the model's view of each function: print<weft-costs>.
class CostModelPrinterPass : public llvm::PassInfoMixin<CostModelPrinterPass> {
public:
  explicit CostModelPrinterPass(llvm::raw_ostream &stream) : stream(stream) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &stream;
};

} // namespace weft::compiler

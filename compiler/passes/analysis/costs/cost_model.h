// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What code costs on the target: the vectoriser asks here. Limits of passes: support/limits.h.
//
// The model asks LLVM's TargetTransformInfo (TTI) for the width of registers, for the memory
// accesses that the CPU has instructions for, and for the cost of each instruction. TTI sees the
// scalar code of one work-item; the model answers for vectors over lanes. So it overrules TTI here:
//
// Memory accesses:
// - AVX2's gathers do not count as gathers (hasGather). TTI allows them on some CPUs. Measured on
//   Zen 3, in ns for an element of 32 bits: with all lanes active, the gather takes 0.60, and loads
//   with inserts take 0.36. Under masks, a gather by 32-bit numbers takes 0.53, and loads with
//   addresses chosen for inactive lanes 0.75; but data from beyond the first-level cache take 1.6
//   to 1.9 by the gather, which hardly overlaps with others, and 1.1 to 1.4 by loads.
// - Some server CPUs use 512-bit registers where LLVM prefers 256 bits (preferredVectorBits). They
//   run two 512-bit operations a cycle, and their clock hardly falls.
//
// Divisions of 32-bit integers (dividesInDouble):
// - Zen 5 divides eight doubles in 4 cycles (measured). Other CPUs with AVX-512 take 10 to 16, more
//   than the second step in float. On Zen 3, which divides four doubles at a time, a quotient of
//   32-bit integers takes 0.8 to 0.9 of the time of two steps in float (measured). TTI gives one
//   cost for all CPUs with the same vectors.
//
// Speculated code (speculationCost); TTI's throughput is the cost of everything else:
// - No instruction is free. TTI gives 0 for addresses and extensions that a scalar access folds; in
//   lanes each is an instruction.
// - An intrinsic costs at least 2. TTI gives 1 to some, where the CPU has an instruction for the
//   scalar; vectors of other types take several.
// - A product with a power of two costs 2. TTI gives 10 or more, as for a call.
// - A load costs 3. TTI gives 1; in lanes a load has a mask or is a gather.
// - An integer division, or a floating-point remainder, costs 40. TTI gives 1 to 4 for scalars and
//   160 for <8 x i32>. The widener divides 32-bit integers as floating-point numbers, with some 20
//   instructions, and wider integers lane by lane.
// - A floating-point division or root costs 6 on every CPU. TTI gives 3 to 32, the throughput of
//   code with nothing but divisions; one division among other operations overlaps with them.
//
// Loops that wait for their own results (timingOf); TTI's latency and throughput hold for
// everything else:
// - Only addresses and phis are free. TTI gives the throughput 0 for extensions and branches too,
//   which are instructions in lanes.
// - An integer division, or a floating-point remainder, has a latency of 12 cycles and occupies a
//   unit for 12. TTI gives the latency 4 and the throughput 1 to 3.
// - An integer product has a latency of 8 and occupies a unit for 2. TTI gives the scalar product's
//   4 and 1; the vector product of 32-bit integers takes 10 and 2 on Intel's CPUs.
// - A product with a power of two is a conversion and an operation. TTI takes it for a call.
// - A load has a latency of 6, that of vectors in the first-level cache. TTI gives 4.
// - A floating-point sum has a latency of 4. TTI gives 3 for x86-64-v2, that of the first CPUs of
//   this level; its code mostly runs on later ones.
// - A fused operation has a latency of 4, and so has the library's reciprocal root. TTI gives 1 for
//   the former, as for any intrinsic that is one instruction, and cannot know the latter.
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

  // Memory. What the CPU has no instruction for is done otherwise by the widener: LLVM would expand
  // it into one branch for each lane.

  /// Whether there are masked loads and stores of neighbouring elements.
  bool hasMaskedAccess(llvm::Type &element) const;
  /// Whether masked stores cost little more than plain ones.
  bool hasCheapMaskedStores(llvm::Type &element) const;
  bool hasGather(llvm::Type &element) const;
  bool hasScatter(llvm::Type &element) const;
  /// Whether an atomic exchange of 16 bytes takes about the time of one of a word.
  bool exchangesSixteenBytes() const { return features.exchangesSixteenBytes(); }

  /// Whether one instruction picks any bytes of two registers.
  bool permutesBytes() const { return features.permutesBytes(); }

  /// Of the target's vector registers.
  unsigned registerBits() const;
  unsigned registerCount() const;

  /// Whether lanes divide numbers of 32 bits faster by a division in double than by two steps in
  /// float.
  bool dividesInDouble() const { return features.dividesDoublesFast(); }
  /// Whether it converts vectors of doubles to integers of 64 bits.
  bool convertsToLongs() const { return features.convertsToLongs(); }

  // Speculation: running code for lanes that are not in its block.

  /// What all sides of a divergent branch may cost that become selects.
  static constexpr unsigned sidesBudget = 16;
  /// What the rest of an iteration may cost that runs for lanes that have left the loop: nothing is
  /// lost while other lanes go on.
  static constexpr unsigned iterationBudget = 48;
  /// What a block may cost that runs without a test of its mask: the test and its branch cost as
  /// much.
  static constexpr unsigned unguardedBudget = 10;

  /// Nothing where the instruction must not run for lanes that are not in its block.
  std::optional<unsigned> speculationCost(const llvm::Instruction &instruction) const;
  /// The sum for a block without its phis and its terminator.
  std::optional<unsigned> speculationCost(const llvm::BasicBlock &block) const;

  // Weights of code.

  /// Says that a block hardly ever runs.
  static void markRare(llvm::BasicBlock &block);
  /// How often a block runs for one time that the function does, by estimate; 0: hardly ever.
  static unsigned loopWeight(const llvm::BasicBlock &block, const llvm::LoopInfo &loops);

  /// The instructions that run behind one side of a branch and not behind the other one.
  static std::size_t sideWeight(llvm::BasicBlock &side, llvm::BasicBlock &other);

  struct Timing {
    unsigned latency; ///< cycles until the result is there
    unsigned work;    ///< cycles of a unit
  };
  /// Of a CPU, for vectors. What fills the fewest is worth memory for values without a register.
  static constexpr unsigned fewestUnits = 2, mostUnits = 4;
  Timing timingOf(const llvm::Instruction &instruction) const;

  // Vectorisation factors.

  /// More gangs at once would not keep their values in registers.
  static constexpr unsigned gangLimit = 4;
  /// The latency of an iteration beyond which the CPU does not fill its units with the next ones,
  /// and the operations that those of several gangs may have.
  static constexpr unsigned lookAhead = 40, shortLoop = 32;
  /// The latency of a block that may keep values of a second gang in memory.
  static constexpr unsigned longChain = 200;
  /// Operations that take as long as an atomic update of global memory; where CPUs contend for the
  /// address, the update takes many more.
  static constexpr unsigned atomicUpdateCost = 32;
  /// Operations of a region that does little but read global memory and write it.
  static constexpr unsigned streamLimit = 8;

  // The size of code, in instructions.

  /// A function that is inlined into a region wherever that calls it.
  static constexpr unsigned inlineLimit = 400;
  /// A region with all that is inlined into it.
  static constexpr unsigned regionLimit = 6000;
  /// A region with larger functions that are inlined into it.
  static constexpr unsigned largeInlinesLimit = regionLimit / 2;
  /// A vector version: replicated code multiplies, and LLVM's passes take time in the square of it.
  static constexpr unsigned versionLimit = 5 * regionLimit;
  /// A work-group function; the regions of larger ones become functions of their own.
  static constexpr unsigned functionLimit = 4000;
  /// The loops over the work-items of a region.
  static constexpr unsigned regionLoopsSize = 100;
  /// Vector versions of a region, for each of its scalar instructions.
  static constexpr unsigned versionGrowth = 2;
  /// What the versions of a region may have beyond that, and those of all regions of a kernel.
  static constexpr unsigned regionAllowance = 1000;
  static constexpr unsigned kernelAllowance = 4 * regionAllowance;
  /// A region that is a short exchange through local memory.
  static constexpr unsigned exchangeLimit = 16;

  /// The size of a version as instruction selection finds it: shuffles count as many as they
  /// become.
  std::uint64_t codeSize(const llvm::Function &version) const;

  // Whether to vectorise.

  /// What an integer division by a variable counts in a gang, beside a cheap instruction.
  static constexpr unsigned divisionWeight = 10;
  /// What one lane of a gather, a scatter or a loop over the lanes costs.
  static constexpr unsigned laneCost = 3;
  /// What a gang of `vf` work-items takes if of `all` varying instructions so many are `replicated`
  /// for each lane; that many single work-items take vf * all.
  static std::uint64_t gangCost(std::uint64_t all, std::uint64_t replicated, unsigned vf);
  /// Whether a gang of `vf` work-items takes clearly less time than that many work-items, if of
  /// `all` varying instructions so many are `replicated` for each lane.
  static bool isWorthwhile(std::uint64_t all, std::uint64_t replicated, unsigned vf);
  /// Whether it may take far less time, as there would be room for so many operations while a
  /// single work-item waits for what it has stored (dependence_chains.h).
  static bool isWorthTrying(std::uint64_t all, std::uint64_t replicated, std::uint64_t waiting,
                            unsigned vf);
  /// Whether the estimate may be wrong: what a gang saves would not make up for lanes that take
  /// three times as long, or single work-items that take a third of what is thought.
  static bool isDoubtful(std::uint64_t all, std::uint64_t replicated, unsigned vf) {
    return gangCost(all, replicated, vf) * 3 > all * vf;
  }
  /// How many instructions for `vf` work-items are clearly fewer than those of as many single ones.
  static constexpr std::uint64_t fewerThanSingle(std::uint64_t scalarInstructions, unsigned vf) {
    return scalarInstructions * vf * 4 / 5;
  }

  /// The result depends on nothing that passes change.
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

/// The instructions that the vector versions of a kernel's regions may have: the time of a build
/// grows with them. A small region may have versions of many times its size, a large one only of a
/// few times, and the regions of a kernel share what goes beyond.
class VersionsBudget {
public:
  /// For all versions of a region with so many scalar instructions.
  std::uint64_t limitOf(std::uint64_t scalarInstructions) const;
  /// For a version that is the only one. Where loops wait for their own results, many lanes are
  /// worth the allowance of a second region.
  std::uint64_t limitOfOne(std::uint64_t scalarInstructions, bool isLatencyBound) const;
  /// Takes what a region's versions use.
  void take(std::uint64_t scalarInstructions, std::uint64_t versionInstructions);

private:
  std::uint64_t allowance = CostModel::kernelAllowance;
};

/// In bits, of a CPU that LLVM knows by this name; 0 where LLVM's own choice is good.
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

/// Prints what the model says of each function: print<weft-costs>.
class CostModelPrinterPass : public llvm::PassInfoMixin<CostModelPrinterPass> {
public:
  explicit CostModelPrinterPass(llvm::raw_ostream &stream) : stream(stream) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &stream;
};

} // namespace weft::compiler

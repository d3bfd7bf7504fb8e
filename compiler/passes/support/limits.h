// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The limits of passes: where each stops, in one table by units, with the reason.
//
// Passes ask here. What code costs on the target, and the sizes of regions and their versions, are
// questions to the cost model (analysis/costs/cost_model.h).
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::compiler::limits {

// Instructions.

/// Of a block after splitting. LLVM's code generation takes time in the square of a block.
inline constexpr unsigned blockSize = 1000;
/// A function of so many goes without what takes time in the square of its size.
inline constexpr unsigned hugeFunction = 10'000;
/// A kernel of so many, with all that is inlined, keeps functions. Before optimisation most of them
/// move private variables: a region of a third of this size is not vectorised (regionLimit).
inline constexpr std::uint64_t hugeKernel = 20'000;
/// A function of fewer costs less than its call.
inline constexpr std::uint64_t leastFunction = 40;
/// A function with the address of a private array that is inlined, before optimisation: as large
/// as one that regions inline (inlineLimit).
inline constexpr unsigned arrayHelper = 400;
/// What such functions may add to a kernel: it stays a region that is vectorised (regionLimit).
inline constexpr unsigned arrayHelpersGrowth = 6000;
/// A kernel whose loops over private arrays are unrolled: half of what a region may have.
inline constexpr std::size_t arrayLoops = 3000;
/// Likewise of loops over records.
inline constexpr std::size_t recordLoops = 3000;
/// A kernel whose loops with barriers are unrolled: each round has regions of its own.
inline constexpr std::size_t barrierLoops = 600;
/// A function whose loops of image reads are unrolled.
inline constexpr unsigned imageLoops = 1000;
/// The estimate of an unrolled loop that is larger than anything.
inline constexpr std::size_t uncountable = 1 << 20;
/// A group-stride loop that has a copy for lanes.
inline constexpr unsigned groupStrideLoop = 200;
/// A loop of a row block: each row has a copy of what depends on it.
inline constexpr unsigned rowBlockBody = 48;
/// A loop that is unrolled for its loads: unrolled code of a longer body costs more than what is
/// left of the loads.
inline constexpr unsigned successiveLoadsBody = 64;
/// Copies for lanes in a region, of which a sixteenth or a quarter belong to one instruction.
inline constexpr unsigned replicated = 256;
/// Arithmetic that is done again for one lane; longer one is rare.
inline constexpr unsigned laneScalars = 24;
/// What computes the coordinates of a read and moves in front of others.
inline constexpr unsigned imageCoordinates = 16;
/// Between a loop that copies and the next split.
inline constexpr unsigned copyReach = 64;

// Steps of a search from a value to what it is made of, which ends there without a result.

/// Through expressions of ids, bounds and addresses. Those of kernels are shorter.
inline constexpr unsigned valueDepth = 8;
/// Where each step looks at several operands, or at more than one value.
inline constexpr unsigned shortValueDepth = 6;
/// Through the counter and the addresses of a loop that copies.
inline constexpr unsigned copyDepth = 10;
/// From a value to the comparison of a loop.
inline constexpr unsigned loopBoundDepth = 3;
/// Of an index that comes from memory.
inline constexpr unsigned indexSteps = 32;
/// Through the flow of a record.
inline constexpr unsigned recordSteps = 1000;
/// Uses of an array; one with more counts as escaping.
inline constexpr unsigned captureUses = 1000;

// Numbers of things.

/// Blocks between a block and the one that dominates it.
inline constexpr unsigned pathBlocks = 32;
/// Blocks that all work-items go through to the end of a region.
inline constexpr unsigned uniformPath = 8;
/// Arms whose accesses are made once. Blocks with more belong to switches, whose arms differ.
inline constexpr unsigned mergedArms = 8;
/// Loads of an arm that are compared; more are in arms that are long, in vain.
inline constexpr unsigned mergedLoads = 32;
/// Barriers of unrolled loops: each makes a region.
inline constexpr std::size_t barriersUnrolled = 16;
/// Elements of a private array that become values; more vectors than registers stay in memory.
inline constexpr std::uint64_t arrayScalars = 32;
/// How deep functions with the address of a private array call each other.
inline constexpr unsigned arrayHelperNesting = 4;
/// Rounds of a loop over records; longer ones gain little from straight code.
inline constexpr unsigned recordRounds = 32;
/// Rounds of a loop that LLVM does not vectorise for a single work-item.
inline constexpr unsigned elementwiseRounds = 8;
/// Rounds of a loop that has no constant number, by estimate.
inline constexpr std::size_t unknownRounds = 8;
/// Places where records end in a function; more would take long, and hardly flow whole.
inline constexpr unsigned recordEnds = 64;
/// Likewise uses of a record.
inline constexpr unsigned recordUses = 64;
/// Reads that one call does, and that unrolling makes of a loop.
inline constexpr unsigned imageReads = 32;
/// Components of a texel that are gathered without a routine: one for whole texels has fewer
/// loads.
inline constexpr unsigned directWords = 2;
/// Terms of a side of a comparison: their sums fit in 64 bits.
inline constexpr unsigned comparedTerms = 8;
/// Neighbouring accesses that become one.
inline constexpr unsigned adjacentRun = 8;
/// Stores that are compared in pairs; who exchanges elements has few.
inline constexpr std::size_t overlappingStores = 16;
/// A known divisor that makes rows of work-items: shorter ones are no whole gang.
inline constexpr std::int64_t shortestRow = 16;
/// Rounds of a loop from which on LLVM tests for overlaps.
inline constexpr unsigned versionedRounds = 16;
/// Of a region whose code for more lanes is too large.
inline constexpr unsigned fewestLanes = 4;
/// Registers up to which choosing between them is quicker than memory.
inline constexpr unsigned permutedRegisters = 4;
/// Of 16 registers, those that hold the constants of a loop.
inline constexpr std::size_t constantsInRegisters = 6;
/// Groupings of the terms of a loop's bases from which on strength reduction takes milliseconds.
/// Below it makes use of what bases have in common, such as neighbouring rows.
inline constexpr unsigned baseGroupings = 100;
/// Iterations that prefetches reach ahead.
inline constexpr unsigned prefetchedIterations = 16;
/// Elements of an array that are copied without a loop.
inline constexpr std::uint64_t unrolledElements = 64;

// Bytes.

/// A private array that stays on the stack of a thread; larger ones would exceed a default stack.
inline constexpr std::uint64_t stackArray = 2048;
/// Likewise all of a kernel together.
inline constexpr std::uint64_t stackArrays = 8192;
/// Private memory of a work-item that lives across barriers; the context array has it for
/// WEFT_CONTEXT_LANES work-items at least.
inline constexpr std::uint64_t privateMemory = 4096;
/// A record that is read as a whole.
inline constexpr std::int64_t recordBytes = 1024;
/// The largest vector type, which is as far aligned.
inline constexpr unsigned bounceBuffer = 128;
/// How far prefetches reach ahead: enough for memory to answer, and little of the first-level
/// cache. With longer steps, as in loops over rows, the next gangs access the memory ahead.
inline constexpr std::int64_t prefetchedBytes = 1024;
/// How far loops with non-temporal stores read ahead: the CPU's prefetcher ends at a page.
inline constexpr std::int64_t readAheadBytes = 4096;
/// A smaller store has no useful non-temporal form.
inline constexpr std::uint64_t streamedStore = 16;
/// A loop that writes less in an iteration is the remainder of a wider one.
inline constexpr std::uint64_t streamedLoop = 32;

// Cheap operations.

/// What it may cost to compute a value again before a slot is cheaper.
inline constexpr unsigned recomputation = 64;

} // namespace weft::compiler::limits

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The limits of passes, in one table ordered by units, with their reasons.
//
// The cost of code on the target, and the sizes of regions and their versions, belong to the cost
// model (analysis/costs/cost_model.h).
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::compiler::limits {

// Instructions.

/// A block after splitting. LLVM's code generation is quadratic in the size of a block.
inline constexpr unsigned blockSize = 1000;
/// A function of this size skips passes that are quadratic in its size.
inline constexpr unsigned hugeFunction = 10'000;
/// A kernel of this size, including inlined functions, keeps functions. Before optimisation most
/// instructions access private variables: a region of a third of this size is not vectorised
/// (regionLimit).
inline constexpr std::uint64_t hugeKernel = 20'000;
/// A smaller function costs less than its call.
inline constexpr std::uint64_t minKeptFunction = 40;
/// A function with the address of a private array that is inlined, before optimisation: as large as
/// those that regions inline (inlineLimit).
inline constexpr unsigned arrayHelper = 400;
/// How much such functions may add to a kernel, so that it remains a vectorised region
/// (regionLimit).
inline constexpr unsigned arrayHelpersGrowth = 6000;
/// A function with fully unrolled loops: half of what a region may have.
inline constexpr std::size_t fullUnroll = 3000;
/// A kernel whose loops with barriers are unrolled: each iteration has its own regions.
inline constexpr std::size_t barrierLoops = 600;
/// A function whose loops of image reads are unrolled.
inline constexpr unsigned imageLoops = 1000;
/// The estimate of an unrolled loop that is larger than anything.
inline constexpr std::size_t uncountable = 1 << 20;
/// A group-stride loop that has a copy for lanes.
inline constexpr unsigned groupStrideLoop = 200;
/// A loop of a row block: each row has a copy of what depends on it.
inline constexpr unsigned rowBlockBody = 48;
/// A loop that is unrolled for its loads: unrolled code of a longer body costs more than the
/// remaining loads.
inline constexpr unsigned successiveLoadsBody = 64;
/// Copies for lanes in a region, of which one instruction gets a sixteenth or a quarter.
inline constexpr unsigned replicated = 256;
/// Arithmetic that is repeated for one lane; longer chains are rare.
inline constexpr unsigned laneScalars = 24;
/// The coordinates of a read that are computed before other reads.
inline constexpr unsigned imageCoordinates = 16;

// Steps of a search through operands, which ends there without a result.

/// Through expressions of ids, bounds and addresses. Those of kernels are shorter.
inline constexpr unsigned valueDepth = 8;
/// If each step examines several operands, or several values.
inline constexpr unsigned shortValueDepth = 6;
/// From a value to the terms of its affine form. Shared operands are visited once.
inline constexpr unsigned affineDepth = 16;
/// From a value to the comparison of a loop.
inline constexpr unsigned loopBoundDepth = 3;
/// Of an index loaded from memory.
inline constexpr unsigned indexSteps = 32;
/// Through the data flow of a record.
inline constexpr unsigned recordSteps = 1000;
/// Uses of an array; one with more counts as escaping.
inline constexpr unsigned captureUses = 1000;

// Counts.

/// Blocks between a block and its dominator.
inline constexpr unsigned pathBlocks = 32;
/// Blocks that all work-items pass up to the end of a region.
inline constexpr unsigned uniformPath = 8;
/// Arms whose accesses are merged. Larger numbers belong to switches, whose arms differ.
inline constexpr unsigned mergedArms = 8;
/// Loads of an arm that are compared; long arms have more, in vain.
inline constexpr unsigned mergedLoads = 32;
/// Barriers of unrolled loops: each makes a region.
inline constexpr std::size_t barriersUnrolled = 16;
/// Elements of a private array that become values; more vectors than registers stay in memory.
inline constexpr std::uint64_t arrayScalars = 32;
/// Call depth of functions with the address of a private array.
inline constexpr unsigned arrayHelperNesting = 4;
/// Iterations of a loop over records; longer ones gain little from unrolling.
inline constexpr unsigned recordRounds = 32;
/// Iterations of a loop that LLVM does not vectorise for a single work-item.
inline constexpr unsigned elementwiseRounds = 8;
/// Estimated iterations of a loop without a constant trip count.
inline constexpr std::size_t unknownRounds = 8;
/// Ends of records in a function; more would take long, and rarely flow as a whole.
inline constexpr unsigned recordEnds = 64;
/// Likewise uses of a record.
inline constexpr unsigned recordUses = 64;
/// Reads performed by one call, and resulting from unrolling a loop.
inline constexpr unsigned imageReads = 32;
/// Components of a texel that are gathered without a routine: a routine for whole texels has fewer
/// loads.
inline constexpr unsigned directWords = 2;
/// Terms of an affine form; sums of terms of 32 bits with factors of 16 fit in 64 bits.
inline constexpr unsigned affineTerms = 8;
/// Adjacent accesses that become one.
inline constexpr unsigned adjacentRun = 8;
/// Stores that are compared in pairs; exchanges of elements have few.
inline constexpr std::size_t overlappingStores = 16;
/// A known divisor that makes rows of work-items: shorter ones are no whole gang.
inline constexpr std::int64_t shortestRow = 16;
/// Iterations from which on LLVM tests for overlaps.
inline constexpr unsigned versionedRounds = 16;
/// For a region whose code for more lanes is too large.
inline constexpr unsigned fewestLanes = 4;
/// Registers up to which selecting among them is faster than memory.
inline constexpr unsigned permutedRegisters = 4;
/// Of 16 registers, those that may hold the constants of a loop.
inline constexpr std::size_t constantsInRegisters = 6;
/// Accesses of a loop over gangs that is strength-reduced. A stencil of doubles with a tile in
/// local memory has more; strength reduction alone would take a third of its build.
inline constexpr std::size_t reducedAccesses = 8;
/// The prefetch distance in iterations.
inline constexpr unsigned prefetchedIterations = 16;
/// Elements of an array that are copied without a loop.
inline constexpr std::uint64_t unrolledElements = 64;

/// Blocks of a function that code generation optimises. Some of its passes are quadratic in them:
/// 5,000 lines of one branch each take 7.5 seconds of a CPU, half of them in these passes, and
/// 20,000 lines more than a minute.
inline constexpr std::size_t optimisedBlocks = 8000;

/// Regions of a kernel with vector versions. Each takes 10 milliseconds of a CPU, 4 without lanes.
inline constexpr std::size_t vectorisedRegions = 500;

// Loops times instructions.

/// Of a function, for passes that walk over it for each loop, which take some 0.4 seconds of a CPU
/// per million.
inline constexpr std::uint64_t loopWork = 5'000'000;

// Bytes.

/// A private array that stays on a thread's stack; larger ones would overflow a default stack.
inline constexpr std::uint64_t stackArray = 2048;
/// Likewise the total of a kernel.
inline constexpr std::uint64_t stackArrays = 8192;
/// A work-item's private memory that is live across barriers; the context array holds it for at
/// least WEFT_CONTEXT_LANES work-items.
inline constexpr std::uint64_t privateMemory = 4096;
/// A record that is read as a whole.
inline constexpr std::int64_t recordBytes = 1024;
/// The largest vector type, which has the largest alignment.
inline constexpr unsigned bounceBuffer = 128;
/// The prefetch distance: enough for memory latency, and a small part of the first-level cache.
/// With longer steps, as in loops over rows, the next gangs access the memory ahead.
inline constexpr std::int64_t prefetchedBytes = 1024;
/// The prefetch distance of loops with non-temporal stores: the CPU's prefetcher stops at a page.
inline constexpr std::int64_t readAheadBytes = 4096;
/// A smaller store has no useful non-temporal form.
inline constexpr std::uint64_t streamedStore = 16;
/// A loop that writes less per iteration is the remainder of a wider one.
inline constexpr std::uint64_t streamedLoop = 32;

// Cheap operations.

/// The maximum cost of recomputing a value; above it a slot is cheaper.
inline constexpr unsigned recomputation = 64;

} // namespace weft::compiler::limits

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executing an ND-range: splits the work-groups over an arena's threads and gives each thread its
// local-memory and spill block.
#pragma once

#include "device/kernel_abi_checks.h"
#include "device/launch/printf.h"
#include "device/threads/arena.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace weft::device {

class LoadedCode;
class VersionTrials;

struct NdRange {
  std::uint32_t dimensions = 1;
  std::array<std::uint64_t, 3> offset{0, 0, 0};
  std::array<std::uint64_t, 3> globalSize{1, 1, 1};
  std::array<std::uint64_t, 3> localSize{1, 1, 1};
};

/// Code of a kernel.
struct KernelVersion {
  const weft_kernel_description *kernel = nullptr;
  /// Its program, for fault messages; null if there are none (Module::code).
  const LoadedCode *code = nullptr;
  /// Of a version with lanes that may be slower than others, as long as the code; or null.
  VersionTrials *trials = nullptr;
};

/// A kernel whose code a better version may replace during a launch.
class KernelVersions {
public:
  /// The newest loaded version, which stays loaded; all take the same arguments. Cheap enough for
  /// polling; thread-safe. Null if there is none. `nanoseconds`: how long a launch has run since
  /// its last poll; the longer launches run, the more urgent is a better version.
  virtual const KernelVersion *newest(std::uint64_t nanoseconds) noexcept = 0;
  /// About how long a compiler with its own CPU still needs for a better version, in nanoseconds; 0
  /// if none is being generated, or it takes longer than expected. Thread-safe.
  virtual std::uint64_t nanosecondsToBetter() noexcept = 0;

protected:
  ~KernelVersions() = default;
};

struct Launch {
  KernelVersion version;
  NdRange range;
  /// The packed argument block, aligned to WEFT_BLOCK_ALIGNMENT; local arguments are offsets.
  const unsigned char *arguments = nullptr;
  /// Static local variables plus local arguments, in bytes.
  std::uint64_t localMemoryBytes = 0;
  /// Bit k: argument k is a buffer of at least streamFromBytes().
  std::uint32_t largeBuffers = 0;
  /// The source of better versions; null if none is expected.
  KernelVersions *versions = nullptr;
  PrintfOutput output;
  bool zeroesLocalMemory = false; ///< for each work-group
  /// When true, no further work-group begins, and the launch is complete; may be null.
  const std::atomic<bool> *isCancelled = nullptr;
  /// The answers to a kernel that enqueues others, and their context; null if none does.
  weft_enqueue_function *enqueue = nullptr;
  void *enqueueContext = nullptr;
  /// Of a checked kernel, for as long as the launch runs; null for others.
  const weft_checks *checks = nullptr;
  /// Called on the thread of each group when that has run, with its local memory, if local memory
  /// is zeroed; or null.
  void (*afterGroup)(void *context, unsigned char *localMemory) noexcept = nullptr;
  void *afterGroupContext = nullptr;
  /// Groups run one after the other on the calling thread: in the order of their numbers, or in
  /// another one that `groupOrder` chooses unless it is 0.
  bool isSequential = false;
  std::uint64_t groupOrder = 0;
};

enum class LaunchStatus { Complete, OutOfMemory, Stopped };

/// Runs the launch and returns when every work-group is complete and its printf output is written.
/// May be called from any thread, also concurrently. A range without work-items is complete
/// immediately. If the result is OutOfMemory, which includes an uncountable number of groups, no
/// group has run. Stopped: a kernel lacked private memory; some groups have run partially or not at
/// all. The host's floating-point modes do not affect the kernel.
LaunchStatus run(Arena &arena, const Launch &launch);

/// How many work-items a range has; saturating.
std::uint64_t workItemsOf(const NdRange &range) noexcept;

/// How many groups of a local size a range has; saturating.
std::uint64_t groupsOf(const NdRange &range,
                       const std::array<std::uint64_t, 3> &localSize) noexcept;

/// Computed before a launch begins, for its version, its range and the arena's concurrency; of code
/// without lanes also from how long work-items have taken.
struct LaunchPlan {
  std::array<std::uint64_t, 3> localSize; ///< that of the running work-items
  std::uint64_t contextBytes;
};
LaunchPlan planOf(const Arena &arena, const Launch &launch) noexcept;
/// The same as above, for repeated launches; of versions with trials, this one runs.
LaunchStatus run(Arena &arena, const Launch &launch, const LaunchPlan &plan);

/// The time of a launch of this range on one thread, according to the kernel's recent launches;
/// infinity if there were none. Thread-safe; takes a few nanoseconds.
float expectedNanoseconds(const weft_kernel_description &kernel, const NdRange &range) noexcept;

/// Bytes of stack that a thread needs to run the kernel: its functions' frames, and space for the C
/// library, for printing and for the host's signal handlers. ~0 on overflow.
std::uint64_t stackBytes(const weft_kernel_description &kernel);

/// The dimensions of the range in the kernel's own order: the lane dimension first.
std::array<std::uint32_t, 3> dimensionOrder(const weft_kernel_description &kernel);

/// Bytes of spill block that a group of this local size needs; ~0 on overflow.
std::uint64_t contextBytes(const weft_kernel_description &kernel,
                           const std::array<std::uint64_t, 3> &localSize);

/// Whether code for this local size alone would be much faster than the general code: a group has
/// few work-items along the lanes, and more elsewhere, so that gangs would rarely be whole, or
/// loops over them rarely iterate; or groups are small, and the code between the kernel's barriers
/// becomes straight-line code (compiler/passes/normalise/loops/barrier_loops.cpp). Such code
/// is for whole groups only.
bool gainsFromKnownSize(const weft_kernel_description &kernel, const NdRange &range) noexcept;

/// Whether the range has ids for which the kernel's lanes are too narrow, as in code for all
/// launches, and would be wide enough in code for such launches alone (WEFT_WIDE_LAUNCH_LIMIT).
bool needsWideIds(const weft_kernel_description &kernel, const NdRange &range) noexcept;

/// The local size for a range whose kernel does not depend on groups (WEFT_KERNEL_ANY_GROUPS): that
/// of the range, or one with more work-items along the lanes, so that vectors are full and memory
/// accesses contiguous over longer distances; or one of whole gangs, or a smaller one if there
/// would be too few groups for even shares. It need not divide the range along the lanes. Without
/// lanes only groups of short work-items are joined: `itemNanoseconds`, 0 if unknown.
std::array<std::uint64_t, 3> reshapedLocalSize(const weft_kernel_description &kernel,
                                               const NdRange &range, std::size_t threads,
                                               float itemNanoseconds = 0);

/// The same for a launch whose code may be replaced between groups (KernelVersions): smaller if
/// there would be few groups, as each may take long in its initial code.
std::array<std::uint64_t, 3> replaceableLocalSize(const weft_kernel_description &kernel,
                                                  const NdRange &range, std::size_t threads,
                                                  float itemNanoseconds = 0);

/// The local size if the host gives none (clEnqueueNDRangeKernel, local_work_size NULL): divides
/// the global size, is at most `maxItems`, leaves work for every thread, and fills lanes.
std::array<std::uint64_t, 3> chooseLocalSize(const weft_kernel_description &kernel,
                                             const NdRange &range, std::size_t maxItems,
                                             std::size_t threads);

} // namespace weft::device

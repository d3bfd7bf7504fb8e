// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executing an ND-range: splits the work-groups over an arena's threads and gives each thread its
// local-memory and spill block.
#pragma once

#include "device/kernel_abi.h"
#include "device/launch/printf.h"
#include "device/threads/arena.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace weft::device {

class LoadedCode;
class VersionTrial;

struct NdRange {
  std::uint32_t dimensions = 1;
  std::array<std::uint64_t, 3> offset{0, 0, 0};
  std::array<std::uint64_t, 3> globalSize{1, 1, 1};
  std::array<std::uint64_t, 3> localSize{1, 1, 1};
};

/// Code of a kernel.
struct KernelVersion {
  const weft_kernel_description *kernel = nullptr;
  /// Its program, for messages about faults; null where there are none (Module::code).
  const LoadedCode *code = nullptr;
  /// For kernels with WEFT_KERNEL_HAS_SCALAR_VERSION, for as long as the code; null: lanes run.
  VersionTrial *trial = nullptr;
};

/// A kernel whose code a better version may replace while a launch runs.
class KernelVersions {
public:
  /// The newest version that is loaded, which stays; all take the same arguments. Cheap enough to
  /// ask now and then; thread-safe. Null where there is none. `nanoseconds`: what a launch has run
  /// since it asked last; the longer launches run, the more a better version is wanted.
  virtual const KernelVersion *newest(std::uint64_t nanoseconds) noexcept = 0;
  /// About how long a compiler with a processor of its own still takes to make a better version,
  /// in nanoseconds; 0 where none is being made, or it takes longer than was thought. Thread-safe.
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
  /// Where a better version may come from; null where none is expected.
  KernelVersions *versions = nullptr;
  PrintfOutput output;
  bool zeroesLocalMemory = false; ///< for each work-group
  /// When it is true, no further work-group begins, and the launch is complete; may be null.
  const std::atomic<bool> *isCancelled = nullptr;
  /// What a kernel that enqueues others asks, and the context of that; null where none does.
  weft_enqueue_function *enqueue = nullptr;
  void *enqueueContext = nullptr;
};

enum class LaunchStatus { Complete, OutOfMemory, Stopped };

/// Runs the launch and returns when every work-group is done and its printf output is written.
/// May be called from any thread; several launches may run at once. A range without work-items is
/// complete at once. Before OutOfMemory, which also stands for more groups than can be counted, no
/// group has run. Stopped: a kernel had no room for its private memory; some groups have run in
/// part or not at all. The host's floating-point modes do not reach the kernel.
LaunchStatus run(Arena &arena, const Launch &launch);

/// What a launch works out before it begins. It is the same whenever the same version runs on the
/// same range in an arena of the same concurrency.
struct LaunchPlan {
  std::array<std::uint64_t, 3> localSize; ///< what the work-items run with
  std::uint64_t contextBytes;
};
LaunchPlan planOf(const Arena &arena, const Launch &launch) noexcept;
/// The same as above, for launches that are repeated.
LaunchStatus run(Arena &arena, const Launch &launch, const LaunchPlan &plan);

/// What a launch of this range takes on one thread, by the kernel's last launches; infinity where
/// there were none. Thread-safe, and costs a few nanoseconds.
float expectedNanoseconds(const weft_kernel_description &kernel, const NdRange &range) noexcept;

/// Bytes of stack that a thread needs to run the kernel: what its functions take, and room for the
/// C library's, for printing and for signal handlers of the host. ~0 on overflow.
std::uint64_t stackBytes(const weft_kernel_description &kernel);

/// The dimensions of the range in the kernel's own order: that of the lanes is the first.
std::array<std::uint32_t, 3> dimensionOrder(const weft_kernel_description &kernel);

/// Bytes of spill block that a group of this local size needs; ~0 on overflow.
std::uint64_t contextBytes(const weft_kernel_description &kernel,
                           const std::array<std::uint64_t, 3> &localSize);

/// Whether code for this local size alone would be much faster than the kernel's code for every
/// size: a group has few work-items along the lanes, and more elsewhere, so that gangs would hardly
/// be whole, or loops over them hardly go round; or groups are small, and what is between the
/// kernel's barriers becomes straight code
/// (compiler/passes/normalise/loops/barrier_loops.cpp). Such code is for whole groups alone.
bool gainsFromKnownSize(const weft_kernel_description &kernel, const NdRange &range) noexcept;

/// The local size to run a range with whose kernel cannot see groups (WEFT_KERNEL_ANY_GROUPS): that
/// of the range, or one with more work-items along the lanes, where vectors are full and memory is
/// accessed in longer stretches; or one of whole gangs, or a smaller one, where there would be too
/// few groups to share out evenly. It need not divide the range along the lanes.
std::array<std::uint64_t, 3> reshapedLocalSize(const weft_kernel_description &kernel,
                                               const NdRange &range, std::size_t threads);

/// The same for a launch that better code may take over between groups (KernelVersions): smaller
/// where there would be few groups, as each of them may take long in the code that it begins with.
std::array<std::uint64_t, 3> replaceableLocalSize(const weft_kernel_description &kernel,
                                                  const NdRange &range, std::size_t threads);

/// The local size to use when the host gives none (clEnqueueNDRangeKernel, local_work_size NULL):
/// divides the global size, is at most `maxItems`, leaves work for every thread, and fills lanes.
std::array<std::uint64_t, 3> chooseLocalSize(const weft_kernel_description &kernel,
                                             const NdRange &range, std::size_t maxItems,
                                             std::size_t threads);

} // namespace weft::device

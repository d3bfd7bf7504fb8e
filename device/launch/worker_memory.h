// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread's memory for the kernels that it runs: local memory, context array, and a stack if the
// thread's own is too small.
#pragma once

#include "device/kernel_abi.h"

#include <cstddef>
#include <cstdint>

namespace weft::device {

/// Page-aligned memory directly from the system, which only grows. Contents are not preserved.
class WorkerBlock {
public:
  /// A stack has an inaccessible page below it.
  enum class Use { Data, Stack };
  explicit WorkerBlock(Use use) : use(use) {}
  ~WorkerBlock() { free(); }
  WorkerBlock(const WorkerBlock &) = delete;
  WorkerBlock &operator=(const WorkerBlock &) = delete;

  /// False if out of memory; then the block is empty. Of a sparse block most pages stay untouched.
  bool reserve(std::uint64_t bytes, bool isSparse = false) noexcept;
  void free() noexcept;
  unsigned char *data() const { return memory; }
  std::uint64_t size() const { return capacity; }

private:
  const Use use;
  unsigned char *memory = nullptr;
  std::uint64_t capacity = 0;
};

/// One thread's blocks, kept from launch to launch.
class WorkerMemory {
public:
  /// The calling thread's; null if out of memory.
  static WorkerMemory *ofThread() noexcept;

  /// Reserves memory for a group's needs on this thread, from the current stack position down;
  /// false if out of memory. `hasItemStacks`: work-items have stacks in the context array.
  bool prepare(std::uint64_t localBytes, std::uint64_t contextBytes, std::uint64_t stackBytes,
               bool hasItemStacks) noexcept;
  /// Zeroes the local memory of the next group.
  void zeroLocal() noexcept;
  unsigned char *localMemory() const noexcept { return description.local_memory; }
  /// What kernels see of it.
  const weft_worker &worker() const noexcept { return description; }
  /// Runs groups with the prepared blocks.
  void run(weft_kernel_function *function, const weft_launch &launch, std::size_t first,
           std::size_t last) noexcept;
  /// Returns unusually large blocks to the system.
  void trim() noexcept;

private:
  WorkerBlock local{WorkerBlock::Use::Data}, contextArray{WorkerBlock::Use::Data},
      stack{WorkerBlock::Use::Stack};
  weft_copy_stream streams[WEFT_COPY_STREAMS]{};
  weft_worker description{};
  const unsigned char *stackBegin = nullptr, *stackEnd = nullptr; ///< the thread's
  bool changesStack = false;
};

} // namespace weft::device

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The blocks that a thread gives to the kernels it runs: local memory, context array, and a stack
// where the thread's own is too small.
#pragma once

#include "device/kernel_abi.h"

#include <cstddef>
#include <cstdint>

namespace weft::device {

/// Memory straight from the system, aligned to a page, that only grows. Contents are not kept.
class WorkerBlock {
public:
  /// A stack has an inaccessible page below it.
  enum class Use { Data, Stack };
  explicit WorkerBlock(Use use) : use(use) {}
  ~WorkerBlock() { free(); }
  WorkerBlock(const WorkerBlock &) = delete;
  WorkerBlock &operator=(const WorkerBlock &) = delete;

  /// False when there is no memory; then the block is empty.
  bool reserve(std::uint64_t bytes) noexcept;
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
  /// The calling thread's; null when there is no memory.
  static WorkerMemory *ofThread() noexcept;

  /// Makes room for a group's needs on this thread, from here on down; false when there is no
  /// memory.
  bool prepare(std::uint64_t localBytes, std::uint64_t contextBytes,
               std::uint64_t stackBytes) noexcept;
  /// Makes the local memory of the group that comes next zero.
  void zeroLocal() noexcept;
  /// Runs groups with the prepared blocks.
  void run(weft_kernel_function *function, const weft_launch &launch, std::size_t first,
           std::size_t last) noexcept;
  /// Gives unusually large blocks back to the system.
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

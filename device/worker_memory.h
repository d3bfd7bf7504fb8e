// The blocks that a thread gives to the kernels it runs: local memory and frame.
#pragma once

#include "device/kernel_abi.h"

#include <cstddef>
#include <cstdint>

namespace weft::device {

/// Memory straight from the system, aligned to a page, that only grows. Contents are not kept.
class WorkerBlock {
public:
  WorkerBlock() = default;
  ~WorkerBlock() { free(); }
  WorkerBlock(const WorkerBlock &) = delete;
  WorkerBlock &operator=(const WorkerBlock &) = delete;

  /// False when there is no memory; then the block is empty.
  bool reserve(std::uint64_t bytes) noexcept;
  void free() noexcept;
  unsigned char *data() const { return memory; }
  std::uint64_t size() const { return capacity; }

private:
  unsigned char *memory = nullptr;
  std::uint64_t capacity = 0;
};

/// One thread's blocks, kept from launch to launch.
class WorkerMemory {
public:
  static WorkerMemory &ofThread() noexcept;

  /// Makes room for a group's needs; false when there is no memory.
  bool prepare(std::uint64_t localBytes, std::uint64_t frameBytes) noexcept;
  /// The prepared blocks, for a kernel whose stack will lie below `stackTop`. What lies above it is
  /// the host's and may be a buffer (CL_MEM_USE_HOST_PTR), so it must not count as private.
  weft_worker *worker(const void *stackTop) noexcept;
  /// Gives unusually large blocks back to the system.
  void trim() noexcept;

private:
  WorkerBlock local, frame;
  weft_copy_stream streams[WEFT_COPY_STREAMS]{};
  weft_worker description{};
  const unsigned char *stackBegin = nullptr, *stackEnd = nullptr;
};

} // namespace weft::device

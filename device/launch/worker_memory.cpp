// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/launch/worker_memory.h"

#include "device/arch/stack_call.h"
#include "device/base/numbers.h"
#include "device/base/threads/per_thread.h"

#include <algorithm>
#include <cstring>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace weft::device {
namespace {

/// 4, 16 or 64 KiB.
std::uint64_t pageBytes() noexcept { return static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)); }
constexpr std::uint64_t smallestBlock = 64 << 10;
constexpr std::uint64_t hugePageBytes = 2 << 20;
/// A thread keeps no more than this of each kind between launches.
constexpr std::uint64_t largestKept = 64 << 20;

/// The calling thread's stack; an empty range if unknown.
void findStack(const unsigned char *&begin, const unsigned char *&end) {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes))
    return;
  void *address = nullptr;
  std::size_t bytes = 0;
  if (!pthread_attr_getstack(&attributes, &address, &bytes)) {
    begin = static_cast<const unsigned char *>(address);
    end = begin + bytes;
  }
  pthread_attr_destroy(&attributes);
}

} // namespace

bool WorkerBlock::reserve(std::uint64_t bytes, bool isSparse) noexcept {
  if (bytes <= capacity)
    return true;
  if (bytes > UINT64_MAX / 4)
    return false;
  free();
  const std::uint64_t size =
      roundUp(std::max(bytes, smallestBlock), bytes >= hugePageBytes ? hugePageBytes : pageBytes());
  const std::uint64_t guard = use == Use::Stack ? pageBytes() : 0;
  void *block =
      mmap(nullptr, guard + size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED)
    return false;
  if (guard)
    mprotect(block, guard, PROT_NONE);
  else if (size >= hugePageBytes)
    madvise(block, size, isSparse ? MADV_NOHUGEPAGE : MADV_HUGEPAGE);
  memory = static_cast<unsigned char *>(block) + guard;
  capacity = size;
  return true;
}

void WorkerBlock::free() noexcept {
  const std::uint64_t guard = use == Use::Stack ? pageBytes() : 0;
  if (memory)
    munmap(memory - guard, guard + capacity);
  memory = nullptr;
  capacity = 0;
}

WorkerMemory *WorkerMemory::ofThread() noexcept { return PerThread<WorkerMemory>::get(); }

bool WorkerMemory::prepare(std::uint64_t localBytes, std::uint64_t contextBytes,
                           std::uint64_t stackBytes, bool hasItemStacks) noexcept {
  // Vector code reads, and writes back, some bytes before and after local memory.
  if (!local.reserve(localBytes + 2 * WEFT_BLOCK_ALIGNMENT) ||
      !contextArray.reserve(std::max<std::uint64_t>(contextBytes, 1), hasItemStacks))
    return false;
  if (!stackEnd)
    findStack(stackBegin, stackEnd);
  // The space left on a foreign stack (a coroutine's) is unknown.
  const auto *here = static_cast<const unsigned char *>(__builtin_frame_address(0));
  const bool isKnown = here >= stackBegin && here < stackEnd;
  changesStack = !isKnown || stackBytes > static_cast<std::uint64_t>(here - stackBegin);
  if (changesStack && !stack.reserve(stackBytes))
    return false;
  description.local_memory = local.data() + WEFT_BLOCK_ALIGNMENT;
  description.local_memory_bytes = localBytes;
  description.context_array = contextArray.data();
  description.context_array_bytes = contextBytes;
  description.streams = streams;
  return true;
}

void WorkerMemory::run(weft_kernel_function *function, const weft_launch &launch, std::size_t first,
                       std::size_t last) noexcept {
  if (changesStack) {
    description.stack_begin = stack.data();
    description.stack_end = stack.data() + stack.size();
    weft_call_on_stack(&launch, first, last, &description, function, stack.data() + stack.size());
    return;
  }
  // Memory above belongs to the host and may be a buffer (CL_MEM_USE_HOST_PTR), so it must not
  // count as private.
  description.stack_begin = stackBegin;
  description.stack_end = static_cast<const unsigned char *>(__builtin_frame_address(0));
  function(&launch, first, last, &description);
}

void WorkerMemory::zeroLocal() noexcept {
  std::memset(description.local_memory, 0, description.local_memory_bytes);
}

void WorkerMemory::trim() noexcept {
  if (local.size() > largestKept)
    local.free();
  if (contextArray.size() > largestKept)
    contextArray.free();
  if (stack.size() > largestKept)
    stack.free();
}

} // namespace weft::device

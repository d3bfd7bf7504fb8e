// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.10: native kernels, C functions of the host that run as commands.
#include "icd/api/queue/command.h"
#include "icd/core/context/checked/command_races.h"
#include "icd/core/context/function_operation.h"

#include <cstring>
#include <limits>
#include <vector>

using namespace weft;
using namespace weft::icd;

namespace {

using NativeFunction = void(CL_CALLBACK *)(void *);

/// The function's argument: a copy of the host's block, in which the handles of buffers are
/// replaced by the addresses of their storage.
struct NativeCall {
  NativeFunction function;
  std::unique_ptr<std::max_align_t[]> block;
  std::vector<Ref<Memory>> buffers;

  cl_int operator()(device::Arena &) noexcept {
    noteThatHostMayHaveSeenAll();
    for (const Ref<Memory> &buffer : buffers)
      buffer->noteWrites();
    function(block.get());
    return CL_SUCCESS;
  }
};

cl_int checkArguments(NativeFunction function, const void *block, size_t blockBytes,
                      cl_uint bufferCount, const cl_mem *buffers, const void **places) {
  bool valid = function && (block || (blockBytes == 0 && bufferCount == 0)) &&
               !(block && blockBytes == 0) && (bufferCount != 0) == (buffers != nullptr) &&
               (bufferCount != 0) == (places != nullptr);
  return valid ? CL_SUCCESS : CL_INVALID_VALUE;
}

} // namespace

CL_API_ENTRY cl_int CL_API_CALL clEnqueueNativeKernel(cl_command_queue handle,
                                                      NativeFunction function, void *block,
                                                      size_t blockBytes, cl_uint bufferCount,
                                                      const cl_mem *buffers, const void **places,
                                                      cl_uint waitCount, const cl_event *waitList,
                                                      cl_event *event) {
  return enqueueing(handle, waitCount, waitList, event, [&](const CommandSlot &slot) -> cl_int {
    if (cl_int error = checkArguments(function, block, blockBytes, bufferCount, buffers, places))
      return error;
    NativeCall call{function, nullptr, {}};
    if (block) {
      size_t units = (blockBytes + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t);
      call.block = std::make_unique<std::max_align_t[]>(units);
      std::memcpy(call.block.get(), block, blockBytes);
    }
    for (cl_uint i = 0; i < bufferCount; ++i) {
      Memory *buffer = nullptr;
      if (cl_int error = findBuffer(slot.queue, buffers[i], buffer))
        return error == CL_INVALID_CONTEXT ? CL_INVALID_CONTEXT : CL_INVALID_MEM_OBJECT;
      auto offset = static_cast<const char *>(places[i]) - static_cast<const char *>(block);
      if (offset < 0 || static_cast<size_t>(offset) > blockBytes ||
          blockBytes - static_cast<size_t>(offset) < sizeof(void *))
        return CL_INVALID_VALUE;
      void *storage = buffer->data();
      std::memcpy(reinterpret_cast<char *>(call.block.get()) + offset, &storage, sizeof(storage));
      call.buffers.emplace_back(buffer);
    }
    return slot.queue.enqueue(
        CL_COMMAND_NATIVE_KERNEL,
        makeOperation(std::move(call), std::numeric_limits<float>::infinity()), slot.waitList,
        event);
  });
}

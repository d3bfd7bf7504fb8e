// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests of command buffers share: the functions by their names, and command buffers made
// in one call.
#pragma once

#include "icd/api/command_buffer/names.h"
#include "tests/api/fixture.h"

#include <numeric>

namespace weft::test {

using SyncPoint = cl_sync_point_khr;

template <class Function> void findExtensionFunction(const char *name, Function *&function) {
  function =
      reinterpret_cast<Function *>(clGetExtensionFunctionAddressForPlatform(platform(), name));
  EXPECT_NE(function, nullptr) << name;
}

/// The functions that no loader exports, as the newest revision declares them.
struct CommandBufferFunctions {
  decltype(&icd::clCreateCommandBufferKHR) create;
  decltype(&icd::clRetainCommandBufferKHR) retain;
  decltype(&icd::clReleaseCommandBufferKHR) release;
  decltype(&icd::clFinalizeCommandBufferKHR) finalize;
  decltype(&icd::clEnqueueCommandBufferKHR) enqueue;
  decltype(&icd::clGetCommandBufferInfoKHR) info;
  decltype(&icd::clCommandBarrierWithWaitListKHR) barrier;
  decltype(&icd::clCommandCopyBufferKHR) copyBuffer;
  decltype(&icd::clCommandCopyBufferRectKHR) copyBufferRect;
  decltype(&icd::clCommandCopyBufferToImageKHR) copyBufferToImage;
  decltype(&icd::clCommandCopyImageKHR) copyImage;
  decltype(&icd::clCommandCopyImageToBufferKHR) copyImageToBuffer;
  decltype(&icd::clCommandFillBufferKHR) fillBuffer;
  decltype(&icd::clCommandFillImageKHR) fillImage;
  decltype(&icd::clCommandNDRangeKernelKHR) kernel;
  decltype(&icd::clCommandSVMMemcpyKHR) copyMemory;
  decltype(&icd::clCommandSVMMemFillKHR) fillMemory;
  decltype(&icd::clUpdateMutableCommandsKHR) update;
  decltype(&icd::clGetMutableCommandInfoKHR) commandInfo;
  decltype(&icd::clRemapCommandBufferKHR) remap;

  static const CommandBufferFunctions &get() {
    static const CommandBufferFunctions functions = [] {
      CommandBufferFunctions found{};
      findExtensionFunction("clCreateCommandBufferKHR", found.create);
      findExtensionFunction("clRetainCommandBufferKHR", found.retain);
      findExtensionFunction("clReleaseCommandBufferKHR", found.release);
      findExtensionFunction("clFinalizeCommandBufferKHR", found.finalize);
      findExtensionFunction("clEnqueueCommandBufferKHR", found.enqueue);
      findExtensionFunction("clGetCommandBufferInfoKHR", found.info);
      findExtensionFunction("clCommandBarrierWithWaitListKHR", found.barrier);
      findExtensionFunction("clCommandCopyBufferKHR", found.copyBuffer);
      findExtensionFunction("clCommandCopyBufferRectKHR", found.copyBufferRect);
      findExtensionFunction("clCommandCopyBufferToImageKHR", found.copyBufferToImage);
      findExtensionFunction("clCommandCopyImageKHR", found.copyImage);
      findExtensionFunction("clCommandCopyImageToBufferKHR", found.copyImageToBuffer);
      findExtensionFunction("clCommandFillBufferKHR", found.fillBuffer);
      findExtensionFunction("clCommandFillImageKHR", found.fillImage);
      findExtensionFunction("clCommandNDRangeKernelKHR", found.kernel);
      findExtensionFunction("clCommandSVMMemcpyKHR", found.copyMemory);
      findExtensionFunction("clCommandSVMMemFillKHR", found.fillMemory);
      findExtensionFunction("clUpdateMutableCommandsKHR", found.update);
      findExtensionFunction("clGetMutableCommandInfoKHR", found.commandInfo);
      findExtensionFunction("clRemapCommandBufferKHR", found.remap);
      return found;
    }();
    return functions;
  }
};

inline cl_int releaseCommandBuffer(cl_command_buffer_khr commandBuffer) {
  return CommandBufferFunctions::get().release(commandBuffer);
}
using CommandBuffer = Handle<cl_command_buffer_khr, releaseCommandBuffer>;

class CommandBufferApi : public Api {
protected:
  const CommandBufferFunctions &cl = CommandBufferFunctions::get();

  CommandBuffer commandBuffer(std::vector<cl_command_queue> queues,
                              cl_command_buffer_flags_khr flags = 0) const {
    const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0};
    cl_int error = CL_SUCCESS;
    CommandBuffer made = cl.create(static_cast<cl_uint>(queues.size()), queues.data(),
                                   flags ? list : nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS) << errorName(error);
    return made;
  }
  CommandBuffer commandBuffer() const { return commandBuffer({queue}); }
  CommandBuffer mutableCommandBuffer() const {
    return commandBuffer({queue}, CL_COMMAND_BUFFER_MUTABLE_KHR);
  }

  cl_int record(cl_command_buffer_khr into, cl_kernel kernel, size_t items,
                SyncPoint *point = nullptr, cl_mutable_command_khr *handle = nullptr) const {
    return cl.kernel(into, nullptr, nullptr, kernel, 1, nullptr, &items, nullptr, 0, nullptr, point,
                     handle);
  }
  /// Replays on the command buffer's own queues.
  cl_int replay(cl_command_buffer_khr commandBuffer, cl_event *event = nullptr) const {
    return cl.enqueue(0, nullptr, commandBuffer, 0, nullptr, event);
  }
  cl_command_buffer_state_khr stateOf(cl_command_buffer_khr commandBuffer) const {
    return queried<cl_command_buffer_state_khr>(
        [&](auto... rest) { return cl.info(commandBuffer, CL_COMMAND_BUFFER_STATE_KHR, rest...); });
  }

  template <class... Values> void setArguments(cl_kernel kernel, const Values &...values) const {
    cl_uint index = 0;
    const auto set = [&](size_t size, const void *value) {
      EXPECT_EQ(clSetKernelArg(kernel, index++, size, value), CL_SUCCESS);
    };
    (set(sizeof values, &values), ...);
  }

  Memory ints(size_t count, int value = 0) const {
    const std::vector<int> contents(count, value);
    return session.buffer(count * sizeof(int), contents.data(),
                          CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR);
  }
  std::vector<int> read(cl_mem memory, size_t count) const {
    std::vector<int> result(count);
    EXPECT_EQ(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, count * sizeof(int), result.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    return result;
  }
  int read(cl_mem memory) const { return read(memory, 1).front(); }

  Queue outOfOrderQueue() const {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                        0};
    cl_int error = CL_SUCCESS;
    Queue made = clCreateCommandQueueWithProperties(context, device(), list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
};

} // namespace weft::test

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of the API that enqueue commands.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

namespace weft::icd {

/// The function that enqueues commands of a type, if they have accesses that are noted.
constexpr const char *enqueuingCall(cl_command_type type) {
  constexpr struct {
    cl_command_type type;
    const char *call;
  } calls[] = {
      {CL_COMMAND_NDRANGE_KERNEL, "clEnqueueNDRangeKernel"},
      {CL_COMMAND_TASK, "clEnqueueTask"},
      {CL_COMMAND_READ_BUFFER, "clEnqueueReadBuffer"},
      {CL_COMMAND_WRITE_BUFFER, "clEnqueueWriteBuffer"},
      {CL_COMMAND_COPY_BUFFER, "clEnqueueCopyBuffer"},
      {CL_COMMAND_READ_BUFFER_RECT, "clEnqueueReadBufferRect"},
      {CL_COMMAND_WRITE_BUFFER_RECT, "clEnqueueWriteBufferRect"},
      {CL_COMMAND_COPY_BUFFER_RECT, "clEnqueueCopyBufferRect"},
      {CL_COMMAND_FILL_BUFFER, "clEnqueueFillBuffer"},
      {CL_COMMAND_MAP_BUFFER, "clEnqueueMapBuffer"},
      {CL_COMMAND_UNMAP_MEM_OBJECT, "clEnqueueUnmapMemObject"},
      {CL_COMMAND_READ_IMAGE, "clEnqueueReadImage"},
      {CL_COMMAND_WRITE_IMAGE, "clEnqueueWriteImage"},
      {CL_COMMAND_COPY_IMAGE, "clEnqueueCopyImage"},
      {CL_COMMAND_COPY_IMAGE_TO_BUFFER, "clEnqueueCopyImageToBuffer"},
      {CL_COMMAND_COPY_BUFFER_TO_IMAGE, "clEnqueueCopyBufferToImage"},
      {CL_COMMAND_FILL_IMAGE, "clEnqueueFillImage"},
      {CL_COMMAND_SVM_MEMCPY, "clEnqueueSVMMemcpy"},
      {CL_COMMAND_SVM_MEMFILL, "clEnqueueSVMMemFill"},
      {CL_COMMAND_SVM_MAP, "clEnqueueSVMMap"},
      {CL_COMMAND_SVM_UNMAP, "clEnqueueSVMUnmap"},
      {CL_COMMAND_MEMCPY_INTEL, "clEnqueueMemcpyINTEL"},
      {CL_COMMAND_MEMFILL_INTEL, "clEnqueueMemFillINTEL"},
  };
  for (const auto &known : calls)
    if (known.type == type)
      return known.call;
  return "a command";
}

} // namespace weft::icd

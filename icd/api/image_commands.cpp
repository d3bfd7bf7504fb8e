// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.3: commands on images.
#include "icd/api/api.h"
#include "icd/core/queue/queue.h"

using namespace weft::icd;

namespace {

cl_int refuseCommand(cl_command_queue queue) noexcept {
  return Queue::fromHandle(queue) ? CL_INVALID_MEM_OBJECT : CL_INVALID_COMMAND_QUEUE;
}

} // namespace

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue queue, cl_mem, cl_bool,
                                                   const size_t *, const size_t *, size_t, size_t,
                                                   void *, cl_uint, const cl_event *, cl_event *) {
  return refuseCommand(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue queue, cl_mem, cl_bool,
                                                    const size_t *, const size_t *, size_t, size_t,
                                                    const void *, cl_uint, const cl_event *,
                                                    cl_event *) {
  return refuseCommand(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue queue, cl_mem, const void *,
                                                   const size_t *, const size_t *, cl_uint,
                                                   const cl_event *, cl_event *) {
  return refuseCommand(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue queue, cl_mem, cl_mem,
                                                   const size_t *, const size_t *, const size_t *,
                                                   cl_uint, const cl_event *, cl_event *) {
  return refuseCommand(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem, cl_mem,
                                                           const size_t *, const size_t *, size_t,
                                                           cl_uint, const cl_event *, cl_event *) {
  return refuseCommand(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem, cl_mem,
                                                           size_t, const size_t *, const size_t *,
                                                           cl_uint, const cl_event *, cl_event *) {
  return refuseCommand(queue);
}

CL_API_ENTRY void *CL_API_CALL clEnqueueMapImage(cl_command_queue queue, cl_mem, cl_bool,
                                                 cl_map_flags, const size_t *, const size_t *,
                                                 size_t *, size_t *, cl_uint, const cl_event *,
                                                 cl_event *, cl_int *errorReturn) {
  if (errorReturn)
    *errorReturn = refuseCommand(queue);
  return nullptr;
}

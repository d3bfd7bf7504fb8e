// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.3: images. No device supports them, so the entry points refuse as the specification
// says for such devices.
#include "icd/api/api.h"
#include "icd/core/platform/context.h"
#include "icd/core/queue/queue.h"

using namespace weft::icd;

namespace {

cl_mem refuseImage(cl_context context, cl_int *errorReturn) noexcept {
  return creating(errorReturn, [&](cl_int &error) -> cl_mem {
    return fail(error, Context::fromHandle(context) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT);
  });
}

/// Whatever the host passes as the image is none.
cl_int refuseCommand(cl_command_queue queue) noexcept {
  return Queue::fromHandle(queue) ? CL_INVALID_MEM_OBJECT : CL_INVALID_COMMAND_QUEUE;
}

constexpr cl_mem_flags knownFlags =
    CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR |
    CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY |
    CL_MEM_HOST_NO_ACCESS | CL_MEM_KERNEL_READ_AND_WRITE;

bool isImageType(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE3D ||
         type == CL_MEM_OBJECT_IMAGE2D_ARRAY || type == CL_MEM_OBJECT_IMAGE1D ||
         type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
}

} // namespace

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags,
                                              const cl_image_format *, const cl_image_desc *,
                                              void *, cl_int *errorReturn) {
  return refuseImage(context, errorReturn);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context,
                                                            const cl_mem_properties *, cl_mem_flags,
                                                            const cl_image_format *,
                                                            const cl_image_desc *, void *,
                                                            cl_int *errorReturn) {
  return refuseImage(context, errorReturn);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags,
                                                const cl_image_format *, size_t, size_t, size_t,
                                                void *, cl_int *errorReturn) {
  return refuseImage(context, errorReturn);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags,
                                                const cl_image_format *, size_t, size_t, size_t,
                                                size_t, size_t, void *, cl_int *errorReturn) {
  return refuseImage(context, errorReturn);
}

CL_API_ENTRY cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                                           cl_mem_object_type type, cl_uint entries,
                                                           cl_image_format *formats,
                                                           cl_uint *count) {
  if (!Context::fromHandle(context))
    return CL_INVALID_CONTEXT;
  if (hasUnknownBits(flags, knownFlags) || !isImageType(type) || (entries == 0 && formats))
    return CL_INVALID_VALUE;
  if (count)
    *count = 0;
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetImageInfo(cl_mem, cl_image_info, size_t, void *, size_t *) {
  return CL_INVALID_MEM_OBJECT;
}

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

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.4: pipes.
#include "icd/api/api.h"
#include "icd/core/context/context.h"
#include "icd/core/memory/memory.h"
#include "icd/core/platform/limits.h"

using namespace weft::icd;

CL_API_ENTRY cl_mem CL_API_CALL clCreatePipe(cl_context context, cl_mem_flags flags,
                                             cl_uint pipe_packet_size, cl_uint pipe_max_packets,
                                             const cl_pipe_properties *properties,
                                             cl_int *errcode_ret) {
  return creating(errcode_ret, [&](cl_int &error) -> cl_mem {
    Context *owner = live(Context::fromHandle(context));
    if (!owner)
      return fail(error, CL_INVALID_CONTEXT);
    constexpr cl_mem_flags defaults = CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS;
    if ((flags & ~defaults) || properties)
      return fail(error, CL_INVALID_VALUE);
    if (pipe_packet_size == 0 || pipe_packet_size > maxPipePacketBytes || pipe_max_packets == 0)
      return fail(error, CL_INVALID_PIPE_SIZE);
    Memory *memory = nullptr;
    error = Memory::createPipe(*owner, flags ? flags : defaults, pipe_packet_size, pipe_max_packets,
                               memory);
    return memory ? memory->handle() : nullptr;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name,
                                              size_t param_value_size, void *param_value,
                                              size_t *param_value_size_ret) {
  const Memory *memory = Memory::fromHandle(pipe);
  if (!memory || !memory->pipe())
    return CL_INVALID_MEM_OBJECT;
  const InfoTarget target(param_value_size, param_value, param_value_size_ret);
  switch (param_name) {
  case CL_PIPE_PACKET_SIZE:
    return target.scalar<cl_uint>(memory->pipe()->packet_bytes);
  case CL_PIPE_MAX_PACKETS:
    return target.scalar<cl_uint>(memory->pipe()->max_packets);
  case CL_PIPE_PROPERTIES:
    return target.array(std::span<const cl_pipe_properties>());
  default:
    return CL_INVALID_VALUE;
  }
}

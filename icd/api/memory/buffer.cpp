// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Creating buffers and sub-buffers (sections 5.2.1 and 5.2.2).
#include "device/machine/memory.h"
#include "device/machine/topology.h"
#include "icd/api/memory/memory_flags.h"
#include "icd/api/memory/memory_properties.h"
#include "icd/core/context/context.h"
#include "icd/core/platform/device.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace weft::icd;

namespace {

bool fitsAnyDevice(const Context &context, std::size_t size) {
  for (std::size_t index = 0; index < context.deviceCount(); ++index)
    if (size <= context.device(index).maxAllocationBytes())
      return true;
  return false;
}

/// cl_intel_mem_force_host_memory. All memory is host memory; memory provided by the host must
/// consist of whole cache lines.
cl_int checkForcedHostMemory(cl_mem_flags flags, std::size_t size, const void *host) {
  if (!(flags & CL_MEM_FORCE_HOST_MEMORY_INTEL) || !(flags & CL_MEM_USE_HOST_PTR))
    return CL_SUCCESS;
  const std::size_t line = weft::device::Topology::ofProcess().l1Data().lineBytes;
  if (reinterpret_cast<std::uintptr_t>(host) % line != 0)
    return CL_INVALID_HOST_PTR;
  return size % line != 0 ? CL_INVALID_BUFFER_SIZE : CL_SUCCESS;
}

cl_mem createBuffer(cl_context contextHandle, const cl_mem_properties *properties,
                    cl_mem_flags flags, std::size_t size, void *host, cl_int &error) {
  Context *context = live(Context::fromHandle(contextHandle));
  if (!context)
    return fail(error, CL_INVALID_CONTEXT);
  MemoryProperties read;
  if ((error = readMemoryProperties(*context, MemoryKind::Buffer, properties, read)))
    return nullptr;
  if (!areMemoryFlagsValid(flags & ~cl_mem_flags{CL_MEM_FORCE_HOST_MEMORY_INTEL}))
    return fail(error, CL_INVALID_VALUE);
  if ((error = checkExternal(read, flags, host)))
    return nullptr;
  if (size == 0 || !fitsAnyDevice(*context, size))
    return fail(error, CL_INVALID_BUFFER_SIZE);
  if (!isHostPointerValid(flags, host))
    return fail(error, CL_INVALID_HOST_PTR);
  if ((error = checkForcedHostMemory(flags, size, host)))
    return nullptr;
  if (flags & CL_MEM_USE_HOST_PTR) {
    const auto allocation = context->allocations().find(host);
    if (allocation && !allocation->contains(host, size))
      return fail(error, CL_INVALID_BUFFER_SIZE);
  }

  Memory *memory = nullptr;
  if (read.file) {
    std::unique_ptr<ExternalMemory> external = read.mapFile(size);
    if (!external)
      return fail(error, CL_INVALID_PROPERTY);
    memory = Memory::createExternal(*context, flags, size, nullptr, std::move(external),
                                    std::move(read.list));
  } else {
    error = Memory::createBuffer(*context, flags, size, host, std::move(read.list), memory);
  }
  return memory ? memory->handle() : nullptr;
}

} // namespace

CL_API_ENTRY cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size,
                                               void *host_ptr, cl_int *errcode_ret) {
  return creating(errcode_ret, [&](cl_int &error) {
    return createBuffer(context, nullptr, flags, size, host_ptr, error);
  });
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateBufferWithProperties(cl_context context,
                                                             const cl_mem_properties *properties,
                                                             cl_mem_flags flags, size_t size,
                                                             void *host_ptr, cl_int *errcode_ret) {
  return creating(errcode_ret, [&](cl_int &error) {
    return createBuffer(context, properties, flags, size, host_ptr, error);
  });
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
                                                  cl_buffer_create_type buffer_create_type,
                                                  const void *buffer_create_info,
                                                  cl_int *errcode_ret) {
  return creating(errcode_ret, [&](cl_int &error) -> cl_mem {
    Memory *parent = live(Memory::fromHandle(buffer));
    if (!parent || !parent->isBuffer() || parent->parent())
      return fail(error, CL_INVALID_MEM_OBJECT);
    if (!areWindowFlagsValid(flags, parent->flags()) ||
        buffer_create_type != CL_BUFFER_CREATE_TYPE_REGION || !buffer_create_info)
      return fail(error, CL_INVALID_VALUE);
    const auto &region = *static_cast<const cl_buffer_region *>(buffer_create_info);
    if (region.size == 0)
      return fail(error, CL_INVALID_BUFFER_SIZE);
    if (!parent->contains(region.origin, region.size))
      return fail(error, CL_INVALID_VALUE);
    if (region.origin % weft::device::bufferAlignment != 0)
      return fail(error, CL_MISALIGNED_SUB_BUFFER_OFFSET);
    return Memory::createSubBuffer(*parent, flags, region.origin, region.size)->handle();
  });
}

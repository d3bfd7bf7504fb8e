// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The properties of clCreateBufferWithProperties and clCreateImageWithProperties.
#pragma once

#include "icd/core/context/context.h"
#include "icd/core/context/external_memory.h"
#include "icd/core/memory/memory.h"

#include <optional>
#include <span>
#include <vector>

namespace weft::icd {

struct MemoryProperties {
  /// As given by the host, with its terminating 0; empty if there is none.
  std::vector<cl_mem_properties> list;
  std::optional<int> file;          ///< CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR
  std::vector<Ref<Device>> devices; ///< that may use the file

  /// Maps the first `bytes` of the file; null as specified for ExternalMemory::map, and without a
  /// file.
  std::unique_ptr<ExternalMemory> mapFile(std::size_t bytes) const {
    return file ? ExternalMemory::map(*file, bytes, devices) : nullptr;
  }
};

enum class MemoryKind { Buffer, Image };

/// Reads a list, which may be null: CL_SUCCESS, CL_INVALID_PROPERTY or CL_INVALID_DEVICE. Throws
/// bad_alloc.
cl_int readMemoryProperties(const Context &context, MemoryKind kind, const cl_mem_properties *list,
                            MemoryProperties &read);

/// Checks the flags and host pointer that are allowed with memory from a file: CL_SUCCESS,
/// CL_INVALID_VALUE or CL_INVALID_HOST_PTR.
inline cl_int checkExternal(const MemoryProperties &properties, cl_mem_flags flags,
                            const void *host) {
  if (!properties.file)
    return CL_SUCCESS;
  if (flags & hostPointerFlags)
    return CL_INVALID_VALUE;
  return host ? CL_INVALID_HOST_PTR : CL_SUCCESS;
}

/// Whether a list requests an address on the device (CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT).
bool hasPrivateAddress(std::span<const cl_mem_properties> list);

} // namespace weft::icd

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of commands in traces.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

namespace weft::icd {

constexpr const char *commandName(cl_command_type type) {
  switch (type) {
  case CL_COMMAND_NDRANGE_KERNEL:
  case CL_COMMAND_TASK:
    return "kernel";
  case CL_COMMAND_NATIVE_KERNEL:
    return "native kernel";
  case CL_COMMAND_READ_BUFFER:
    return "read";
  case CL_COMMAND_WRITE_BUFFER:
    return "write";
  case CL_COMMAND_COPY_BUFFER:
    return "copy";
  case CL_COMMAND_READ_BUFFER_RECT:
    return "read rectangle";
  case CL_COMMAND_WRITE_BUFFER_RECT:
    return "write rectangle";
  case CL_COMMAND_COPY_BUFFER_RECT:
    return "copy rectangle";
  case CL_COMMAND_FILL_BUFFER:
    return "fill";
  case CL_COMMAND_MAP_BUFFER:
    return "map";
  case CL_COMMAND_READ_IMAGE:
    return "read image";
  case CL_COMMAND_WRITE_IMAGE:
    return "write image";
  case CL_COMMAND_COPY_IMAGE:
    return "copy image";
  case CL_COMMAND_COPY_IMAGE_TO_BUFFER:
    return "copy image to buffer";
  case CL_COMMAND_COPY_BUFFER_TO_IMAGE:
    return "copy buffer to image";
  case CL_COMMAND_FILL_IMAGE:
    return "fill image";
  case CL_COMMAND_MAP_IMAGE:
    return "map image";
  case CL_COMMAND_UNMAP_MEM_OBJECT:
    return "unmap";
  case CL_COMMAND_MIGRATE_MEM_OBJECTS:
    return "migrate";
  case CL_COMMAND_SVM_FREE:
    return "free";
  case CL_COMMAND_SVM_MEMCPY:
  case CL_COMMAND_MEMCPY_INTEL:
    return "copy memory";
  case CL_COMMAND_SVM_MEMFILL:
  case CL_COMMAND_MEMFILL_INTEL:
    return "fill memory";
  case CL_COMMAND_SVM_MAP:
    return "map memory";
  case CL_COMMAND_SVM_UNMAP:
    return "unmap memory";
  case CL_COMMAND_SVM_MIGRATE_MEM:
  case CL_COMMAND_MIGRATEMEM_INTEL:
    return "migrate memory";
  case CL_COMMAND_MEMADVISE_INTEL:
    return "advise";
  case CL_COMMAND_COMMAND_BUFFER_KHR:
    return "command buffer";
  case CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR:
    return "acquire";
  case CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR:
    return "release";
  case CL_COMMAND_SEMAPHORE_WAIT_KHR:
    return "wait for semaphores";
  case CL_COMMAND_SEMAPHORE_SIGNAL_KHR:
    return "signal semaphores";
  case CL_COMMAND_MARKER:
    return "marker";
  case CL_COMMAND_BARRIER:
    return "barrier";
  default:
    return "command";
  }
}

} // namespace weft::icd

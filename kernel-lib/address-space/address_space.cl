// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Address space qualifier functions (OpenCL C 6.15.19). All address spaces are one memory here, so
// a generic pointer's value determines its space: the thread's local-memory block, its stack or
// context array (private memory), or anything else (global memory). Clang lowers to_global,
// to_local and to_private to the functions with two underscores.
#include "kernel-lib/weft_kernel_lib.h"

static bool isLocal(ulong address) {
  const __constant weft_worker *worker = __weft_worker();
  return address - worker->local_memory < worker->local_memory_bytes;
}

static bool isPrivate(ulong address) {
  const __constant weft_worker *worker = __weft_worker();
  return address - worker->stack_begin < worker->stack_end - worker->stack_begin ||
         address - worker->context_array < worker->context_array_bytes;
}

global void *__to_global(void *pointer) {
  const ulong address = (ulong)pointer;
  return isLocal(address) || isPrivate(address) ? 0 : (global void *)address;
}

local void *__to_local(void *pointer) {
  const ulong address = (ulong)pointer;
  return isLocal(address) ? (local void *)address : 0;
}

private void *__to_private(void *pointer) {
  const ulong address = (ulong)pointer;
  return isPrivate(address) ? (private void *)address : 0;
}

OVERLOAD cl_mem_fence_flags get_fence(const void *pointer) {
  const ulong address = (ulong)pointer;
  return isLocal(address) ? CLK_LOCAL_MEM_FENCE : isPrivate(address) ? 0 : CLK_GLOBAL_MEM_FENCE;
}

OVERLOAD cl_mem_fence_flags get_fence(void *pointer) { return get_fence((const void *)pointer); }

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers of sub-groups (OpenCL C 6.15.8).
//
// One thread runs the work-items of a sub-group in lockstep, so their accesses follow program
// order. Ordering beyond the work-group requires hardware fences.
#include "kernel-lib/weft_kernel_lib.h"

OVERLOAD WEFT_CONVERGENT void sub_group_barrier(cl_mem_fence_flags flags) {
  (void)flags;
  __weft_sub_group_barrier();
}

OVERLOAD WEFT_CONVERGENT void sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  (void)flags;
  const bool reachesBeyondGroup = scope == memory_scope_device || scope == memory_scope_all_devices;
  if (reachesBeyondGroup)
    __c11_atomic_thread_fence(__ATOMIC_RELEASE);
  __weft_sub_group_barrier();
  if (reachesBeyondGroup)
    __c11_atomic_thread_fence(__ATOMIC_ACQUIRE);
}

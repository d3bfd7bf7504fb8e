// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers and fences (OpenCL C 6.15.8, 6.15.12.6).
//
// One thread runs all work-items of a group, one region after another, so a work-item's writes
// before a barrier are visible to the others without any instruction; the compiler must only not
// move memory accesses across it, and it cannot, as __weft_barrier is opaque to it. Ordering beyond
// the group requires hardware fences.
#include "kernel-lib/weft_kernel_lib.h"

static bool reachesBeyondGroup(memory_scope scope) {
  return scope == memory_scope_device || scope == memory_scope_all_devices;
}

OVERLOAD WEFT_CONVERGENT void barrier(cl_mem_fence_flags flags) {
  (void)flags;
  __weft_barrier();
}

OVERLOAD WEFT_CONVERGENT void work_group_barrier(cl_mem_fence_flags flags) {
  (void)flags;
  __weft_barrier();
}

OVERLOAD WEFT_CONVERGENT void work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  (void)flags;
  if (reachesBeyondGroup(scope))
    __c11_atomic_thread_fence(__ATOMIC_RELEASE);
  __weft_barrier();
  if (reachesBeyondGroup(scope))
    __c11_atomic_thread_fence(__ATOMIC_ACQUIRE);
}

// Split barriers (cl_intel_split_work_group_barrier): arriving is a no-op, as one thread runs all
// work-items; the wait is the barrier.
OVERLOAD WEFT_CONVERGENT void intel_work_group_barrier_arrive(cl_mem_fence_flags flags) {
  (void)flags;
}
OVERLOAD WEFT_CONVERGENT void intel_work_group_barrier_arrive(cl_mem_fence_flags flags,
                                                              memory_scope scope) {
  (void)flags;
  if (reachesBeyondGroup(scope))
    __c11_atomic_thread_fence(__ATOMIC_RELEASE);
}
OVERLOAD WEFT_CONVERGENT void intel_work_group_barrier_wait(cl_mem_fence_flags flags) {
  work_group_barrier(flags);
}
OVERLOAD WEFT_CONVERGENT void intel_work_group_barrier_wait(cl_mem_fence_flags flags,
                                                            memory_scope scope) {
  work_group_barrier(flags, scope);
}

OVERLOAD void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order,
                                     memory_scope scope) {
  (void)flags;
  if (!reachesBeyondGroup(scope)) {
    if (order != memory_order_relaxed)
      __c11_atomic_signal_fence(__ATOMIC_SEQ_CST);
    return;
  }
  switch (order) {
  case memory_order_relaxed:
    break;
  case memory_order_acquire:
    __c11_atomic_thread_fence(__ATOMIC_ACQUIRE);
    break;
  case memory_order_release:
    __c11_atomic_thread_fence(__ATOMIC_RELEASE);
    break;
  case memory_order_acq_rel:
    __c11_atomic_thread_fence(__ATOMIC_ACQ_REL);
    break;
  default:
    __c11_atomic_thread_fence(__ATOMIC_SEQ_CST);
    break;
  }
}

// The fences of OpenCL C 1.x order a work-item's accesses as seen by others, which may be in other
// groups if the memory is global.
OVERLOAD void mem_fence(cl_mem_fence_flags flags) {
  (void)flags;
  __c11_atomic_thread_fence(__ATOMIC_ACQ_REL);
}

OVERLOAD void read_mem_fence(cl_mem_fence_flags flags) {
  (void)flags;
  __c11_atomic_thread_fence(__ATOMIC_ACQUIRE);
}

OVERLOAD void write_mem_fence(cl_mem_fence_flags flags) {
  (void)flags;
  __c11_atomic_thread_fence(__ATOMIC_RELEASE);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel clock functions (cl_khr_kernel_clock): the CPU's constant-rate cycle counter, which is the
// same for all work-groups of a device.
#include "kernel-lib/weft_kernel_lib.h"

#define CLOCK(scope)                                                                               \
  OVERLOAD ulong clock_read_##scope(void) { return (ulong)__builtin_readcyclecounter(); }          \
  OVERLOAD uint2 clock_read_hilo_##scope(void) { return as_uint2(clock_read_##scope()); }

CLOCK(device)
CLOCK(work_group)
CLOCK(sub_group)

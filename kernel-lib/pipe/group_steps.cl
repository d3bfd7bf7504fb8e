// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reservations of a work-group, which makes each once. The empty assembly is explained in
// kernel-lib/async/group_steps.cl.
#include "kernel-lib/pipe/pipe.h"

#define OPAQUE() __asm__ volatile("" ::: "memory")

ulong __weft_group_step_reserve_read(__global weft_pipe *fifo, uint count) {
  OPAQUE();
  return __weft_call_reserve_read(fifo, count);
}

ulong __weft_group_step_reserve_write(__global weft_pipe *fifo, uint count) {
  OPAQUE();
  return __weft_call_reserve_write(fifo, count);
}

void __weft_group_step_commit_read(__global weft_pipe *fifo, ulong reservation) {
  OPAQUE();
  __weft_call_commit_read(fifo, reservation);
}

void __weft_group_step_commit_write(__global weft_pipe *fifo, ulong reservation) {
  OPAQUE();
  __weft_call_commit_write(fifo, reservation);
}

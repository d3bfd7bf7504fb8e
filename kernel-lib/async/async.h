// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The group steps of asynchronous copies. Strides count elements; the number in a name is the
// element size in bytes.
#pragma once

#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_EACH_ELEMENT_SIZE(M) M(1) M(2) M(4) M(8) M(16) M(32) M(64) M(128)

// `groups` is the launch's number of groups, `streams` the worker's.
WEFT_GROUP_STEP void __weft_group_step_copy_to_local(local void *destination,
                                                     const global void *source, ulong bytes,
                                                     ulong groups, ulong streams);
// `fences`: whether the kernel may publish the copied data before it ends; set to 0 only by the
// compiler's passes.
WEFT_GROUP_STEP void __weft_group_step_copy_to_global(global void *destination,
                                                      const local void *source, ulong bytes,
                                                      ulong groups, ulong fences);

// Lines of `bytes` bytes; the distances between starts of lines and of planes count bytes too.
WEFT_GROUP_STEP void __weft_group_step_planes_to_local(local void *destination,
                                                       const global void *source, ulong bytes,
                                                       ulong lines, ulong planes, ulong source_line,
                                                       ulong source_plane, ulong destination_line,
                                                       ulong destination_plane);
WEFT_GROUP_STEP void
__weft_group_step_planes_to_global(global void *destination, const local void *source, ulong bytes,
                                   ulong lines, ulong planes, ulong source_line, ulong source_plane,
                                   ulong destination_line, ulong destination_plane);

#define WEFT_DECLARE_STRIDED_STEPS(size)                                                           \
  WEFT_GROUP_STEP void __weft_group_step_gather_##size(                                            \
      local void *destination, const global void *source, ulong count, ulong stride);              \
  WEFT_GROUP_STEP void __weft_group_step_scatter_##size(                                           \
      global void *destination, const local void *source, ulong count, ulong stride);
WEFT_EACH_ELEMENT_SIZE(WEFT_DECLARE_STRIDED_STEPS)

enum { CacheLine = 64 };

// The event of every copy, as each is complete when it is issued.
enum { DoneEvent = 1 };

// A copy joins its event argument; otherwise it creates one.
static inline event_t eventOfCopy(event_t given) {
  return __weft_event_value(given) != 0 ? given : __weft_event_from_value(DoneEvent);
}

// The group steps behind the asynchronous copies. Strides count elements; the number in a name is
// the size of an element in bytes.
#pragma once

#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_EACH_ELEMENT_SIZE(M) M(1) M(2) M(4) M(8) M(16) M(32) M(64) M(128)

WEFT_GROUP_STEP void __weft_group_step_copy_to_local(local void *destination,
                                                     const global void *source, ulong bytes);
// Issues a copy that may be done as late as the wait for its event, which is the result: `event`
// when that is one already. `queue` is the worker's __weft_copy_queue.
WEFT_GROUP_STEP ulong __weft_group_step_issue_copy(local void *destination,
                                                   const global void *source, ulong bytes,
                                                   ulong event, ulong queue);
// A barrier after which the copies of all events up to `last` are done.
WEFT_GROUP_STEP void __weft_group_step_wait(ulong last, ulong queue);
// Does all copies that still wait. Where a kernel issues copies, the group driver calls it at the
// end of each group.
void __weft_finish_copies(ulong queue);

// `groups` is how many groups the launch has.
WEFT_GROUP_STEP void __weft_group_step_copy_to_global(global void *destination,
                                                      const local void *source, ulong bytes,
                                                      ulong groups);

// Lines of `bytes` bytes; what lies between the beginnings of lines and of planes counts bytes too.
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

// The event of every copy that is done when it is issued. Those of copies that wait are greater.
enum { DoneEvent = 1 };

// A copy joins the event that it is given; otherwise it makes one.
static inline event_t eventOfCopy(event_t given) {
  return __weft_event_value(given) != 0 ? given : __weft_event_from_value(DoneEvent);
}

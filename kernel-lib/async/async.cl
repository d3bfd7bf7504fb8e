// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asynchronous copies and prefetch (OpenCL C 6.15.11). The group performs a copy as one step when
// it is issued (group_steps.cl); a wait is a barrier, after which every work-item may rely on the
// data. Events are numbers, which waits ignore.
#include "kernel-lib/async/async.h"

enum { PrefetchLimit = 1024 };

static ulong groupsOfLaunch(void) {
  const constant weft_launch *launch = __weft_launch();
  return launch->group_count[0] * launch->group_count[1] * launch->group_count[2];
}

// Into the second-level cache, which supports more outstanding misses than the first-level cache.
static void prefetchBytes(const global uchar *begin, ulong bytes) {
  if (bytes > PrefetchLimit)
    bytes = PrefetchLimit;
  for (ulong offset = 0; offset < bytes; offset += CacheLine)
    __builtin_prefetch(begin + offset, 0, 2);
}

#define WAIT(space)                                                                                \
  OVERLOAD WEFT_CONVERGENT void wait_group_events(int count, event_t space *events) {              \
    (void)count;                                                                                   \
    (void)events;                                                                                  \
    __weft_barrier();                                                                              \
  }
WAIT(private)
WAIT(__generic)

// `size` is that of an element in memory: a vector of three occupies four.
#define ASYNC(type, size)                                                                          \
  OVERLOAD WEFT_CONVERGENT event_t async_work_group_copy(                                          \
      local type *destination, const global type *source, size_t count, event_t event) {           \
    __weft_group_step_copy_to_local(destination, source, count * size, groupsOfLaunch(),           \
                                    __weft_worker()->streams);                                     \
    return eventOfCopy(event);                                                                     \
  }                                                                                                \
  OVERLOAD WEFT_CONVERGENT event_t async_work_group_copy(                                          \
      global type *destination, const local type *source, size_t count, event_t event) {           \
    __weft_group_step_copy_to_global(destination, source, count * size,                            \
                                     __weft_launch()->groups_at_large_buffers, 1);                 \
    return eventOfCopy(event);                                                                     \
  }                                                                                                \
  OVERLOAD WEFT_CONVERGENT event_t async_work_group_strided_copy(                                  \
      local type *destination, const global type *source, size_t count, size_t source_stride,      \
      event_t event) {                                                                             \
    __weft_group_step_gather_##size(destination, source, count, source_stride);                    \
    return eventOfCopy(event);                                                                     \
  }                                                                                                \
  OVERLOAD WEFT_CONVERGENT event_t async_work_group_strided_copy(                                  \
      global type *destination, const local type *source, size_t count, size_t destination_stride, \
      event_t event) {                                                                             \
    __weft_group_step_scatter_##size(destination, source, count, destination_stride);              \
    return eventOfCopy(event);                                                                     \
  }                                                                                                \
  OVERLOAD void prefetch(const global type *begin, size_t count) {                                 \
    prefetchBytes((const global uchar *)begin, count * size);                                      \
  }

#define ASYNC_WIDTHS(type, size1, size2, size4, size8, size16)                                     \
  ASYNC(type, size1)                                                                               \
  ASYNC(type##2, size2)                                                                            \
  ASYNC(type##3, size4)                                                                            \
  ASYNC(type##4, size4)                                                                            \
  ASYNC(type##8, size8)                                                                            \
  ASYNC(type##16, size16)

ASYNC_WIDTHS(char, 1, 2, 4, 8, 16)
ASYNC_WIDTHS(uchar, 1, 2, 4, 8, 16)
ASYNC_WIDTHS(short, 2, 4, 8, 16, 32)
ASYNC_WIDTHS(ushort, 2, 4, 8, 16, 32)
ASYNC_WIDTHS(half, 2, 4, 8, 16, 32)
ASYNC_WIDTHS(int, 4, 8, 16, 32, 64)
ASYNC_WIDTHS(uint, 4, 8, 16, 32, 64)
ASYNC_WIDTHS(float, 4, 8, 16, 32, 64)
ASYNC_WIDTHS(long, 8, 16, 32, 64, 128)
ASYNC_WIDTHS(ulong, 8, 16, 32, 64, 128)
ASYNC_WIDTHS(double, 8, 16, 32, 64, 128)

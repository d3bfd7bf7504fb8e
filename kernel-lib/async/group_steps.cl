// How a work-group's asynchronous copies move memory, and when: by memcpy where both sides are
// contiguous, by a loop of whole elements, specialised by their size, where one is strided. No
// alignment is relied on, which costs nothing where there is one.
//
// Until regions are formed, the optimiser must take a call of these for what it is: something that
// all work-items come to together and that sees what the others have written. It would find out
// that a function only copies memory, and move it. The empty assembly, convergent in this file (see
// CMakeLists.txt) and with all memory for a clobber, keeps it from that and costs no instruction.
#include "kernel-lib/async/async.h"

#define OPAQUE() __asm__ volatile("" ::: "memory")

WEFT_GROUP_STEP void __weft_group_step_copy_to_local(local void *destination,
                                                     const global void *source, ulong bytes) {
  OPAQUE();
  __builtin_memcpy(destination, source, bytes);
}

// A copy into local memory may be done when it is issued, or when it is waited for; then its source
// is prefetched at the issue. With work between the two moments, as in double buffering, the second
// is faster for tiles that the first-level cache has room for: with tiles of 0.5, 1, 2, 4, 8, 12,
// 16 and 32 KB from memory and as much computing as copying, 1.08, 1.15, 1.41, 1.45, 1.12, 1.05,
// 0.95 and 0.94 times the speed of the first, on a Sapphire Rapids. Without work between, the
// prefetches are in vain, and the compiler chooses the copy at the issue
// (compiler/passes/copy_moment.h).
enum { DeferFrom = 512, DeferTo = 12288 };

// There are at most WeftPendingCopies: loops over them, and over lines, are not worth
// more code.
#define FEW_ROUNDS _Pragma("clang loop vectorize(disable) unroll(disable)")

static __attribute__((noinline)) void doCopies(__weft_copy_queue private *queue, ulong count) {
  FEW_ROUNDS
  for (ulong i = 0; i < count; ++i) {
    const __weft_pending_copy copy = queue->copies[i];
    __builtin_memcpy((local void *)copy.destination, (const global void *)copy.source, copy.bytes);
    queue->bytes -= copy.bytes;
  }
  queue->count -= count;
  FEW_ROUNDS
  for (ulong i = 0; i < queue->count; ++i)
    queue->copies[i] = queue->copies[i + count];
}

__attribute__((noinline)) void __weft_finish_copies(ulong queue) {
  __weft_copy_queue private *pending = (__weft_copy_queue private *)queue;
  doCopies(pending, pending->count);
}

WEFT_GROUP_STEP ulong __weft_group_step_issue_copy(local void *destination,
                                                   const global void *source, ulong bytes,
                                                   ulong event, ulong queue) {
  OPAQUE();
  __weft_copy_queue private *pending = (__weft_copy_queue private *)queue;
  if (pending->count == WeftPendingCopies)
    __weft_finish_copies(queue);
  if (bytes < DeferFrom || bytes + pending->bytes > DeferTo) {
    __weft_group_step_copy_to_local(destination, source, bytes);
    return event ? event : DoneEvent;
  }
  if (pending->events < DoneEvent)
    pending->events = DoneEvent;
  if (!event)
    event = ++pending->events;
  pending->copies[pending->count++] =
      (__weft_pending_copy){(ulong)destination, (ulong)source, bytes, event};
  pending->bytes += bytes;
  FEW_ROUNDS
  for (ulong offset = 0; offset < bytes; offset += CacheLine)
    __builtin_prefetch((const global uchar *)source + offset, 0, 3);
  return event;
}

WEFT_GROUP_STEP void __weft_group_step_wait(ulong last, ulong queue) {
  OPAQUE();
  __weft_copy_queue private *pending = (__weft_copy_queue private *)queue;
  ulong count = 0;
  FEW_ROUNDS
  for (ulong i = 0; i < pending->count; ++i)
    if (pending->copies[i].event <= last)
      count = i + 1;
  if (count)
    doCopies(pending, count);
}

// A destination far larger than the last-level cache is best written around it: its lines need not
// be read before, and do not push out what is still to be read. A step knows its own bytes and the
// number of groups, so the destination is taken for as large as all groups' copies of that size; a
// kernel that loops over tiles in few groups is taken for a smaller one, and then nothing is lost
// but the gain.
//
// Each such copy ends with a fence, which waits for what is on its way to memory, so that a
// work-item that has waited for the copy may publish the data by any store. Hence short copies are
// left to the cache. In and out of a tile over 256 MB, one thread of a Zen 3, GB/s through the
// cache and around it: 12.4 and 4.9 for tiles of 1 KB, 8.5 and 8.5 for 4 KB, 8.6 and 10.4 for 16
// KB, 8.6 and 11.1 for 32 KB.
enum { StreamCopyFrom = 8192, StreamLine = 64 };
#define STREAM_DESTINATION_FROM (128ul << 20)

typedef ulong8 StreamUnit __attribute__((aligned(1)));

static __attribute__((noinline)) void streamToGlobal(global uchar *to, const local uchar *from,
                                                     ulong bytes) {
  const ulong head = -(ulong)to % StreamLine;
  __builtin_memcpy(to, from, head);
  to += head;
  from += head;
  bytes -= head;
  for (; bytes >= StreamLine; bytes -= StreamLine) {
    __builtin_nontemporal_store(*(const local StreamUnit *)from, (global ulong8 *)to);
    to += StreamLine;
    from += StreamLine;
  }
  __builtin_memcpy(to, from, bytes);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

WEFT_GROUP_STEP void __weft_group_step_copy_to_global(global void *destination,
                                                      const local void *source, ulong bytes,
                                                      ulong groups) {
  OPAQUE();
  if (bytes >= StreamCopyFrom && groups >= STREAM_DESTINATION_FROM / bytes)
    streamToGlobal(destination, source, bytes);
  else
    __builtin_memcpy(destination, source, bytes);
}

typedef uchar Element1;
typedef ushort Element2 __attribute__((aligned(1)));
typedef uint Element4 __attribute__((aligned(1)));
typedef ulong Element8 __attribute__((aligned(1)));
typedef ulong2 Element16 __attribute__((aligned(1)));
typedef ulong4 Element32 __attribute__((aligned(1)));
typedef ulong8 Element64 __attribute__((aligned(1)));
typedef ulong16 Element128 __attribute__((aligned(1)));

// Strides that the compiler knows become vector loads and shuffles. That pays for gathers of small
// elements: in the cache, GB/s of a loop with the stride as a variable and as a constant, on a
// Zen 3: 4.1 and 35.6 for bytes two apart, 3.7 and 16.0 four apart; 15.5 and 50.5 for 4-byte
// elements two apart, 15.0 and 16.3 four apart; 29.0 and 46.9 for 8-byte elements two apart;
// nothing from 16 bytes on. Prefetching ahead by hand does not pay: between 0.65 and 1.2 times the
// loop without, over strides from 2 to 1024 elements, in the cache and out of it.
#define GATHER(stride)                                                                             \
  for (ulong i = 0; i < count; ++i)                                                                \
    to[i] = from[i * (stride)];

#define DEFINE_STRIDED_STEPS(size)                                                                 \
  WEFT_GROUP_STEP void __weft_group_step_gather_##size(local void *restrict destination,           \
                                                       const global void *restrict source,         \
                                                       ulong count, ulong stride) {                \
    OPAQUE();                                                                                      \
    local Element##size *restrict to = destination;                                                \
    const global Element##size *restrict from = source;                                            \
    if (stride == 1) {                                                                             \
      __builtin_memcpy(to, from, count * size);                                                    \
    } else if (size <= 8 && stride == 2) {                                                         \
      GATHER(2)                                                                                    \
    } else if (size <= 8 && stride == 3) {                                                         \
      GATHER(3)                                                                                    \
    } else if (size <= 4 && stride == 4) {                                                         \
      GATHER(4)                                                                                    \
    } else {                                                                                       \
      GATHER(stride)                                                                               \
    }                                                                                              \
  }                                                                                                \
  WEFT_GROUP_STEP void __weft_group_step_scatter_##size(global void *restrict destination,         \
                                                        const local void *restrict source,         \
                                                        ulong count, ulong stride) {               \
    OPAQUE();                                                                                      \
    global Element##size *restrict to = destination;                                               \
    const local Element##size *restrict from = source;                                             \
    if (stride == 1)                                                                               \
      __builtin_memcpy(to, from, count * size);                                                    \
    else                                                                                           \
      for (ulong i = 0; i < count; ++i)                                                            \
        to[i * stride] = from[i];                                                                  \
  }
WEFT_EACH_ELEMENT_SIZE(DEFINE_STRIDED_STEPS)

// Rows of `bytes` bytes in planes, which become one row where nothing lies between them.
#define DEFINE_PLANE_STEPS(name, to_space, from_space)                                             \
  WEFT_GROUP_STEP void __weft_group_step_planes_##name(                                            \
      to_space void *destination, const from_space void *source, ulong bytes, ulong lines,         \
      ulong planes, ulong source_line, ulong source_plane, ulong destination_line,                 \
      ulong destination_plane) {                                                                   \
    OPAQUE();                                                                                      \
    if (lines <= 1 || (source_line == bytes && destination_line == bytes)) {                       \
      bytes *= lines;                                                                              \
      lines = planes;                                                                              \
      planes = 1;                                                                                  \
      source_line = source_plane;                                                                  \
      destination_line = destination_plane;                                                        \
    }                                                                                              \
    to_space uchar *to_plane = destination;                                                        \
    const from_space uchar *from_plane = source;                                                   \
    for (ulong plane = 0; plane < planes; ++plane) {                                               \
      to_space uchar *to = to_plane;                                                               \
      const from_space uchar *from = from_plane;                                                   \
      for (ulong line = 0; line < lines; ++line) {                                                 \
        __builtin_memcpy(to, from, bytes);                                                         \
        to += destination_line;                                                                    \
        from += source_line;                                                                       \
      }                                                                                            \
      to_plane += destination_plane;                                                               \
      from_plane += source_plane;                                                                  \
    }                                                                                              \
  }
DEFINE_PLANE_STEPS(to_local, local, global)
DEFINE_PLANE_STEPS(to_global, global, local)

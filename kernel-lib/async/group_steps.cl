// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a work-group's asynchronous copies move memory when they are issued: by memcpy if both sides
// are contiguous, by a loop over elements, specialised by their size, if one is strided. No
// alignment is assumed, which costs nothing for aligned data.
//
// Until regions are formed, the optimiser must treat a call of these as something that all
// work-items reach together and that sees the others' writes. Otherwise it would find out that a
// function only copies memory, and move it. The empty assembly, convergent in this file (see
// CMakeLists.txt) and clobbering all memory, prevents that and costs no instruction.
#include "kernel-lib/async/async.h"

#define OPAQUE() __asm__ volatile("" ::: "memory")

// A stream is a sequence of copies to one location in local memory whose sources are equally
// spaced, as in a loop over tiles or from group to group. Once it is long, so that its data come
// from memory, each copied line prefetches two further ahead, past the end of this copy into the
// next ones: one into the second-level cache, which supports far more outstanding misses than the
// first-level cache, and one from there. Memory is never idle while lines are copied, and lines in
// flight arrive while work-items compute. docs/async-copies.md has the measurements.
enum {
  LongStream = 4 << 20, // exceeds the second-level cache
  ShortStream = 1 << 20,
  StreamFrom = 1024,  // bytes of a copy: smaller ones follow streams only in large launches
  PrefetchFrom = 128, // bytes of a copy: below it does not pay
  NearAhead = 2048,   // minimum bytes from a line to its prefetch
  FarAhead = 6144,    // the same into the second-level cache
};

typedef ulong8 CopiedLine __attribute__((aligned(1)));

static inline void copyLine(local uchar *to, const global uchar *from) {
  *(local CopiedLine *)to = *(const global CopiedLine *)from;
}

// Lines from `begin` on; each prefetches the line `near` bytes after it, and into the second-level
// cache the one `far` bytes after it.
static inline ulong copyLines(local uchar *to, const global uchar *from, ulong begin, ulong end,
                              ulong near, ulong far) {
  _Pragma("clang loop unroll(disable)") // bound by memory
      for (; begin + CacheLine <= end; begin += CacheLine) {
    __builtin_prefetch(from + begin + near, 0, 3);
    __builtin_prefetch(from + begin + far, 0, 2);
    copyLine(to + begin, from + begin);
  }
  return begin;
}

// The distance from a line at the end of a copy to the one at least `ahead` bytes after it in the
// stream, in one of the next copies.
static inline ulong intoNextCopies(ulong bytes, ulong step, ulong ahead) {
  if (bytes >= ahead)
    return step + ahead - bytes;
  for (; bytes < ahead; bytes *= 2)
    step *= 2;
  return step;
}

// For at least PrefetchFrom bytes; `step` leads to the source of the next copy. Remains a call, as
// its name says, so that other copies in the same loop over groups do not spill for its values.
__attribute__((noinline)) void __weft_rare_copy_ahead(local uchar *to, const global uchar *from,
                                                      ulong bytes, ulong step) {
  const ulong near = intoNextCopies(bytes, step, NearAhead);
  const ulong far = intoNextCopies(bytes, step, FarAhead);
  ulong done = 0;
  if (bytes > FarAhead)
    done = copyLines(to, from, done, bytes - FarAhead, NearAhead, FarAhead);
  if (bytes > NearAhead)
    done = copyLines(to, from, done, bytes - NearAhead, NearAhead, far);
  copyLines(to, from, done, bytes, near, far);
  copyLine(to + bytes - CacheLine, from + bytes - CacheLine);
}

// Whether the copy continues a long stream, and then the stream's step. One that jumps, as between
// launches, keeps half of its length: data traversed repeatedly count as long if one pass is half
// as long. A stream that has become short makes way for another one.
static bool followsStream(ulong destination, ulong source, ulong streams, ulong *stepOfStream) {
  // Locations that share a stream's entry by chance are not a stream.
  _Static_assert(WEFT_COPY_STREAMS == 1 << (32 - 29), "as many places as the hash has values");
  const uint place = (uint)(destination / CacheLine) * 2654435761u >> 29;
  weft_copy_stream private *stream = (weft_copy_stream private *)streams + place;
  const ulong last = stream->source, known = stream->step;
  const ulong step = *stepOfStream = source - last;
  const bool isBackward = (long)known < 0;
  stream->source = source;
  if (step == known)
    return (isBackward ? stream->begin - source : source - stream->begin) > LongStream;
  const ulong length = isBackward ? stream->begin - last : last - stream->begin;
  if (length < ShortStream) {
    stream->step = step;
    stream->begin = source;
  } else {
    stream->begin = isBackward ? source + length / 2 : source - length / 2;
  }
  return false;
}

WEFT_GROUP_STEP void __weft_group_step_copy_to_local(local void *destination,
                                                     const global void *source, ulong bytes,
                                                     ulong groups, ulong streams) {
  OPAQUE();
  ulong step;
  if ((bytes >= StreamFrom || bytes * groups >= LongStream) &&
      followsStream((ulong)destination, (ulong)source, streams, &step) && bytes >= PrefetchFrom)
    __weft_rare_copy_ahead(destination, source, bytes, step);
  else
    __builtin_memcpy(destination, source, bytes);
}

// A destination far larger than the last-level cache is best bypassed: its lines need not be read
// before, and do not evict data still to be read. A step knows its own bytes and the number of
// groups, which is 0 here if the kernel has no large buffer at all, so the destination is assumed
// to have the size of all groups' copies of that size; a kernel that loops over tiles in few groups
// appears to have a smaller one, which only loses the gain.
//
// A fence waits for pending stores, so that a work-item that has waited for the copy may publish
// the data by any store. In and out of a tile over 256 MB, one thread of a Zen 3, GB/s through the
// cache, and bypassing it with a fence per copy: 12.4 and 4.9 for tiles of 1 KB, 8.5 and 8.5 for 4
// KB, 8.6 and 10.4 for 16 KB, 8.6 and 11.1 for 32 KB. Hence short copies use the cache if they need
// a fence each. Most kernels publish nothing, and then the driver's one fence at the end suffices
// (compiler/passes/normalise/copies/copy_fences.h).
enum { AroundCacheFrom = 256, FencedAroundCacheFrom = 8192, AroundCacheLine = 64 };
#define AROUND_CACHE_DESTINATION_FROM (128ul << 20)

typedef ulong8 AroundCacheUnit __attribute__((aligned(1)));

__attribute__((noinline)) void __weft_rare_copy_around_cache(global uchar *to,
                                                             const local uchar *from, ulong bytes) {
  const ulong head = -(ulong)to % AroundCacheLine;
  __builtin_memcpy(to, from, head);
  to += head;
  from += head;
  bytes -= head;
  for (; bytes >= AroundCacheLine; bytes -= AroundCacheLine) {
    __builtin_nontemporal_store(*(const local AroundCacheUnit *)from, (global ulong8 *)to);
    to += AroundCacheLine;
    from += AroundCacheLine;
  }
  __builtin_memcpy(to, from, bytes);
}

WEFT_GROUP_STEP void __weft_group_step_copy_to_global(global void *destination,
                                                      const local void *source, ulong bytes,
                                                      ulong groups, ulong fences) {
  OPAQUE();
  if (bytes < (fences ? FencedAroundCacheFrom : AroundCacheFrom) ||
      groups < AROUND_CACHE_DESTINATION_FROM / bytes) {
    __builtin_memcpy(destination, source, bytes);
    return;
  }
  __weft_rare_copy_around_cache(destination, source, bytes);
  if (fences)
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

typedef uchar Element1;
typedef ushort Element2 __attribute__((aligned(1)));
typedef uint Element4 __attribute__((aligned(1)));
typedef ulong Element8 __attribute__((aligned(1)));
typedef ulong2 Element16 __attribute__((aligned(1)));
typedef ulong4 Element32 __attribute__((aligned(1)));
typedef ulong8 Element64 __attribute__((aligned(1)));
typedef ulong16 Element128 __attribute__((aligned(1)));

// Constant strides become vector loads and shuffles. That pays for gathers of small elements: in
// the cache, GB/s of a loop with the stride as a variable and as a constant, on a Zen 3: 4.1 and
// 35.6 for bytes two apart, 3.7 and 16.0 four apart; 15.5 and 50.5 for 4-byte elements two apart,
// 15.0 and 16.3 four apart; 29.0 and 46.9 for 8-byte elements two apart; nothing from 16 bytes on.
// Manual prefetching does not pay: between 0.65 and 1.2 times the loop without, over strides from 2
// to 1024 elements, in the cache and outside.
#define GATHER(stride)                                                                             \
  for (ulong i = 0; i < count; ++i)                                                                \
    to[i] = from[i * (stride)];

// Stores that miss the first-level cache wait for each other, so scatters prefetch the lines of
// later elements for writing. That pays if a line holds few elements, but not if these map to the
// same sets of the cache; whether lines come from the second-level cache or from memory matters
// less (docs/async-copies.md).
enum { AskFrom = 16, AskTo = 1280, AskNotMultipleOf = 512, AskAhead = 1024, AskElementsAhead = 10 };

static inline bool asksForLines(ulong step) {
  return step >= AskFrom && step <= AskTo && step % AskNotMultipleOf != 0;
}

// Copies elements `step` bytes apart, `each` per prefetched line, except the last ones, and returns
// how many.
#define DEFINE_ASKING_SCATTER(size)                                                                \
  static inline __attribute__((always_inline)) ulong scatterAsking##size(                          \
      global uchar *to, const local Element##size *from, ulong count, ulong step, uint each) {     \
    const ulong ahead = step * AskElementsAhead > AskAhead ? step * AskElementsAhead : AskAhead;   \
    const global uchar *end = to + count * step;                                                   \
    ulong done = 0;                                                                                \
    for (; to + ahead < end; done += each) {                                                       \
      __builtin_prefetch(to + ahead, 1, 3);                                                        \
      for (uint i = 0; i < each; ++i, to += step)                                                  \
        *(global Element##size *)to = from[done + i];                                              \
    }                                                                                              \
    return done;                                                                                   \
  }
WEFT_EACH_ELEMENT_SIZE(DEFINE_ASKING_SCATTER)

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
    if (stride == 1) {                                                                             \
      __builtin_memcpy(to, from, count * size);                                                    \
      return;                                                                                      \
    }                                                                                              \
    ulong i = 0;                                                                                   \
    const ulong step = stride * size;                                                              \
    if (asksForLines(step))                                                                        \
      i = step <= CacheLine / 4   ? scatterAsking##size(destination, from, count, step, 4)         \
          : step <= CacheLine / 2 ? scatterAsking##size(destination, from, count, step, 2)         \
                                  : scatterAsking##size(destination, from, count, step, 1);        \
    for (; i < count; ++i)                                                                         \
      to[i * stride] = from[i];                                                                    \
  }
WEFT_EACH_ELEMENT_SIZE(DEFINE_STRIDED_STEPS)

// Rows of `bytes` bytes in planes, merged into one row if contiguous.
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

// How a work-group's asynchronous copies move memory: by memcpy where both sides are contiguous, by
// a loop of whole elements, specialised by their size, where one is strided. No alignment is relied
// on, which costs nothing where there is one.
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

WEFT_GROUP_STEP void __weft_group_step_copy_to_global(global void *destination,
                                                      const local void *source, ulong bytes) {
  OPAQUE();
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

#define DEFINE_STRIDED_STEPS(size)                                                                 \
  WEFT_GROUP_STEP void __weft_group_step_gather_##size(                                            \
      local void *destination, const global void *source, ulong count, ulong stride) {             \
    OPAQUE();                                                                                      \
    local Element##size *to = destination;                                                         \
    const global Element##size *from = source;                                                     \
    if (stride == 1)                                                                               \
      __builtin_memcpy(to, from, count * size);                                                    \
    else                                                                                           \
      for (ulong i = 0; i < count; ++i)                                                            \
        to[i] = from[i * stride];                                                                  \
  }                                                                                                \
  WEFT_GROUP_STEP void __weft_group_step_scatter_##size(                                           \
      global void *destination, const local void *source, ulong count, ulong stride) {             \
    OPAQUE();                                                                                      \
    global Element##size *to = destination;                                                        \
    const local Element##size *from = source;                                                      \
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

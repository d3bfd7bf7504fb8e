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

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shuffle and shuffle2 (OpenCL C 6.15.13): only the low bits of a mask's components count. With a
// constant mask each component is a simple extraction once this is inlined.
#include "kernel-lib/weft_kernel_lib.h"

#define PICK(index, in) x[mask.s##index & (in - 1)]
#define PICK_OF_TWO(index, in)                                                                     \
  (mask.s##index & in ? y[mask.s##index & (in - 1)] : x[mask.s##index & (in - 1)])

#define COMPONENTS_2(M, in) M(0, in), M(1, in)
#define COMPONENTS_4(M, in) COMPONENTS_2(M, in), M(2, in), M(3, in)
#define COMPONENTS_8(M, in) COMPONENTS_4(M, in), M(4, in), M(5, in), M(6, in), M(7, in)
#define COMPONENTS_16(M, in)                                                                       \
  COMPONENTS_8(M, in), M(8, in), M(9, in), M(a, in), M(b, in), M(c, in), M(d, in), M(e, in),       \
      M(f, in)

#define SHUFFLE(type, mask_type, in, out)                                                          \
  OVERLOAD WEFT_PURE type##out shuffle(type##in x, mask_type##out mask) {                          \
    return (type##out)(COMPONENTS_##out(PICK, in));                                                \
  }                                                                                                \
  OVERLOAD WEFT_PURE type##out shuffle2(type##in x, type##in y, mask_type##out mask) {             \
    return (type##out)(COMPONENTS_##out(PICK_OF_TWO, in));                                         \
  }

#define OUTPUT_WIDTHS(type, mask_type, in)                                                         \
  SHUFFLE(type, mask_type, in, 2)                                                                  \
  SHUFFLE(type, mask_type, in, 4)                                                                  \
  SHUFFLE(type, mask_type, in, 8)                                                                  \
  SHUFFLE(type, mask_type, in, 16)

#define INPUT_WIDTHS(type, mask_type)                                                              \
  OUTPUT_WIDTHS(type, mask_type, 2)                                                                \
  OUTPUT_WIDTHS(type, mask_type, 4)                                                                \
  OUTPUT_WIDTHS(type, mask_type, 8)                                                                \
  OUTPUT_WIDTHS(type, mask_type, 16)

INPUT_WIDTHS(char, uchar)
INPUT_WIDTHS(uchar, uchar)
INPUT_WIDTHS(short, ushort)
INPUT_WIDTHS(ushort, ushort)
INPUT_WIDTHS(int, uint)
INPUT_WIDTHS(uint, uint)
INPUT_WIDTHS(long, ulong)
INPUT_WIDTHS(ulong, ulong)
INPUT_WIDTHS(half, ushort)
INPUT_WIDTHS(float, uint)
INPUT_WIDTHS(double, ulong)

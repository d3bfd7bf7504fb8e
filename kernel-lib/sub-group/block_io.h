// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared by block reads and writes: M(k, ...) for each component of a width.
#pragma once

#include "kernel-lib/sub-group/sub_group.h"

#define WEFT_COMPONENTS_1(M, ...) M(0, __VA_ARGS__)
#define WEFT_COMPONENTS_2(M, ...) WEFT_COMPONENTS_1(M, __VA_ARGS__), M(1, __VA_ARGS__)
#define WEFT_COMPONENTS_4(M, ...)                                                                  \
  WEFT_COMPONENTS_2(M, __VA_ARGS__), M(2, __VA_ARGS__), M(3, __VA_ARGS__)
#define WEFT_COMPONENTS_8(M, ...)                                                                  \
  WEFT_COMPONENTS_4(M, __VA_ARGS__), M(4, __VA_ARGS__), M(5, __VA_ARGS__), M(6, __VA_ARGS__),      \
      M(7, __VA_ARGS__)
#define WEFT_COMPONENTS_16(M, ...)                                                                 \
  WEFT_COMPONENTS_8(M, __VA_ARGS__), M(8, __VA_ARGS__), M(9, __VA_ARGS__), M(10, __VA_ARGS__),     \
      M(11, __VA_ARGS__), M(12, __VA_ARGS__), M(13, __VA_ARGS__), M(14, __VA_ARGS__),              \
      M(15, __VA_ARGS__)

// M(type, n, suffix of the function) for each width and suffix of block accesses; a type of one
// component has an empty n, which the last argument gives as a number.
#define WEFT_EACH_BLOCK_UP_TO_8(M, type, suffix)                                                   \
  M(type, , suffix, 1) M(type, 2, suffix##2, 2) M(type, 4, suffix##4, 4) M(type, 8, suffix##8, 8)
#define WEFT_EACH_BLOCK(M)                                                                         \
  WEFT_EACH_BLOCK_UP_TO_8(M, uchar, _uc)                                                           \
  M(uchar, 16, _uc16, 16)                                                                          \
  WEFT_EACH_BLOCK_UP_TO_8(M, ushort, _us)                                                          \
  M(ushort, 16, _us16, 16) WEFT_EACH_BLOCK_UP_TO_8(M, uint, _ui) M(uint, , , 1) M(uint, 2, 2, 2)   \
      M(uint, 4, 4, 4) M(uint, 8, 8, 8) WEFT_EACH_BLOCK_UP_TO_8(M, ulong, _ul)

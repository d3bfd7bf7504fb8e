// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel library's view of the kernel ABI. Compiling this file is the test.
#include "tests/unit/device/kernel_abi_layout.h"

#define FIELD(structure, field, offset)                                                            \
  _Static_assert(__builtin_offsetof(structure, field) == offset, #structure "::" #field);
#define SIZE(structure, size) _Static_assert(sizeof(structure) == size, #structure);
WEFT_ABI_OF_KERNELS(FIELD, SIZE)

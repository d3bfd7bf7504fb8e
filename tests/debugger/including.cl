// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "header.h"
kernel void including(global int *out) {
  int i = get_global_id(0);
  out[i] = cube(i);
}

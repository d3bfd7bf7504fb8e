// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A transposed matrix of doubles without a tile.
//
// global: 768 768   local: null
// arguments: double in[768*768] = random -1 1; double out[768*768]
kernel void transpose_naive(global const double *in, global double *out) {
  size_t x = get_global_id(0), y = get_global_id(1);
  out[x * get_global_size(1) + y] = in[y * get_global_size(0) + x];
}

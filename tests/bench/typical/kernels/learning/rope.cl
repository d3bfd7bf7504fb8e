// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rotary positions: pairs of numbers turn by angles of their row and column.
//
// global: 32 512 8   local: 32 4 1
// arguments: float2 in[32*512*8] = random -1 1; float2 out[32*512*8]; float base = 10000
// tolerance: 1e-3
kernel void rope(global const float2 *in, global float2 *out, float base) {
  int pair = get_global_id(0), position = get_global_id(1), head = get_global_id(2);
  int pairs = get_global_size(0);
  float angle = position * pow(base, -(float)pair / pairs);
  float c, s = sincos(angle, &c);
  size_t i = ((size_t)head * get_global_size(1) + position) * pairs + pair;
  out[i] = (float2)(in[i].x * c - in[i].y * s, in[i].x * s + in[i].y * c);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Points in a square, counted within the circle, by a linear congruential generator a work-item.
//
// global: 8192   local: 64
// arguments: uint seeds[8192] = bits; uint hits[8192]; int points = 256
__kernel void pi_monte_carlo(__global const uint *seeds, __global uint *hits, int points) {
  uint state = seeds[get_global_id(0)];
  uint count = 0;
  for (int i = 0; i < points; i++) {
    state = state * 1664525u + 1013904223u;
    float x = (state >> 8) * (1.0f / 16777216.0f);
    state = state * 1664525u + 1013904223u;
    float y = (state >> 8) * (1.0f / 16777216.0f);
    if (x * x + y * y < 1.0f)
      count++;
  }
  hits[get_global_id(0)] = count;
}

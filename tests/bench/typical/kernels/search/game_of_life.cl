// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A generation of Conway's game on a torus.
//
// global: 1024 1024   local: 16 16
// arguments: uchar in[1024*1024] = random 0 1; uchar out[1024*1024]
__kernel void game_of_life(__global const uchar *in, __global uchar *out) {
  int x = get_global_id(0), y = get_global_id(1);
  int w = get_global_size(0), h = get_global_size(1);
  int l = x == 0 ? w - 1 : x - 1, r = x == w - 1 ? 0 : x + 1;
  int u = y == 0 ? h - 1 : y - 1, d = y == h - 1 ? 0 : y + 1;
  int n = in[u * w + l] + in[u * w + x] + in[u * w + r] + in[y * w + l] + in[y * w + r] +
          in[d * w + l] + in[d * w + x] + in[d * w + r];
  uchar alive = in[y * w + x];
  out[y * w + x] = (n == 3 || (alive && n == 2)) ? 1 : 0;
}

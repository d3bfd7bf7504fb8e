// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same with a tile and its halo in local memory, for doubles.
//
// global: 768 768   local: 16 16
// arguments: double now[768*768] = random 0 100; double next[768*768]; double r = 0.2
// arguments: local double[18*18]
kernel void heat_2d_local(global const double *now, global double *next, double r,
                          local double *tile) {
  int x = get_global_id(0), y = get_global_id(1);
  int w = get_global_size(0), h = get_global_size(1);
  int lx = get_local_id(0) + 1, ly = get_local_id(1) + 1;
  tile[ly * 18 + lx] = now[y * w + x];
  if (lx == 1)
    tile[ly * 18] = x > 0 ? now[y * w + x - 1] : 0.0;
  if (lx == 16)
    tile[ly * 18 + 17] = x < w - 1 ? now[y * w + x + 1] : 0.0;
  if (ly == 1)
    tile[lx] = y > 0 ? now[(y - 1) * w + x] : 0.0;
  if (ly == 16)
    tile[17 * 18 + lx] = y < h - 1 ? now[(y + 1) * w + x] : 0.0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int t = ly * 18 + lx;
  next[y * w + x] =
      tile[t] + r * (tile[t - 1] + tile[t + 1] + tile[t - 18] + tile[t + 18] - 4 * tile[t]);
}

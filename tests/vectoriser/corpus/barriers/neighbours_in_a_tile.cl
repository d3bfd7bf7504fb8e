// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounds of a stencil on a tile: indices of neighbours end at the border of the image or of the
// tile, and a guard keeps a part of the work-items out.
// launches: 16,16/16,16 21,9/7,3 64/64 37/37 8,8/4,8 45,12/19,3+3,1
kernel void neighbours_in_a_tile(global int *out, global const int *in, global const float *reals,
                                 global float *realsOut, uint n) {
  local int tile[34][66];
  local int next[34][66];
  int x = get_local_id(0), y = get_local_id(1);
  int width = get_local_size(0), height = get_local_size(1), column = get_global_id(0);
  int first = max(0, 2 - (int)get_group_id(0)), last = min(width - 1, (int)n / 60);
  int north = y - 1 < 0 ? 0 : y - 1, south = y + 1 > height - 1 ? height - 1 : y + 1;
  int west = x - 1 < first ? first : x - 1, east = x + 1 > last ? last : x + 1;
  tile[y][x] = in[get_global_id(1) * 64 + column];
  barrier(CLK_LOCAL_MEM_FENCE);
  bool isComputed = false;
  for (int round = 0; round < 3; ++round) {
    isComputed = x > round && x < width - round - 1 && x >= first && x <= last && y >= round;
    if (isComputed)
      next[y][x] = 3 * tile[y][x] + tile[south][x] + tile[north][x] * 2 + tile[y][east] * 5 -
                   tile[y][west];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (isComputed)
      tile[y][x] = next[y][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(1) * 64 + column] = isComputed ? tile[y][x] : -1;
}

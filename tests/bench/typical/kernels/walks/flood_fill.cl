// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Connected regions in tiles of 16 by 16 pixels: how many there are, and how large the largest is.
//
// global: 64 64   local: 8 8
// arguments: uchar image[1024*1024] = random 0 1; int2 out[64*64]
#define TILE 16

__kernel void flood_fill(__global const uchar *image, __global int2 *out) {
  int width = get_global_size(0) * TILE;
  __global const uchar *tile = image + get_global_id(1) * TILE * width + get_global_id(0) * TILE;
  uint open[TILE];
  for (int y = 0; y < TILE; y++) {
    open[y] = 0;
    for (int x = 0; x < TILE; x++)
      if (tile[y * width + x] != 0)
        open[y] |= 1u << x;
  }
  uchar stack[TILE * TILE];
  int regions = 0, largest = 0;
  for (int start = 0; start < TILE * TILE; start++) {
    if (!(open[start / TILE] >> (start % TILE) & 1))
      continue;
    int top = 0, size = 0;
    stack[top++] = start;
    open[start / TILE] &= ~(1u << (start % TILE));
    while (top > 0) {
      int place = stack[--top];
      int x = place % TILE, y = place / TILE;
      size++;
      for (int side = 0; side < 4; side++) {
        int nx = x + (side == 0) - (side == 1), ny = y + (side == 2) - (side == 3);
        if (nx < 0 || ny < 0 || nx >= TILE || ny >= TILE)
          continue;
        if (open[ny] >> nx & 1) {
          open[ny] &= ~(1u << nx);
          stack[top++] = ny * TILE + nx;
        }
      }
    }
    regions++;
    largest = max(largest, size);
  }
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = (int2)(regions, largest);
}

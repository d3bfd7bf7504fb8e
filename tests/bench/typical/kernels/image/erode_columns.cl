// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Erosion by 3 x 3 of four channels; images lie in rows along get_global_id(1).
//
// global: 512 1024   local: 1 256
// arguments: uchar4 in[512*1024] = random 0 255; uchar4 out[512*1024]; int rows = 512
// arguments: int columns = 1024
__kernel void erode_columns(__global const uchar4 *in, __global uchar4 *out, int rows,
                            int columns) {
  const int row = get_global_id(0);
  const int column = get_global_id(1);
  if (row >= rows || column >= columns)
    return;
  uchar4 least = (uchar4)(255);
  for (int r = max(row - 1, 0); r <= min(row + 1, rows - 1); r++)
    for (int c = max(column - 1, 0); c <= min(column + 1, columns - 1); c++)
      least = min(least, in[r * columns + c]);
  out[row * columns + column] = least;
}

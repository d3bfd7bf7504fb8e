// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums over the rows of a tile that is narrow along memory, by halves.
// launches: 32,32/4,16 24,24/2,24 36,21/4,21 8,128/2,128 10,33/5,11 12,12,4/4,3,2 33,10/4,4
kernel void sums_of_narrow_rows(global int *out, global const int *in, global const float *reals,
                                global float *realsOut, uint n) {
  local int tile[512];
  int column = get_local_id(0), row = get_local_id(1) + get_local_id(2) * get_local_size(1);
  int columns = get_local_size(0), rows = get_local_size(1) * get_local_size(2);
  size_t width = get_global_size(0), height = get_global_size(1);
  size_t i = (get_global_id(2) * height + get_global_id(1)) * width + get_global_id(0);
  tile[row * columns + column] = in[i];
  for (int step = 128; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (row < step && row + step < rows)
      tile[row * columns + column] += tile[(row + step) * columns + column];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(1) >= 3)
    out[i] = in[i] - tile[columns - 1 - column];
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows and columns by shifts and masks: 32 or 16 work-items share a row of a matrix, numbered by
// local or by global ids, before and behind guards on columns, with dividends that wrap.
// launches: 1000/64 37/37 64/1 129/7 900/300 512/256+5 96/48
kernel void rows_of_powers_of_two(global int *out, global const int *in, global const float *reals,
                                  global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  uint local_id = get_local_id(0), lane = local_id & 31;
  size_t row = i >> 5;
  int sum = 0;
  for (int j = (in[row] & 15) + (int)lane; j < 16 + (in[row + 1] & 63); j += 32)
    sum += in[row * 64 + j] * in[j];
  uint line = (uint)i / 16, column = (uint)i & 15;
  sum ^= in[line * 16 + column] + 3 * in[line + column * 64];
  sum += in[(i + 5) / 64 + ((i + 5) & 63)] * 5;
  sum -= in[((i - 3) >> 5) & 4095] ^ in[(i - 3) & 31];
  if (column > 3)
    sum += in[local_id / 16 * 16 + column];
  if (local_id / 32 > 0)
    sum = sum * 3 + in[i + lane];
  out[i] = sum;
  if ((i & 31) == 0)
    out[1100 + row] = sum - 1;
  realsOut[line * 16 + column] = reals[line * 32 + column] - reals[line];
}

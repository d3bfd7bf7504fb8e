// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each work-item goes over a record of its own in loops of constant rounds: rows and columns of a
// matrix, blocks chosen by divisions of counters, a search that ends early, places counted down,
// records of bytes, and records that it writes.
// launches: 900/90 256/256 37/37 64/1 129/43 33/11
kernel void loops_over_records(global int *out, global const int *in, global const float *reals,
                               global float *realsOut, uint n) {
  int g = get_global_id(0);
  if (g >= 400)
    g = g % 400;
  int self = get_global_id(0);
  int rows = 0, columns = 0, blocks = 0;
  for (int i = 0; i < 3; i++) {
    int row = 0, column = 0, block = 0;
    for (int j = 0; j < 3; j++) {
      row |= 1 << (in[g * 9 + i * 3 + j] & 15);
      column |= 1 << (in[g * 9 + j * 3 + i] & 15);
      block ^= in[g * 9 + (i * 3 + j) / 2 + (j % 2)];
    }
    rows += popcount(row);
    columns += popcount(column) * (i + 1);
    blocks += block;
  }
  float sum = 0, last = 0;
  for (int k = 7; k >= 0; k--)
    sum = sum * 0.5f + reals[g * 8 + k];
  for (int k = 0; k < 6; k++) {
    last = reals[g * 7 + k];
    if (last > 0.9f)
      break;
  }
  global const uchar *bytes = (global const uchar *)in + g * 12;
  uint mixed = 0;
  for (int k = 0; k < 12; k++)
    mixed = (mixed ^ bytes[k]) * 31 + (bytes[11 - k] >> (k & 3));
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      realsOut[self * 4 + j * 2 + i] = sum + last * (i * 2 + j);
  for (int k = 0; k < 3; k++)
    out[self * 3 + k] = k == 0 ? rows + columns : k == 1 ? blocks : (int)mixed;
}

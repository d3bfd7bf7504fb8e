// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Edit distances of pairs of words of 24 letters, with a row of the table in a private array.
//
// global: 8192   local: 64
// arguments: uchar a[8192*24] = random 97 104; uchar b[8192*24] = random 97 104; int out[8192]
#define LENGTH 24

__kernel void edit_distance(__global const uchar *a, __global const uchar *b, __global int *out) {
  uchar row[LENGTH + 1];
  size_t base = get_global_id(0) * LENGTH;
  for (int j = 0; j <= LENGTH; j++)
    row[j] = j;
  for (int i = 1; i <= LENGTH; i++) {
    uchar diagonal = row[0];
    row[0] = i;
    uchar c = a[base + i - 1];
    for (int j = 1; j <= LENGTH; j++) {
      uchar above = row[j];
      uchar change = diagonal + (c == b[base + j - 1] ? 0 : 1);
      row[j] = min(change, (uchar)(min(above, row[j - 1]) + 1));
      diagonal = above;
    }
  }
  out[get_global_id(0)] = row[LENGTH];
}

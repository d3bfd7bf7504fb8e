// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Merges two sorted arrays: each work-item finds its diagonal and writes 32 numbers.
//
// global: 16384   local: 64
// arguments: int a[262144] = sorted 0 1000000; int b[262144] = sorted 0 1000000; int out[524288]
// arguments: int na = 262144; int nb = 262144
#define EACH 32

__kernel void merge_path(__global const int *a, __global const int *b, __global int *out, int na,
                         int nb) {
  int diagonal = get_global_id(0) * EACH;
  int low = max(0, diagonal - nb), high = min(diagonal, na);
  while (low < high) {
    int middle = (low + high) >> 1;
    if (a[middle] <= b[diagonal - 1 - middle])
      low = middle + 1;
    else
      high = middle;
  }
  int i = low, j = diagonal - low;
  for (int k = 0; k < EACH && diagonal + k < na + nb; k++) {
    bool takes_a = j >= nb || (i < na && a[i] <= b[j]);
    out[diagonal + k] = takes_a ? a[i++] : b[j++];
  }
}

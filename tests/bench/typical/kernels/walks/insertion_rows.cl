// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items sort rows of different lengths by insertion, in place.
//
// global: 16384   local: 64
// arguments: int starts[16384+1] = offsets 0 48; fresh int keys[16384*48] = random 0 1000000
__kernel void insertion_rows(__global const int *starts, __global int *keys) {
  int row = get_global_id(0);
  int first = starts[row], end = starts[row + 1];
  for (int i = first + 1; i < end; i++) {
    int key = keys[i];
    int j = i - 1;
    while (j >= first && keys[j] > key) {
      keys[j + 1] = keys[j];
      j--;
    }
    keys[j + 1] = key;
  }
}

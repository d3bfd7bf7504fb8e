// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lower bound of each key in a sorted array.
//
// global: 131072   local: 128
// arguments: int sorted[65536] = sorted 0 1000000; int keys[131072] = random 0 1000000
// arguments: int found[131072]; int n = 65536
__kernel void binary_search(__global const int *sorted, __global const int *keys,
                            __global int *found, int n) {
  int gid = get_global_id(0);
  int key = keys[gid];
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (sorted[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  found[gid] = low;
}

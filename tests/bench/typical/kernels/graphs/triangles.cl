// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Triangles at each edge, by walking two sorted lists of neighbours together.
//
// global: 16384   local: 64
// arguments: int starts[4097] = offsets 16 16; int lists[4096*16] = near 40 16
// arguments: int2 edges[16384] = random 0 4095; int counts[16384]
__kernel void triangles(__global const int *starts, __global const int *lists,
                        __global const int2 *edges, __global int *counts) {
  int2 edge = edges[get_global_id(0)];
  int i = starts[edge.x], iend = starts[edge.x + 1];
  int j = starts[edge.y], jend = starts[edge.y + 1];
  int count = 0;
  while (i < iend && j < jend) {
    int a = lists[i], b = lists[j];
    if (a == b) {
      count++;
      i++;
      j++;
    } else if (a < b) {
      i++;
    } else {
      j++;
    }
  }
  counts[get_global_id(0)] = count;
}

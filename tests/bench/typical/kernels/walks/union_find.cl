// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the ends of edges are in the same set, by walks to the roots of both.
//
// global: 131072   local: 128
// arguments: int parents[131072] = parents 64; int2 edges[131072] = random 0 131071
// arguments: int roots[131072]
int find(__global const int *parents, int element) {
  while (parents[element] != element)
    element = parents[element];
  return element;
}

__kernel void union_find(__global const int *parents, __global const int2 *edges,
                         __global int *roots) {
  int2 edge = edges[get_global_id(0)];
  int a = find(parents, edge.x), b = find(parents, edge.y);
  roots[get_global_id(0)] = a == b ? a : -1;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step of all shortest paths, by way of one vertex.
//
// global: 768 768   local: 16 16
// arguments: int from[768*768] = random 1 1000; int to[768*768]; int n = 768; int k = 100
__kernel void floyd_warshall(__global const int *from, __global int *to, int n, int k) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int direct = from[y * n + x];
  int detour = from[y * n + k] + from[k * n + x];
  to[y * n + x] = detour < direct ? detour : direct;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The nearest point to each query, in a k-d tree: the side that is further away waits on a stack
// with its distance.
//
// global: 32768   local: 64
// arguments: float tree[16383*3] = kd 3; int count = 16383; float queries[32768*3] = random 0 1
// arguments: int nearest[32768]; float distances[32768]
// mismatches: 0.001
#define MAX_DEPTH 20

__kernel void kd_nearest(__global const float *tree, int count, __global const float *queries,
                         __global int *nearest, __global float *distances) {
  int gid = get_global_id(0);
  float query[3] = {queries[3 * gid], queries[3 * gid + 1], queries[3 * gid + 2]};
  int nodes[MAX_DEPTH], axes[MAX_DEPTH];
  float gaps[MAX_DEPTH];
  int top = 1, best = -1;
  float best_distance = INFINITY;
  nodes[0] = 0;
  axes[0] = 0;
  gaps[0] = 0.0f;
  while (top > 0) {
    top--;
    if (gaps[top] >= best_distance)
      continue;
    int node = nodes[top], axis = axes[top];
    while (node < count) {
      float dx = tree[3 * node] - query[0], dy = tree[3 * node + 1] - query[1],
            dz = tree[3 * node + 2] - query[2];
      float distance = dx * dx + dy * dy + dz * dz;
      if (distance < best_distance) {
        best_distance = distance;
        best = node;
      }
      float gap = query[axis] - tree[3 * node + axis];
      int left = 2 * node + 1, right = 2 * node + 2;
      axis = (axis + 1) % 3;
      if (right < count) {
        nodes[top] = gap < 0.0f ? right : left;
        axes[top] = axis;
        gaps[top] = gap * gap;
        top++;
      }
      node = gap < 0.0f ? left : right;
    }
  }
  nearest[gid] = best;
  distances[gid] = sqrt(best_distance);
}

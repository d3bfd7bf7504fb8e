// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The first box that each ray of a camera hits, in a hierarchy of bounding volumes.
//
// global: 256 192   local: 16 4
// arguments: float4 bounds[4095*2] = bounds 0.05; int2 children[4095] = children 2
// arguments: int hits[256*192]; float depths[256*192]
// mismatches: 0.001
#define STACK 24

__kernel void bvh_rays(__global const float4 *bounds, __global const int2 *children,
                       __global int *hits, __global float *depths) {
  int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), h = get_global_size(1);
  float3 origin = (float3)(0.5f, 0.5f, -0.8f);
  float3 direction =
      normalize((float3)((x + 0.5f - w / 2) / w, (y + 0.5f - h / 2) / w, 0.9f));
  float3 inverse = 1.0f / direction;
  int stack[STACK];
  int top = 0, hit = -1;
  float nearest = 1e30f;
  stack[top++] = 0;
  while (top > 0) {
    int node = stack[--top];
    float3 a = (bounds[2 * node].xyz - origin) * inverse;
    float3 b = (bounds[2 * node + 1].xyz - origin) * inverse;
    float3 low = fmin(a, b), high = fmax(a, b);
    float enter = fmax(fmax(low.x, low.y), fmax(low.z, 0.0f));
    float leave = fmin(fmin(high.x, high.y), high.z);
    if (enter > leave || enter >= nearest)
      continue;
    int2 below = children[node];
    if (below.x == 0) {
      nearest = enter;
      hit = node;
    } else {
      stack[top++] = below.y;
      stack[top++] = below.x;
    }
  }
  hits[y * w + x] = hit;
  depths[y * w + x] = hit < 0 ? -1.0f : nearest;
}

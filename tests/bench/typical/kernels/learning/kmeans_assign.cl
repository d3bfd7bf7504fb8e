// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The nearest of 16 centres in four dimensions.
//
// global: 131072   local: 128
// arguments: float4 points[131072] = random -1 1; float4 centres[16] = random -1 1
// arguments: int nearest[131072]; int count = 16
__kernel void kmeans_assign(__global const float4 *points, __constant float4 *centres,
                            __global int *nearest, int count) {
  int i = get_global_id(0);
  float4 p = points[i];
  float best = FLT_MAX;
  int index = 0;
  for (int c = 0; c < count; c++) {
    float4 d = p - centres[c];
    float distance = dot(d, d);
    if (distance < best) {
      best = distance;
      index = c;
    }
  }
  nearest[i] = index;
}

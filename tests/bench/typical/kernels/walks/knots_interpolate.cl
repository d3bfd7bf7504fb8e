// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that is known at uneven places, between them: the place by bisection.
//
// global: 262144   local: 128
// arguments: float knots[4096] = sorted 0 1; float values[4096] = random -1 1; int count = 4096
// arguments: float x[262144] = random 0 1; float y[262144]
// tolerance: 1e-4
__kernel void knots_interpolate(__global const float *knots, __global const float *values,
                                int count, __global const float *x, __global float *y) {
  int gid = get_global_id(0);
  float at = x[gid];
  int first = 0, left = count;
  while (left > 0) {
    int middle = left / 2;
    if (knots[first + middle] < at) {
      first += middle + 1;
      left -= middle + 1;
    } else {
      left = middle;
    }
  }
  if (first == 0) {
    y[gid] = values[0];
  } else if (first == count) {
    y[gid] = values[count - 1];
  } else {
    float span = knots[first] - knots[first - 1];
    float t = span > 0.0f ? (at - knots[first - 1]) / span : 0.0f;
    y[gid] = values[first - 1] + t * (values[first] - values[first - 1]);
  }
}

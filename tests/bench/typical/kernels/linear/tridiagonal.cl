// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tridiagonal systems by Thomas' algorithm, interleaved so that neighbours read neighbouring
// numbers.
//
// global: 16384   local: 64
// arguments: float lower[16384*64] = random 0 1; float diagonal[16384*64] = random 4 5
// arguments: float upper[16384*64] = random 0 1; float right[16384*64] = random -1 1
// arguments: float scratch[16384*64]; float x[16384*64]; int n = 64
// tolerance: 1e-4
__kernel void tridiagonal(__global const float *a, __global const float *b, __global const float *c,
                          __global const float *d, __global float *cp, __global float *x, int n) {
  const int s = get_global_id(0), systems = get_global_size(0);
  float previous = c[s] / b[s];
  float value = d[s] / b[s];
  cp[s] = previous;
  x[s] = value;
  for (int i = 1; i < n; i++) {
    int at = i * systems + s;
    float m = 1.0f / (b[at] - a[at] * previous);
    previous = c[at] * m;
    value = (d[at] - a[at] * value) * m;
    cp[at] = previous;
    x[at] = value;
  }
  for (int i = n - 2; i >= 0; i--) {
    int at = i * systems + s;
    value = x[at] - cp[at] * value;
    x[at] = value;
  }
}

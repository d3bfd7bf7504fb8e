// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divisors that all work-items of a group share, zero and -1 among them.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void shared_divisors(global int *out, global const int *in, global const float *reals,
                            global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int t[8] = {0x7fffffff, -0x7fffffff - 1, -1, 1, 0, 2, -2, 65537};
  int a = i & 8 ? in[i] : t[i & 7], g = get_group_id(0), r = 0;
  for (int k = 0; k < 40; ++k) {
    int b = (int)((k * 0x9e3779b9u + g) >> (k & 31)) - 1;
    uint u = a, v = b;
    r += r * 5 + (a / b ^ a % b * 3) + (int)(u / v ^ u % v * 3);
    r ^= (int)(i / (n + k));
  }
  out[i] = r;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divisions of the extreme numbers, guarded where they have no result.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void edge_divisions(global int *out, global const int *in, global const float *reals,
                           global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int t[8] = {0x7fffffff, -0x7fffffff - 1, -1, 1, 0, 2, -2, 65537};
  int a = t[i & 7], b = t[(i >> 3) & 7];
  uint u = a, v = b;
  int r = 0;
  if (b != 0 && !(b == -1 && a == -0x7fffffff - 1))
    r = a / b * 31 + a % b;
  if (v != 0)
    r += (u / v) * 7 + u % v;
  out[i] = r;
}

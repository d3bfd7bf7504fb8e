// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members of structures, which are read and written by neighbours.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void members(global int *out, global const int *in, global const float *reals,
                    global float *realsOut, uint n) {
  typedef struct {
    int a;
    float b;
    int c[2];
  } S;
  size_t i = get_global_id(0);
  global const S *s = (global const S *)in;
  global S *d = (global S *)out;
  d[i].a = s[i].c[1] + 3;
  d[i].b = s[i].a;
  d[i].c[0] = s[i].c[0];
  d[i].c[1] = s[i].a ^ s[i].c[0];
}

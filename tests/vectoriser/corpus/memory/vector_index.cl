// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Components at varying indices.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void vector_index(global int *out, global const int *in, global const float *reals,
                         global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  union {
    int4 v;
    int a[4];
  } u;
  u.v = vload4(i, in);
  u.a[i & 3] += 5;
  out[i] = u.v.x + u.a[(in[i] >> 3) & 3];
  int4 w = vload4(in[i] & 255, in);
  out[i + 2048] = w.x - w.w;
}

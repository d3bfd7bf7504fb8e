// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors that live around a divergent loop.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void vector_loop(global int *out, global const int *in, global const float *reals,
                        global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  float4 v = vload4(i, reals), s = 0;
  int4 k = 0;
  for (int j = 0; j < (in[i] & 15); ++j) {
    s += v * (float)j;
    k += vload4(j, in);
    v = v.yzwx;
    if (s.x > 40)
      break;
  }
  vstore4(s, i, realsOut);
  vstore4(k, i, out);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of vectors whose results are used by component.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void vector_functions(global int *out, global const int *in, global const float *reals,
                             global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  float4 v = vload4(i, reals);
  v = sin(v) + fmax(cos(v.wxyz), 0.5f) * normalize(v);
  int4 k = vload4(i, in);
  if (any(k > 5))
    v += (float)(all(k < 9) + popcount(k).z);
  vstore4(v, i, realsOut);
  out[i] = max(k, k.yzwx).x + dot(v, v) > 3;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of vectors that are not inlined, in a divergent loop.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void calls_of_large_functions_of_vectors(global int *out, global const int *in,
                                                global const float *reals, global float *realsOut,
                                                uint n) {
  size_t i = get_global_id(0);
  float3 v = (float3)(reals[i], i, n);
  for (int j = 0; j < (in[i] & 3); ++j)
    v = fmod(v * 1e20f + j, 0.7f);
  realsOut[i] = v.x + v.y * v.z;
}

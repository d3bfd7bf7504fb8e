// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors are read and written at places that do not follow each other.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void scattered_vectors(global int *out, global const int *in, global const float *reals,
                              global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  if (in[i] & 5)
    vstore4(vload4((i * 37) % 1000, in), (i * 7) % 1000, out);
}

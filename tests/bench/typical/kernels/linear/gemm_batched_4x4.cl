// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many products of 4 x 4 matrices, a product a work-item, rows in vectors.
//
// global: 65536   local: 64
// arguments: float16 a[65536] = random -1 1; float16 b[65536] = random -1 1; float16 c[65536]
__kernel void gemm_batched_4x4(__global const float16 *a, __global const float16 *b,
                               __global float16 *c) {
  int i = get_global_id(0);
  float16 A = a[i], B = b[i];
  float16 C;
  C.s0123 = A.s0 * B.s0123 + A.s1 * B.s4567 + A.s2 * B.s89ab + A.s3 * B.scdef;
  C.s4567 = A.s4 * B.s0123 + A.s5 * B.s4567 + A.s6 * B.s89ab + A.s7 * B.scdef;
  C.s89ab = A.s8 * B.s0123 + A.s9 * B.s4567 + A.sa * B.s89ab + A.sb * B.scdef;
  C.scdef = A.sc * B.s0123 + A.sd * B.s4567 + A.se * B.s89ab + A.sf * B.scdef;
  c[i] = C;
}

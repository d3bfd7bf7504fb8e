// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A quantised product of matrices: bytes to sums of 32 bits, and back to bytes by a scale.
//
// global: 256 256   local: 16 16
// arguments: char a[256*256] = random -128 127; char b[256*256] = random -128 127; char c[256*256]
// arguments: int n = 256; float scale = 0.0004
// tolerance: 0.01
__kernel void gemm_int8(__global const char *a, __global const char *b, __global char *c, int n,
                        float scale) {
  int column = get_global_id(0), row = get_global_id(1);
  int sum = 0;
  for (int k = 0; k < n; k += 4) {
    char4 left = vload4(0, a + row * n + k);
    char4 right = vload4(0, b + column * n + k);
    int4 p = convert_int4(left) * convert_int4(right);
    sum += p.x + p.y + p.z + p.w;
  }
  c[row * n + column] = convert_char_sat_rte(sum * scale);
}

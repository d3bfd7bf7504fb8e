// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same with the row in get_global_id(0), as those write it who think in rows and columns.
//
// global: 256 256   local: null
// arguments: double a[256*256] = random -1 1; double b[256*256] = random -1 1; double c[256*256]
// arguments: int n = 256
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void gemm_rows_first(global const double *a, global const double *b, global double *c,
                            int n) {
  int i = get_global_id(0);
  int j = get_global_id(1);
  double sum = 0.0;
  for (int k = 0; k < n; ++k)
    sum += a[i * n + k] * b[k * n + j];
  c[i * n + j] = sum;
}

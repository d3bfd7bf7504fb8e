// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// y = a x + y in vectors of two doubles.
//
// global: 262144   local: 128
// arguments: double2 x[262144] = random -1 1; double2 y[262144] = random -1 1; double2 out[262144]
// arguments: double a = 0.5
__kernel void axpy_double2(__global const double2 *x, __global const double2 *y,
                           __global double2 *out, double a) {
  size_t i = get_global_id(0);
  out[i] = a * x[i] + y[i];
}

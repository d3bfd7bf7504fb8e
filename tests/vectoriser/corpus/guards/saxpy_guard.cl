// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and writes of neighbours, guarded by the number of elements: the last group is partly
// off.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void saxpy_guard(global int *out, global const int *in, global const float *reals,
                        global float *realsOut, uint n) {
  uint i = get_global_id(0);
  if (i < n)
    realsOut[i] = 2.5f * reals[i] + realsOut[i];
}

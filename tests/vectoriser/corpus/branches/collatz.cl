// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A divergent loop with break and continue.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void collatz(global int *out, global const int *in, global const float *reals,
                    global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  uint v = (uint)in[i] % 1000u + 1;
  int c = 0;
  while (v != 1) {
    if (v & 1)
      v = 3 * v + 1;
    else
      v >>= 1;
    if (++c > 60)
      break;
    if (v == 40)
      continue;
    c += (v & 8) != 0;
  }
  out[i] = c;
}

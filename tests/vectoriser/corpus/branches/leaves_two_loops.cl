// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A goto out of two loops, next to breaks and continues.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void leaves_two_loops(global int *out, global const int *in, global const float *reals,
                             global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int s = in[i] & 15;
  for (int a = 0; a < 9; ++a) {
    for (int b = 0; b < 7; ++b) {
      s = s * 5 + in[a * 7 + b];
      if ((s & 31) == 3)
        goto done;
      if ((s & 31) == 4)
        break;
      if (s & 64)
        continue;
      realsOut[i] = s;
    }
    if ((s & 7) == 5)
      break;
  }
  s += 100;
done:
  out[i] = s;
}

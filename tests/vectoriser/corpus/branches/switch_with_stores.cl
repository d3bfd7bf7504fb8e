// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A switch in a loop with writes, break, continue and a fall through.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void switch_with_stores(global int *out, global const int *in, global const float *reals,
                               global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int v = in[i];
  for (int j = 0; j < 4; ++j) {
    switch ((v >> j) & 7) {
    case 0:
      realsOut[i] = v;
      break;
    case 1:
    case 3:
      out[i + 1100] = j;
      continue;
    case 4:
      v += in[j];
    default:
      v ^= j;
    }
    v += 2;
  }
  out[i] = v;
}

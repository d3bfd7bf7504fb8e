// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Remainders and quotients of numbers that are negative in inactive lanes alone, the first of a gang among
// them: what the first lane has says nothing of the others then.
// launches: 900/90 256/256 37/37 64/1 129/43 33/11
kernel void remainders_of_active_lanes(global int *out, global const int *in, global const float *reals,
                                       global float *realsOut, uint n) {
  uint u = get_global_id(0);
  int x = (int)u - 7, period = (int)(n & 255) + 1, far = in[u] & 0xff, sum = u;
  if (far + 300 * (int)(u / 7) > 290) {
    sum = sum * 31 + in[(x % period) & 2047];
    sum = sum * 31 + in[(uint)(x / period) & 1023];
    sum = sum * 31 + in[(x % 64) & 63];
  }
  out[u] = sum;
  if (far + 300 * (int)(u / 3) > 290)
    out[1024 + u] = in[(((int)u - 3) % (period + 20)) & 4095];
}

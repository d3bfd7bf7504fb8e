// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums and comparisons of bytes and shorts that would fit into 16 bits, or just not.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void narrow_integers(global int *out, global const int *in, global const float *reals,
                            global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  global const uchar *p = (global const uchar *)in;
  global const short *q = (global const short *)in;
  int a = p[i], b = p[i + 1], c = p[i + 2], d = q[i];
  int across = 3 * a - 2 * b - c, down = (a + b + c) * 200;
  uint edge = min(abs(across) + abs(across - 7 * c), 255u);
  int m = max(min(d, across), -500) >> 3;
  int wide = d * d + down;
  if (across < d)
    m ^= 77 * a + 150 * b + 29 * c >> 8;
  if (down > 60000 || (uint)across > (uint)d)
    m -= abs(d);
  out[i] = m * 3 + (int)edge + (down >> 4) + wide + (across == down) + (char)(across * 5);
}

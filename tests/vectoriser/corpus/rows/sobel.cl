// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A filter of nine bytes in a plane, with a root and a clamp.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void sobel(global int *out, global const int *in, global const float *reals,
                  global float *realsOut, uint n) {
  int x = get_global_id(0), y = get_global_id(1), w = 64;
  global const uchar *p = (global const uchar *)in;
  if (x > 0 && y > 0 && x < w - 1) {
    int a = p[(y - 1) * w + x - 1], b = p[(y - 1) * w + x], c = p[(y - 1) * w + x + 1],
        d = p[y * w + x - 1], e = p[y * w + x + 1], g = p[(y + 1) * w + x - 1],
        h = p[(y + 1) * w + x], k = p[(y + 1) * w + x + 1];
    int s = c + 2 * e + k - a - 2 * d - g, t = g + 2 * h + k - a - 2 * b - c;
    ((global uchar *)out)[y * w + x] = clamp(convert_int(sqrt((float)(s * s + t * t))), 0, 255);
  }
}

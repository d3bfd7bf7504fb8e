// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One divergent loop whose conditions compare char, short, int, float and double.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void masks_of_several_widths(global int *out, global const int *in,
                                    global const float *reals, global float *realsOut, uint n) {
  int i = get_global_id(0), s = 0;
  short h = (short)in[i];
  double d = reals[i];
  char c = (char)in[i + 1];
  while (h > 9 || d > 0.5) {
    if (c > 3) {
      h = h / 2 - (short)1;
      d -= 7;
      if (s > 20)
        break;
    } else {
      c += (char)5;
      d *= 0.5;
      if (h < 100)
        continue;
    }
    for (int j = c; j < h; j += 300)
      s += j & 3;
    if (++s > 40)
      break;
  }
  out[i] = s + c;
  realsOut[i] = (float)d + h;
}

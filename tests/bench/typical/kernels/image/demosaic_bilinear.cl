// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Colours of a Bayer sensor (RGGB) by linear interpolation, 12 bits to three channels of 16.
//
// global: 1024 512   local: null
// arguments: ushort raw[1024*512] = random 0 4095; ushort rgb[1024*512*3]; int width = 1024
// arguments: int height = 512
int at(global const ushort *raw, int x, int y, int width, int height) {
  x = clamp(x, 0, width - 1);
  y = clamp(y, 0, height - 1);
  return raw[y * width + x];
}

kernel void demosaic_bilinear(global const ushort *raw, global ushort *rgb, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  int c = at(raw, x, y, width, height);
  int l = at(raw, x - 1, y, width, height), r = at(raw, x + 1, y, width, height);
  int u = at(raw, x, y - 1, width, height), d = at(raw, x, y + 1, width, height);
  int diagonal = (at(raw, x - 1, y - 1, width, height) + at(raw, x + 1, y - 1, width, height) +
                  at(raw, x - 1, y + 1, width, height) + at(raw, x + 1, y + 1, width, height)) >>
                 2;
  int red, green, blue;
  if ((y & 1) == 0) {
    if ((x & 1) == 0) {
      red = c;
      green = (l + r + u + d) >> 2;
      blue = diagonal;
    } else {
      red = (l + r) >> 1;
      green = c;
      blue = (u + d) >> 1;
    }
  } else {
    if ((x & 1) == 0) {
      red = (u + d) >> 1;
      green = c;
      blue = (l + r) >> 1;
    } else {
      red = diagonal;
      green = (l + r + u + d) >> 2;
      blue = c;
    }
  }
  int i = 3 * (y * width + x);
  rgb[i] = red;
  rgb[i + 1] = green;
  rgb[i + 2] = blue;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Planes, rows and columns by division of one id: gangs of which many in a row have one quotient.
// launches: 1000/64 1000/250 37/37 129/7 512/256 999/333+5
kernel void loops_over_rows(global int *out, global const int *in, global const float *reals,
                            global float *realsOut, uint n) {
  uint i = get_global_id(0), width = n / 7, plane = width * 3;
  uint z = i / plane, rest = i % plane, y = rest / width, x = rest % width;
  int sum = in[z * plane + y * width + x] + (int)(z + 5 * y);
  if (y > 0 && x > 0 && x < width - 1)
    sum += in[(y - 1) * width + x] * 3 + in[y * width + x + 1];
  out[z * plane + y * width + x] = sum;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A grey image of floats to another size, by Catmull-Rom splines over 4 x 4 pixels.
//
// global: 640 480   local: 32 4
// arguments: float in[400*300] = random 0 1; float out[640*480]; int in_width = 400
// arguments: int in_height = 300
// tolerance: 1e-3
float cubic(float x) {
  x = fabs(x);
  if (x < 1.0f)
    return 1.0f + x * x * (1.5f * x - 2.5f);
  if (x < 2.0f)
    return 2.0f + x * (-4.0f + x * (2.5f - 0.5f * x));
  return 0.0f;
}

__kernel void resize_bicubic(__global const float *in, __global float *out, int in_width,
                             int in_height) {
  int x = get_global_id(0), y = get_global_id(1);
  float sx = (x + 0.5f) * in_width / get_global_size(0) - 0.5f;
  float sy = (y + 0.5f) * in_height / get_global_size(1) - 0.5f;
  int ix = (int)floor(sx), iy = (int)floor(sy);
  float sum = 0.0f;
  for (int j = -1; j <= 2; j++) {
    float wy = cubic(sy - (iy + j));
    int row = min(max(iy + j, 0), in_height - 1);
    float line = 0.0f;
    for (int i = -1; i <= 2; i++)
      line += cubic(sx - (ix + i)) * in[row * in_width + min(max(ix + i, 0), in_width - 1)];
    sum += wy * line;
  }
  out[y * get_global_size(0) + x] = sum;
}

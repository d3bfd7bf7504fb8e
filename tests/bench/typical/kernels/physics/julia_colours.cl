// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A Julia set with smooth colours, in doubles.
//
// global: 320 240   local: 8 8
// arguments: uchar4 out[320*240]; double2 c = -0.8 0.156; int most = 128
// tolerance: 0.01
// mismatches: 0.02
kernel void julia_colours(global uchar4 *out, double2 c, int most) {
  int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), h = get_global_size(1);
  double2 z = (double2)(3.0 * x / w - 1.5, 2.0 * y / h - 1.0);
  int n;
  for (n = 0; n < most; ++n) {
    z = (double2)(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c;
    if (dot(z, z) > 16.0)
      break;
  }
  float shade = n == most ? 0.0f : n + 1 - log2(log2((float)dot(z, z)) * 0.5f);
  float4 colour = 0.5f + 0.5f * cos(shade * 0.15f + (float4)(0, 2, 4, 0));
  out[y * w + x] = convert_uchar4_sat(colour * 255.0f);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An image with four channels to another size, by linear interpolation.
//
// global: 800 600   local: 8 8
// arguments: uchar4 in[640*480] = random 0 255; uchar4 out[800*600]; int2 in_size = 640 480
// arguments: int2 out_size = 800 600
// tolerance: 0.004
__kernel void resize_bilinear(__global const uchar4 *in, __global uchar4 *out, int2 in_size,
                              int2 out_size) {
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  float2 scale = convert_float2(in_size) / convert_float2(out_size);
  float2 s = (convert_float2(p) + 0.5f) * scale - 0.5f;
  float2 base = floor(s);
  float2 f = s - base;
  int2 a = clamp(convert_int2(base), (int2)(0), in_size - 1);
  int2 b = clamp(convert_int2(base) + 1, (int2)(0), in_size - 1);
  float4 p00 = convert_float4(in[a.y * in_size.x + a.x]);
  float4 p10 = convert_float4(in[a.y * in_size.x + b.x]);
  float4 p01 = convert_float4(in[b.y * in_size.x + a.x]);
  float4 p11 = convert_float4(in[b.y * in_size.x + b.x]);
  float4 value = mix(mix(p00, p10, f.x), mix(p01, p11, f.x), f.y);
  out[p.y * out_size.x + p.x] = convert_uchar4_sat_rte(value);
}

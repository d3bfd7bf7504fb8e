// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RGBA to YUV in floating point, by vectors.
//
// global: 1048576   local: 128
// arguments: uchar4 rgba[1048576] = random 0 255; uchar4 yuv[1048576]
// tolerance: 0.004
kernel void rgb_to_yuv(global const uchar4 *rgba, global uchar4 *yuv) {
  int i = get_global_id(0);
  float4 p = convert_float4(rgba[i]);
  float4 result;
  result.x = dot(p.xyz, (float3)(0.299f, 0.587f, 0.114f));
  result.y = dot(p.xyz, (float3)(-0.169f, -0.331f, 0.5f)) + 128.0f;
  result.z = dot(p.xyz, (float3)(0.5f, -0.419f, -0.081f)) + 128.0f;
  result.w = p.w;
  yuv[i] = convert_uchar4_sat_rte(result);
}

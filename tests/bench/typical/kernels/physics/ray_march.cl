// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A distance field of repeated boxes and a floor, marched along rays.
//
// global: 256 192   local: 16 4
// arguments: float out[256*192]; float time = 1.5
// tolerance: 0.01
// mismatches: 0.05
float scene(float3 p) {
  float floor_distance = p.y + 1.0f;
  float3 q = (float3)(p.x - 4.0f * rint(p.x / 4.0f), p.y, p.z - 4.0f * rint(p.z / 4.0f));
  float3 d = fabs(q) - 0.7f;
  float box = length(fmax(d, 0.0f)) + fmin(fmax(d.x, fmax(d.y, d.z)), 0.0f) - 0.1f;
  return fmin(floor_distance, box);
}

kernel void ray_march(global float *out, float time) {
  float2 size = (float2)(get_global_size(0), get_global_size(1));
  float2 uv = ((float2)(get_global_id(0), get_global_id(1)) - 0.5f * size) / size.y;
  float3 origin = (float3)(sin(time), 1.5f, time);
  float3 direction = normalize((float3)(uv.x, -uv.y - 0.2f, 1.2f));
  float t = 0.1f;
  int i = 0;
  for (; i < 64; ++i) {
    float d = scene(origin + t * direction);
    if (d < 0.001f * t || t > 40.0f)
      break;
    t += d;
  }
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = t > 40.0f ? 0.0f : exp(-0.1f * t);
}

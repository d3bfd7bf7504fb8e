// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rays from a camera against spheres, with the shading of the first hit.
//
// global: 320 240   local: 8 8
// arguments: float4 spheres[32] = random 0.5 4; float4 colours[32] = random 0 1
// arguments: float4 out[320*240]; int count = 32
// tolerance: 1e-3
// mismatches: 0.005
__kernel void ray_spheres(__constant float4 *spheres, __constant float4 *colours,
                          __global float4 *out, int count) {
  int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), h = get_global_size(1);
  float3 origin = (float3)(2.0f, 2.0f, -8.0f);
  float3 direction = normalize((float3)((x - 0.5f * w) / w, (y - 0.5f * h) / w, 1.0f));
  float nearest = INFINITY;
  int hit = -1;
  for (int s = 0; s < count; s++) {
    float3 oc = origin - spheres[s].xyz;
    float r = 0.3f * spheres[s].w;
    float b = dot(oc, direction);
    float d = b * b - dot(oc, oc) + r * r;
    if (d < 0.0f)
      continue;
    float t = -b - sqrt(d);
    if (t > 0.0f && t < nearest) {
      nearest = t;
      hit = s;
    }
  }
  float4 colour = (float4)(0.1f, 0.1f, 0.2f, 1.0f);
  if (hit >= 0) {
    float3 normal = normalize(origin + nearest * direction - spheres[hit].xyz);
    float light = fmax(dot(normal, normalize((float3)(-1.0f, -1.0f, -1.0f))), 0.0f);
    colour = colours[hit] * (0.2f + 0.8f * light);
  }
  out[y * w + x] = colour;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// European calls by binomial trees of 255 steps; a group has an option, a work-item a node.
//
// global: 32768   local: 256
// arguments: float4 options[128] = random 0.5 1; float out[128]
// tolerance: 1e-4
__kernel void binomial_group(__global const float4 *options, __global float *out) {
  __local float a[256];
  __local float b[256];
  int tid = get_local_id(0);
  float4 option = options[get_group_id(0)];
  float s = 100.0f * option.x, x = 100.0f * option.y, t = option.z, v = 0.3f * option.w;
  float dt = t / 255.0f;
  float u = exp(v * sqrt(dt)), d = 1.0f / u;
  float growth = exp(0.02f * dt);
  float pu = (growth - d) / (u - d) / growth, pd = 1.0f / growth - pu;
  a[tid] = fmax(s * exp(v * sqrt(dt) * (2 * tid - 255)) - x, 0.0f);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int j = 255; j > 0; j -= 2) {
    if (tid < j)
      b[tid] = pu * a[tid + 1] + pd * a[tid];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (j > 1 && tid < j - 1)
      a[tid] = pu * b[tid + 1] + pd * b[tid];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (tid == 0)
    out[get_group_id(0)] = b[0];
}

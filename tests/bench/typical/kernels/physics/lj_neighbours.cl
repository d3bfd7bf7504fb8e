// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lennard-Jones forces over lists of neighbours; lists are interleaved.
//
// global: 32768   local: 64
// arguments: float4 positions[32768] = random 0 16; int neighbours[32768*32] = random 0 32767
// arguments: float4 forces[32768]; int count = 32; float cutoff2 = 36; float box = 16
// tolerance: 1e-3
// mismatches: 0.01
__kernel void lj_neighbours(__global const float4 *positions, __global const int *neighbours,
                            __global float4 *forces, int count, float cutoff2, float box) {
  int i = get_global_id(0), n = get_global_size(0);
  float4 p = positions[i];
  float fx = 0, fy = 0, fz = 0, energy = 0;
  for (int k = 0; k < count; k++) {
    int j = neighbours[k * n + i];
    if (j == i)
      continue;
    float4 q = positions[j];
    float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
    dx -= box * rint(dx / box);
    dy -= box * rint(dy / box);
    dz -= box * rint(dz / box);
    float r2 = dx * dx + dy * dy + dz * dz + 0.5f;
    if (r2 < cutoff2) {
      float inv2 = 1.0f / r2;
      float inv6 = inv2 * inv2 * inv2;
      float force = inv2 * inv6 * (inv6 - 0.5f);
      fx += dx * force;
      fy += dy * force;
      fz += dz * force;
      energy += inv6 * (inv6 - 1.0f);
    }
  }
  forces[i] = (float4)(fx, fy, fz, energy);
}

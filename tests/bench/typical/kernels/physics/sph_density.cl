// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Densities of a fluid of particles that lie in the cells of a grid, sorted by cell.
//
// global: 16384   local: 64
// arguments: float4 positions[16384] = random 0 16; int starts[4097] = offsets 4 4
// arguments: float density[16384]; int cells = 16; float h = 1.0
// tolerance: 1e-4
__kernel void sph_density(__global const float4 *positions, __global const int *starts,
                          __global float *density, int cells, float h) {
  int i = get_global_id(0);
  float3 p = positions[i].xyz;
  int3 cell = convert_int3(p);
  float h2 = h * h, sum = 0.0f;
  for (int z = max(cell.z - 1, 0); z <= min(cell.z + 1, cells - 1); z++)
    for (int y = max(cell.y - 1, 0); y <= min(cell.y + 1, cells - 1); y++)
      for (int x = max(cell.x - 1, 0); x <= min(cell.x + 1, cells - 1); x++) {
        int c = (z * cells + y) * cells + x;
        for (int j = starts[c]; j < starts[c + 1]; j++) {
          float3 d = p - positions[j].xyz;
          float r2 = dot(d, d) / 16.0f;
          if (r2 < h2) {
            float t = h2 - r2;
            sum += t * t * t;
          }
        }
      }
  density[i] = 1.5666815f * sum;
}

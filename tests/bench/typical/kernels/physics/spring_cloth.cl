// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step of a cloth of springs by Verlet's method; an array of structures.
//
// global: 256 256   local: 16 16
// arguments: float in[256*256*8] = random 0 1; float out[256*256*8]; float rest = 0.5
// arguments: float k = 0.2
// tolerance: 1e-4
typedef struct {
  float x, y, z;
  float px, py, pz;
  float mass;
  float fixed;
} Particle;

float3 pull(__global const Particle *particles, int other, float3 position, float rest) {
  float3 d = (float3)(particles[other].x, particles[other].y, particles[other].z) - position;
  float l = length(d) + 1e-3f;
  return d * ((l - rest) / l);
}

__kernel void spring_cloth(__global const Particle *in, __global Particle *out, float rest,
                           float k) {
  int w = get_global_size(0), h = get_global_size(1);
  int x = get_global_id(0), y = get_global_id(1), i = y * w + x;
  Particle p = in[i];
  float3 position = (float3)(p.x, p.y, p.z);
  float3 force = (float3)(0, -0.01f, 0);
  if (x > 0)
    force += k * pull(in, i - 1, position, rest);
  if (x < w - 1)
    force += k * pull(in, i + 1, position, rest);
  if (y > 0)
    force += k * pull(in, i - w, position, rest);
  if (y < h - 1)
    force += k * pull(in, i + w, position, rest);
  if (p.fixed < 0.9f) {
    float3 before = (float3)(p.px, p.py, p.pz);
    float3 moved = 2.0f * position - before + force / (p.mass + 1.0f);
    p.x = moved.x;
    p.y = moved.y;
    p.z = moved.z;
    p.px = position.x;
    p.py = position.y;
    p.pz = position.z;
  }
  out[i] = p;
}

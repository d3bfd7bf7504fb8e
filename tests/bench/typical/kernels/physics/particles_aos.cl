// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Particles as structures: moved, and reflected at the walls of a box.
//
// global: 131072   local: 128
// arguments: fresh float particles[131072*8] = random 0 1; float dt = 0.01
typedef struct {
  float4 position;
  float4 velocity;
} Particle;

__kernel void particles_aos(__global Particle *particles, float dt) {
  int i = get_global_id(0);
  Particle p = particles[i];
  p.velocity.y -= 9.81f * dt;
  p.position += p.velocity * dt;
  if (p.position.x < 0 || p.position.x > 1)
    p.velocity.x = -p.velocity.x;
  if (p.position.y < 0 || p.position.y > 1)
    p.velocity.y = -0.9f * p.velocity.y;
  if (p.position.z < 0 || p.position.z > 1)
    p.velocity.z = -p.velocity.z;
  particles[i] = p;
}

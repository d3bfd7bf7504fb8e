// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Paths of a price with a volatility of its own, in doubles, from given normal numbers.
//
// global: 4096   local: 64
// arguments: double2 normals[4096*32] = random -2 2; double out[4096]; int steps = 32
// arguments: double dt = 0.01
kernel void heston_paths(global const double2 *normals, global double *out, int steps, double dt) {
  size_t path = get_global_id(0), paths = get_global_size(0);
  double s = 0.0, v = 0.04;
  for (int i = 0; i < steps; ++i) {
    double2 z = normals[i * paths + path];
    double root = sqrt(fmax(v, 0.0) * dt);
    s += -0.5 * v * dt + root * z.x;
    v += 1.5 * (0.04 - v) * dt + 0.3 * root * (-0.7 * z.x + 0.714 * z.y);
  }
  out[path] = exp(s);
}

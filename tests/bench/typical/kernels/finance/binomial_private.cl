// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// American puts by binomial trees of 64 steps in private arrays.
//
// global: 2048   local: 32
// arguments: float spot[2048] = random 50 150; float out[2048]; float strike = 100; float up = 1.03
// arguments: float p = 0.52; float df = 0.999
// tolerance: 1e-4
#define STEPS 64

kernel void binomial_private(global const float *spot, global float *out, float strike, float up,
                             float p, float df) {
  float values[STEPS + 1];
  float s = spot[get_global_id(0)];
  float down = 1.0f / up;
  for (int i = 0; i <= STEPS; ++i)
    values[i] = fmax(strike - s * pown(up, 2 * i - STEPS), 0.0f);
  for (int t = STEPS - 1; t >= 0; --t) {
    float price = s * pown(down, t);
    for (int i = 0; i <= t; ++i) {
      float held = df * (p * values[i + 1] + (1 - p) * values[i]);
      values[i] = fmax(held, strike - price);
      price *= up * up;
    }
  }
  out[get_global_id(0)] = values[0];
}

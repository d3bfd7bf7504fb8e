// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asian options by simulated paths, whose normal numbers come from Box and Muller's method.
//
// global: 8192   local: 64
// arguments: uint2 seeds[8192] = bits; float payoffs[8192]; float spot = 100; float strike = 100
// arguments: float drift = 0.0001; float volatility = 0.02; int steps = 64
// tolerance: 1e-3
inline uint xorshift(uint *s) {
  *s ^= *s << 13;
  *s ^= *s >> 17;
  *s ^= *s << 5;
  return *s;
}

__kernel void asian_monte_carlo(__global const uint2 *seeds, __global float *payoffs, float spot,
                                float strike, float drift, float volatility, int steps) {
  int gid = get_global_id(0);
  uint a = seeds[gid].x | 1u, b = seeds[gid].y | 1u;
  float price = spot, sum = 0.0f;
  for (int i = 0; i < steps; i += 2) {
    float u1 = (xorshift(&a) >> 8) * 0x1p-24f + 0x1p-25f;
    float u2 = (xorshift(&b) >> 8) * 0x1p-24f;
    float r = sqrt(-2.0f * log(u1));
    float c;
    float s = sincos(2.0f * M_PI_F * u2, &c);
    price *= exp(drift + volatility * r * c);
    sum += price;
    price *= exp(drift + volatility * r * s);
    sum += price;
  }
  payoffs[gid] = fmax(sum / steps - strike, 0.0f);
}

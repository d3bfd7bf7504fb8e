// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prices of European options.
//
// global: 262144   local: 128
// arguments: float spot[262144] = random 10 100; float strike[262144] = random 10 100
// arguments: float years[262144] = random 0.2 5; float call[262144]; float put[262144]
// arguments: float rate = 0.02; float volatility = 0.3
// tolerance: 1e-4
float normal_cdf(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  float poly =
      k * (0.31938153f +
           k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  float cnd = 0.39894228f * exp(-0.5f * d * d) * poly;
  if (d > 0)
    cnd = 1.0f - cnd;
  return cnd;
}

__kernel void black_scholes(__global const float *spot, __global const float *strike,
                            __global const float *years, __global float *call, __global float *put,
                            float rate, float volatility) {
  int i = get_global_id(0);
  float S = spot[i], X = strike[i], T = years[i];
  float root = sqrt(T);
  float d1 = (log(S / X) + (rate + 0.5f * volatility * volatility) * T) / (volatility * root);
  float d2 = d1 - volatility * root;
  float n1 = normal_cdf(d1), n2 = normal_cdf(d2);
  float discount = exp(-rate * T);
  call[i] = S * n1 - X * discount * n2;
  put[i] = X * discount * (1.0f - n2) - S * (1.0f - n1);
}

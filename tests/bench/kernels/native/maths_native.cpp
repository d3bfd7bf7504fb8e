// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/kernels/lanes.h"
#include "tests/bench/kernels/native/native.h"

#include "vector_maths.h"

namespace weft::bench::native {
namespace {

Floats cumulative(Floats d) {
  const Floats k = 1.0f / (1.0f + 0.2316419f * __builtin_elementwise_abs(d));
  const Floats tail =
      0.39894228f * vectorExp(-0.5f * d * d) * k *
      (0.31938153f +
       k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  return d > 0 ? 1.0f - tail : tail;
}

} // namespace

void blackScholes(const float *price, const float *strike, const float *years, float *call,
                  float *put, float rate, float volatility, std::size_t first, std::size_t last) {
  for (std::size_t i = first * 256; i < last * 256; i += lanes) {
    const Floats spot = load<Floats>(price + i), level = load<Floats>(strike + i);
    const Floats time = load<Floats>(years + i);
    const Floats root = volatility * __builtin_elementwise_sqrt(time);
    const Floats d1 =
        (vectorLog(spot / level) + (rate + 0.5f * volatility * volatility) * time) / root;
    const Floats n1 = cumulative(d1), n2 = cumulative(d1 - root);
    const Floats discounted = level * vectorExp(-rate * time);
    store(call + i, spot * n1 - discounted * n2);
    store(put + i, discounted * (1.0f - n2) - spot * (1.0f - n1));
  }
}

void mathsMix(const float *x, const float *y, float *out, std::size_t first, std::size_t last) {
  for (std::size_t i = first * 256; i < last * 256; i += lanes) {
    const Floats a = load<Floats>(x + i), b = load<Floats>(y + i);
    store(out + i,
          vectorSin(a) * vectorCos(b) + vectorPow(b, a) + vectorAtan2(a, b) + vectorTanh(a));
  }
}

} // namespace weft::bench::native

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose time goes into mathematical functions.
#include "tests/bench/kernels/kernel_case.h"
#include "tests/bench/kernels/native/native.h"

#include <cmath>

namespace weft::bench {
namespace {

const char *blackScholesSource = R"(
float cumulative(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  float tail = 0.39894228f * exp(-0.5f * d * d) * k *
               (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f +
                k * 1.330274429f))));
  return d > 0 ? 1.0f - tail : tail;
}
kernel void blackScholes(global const float *price, global const float *strike,
                         global const float *years, global float *call, global float *put,
                         float rate, float volatility) {
  size_t i = get_global_id(0);
  float root = volatility * sqrt(years[i]);
  float d1 = (log(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / root;
  float n1 = cumulative(d1), n2 = cumulative(d1 - root);
  float discounted = strike[i] * exp(-rate * years[i]);
  call[i] = price[i] * n1 - discounted * n2;
  put[i] = discounted * (1.0f - n2) - price[i] * (1.0f - n1);
})";

constexpr float rate = 0.02f, volatility = 0.3f;

double cumulative(double d) { return 0.5 * std::erfc(-d * std::sqrt(0.5)); }

Workload blackScholes() {
  constexpr std::size_t count = 1 << 18;
  Workload work;
  work.buffers = {Buffer::input(randomValues<float>(count, 5, 30)),
                  Buffer::input(randomValues<float>(count + 1, 1, 100)),
                  Buffer::input(randomValues<float>(count + 2, 0.25, 10)),
                  Buffer::output<float>(count), Buffer::output<float>(count)};
  work.values = {rate, volatility};
  work.global = {count};
  work.local = {64};
  work.units = count / 256;
  work.tolerance = 1e-3; // the kernel's polynomial has an error of 7.5e-8 times prices up to 100
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::blackScholes(b[0].as<float>(), b[1].as<float>(), b[2].as<float>(), b[3].as<float>(),
                         b[4].as<float>(), rate, volatility, first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::size_t i = 0; i < count; ++i) {
      const double price = b[0].as<float>()[i], strike = b[1].as<float>()[i];
      const double years = b[2].as<float>()[i], root = volatility * std::sqrt(years);
      const double d1 =
          (std::log(price / strike) + (rate + 0.5 * volatility * volatility) * years) / root;
      const double n1 = cumulative(d1), n2 = cumulative(d1 - root);
      const double discounted = strike * std::exp(-rate * years);
      b[3].as<float>()[i] = static_cast<float>(price * n1 - discounted * n2);
      b[4].as<float>()[i] = static_cast<float>(discounted * (1 - n2) - price * (1 - n1));
    }
  };
  return work;
}

const char *mixSource = R"(
kernel void functions(global const float *x, global const float *y, global float *out) {
  size_t i = get_global_id(0);
  float a = x[i], b = y[i];
  out[i] = sin(a) * cos(b) + pow(b, a) + atan2(a, b) + tanh(a);
})";

Workload mathsMix() {
  constexpr std::size_t count = 1 << 17;
  Workload work;
  work.buffers = {Buffer::input(randomValues<float>(count, -4, 4)),
                  Buffer::input(randomValues<float>(count, 0.1, 3)), Buffer::output<float>(count)};
  work.global = {count};
  work.local = {64};
  work.units = count / 256;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::mathsMix(b[0].as<float>(), b[1].as<float>(), b[2].as<float>(), first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::size_t i = 0; i < count; ++i) {
      const double x = b[0].as<float>()[i], y = b[1].as<float>()[i];
      b[2].as<float>()[i] = static_cast<float>(std::sin(x) * std::cos(y) + std::pow(y, x) +
                                               std::atan2(x, y) + std::tanh(x));
    }
  };
  return work;
}

} // namespace

std::vector<Case> mathsCases() {
  return {
      {"black-scholes", blackScholesSource, "blackScholes", blackScholes, 5, 0.8},
      {"maths mix", mixSource, "functions", mathsMix, 4, 0.8},
  };
}

} // namespace weft::bench

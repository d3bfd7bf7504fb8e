// The build options that loosen arithmetic (OpenCL 3.0, 5.8.6.4): what each allows happens with it,
// and does not without it.
#include "tests/support/opencl.h"

#include <bit>
#include <cmath>
#include <limits>

namespace weft::test {
namespace {

class MathOptions : public testing::Test {
protected:
  /// Results of `expression`, of elements x, y and z, one for each element.
  std::vector<float> compute(const std::string &expression, const std::string &options,
                             const std::vector<float> &x, const std::vector<float> &y,
                             const std::vector<float> &z) {
    const std::string source = "kernel void run(global const float *xs, global const float *ys,\n"
                               "                global const float *zs, global float *results) {\n"
                               "  size_t i = get_global_id(0);\n"
                               "  float x = xs[i], y = ys[i], z = zs[i], result;\n  " +
                               expression + "\n  results[i] = result;\n}\n";
    const Program program = session.build(source, options);
    std::vector<float> results(x.size());
    session.run(program, "run", {{x.size()}}, in(x), in(y), in(z), inOut(results));
    return results;
  }
  std::vector<float> compute(const std::string &expression, const std::string &options,
                             const std::vector<float> &x) {
    return compute(expression, options, x, x, x);
  }

  static std::vector<float> repeat(float value) { return std::vector<float>(100, value); }

  Session session;
};

TEST_F(MathOptions, denormalsAreZeroWhereTheOptionSaysSo) {
  const float denormal = 0x1p-130f;
  for (const std::string lanes : {"", " -cl-weft-vectorise=8"}) {
    for (const char *flushing :
         {"-cl-denorms-are-zero", "-cl-unsafe-math-optimizations", "-cl-fast-relaxed-math"}) {
      EXPECT_EQ(compute("result = x * 0.5f;", flushing + lanes, repeat(-0x1p-126f)), repeat(0))
          << flushing;
      EXPECT_EQ(compute("result = x * 0x1p100f;", flushing + lanes, repeat(denormal)), repeat(0))
          << flushing;
    }
    EXPECT_EQ(compute("result = x * 0.5f;", lanes, repeat(0x1p-126f)), repeat(0x1p-127f));
    EXPECT_EQ(compute("result = x * 0x1p100f;", lanes, repeat(denormal)), repeat(0x1p-30f));
  }
  volatile float host = denormal;
  EXPECT_EQ(host * 0x1p100f, 0x1p-30f) << "the host's own mode has changed";
}

TEST_F(MathOptions, denormalsOptionReachesTheLink) {
  const char *source = "kernel void run(global float *x) { x[get_global_id(0)] *= 0.5f; }";
  const cl_device_id target = device();
  for (const bool atCompile : {true, false}) {
    const Program object = session.create(source);
    ASSERT_EQ(clCompileProgram(object, 1, &target, atCompile ? "-cl-denorms-are-zero" : "", 0,
                               nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS);
    const cl_program objects[] = {object};
    cl_int error = 1;
    const Program linked =
        clLinkProgram(session.context, 1, &target, atCompile ? "" : "-cl-denorms-are-zero", 1,
                      objects, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    std::vector<float> data = repeat(0x1p-126f);
    session.run(linked, "run", {{data.size()}}, inOut(data));
    EXPECT_EQ(data, repeat(0)) << "at " << (atCompile ? "compile" : "link");
  }
}

TEST_F(MathOptions, relaxedFunctionsAreUsedWhereAllowed) {
  std::vector<float> x;
  for (int i = 0; i < 1000; ++i)
    x.push_back(0.003f + 0.003f * static_cast<float>(i));
  for (const char *relaxed : {"-cl-unsafe-math-optimizations", "-cl-fast-relaxed-math"}) {
    EXPECT_EQ(compute("result = sin(x);", relaxed, x),
              compute("result = native_sin(x);", relaxed, x));
    EXPECT_EQ(compute("result = cos((float4)(x, x, x, x)).z;", relaxed, x),
              compute("result = native_cos(x);", relaxed, x));
  }
  EXPECT_NE(compute("result = sin(x);", "", x), compute("result = native_sin(x);", "", x));
}

TEST_F(MathOptions, relaxedFunctionsKeepTheirLimits) {
  const std::string relaxed = "-cl-fast-relaxed-math";
  std::vector<float> x, y;
  for (int i = 0; i < 20000; ++i) {
    x.push_back(static_cast<float>(i + 1) * 0x1.3p-12f);
    y.push_back(static_cast<float>(i - 10000) * 0x1.7p-10f);
  }
  const auto check = [&](const char *name, const std::string &expression, auto exact, auto limit) {
    const std::vector<float> results = compute("result = " + expression + ";", relaxed, x, y, y);
    for (size_t i = 0; i < results.size(); ++i) {
      const double wanted = exact(x[i], y[i]);
      if (wanted != 0 && !std::isnormal(static_cast<float>(wanted)))
        continue;
      ASSERT_LE(std::fabs(results[i] - wanted), limit(x[i], y[i], wanted))
          << name << " of " << x[i] << " and " << y[i];
    }
  };
  const auto ulp = [](double value) { return std::ldexp(1.0, std::ilogb(value) - 23); };
  const auto ofExponent = [&](double, double y, double wanted) {
    return (3 + std::floor(std::fabs(2 * y))) * ulp(wanted);
  };
  const auto ofLogarithm = [&](double x, double, double wanted) {
    return x >= 0.5 && x <= 2 ? 0x1p-21 : 3 * ulp(wanted);
  };
  const auto ofAngle = [](double, double, double) { return 0x1p-11; };
  check("exp", "exp(y)", [](double, double y) { return std::exp(y); }, ofExponent);
  check("exp2", "exp2(y)", [](double, double y) { return std::exp2(y); }, ofExponent);
  check("log", "log(x)", [](double x, double) { return std::log(x); }, ofLogarithm);
  check("log2", "log2(x)", [](double x, double) { return std::log2(x); }, ofLogarithm);
  check("log10", "log10(x)", [](double x, double) { return std::log10(x); }, ofLogarithm);
  check("sin", "sin(y)", [](double, double y) { return std::sin(y); }, ofAngle);
  check("cos", "cos(y)", [](double, double y) { return std::cos(y); }, ofAngle);
  check(
      "pow", "pow(x, y)", [](double x, double y) { return std::pow(x, y); },
      [&](double, double, double wanted) { return 8192 * ulp(wanted); });
}

TEST_F(MathOptions, productsAndSumsFuseAcrossStatementsWithMadEnable) {
  const float a = 1 + 0x1p-12f, c = -1;
  const std::string expression = "float product = x * x; result = product + y;";
  const float fused = std::fma(a, a, c);
  volatile float product = a * a;
  ASSERT_NE(fused, product + c);
  EXPECT_EQ(compute(expression, "", repeat(a), repeat(c), repeat(0)), repeat(product + c));
  if (!__builtin_cpu_supports("fma"))
    return;
  for (const char *option : {"-cl-mad-enable", "-cl-fast-relaxed-math"})
    EXPECT_EQ(compute(expression, option, repeat(a), repeat(c), repeat(0)), repeat(fused))
        << option;
}

TEST_F(MathOptions, assumptionsAboutValues) {
  const std::vector<float> nan = repeat(std::numeric_limits<float>::quiet_NaN());
  EXPECT_EQ(compute("result = x != x;", "", nan), repeat(1));
  EXPECT_EQ(compute("result = x != x;", "-cl-finite-math-only", nan), repeat(0));
  for (const char *form : {"result = isnan(x);", "result = isnan((float4)(x, x, x, x)).y;",
                           "result = isnan((double)x);"}) {
    EXPECT_NE(compute(form, "", nan), repeat(0)) << form;
    EXPECT_EQ(compute(form, "-cl-finite-math-only", nan), repeat(0)) << form;
  }
  for (const char *option : {"", "-cl-finite-math-only", "-cl-fast-relaxed-math"}) {
    EXPECT_EQ(compute("result = fmax(x, y) - fmin(x, z);", option, repeat(2), repeat(5), repeat(1)),
              repeat(4))
        << option;
    EXPECT_EQ(
        compute("float4 f = fmax((float4)(x, y, z, 9), 3.0f); result = f.x + f.y + f.z + f.w;",
                option, repeat(2), repeat(5), repeat(1)),
        repeat(20))
        << option;
    EXPECT_EQ(compute("result = isfinite(x) + 4 * isfinite((float2)(x, y)).y + 16 * isinf(z);",
                      option, repeat(2), repeat(5), repeat(1)),
              repeat(-3))
        << option;
  }
  const auto sign = [&](const char *options) {
    return std::signbit(compute("result = x + 0.0f;", options, repeat(-0.0f))[0]);
  };
  EXPECT_FALSE(sign(""));
  EXPECT_TRUE(sign("-cl-no-signed-zeros")) << "the addition of zero is still there";
}

TEST_F(MathOptions, quotientsAndRootsAreCorrectlyRounded) {
  std::vector<float> x, y;
  for (int i = 1; i <= 5000; ++i) {
    x.push_back(1 + static_cast<float>(i) * 0x1.1p-13f);
    y.push_back(3 - static_cast<float>(i) * 0x1.3p-12f);
  }
  for (const char *option : {"", "-cl-fp32-correctly-rounded-divide-sqrt"}) {
    const std::vector<float> quotients = compute("result = x / y;", option, x, y, y),
                             roots = compute("result = sqrt(x);", option, x);
    for (size_t i = 0; i < x.size(); ++i) {
      ASSERT_EQ(quotients[i], x[i] / y[i]);
      ASSERT_EQ(roots[i], std::sqrt(x[i]));
    }
  }
}

} // namespace
} // namespace weft::test

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The build options that loosen arithmetic (OpenCL 3.0, 5.8.6.4): what each allows happens with it,
// and does not without it.
#include "tests/support/opencl.h"

#include "cpus.h"

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

TEST_F(MathOptions, DenormalsAreZeroWhereTheOptionSaysSo) {
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

TEST_F(MathOptions, DenormalsOptionReachesTheLink) {
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

TEST_F(MathOptions, RelaxedFunctionsAreUsedWhereAllowed) {
  // Angles so large that only the ordinary functions reduce them.
  std::vector<float> x;
  for (int i = 0; i < 1000; ++i)
    x.push_back(0x1.3p20f + 1000 * static_cast<float>(i));
  for (const char *relaxed : {"-cl-unsafe-math-optimizations", "-cl-fast-relaxed-math"}) {
    EXPECT_EQ(compute("result = sin(x);", relaxed, x),
              compute("result = native_sin(x);", relaxed, x));
    EXPECT_EQ(compute("result = cos((float4)(x, x, x, x)).z;", relaxed, x),
              compute("result = native_cos(x);", relaxed, x));
  }
  EXPECT_NE(compute("result = sin(x);", "", x), compute("result = native_sin(x);", "", x));
}

// Functions that have a native_ form, and other forms where options allow it.
struct LooseFunction {
  const char *name;
  const char *operands; ///< x is positive, y is not always
  double (*exact)(double x, double y);
};

constexpr LooseFunction looseFunctions[] = {
    {"exp", "(y)", [](double, double y) { return std::exp(y); }},
    {"exp2", "(y)", [](double, double y) { return std::exp2(y); }},
    {"exp10", "(y)", [](double, double y) { return ::exp10(y); }},
    {"log", "(x)", [](double x, double) { return std::log(x); }},
    {"log2", "(x)", [](double x, double) { return std::log2(x); }},
    {"log10", "(x)", [](double x, double) { return std::log10(x); }},
    {"sin", "(y)", [](double, double y) { return std::sin(y); }},
    {"cos", "(y)", [](double, double y) { return std::cos(y); }},
    {"tan", "(y)", [](double, double y) { return std::tan(y); }},
    {"powr", "(x, y)", [](double x, double y) { return std::pow(x, y); }},
    {"pow", "(x, y)", [](double x, double y) { return std::pow(x, y); }},
    {"pow", "(-x, round(y))", [](double x, double y) { return std::pow(-x, std::round(y)); }},
};

// How a program gets them: by name, or by options.
struct LooseForm {
  const char *prefix;
  std::string options;
};

const LooseForm looseForms[] = {
    {"native_", "-cl-weft-vectorise=off"},
    {"native_", "-cl-weft-vectorise=8"},
    {"native_", "-cl-weft-vectorise=8 -cl-weft-cpu=" + cpus::base},
    {"", "-cl-unsafe-math-optimizations -cl-weft-vectorise=off"},
    {"", "-cl-unsafe-math-optimizations -cl-weft-vectorise=8"},
    {"", "-cl-fast-relaxed-math -cl-weft-vectorise=8"},
    {"", "-cl-fast-relaxed-math -cl-weft-vectorise=8 -cl-weft-cpu=" + cpus::base},
};

class LooseMathematics : public testing::Test {
protected:
  static bool has(const LooseForm &form, const LooseFunction &function) {
    return !*form.prefix || function.name != std::string("pow");
  }

  // Results of all functions, one after the other; none of those that the form has not.
  std::vector<std::vector<float>> compute(const LooseForm &form, const std::vector<float> &x,
                                          const std::vector<float> &y) {
    std::string source = "kernel void run(global const float *xs, global const float *ys,\n"
                         "                global float *results) {\n"
                         "  size_t i = get_global_id(0), n = get_global_size(0);\n"
                         "  float x = xs[i], y = ys[i];\n";
    size_t count = 0;
    for (const LooseFunction &function : looseFunctions)
      if (has(form, function))
        source += "  results[" + std::to_string(count++) + " * n + i] = " + form.prefix +
                  function.name + function.operands + ";\n";
    std::vector<float> together(count * x.size());
    session.run(session.build(source + "}\n", form.options), "run", {{x.size()}}, in(x), in(y),
                inOut(together));
    std::vector<std::vector<float>> results;
    auto next = together.begin();
    for (const LooseFunction &function : looseFunctions) {
      const auto end = next + (has(form, function) ? static_cast<ptrdiff_t>(x.size()) : 0);
      results.emplace_back(next, end);
      next = end;
    }
    return results;
  }

  Session session;
};

// What Weft promises, which the specification (7.4.4) leaves wider or open: 4 units in the last
// place, and 2^-21 of sines and cosines beyond half a turn, where they have zeros.
TEST_F(LooseMathematics, KeepsItsLimits) {
  // Operands of the largest errors of all.
  std::vector<float> x = {1,
                          1,
                          1,
                          1,
                          0x1.96a9a4p+0f,
                          0x1.642632p+0f,
                          0x1.6a1614p+0f,
                          1,
                          1,
                          0x1.6757f6p+0f,
                          0x1.69f664p-1f,
                          1,
                          1,
                          1,
                          1,
                          1},
                     y = {-0x1.3a5ffcp-13f,
                          -0x1.7647dep+1f,
                          -0x1.f32f5p-3f,
                          0x1.54d0cap+4f,
                          1.5f,
                          1.5f,
                          1.5f,
                          0x1.921826p+0f,
                          0x1.32868p+1f,
                          0x1.054594p+8f,
                          -0x1.d3p+7f,
                          0x1.921fb6p+1f,
                          -0x1.921fb4p+1f,
                          0x1.921fb6p+0f,
                          0x1.98e5dep+12f,
                          -0x1.ae7f12p+13f};
  ASSERT_EQ(x.size(), y.size());
  for (int i = 0; i < 20000; ++i) {
    x.push_back(static_cast<float>(i + 1) * 0x1.3p-12f);
    y.push_back(static_cast<float>(i - 10000) * 0x1.7p-10f);
    x.push_back(static_cast<float>(i + 1) * 0x1.3p-7f);
    y.push_back(static_cast<float>(i - 10000) * 0x1.1p-8f);
  }
  const auto limit = [](const LooseFunction &function, double y, double wanted) {
    const std::string name = function.name;
    const bool isWave = name == "sin" || name == "cos";
    if (isWave && std::fabs(y) > M_PI)
      return 0x1p-21;
    if (name == "tan" && std::fabs(y) > M_PI)
      return 0x1p-20 * (1 + wanted * wanted);
    return 4 * std::ldexp(1.0, std::ilogb(wanted) - 23);
  };
  for (const LooseForm &form : looseForms) {
    const auto results = compute(form, x, y);
    for (size_t f = 0; f < results.size(); ++f) {
      const LooseFunction &function = looseFunctions[f];
      for (size_t i = 0; i < results[f].size(); ++i) {
        const double wanted = function.exact(x[i], y[i]);
        // Results below 2^-125 may be 0.
        if (wanted != 0 && (std::fabs(wanted) < 0x1p-125 || std::fabs(wanted) >= 0x1p128))
          continue;
        if (std::fabs(results[f][i] - wanted) > limit(function, y[i], wanted)) {
          ADD_FAILURE() << form.prefix << function.name << function.operands << " for x = " << x[i]
                        << ", y = " << y[i] << " with " << form.options << " is " << results[f][i]
                        << ", not " << wanted;
          break;
        }
      }
    }
  }
}

TEST_F(LooseMathematics, IsExactWhereResultsAreSimple) {
  struct Row {
    const char *name;
    float x, y, result;
  };
  constexpr float inf = std::numeric_limits<float>::infinity();
  const std::vector<Row> rows = {
      {"exp", 1, 0, 1},
      {"exp", 1, -1000, 0},
      {"exp", 1, 1000, inf},
      {"exp2", 1, 0, 1},
      {"exp2", 1, 1, 2},
      {"exp2", 1, -3, 0.125f},
      {"exp2", 1, 100, 0x1p100f},
      {"exp2", 1, 128, inf},
      {"exp2", 1, -1000, 0},
      {"exp10", 1, 0, 1},
      {"exp10", 1, -1000, 0},
      {"exp10", 1, 1000, inf},
      {"log", 1, 0, 0},
      {"log", 0, 0, -inf},
      {"log2", 1, 0, 0},
      {"log2", 2, 0, 1},
      {"log2", 0x1p-100f, 0, -100},
      {"log2", 0, 0, -inf},
      {"log10", 1, 0, 0},
      {"log10", 0, 0, -inf},
      {"sin", 1, 0, 0},
      {"cos", 1, 0, 1},
      {"tan", 1, 0, 0},
      {"powr", 1, 2.4f, 1},
      {"powr", 1, -1e30f, 1},
      {"powr", 0.3f, 0, 1},
      {"powr", 1e30f, 0, 1},
      {"powr", 0.3f, 1, 0.3f},
      {"powr", 1e-37f, 1, 1e-37f},
      {"powr", 3e38f, 1, 3e38f},
      {"powr", 2, 5, 32},
      {"powr", 4, 0.5f, 2},
      {"powr", 0, 0.4545f, 0},
      {"powr", 0, -0.5f, inf},
      {"powr", 2, 1000, inf},
      {"powr", 2, -1000, 0},
      {"pow", 1, 2.4f, 1},
      {"pow", 0.3f, 0, 1},
      {"pow", 0, 0, 1},
      {"pow", 0.3f, 1, 0.3f},
      {"pow", 2, 5, 32},
      {"pow", 0, 0.4545f, 0},
      {"pow", -2, 5, -32},
      {"pow", -2, 4, 16},
      {"pow", -0.3f, 1, -0.3f},
  };
  std::vector<float> x, y;
  for (const Row &row : rows) {
    x.push_back(row.x);
    y.push_back(row.y);
  }
  for (const LooseForm &form : looseForms) {
    const auto results = compute(form, x, y);
    for (size_t i = 0; i < rows.size(); ++i)
      for (size_t f = 0; f < results.size(); ++f)
        if (looseFunctions[f].name == std::string(rows[i].name) && !results[f].empty() &&
            looseFunctions[f].operands[1] != '-') {
          EXPECT_EQ(results[f][i], rows[i].result)
              << form.prefix << rows[i].name << looseFunctions[f].operands << " for x = " << x[i]
              << ", y = " << y[i] << " with " << form.options;
        }
  }
}

TEST_F(MathOptions, ProductsAndSumsFuseAcrossStatementsWithMadEnable) {
  const float a = 1 + 0x1p-12f, c = -1;
  const std::string expression = "float product = x * x; result = product + y;";
  const float fused = std::fma(a, a, c);
  volatile float product = a * a;
  ASSERT_NE(fused, product + c);
  EXPECT_EQ(compute(expression, "", repeat(a), repeat(c), repeat(0)), repeat(product + c));
  // Where the CPU has no instruction for it, two are quicker.
  for (const char *option : {"-cl-mad-enable", "-cl-fast-relaxed-math"}) {
    const std::vector<float> found = compute(expression, option, repeat(a), repeat(c), repeat(0));
    EXPECT_TRUE(found == repeat(fused) || found == repeat(product + c)) << option << found[0];
  }
}

TEST_F(MathOptions, AssumptionsAboutValues) {
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

TEST_F(MathOptions, QuotientsAndRootsAreCorrectlyRounded) {
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

// Relaxed quotients and roots keep the ordinary ones' exactness, reciprocal roots the limit of 4
// units.
TEST_F(MathOptions, RelaxedQuotientsAndRoots) {
  std::vector<float> x, y;
  for (int i = 1; i <= 5000; ++i) {
    x.push_back(static_cast<float>(i) * 0x1.1p-3f);
    y.push_back(i % 5 == 0 ? x.back() : i % 5 == 1 ? 1 : 700 - static_cast<float>(i) * 0x1.3p-4f);
  }
  x.insert(x.end(), {0, 0, 1, 1, 4});
  y.insert(y.end(), {1, 3, 1, 2, 4});
  const auto check = [&](const std::string &operation, const std::string &options, double units,
                         double (*exact)(double, double)) {
    const std::vector<float> results = compute("result = " + operation + ";", options, x, y, y);
    for (size_t i = 0; i < x.size(); ++i) {
      const double wanted = exact(x[i], y[i]);
      const double unit = wanted == 0 ? 0 : std::ldexp(1.0, std::ilogb(wanted) - 23);
      ASSERT_LE(std::fabs(results[i] - wanted), units * unit)
          << operation << " with " << options << " for x = " << x[i] << ", y = " << y[i];
    }
  };
  for (const std::string lanes : {"off", "8"})
    for (const std::string &cpu : {std::string(), " -cl-weft-cpu=" + cpus::middle}) {
      const std::string options = "-cl-fast-relaxed-math -cl-weft-vectorise=" + lanes + cpu;
      check("x / y", options, 0.5, [](double x, double y) { return x / y; });
      check("1.0f / y", options, 0.5, [](double, double y) { return 1 / y; });
      check("sqrt(x)", options, 0.5, [](double x, double) { return std::sqrt(x); });
      check("1.0f / sqrt(y)", options, 4, [](double, double y) { return 1 / std::sqrt(y); });
      check("x / sqrt(y)", options, 4, [](double x, double y) { return x / std::sqrt(y); });
    }
}

// Without instructions for half, sums may stay in float where options allow it.
TEST_F(MathOptions, HalvesKeepBitsWhereAllowed) {
  const char *source = R"(
    #pragma OPENCL EXTENSION cl_khr_fp16 : enable
    kernel void run(global const half *xs, global half *sums, int count) {
      half sum = 0;
      for (int i = 0; i < count; ++i)
        sum += xs[get_global_id(0)] * xs[i];
      sums[get_global_id(0)] = sum;
    })";
  constexpr uint16_t one = 0x3c00, half2048 = 0x6800, half4096 = 0x6c00;
  const std::vector<uint16_t> x(4096, one);
  for (const std::string lanes : {"off", "8"}) {
    const auto sums = [&](const std::string &options) {
      std::vector<uint16_t> results(64);
      session.run(session.build(source, options + " -cl-weft-cpu=" + cpus::convertsHalf +
                                            " -cl-weft-vectorise=" + lanes),
                  "run", {{results.size()}}, in(x), inOut(results), static_cast<cl_int>(x.size()));
      return results;
    };
    // 2048 + 1 is no half.
    EXPECT_EQ(sums(""), std::vector<uint16_t>(64, half2048));
    for (const char *loose : {"-cl-unsafe-math-optimizations", "-cl-fast-relaxed-math"})
      EXPECT_EQ(sums(loose), std::vector<uint16_t>(64, half4096)) << loose << lanes;
  }
}

} // namespace
} // namespace weft::test

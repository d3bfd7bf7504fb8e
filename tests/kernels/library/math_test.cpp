// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mathematical functions against long double on the host: special values and random ones, all
// vector widths, within the errors that the specification allows.
#include "tests/kernels/library/math_references.h"
#include "tests/support/opencl.h"

#include "cpus.h"

#include <climits>

namespace weft::test {
namespace {

template <class T> class Mathematics : public testing::Test {
protected:
  using Limits = std::numeric_limits<T>;
  Session session;
  std::mt19937_64 random{20220601};

  // Fills up with random values to whole blocks.
  void addRandomValues(std::vector<T> &values, size_t atLeast) {
    while (values.size() < atLeast || values.size() % operandBlock != 0)
      values.push_back(randomValue<T>(random));
  }

  // All pairs of special values, then random pairs, and pairs whose powers are normal numbers of
  // any size.
  void makePairs(std::vector<T> &x, std::vector<T> &y) {
    std::vector<T> special = specialValues<T>();
    for (size_t i = 0; i < special.size(); i += 2) {
      for (T other : special) {
        x.push_back(special[i]);
        y.push_back(other);
      }
    }
    size_t count = (x.size() / operandBlock + 400) * operandBlock;
    addRandomValues(x, count);
    addRandomValues(y, count);
    std::uniform_real_distribution<T> near1(T(0.5), 2),
        exponent(Limits::min_exponent, Limits::max_exponent);
    for (size_t i = 0; i < 100 * operandBlock; ++i) {
      x.push_back(near1(random));
      y.push_back(exponent(random) / std::log2(x.back()));
    }
  }

  // Runs one function in one width.
  template <class R, class... Operands>
  std::vector<R> evaluate(const Program &program, const std::string &name, int width,
                          const std::vector<Operands> &...operands) {
    size_t count = std::get<0>(std::tie(operands...)).size();
    std::vector<R> results(count);
    session.run(program, (name + "_" + std::to_string(width)).c_str(), {{count / width}},
                in(operands)..., inOut(results));
    return results;
  }

  static std::string bits(int value) { return std::to_string(value); }
  static std::string bits(T value) {
    char text[64];
    std::snprintf(text, sizeof text, "%a", static_cast<double>(value));
    return text;
  }

  // A scalar kernel that runs as lanes of vectors.
  Program buildLanes(const std::string &source) {
    return session.build(source, "-cl-weft-vectorise=8");
  }

  // Shows the first result that is not the scalar's to the last bit. One NaN is as good as another.
  static void checkSame(const std::string &name, const std::string &form,
                        const std::vector<T> &scalar, const std::vector<T> &results) {
    for (size_t i = 0; i < results.size(); ++i) {
      if (std::bit_cast<BitsOf<T>>(results[i]) != std::bit_cast<BitsOf<T>>(scalar[i]) &&
          !(std::isnan(results[i]) && std::isnan(scalar[i]))) {
        ADD_FAILURE() << name << " in " << form << " is " << bits(results[i])
                      << " where a scalar's is " << bits(scalar[i]);
        return;
      }
    }
  }

  // fma is exact but for one rounding; mad may have another.
  static void checkFused(const std::vector<T> &fused, const std::vector<T> &mad,
                         const std::vector<T> &x, const std::vector<T> &y,
                         const std::vector<T> &z) {
    for (size_t i = 0; i < x.size(); ++i) {
      const T exact = std::fma(x[i], y[i], z[i]);
      volatile T product = x[i] * y[i];
      const T separate = product + z[i];
      ASSERT_EQ(ulpError<T>(fused[i], exact), 0)
          << bits(x[i]) << " * " << bits(y[i]) << " + " << bits(z[i]);
      ASSERT_TRUE(ulpError<T>(mad[i], exact) == 0 || ulpError<T>(mad[i], separate) == 0)
          << bits(x[i]) << " * " << bits(y[i]) << " + " << bits(z[i]);
    }
  }

  // Runs a function in all widths and in lanes: the scalar's results as exact as they must be, the
  // others the same. Shows the first that is too far off.
  template <class Test, class... Operands>
  void checkForms(const Program &program, const Program &lanes, const Test &test,
                  const std::vector<long double> &exact, const std::vector<Operands> &...operands) {
    const std::vector<T> scalar = evaluate<T>(program, test.name, 1, operands...);
    for (size_t i = 0; i < scalar.size(); ++i) {
      const double error = unitsOff(test, scalar[i], exact[i], operands[i]...);
      if (!(error <= test.ulps) && isSpecified(test, exact[i], operands[i]...)) {
        ADD_FAILURE() << test.name << " of " << (... + (bits(operands[i]) + " ")) << "is "
                      << bits(scalar[i]) << ", not " << bits(static_cast<T>(exact[i])) << ": "
                      << error << " ulp";
        break;
      }
    }
    for (int width : widths)
      checkSame(test.name, "width " + std::to_string(width), scalar,
                evaluate<T>(program, test.name, width, operands...));
    checkSame(test.name, "lanes", scalar, evaluate<T>(lanes, test.name, 1, operands...));
  }

  // Every fourth function of one operand: all widths of all of them take minutes to build.
  void checkUnaryPart(size_t part) {
    constexpr size_t parts = 4;
    std::string type = clName<T>(), source = twoResultFunctions(type), laneSource = source;
    auto all = unaryCases<T>();
    decltype(all) cases;
    for (size_t i = part; i < all.size(); i += parts)
      cases.push_back(all[i]);
    for (const auto &test : cases) {
      laneSource += elementKernel(test.name, 1, std::string(test.name) + "(a)", type, {type});
      for (int width : widths)
        source += elementKernel(test.name, width, std::string(test.name) + "(a)", type, {type});
    }
    Program program = session.build(source), lanes = buildLanes(laneSource);
    std::vector<T> x = specialValues<T>();
    addRandomValues(x, 400 * operandBlock);
    for (const auto &test : cases) {
      std::vector<long double> exact;
      for (T value : x)
        exact.push_back(test.exact(value, T(), T()));
      checkForms(program, lanes, test, exact, x);
    }
  }
};

using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(Mathematics, Types);

TYPED_TEST(Mathematics, FunctionsOfOneOperandPart0) { this->checkUnaryPart(0); }
TYPED_TEST(Mathematics, FunctionsOfOneOperandPart1) { this->checkUnaryPart(1); }
TYPED_TEST(Mathematics, FunctionsOfOneOperandPart2) { this->checkUnaryPart(2); }
TYPED_TEST(Mathematics, FunctionsOfOneOperandPart3) { this->checkUnaryPart(3); }

TYPED_TEST(Mathematics, FunctionsOfTwoOperands) {
  using T = TypeParam;
  std::string type = clName<T>(), source = twoResultFunctions(type), laneSource = source;
  auto cases = binaryCases<T>();
  for (const auto &test : cases) {
    laneSource +=
        elementKernel(test.name, 1, std::string(test.name) + "(a, b)", type, {type, type});
    for (int width : widths) {
      source +=
          elementKernel(test.name, width, std::string(test.name) + "(a, b)", type, {type, type});
    }
  }
  Program program = this->session.build(source), lanes = this->buildLanes(laneSource);
  std::vector<T> x, y;
  this->makePairs(x, y);
  for (const auto &test : cases) {
    std::vector<long double> exact;
    for (size_t i = 0; i < x.size(); ++i)
      exact.push_back(test.exact(x[i], y[i], T()));
    this->checkForms(program, lanes, test, exact, x, y);
  }
}

TYPED_TEST(Mathematics, FunctionsOfAnOperandAndAnInteger) {
  using T = TypeParam;
  std::string type = clName<T>(), source, laneSource;
  auto cases = integerOperandCases<T>();
  for (const auto &test : cases) {
    laneSource +=
        elementKernel(test.name, 1, std::string(test.name) + "(a, b)", type, {type, "int"});
    for (int width : widths) {
      source +=
          elementKernel(test.name, width, std::string(test.name) + "(a, b)", type, {type, "int"});
    }
  }
  Program program = this->session.build(source), lanes = this->buildLanes(laneSource);
  std::vector<T> x;
  std::vector<int> n;
  for (T value : specialValues<T>()) {
    for (int integer : {0,   1,   2,   3,   4,   5,    7,    10,   24,   52,   64,
                        126, 127, 149, 150, 277, 1022, 1023, 1024, 1074, 2098, 2147483647}) {
      x.insert(x.end(), {value, value, value});
      n.insert(n.end(), {integer, -integer, -integer - 1});
    }
  }
  this->addRandomValues(x, x.size() + 200 * operandBlock);
  while (n.size() < x.size())
    n.push_back(static_cast<int>(this->random() % 601) - 300);
  for (const auto &test : cases) {
    std::vector<long double> exact;
    for (size_t i = 0; i < x.size(); ++i)
      exact.push_back(test.exact(x[i], n[i]));
    this->checkForms(program, lanes, test, exact, x, n);
  }
}

TYPED_TEST(Mathematics, IntegerResults) {
  using T = TypeParam;
  std::string type = clName<T>(), source = twoResultFunctions(type);
  for (int width : widths) {
    for (const char *name : {"ilogb", "frexp_power", "lgamma_r_sign"})
      source += elementKernel(name, width, std::string(name) + "(a)", "int", {type});
    source += elementKernel("remquo_quotient", width, "remquo_quotient(a, b)", "int", {type, type});
  }
  Program program = this->session.build(source);
  std::vector<T> x, y;
  this->makePairs(x, y);
  for (int width : widths) {
    auto ilogb = this->template evaluate<int>(program, "ilogb", width, x);
    auto power = this->template evaluate<int>(program, "frexp_power", width, x);
    auto sign = this->template evaluate<int>(program, "lgamma_r_sign", width, x);
    auto quotient = this->template evaluate<int>(program, "remquo_quotient", width, x, y);
    for (size_t i = 0; i < x.size(); ++i) {
      int expected = x[i] == 0 ? INT_MIN : std::isfinite(x[i]) ? std::ilogb(x[i]) : INT_MAX;
      ASSERT_EQ(ilogb[i], expected) << this->bits(x[i]) << " width " << width;
      if (std::isfinite(x[i])) {
        std::frexp(x[i], &expected);
        ASSERT_EQ(power[i], expected) << this->bits(x[i]) << " width " << width;
        bool isPole = x[i] <= 0 && x[i] == std::floor(x[i]);
        bool isNegative = x[i] < 0 && std::fmod(std::floor(x[i]), T(2)) != 0;
        ASSERT_EQ(sign[i], isPole       ? 0
                           : isNegative ? -1
                                        : 1)
            << this->bits(x[i]) << " width " << width;
      }
      if (std::isfinite(x[i]) && !std::isnan(y[i]) && y[i] != 0) {
        // The quotient modulo 128, exactly: from the remainder modulo 128 y.
        long double magnitude = std::fabs(static_cast<long double>(y[i]));
        long double rest = std::fmod(std::fabs(static_cast<long double>(x[i])), magnitude * 256);
        long double nearest = std::isinf(magnitude) ? 0 : std::nearbyint(rest / magnitude);
        if (!std::isinf(magnitude))
          nearest = (rest - std::remainder(rest, magnitude)) / magnitude;
        int low = static_cast<int>(std::nearbyint(nearest)) % 128;
        expected = std::signbit(x[i]) != std::signbit(y[i]) ? -low : low;
        ASSERT_EQ(quotient[i], expected)
            << this->bits(x[i]) << " and " << this->bits(y[i]) << " width " << width;
      }
    }
  }
}

TYPED_TEST(Mathematics, FusedMultiplyAdd) {
  using T = TypeParam;
  std::string type = clName<T>(), source;
  for (int width : widths) {
    source += elementKernel("fma", width, "fma(a, b, c)", type, {type, type, type});
    source += elementKernel("mad", width, "mad(a, b, c)", type, {type, type, type});
  }
  std::vector<T> x, y, z;
  this->makePairs(x, y);
  // Whatever is there, what nearly cancels the product, and what overlaps with it in part.
  for (size_t i = 0; i < x.size(); ++i) {
    const int distance = static_cast<int>(this->random() % 221) - 110;
    const T overlapping = std::ldexp(static_cast<T>(x[i] * y[i]), distance);
    z.push_back(i % 3 == 0   ? randomValue<T>(this->random)
                : i % 3 == 1 ? static_cast<T>(-x[i] * y[i])
                             : overlapping);
  }
  // The second may have no such instruction.
  for (const std::string &options : {std::string(), "-cl-weft-cpu=" + cpus::base}) {
    const Program program = this->session.build(source, options);
    for (int width : widths)
      this->checkFused(this->template evaluate<T>(program, "fma", width, x, y, z),
                       this->template evaluate<T>(program, "mad", width, x, y, z), x, y, z);
  }
}

} // namespace
} // namespace weft::test

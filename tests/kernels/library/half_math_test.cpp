// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mathematical functions of half: all 2^16 operands of functions of one, special and random
// pairs of the others, against the host in double. Half is computed in float and rounded once, so
// that results are little more than half a unit off, which is less than the specification allows
// (OpenCL C 3.0, 7.4) of any function. In every width, in lanes and on CPUs with fewer instructions
// the results are the same to the bit.
#include "tests/kernels/library/half_number.h"
#include "tests/kernels/library/math_references.h"
#include "tests/support/opencl.h"

#include "cpus.h"

#include <climits>
#include <string_view>

namespace weft::test {
namespace {

constexpr double greatestError = 0.51;

using Forms = std::vector<std::string>;

// Without fused operations, the mathematics of float round elsewhere, within the same limits.
const std::string unfusedForm = "-cl-weft-cpu=" + cpus::base;

// The host's CPU with and without lanes, one that has conversions of half alone, one without any.
const Forms everyForm = {"-cl-weft-vectorise=off",
                         "-cl-weft-vectorise=2",
                         "-cl-weft-vectorise=4",
                         "-cl-weft-vectorise=8",
                         "-cl-weft-vectorise=16",
                         "-cl-weft-vectorise=off -cl-weft-cpu=" + cpus::convertsHalf,
                         "-cl-weft-vectorise=8 -cl-weft-cpu=" + cpus::convertsHalf,
                         unfusedForm};
// For functions that float has, whose own tests are about lanes.
const Forms fewForms = {"-cl-weft-vectorise=off", "-cl-weft-vectorise=8",
                        "-cl-weft-vectorise=8 -cl-weft-cpu=" + cpus::convertsHalf, unfusedForm};

// The functions of the references for float that half has too, with a wider result type.
template <class Case> std::vector<Case> ofHalf(std::vector<Case> cases) {
  std::erase_if(cases, [](const Case &test) {
    const std::string name = test.name;
    return name.starts_with("half_") || name.starts_with("native_") || name == "nextafter";
  });
  return cases;
}

// What fract may reach is half's.
double fractOf(float x) {
  if (std::isinf(x) || x == 0)
    return std::copysign(0.0, x);
  return std::fmin(double(x) - std::floor(double(x)), 1 - 0x1p-11);
}

std::vector<MathCase<float, double>> unaries() {
  auto cases = ofHalf(unaryCases<float, double>());
  for (auto &test : cases)
    if (std::string(test.name) == "fract_value")
      test.exact = [](float x, float, float) { return std::isnan(x) ? x : fractOf(x); };
  return cases;
}

Half nextHalf(Half x, Half y) {
  if (x.isNan() || y.isNan())
    return {0x7e00};
  if (float(x) == float(y))
    return y;
  if (float(x) == 0)
    return {static_cast<uint16_t>((y.bits & 0x8000) | 1)};
  const bool grows = (float(x) < float(y)) == !(x.bits & 0x8000);
  return {static_cast<uint16_t>(x.bits + (grows ? 1 : -1))};
}

class HalfMathematics : public testing::Test {
protected:
  const Session session;
  std::mt19937_64 random{20230401};

  template <class R, class... Operands>
  std::vector<R> evaluate(const Program &program, const std::string &name, int width,
                          const std::vector<Operands> &...operands) {
    const size_t count = std::get<0>(std::tie(operands...)).size();
    std::vector<R> results(count);
    session.run(program, (name + "_" + std::to_string(width)).c_str(), {{count / width}},
                in(operands)..., inOut(results));
    return results;
  }

  // Every half, and some again to fill the last vector.
  static std::vector<Half> everyHalf() {
    std::vector<Half> values(65568);
    for (size_t i = 0; i < values.size(); ++i)
      values[i].bits = static_cast<uint16_t>(i);
    return values;
  }

  // All pairs of special values, then random ones.
  void makePairs(std::vector<Half> &x, std::vector<Half> &y) {
    std::vector<Half> special;
    for (unsigned bits :
         {0x0000u, 0x0001u, 0x0002u, 0x03ffu, 0x0400u, 0x0401u, 0x1400u, 0x2e66u, 0x3800u,
          0x3bffu, 0x3c00u, 0x3c01u, 0x3e00u, 0x4000u, 0x4100u, 0x4200u, 0x4248u, 0x4900u,
          0x4bffu, 0x57ffu, 0x6400u, 0x6801u, 0x7800u, 0x7bfeu, 0x7bffu, 0x7c00u, 0x7e01u})
      for (unsigned sign : {0u, 0x8000u})
        special.push_back({static_cast<uint16_t>(bits | sign)});
    for (Half one : special)
      for (Half other : special) {
        x.push_back(one);
        y.push_back(other);
      }
    const size_t count = (x.size() / operandBlock + 300) * operandBlock;
    while (x.size() < count) {
      x.push_back({static_cast<uint16_t>(random())});
      // Every other one near the first in size, where remainders and differences are interesting.
      y.push_back(
          {static_cast<uint16_t>(x.size() % 2 ? random() : x.back().bits + random() % 4097)});
    }
  }

  template <class R>
  static void expectSame(const std::string &what, const std::vector<R> &expected,
                         const std::vector<R> &got) {
    for (size_t i = 0; i < got.size(); ++i) {
      bool same = false;
      if constexpr (std::same_as<R, Half>)
        same = isSame(got[i], expected[i]);
      else
        same = got[i] == expected[i];
      if (!same) {
        ADD_FAILURE() << what << ": operand " << i << " gives " << got[i] << ", not "
                      << expected[i];
        return;
      }
    }
  }

  // Tests results of the scalar form with `isRight(name, index, result)`, the others against them.
  template <class R, class IsRight, class... Operands>
  void checkForms(const Forms &forms, const std::vector<std::string> &names,
                  const std::string &definitions, const char *result,
                  const std::vector<std::string> &types, IsRight isRight,
                  const std::vector<Operands> &...operands) {
    std::string scalars = definitions, vectors = definitions;
    for (const std::string &name : names) {
      const std::string call = name + (types.size() == 1   ? "(a)"
                                       : types.size() == 2 ? "(a, b)"
                                                           : "(a, b, c)");
      scalars += elementKernel(name, 1, call, result, types);
      for (int width : widths)
        if (width > 1)
          vectors += elementKernel(name, width, call, result, types);
    }
    std::vector<std::vector<R>> expected;
    for (const std::string &form : forms) {
      const Program program = session.build(scalars, form);
      for (size_t i = 0; i < names.size(); ++i) {
        const auto results = evaluate<R>(program, names[i], 1, operands...);
        if (form == forms.front()) {
          expected.push_back(results);
        } else if (form != unfusedForm) {
          expectSame(names[i] + " with " + form, expected[i], results);
          continue;
        }
        for (size_t at = 0; at < results.size(); ++at)
          if (!isRight(i, at, results[at])) {
            ADD_FAILURE() << names[i] << " with '" << form << "' of "
                          << (... + (text(operands[at]) + " ")) << "is " << results[at];
            break;
          }
      }
    }
    const Program program = session.build(vectors);
    for (size_t i = 0; i < names.size(); ++i)
      for (int width : widths)
        if (width > 1)
          expectSame(names[i] + " of width " + std::to_string(width), expected[i],
                     evaluate<R>(program, names[i], width, operands...));
  }

  static std::string text(int value) { return std::to_string(value); }
  static std::string text(Half value) {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%a", static_cast<double>(float(value)));
    return buffer;
  }

  static std::string definitions() { return twoResultFunctions("half"); }

  template <class Case> static std::vector<std::string> namesOf(const std::vector<Case> &cases) {
    std::vector<std::string> names;
    for (const auto &test : cases)
      names.push_back(test.name);
    return names;
  }
};

// The cases in parts, as each is a program of its own for every form.
constexpr size_t parts = 6;
class HalfFunctions : public HalfMathematics, public testing::WithParamInterface<size_t> {};

template <class Case> std::vector<Case> part(const std::vector<Case> &all, size_t number) {
  std::vector<Case> cases;
  for (size_t i = number; i < all.size(); i += parts)
    cases.push_back(all[i]);
  return cases;
}

TEST_P(HalfFunctions, OfEveryOperand) {
  const auto cases = part(unaries(), GetParam());
  const auto x = everyHalf();
  checkForms<Half>(
      fewForms, namesOf(cases), definitions(), "half", {"half"},
      [&](size_t test, size_t i, Half got) {
        return halfError(got, cases[test].exact(x[i], 0, 0), cases[test].zeroSigns) <=
               greatestError;
      },
      x);
}

TEST_P(HalfFunctions, OfTwoOperands) {
  const auto cases = part(ofHalf(binaryCases<float, double>()), GetParam());
  std::vector<Half> x, y;
  makePairs(x, y);
  checkForms<Half>(
      fewForms, namesOf(cases), definitions(), "half", {"half", "half"},
      [&](size_t test, size_t i, Half got) {
        return halfError(got, cases[test].exact(x[i], y[i], 0), cases[test].zeroSigns) <=
               greatestError;
      },
      x, y);
}

INSTANTIATE_TEST_SUITE_P(Parts, HalfFunctions, testing::Range<size_t>(0, parts));

TEST_F(HalfMathematics, Neighbours) {
  std::vector<Half> x, y;
  makePairs(x, y);
  checkForms<Half>(
      everyForm, {"nextafter"}, "", "half", {"half", "half"},
      [&](size_t, size_t i, Half got) { return isSame(got, nextHalf(x[i], y[i])); }, x, y);
}

TEST_F(HalfMathematics, FunctionsOfAnOperandAndAnInteger) {
  const auto cases = integerOperandCases<float, double>();
  std::vector<Half> x, other;
  makePairs(x, other);
  std::vector<int> n;
  const int far[] = {INT_MIN, INT_MAX, 0, 1, -1, 2, -2, 3, -3, 24, -24, 40, -41, 1000, -1000};
  for (size_t i = 0; i < x.size(); ++i)
    n.push_back(i % 3 ? static_cast<int>(random() % 81) - 40 : far[i / 3 % std::size(far)]);
  checkForms<Half>(
      fewForms, namesOf(cases), "", "half", {"half", "int"},
      [&](size_t test, size_t i, Half got) {
        return halfError(got, cases[test].exact(x[i], n[i])) <= greatestError;
      },
      x, n);
}

TEST_F(HalfMathematics, IntegerResults) {
  const auto x = everyHalf();
  checkForms<int>(
      fewForms, {"ilogb", "frexp_power"}, definitions(), "int", {"half"},
      [&](size_t test, size_t i, int got) {
        const float value = x[i];
        if (test == 0)
          return got == (value == 0 ? INT_MIN : std::isfinite(value) ? std::ilogb(value) : INT_MAX);
        int power = 0;
        if (std::isfinite(value))
          std::frexp(value, &power);
        return got == power;
      },
      x);
}

TEST_F(HalfMathematics, SignsOfGammaAndQuotients) {
  std::vector<Half> x, y;
  makePairs(x, y);
  checkForms<int>(
      fewForms, {"lgamma_r_sign"}, definitions(), "int", {"half"},
      [&](size_t, size_t i, int got) {
        const float value = x[i];
        const bool isPole = value <= 0 && value == std::floor(value);
        const bool isNegative = value < 0 && std::fmod(std::floor(value), 2.0f) != 0;
        return !std::isfinite(value) || got == (isPole ? 0 : isNegative ? -1 : 1);
      },
      x);
  checkForms<int>(
      fewForms, {"remquo_quotient"}, definitions(), "int", {"half", "half"},
      [&](size_t, size_t i, int got) {
        const double a = x[i], b = y[i];
        if (!std::isfinite(a) || std::isnan(b) || b == 0)
          return true;
        const double quotient = std::isinf(b) ? 0 : (a - std::remainder(a, b)) / b;
        return got == static_cast<int>(std::fmod(std::nearbyint(quotient), 128));
      },
      x, y);
}

// a * b + c in units of 2^-48, of which all three and the sum are whole multiples, rounded by hand.
Half fusedExactly(Half a, Half b, Half c) {
  const double product = double(a) * double(b), addend = c;
  if (!std::isfinite(product) || !std::isfinite(addend))
    return toHalf(product + addend);
  const auto units = [](double value) { return static_cast<__int128>(std::ldexp(value, 48)); };
  const __int128 sum = units(product) + units(addend);
  if (sum == 0)
    return toHalf(product + addend); // with the sign that zeros give
  const uint16_t sign = sum < 0 ? 0x8000 : 0;
  auto magnitude = static_cast<unsigned __int128>(sum < 0 ? -sum : sum);
  int top = 0;
  while (magnitude >> (top + 1))
    ++top;
  const int exponent = std::max(top - 48, -14), shift = exponent - 10 + 48;
  auto quanta = static_cast<long>(magnitude >> shift);
  const unsigned __int128 rest = magnitude - (static_cast<unsigned __int128>(quanta) << shift),
                          middle = static_cast<unsigned __int128>(1) << (shift - 1);
  quanta += rest > middle || (rest == middle && quanta % 2);
  const long bits = exponent > 16 ? Half::infinity : (exponent + 14) * 1024 + quanta;
  return {static_cast<uint16_t>(sign | std::min<long>(bits, Half::infinity))};
}

TEST_F(HalfMathematics, FusedMultiplyAdd) {
  std::vector<Half> x, y, z;
  makePairs(x, y);
  for (size_t i = 0; i < x.size(); ++i) {
    // Addends that cancel the product, that lie in the middle of what it is added to, and any.
    const Half product = toHalf(-double(x[i]) * double(y[i]));
    z.push_back(i % 4 == 0   ? product
                : i % 4 == 1 ? Half{static_cast<uint16_t>(product.bits + 0x2800 + random() % 0x800)}
                : i % 4 == 2 ? Half{static_cast<uint16_t>(random() % 3)}
                             : Half{static_cast<uint16_t>(random())});
  }
  checkForms<Half>(
      everyForm, {"fma"}, "", "half", {"half", "half", "half"},
      [&](size_t, size_t i, Half got) { return isSame(got, fusedExactly(x[i], y[i], z[i])); }, x, y,
      z);
}

// Operators and functions of float that are exact or correctly rounded: double rounds them once
// more than half would, which is harmless with that many bits.
TEST_F(HalfMathematics, CorrectlyRoundedArithmetic) {
  std::vector<Half> x, y;
  makePairs(x, y);
  const std::function<double(double, double)> exact[] = {
      [](double a, double b) { return a + b; }, [](double a, double b) { return a - b; },
      [](double a, double b) { return a * b; }, [](double a, double b) { return a / b; },
      [](double a, double) { return 1 / a; },   [](double a, double) { return std::sqrt(a); }};
  checkForms<Half>(
      everyForm, {"sum", "difference", "product", "quotient", "reciprocal", "root"},
      "#define sum(a, b) (a + b)\n#define difference(a, b) (a - b)\n#define product(a, b) (a * b)\n"
      "#define quotient(a, b) (a / b)\n#define reciprocal(a, b) (1.0h / a)\n"
      "#define root(a, b) sqrt(a)\n",
      "half", {"half", "half"},
      [&](size_t test, size_t i, Half got) { return isSame(got, toHalf(exact[test](x[i], y[i]))); },
      x, y);
}

} // namespace
} // namespace weft::test

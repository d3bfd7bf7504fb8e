// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tables of special values, row by row: float, double and half, in scalars, in vectors and in
// the lanes of a vectorised kernel.
#include "tests/kernels/library/edge_case_tables.h"
#include "tests/kernels/library/half_number.h"
#include "tests/kernels/library/math_references.h"
#include "tests/support/opencl.h"

#include <cstring>
#include <map>

namespace weft::test {
namespace {

template <class T> struct Numbers;
template <> struct Numbers<float> {
  static constexpr const char *name = "float";
  static constexpr NumberLimits limits = {0x1p-149, 0x1.fffffep127, 0x1.fffffep-1};
  static float from(double value) { return static_cast<float>(value); }
  static double unitsOff(float got, double exact) { return ulpError(got, exact); }
};
template <> struct Numbers<double> {
  static constexpr const char *name = "double";
  static constexpr NumberLimits limits = {0x1p-1074, 0x1.fffffffffffffp1023, 0x1.fffffffffffffp-1};
  static double from(double value) { return value; }
  static double unitsOff(double got, double exact) { return ulpError(got, exact); }
};
template <> struct Numbers<Half> {
  static constexpr const char *name = "half";
  static constexpr NumberLimits limits = {0x1p-24, 65504, 0x1.ffcp-1};
  static Half from(double value) { return toHalf(value); }
  static double unitsOff(Half got, double exact) { return halfError(got, exact); }
};

// The rows of one function.
using Function = std::vector<EdgeRow>;

std::map<std::string, Function> byFunction(const std::vector<EdgeRow> &rows) {
  std::map<std::string, Function> functions;
  for (const EdgeRow &row : rows)
    functions[row.function].push_back(row);
  return functions;
}

template <class T> class EdgeCases : public testing::Test {
protected:
  using Type = Numbers<T>;
  const Session session;

  static constexpr int vectorWidth = 4;

  static T operand(T, double value) { return Type::from(value); }
  static int operand(int, double value) { return static_cast<int>(value); }

  // Parts of turns in radians may be off by what the specification allows; all else is exact.
  static bool isRight(T got, double expected) {
    const bool isPart =
        expected != 0 && std::fabs(expected) < 4 && std::remainder(expected, M_PI_4) == 0;
    return Type::unitsOff(got, expected) <= (isPart ? 6 : 0);
  }
  static bool isRight(int got, double expected) { return got == static_cast<int>(expected); }

  // Result is T or int, and so is Second where there is one.
  template <class Result, class... Second> void check(const std::vector<EdgeRow> &rows) {
    const std::string type = Type::name;
    const auto nameOf = [&](bool isInteger) { return isInteger ? std::string("int") : type; };
    const auto functions = byFunction(rows);
    std::string scalars = twoResultFunctions(type, 1),
                vectors = twoResultFunctions(type, vectorWidth);
    for (const auto &[name, unused] : functions)
      for (int width : {1, vectorWidth})
        (width == 1 ? scalars : vectors) += elementKernel(
            name, width, name + (sizeof...(Second) ? "(a, b)" : "(a)"),
            nameOf(std::is_same_v<Result, int>), {type, nameOf(std::is_same_v<Second, int>)...});
    run<Result, Second...>(session.build(scalars, "-cl-weft-vectorise=off"), functions, 1,
                           "scalars");
    run<Result, Second...>(session.build(scalars, "-cl-weft-vectorise=8"), functions, 1, "lanes");
    run<Result, Second...>(session.build(vectors, "-cl-weft-vectorise=off"), functions, vectorWidth,
                           "vectors");
  }

  template <class Result, class... Second>
  void run(const Program &program, const std::map<std::string, Function> &functions, int width,
           const char *form) {
    for (const auto &[name, rows] : functions) {
      std::vector<EdgeCase> cases;
      for (const EdgeRow &row : rows)
        cases.insert(cases.end(), row.cases.begin(), row.cases.end());
      while (cases.size() % 16 != 0)
        cases.push_back(cases.back());
      const auto results = evaluate<Result, Second...>(program, name, width, cases);
      size_t i = 0;
      for (const EdgeRow &row : rows)
        for (const EdgeCase &one : row.cases) {
          EXPECT_TRUE(isRight(results[i], one.result))
              << name << " in " << form << ": " << row.rule << ", at (" << one.x << ", " << one.y
              << "), is " << double(results[i]) << ", not " << one.result;
          ++i;
        }
    }
  }

  template <class Result, class... Second>
  std::vector<Result> evaluate(const Program &program, const std::string &name, int width,
                               const std::vector<EdgeCase> &cases) {
    std::vector<T> x;
    std::tuple<std::vector<Second>...> others;
    for (const EdgeCase &one : cases) {
      x.push_back(Type::from(one.x));
      (std::get<std::vector<Second>>(others).push_back(operand(Second(), one.y)), ...);
    }
    std::vector<Result> results(cases.size());
    session.run(program, (name + "_" + std::to_string(width)).c_str(), {{cases.size() / width}},
                in(x), in(std::get<std::vector<Second>>(others))..., inOut(results));
    return results;
  }
};

using Types = testing::Types<float, double, Half>;
TYPED_TEST_SUITE(EdgeCases, Types);

TYPED_TEST(EdgeCases, OfOneOperand) {
  this->template check<TypeParam>(unaryEdges(Numbers<TypeParam>::limits));
}

TYPED_TEST(EdgeCases, OfTwoOperands) {
  this->template check<TypeParam, TypeParam>(binaryEdges(Numbers<TypeParam>::limits));
}

TYPED_TEST(EdgeCases, OfAnOperandAndAnInteger) {
  this->template check<TypeParam, int>(integerOperandEdges(Numbers<TypeParam>::limits));
}

TYPED_TEST(EdgeCases, WithIntegerResults) {
  this->template check<int>(integerResultEdges());
  this->template check<int, TypeParam>(quotientEdges());
}

// Where the whole part is stored makes no difference.
TYPED_TEST(EdgeCases, OfWholePartsInAllAddressSpaces) {
  using Type = Numbers<TypeParam>;
  std::string source;
  for (const char *function : {"fract", "modf"})
    for (const char *space : {"private", "local", "global", "generic"}) {
      const std::string stored = space == std::string("generic") ? "private" : space;
      source += "kernel void " + std::string(function) + "_" + space + "(global const T *xs, " +
                "global T *values, global T *wholes) {\n  size_t i = get_global_id(0);\n" +
                (stored == "global" ? "" : "  " + stored + " T store;\n") + "  " + space +
                " T *whole = " + (stored == "global" ? "&wholes[i]" : "&store") +
                ";\n  values[i] = " + function + "(xs[i], whole);\n  wholes[i] = *whole;\n}\n";
    }
  const Program program =
      this->session.build("typedef " + std::string(Type::name) + " T;\n" + source, "-cl-std=CL3.0");
  std::vector<TypeParam> x;
  for (double value : {-0.0, 0.0, -1.0, -2.0, 3.0, -0.75, -1.25, 2.5})
    x.push_back(Type::from(value));
  const std::vector<double> fractions = {-0.0, 0, 0, 0, 0, 0.25, 0.75, 0.5},
                            parts = {-0.0, 0, -0.0, -0.0, 0, -0.75, -0.25, 0.5};
  for (const bool isFract : {true, false})
    for (const char *space : {"private", "local", "global", "generic"}) {
      const std::string name = std::string(isFract ? "fract_" : "modf_") + space;
      std::vector<TypeParam> values(x.size()), wholes(x.size());
      this->session.run(program, name.c_str(), {{x.size()}, {1}}, in(x), inOut(values),
                        inOut(wholes));
      for (size_t i = 0; i < x.size(); ++i) {
        const double operand = double(x[i]);
        const double whole = isFract ? std::floor(operand) : std::trunc(operand);
        EXPECT_TRUE(this->isRight(values[i], (isFract ? fractions : parts)[i]))
            << name << " of " << operand << " is " << double(values[i]);
        EXPECT_TRUE(this->isRight(wholes[i], whole))
            << name << " of " << operand << " stores " << double(wholes[i]);
      }
    }
}

// half_ functions have the rows of those without the prefix (7.5.1).
std::vector<EdgeRow> ofHalfForms(const std::vector<EdgeRow> &rows) {
  constexpr const char *names[] = {"half_cos",  "half_exp",  "half_exp2",  "half_exp10",
                                   "half_log",  "half_log2", "half_log10", "half_sin",
                                   "half_sqrt", "half_tan",  "half_powr"};
  std::vector<EdgeRow> renamed;
  for (const EdgeRow &row : rows)
    for (const char *name : names)
      if (row.function == std::string(name).substr(std::strlen("half_")))
        renamed.push_back({name, row.rule, row.cases});
  return renamed;
}

using EdgeCasesOfFloat = EdgeCases<float>;

TEST_F(EdgeCasesOfFloat, OfHalfForms) {
  check<float>(ofHalfForms(unaryEdges(Numbers<float>::limits)));
  check<float, float>(ofHalfForms(binaryEdges(Numbers<float>::limits)));
}

} // namespace
} // namespace weft::test

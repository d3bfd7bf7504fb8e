// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The geometric functions and the common functions of several operands.
#include "tests/kernels/library/reference.h"
#include "tests/support/opencl.h"

#include <cstring>

namespace weft::test {
namespace {

using Real = long double;

template <class T> class Geometry : public testing::Test {
protected:
  static constexpr size_t count = 200 * operandBlock;
  static constexpr bool isFloat = sizeof(T) == 4;
  Session session;
  std::mt19937_64 random{20220607};

  // Vectors whose lengths lie anywhere in a range; in one of four the lanes differ in magnitude.
  std::vector<T> vectors(int width, int minExponent, int greatestExponent) {
    std::vector<T> values(count);
    for (size_t i = 0; i < count; i += width) {
      int span = greatestExponent - minExponent + 1;
      int exponent = minExponent + static_cast<int>(random() % span);
      for (int lane = 0; lane < width; ++lane) {
        if (i / width % 4 == 0)
          exponent = minExponent + static_cast<int>(random() % span);
        T mantissa = std::uniform_real_distribution<T>(-1, 1)(random);
        values[i + lane] = random() % 8 == 0 ? T(0) : std::ldexp(mantissa, exponent);
      }
    }
    return values;
  }

  static Real lengthOf(const T *x, const T *y, int width) {
    Real squares = 0;
    for (int lane = 0; lane < width; ++lane) {
      Real difference = static_cast<Real>(x[lane]) - (y ? y[lane] : T(0));
      squares += difference * difference;
    }
    return std::sqrt(squares);
  }

  std::string vectorType(int width) { return clName<T>() + (width == 3 ? "" : widthSuffix(width)); }
  static std::string load(const char *array, int width) {
    return width == 3 ? std::string("vload3(i, ") + array + ")" : std::string(array) + "[i]";
  }

  // A kernel from two vectors to a scalar.
  std::string scalarKernel(const std::string &name, int width, const std::string &call) {
    return "kernel void " + name + "_" + std::to_string(width) + "(global const " +
           vectorType(width) + " *x, global const " + vectorType(width) + " *y, global " +
           clName<T>() + " *results) {\n  size_t i = get_global_id(0);\n  " + clName<T>() +
           widthSuffix(width) + " a = " + load("x", width) + ", b = " + load("y", width) +
           ";\n  results[i] = " + call + ";\n}\n";
  }

  std::vector<T> scalars(const Program &program, const std::string &name, int width,
                         const std::vector<T> &x, const std::vector<T> &y) {
    std::vector<T> results(count / width);
    session.run(program, (name + "_" + std::to_string(width)).c_str(), {{count / width}}, in(x),
                in(y), inOut(results));
    return results;
  }
};

using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(Geometry, Types);

TYPED_TEST(Geometry, LengthAndDistance) {
  using T = TypeParam;
  std::string source;
  for (int width = 1; width <= 4; ++width) {
    source += this->scalarKernel("length", width, "length(a)");
    source += this->scalarKernel("distance", width, "distance(a, b)");
    if (this->isFloat) {
      source += this->scalarKernel("fast_length", width, "fast_length(a)");
      source += this->scalarKernel("fast_distance", width, "fast_distance(a, b)");
    }
  }
  Program program = this->session.build(source);
  using Limits = std::numeric_limits<T>;
  for (int width = 1; width <= 4; ++width) {
    auto x = this->vectors(width, Limits::min_exponent - 20, Limits::max_exponent - 2);
    auto y = this->vectors(width, Limits::min_exponent - 20, Limits::max_exponent - 2);
    auto length = this->scalars(program, "length", width, x, y);
    auto distance = this->scalars(program, "distance", width, x, y);
    double ulps = 3 + 0.5 * width;
    for (size_t i = 0; i < length.size(); ++i) {
      const T *p = &x[i * width], *q = &y[i * width];
      ASSERT_LE(ulpError(length[i], this->lengthOf(p, nullptr, width)), ulps) << "width " << width;
      ASSERT_LE(ulpError(distance[i], this->lengthOf(p, q, width)), 2 * ulps) << "width " << width;
    }
    if (!this->isFloat)
      continue;
    x = this->vectors(width, -20, 20);
    y = this->vectors(width, -20, 20);
    length = this->scalars(program, "fast_length", width, x, y);
    distance = this->scalars(program, "fast_distance", width, x, y);
    for (size_t i = 0; i < length.size(); ++i) {
      const T *p = &x[i * width], *q = &y[i * width];
      ASSERT_LE(ulpError(length[i], this->lengthOf(p, nullptr, width)), 8192) << "width " << width;
      ASSERT_LE(ulpError(distance[i], this->lengthOf(p, q, width)), 8192) << "width " << width;
    }
  }
}

TYPED_TEST(Geometry, Normalize) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  std::string source;
  for (int width = 1; width <= 4; ++width) {
    for (const char *name : {"normalize", "fast_normalize"}) {
      if (this->isFloat || *name == 'n')
        source += elementKernel(name, width, std::string(name) + "(a)", clName<T>(), {clName<T>()});
    }
  }
  Program program = this->session.build(source);
  for (int width = 1; width <= 4; ++width) {
    for (const char *name : {"normalize", "fast_normalize"}) {
      bool isFast = *name == 'f';
      if (isFast && !this->isFloat)
        continue;
      auto x = isFast ? this->vectors(width, -20, 20)
                      : this->vectors(width, Limits::min_exponent - 20, Limits::max_exponent - 2);
      std::vector<T> results(x.size());
      this->session.run(program, (std::string(name) + "_" + std::to_string(width)).c_str(),
                        {{x.size() / width}}, in(x), inOut(results));
      for (size_t i = 0; i < x.size(); ++i) {
        Real length = this->lengthOf(&x[i / width * width], nullptr, width);
        Real exact = length == 0 ? x[i] : x[i] / length;
        ASSERT_LE(ulpError(results[i], exact), isFast ? 8192 : 2 + 0.5 * width)
            << name << " width " << width << " of " << x[i];
      }
    }
  }
}

TYPED_TEST(Geometry, NormalizeOfInfinities) {
  using T = TypeParam;
  T infinity = std::numeric_limits<T>::infinity(), half = std::sqrt(T(0.5));
  Program program =
      this->session.build(elementKernel("n", 4, "normalize(a)", clName<T>(), {clName<T>()}));
  std::vector<T> x = {infinity, 1, -infinity, -2, -infinity,
                      0,        5, 7,         0,  0,
                      0,        0, 0,         1,  std::numeric_limits<T>::quiet_NaN(),
                      0};
  std::vector<T> results(x.size());
  this->session.run(program, "n_4", {{4}}, in(x), inOut(results));
  std::vector<T> expected = {half, 0, -half, 0, -1, 0, 0, 0, 0, 0, 0, 0};
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_LE(ulpError<T>(results[i], expected[i], false), 2) << i;
  for (size_t i = expected.size(); i < results.size(); ++i)
    EXPECT_TRUE(std::isnan(results[i])) << i;
}

TYPED_TEST(Geometry, DotAndCross) {
  using T = TypeParam;
  std::string type = clName<T>(), source;
  for (int width = 1; width <= 4; ++width)
    source += this->scalarKernel("dot", width, "dot(a, b)");
  for (int width : {3, 4})
    source += elementKernel("cross", width, "cross(a, b)", type, {type, type});
  Program program = this->session.build(source);
  T epsilon = std::numeric_limits<T>::epsilon();
  for (int width = 1; width <= 4; ++width) {
    auto x = this->vectors(width, -10, 10), y = this->vectors(width, -10, 10);
    auto dot = this->scalars(program, "dot", width, x, y);
    for (size_t i = 0; i < dot.size(); ++i) {
      Real exact = 0, bound = 0;
      for (int lane = 0; lane < width; ++lane) {
        Real product = static_cast<Real>(x[i * width + lane]) * y[i * width + lane];
        exact += product;
        bound += std::fabs(product);
      }
      ASSERT_LE(std::fabs(dot[i] - exact), bound * (2 * width - 1) * epsilon) << "width " << width;
    }
    if (width < 3)
      continue;
    std::vector<T> cross(x.size());
    this->session.run(program, ("cross_" + std::to_string(width)).c_str(), {{x.size() / width}},
                      in(x), in(y), inOut(cross));
    for (size_t i = 0; i < x.size(); i += width) {
      for (int lane = 0; lane < 3; ++lane) {
        int next = (lane + 1) % 3, after = (lane + 2) % 3;
        Real left = static_cast<Real>(x[i + next]) * y[i + after];
        Real right = static_cast<Real>(x[i + after]) * y[i + next];
        ASSERT_LE(std::fabs(cross[i + lane] - (left - right)),
                  (std::fabs(left) + std::fabs(right)) * 3 * epsilon);
      }
      if (width == 4) {
        ASSERT_EQ(cross[i + 3], 0);
      }
    }
  }
}

TYPED_TEST(Geometry, CommonFunctionsOfSeveralOperands) {
  using T = TypeParam;
  std::string type = clName<T>(), source;
  struct {
    const char *name, *vectorForm, *scalarForm;
  } functions[] = {
      {"clamp", "clamp(a, b, c)", "clamp(a, b.s0, c.s0)"},
      {"maximum", "max(a, b)", "max(a, b.s0)"},
      {"minimum", "min(a, b)", "min(a, b.s0)"},
      {"mix", "mix(a, b, c)", "mix(a, b, c.s0)"},
      {"step", "step(b, a)", "step(b.s0, a)"},
      {"smoothstep", "smoothstep(b, c, a)", "smoothstep(b.s0, c.s0, a)"},
  };
  for (const auto &function : functions) {
    for (int width : widths) {
      source += elementKernel(function.name, width, function.vectorForm, type, {type, type, type});
      if (width > 1) {
        source += elementKernel(std::string(function.name) + "_scalar", width, function.scalarForm,
                                type, {type, type, type});
      }
    }
  }
  Program program = this->session.build(source);
  auto a = this->vectors(1, -3, 8), b = this->vectors(1, -3, 8), c = this->vectors(1, -3, 8);
  for (size_t i = 0; i < a.size(); ++i) {
    c[i] = b[i] + std::fabs(c[i]) + T(0.125);
    if (i % 8 == 0)
      a[i] = b[i];
  }
  auto exact = [](const std::string &name, Real x, Real y, Real z) -> Real {
    if (name == "clamp")
      return std::fmin(std::fmax(x, y), z);
    if (name == "maximum")
      return std::fmax(x, y);
    if (name == "minimum")
      return std::fmin(x, y);
    if (name == "mix")
      return x + (y - x) * z;
    if (name == "step")
      return x < y ? 0 : 1;
    Real t = std::fmin(std::fmax((x - y) / (z - y), 0.0L), 1.0L);
    return t * t * (3 - 2 * t);
  };
  for (const auto &function : functions) {
    for (int width : widths) {
      for (bool isScalar : {false, true}) {
        if (isScalar && width == 1)
          continue;
        std::string kernel = std::string(function.name) + (isScalar ? "_scalar_" : "_");
        std::vector<T> results(a.size());
        this->session.run(program, (kernel + std::to_string(width)).c_str(), {{a.size() / width}},
                          in(a), in(b), in(c), inOut(results));
        for (size_t i = 0; i < a.size(); ++i) {
          // b and c come from the first lane where they are scalars; not so mix's b.
          size_t first = isScalar ? i / width * width : i;
          bool isMix = std::strcmp(function.name, "mix") == 0;
          T y = b[isMix ? i : first], z = c[first];
          Real expected = exact(function.name, a[i], y, z);
          Real scale = isMix ? std::fabs(a[i]) + (std::fabs(y) + std::fabs(a[i])) * std::fabs(z)
                             : std::fmax(std::fabs(expected), 1.0L);
          bool isExact = !isMix && std::strcmp(function.name, "smoothstep") != 0;
          ASSERT_LE(std::fabs(results[i] - expected),
                    isExact ? 0 : scale * 8 * std::numeric_limits<T>::epsilon())
              << kernel << width << " of " << a[i] << ", " << y << ", " << z;
        }
      }
    }
  }
}

} // namespace
} // namespace weft::test

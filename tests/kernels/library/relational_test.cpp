// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The relational functions: what they find true, and how each type and width says so.
#include "tests/kernels/library/reference.h"
#include "tests/support/opencl.h"

#include <cstring>
#include <functional>

namespace weft::test {
namespace {

template <class T> using TruthOf = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;

template <class T> struct Comparison {
  const char *name;
  int operands;
  std::function<bool(T, T)> holds;
};

template <class T> std::vector<Comparison<T>> comparisons() {
  return {
      {"isequal", 2, [](T x, T y) { return x == y; }},
      {"isnotequal", 2, [](T x, T y) { return x != y; }},
      {"isgreater", 2, [](T x, T y) { return x > y; }},
      {"isgreaterequal", 2, [](T x, T y) { return x >= y; }},
      {"isless", 2, [](T x, T y) { return x < y; }},
      {"islessequal", 2, [](T x, T y) { return x <= y; }},
      {"islessgreater", 2, [](T x, T y) { return x < y || x > y; }},
      {"isordered", 2, [](T x, T y) { return !std::isunordered(x, y); }},
      {"isunordered", 2, [](T x, T y) { return std::isunordered(x, y); }},
      {"isfinite", 1, [](T x, T) { return std::isfinite(x); }},
      {"isinf", 1, [](T x, T) { return std::isinf(x); }},
      {"isnan", 1, [](T x, T) { return std::isnan(x); }},
      {"isnormal", 1, [](T x, T) { return std::isnormal(x); }},
      {"signbit", 1, [](T x, T) { return std::signbit(x); }},
  };
}

template <class T> class Comparisons : public testing::Test {
protected:
  Session session;
  std::mt19937_64 random{20220604};
};
using FloatingTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(Comparisons, FloatingTypes);

TYPED_TEST(Comparisons, AreOneInScalarsAndAllBitsInVectors) {
  using T = TypeParam;
  using Truth = TruthOf<T>;
  std::string type = clName<T>(), truth = clName<Truth>(), source;
  auto tests = comparisons<T>();
  for (const auto &test : tests) {
    std::string call = std::string(test.name) + (test.operands == 1 ? "(a)" : "(a, b)");
    for (int width : widths)
      source += elementKernel(test.name, width, call, truth, {type, type});
  }
  Program program = this->session.build(source);
  std::vector<T> x, y, special = specialValues<T>();
  for (T value : special) {
    for (size_t i = 0; i < 24; ++i) {
      x.push_back(value);
      y.push_back(i == 0 ? value : special[this->random() % special.size()]);
    }
  }
  while (x.size() % operandBlock != 0) {
    x.push_back(randomValue<T>(this->random));
    y.push_back(randomValue<T>(this->random));
  }
  for (const auto &test : tests) {
    for (int width : widths) {
      std::vector<Truth> results(x.size());
      this->session.run(program, (std::string(test.name) + "_" + std::to_string(width)).c_str(),
                        {{x.size() / width}}, in(x), in(y), inOut(results));
      for (size_t i = 0; i < x.size(); ++i) {
        Truth expected = !test.holds(x[i], y[i]) ? 0 : width == 1 ? 1 : -1;
        ASSERT_EQ(results[i], expected)
            << test.name << " width " << width << " of " << x[i] << " and " << y[i];
      }
    }
  }
}

template <class T> std::vector<T> randomOperands(std::mt19937_64 &random, size_t count) {
  std::vector<T> values(count);
  for (T &value : values) {
    uint64_t representation = random() % 4 ? random() : random() % 2;
    std::memcpy(&value, &representation, sizeof value);
  }
  return values;
}

template <class T> class Selections : public testing::Test {
protected:
  static constexpr size_t count = 20 * operandBlock;
  Session session;
  std::mt19937_64 random{20220605};
};
using AllTypes = testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t,
                                uint64_t, float, double>;
TYPED_TEST_SUITE(Selections, AllTypes);

template <size_t Size>
using UnsignedOf = std::conditional_t<
    Size == 1, uint8_t,
    std::conditional_t<Size == 2, uint16_t, std::conditional_t<Size == 4, uint32_t, uint64_t>>>;

TYPED_TEST(Selections, ChoosePerLaneAndPerBit) {
  using T = TypeParam;
  using Bits = UnsignedOf<sizeof(T)>;
  std::string type = clName<T>(), source;
  std::string mask = clName<Bits>(), signedMask = clName<std::make_signed_t<Bits>>();
  for (int width : widths) {
    source += elementKernel("select_u", width, "select(a, b, c)", type, {type, type, mask});
    source += elementKernel("select_s", width, "select(a, b, c)", type, {type, type, signedMask});
    source += elementKernel("bitselect", width, "bitselect(a, b, c)", type, {type, type, type});
  }
  Program program = this->session.build(source);
  auto a = randomOperands<Bits>(this->random, this->count),
       b = randomOperands<Bits>(this->random, this->count),
       c = randomOperands<Bits>(this->random, this->count);
  for (int width : widths) {
    for (const char *name : {"select_u", "select_s", "bitselect"}) {
      std::vector<Bits> results(this->count);
      this->session.run(program, (std::string(name) + "_" + std::to_string(width)).c_str(),
                        {{this->count / width}}, in(a), in(b), in(c), inOut(results));
      for (size_t i = 0; i < this->count; ++i) {
        bool second = width == 1 ? c[i] != 0 : c[i] >> (sizeof(T) * 8 - 1) != 0;
        Bits expected = *name == 's' ? (second ? b[i] : a[i])
                                     : static_cast<Bits>((a[i] & ~c[i]) | (b[i] & c[i]));
        ASSERT_EQ(+results[i], +expected) << name << " of " << type << ", width " << width << ": "
                                          << +a[i] << ", " << +b[i] << ", " << +c[i];
      }
    }
  }
}

template <class T> class Reductions : public testing::Test {
protected:
  static constexpr size_t count = 20 * operandBlock;
  Session session;
  std::mt19937_64 random{20220606};
};
using SignedTypes = testing::Types<int8_t, int16_t, int32_t, int64_t>;
TYPED_TEST_SUITE(Reductions, SignedTypes);

TYPED_TEST(Reductions, AnyAndAllLookAtTheHighestBits) {
  using T = TypeParam;
  std::string type = clName<T>(), source;
  for (int width : widths) {
    std::string suffix = std::to_string(width), n = widthSuffix(width);
    std::string operand = width == 3 ? "vload3(i, x)" : "x[i]";
    for (const char *name : {"any", "all"}) {
      source += std::string("kernel void ") + name + "_" + suffix + "(global const " + type +
                (width == 3 ? "" : n) + " *x, global int *results) {\n" +
                "  size_t i = get_global_id(0);\n  results[i] = " + name + "(" + operand +
                ");\n}\n";
    }
  }
  Program program = this->session.build(source);
  auto x = randomOperands<T>(this->random, this->count);
  // Runs of lanes of one sign, so that wide vectors are all of it now and then.
  for (size_t i = 0; i < this->count; i += 1) {
    if (i / 64 % 3 != 0)
      x[i] = static_cast<T>(i / 64 % 3 == 1 ? x[i] | std::numeric_limits<T>::min()
                                            : x[i] & std::numeric_limits<T>::max());
  }
  for (int width : widths) {
    std::vector<int> any(this->count / width), all(this->count / width);
    Range range{{this->count / width}};
    this->session.run(program, ("any_" + std::to_string(width)).c_str(), range, in(x), inOut(any));
    this->session.run(program, ("all_" + std::to_string(width)).c_str(), range, in(x), inOut(all));
    for (size_t i = 0; i < any.size(); ++i) {
      int negative = 0;
      for (int lane = 0; lane < width; ++lane)
        negative += x[i * width + lane] < 0;
      ASSERT_EQ(any[i], negative > 0) << "width " << width << " at " << i;
      ASSERT_EQ(all[i], negative == width) << "width " << width << " at " << i;
    }
  }
}

} // namespace
} // namespace weft::test

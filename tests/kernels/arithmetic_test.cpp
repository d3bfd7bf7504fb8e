// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic that is undefined in C but must not hurt here: integer division by zero and of the
// smallest number by -1 never end the process. By zero, quotients are all ones, and remainders the
// dividends, as on GPUs.
#include "tests/support/opencl.h"

#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace weft::test {
namespace {

template <class T> struct Named {
  static const char *const name;
};
template <> const char *const Named<cl_char>::name = "char";
template <> const char *const Named<cl_uchar>::name = "uchar";
template <> const char *const Named<cl_short>::name = "short";
template <> const char *const Named<cl_ushort>::name = "ushort";
template <> const char *const Named<cl_int>::name = "int";
template <> const char *const Named<cl_uint>::name = "uint";
template <> const char *const Named<cl_long>::name = "long";
template <> const char *const Named<cl_ulong>::name = "ulong";

template <class T> class IntegerDivision : public testing::Test {};
using Integers =
    testing::Types<cl_char, cl_uchar, cl_short, cl_ushort, cl_int, cl_uint, cl_long, cl_ulong>;
TYPED_TEST_SUITE(IntegerDivision, Integers);

TYPED_TEST(IntegerDivision, NeverTraps) {
  using T = TypeParam;
  std::string source = R"(
    kernel void scalar(global const T *a, global const T *b, global T *quotient, global T *rest) {
      size_t i = get_global_id(0);
      quotient[i] = a[i] / b[i];
      rest[i] = a[i] % b[i];
    }
    kernel void vector(global const T *a, global const T *b, global T *quotient, global T *rest) {
      size_t i = get_global_id(0);
      vstore8(vload8(i, a) / vload8(i, b), i, quotient);
      vstore8(vload8(i, a) % vload8(i, b), i, rest);
    }
    kernel void constant_zero(global const T *a, global const T *b, global T *quotient, global T *rest) {
      size_t i = get_global_id(0);
      T zero = 0;
      quotient[i] = a[i] / zero;
      rest[i] = a[i] % zero;
    })";
  for (size_t at; (at = source.find(" T ")) != std::string::npos;)
    source.replace(at, 3, std::string(" ") + Named<T>::name + " ");
  Session session;
  Program program = session.build(source);
  std::vector<T> numbers = {0,
                            1,
                            2,
                            7,
                            static_cast<T>(-1),
                            static_cast<T>(-9),
                            std::numeric_limits<T>::min(),
                            std::numeric_limits<T>::max()};
  std::vector<T> a, b;
  for (T left : numbers)
    for (T right : numbers) {
      a.push_back(left);
      b.push_back(right);
    }
  std::vector<T> quotient(a.size()), rest(a.size());
  session.run(program, "constant_zero", {{a.size()}}, in(a), in(b), inOut(quotient), inOut(rest));
  for (size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(quotient[i], static_cast<T>(-1)) << +a[i];
    ASSERT_EQ(rest[i], a[i]);
  }
  for (const char *kernel : {"scalar", "vector"}) {
    bool isVector = kernel[0] == 'v';
    std::fill(quotient.begin(), quotient.end(), T{99});
    session.run(program, kernel, {{isVector ? a.size() / 8 : a.size()}}, in(a), in(b),
                inOut(quotient), inOut(rest));
    for (size_t i = 0; i < a.size(); ++i) {
      if (b[i] == 0) {
        ASSERT_EQ(quotient[i], static_cast<T>(-1)) << kernel << ' ' << +a[i];
        ASSERT_EQ(rest[i], a[i]) << kernel << ' ' << +a[i];
        continue;
      }
      if (std::numeric_limits<T>::is_signed && b[i] == static_cast<T>(-1) &&
          a[i] == std::numeric_limits<T>::min())
        continue;
      ASSERT_EQ(quotient[i], static_cast<T>(a[i] / b[i]))
          << kernel << ' ' << +a[i] << " / " << +b[i];
      ASSERT_EQ(rest[i], static_cast<T>(a[i] % b[i])) << kernel << ' ' << +a[i] << " % " << +b[i];
    }
  }
}

/// Rows and columns by a divisor that all work-items share: the accesses follow the quotients, and
/// lanes have code of their own for gangs in one row.
TYPED_TEST(IntegerDivision, BySharedNumbers) {
  using T = TypeParam;
  std::string source = R"(
    kernel void rows(global const int *in, global T *quotient, global T *rest, global int *found, T n) {
      int i = get_global_id(0);
      T value = (T) i;
      T row = value / n, column = value % n;
      quotient[i] = row;
      rest[i] = column;
      found[i] = in[((uint)column + 7u * (uint)row) & 1023u];
    })";
  for (size_t at; (at = source.find("(T)")) != std::string::npos;)
    source.replace(at, 3, std::string("(") + Named<T>::name + ")");
  for (size_t at; (at = source.find(" T ")) != std::string::npos;)
    source.replace(at, 3, std::string(" ") + Named<T>::name + " ");
  Session session;
  const size_t count = 1000;
  std::vector<int> numbers(1024);
  for (size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<int>(i * i + 3);
  for (const char *options :
       {"", "-cl-weft-vectorise=16", "-cl-weft-vectorise=off", "-cl-opt-disable"}) {
    Program program = session.build(source, options);
    for (const T n : {T{0}, T{1}, static_cast<T>(-1), T{7}, T{100}, T{119}}) {
      std::vector<T> quotient(count), rest(count);
      std::vector<int> found(count);
      session.run(program, "rows", {{count}}, in(numbers), inOut(quotient), inOut(rest),
                  inOut(found), n);
      for (size_t i = 0; i < count; ++i) {
        const T value = static_cast<T>(i);
        const T row = n == 0 ? static_cast<T>(-1) : static_cast<T>(value / n),
                column = n == 0 ? value : static_cast<T>(value % n);
        ASSERT_EQ(+quotient[i], +row) << +value << " / " << +n << ' ' << options;
        ASSERT_EQ(+rest[i], +column) << +value << " % " << +n << ' ' << options;
        ASSERT_EQ(found[i],
                  numbers[(static_cast<cl_uint>(column) + 7u * static_cast<cl_uint>(row)) & 1023u])
            << +value << " by " << +n << ' ' << options;
      }
    }
  }
}

/// The compiler folds these, in every place that it has for that.
template <class T> class WideProducts : public testing::Test {};
using Longs = testing::Types<cl_long, cl_ulong>;
TYPED_TEST_SUITE(WideProducts, Longs);

// In lanes, 64-bit divisions by constants and high halves are products of 32-bit halves.
TYPED_TEST(WideProducts, AreExact) {
  using T = TypeParam;
  using U = std::make_unsigned_t<T>;
  __extension__ using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
  const std::vector<T> divisors = {3,
                                   5,
                                   7,
                                   10,
                                   641,
                                   1000,
                                   6700417,
                                   1 << 20,
                                   T{1} << 33,
                                   (T{1} << 32) - 1,
                                   (T{1} << 32) + 1,
                                   T{1000000007} * 998244353,
                                   std::numeric_limits<T>::max(),
                                   std::numeric_limits<T>::max() - 1,
                                   static_cast<T>(-7),
                                   static_cast<T>(-1000),
                                   static_cast<T>(U{1} << 63 | 1)};
  const std::string type = Named<T>::name;
  std::string source = "kernel void k(global const " + type + " *a, global const " + type +
                       " *b, global " + type + " *out) { size_t i = get_global_id(0); " + type +
                       " x = a[i]; global " + type + " *o = out + i * " +
                       std::to_string(2 * divisors.size() + 1) + "; *o++ = mul_hi(x, b[i]);\n";
  for (std::size_t k = 0; k != divisors.size(); ++k) {
    const std::string divisor =
        "((" + type + ")" + std::to_string(static_cast<U>(divisors[k])) + "ul)";
    const std::string place = "*o++ = x ";
    source.append(place).append("/ ").append(divisor).append("; ");
    source.append(place).append("% ").append(divisor).append(";\n");
  }
  source += "}";
  std::vector<T> a, b;
  for (const T number : divisors)
    for (const int by : {-1, 0, 1})
      for (const int shift : {0, 1, 13})
        a.push_back(static_cast<T>((static_cast<U>(number) + static_cast<U>(by)) << shift));
  for (U state = 1; a.size() != 1024; state = state * 6364136223846793005u + 1442695040888963407u)
    a.push_back(static_cast<T>(state >> (state % 61)));
  b.assign(a.rbegin(), a.rend());
  Session session;
  for (const char *options : {"-cl-weft-vectorise=8", "-cl-weft-vectorise=off", ""}) {
    const std::size_t results = 2 * divisors.size() + 1;
    std::vector<T> out(a.size() * results);
    session.run(session.build(source, options), "k", {{a.size()}}, in(a), in(b), inOut(out));
    for (std::size_t i = 0; i != a.size(); ++i) {
      const T *const found = out.data() + i * results;
      ASSERT_EQ(found[0], static_cast<T>(Wide{a[i]} * b[i] >> 64)) << a[i] << " " << b[i];
      for (std::size_t k = 0; k != divisors.size(); ++k) {
        ASSERT_EQ(found[2 * k + 1], a[i] / divisors[k]) << a[i] << " / " << divisors[k];
        ASSERT_EQ(found[2 * k + 2], a[i] % divisors[k]) << a[i] << " % " << divisors[k];
      }
    }
  }
}

// In lanes, divisions by one variable are products with its inverse.
TYPED_TEST(WideProducts, DivideByInvariants) {
  using T = TypeParam;
  using U = std::make_unsigned_t<T>;
  const std::string type = Named<T>::name;
  const std::string source =
      "kernel void k(global const " + type + " *a, global " + type + " *quotient, global " + type +
      " *rest, " + type + " by) { size_t i = get_global_id(0); " + type +
      " x = a[i]; quotient[i] = x / by; if (x & 1) rest[i] = x % by; else rest[i] = x / by; }";
  std::vector<T> divisors = {0, 3, 7, 641, 1000000007, static_cast<T>(0x9e3779b97f4a7c15)};
  for (unsigned bit = 0; bit < 64; bit += 7)
    for (const int by : {-1, 0, 1})
      divisors.push_back(static_cast<T>((U{1} << bit) + static_cast<U>(by)));
  for (std::size_t k = 0, end = divisors.size(); k != end; ++k)
    divisors.push_back(static_cast<T>(-static_cast<U>(divisors[k])));
  std::vector<T> a;
  for (const T number : divisors)
    for (const U times : {U{1}, U{2}, std::numeric_limits<U>::max() / 3})
      for (const int by : {-1, 0, 1})
        a.push_back(static_cast<T>(static_cast<U>(number) * times + static_cast<U>(by)));
  for (U state = 1; a.size() != 1024; state = state * 6364136223846793005u + 1442695040888963407u)
    a.push_back(static_cast<T>(state >> (state % 61)));
  Session session;
  for (const char *options : {"-cl-weft-vectorise=8", "-cl-weft-vectorise=off", ""}) {
    const Program program = session.build(source, options);
    for (const T by : divisors) {
      std::vector<T> quotients(a.size()), rests(a.size());
      session.run(program, "k", {{a.size()}}, in(a), inOut(quotients), inOut(rests), by);
      for (std::size_t i = 0; i != a.size(); ++i) {
        T quotient = static_cast<T>(-1), rest = a[i];
        if (std::is_signed_v<T> && by == static_cast<T>(-1)) {
          quotient = static_cast<T>(-static_cast<U>(a[i]));
          rest = 0;
        } else if (by != 0) {
          quotient = a[i] / by;
          rest = a[i] % by;
        }
        ASSERT_EQ(quotients[i], quotient) << a[i] << " / " << by << ' ' << options;
        ASSERT_EQ(rests[i], a[i] & 1 ? rest : quotient) << a[i] << " % " << by << ' ' << options;
      }
    }
  }
}

TEST(Arithmetic, ConstantsDividedByZero) {
  const char *source = R"(
    int divided(int a, int b) { return a / b; }
    kernel void fold(global int *out, global int4 *vectors, global ulong *longs) {
      const int zero = 0, least = -2147483647 - 1;
      out[0] = 5 / 0;
      out[1] = 5 % 0;
      out[2] = -5 / zero;
      out[3] = -5 % zero;
      out[4] = least / -1;
      out[5] = least % -1;
      out[6] = 5 / (3 - 3) + 3;
      out[7] = true ? 8 % 0 : 1;
      int changed = 9;
      changed /= 0;
      out[8] = changed;
      changed = 9;
      changed %= 0;
      out[9] = changed;
      out[10] = divided(7, 0);
      out[11] = 5u / 0u == 0xffffffffu;
      out[12] = (char)5 / (char)0;
      out[13] = get_global_id(0) / 0 == ~(size_t)0;
      vectors[0] = (int4)(1, 2, 3, least) / (int4)(0, 1, 0, -1);
      vectors[1] = (int4)(1, 2, 3, least) % (int4)(0, 3, 0, -1);
      vectors[2] = (int4)(1, 2, 3, 4) / 0;
      longs[0] = 5ul / 0;
      longs[1] = 5ul % 0;
    })";
  const std::vector<cl_int> expected{-1, 5, -1, -5, CL_INT_MIN, 0, 2, 8, -1, 9, -1, 1, -1, 1};
  const std::vector<cl_int> vectorsExpected{-1, 2, -1, CL_INT_MIN, 1, 2, 3, 0, -1, -1, -1, -1};
  const std::vector<cl_ulong> longsExpected{CL_ULONG_MAX, 5};
  Session session;
  for (const char *options : {"", "-cl-opt-disable", "-cl-std=CL3.0 -g", "-cl-std=CLC++2021"}) {
    Program program = session.build(source, options);
    std::vector<cl_int> out(expected.size()), vectors(vectorsExpected.size());
    std::vector<cl_ulong> longs(longsExpected.size());
    session.run(program, "fold", {{1}}, inOut(out), inOut(vectors), inOut(longs));
    EXPECT_EQ(out, expected) << options;
    EXPECT_EQ(vectors, vectorsExpected) << options;
    EXPECT_EQ(longs, longsExpected) << options;
  }
}

TEST(Arithmetic, ShiftsTakeTheirCountModuloTheWidth) {
  Session session;
  Program program = session.build(R"(
    kernel void test(global const int *by, global int *i, global long *l, global uchar *c) {
      size_t g = get_global_id(0);
      i[g] = 0x40000001 >> by[g];
      l[g] = 0x4000000000000001L << (long)by[g];
      c[g] = (uchar)(((uchar2)(0x81) << (uchar2)((uchar)by[g])).y);
    })");
  std::vector<int> by = {0, 1, 7, 8, 9, 31, 32, 33, 63, 64, 65, 255}, i(by.size());
  std::vector<cl_long> l(by.size());
  std::vector<cl_uchar> c(by.size());
  session.run(program, "test", {{by.size()}}, in(by), inOut(i), inOut(l), inOut(c));
  for (size_t g = 0; g < by.size(); ++g) {
    EXPECT_EQ(i[g], 0x40000001 >> (by[g] & 31)) << by[g];
    EXPECT_EQ(l[g], static_cast<cl_long>(0x4000000000000001ul << (by[g] & 63))) << by[g];
    EXPECT_EQ(c[g], static_cast<cl_uchar>(0x81 << (by[g] & 7))) << by[g];
  }
}

} // namespace
} // namespace weft::test

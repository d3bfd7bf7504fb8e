// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic that is undefined in C but must not hurt here: integer division by zero and of the
// smallest number by -1 give some value and never end the process.
#include "tests/support/opencl.h"

#include <algorithm>
#include <limits>

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
  for (const char *kernel : {"scalar", "vector"}) {
    bool isVector = kernel[0] == 'v';
    std::fill(quotient.begin(), quotient.end(), T{99});
    session.run(program, kernel, {{isVector ? a.size() / 8 : a.size()}}, in(a), in(b),
                inOut(quotient), inOut(rest));
    for (size_t i = 0; i < a.size(); ++i) {
      if (b[i] == 0 || (std::numeric_limits<T>::is_signed && b[i] == static_cast<T>(-1) &&
                        a[i] == std::numeric_limits<T>::min()))
        continue;
      ASSERT_EQ(quotient[i], static_cast<T>(a[i] / b[i]))
          << kernel << ' ' << +a[i] << " / " << +b[i];
      ASSERT_EQ(rest[i], static_cast<T>(a[i] % b[i])) << kernel << ' ' << +a[i] << " % " << +b[i];
    }
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

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The integer functions against 128-bit arithmetic on the host, in all types and widths.
#include "tests/kernels/library/reference.h"
#include "tests/support/opencl.h"

#include <functional>

namespace weft::test {
namespace {

using Wide = __int128;

// A function of up to three operands, whose exact value is brought into the result type R.
template <class T> struct IntegerCase {
  const char *name;
  int operands;
  std::string result;
  std::function<Wide(Wide, Wide, Wide)> exact;
};

template <class T> constexpr int bitsOf = static_cast<int>(sizeof(T) * 8);

template <class T> Wide saturated(Wide value) {
  Wide least = std::numeric_limits<T>::min(), greatest = std::numeric_limits<T>::max();
  return value < least ? least : value > greatest ? greatest : value;
}

template <class T> Wide rotated(Wide x, Wide by) {
  auto value = static_cast<std::make_unsigned_t<T>>(x);
  return static_cast<T>(std::rotl(value, static_cast<int>(by & (bitsOf<T> - 1))));
}

template <class T> std::vector<IntegerCase<T>> integerCases() {
  using Unsigned = std::make_unsigned_t<T>;
  std::string type = clName<T>();
  auto clamp = [](Wide x, Wide low, Wide high) { return x < low ? low : x > high ? high : x; };
  std::vector<IntegerCase<T>> cases = {
      {"abs", 1, clName<Unsigned>(), [](Wide x, Wide, Wide) { return x < 0 ? -x : x; }},
      {"clz", 1, type,
       [](Wide x, Wide, Wide) -> Wide { return std::countl_zero(static_cast<Unsigned>(x)); }},
      {"ctz", 1, type,
       [](Wide x, Wide, Wide) -> Wide { return std::countr_zero(static_cast<Unsigned>(x)); }},
      {"popcount", 1, type,
       [](Wide x, Wide, Wide) -> Wide { return std::popcount(static_cast<Unsigned>(x)); }},
      {"abs_diff", 2, clName<Unsigned>(),
       [](Wide x, Wide y, Wide) { return x > y ? x - y : y - x; }},
      {"add_sat", 2, type, [](Wide x, Wide y, Wide) { return saturated<T>(x + y); }},
      {"sub_sat", 2, type, [](Wide x, Wide y, Wide) { return saturated<T>(x - y); }},
      {"hadd", 2, type, [](Wide x, Wide y, Wide) { return (x + y) >> 1; }},
      {"rhadd", 2, type, [](Wide x, Wide y, Wide) { return (x + y + 1) >> 1; }},
      {"max", 2, type, [](Wide x, Wide y, Wide) { return x > y ? x : y; }},
      {"min", 2, type, [](Wide x, Wide y, Wide) { return x < y ? x : y; }},
      {"mul_hi", 2, type,
       [](Wide x, Wide y, Wide) -> Wide {
         using Product = std::conditional_t<std::is_signed_v<T>, Wide, unsigned __int128>;
         return static_cast<T>(static_cast<Product>(x) * static_cast<Product>(y) >> bitsOf<T>);
       }},
      {"rotate", 2, type, [](Wide x, Wide y, Wide) { return rotated<T>(x, y); }},
      {"clamp", 3, type,
       [clamp](Wide x, Wide y, Wide z) { return y < z ? clamp(x, y, z) : clamp(x, z, y); }},
      {"mad_hi", 3, type,
       [](Wide x, Wide y, Wide z) -> Wide {
         using Product = std::conditional_t<std::is_signed_v<T>, Wide, unsigned __int128>;
         auto high = static_cast<Product>(x) * static_cast<Product>(y) >> bitsOf<T>;
         return static_cast<T>(high + static_cast<Product>(z));
       }},
      {"mad_sat", 3, type,
       [](Wide x, Wide y, Wide z) -> Wide {
         // The product of two ulongs leaves no room for a sign.
         if (std::is_unsigned_v<T>) {
           auto sum = static_cast<unsigned __int128>(x) * static_cast<unsigned __int128>(y) +
                      static_cast<unsigned __int128>(z);
           Wide greatest = std::numeric_limits<T>::max();
           return sum > static_cast<unsigned __int128>(greatest) ? greatest
                                                                 : static_cast<Wide>(sum);
         }
         return saturated<T>(x * y + z);
       }},
  };
  if constexpr (sizeof(T) == 4) {
    cases.push_back(
        {"mul24", 2, type, [](Wide x, Wide y, Wide) -> Wide { return static_cast<T>(x * y); }});
    cases.push_back({"mad24", 3, type,
                     [](Wide x, Wide y, Wide z) -> Wide { return static_cast<T>(x * y + z); }});
  }
  return cases;
}

// What a kernel calls for a case. clamp's bounds are put in order; mul24 and mad24 get 24-bit
// numbers.
std::string expression(const std::string &name, int operands) {
  if (name == "clamp")
    return "clamp(a, min(b, c), max(b, c))";
  return name + (operands == 1 ? "(a)" : operands == 2 ? "(a, b)" : "(a, b, c)");
}

template <class T> std::vector<T> integers(std::mt19937_64 &random, size_t count) {
  std::vector<T> edges = {0,
                          1,
                          2,
                          3,
                          std::numeric_limits<T>::max(),
                          std::numeric_limits<T>::min(),
                          static_cast<T>(-1),
                          static_cast<T>(-2),
                          static_cast<T>(std::numeric_limits<T>::max() - 1),
                          static_cast<T>(std::numeric_limits<T>::min() + 1)};
  std::vector<T> values;
  while (values.size() < count) {
    int shift = static_cast<int>(random() % (bitsOf<T>));
    values.push_back(random() % 4 == 0 ? edges[random() % edges.size()]
                                       : static_cast<T>(static_cast<T>(random()) >> shift));
  }
  return values;
}

// Numbers that 24 bits hold.
template <class T> std::vector<T> truncated(std::vector<T> values) {
  for (T &value : values)
    value = static_cast<T>(static_cast<T>(static_cast<uint32_t>(value) << 8) >> 8);
  return values;
}

template <class T> class Integers : public testing::Test {
protected:
  static constexpr size_t count = 100 * operandBlock;
  Session session;
  std::mt19937_64 random{20220602};

  template <class R>
  void check(const Program &program, const IntegerCase<T> &test, int width, const std::vector<T> &x,
             const std::vector<T> &y, const std::vector<T> &z) {
    std::vector<R> results(count);
    std::string kernel = std::string(test.name) + "_" + std::to_string(width);
    Range range{{count / width}};
    if (test.operands == 1)
      session.run(program, kernel.c_str(), range, in(x), inOut(results));
    else if (test.operands == 2)
      session.run(program, kernel.c_str(), range, in(x), in(y), inOut(results));
    else
      session.run(program, kernel.c_str(), range, in(x), in(y), in(z), inOut(results));
    for (size_t i = 0; i < count; ++i) {
      R expected = static_cast<R>(test.exact(x[i], y[i], z[i]));
      ASSERT_EQ(+results[i], +expected)
          << kernel << " of " << clName<T>() << " " << +x[i] << ", " << +y[i] << ", " << +z[i];
    }
  }
};

using IntegerTypes =
    testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t>;
TYPED_TEST_SUITE(Integers, IntegerTypes);

TYPED_TEST(Integers, ArithmeticAndBits) {
  using T = TypeParam;
  std::string type = clName<T>(), source;
  auto cases = integerCases<T>();
  for (const auto &test : cases) {
    for (int width : widths) {
      source += elementKernel(test.name, width, expression(test.name, test.operands), test.result,
                              std::vector<std::string>(test.operands, type));
    }
  }
  Program program = this->session.build(source, "-cl-std=CL3.0");
  auto x = integers<T>(this->random, this->count), y = integers<T>(this->random, this->count),
       z = integers<T>(this->random, this->count);
  for (const auto &test : cases) {
    bool is24 = std::string(test.name).ends_with("24");
    for (int width : widths) {
      if (test.result != type)
        this->template check<std::make_unsigned_t<T>>(program, test, width, x, y, z);
      else
        this->template check<T>(program, test, width, is24 ? truncated(x) : x,
                                is24 ? truncated(y) : y, z);
    }
  }
}

template <class T> class Upsample : public testing::Test {
protected:
  Session session;
  std::mt19937_64 random{20220603};
};
using NarrowTypes = testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t>;
TYPED_TEST_SUITE(Upsample, NarrowTypes);

TYPED_TEST(Upsample, JoinsHalves) {
  using T = TypeParam;
  using Low = std::make_unsigned_t<T>;
  using Result = std::conditional_t<
      sizeof(T) == 1, std::conditional_t<std::is_signed_v<T>, int16_t, uint16_t>,
      std::conditional_t<sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>,
                         std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>>;
  std::string source;
  for (int width : widths) {
    source += elementKernel("upsample", width, "upsample(a, b)", clName<Result>(),
                            {clName<T>(), clName<Low>()});
  }
  Program program = this->session.build(source, "-cl-std=CL3.0");
  constexpr size_t count = 10 * operandBlock;
  auto high = integers<T>(this->random, count);
  auto low = integers<Low>(this->random, count);
  for (int width : widths) {
    std::vector<Result> results(count);
    this->session.run(program, ("upsample_" + std::to_string(width)).c_str(), {{count / width}},
                      in(high), in(low), inOut(results));
    for (size_t i = 0; i < count; ++i) {
      auto expected = static_cast<Result>((static_cast<Wide>(high[i]) << bitsOf<T>) | low[i]);
      ASSERT_EQ(+results[i], +expected) << "width " << width << ", " << +high[i] << ", " << +low[i];
    }
  }
}

} // namespace
} // namespace weft::test

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// convert_* between all pairs of types, in every width, with every rounding and with saturation,
// against references in long double, which holds every value of every type exactly.
#include "tests/kernels/library/half_number.h"
#include "tests/kernels/library/reference.h"
#include "tests/support/opencl.h"

#include <cfenv>
#include <optional>
#include <tuple>

namespace weft::test {
namespace {

template <class T> constexpr bool isReal = std::floating_point<T> || std::same_as<T, Half>;
template <class T> std::string nameOf() {
  if constexpr (std::same_as<T, Half>)
    return "half";
  else
    return clName<T>();
}

struct Rounding {
  const char *suffix;
  int mode; ///< of the host; -1 is the default, which depends on the destination
};
constexpr Rounding roundings[] = {
    {"", -1},
    {"_rte", FE_TONEAREST},
    {"_rtz", FE_TOWARDZERO},
    {"_rtp", FE_UPWARD},
    {"_rtn", FE_DOWNWARD},
};

/// Runs `work` with the host rounding as told. Its result must pass through a volatile variable:
/// compilers do not know that arithmetic depends on the mode.
template <class Work> auto withRounding(int mode, Work work) {
  const int before = std::fegetround();
  std::fesetround(mode);
  auto result = work();
  std::fesetround(before);
  return result;
}

/// The converted value, or nothing where OpenCL leaves it open.
template <class To, class From> std::optional<To> reference(From from, int mode, bool saturate) {
  volatile long double exact = from;
  if constexpr (std::same_as<To, Half>) {
    return toHalf(exact, mode == -1 ? FE_TONEAREST : mode);
  } else if constexpr (std::floating_point<To>) {
    return withRounding(mode == -1 ? FE_TONEAREST : mode, [&]() -> To {
      volatile To rounded = static_cast<To>(exact);
      return rounded;
    });
  } else {
    using Limits = std::numeric_limits<To>;
    if (std::isnan(exact))
      return saturate ? std::optional<To>(0) : std::nullopt;
    const long double whole = withRounding(mode == -1 ? FE_TOWARDZERO : mode, [&] {
      volatile long double rounded = std::nearbyintl(exact);
      return rounded;
    });
    if (whole < static_cast<long double>(Limits::min()))
      return saturate              ? std::optional<To>(Limits::min())
             : std::integral<From> ? std::optional<To>(static_cast<To>(from))
                                   : std::nullopt;
    if (whole > static_cast<long double>(Limits::max()))
      return saturate              ? std::optional<To>(Limits::max())
             : std::integral<From> ? std::optional<To>(static_cast<To>(from))
                                   : std::nullopt;
    return static_cast<To>(whole);
  }
}

/// Values around every power of two and the middle between two floats there, and random ones.
template <class T> std::vector<T> operands() {
  std::mt19937_64 random(sizeof(T));
  std::vector<T> values;
  if constexpr (std::same_as<T, Half>) {
    for (unsigned bits = 0; bits < 0x10000; bits += bits % 0x400 < 8 ? 1 : 17)
      values.push_back({static_cast<uint16_t>(bits)});
  } else if constexpr (std::floating_point<T>) {
    values = specialValues<T>();
    const std::vector<T> near = aroundHalves<T>(4, 397);
    values.insert(values.end(), near.begin(), near.end());
    for (int exponent = 0; exponent <= 64; ++exponent)
      for (T offset : {T(-1), T(-0.5), T(0), T(0.5), T(1)})
        for (T sign : {T(1), T(-1)})
          values.push_back(sign * (std::ldexp(T(1), exponent) + offset));
    for (int exponent : {7, 8, 15, 16, 31, 32, 63, 64})
      for (T sign : {T(1), T(-1)})
        values.push_back(sign * std::nextafter(std::ldexp(T(1), exponent), T(0)));
    if constexpr (sizeof(T) == 8)
      for (double middle : {0x1.000001p0, 0x1.000003p0, 0x1.ffffffp127, 0x1p-150, 0x1.8p-149})
        for (double value : {middle, std::nextafter(middle, 0.), std::nextafter(middle, 1e300)})
          values.insert(values.end(), {value, -value});
    for (int i = 0; i < 400; ++i)
      values.push_back(randomValue<T>(random));
  } else {
    // Half's range ends at 65504, and 65520 rounds to infinity.
    for (unsigned value : {2049u, 2051u, 4097u, 65503u, 65505u, 65519u, 65520u, 65521u}) {
      values.push_back(static_cast<T>(value));
      values.push_back(static_cast<T>(0 - value));
    }
    for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit)
      for (int offset = -3; offset <= 3; ++offset) {
        values.push_back(static_cast<T>((1ull << bit) + static_cast<unsigned long long>(offset)));
        values.push_back(
            static_cast<T>(0 - (1ull << bit) + static_cast<unsigned long long>(offset)));
      }
    for (unsigned long long middle :
         {0x1000001ull, 0x1000003ull, 0x20000000000001ull, 0x20000000000003ull,
          0x8000008000000000ull, 0x8000018000000000ull, 0x8000000000000400ull})
      for (int offset = -1; offset <= 1; ++offset)
        values.push_back(static_cast<T>(middle + static_cast<unsigned long long>(offset)));
    while (values.size() < 1000)
      values.push_back(static_cast<T>(random() >> random() % 64));
  }
  values.resize((values.size() + operandBlock - 1) / operandBlock * operandBlock);
  return values;
}

/// One kernel for each width; it stores the results of all forms one after the other.
template <class To, class From> std::string kernels() {
  const std::string to = nameOf<To>(), from = nameOf<From>();
  std::string source;
  for (int width : widths) {
    const std::string n = widthSuffix(width);
    const std::string load = width == 1 ? "in[i]" : "vload" + n + "(i, in)";
    source += "kernel void convert_" + std::to_string(width) + "(global const " + from +
              " *in, global " + to + " *out, uint count) {\n  size_t i = get_global_id(0);\n  " +
              from + n + " x = " + load + ";\n";
    int form = 0;
    for (const char *saturation : {"", "_sat"}) {
      if (isReal<To> && *saturation)
        break;
      for (const Rounding &rounding : roundings) {
        const std::string value = "convert_" + to + n + saturation + rounding.suffix + "(x)";
        const std::string place = "out + " + std::to_string(form++) + " * (size_t)count";
        source += width == 1 ? "  (" + place + ")[i] = " + value + ";\n"
                             : "  vstore" + n + "(" + value + ", i, " + place + ");\n";
      }
    }
    source += "}\n";
  }
  return source;
}

template <class T> bool same(T a, T b) {
  if constexpr (std::same_as<T, Half>)
    return isSame(a, b);
  else if constexpr (std::floating_point<T>)
    return (std::isnan(a) && std::isnan(b)) ||
           std::bit_cast<BitsOf<T>>(a) == std::bit_cast<BitsOf<T>>(b);
  else
    return a == b;
}

template <class To, class From> void testPair(const Session &session) {
  const std::vector<From> in = operands<From>();
  const Program program = session.build(kernels<To, From>());
  ASSERT_TRUE(program);
  const int forms = isReal<To> ? 5 : 10;
  for (int width : widths) {
    std::vector<To> out(in.size() * forms);
    session.run(program, ("convert_" + std::to_string(width)).c_str(),
                {{in.size() / static_cast<size_t>(width)}}, test::in(in), inOut(out),
                static_cast<cl_uint>(in.size()));
    int wrong = 0;
    for (int form = 0; form < forms; ++form)
      for (size_t i = 0; i < in.size(); ++i) {
        const std::optional<To> expected =
            reference<To>(in[i], roundings[form % 5].mode, form >= 5);
        const To got = out[form * in.size() + i];
        if (expected && !same(got, *expected) && ++wrong <= 3)
          ADD_FAILURE() << "convert_" << nameOf<To>() << widthSuffix(width)
                        << (form >= 5 ? "_sat" : "") << roundings[form % 5].suffix << "("
                        << nameOf<From>() << " " << +in[i] << ") is " << +got << ", not "
                        << +*expected;
      }
  }
}

template <class To> class Conversion : public testing::Test {};
using Types = testing::Types<cl_char, cl_uchar, cl_short, cl_ushort, cl_int, cl_uint, int64_t,
                             uint64_t, Half, float, double>;
TYPED_TEST_SUITE(Conversion, Types);

TYPED_TEST(Conversion, FromEveryType) {
  const Session session;
  std::apply([&](auto... from) { (testPair<TypeParam, decltype(from)>(session), ...); },
             std::tuple<cl_char, cl_uchar, cl_short, cl_ushort, cl_int, cl_uint, int64_t, uint64_t,
                        Half, float, double>());
}

} // namespace
} // namespace weft::test

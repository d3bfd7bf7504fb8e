// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/launch/printf.h"

#include "tests/support/comma_locale.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <thread>
#include <vector>

namespace weft::device {
namespace {

/// Builds what a compiled call passes.
class Call {
public:
  template <typename T> Call &integer(std::initializer_list<T> values) {
    return add(WEFT_PRINTF_INTEGER, values);
  }
  template <typename T> Call &real(std::initializer_list<T> values) {
    return add(WEFT_PRINTF_FLOAT, values);
  }
  Call &pointer(const void *value) { return add(WEFT_PRINTF_POINTER, {value}); }

  template <typename T> Call &add(weft_printf_kind kind, std::initializer_list<T> values) {
    weft_printf_argument header{};
    header.kind = static_cast<std::uint8_t>(kind);
    header.element_bytes = sizeof(T);
    header.lanes = static_cast<std::uint8_t>(values.size());
    append(&header, sizeof header);
    append(values.begin(), values.size() * sizeof(T));
    while (bytes.size() % 8)
      bytes.push_back(0xee);
    ++count;
    return *this;
  }

  std::string format(const char *text) const {
    std::string output = ">";
    const bool fine = formatPrintf(output, text, count, data());
    return output.replace(0, 1, fine ? "" : "-1: ");
  }
  const weft_printf_argument *data() const {
    return reinterpret_cast<const weft_printf_argument *>(bytes.data());
  }
  std::uint32_t size() const { return count; }

private:
  void append(const void *data, std::size_t size) {
    const auto *begin = static_cast<const unsigned char *>(data);
    bytes.insert(bytes.end(), begin, begin + size);
  }
  std::vector<unsigned char> bytes;
  std::uint32_t count = 0;
};

Call integer(int value) { return Call().integer<int>({value}); }
Call real(double value) { return Call().real<double>({value}); }

TEST(Printf, Integers) {
  EXPECT_EQ(integer(-5).format("%d"), "-5");
  EXPECT_EQ(integer(-5).format("%i|"), "-5|");
  EXPECT_EQ(integer(-1).format("%u"), "4294967295");
  EXPECT_EQ(integer(255).format("%x %%"), "ff %");
  EXPECT_EQ(integer(255).format("%#X"), "0XFF");
  EXPECT_EQ(integer(8).format("%#o"), "010");
  EXPECT_EQ(integer(7).format("%+5d|"), "   +7|");
  EXPECT_EQ(integer(7).format("%-5d|"), "7    |");
  EXPECT_EQ(integer(7).format("%05d"), "00007");
  EXPECT_EQ(integer(7).format("% d"), " 7");
  EXPECT_EQ(integer(7).format("%8.4d|"), "    0007|");
  EXPECT_EQ(integer(0).format("%.0d|"), "|");
}

TEST(Printf, IntegerLengths) {
  EXPECT_EQ(integer(0x181).format("%hhd"), "-127");
  EXPECT_EQ(integer(0x1ff).format("%hhu"), "255");
  EXPECT_EQ(integer(0x18001).format("%hd"), "-32767");
  EXPECT_EQ(integer(-1).format("%hx"), "ffff");
  EXPECT_EQ(Call().integer<std::int64_t>({INT64_MIN}).format("%ld"), "-9223372036854775808");
  EXPECT_EQ(Call().integer<std::int64_t>({-1}).format("%lx"), "ffffffffffffffff");
  EXPECT_EQ(Call().integer<std::int64_t>({-1}).format("%lu"), "18446744073709551615");
}

TEST(Printf, Reals) {
  EXPECT_EQ(real(1.5).format("%f"), "1.500000");
  EXPECT_EQ(real(-1.5).format("%10.2f|"), "     -1.50|");
  EXPECT_EQ(real(1.5).format("%-10.2e|"), "1.50e+00  |");
  EXPECT_EQ(real(1e-10).format("%g %%"), "1e-10 %");
  EXPECT_EQ(real(1e-10).format("%G"), "1E-10");
  EXPECT_EQ(real(1.0).format("%#g"), "1.00000");
  EXPECT_EQ(real(0.5).format("%a"), "0x1p-1");
  EXPECT_EQ(real(-0.75).format("%A"), "-0X1.8P-1");
  EXPECT_EQ(real(2.5).format("%.f"), "2");
  EXPECT_EQ(real(3.0).format("%+08.3lf"), "+003.000");
  EXPECT_EQ(real(INFINITY).format("%f"), "inf");
  EXPECT_EQ(real(-INFINITY).format("%F"), "-INF");
  EXPECT_EQ(real(std::numeric_limits<double>::quiet_NaN()).format("%e"), "nan");
  EXPECT_EQ(Call().real<float>({0.1f}).format("%.9g"), "0.100000001");
  EXPECT_EQ(real(1e300).format("%f").size(), 308u);
}

TEST(Printf, Vectors) {
  EXPECT_EQ(Call().real<float>({1, 2, 3, 4}).format("%v4hlf"),
            "1.000000,2.000000,3.000000,4.000000");
  EXPECT_EQ(Call().real<float>({1, 2, 3}).format("%2.2v3hlf"), "1.00,2.00,3.00");
  EXPECT_EQ(Call().real<double>({1, 2}).format("%5.1v2lf|"), "  1.0,  2.0|");
  EXPECT_EQ(Call().integer<std::uint8_t>({0xFA, 0xFB}).format("%#v2hhx"), "0xfa,0xfb");
  EXPECT_EQ(Call().integer<std::int8_t>({-1, 2, -3, 4}).format("%v4hhd"), "-1,2,-3,4");
  EXPECT_EQ(Call().integer<std::int16_t>({-1, 1, 2, 3, 4, 5, 6, 7}).format("%v8hd"),
            "-1,1,2,3,4,5,6,7");
  EXPECT_EQ(Call().integer<std::int32_t>({-1, 1}).format("%+v2hld"), "-1,+1");
  EXPECT_EQ(Call().integer<std::uint64_t>({UINT64_MAX, 1}).format("%v2lu"),
            "18446744073709551615,1");
  EXPECT_EQ(
      Call().integer<int>({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}).format("%v16hld"),
      "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15");
  EXPECT_EQ(Call().integer<int>({1, 2, 3, 4}).format("%03v4hld|"), "001,002,003,004|");
}

TEST(Printf, Halves) {
  const auto half = [](std::uint16_t bits) { return Call().real<std::uint16_t>({bits, 0x3c00}); };
  EXPECT_EQ(half(0xc100).format("%v2hg"), "-2.5,1");
  EXPECT_EQ(half(0x7c00).format("%v2hf"), "inf,1.000000");
  EXPECT_EQ(half(0x0001).format("%v2ha"), "0x1p-24,0x1p+0");
  EXPECT_EQ(half(0x8000).format("%v2hg"), "-0,1");
}

TEST(Printf, TextAndPointers) {
  EXPECT_EQ(integer('x').format("<%c>"), "<x>");
  EXPECT_EQ(integer('x').format("<%3c>"), "<  x>");
  EXPECT_EQ(integer('x').format("<%-3c>"), "<x  >");
  EXPECT_EQ(Call().pointer("weft").format("%s"), "weft");
  EXPECT_EQ(Call().pointer("weft").format("%6s|%%"), "  weft|%");
  EXPECT_EQ(Call().pointer("weft").format("%-6.2s|"), "we    |");
  EXPECT_EQ(Call().pointer(nullptr).format("%s"), "(null)");
  const void *somewhere = reinterpret_cast<void *>(0x1234abcd);
  EXPECT_EQ(Call().pointer(somewhere).format("%p"), "0x1234abcd");
  EXPECT_EQ(Call().format("100%%"), "100%");
  EXPECT_EQ(Call().format(""), "");
}

TEST(Printf, SeveralArguments) {
  EXPECT_EQ(Call()
                .integer<int>({1})
                .real<float>({1, 2, 3})
                .pointer("a")
                .integer<std::int8_t>({-7, 7})
                .format("%d: %v3hlg %s %v2hhd"),
            "1: 1,2,3 a -7,7");
}

TEST(Printf, LengthsOfC) {
  const auto all = Call().integer<std::int64_t>({-1});
  for (const char *length : {"ll", "z", "t", "j", "l"}) {
    EXPECT_EQ(all.format(("%" + std::string(length) + "u|").c_str()), "18446744073709551615|");
    EXPECT_EQ(all.format(("%3" + std::string(length) + "d|").c_str()), " -1|");
    EXPECT_EQ(all.format(("%" + std::string(length) + "x|").c_str()), "ffffffffffffffff|");
  }
  EXPECT_EQ(real(1.5).format("%Lf"), "1.500000");
}

TEST(Printf, WidthsAndPrecisionsFromArguments) {
  EXPECT_EQ(Call().integer<int>({5}).integer<int>({7}).format("%*d|"), "    7|");
  EXPECT_EQ(Call().integer<int>({-5}).integer<int>({7}).format("%*d|"), "7    |");
  EXPECT_EQ(Call().integer<int>({2}).real<double>({1.0}).format("%.*f|"), "1.00|");
  EXPECT_EQ(Call().integer<int>({-2}).real<double>({1.0}).format("%.*f|"), "1.000000|");
  EXPECT_EQ(integer(1 << 30).format("%*d|"), "-1: %*d|");
}

TEST(Printf, BadConversionsStandAsTheyAre) {
  EXPECT_EQ(Call().format("a %d b"), "-1: a %d b");
  EXPECT_EQ(integer(1).format("%d of %-5.3ld, %s"), "-1: 1 of %-5.3ld, %s");
  EXPECT_EQ(integer(1).format("100%"), "-1: 100%");
  EXPECT_EQ(integer(1).format("%q %d"), "-1: %q 1");
  EXPECT_EQ(integer(1).format("%+5 k%d"), "-1: %+5 k1");
  EXPECT_EQ(Call().pointer(nullptr).integer<int>({7}).format("%n %d"), "-1: %n 7");
  EXPECT_EQ(integer(1).format("%vd %d"), "-1: %vd 1");
  EXPECT_EQ(integer(1).format("%99999999999999999999d|"), "-1: %99999999999999999999d|");
  EXPECT_EQ(integer(1).format("%16777217d|"), "-1: %16777217d|");
}

TEST(Printf, ValuesOfAnotherKindAreShown) {
  const void *somewhere = reinterpret_cast<void *>(0x1234abcd);
  EXPECT_EQ(integer(-5).format("%f|"), "-1: -5.000000|");
  EXPECT_EQ(integer(5).format("%s|"), "-1: 5|");
  EXPECT_EQ(Call().integer<std::uint64_t>({0x1234abcd}).format("%p|"), "-1: 0x1234abcd|");
  EXPECT_EQ(real(2.5).format("%5d|"), "-1:   2.5|");
  EXPECT_EQ(real(2.5).format("%.1x %s"), "-1: 2.5 %s");
  EXPECT_EQ(Call().pointer(somewhere).format("%x|"), "-1: 1234abcd|");
  EXPECT_EQ(Call().pointer(somewhere).format("%llu"), "-1: 305441741");
  EXPECT_EQ(Call().pointer(somewhere).format("%f"), "-1: 0x1234abcd");
  EXPECT_EQ(integer(7).format("%hld"), "-1: 7");
}

TEST(Printf, ComponentsOfAnotherNumberAreShown) {
  const auto four = Call().integer<int>({1, 2, 3, 4});
  EXPECT_EQ(four.format("%d|"), "-1: 1,2,3,4|");
  EXPECT_EQ(four.format("%v2hld|"), "-1: 1,2,3,4|");
  EXPECT_EQ(four.format("%s|"), "-1: 1,2,3,4|");
  EXPECT_EQ(integer(7).format("%v4d|"), "-1: 7|");
  EXPECT_EQ(Call().real<float>({1, 2}).format("%v5hlg"), "-1: 1,2");
}

TEST(Printf, OneCallFillsTheWholeBuffer) {
  const std::string half(printfBufferBytes / 2, 'x');
  const Call call = Call().pointer(half.c_str()).pointer(half.c_str());
  EXPECT_EQ(call.format("%s%s"), half + half);
  EXPECT_EQ(call.format("%s|%s"), "-1: " + half + "|" + half.substr(1));
}

TEST(Printf, LocaleDoesNotMatter) {
  const test::CommaLocale locale;
  if (!locale)
    GTEST_SKIP() << "localedef is missing";
  EXPECT_EQ(real(1.5).format("%.1f"), "1.5");
}

class Captured {
public:
  Captured() { testing::internal::CaptureStdout(); }
  std::string text() { return testing::internal::GetCapturedStdout(); }
};

TEST(PrintfSink, WritesInOrderAtTheEnd) {
  Captured captured;
  {
    PrintfSink sink;
    for (int i = 0; i < 3; ++i) {
      const Call call = integer(i);
      EXPECT_EQ(PrintfSink::print(&sink, "%d\n", call.size(), call.data()), 0);
    }
    EXPECT_EQ(PrintfSink::print(&sink, "%d", 0, nullptr), -1);
    sink.flush();
  }
  EXPECT_EQ(captured.text(), "0\n1\n2\n%d");
}

TEST(PrintfSink, LosesNothingWhenFull) {
  const std::string line(1000, 'x');
  Captured captured;
  {
    PrintfSink sink;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&] {
        for (int i = 0; i < 1000; ++i) {
          const Call call = Call().pointer(line.c_str());
          EXPECT_EQ(PrintfSink::print(&sink, "%s\n", call.size(), call.data()), 0);
        }
      });
    for (auto &thread : threads)
      thread.join();
    sink.flush();
  }
  const std::string text = captured.text();
  ASSERT_EQ(text.size(), 4000u * 1001);
  for (std::size_t i = 1000; i < text.size(); i += 1001)
    ASSERT_EQ(text[i], '\n');
}

} // namespace
} // namespace weft::device

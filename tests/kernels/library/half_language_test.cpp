// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half as a type of the language: arguments, memory of every kind, comparisons, selection, vectors,
// conversions by casts, collectives, asynchronous copies and printf. In lanes and on CPUs with
// fewer instructions the results are the same to the bit.
#include "tests/kernels/library/half_number.h"
#include "tests/kernels/library/reference.h"
#include "tests/support/opencl.h"

#include "cpus.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace weft::test {
namespace {

const std::string forms[] = {"-cl-std=CL3.0 -cl-weft-vectorise=off",
                             "-cl-std=CL3.0 -cl-weft-vectorise=2",
                             "-cl-std=CL3.0 -cl-weft-vectorise=8",
                             "-cl-std=CL3.0 -cl-weft-vectorise=16",
                             "-cl-std=CL3.0 -cl-weft-vectorise=8 -cl-weft-cpu=" +
                                 cpus::convertsHalf,
                             "-cl-std=CL3.0 -cl-weft-cpu=" + cpus::base};

Half half(float value) { return toHalf(value); }

// Special values and random ones; whole blocks of them.
std::vector<Half> operands(unsigned seed) {
  std::mt19937_64 random(seed);
  const uint16_t special[] = {0x0000, 0x8000, 0x0001, 0x83ff, 0x0400, 0x3c00, 0xbc00,
                              0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x3800, 0x4248};
  std::vector<Half> values(20 * operandBlock);
  for (Half &value : values)
    value.bits =
        random() % 3 ? static_cast<uint16_t>(random()) : special[random() % std::size(special)];
  return values;
}

struct Relation {
  const char *name;
  bool (*holds)(float, float);
};
constexpr Relation relations[] = {
    {"isequal", [](float a, float b) { return a == b; }},
    {"isnotequal", [](float a, float b) { return a != b; }},
    {"isgreater", [](float a, float b) { return a > b; }},
    {"isgreaterequal", [](float a, float b) { return a >= b; }},
    {"isless", [](float a, float b) { return a < b; }},
    {"islessequal", [](float a, float b) { return a <= b; }},
    {"islessgreater", [](float a, float b) { return a < b || a > b; }},
    {"isordered", [](float a, float b) { return a == a && b == b; }},
    {"isunordered", [](float a, float b) { return a != a || b != b; }},
    {"isnan", [](float a, float) { return a != a; }},
    {"isinf", [](float a, float) { return std::isinf(a); }},
    {"isfinite", [](float a, float) { return std::isfinite(a); }},
    {"isnormal", [](float a, float) { return std::fabs(a) >= 0x1p-14f && std::isfinite(a); }},
    {"signbit", [](float a, float) { return std::signbit(a); }},
};

TEST(HalfLanguage, RelationsInEveryWidth) {
  const Session session;
  const auto a = operands(1), b = operands(2);
  std::string source, scalarSource; // of every width, and of scalars alone
  for (int width : widths) {
    for (const Relation &relation : relations) {
      const std::string name = relation.name;
      const bool isBinary = &relation < relations + 9;
      source += elementKernel(name, width,
                              "convert_short" + widthSuffix(width) + "(" + name +
                                  (isBinary ? "(a, b))" : "(a))"),
                              "short", {"half", "half"});
    }
    scalarSource = width == 1 ? source : scalarSource;
  }
  for (const std::string &form : forms) {
    const bool isPlain = form == forms[0];
    const Program program = session.build(isPlain ? source : scalarSource, form);
    for (int width : widths)
      for (const Relation &relation : relations) {
        if (width > 1 && !isPlain)
          break;
        std::vector<cl_short> results(a.size());
        session.run(program, (std::string(relation.name) + "_" + std::to_string(width)).c_str(),
                    {{a.size() / width}}, in(a), in(b), inOut(results));
        for (size_t i = 0; i < a.size(); ++i)
          ASSERT_EQ(results[i], relation.holds(a[i], b[i]) ? (width == 1 ? 1 : -1) : 0)
              << relation.name << " of " << a[i] << ", " << b[i] << ", width " << width << " "
              << form;
      }
  }
}

struct Choice {
  const char *name, *expression;
  Half (*expected)(Half a, Half b, Half c);
};
// c's representation is a mask, too.
const Choice choices[] = {
    {"select", "select(a, b, AS(c))",
     [](Half a, Half b, Half c) { return c.bits & 0x8000 ? b : a; }},
    {"bitselect", "bitselect(a, b, c)",
     [](Half a, Half b, Half c) {
       return Half{static_cast<uint16_t>((a.bits & ~c.bits) | (b.bits & c.bits))};
     }},
    {"min", "min(a, b)", [](Half a, Half b, Half) { return float(b) < float(a) ? b : a; }},
    {"max", "max(a, b)", [](Half a, Half b, Half) { return float(a) < float(b) ? b : a; }},
    {"step", "step(a, b)", [](Half a, Half b, Half) { return half(float(b) < float(a) ? 0 : 1); }},
    {"negated", "-a",
     [](Half a, Half, Half) { return Half{static_cast<uint16_t>(a.bits ^ 0x8000)}; }},
    {"smaller", "a < b ? a : c",
     [](Half a, Half b, Half c) { return float(a) < float(b) ? a : c; }},
};

// A scalar's select asks for any bit of its short, a vector's for the highest.
std::string choiceKernel(const Choice &choice, int width) {
  std::string expression = choice.expression;
  if (const size_t at = expression.find("AS(c)"); at != std::string::npos)
    expression.replace(
        at, 5, width == 1 ? "(short)(as_short(c) < 0)" : "as_short" + widthSuffix(width) + "(c)");
  return elementKernel(choice.name, width, expression, "half", {"half", "half", "half"});
}

TEST(HalfLanguage, ChoicesInEveryWidth) {
  const Session session;
  const auto a = operands(3), b = operands(4), c = operands(5);
  std::string source, scalarSource;
  for (int width : widths) {
    for (const Choice &choice : choices)
      source += choiceKernel(choice, width);
    scalarSource = width == 1 ? source : scalarSource;
  }
  for (const std::string &form : forms) {
    const bool isPlain = form == forms[0];
    const Program program = session.build(isPlain ? source : scalarSource, form);
    for (int width : widths)
      for (const Choice &choice : choices) {
        if (width > 1 && !isPlain)
          break;
        std::vector<Half> results(a.size());
        session.run(program, (std::string(choice.name) + "_" + std::to_string(width)).c_str(),
                    {{a.size() / width}}, in(a), in(b), in(c), inOut(results));
        for (size_t i = 0; i < a.size(); ++i)
          ASSERT_TRUE(isSame(results[i], choice.expected(a[i], b[i], c[i])))
              << choice.name << " of " << a[i] << ", " << b[i] << ", " << c[i] << " is "
              << results[i] << ", width " << width << " " << form;
      }
  }
}

TEST(HalfLanguage, GeometryRoundsOnce) {
  const Session session;
  std::mt19937_64 random(6);
  std::vector<Half> a(12 * operandBlock), b(a.size());
  for (size_t i = 0; i < a.size(); ++i) {
    a[i] = half(std::uniform_real_distribution<float>(-300, 300)(random));
    b[i] = half(std::uniform_real_distribution<float>(-2, 2)(random));
  }
  const std::string source = R"(
    kernel void k(global const half4 *a, global const half4 *b, global half *out) {
      size_t i = get_global_id(0);
      out[i * 8] = dot(a[i], b[i]);
      out[i * 8 + 1] = length(a[i]);
      out[i * 8 + 2] = distance(a[i], b[i]);
      vstore4(normalize(a[i]), 0, out + i * 8 + 4);
      out[i * 8 + 3] = cross(a[i].xyz, b[i].xyz).x;
    })";
  for (const std::string &form : forms) {
    const Program program = session.build(source, form);
    std::vector<Half> out(a.size() / 4 * 8);
    session.run(program, "k", {{a.size() / 4}}, in(a), in(b), inOut(out));
    for (size_t i = 0; i < a.size() / 4; ++i) {
      const Half *x = &a[i * 4], *y = &b[i * 4], *got = &out[i * 8];
      double dot = 0, size = 0, squares = 0, gap = 0;
      for (int k = 0; k < 4; ++k) {
        dot += double(x[k]) * y[k];
        size += std::fabs(double(x[k]) * y[k]);
        squares += double(x[k]) * x[k];
        gap += (double(x[k]) - y[k]) * (double(x[k]) - y[k]);
      }
      // Float's own rounding counts against the size of what is summed.
      const auto near = [](Half value, double exact, double magnitude) {
        return halfError(value, exact) <= 0.51 || std::fabs(value - exact) <= magnitude * 0x1p-20;
      };
      EXPECT_TRUE(near(got[0], dot, size)) << got[0] << " " << dot << form;
      EXPECT_TRUE(near(got[1], std::sqrt(squares), 0)) << form;
      EXPECT_TRUE(near(got[2], std::sqrt(gap), 0)) << form;
      EXPECT_TRUE(near(got[3], double(x[1]) * y[2] - double(x[2]) * y[1], size + 1200)) << form;
      for (int k = 0; k < 4; ++k)
        EXPECT_TRUE(near(got[4 + k], x[k] / std::sqrt(squares), 0)) << form;
    }
  }
}

TEST(HalfLanguage, ArgumentsAndMemoryOfEveryKind) {
  const Session session;
  const std::string source = R"(
    typedef struct { half first; int second; half3 third; } Mixed;
    constant half table[4] = {0.5h, 1.5h, -2.5h, 65504.0h};
    half twice(half x) { return x + x; }
    half3 turned(half3 v) { return v.zxy; }
    kernel void k(half scalar, half3 triple, half16 many, Mixed mixed, local half *shared,
                  global const half *in, global half *out) {
      size_t i = get_local_id(0), n = get_local_size(0);
      half own[4];
      for (int k = 0; k < 4; ++k) own[k] = in[i] * table[k];
      shared[i] = own[i & 3];
      barrier(CLK_LOCAL_MEM_FENCE);
      half3 v = turned(triple);
      out[i * 8] = shared[n - 1 - i];
      out[i * 8 + 1] = twice(scalar);
      vstore3(v, 0, out + i * 8 + 2);
      out[i * 8 + 5] = many.sf;
      out[i * 8 + 6] = mixed.first + mixed.third.z;
      out[i * 8 + 7] = (half)mixed.second;
    })";
  struct Mixed {
    Half first;
    int32_t second;
    alignas(8) Half third[4];
  } mixed{half(3), -70, {half(1), half(2), half(4.5f), {}}};
  const std::array<Half, 4> triple{half(1), half(2), half(3), {}};
  std::array<Half, 16> many;
  many.fill(half(7));
  many[15] = half(-0.25f);
  std::vector<Half> in;
  for (int i = 0; i < 32; ++i)
    in.push_back(half(static_cast<float>(i)));
  const float table[] = {0.5f, 1.5f, -2.5f, 65504.0f};
  for (const std::string &form : forms) {
    const Program program = session.build(source, form);
    std::vector<Half> out(in.size() * 8);
    session.run(program, "k", {{32}, {32}}, half(1.25f), triple, many, mixed,
                local(32 * sizeof(Half)), test::in(in), inOut(out));
    for (int i = 0; i < 32; ++i) {
      const int other = 31 - i;
      const float expected[] = {
          float(half(float(other) * table[other & 3])), 2.5f, 3, 1, 2, -0.25f, 7.5f, -70};
      for (int k = 0; k < 8; ++k)
        EXPECT_EQ(float(out[i * 8 + k]), expected[k]) << i << " " << k << form;
    }
  }
}

TEST(HalfLanguage, VectorsInMemoryAndShuffles) {
  const Session session;
  std::vector<Half> in(64);
  for (size_t i = 0; i < in.size(); ++i)
    in[i].bits = static_cast<uint16_t>(0x3c00 + i);
  for (const char *space : {"global", "constant", "local", "private"}) {
    const std::string name = space,
                      source =
                          "kernel void k(" +
                          std::string(name == "constant" ? "constant" : "global") + R"( half *in,
                       global half *out) {
          )" +
                          (name == "local" || name == "private"
                               ? name +
                                     " half copy[64]; for (int k = 0; k < 64; ++k) copy[k] = in[k];"
                               : name + " half *copy = in;") +
                          R"(
          vstore2(vload2(1, copy), 0, out);
          vstore3(vload3(1, copy), 1, out);
          vstore4(vload4(1, copy + 1), 0, out + 6);
          vstore8(vload8(1, copy + 3), 0, out + 11);
          vstore16(vload16(1, copy + 5), 0, out + 19);
          vstore4(shuffle(vload8(0, copy), (ushort4)(7, 9, 2, 0)), 0, out + 35);
          vstore2(shuffle2(vload4(0, copy), vload4(1, copy), (ushort2)(5, 10)), 0, out + 39);
          out[41] = as_half((ushort)0x1234);
        })";
    const Program program = session.build(source);
    std::vector<Half> out(42);
    session.run(program, "k", {{1}}, inOut(in), inOut(out));
    std::vector<int> expected = {2, 3, 0, 3, 4, 5, 5, 6, 7, 8, 0};
    for (int i = 0; i < 8; ++i)
      expected.push_back(11 + i);
    for (int i = 0; i < 16; ++i)
      expected.push_back(21 + i);
    expected.insert(expected.end(), {7, 1, 2, 0, 5, 2});
    for (size_t i = 0; i < expected.size(); ++i) {
      if (i != 2 && i != 10) { // where no vector was put
        EXPECT_EQ(out[i].bits, 0x3c00 + expected[i]) << i << " " << space;
      }
    }
    EXPECT_EQ(out[41].bits, 0x1234);
  }
}

TEST(HalfLanguage, CollectivesAndCopiesOfTheGroup) {
  const Session session;
  const std::string source = R"(
    kernel void k(global const half4 *in, global half *out, local half4 *tile) {
      size_t i = get_local_id(0);
      event_t copied = async_work_group_copy(tile, in, get_local_size(0), 0);
      wait_group_events(1, &copied);
      half x = tile[i].y;
      out[i * 6] = work_group_reduce_add(x);
      out[i * 6 + 1] = work_group_reduce_min(x);
      out[i * 6 + 2] = work_group_reduce_max(x);
      out[i * 6 + 3] = work_group_scan_inclusive_add(x);
      out[i * 6 + 4] = work_group_scan_exclusive_max(x);
      out[i * 6 + 5] = work_group_broadcast(x, 5);
    }
    kernel void strided(global const half *in, global half *out, local half *tile) {
      event_t e = async_work_group_strided_copy(tile, in + 1, get_local_size(0), 4, 0);
      wait_group_events(1, &e);
      out[get_local_id(0)] = tile[get_local_id(0)];
    })";
  constexpr int items = 24;
  std::vector<Half> in(4 * items);
  for (int i = 0; i < 4 * items; ++i)
    in[i] = half(static_cast<float>(i * 37 % 101 - 40));
  float sum = 0, least = INFINITY, greatest = -INFINITY;
  for (int i = 0; i < items; ++i) {
    sum += in[4 * i + 1];
    least = std::min<float>(least, in[4 * i + 1]);
    greatest = std::max<float>(greatest, in[4 * i + 1]);
  }
  for (const std::string &form : forms) {
    const Program program = session.build(source, form);
    std::vector<Half> out(6 * items), column(items);
    session.run(program, "k", {{items}, {items}}, test::in(in), inOut(out),
                local(4 * items * sizeof(Half)));
    session.run(program, "strided", {{items}, {items}}, test::in(in), inOut(column),
                local(items * sizeof(Half)));
    float before = -INFINITY, reached = 0;
    for (int i = 0; i < items; ++i) {
      const float x = in[4 * i + 1];
      reached += x;
      const float expected[] = {sum, least, greatest, reached, before, float(in[21])};
      for (int k = 0; k < 6; ++k)
        EXPECT_EQ(float(out[6 * i + k]), expected[k]) << i << " " << k << form;
      EXPECT_EQ(float(column[i]), x) << i << form;
      before = std::max(before, x);
    }
  }
}

// Programs need not ask for the extension, but may, in every version of OpenCL C.
TEST(HalfLanguage, IsThereInEveryVersionOfOpenClC) {
  const Session session;
  const std::string source = R"(
    #ifndef cl_khr_fp16
    #error "the macro is missing"
    #endif
    #pragma OPENCL EXTENSION cl_khr_fp16 : enable
    kernel void k(global half *out) { out[0] = HALF_MAX; out[1] = (half)M_PI_H * 2.0h; })";
  for (const char *version : {"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0", "CL3.1"}) {
    const Program program = session.build(source, std::string("-Werror -cl-std=") + version);
    std::vector<Half> out(2);
    session.run(program, "k", {{1}}, inOut(out));
    EXPECT_EQ(out[0].bits, 0x7bff) << version;
    EXPECT_EQ(out[1].bits, 0x4648) << version;
  }
}

TEST(HalfLanguage, IsPrinted) {
  const Session session;
  const Program program = session.build(R"(
    kernel void k(half x, half4 v) { printf("%.3f %g %v4hg %5.1v4hf|", x, -x, v, v); })");
  const std::array<Half, 4> vector{half(1), half(-0.5f), half(65504), half(0x1p-24f)};
  std::fflush(stdout);
  const int saved = dup(STDOUT_FILENO);
  FILE *file = std::tmpfile();
  dup2(fileno(file), STDOUT_FILENO);
  session.run(program, "k", {{1}}, half(3.140625f), vector);
  std::fflush(stdout);
  dup2(saved, STDOUT_FILENO);
  close(saved);
  std::rewind(file);
  char text[256] = {};
  const size_t length = std::fread(text, 1, sizeof text - 1, file);
  std::fclose(file);
  EXPECT_EQ(std::string(text, length),
            "3.141 -3.14062 1,-0.5,65504,5.96046e-08   1.0, -0.5,65504.0,  0.0|");
}

TEST(HalfLanguage, IsReportedByTheDevice) {
  const auto config = deviceInfo<cl_device_fp_config>(CL_DEVICE_HALF_FP_CONFIG);
  for (cl_device_fp_config flag : {CL_FP_DENORM, CL_FP_INF_NAN, CL_FP_ROUND_TO_NEAREST, CL_FP_FMA})
    EXPECT_TRUE(config & flag) << flag;
  // As many as registers hold, of the 16 that a vector may have, where the CPU computes half, and
  // otherwise no vectors, which would say that half is as quick as float.
  const auto ofFloat = deviceInfo<cl_uint>(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
  for (cl_device_info name :
       {CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF}) {
    const auto width = deviceInfo<cl_uint>(name);
    EXPECT_TRUE(width == 1 || width == std::min(2 * ofFloat, 16u)) << width;
  }
}

} // namespace
} // namespace weft::test

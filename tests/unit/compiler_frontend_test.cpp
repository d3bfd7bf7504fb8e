// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Snapshots of the prelude: a compile gives the same result with and without them.
#include "tests/unit/frontend_harness.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

namespace weft::test {
namespace {

namespace fs = std::filesystem;

// Uses of what the prelude and Clang's base header declare, and of built-ins beside them.
constexpr const char *program = R"(
typedef struct { float4 a; int3 b; } Pair;
enum Kind { first, second = CLK_GLOBAL_MEM_FENCE };
constant float table[] = {M_PI_F, FLT_EPSILON, HUGE_VALF, 0.1};
float max(float4 a) { return a.x; }
int twice(int x) { return 2 * x; }
kernel void k(global float4 *p, global half *h, constant int *q, Pair s, local float *l, uint n) {
  enum Kind kind = n > INT_MAX ? first : second;
  p[get_global_id(0)] += sin(p[1]) * exp2(p[2]) / p[3] + s.a + table[n & 3] + 0.1f;
  h[1] = vload_half(2, h) + convert_half(p[2].x) + fma(h[2], h[3], (half)2);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  int w = work_group_all(q[2]) + work_group_reduce_add(twice(3)) + atomic_inc((global int *)p) +
          (int)max(p[3]) + max((int)kind, q[1]) + as_int(p[4].y) + __LINE__;
  event_t event = async_work_group_copy(l, (global float *)p, 10, 0);
  event = async_work_group_copy_2D2D(l, 0, p, 0, 4, 4, 4, 4, 4, event);
  wait_group_events(1, &event);
  if (isnan(p[5].x) || (double)w > 0.5)
    printf("%v4hlf %d\n", p[2], w);
}
#if __OPENCL_C_VERSION__ >= 200
kernel void ordered(global atomic_int *p) {
  atomic_fetch_add_explicit(p, 3, memory_order_relaxed, memory_scope_device);
}
#endif
#ifdef TWICE
kernel void macros(global int *p) { *p = TWICE(VALUE); }
#endif
)";

// Messages about macros of the command line and of the headers, and about overloads.
constexpr const char *wrongProgram = R"(
#define USER 2
#define FLT_MAX 3
#define __OPENCL_C_VERSION__ 2
int work_group_all(int x) { return x; }
float4 add(float4 a) { return a; }
kernel void k(global float4 *p) {
  int *z = p;
  add(NULL, M_PI_F);
  async_work_group_copy_2D2D(z);
  undeclared(z);
}
)";

class PreludeSnapshot : public testing::Test {
protected:
  static void SetUpTestSuite() {
    std::string pattern = (fs::temp_directory_path() / "weft-frontend-XXXXXX").string();
    ASSERT_TRUE(::mkdtemp(pattern.data()));
    folder = pattern;
    ASSERT_TRUE(writeSnapshots(folder));
  }
  static void TearDownTestSuite() { fs::remove_all(folder); }

  /// Compiles with and without a snapshot; returns whether the first used it.
  static bool expectSame(const char *source, const std::string &options,
                         const std::string &snapshots = folder) {
    const Compiled with = compileSource(source, options, snapshots);
    const Compiled without = compileSource(source, options, {});
    EXPECT_EQ(with.ir, without.ir) << options;
    EXPECT_EQ(with.log, without.log) << options;
    EXPECT_EQ(paths(with), paths(without)) << options;
    EXPECT_FALSE(without.usesSnapshot);
    return with.usesSnapshot;
  }

  static std::vector<std::string> paths(const Compiled &compiled) {
    std::vector<std::string> paths;
    for (const compiler::ObservedFile &file : compiled.files)
      paths.push_back(file.path);
    return paths;
  }

  /// A copy of the default standard's snapshot, changed, alone in a folder.
  static std::string changedSnapshot(const std::function<void(std::string &)> &change,
                                     const char *standard = "CL1.2") {
    const std::string copies = folder + "/changed";
    fs::create_directory(copies);
    std::ifstream file(folder + "/weft-prelude-" + standard + ".ast", std::ios::binary);
    std::string content{std::istreambuf_iterator<char>(file), {}};
    EXPECT_GT(content.size(), 100'000U);
    change(content);
    std::ofstream(copies + "/weft-prelude-CL1.2.ast", std::ios::binary) << content;
    return copies;
  }

  static inline std::string folder;
};

TEST_F(PreludeSnapshot, GivesTheSameCodeForAllStandards) {
  for (const char *standard :
       {"", "-cl-std=CL1.0", "-cl-std=CL1.1", "-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"}) {
    EXPECT_TRUE(expectSame(program, standard)) << standard;
    EXPECT_TRUE(expectSame(program, std::string(standard) + " -g")) << standard;
    EXPECT_TRUE(expectSame(wrongProgram, standard)) << standard;
  }
  EXPECT_FALSE(compileSource(program, "", folder).ir.empty()) << compileSource(program, "", "").log;
  EXPECT_FALSE(compileSource(program, "-cl-std=CL3.0", folder).ir.empty());
}

TEST_F(PreludeSnapshot, GivesTheSameCodeForAllOptions) {
  for (const char *options :
       {"-cl-fast-relaxed-math", "-cl-unsafe-math-optimizations", "-cl-finite-math-only",
        "-cl-mad-enable -cl-no-signed-zeros", "-cl-single-precision-constant",
        "-cl-denorms-are-zero", "-cl-fp32-correctly-rounded-divide-sqrt", "-cl-opt-disable",
        "-cl-strict-aliasing", "-cl-kernel-arg-info", "-w", "-Werror", "-Wall -Wextra",
        "-cl-weft-remarks", "-g -cl-opt-disable", "-cl-std=CL2.0 -cl-uniform-work-group-size",
        "-cl-std=CL3.0 -cl-fast-relaxed-math -g"})
    EXPECT_TRUE(expectSame(program, options)) << options;
}

TEST_F(PreludeSnapshot, TakesMacrosThatThePreludeDoesNotMention) {
  for (const char *macros :
       {"-DTWICE(x)=(x+x) -DVALUE=3", "-DUSER", "-DUSER=1 -UVALUE -DFOO=\"a b\"",
        "-cl-fast-relaxed-math -DTWICE(x)=(x+x) -DVALUE=3 -g", "-DUSER -UUSER"}) {
    EXPECT_TRUE(expectSame(program, macros)) << macros;
  }
  EXPECT_TRUE(expectSame(wrongProgram, "-DUSER=1"));
  EXPECT_NE(compileSource(wrongProgram, "-DUSER=1", folder).log.find("<command line>"),
            std::string::npos);
}

TEST_F(PreludeSnapshot, ParsesWhereAMacroMayChangeThePrelude) {
  for (const char *macros :
       {"-DFLT_MAX=1.0f", "-Dglobal=__global", "-DM_PI_F=3", "-Dfloat=double", "-Dunsigned=int",
        "-D__OPENCL_VERSION__=120", "-U__OPENCL_C_VERSION__", "-DUSER -Dsize_t=long"})
    EXPECT_FALSE(expectSame(program, macros)) << macros;
  EXPECT_FALSE(expectSame(wrongProgram, "-D__ENDIAN_LITTLE__=2"));
}

TEST_F(PreludeSnapshot, IsIgnoredWhenDamaged) {
  const Compiled intact = compileSource(program, "", changedSnapshot([](std::string &) {}));
  EXPECT_TRUE(intact.usesSnapshot);
  for (const std::size_t place : {0, 9, 20, 40, 5'000, 50'000, 99'999})
    EXPECT_FALSE(expectSame(program, "", changedSnapshot([&](std::string &content) {
                              content[place] = static_cast<char>(~content[place]);
                            })))
        << place;
  for (const std::size_t size : {0, 1, 23, 24, 30, 20'000, 99'999})
    EXPECT_FALSE(expectSame(program, "",
                            changedSnapshot([&](std::string &content) { content.resize(size); })))
        << size;
  EXPECT_FALSE(expectSame(program, "", folder + "/absent"));
}

TEST_F(PreludeSnapshot, IsIgnoredWhenOfAnotherVersionOrStandard) {
  EXPECT_FALSE(expectSame(program, "", changedSnapshot([](std::string &content) {
                            ++content.front(); // of the hash of the versions and sources
                          })));
  EXPECT_FALSE(expectSame(program, "", changedSnapshot([](std::string &) {}, "CL3.0")));
}

TEST_F(PreludeSnapshot, ComesBeforeHeadersOfTheProgram) {
  const std::vector<compiler::Header> headers = {{"opencl-c-base.h", "#error of the program\n"},
                                                 {"weft-prelude.h", "#error of the program\n"}};
  for (const std::string &snapshots : {folder, std::string()}) {
    const Compiled compiled = compileSource(program, "", snapshots, headers);
    EXPECT_FALSE(compiled.ir.empty()) << compiled.log;
    EXPECT_EQ(compiled.files.size(), 0U);
  }
}

} // namespace
} // namespace weft::test

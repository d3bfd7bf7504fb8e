// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/client/debug_source.h"

#include <gtest/gtest.h>

namespace weft::compiler {
namespace {

std::string kernelIn(std::string_view source) {
  const std::string name = debugSourceName(source);
  return name.substr(0, name.rfind('-'));
}

TEST(DebugSource, IsNamedAfterItsFirstKernel) {
  EXPECT_EQ(kernelIn("kernel void demo(int n) {} kernel void other() {}"), "demo");
  EXPECT_EQ(kernelIn("__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void a_1() {}"),
            "a_1");
  EXPECT_EQ(kernelIn("// kernel void no()\n#define kernel void no()\n/* kernel void no() */"
                     "kernel void yes() {}"),
            "yes");
  EXPECT_EQ(kernelIn("/*/ kernel void no() /*/ kernel void yes() {}"), "yes");
}

TEST(DebugSource, WithoutKernelIsAProgram) {
  for (const char *source : {"", "/", "/*", "/*/", "//", "#", "kernel", "kernel void", "int f();"})
    EXPECT_EQ(kernelIn(source), "program") << source;
}

TEST(DebugSource, DigitsTellSourcesApart) {
  EXPECT_NE(debugSourceName("kernel void a() {}"), debugSourceName("kernel void a() { }"));
  EXPECT_TRUE(debugSourceName("kernel void a() {}").ends_with(".cl"));
}

} // namespace
} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/client/options.h"

#include <gtest/gtest.h>

namespace weft::compiler {
namespace {

struct Parsed {
  bool good;
  Options options;
  std::string error;
};

Parsed parse(const std::string &text, BuildKind kind = BuildKind::Build) {
  Parsed parsed;
  parsed.good = parseOptions(text, kind, parsed.options, parsed.error);
  return parsed;
}

using Strings = std::vector<std::string>;

TEST(Options, EmptyAndBlankAreGood) {
  EXPECT_TRUE(parse("").good);
  EXPECT_TRUE(parse(" \t \n ").good);
}

TEST(Options, DefinesJoinedAndApart) {
  const Parsed parsed = parse("-DA -D B -DC=1 -UG -D D=x=y -D'E=1 2' -DF(x)=x -U H");
  ASSERT_TRUE(parsed.good) << parsed.error;
  EXPECT_EQ(parsed.options.macros,
            (Strings{"-DA", "-DB", "-DC=1", "-UG", "-DD=x=y", "-DE=1 2", "-DF(x)=x", "-UH"}));
}

TEST(Options, QuotesAndBackslashesInDefines) {
  const Parsed parsed = parse(R"(-DS=\"text\" -DT="a b" -DC='c' -DP=a\ b -DW=C:\dir)");
  ASSERT_TRUE(parsed.good) << parsed.error;
  EXPECT_EQ(parsed.options.macros,
            (Strings{"-DS=\"text\"", "-DT=a b", "-DC='c'", "-DP=a b", "-DW=C:\\dir"}));
}

TEST(Options, IncludePathsWithBlanks) {
  const Parsed parsed =
      parse(R"(-I /a -I/b -I "/c d" -I"/e f" "-I/g h" -I /i\ j -I '/k l' -I'/m n')");
  ASSERT_TRUE(parsed.good) << parsed.error;
  EXPECT_EQ(parsed.options.includePaths,
            (Strings{"/a", "/b", "/c d", "/e f", "/g h", "/i j", "/k l", "/m n"}));
}

TEST(Options, EveryFlagOfCompiling) {
  const Parsed parsed =
      parse("-w -Werror -g -cl-opt-disable -cl-kernel-arg-info -cl-single-precision-constant "
            "-cl-denorms-are-zero -cl-fp32-correctly-rounded-divide-sqrt -cl-strict-aliasing "
            "-cl-mad-enable -cl-no-signed-zeros -cl-unsafe-math-optimizations -cl-finite-math-only "
            "-cl-fast-relaxed-math -cl-uniform-work-group-size -cl-no-subgroup-ifp -cl-std=CL3.0");
  ASSERT_TRUE(parsed.good) << parsed.error;
  const Options &options = parsed.options;
  for (const bool flag :
       {options.inhibitWarnings, options.warningsAreErrors, options.debugInfo,
        options.optimizationsDisabled, options.kernelArgInfo, options.singlePrecisionConstant,
        options.denormsAreZero, options.correctlyRoundedDivideSqrt, options.strictAliasing,
        options.madEnable, options.noSignedZeros, options.unsafeMathOptimizations,
        options.finiteMathOnly, options.fastRelaxedMath, options.uniformWorkGroupSize,
        options.noSubgroupForwardProgress})
    EXPECT_TRUE(flag);
  EXPECT_EQ(options.languageStandard, "CL3.0");
}

TEST(Options, Standards) {
  for (const char *standard : {"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0"})
    EXPECT_TRUE(parse(std::string("-cl-std=") + standard).good) << standard;
  for (const char *standard : {"", "CL2.5", "CLC++", "C99", "3.0"})
    EXPECT_FALSE(parse(std::string("-cl-std=") + standard).good) << standard;
}

TEST(Options, UnknownAndMalformedAreRefusedByName) {
  for (const char *text :
       {"-cl-unknown", "-cl-mad", "plain", "-w plain", "-", "-D", "-I", "-D 1x", "-D =1", "-U a=b",
        "-include x", "-cl-std", "-I \"\"", "-DA=\"b", "-cl-weft-nonsense"}) {
    const Parsed parsed = parse(text);
    EXPECT_FALSE(parsed.good) << text;
    EXPECT_FALSE(parsed.error.empty()) << text;
  }
  EXPECT_NE(parse("-w -cl-unknown").error.find("-cl-unknown"), std::string::npos);
}

TEST(Options, OtherPlatformsOptionsMeanNothing) {
  const Parsed parsed =
      parse("-cl-nv-verbose -O3 -x clc -w -cl-nv-maxrregcount 32 -cl-intel-256-GRF-per-thread "
            "-cl-nv-opt-level=3 -fno-alias -Wf,--support -mllvm -inline -DA -gline-tables-only");
  ASSERT_TRUE(parsed.good) << parsed.error;
  EXPECT_EQ(parsed.options.meaningless,
            (Strings{"-cl-nv-verbose", "-O3", "-x clc", "-cl-nv-maxrregcount 32",
                     "-cl-intel-256-GRF-per-thread", "-cl-nv-opt-level=3", "-fno-alias",
                     "-Wf,--support", "-mllvm -inline", "-gline-tables-only"}));
  EXPECT_EQ(parsed.options.macros, Strings{"-DA"});
  EXPECT_TRUE(parsed.options.inhibitWarnings);
  EXPECT_FALSE(parsed.options.debugInfo);
  EXPECT_EQ(parse("-O2 -cl-nv-verbose", BuildKind::Link).options.meaningless,
            (Strings{"-O2", "-cl-nv-verbose"}));
}

TEST(Options, WarningsGoToClangInOrder) {
  const Parsed parsed = parse("-Wall -Werror -Wno-error=int-conversion -Wno-unused");
  ASSERT_TRUE(parsed.good) << parsed.error;
  EXPECT_EQ(parsed.options.warnings,
            (Strings{"-Wall", "-Werror", "-Wno-error=int-conversion", "-Wno-unused"}));
  EXPECT_TRUE(parsed.options.warningsAreErrors);
  EXPECT_FALSE(parse("-Werror -Wno-error").options.warningsAreErrors);
}

TEST(Options, WhatFollowsAMacroNameIsThePreprocessors) {
  const Parsed parsed = parse("-Dfoo.bar=1 -D foo-bar -Da[3]");
  ASSERT_TRUE(parsed.good) << parsed.error;
  EXPECT_EQ(parsed.options.macros, (Strings{"-Dfoo.bar=1", "-Dfoo-bar", "-Da[3]"}));
}

TEST(Options, LinkingTakesItsOwn) {
  for (const BuildKind kind : {BuildKind::Link, BuildKind::LinkLibrary}) {
    EXPECT_TRUE(parse("", kind).good);
    EXPECT_TRUE(parse("-cl-denorms-are-zero -cl-no-signed-zeros -cl-unsafe-math-optimizations "
                      "-cl-finite-math-only -cl-fast-relaxed-math -cl-no-subgroup-ifp",
                      kind)
                    .good);
    EXPECT_TRUE(parse("-create-library -enable-link-options", kind).good);
    for (const char *text : {"-DA", "-I .", "-w", "-cl-std=CL1.2", "-enable-link-options"})
      EXPECT_FALSE(parse(text, kind).good) << text;
  }
  EXPECT_FALSE(parse("-create-library").good);
  EXPECT_FALSE(parse("-create-library", BuildKind::Compile).good);
}

TEST(Options, ValidateTellsTheReason) {
  std::string error;
  EXPECT_TRUE(validateOptions("-DA -cl-mad-enable", BuildKind::Compile, error));
  EXPECT_FALSE(validateOptions("-cl-mad-enabled", BuildKind::Compile, error));
  EXPECT_NE(error.find("-cl-mad-enabled"), std::string::npos);
}

} // namespace
} // namespace weft::compiler

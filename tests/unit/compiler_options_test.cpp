// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/options/compile_options.h"

#include <gtest/gtest.h>

#include <array>
#include <sstream>

namespace weft::compiler {
namespace {

struct Parsed {
  bool good;
  CompileOptions options;
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
            (Strings{"-I/a", "-I/b", "-I/c d", "-I/e f", "-I/g h", "-I/i j", "-I/k l", "-I/m n"}));
}

TEST(Options, EveryFlagOfCompiling) {
  const Parsed parsed =
      parse("-w -Werror -g -cl-opt-disable -cl-kernel-arg-info -cl-single-precision-constant "
            "-cl-denorms-are-zero -cl-fp32-correctly-rounded-divide-sqrt -cl-strict-aliasing "
            "-cl-mad-enable -cl-no-signed-zeros -cl-unsafe-math-optimizations -cl-finite-math-only "
            "-cl-fast-relaxed-math -cl-uniform-work-group-size -cl-no-subgroup-ifp -cl-std=CL3.0");
  ASSERT_TRUE(parsed.good) << parsed.error;
  const CompileOptions &options = parsed.options;
  for (const bool flag :
       {options.inhibitWarnings, options.warningsAreErrors(), options.debugInfo,
        options.optimizationsDisabled, options.kernelArgInfo, options.singlePrecisionConstant,
        options.denormsAreZero, options.correctlyRoundedDivideSqrt, options.strictAliasing,
        options.madEnable, options.noSignedZeros, options.unsafeMathOptimizations,
        options.finiteMathOnly, options.fastRelaxedMath, options.uniformWorkGroupSize,
        options.noSubgroupForwardProgress})
    EXPECT_TRUE(flag);
  EXPECT_EQ(options.languageStandard, "CL3.0");
}

TEST(Options, Standards) {
  for (const char *standard :
       {"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0", "CL3.1", "CLC++", "CLC++1.0", "CLC++2021"})
    EXPECT_TRUE(parse(std::string("-cl-std=") + standard).good) << standard;
  for (const char *standard : {"", "CL2.5", "CLC++2", "CLC", "C99", "3.0"})
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
  EXPECT_EQ(parsed.options.ignored,
            (Strings{"-cl-nv-verbose", "-O3", "-x clc", "-cl-nv-maxrregcount 32",
                     "-cl-intel-256-GRF-per-thread", "-cl-nv-opt-level=3", "-fno-alias",
                     "-Wf,--support", "-mllvm -inline", "-gline-tables-only"}));
  EXPECT_EQ(parsed.options.macros, Strings{"-DA"});
  EXPECT_TRUE(parsed.options.inhibitWarnings);
  EXPECT_FALSE(parsed.options.debugInfo);
  EXPECT_EQ(parse("-O2 -cl-nv-verbose", BuildKind::Link).options.ignored,
            (Strings{"-O2", "-cl-nv-verbose"}));
}

TEST(Options, WarningsGoToClangInOrder) {
  const Parsed parsed = parse("-Wall -Werror -Wno-error=int-conversion -Wno-unused");
  ASSERT_TRUE(parsed.good) << parsed.error;
  EXPECT_EQ(parsed.options.warnings,
            (Strings{"-Wall", "-Werror", "-Wno-error=int-conversion", "-Wno-unused"}));
  EXPECT_TRUE(parsed.options.warningsAreErrors());
  EXPECT_FALSE(parse("-Werror -Wno-error").options.warningsAreErrors());
}

TEST(Options, WhatFollowsAMacroNameIsThePreprocessors) {
  const Parsed parsed = parse("-Dfoo.bar=1 -D foo-bar -Da[3]");
  ASSERT_TRUE(parsed.good) << parsed.error;
  EXPECT_EQ(parsed.options.macros, (Strings{"-Dfoo.bar=1", "-Dfoo-bar", "-Da[3]"}));
}

TEST(Options, LinkingTakesItsOwn) {
  EXPECT_TRUE(parse("", BuildKind::Link).good);
  EXPECT_TRUE(parse("-cl-denorms-are-zero -cl-no-signed-zeros -cl-unsafe-math-optimizations "
                    "-cl-finite-math-only -cl-fast-relaxed-math -cl-no-subgroup-ifp",
                    BuildKind::Link)
                  .good);
  EXPECT_TRUE(parse("-create-library -enable-link-options", BuildKind::Link).good);
  for (const char *text : {"-DA", "-I .", "-w", "-g", "-cl-std=CL1.2", "-enable-link-options"})
    EXPECT_FALSE(parse(text, BuildKind::Link).good) << text;
  EXPECT_FALSE(parse("-create-library").good);
  EXPECT_FALSE(parse("-create-library", BuildKind::Compile).good);
}

TEST(Options, LaterOptionsOverruleEarlierOnes) {
  CompileOptions options;
  std::string error;
  for (const char *text : {"-DA=1 -cl-std=CL1.1 -cl-weft-vectorise=8", "-UA -cl-std=CL3.0",
                           "-cl-weft-vectorise=auto -cl-weft-chaos=3"})
    EXPECT_TRUE(parseOptions(text, BuildKind::Build, options, error)) << error;
  EXPECT_EQ(options.macros, (Strings{"-DA=1", "-UA"}));
  EXPECT_EQ(options.languageStandard, "CL3.0");
  EXPECT_EQ(options.vectorFactor, automaticFactor);
  EXPECT_EQ(options.chaos, 3u);
}

TEST(Options, RefusalsNameTheOptionAndTheArgument) {
  EXPECT_NE(parse("-w -cl-mad-enabled").error.find("-cl-mad-enabled"), std::string::npos);
  for (const auto &[text, name, argument] :
       {std::array{"-D 1x", "'-D'", "'1x'"},
        std::array{"-cl-weft-vectorise=3", "'-cl-weft-vectorise='", "'3'"},
        std::array{"-cl-weft-lane-dimension=3", "'-cl-weft-lane-dimension='", "'3'"},
        std::array{"-cl-weft-local-size=4,,1", "'-cl-weft-local-size='", "'4,,1'"},
        std::array{"-cl-weft-local-size=4,0", "'-cl-weft-local-size='", "'4,0'"},
        std::array{"-cl-weft-local-size=1,2,3,4", "'-cl-weft-local-size='", "'1,2,3,4'"},
        std::array{"-cl-weft-kernel=a+b", "'-cl-weft-kernel='", "'a+b'"},
        std::array{"-cl-weft-chaos=7x", "'-cl-weft-chaos='", "'7x'"},
        std::array{"-cl-weft-without=strides,,", "'-cl-weft-without='", "strides, linear-gangs"},
        std::array{"-cl-weft-cpu=a/b", "'-cl-weft-cpu='", "'a/b'"}}) {
    const Parsed parsed = parse(text);
    EXPECT_FALSE(parsed.good) << text;
    EXPECT_NE(parsed.error.find(name), std::string::npos) << parsed.error;
    EXPECT_NE(parsed.error.find(argument), std::string::npos) << parsed.error;
  }
}

TEST(Options, ACommandLineHasOtherWordsToo) {
  const Strings words{"-D", "A=b c", "-O2", "k.cl", "-x", "clc", "-create-library"};
  CompileOptions options;
  std::string error;
  Strings others;
  for (std::size_t index = 0; index < words.size(); ++index) {
    if (!words[index].starts_with("-"))
      others.push_back(words[index]);
    else
      ASSERT_TRUE(parseOption(words, index, options, error)) << error;
  }
  EXPECT_EQ(others, Strings{"k.cl"});
  EXPECT_EQ(options.macros, Strings{"-DA=b c"});
  EXPECT_EQ(options.ignored, (Strings{"-O2", "-x clc"}));
  EXPECT_TRUE(options.createLibrary);
  std::size_t last = 0;
  EXPECT_FALSE(parseOption(Strings{"-D"}, last, options, error));
}

TEST(Options, ShortNames) {
  CompileOptions options;
  std::string error;
  for (const char *word : {"cpu=haswell", "vectorise=off", "fast-relaxed-math", "std=CL3.0"})
    EXPECT_TRUE(parseShortOption(word, options, error)) << error;
  EXPECT_EQ(options.cpu, "haswell");
  EXPECT_EQ(options.vectorFactor, scalarFactor);
  EXPECT_TRUE(options.fastRelaxedMath);
  EXPECT_EQ(options.languageStandard, "CL3.0");
  for (const char *word : {"", "g", "unheard-of", "cpu", "vectorise=3"})
    EXPECT_FALSE(parseShortOption(word, options, error)) << word;
}

TEST(Options, SurviveSerialisation) {
  for (const char *text :
       {"", R"(-DS=\"text\" -DT="a b" -DC='c' -UT -DW=C:\dir\\ "-DN=a
b" -I "/a b" -I/c "-DI='")",
        "-w -g -Wall -Werror -Wno-error=a -cl-opt-disable -cl-kernel-arg-info -cl-std=CL3.0 "
        "-cl-single-precision-constant -cl-denorms-are-zero -cl-strict-aliasing -cl-mad-enable "
        "-cl-fp32-correctly-rounded-divide-sqrt -cl-no-signed-zeros -cl-finite-math-only "
        "-cl-unsafe-math-optimizations -cl-fast-relaxed-math -cl-uniform-work-group-size "
        "-cl-no-subgroup-ifp -cl-weft-remarks -cl-weft-verify -cl-weft-cpu=x86-64-v2 "
        "-cl-weft-chaos=7 -cl-weft-vectorise=off -cl-weft-lane-dimension=0 "
        "-cl-weft-local-size=4,64 -cl-weft-wide-launches -cl-weft-kernel=k",
        "-cl-weft-vectorise=auto -cl-weft-without=widening,strides -cl-weft-vectorise=64 "
        "-cl-weft-lane-dimension=auto",
        "-mllvm -inline -O3 -x clc -cl-nv-maxrregcount 32 -Xclang -O -mllvm -a -DA"}) {
    const Parsed parsed = parse(text);
    ASSERT_TRUE(parsed.good) << parsed.error;
    EXPECT_EQ(deserialise(serialise(parsed.options)), parsed.options) << serialise(parsed.options);
  }
  const Parsed library = parse("-create-library -enable-link-options", BuildKind::Link);
  EXPECT_EQ(deserialise(serialise(library.options)), library.options);
  EXPECT_FALSE(deserialise("-cl-unheard-of"));
  EXPECT_FALSE(deserialise("-DA=\"b"));
}

CompileOptions linked(const std::string &link, const Strings &objects, std::string &error) {
  CompileOptions options = parse(link, BuildKind::Link).options;
  std::vector<CompileOptions> kept;
  for (const std::string &object : objects)
    kept.push_back(optionsForLink(parse(object, BuildKind::Compile).options));
  error.clear();
  inheritOptions(options, kept, error);
  return options;
}

TEST(Options, ChecksOfObjectsAndOfTheLinkAddUp) {
  std::string error;
  const auto checks = [&](const std::string &link, const Strings &objects) {
    return linked(link, objects, error).checks.text();
  };
  EXPECT_EQ(checks("", {"-cl-weft-check=bounds"}), "bounds");
  EXPECT_EQ(checks("", {"", "-cl-weft-check=bounds"}), "bounds");
  EXPECT_EQ(checks("", {"-cl-weft-check=bounds", "", "-cl-weft-check=arithmetic"}),
            "bounds,arithmetic");
  EXPECT_EQ(error, "");
}

TEST(Options, OfObjectsHoldAtTheLink) {
  std::string error;
  EXPECT_EQ(serialise(linked("", {"-DA -I/x -cl-std=CL3.0 -Wall -cl-mad-enable -O3"}, error)), "");
  for (const char *text :
       {"-w", "-g", "-cl-opt-disable", "-cl-denorms-are-zero", "-cl-unsafe-math-optimizations",
        "-cl-fast-relaxed-math", "-cl-weft-vectorise=8", "-cl-weft-cpu=haswell", "-cl-weft-remarks",
        "-cl-weft-without=strides", "-cl-weft-chaos=3", "-cl-weft-lane-dimension=1",
        "-cl-weft-verify", "-cl-weft-local-size=4,64,1", "-cl-weft-wide-launches",
        "-cl-weft-kernel=k"})
    EXPECT_EQ(serialise(linked("", {"", text, ""}, error)), text) << error;
  EXPECT_EQ(serialise(linked("", {"-cl-weft-without=strides", "-cl-weft-without=gangs"}, error)),
            "-cl-weft-without=gangs,strides");
  EXPECT_EQ(linked("", {"-cl-weft-vectorise=8", "-cl-weft-vectorise=16"}, error).vectorFactor, 16u);
}

TEST(Options, OfTheLinkOverruleThoseOfObjects) {
  std::string error;
  const Strings objects{"-cl-weft-vectorise=8 -cl-weft-cpu=haswell -cl-weft-chaos=3",
                        "-cl-weft-cpu=x86-64"};
  const CompileOptions options =
      linked("-cl-weft-vectorise=auto -cl-weft-cpu=x86-64-v2 -cl-weft-chaos=2", objects, error);
  EXPECT_EQ(error, "");
  EXPECT_EQ(options.vectorFactor, automaticFactor);
  EXPECT_EQ(options.cpu, "x86-64-v2");
  EXPECT_EQ(options.chaos, 2u);
  linked("", objects, error);
  EXPECT_NE(error.find("-cl-weft-cpu="), std::string::npos);
  linked("", {objects[0], objects[0], ""}, error);
  EXPECT_EQ(error, "");
}

TEST(Options, ChecksAreThoseOfKernels) {
  const Parsed parsed = parse("-cl-weft-check=arithmetic,bounds");
  ASSERT_TRUE(parsed.good) << parsed.error;
  EXPECT_EQ(parsed.options.checks.text(), "bounds,arithmetic");
  EXPECT_EQ(deserialise(serialise(parsed.options)), parsed.options);
  EXPECT_EQ(parse("-cl-weft-check=all").options.checks, CheckSet::all() & CheckSet::ofKernels());
  for (const char *wrong : {"-cl-weft-check=", "-cl-weft-check=api", "-cl-weft-check=bounds,api",
                            "-cl-weft-check=speed"})
    EXPECT_FALSE(parse(wrong).good) << wrong;
}

TEST(Options, HelpNamesAllWithinTheWidth) {
  std::istringstream help(describeOptions());
  std::string all;
  for (std::string line; std::getline(help, line); all += line + "\n")
    EXPECT_LE(line.size(), 100u) << line;
  for (const char *name : {"-D<name>[=<value>]", "-cl-fast-relaxed-math", "-create-library",
                           "-cl-weft-vectorise=<factor>", "-cl-weft-verify"})
    EXPECT_NE(all.find(std::string("  ") + name + " "), std::string::npos) << all;
}

} // namespace
} // namespace weft::compiler

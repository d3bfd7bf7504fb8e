// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weftc as a command: what it makes, what it says and its exit codes.
#include "compiler/interface/program/binary.h"
#include "compiler/interface/target/host_target.h"
#include "device/base/bytes.h"
#include "device/base/settings.h"

#include "cpus.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/wait.h>

namespace weft::compiler {
namespace {

namespace fs = std::filesystem;

struct Outcome {
  int code;
  std::string output; ///< standard output and error
};

class CompilerCommand : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "weft-command-XXXXXX").string();
    ASSERT_TRUE(::mkdtemp(pattern.data()));
    folder = pattern;
  }
  void TearDown() override { fs::remove_all(folder); }

  void write(const std::string &name, const std::string &text) const {
    std::ofstream(folder + "/" + name) << text;
  }

  Outcome weftc(const std::string &arguments) const {
    const std::string command =
        "cd '" + folder + "' && '" WEFT_TEST_COMPILER "' " + arguments + " 2>&1";
    FILE *pipe = ::popen(command.c_str(), "r");
    Outcome run{-1, {}};
    char buffer[4096];
    while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, pipe))
      run.output.append(buffer, count);
    const int status = ::pclose(pipe);
    run.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return run;
  }

  std::shared_ptr<const Binary> read(const std::string &name) const {
    std::ifstream file(folder + "/" + name, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return Binary::parse(copyBytes(text));
  }

  std::string folder;
};

constexpr const char *kernel = "kernel void k(global int *p) { p[get_global_id(0)] += VALUE; }\n";

TEST_F(CompilerCommand, HelpAndVersion) {
  const Outcome help = weftc("--help");
  EXPECT_EQ(help.code, 0);
  for (const char *option : {"-o <file>", "--emit=asm", "-cl-fast-relaxed-math", "CL3.0", "-g"})
    EXPECT_NE(help.output.find(option), std::string::npos) << option;
  for (const Variable &variable : Settings::all())
    if (variable.isOurs()) {
      EXPECT_NE(help.output.find(variable.meaning), std::string::npos) << variable.name;
    }
  const Outcome version = weftc("--version");
  EXPECT_EQ(version.code, 0);
  EXPECT_NE(version.output.find(hostTarget()), std::string::npos);
}

TEST_F(CompilerCommand, TakesOptionsOfLlvmForPasses) {
  write("k.cl", kernel);
  const Outcome dump = weftc("-DVALUE=1 -mllvm -print-after=weft-retarget k.cl");
  EXPECT_EQ(dump.code, 0) << dump.output;
  EXPECT_NE(dump.output.find("IR Dump After"), std::string::npos) << dump.output;
  const Outcome times = weftc("-DVALUE=1 -mllvm -time-passes k.cl");
  EXPECT_EQ(times.code, 0) << times.output;
  EXPECT_NE(times.output.find("Pass execution timing report"), std::string::npos) << times.output;
  const Outcome statistics = weftc("-DVALUE=1 -mllvm -stats -mllvm -verify-each k.cl");
  EXPECT_EQ(statistics.code, 0) << statistics.output;
  EXPECT_NE(statistics.output.find("1 weft-work-group "), std::string::npos) << statistics.output;
  EXPECT_EQ(statistics.output.find("disabled"), std::string::npos) << statistics.output;
  EXPECT_NE(weftc("-DVALUE=1 -mllvm -no-such-option k.cl").code, 0);
}

// They take time in the square of a block.
TEST_F(CompilerCommand, HugeFunctionsGoWithoutSomePasses) {
  const auto passesOf = [this](int statements) {
    std::string source = "kernel void k(global int *p) {\n  int x = *p, y = p[1];\n";
    for (int i = 0; i < statements; ++i)
      source += "  " + std::string(i % 2 ? "x = x * y + (y ^ " : "y = y * x + (x ^ ") +
                std::to_string(i * 7 + 5) + ");\n";
    write("k.cl", source + "  for (int k = 0; k < p[2]; ++k) x ^= p[k * 12 + 3];\n"
                           "  p[get_global_id(0)] = x + y;\n}\n");
    const Outcome run = weftc("-mllvm -debug-pass=Structure -mllvm -stats k.cl");
    EXPECT_EQ(run.code, 0) << run.output;
    return run.output;
  };
  const std::string small = passesOf(10), large = passesOf(4000);
  for (const char *sign : {"Strength-reduced loops", "Stack Slot Coloring"}) {
    EXPECT_NE(small.find(sign), std::string::npos) << sign;
    EXPECT_EQ(large.find(sign), std::string::npos) << sign;
  }
  for (const std::string &output : {small, large}) // what gains nothing, or has been done
    for (const char *pass : {"Post RA top-down", "Loop Strength Reduction"})
      EXPECT_EQ(output.find(pass), std::string::npos) << pass;
}

TEST_F(CompilerCommand, KernelsHaveAVersionThatWritesAroundTheCache) {
  write("k.cl", "kernel void add(global const float *a, global const float *b, global float *c) {\n"
                "  c[get_global_id(0)] = a[get_global_id(0)] + b[get_global_id(0)];\n"
                "}\n");
  for (const char *lanes : {"auto", "8"}) {
    const Outcome run = weftc(std::string("k.cl --emit=llvm -o - --vectorise=") + lanes);
    EXPECT_EQ(run.code, 0) << run.output;
    EXPECT_NE(run.output.find("!nontemporal"), std::string::npos) << run.output;
  }
}

TEST_F(CompilerCommand, PrintsWhatVariesInRegions) {
  write("k.cl", "kernel void k(global int *p, int n) {\n"
                "  local int tile[64];\n"
                "  tile[get_local_id(0)] = p[get_global_id(0)] * n;\n"
                "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                "  p[get_global_id(0)] = tile[63 - get_local_id(0)] + n * 3;\n"
                "}\n");
  const Outcome run = weftc("k.cl --emit=regions -o - --vectorise=4");
  EXPECT_EQ(run.code, 0) << run.output;
  for (const char *expected :
       {"define internal i32 @k.region.0(", "define internal i32 @k.region.1(",
        "@k.region.1.unmasked(", "load i32, ptr addrspace(1)", " ; varies\n",
        "call i32 @k.region.0("})
    EXPECT_NE(run.output.find(expected), std::string::npos) << expected << "\n" << run.output;
}

TEST_F(CompilerCommand, MakesAProgram) {
  write("k.cl", kernel);
  const Outcome run = weftc("-D VALUE=3 k.cl --time");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_NE(run.output.find(" ms, of which built-ins "), std::string::npos) << run.output;
  const auto program = read("k.weft");
  ASSERT_TRUE(program);
  EXPECT_EQ(program->kind(), BinaryKind::Executable);
  EXPECT_EQ(program->payload()[1], std::byte{'E'});
  EXPECT_EQ(weftc("-DVALUE=3 k.cl -o other").code, 0);
  EXPECT_TRUE(read("other"));
}

// The first tier is scalar.
TEST_F(CompilerCommand, MakesBothTiers) {
  write("k.cl", "kernel void k(global float *p) { p[get_global_id(0)] *= 3; }\n");
  const std::string command = "k.cl --emit=llvm -cl-weft-vectorise=8 --tier=";
  const Outcome first = weftc(command + "first"), best = weftc(command + "best");
  EXPECT_EQ(first.code, 0) << first.output;
  EXPECT_EQ(best.code, 0) << best.output;
  EXPECT_EQ(first.output.find("fmul <8 x float>"), std::string::npos) << first.output;
  EXPECT_NE(best.output.find("fmul <8 x float>"), std::string::npos) << best.output;
  const Outcome program = weftc("k.cl --tier=first");
  EXPECT_EQ(program.code, 0) << program.output;
  ASSERT_TRUE(read("k.weft"));
  EXPECT_EQ(read("k.weft")->kind(), BinaryKind::Executable);
  EXPECT_EQ(weftc("k.cl --tier=last").code, 2);
}

TEST_F(CompilerCommand, PrintsEveryStage) {
  write("k.cl", kernel);
  const std::pair<const char *, std::string> stages[] = {
      {"source-llvm", "target triple = \"spir64"},
      {"regions", "; what one work-item does in a region"},
      {"llvm", "target triple = \"" + test::cpus::architecture},
      {"asm", ".text"},
  };
  for (const auto &[stage, expected] : stages) {
    const Outcome run = weftc(std::string("-DVALUE=1 k.cl --emit=") + stage);
    EXPECT_EQ(run.code, 0) << run.output;
    EXPECT_NE(run.output.find(expected), std::string::npos) << stage;
  }
  EXPECT_EQ(weftc("k.cl --emit=nothing").code, 2);
}

// What an option allows takes instructions away (OpenCL 3.0, 5.8.6.4).
TEST_F(CompilerCommand, LooseArithmeticIsShorter) {
  struct Case {
    const char *option, *expression;
    std::string gone;
  };
  const Case cases[] = {
      {"-cl-mad-enable", "float product = x * y; r = product + 1", test::cpus::floatProduct},
      {"-cl-no-signed-zeros", "r = x + 0.0f", test::cpus::floatSum},
      {"-cl-finite-math-only", "r = x == x ? y : 1", test::cpus::floatComparison},
      {"-cl-finite-math-only", "r = fmax(x, y)", test::cpus::floatComparison},
      {"-cl-finite-math-only", "r = isnan(x) ? y : 1", test::cpus::floatComparison},
      {"-cl-fast-relaxed-math", "r = fmin((float4)(x, y, 1, 2), y).x", test::cpus::floatComparison},
      {"-cl-unsafe-math-optimizations", "r = (x + y) - x", test::cpus::floatDifference},
      {"-cl-unsafe-math-optimizations", "r = log2(x)", test::cpus::smallestNormal},
      {"-cl-unsafe-math-optimizations", "r = sin(x)", "__weft_rare_large_angle"},
      {"-cl-fast-relaxed-math", "r = cos(x)", "__weft_rare_large_angle"},
      {"-cl-fast-relaxed-math", "float product = x * y; r = product + 1", test::cpus::floatProduct},
      {"-cl-fast-relaxed-math", "r = (x + y) - x", test::cpus::floatDifference},
      {"-cl-fast-relaxed-math", "r = x / 3", test::cpus::floatQuotient},
  };
  for (const auto &[option, expression, gone] : cases) {
    write("k.cl", std::string("kernel void k(global float *p, float y) {\n"
                              "  float x = *p, r;\n  ") +
                      expression + ";\n  *p = r;\n}\n");
    const std::string command =
        "k.cl --emit=asm -cl-weft-vectorise=off -cl-weft-cpu=" + test::cpus::middle + " ";
    const Outcome strict = weftc(command), loose = weftc(command + option);
    EXPECT_EQ(strict.code, 0) << strict.output;
    EXPECT_EQ(loose.code, 0) << loose.output;
    EXPECT_NE(strict.output.find(gone), std::string::npos) << expression << '\n' << strict.output;
    EXPECT_EQ(loose.output.find(gone), std::string::npos) << option << ": " << expression << '\n'
                                                          << loose.output;
  }
}

// Half is computed in its own instructions where the CPU has them, and in float's where it
// converts.
TEST_F(CompilerCommand, HalfUsesWhatTheCpuHas) {
  write("k.cl", "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                "kernel void k(global half8 *p) { p[1] = p[0] * p[1] + sqrt(p[2]); }\n");
  const std::string command = "k.cl --emit=asm -cl-weft-vectorise=off -cl-weft-cpu=";
  const Outcome own = weftc(command + test::cpus::computesHalf),
                converted = weftc(command + test::cpus::convertsHalf);
  for (const std::string &instruction : test::cpus::halfInstructions) {
    EXPECT_NE(own.output.find(instruction), std::string::npos) << own.output;
    EXPECT_EQ(converted.output.find(instruction), std::string::npos) << converted.output;
  }
  for (const std::string &instruction : test::cpus::convertingInstructions) {
    EXPECT_EQ(own.output.find(instruction), std::string::npos) << own.output;
    EXPECT_NE(converted.output.find(instruction), std::string::npos) << converted.output;
  }
}

TEST_F(CompilerCommand, OptionsHoldForObjectsToo) {
  write("a.cl", "kernel void k(global int *p) { *p = 1; }\n");
  EXPECT_EQ(weftc("-c a.cl").code, 0);
  const Outcome odd = weftc("a.wo --cpu=abacus -o program");
  EXPECT_EQ(odd.code, 1);
  EXPECT_NE(odd.output.find("abacus"), std::string::npos) << odd.output;
  EXPECT_EQ(weftc("a.wo -o program -cl-weft-cpu=" + test::cpus::least).code, 0);
  const Outcome remarks = weftc("a.wo --remarks -O2 -o program");
  EXPECT_NE(remarks.output.find("remark: "), std::string::npos) << remarks.output;
  EXPECT_NE(remarks.output.find("-O2"), std::string::npos) << remarks.output;
  // Its options are part of the text that IR is printed as.
  const Outcome source = weftc("a.cl --emit=source-llvm --vectorise=8 -DUNUSED -o -");
  EXPECT_NE(source.output.find("\"-cl-weft-vectorise=8\""), std::string::npos) << source.output;
}

TEST_F(CompilerCommand, LinksObjectsAndLibraries) {
  write("a.cl", "int twice(int x) { return 2 * x; }\n");
  write("b.cl", "int twice(int x);\nkernel void k(global int *p) { *p = twice(*p); }\n");
  EXPECT_EQ(weftc("-c a.cl b.cl").code, 0);
  EXPECT_EQ(read("a.wo")->kind(), BinaryKind::Object);
  EXPECT_EQ(weftc("a.wo b.wo -o program").code, 0);
  EXPECT_EQ(read("program")->kind(), BinaryKind::Executable);
  EXPECT_EQ(weftc("a.cl b.cl -o program").code, 0);
  EXPECT_EQ(weftc("-create-library a.wo -o library").code, 0);
  EXPECT_EQ(read("library")->kind(), BinaryKind::Library);
  EXPECT_EQ(weftc("library b.cl -o program").code, 0);
}

// Progress is for terminals: `script` gives weftc one.
TEST_F(CompilerCommand, ShowsProgressOnATerminalOnly) {
  write("a.cl", "int twice(int x) { return 2 * x; }\n");
  write("b.cl", "int twice(int x);\nkernel void k(global int *p) { *p = twice(*p); }\n");
  EXPECT_EQ(weftc("a.cl b.cl -o program").output, "");
  const std::string command = "cd '" + folder +
                              "' && script -qec \"'" WEFT_TEST_COMPILER "' a.cl b.cl -o program\" "
                              "/dev/null > shown 2>&1 < /dev/null";
  if (std::system("script --version > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "script is missing";
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::ifstream file(folder + "/shown");
  const std::string shown{std::istreambuf_iterator<char>(file), {}};
  for (const char *expected : {"[1/2] a.cl", "[2/2] b.cl", "2 inputs in "})
    EXPECT_NE(shown.find(expected), std::string::npos) << shown;
}

TEST_F(CompilerCommand, UndefinedFunctionFailsByName) {
  write("k.cl", "int nowhere(int x);\nkernel void k(global int *p) { *p = nowhere(*p); }\n");
  const Outcome run = weftc("k.cl");
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.output.find("nowhere"), std::string::npos) << run.output;
  EXPECT_FALSE(fs::exists(folder + "/k.weft"));
}

TEST_F(CompilerCommand, ErrorsNameTheFile) {
  write("k.cl", kernel);
  const Outcome run = weftc("k.cl");
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.output.find("k.cl:1:55: error: use of undeclared identifier 'VALUE'"),
            std::string::npos)
      << run.output;
}

TEST_F(CompilerCommand, FindsHeadersBesideTheSource) {
  fs::create_directory(folder + "/deep");
  write("deep/value.h", "#define VALUE 7\n");
  write("deep/k.cl", std::string("#include \"value.h\"\n") + kernel);
  EXPECT_EQ(weftc("deep/k.cl -o k.weft").code, 0);
}

TEST_F(CompilerCommand, MistakesInTheCommand) {
  write("k.cl", kernel);
  write("garbage", std::string("\x7f\0garbage", 9));
  for (const char *arguments : {"", "-cl-unknown k.cl", "missing.cl", "k.cl -o", "garbage",
                                "-DVALUE=1 k.cl -o /nowhere/k.weft"}) {
    const Outcome run = weftc(arguments);
    EXPECT_EQ(run.code, 2) << arguments << "\n" << run.output;
    EXPECT_FALSE(run.output.empty()) << arguments;
  }
}

TEST_F(CompilerCommand, ReadsStandardInputThroughALink) {
  fs::create_symlink(WEFT_TEST_COMPILER, folder + "/link");
  write("k.cl", kernel);
  const std::string command = "cd '" + folder + "' && ./link -DVALUE=1 - < k.cl > program";
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_TRUE(read("program"));
}

TEST_F(CompilerCommand, WorksWithoutStandardStreams) {
  write("k.cl", kernel);
  const std::string command =
      "cd '" + folder + "' && '" WEFT_TEST_COMPILER "' -DVALUE=1 k.cl <&- >&- 2>&-";
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_TRUE(read("k.weft"));
}

} // namespace
} // namespace weft::compiler

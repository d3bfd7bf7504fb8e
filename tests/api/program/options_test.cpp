// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.8.6: options of builds, compiles and links.
#include "tests/api/program/fixture.h"

#include "cpus.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace weft::test {
namespace {

TEST_F(ProgramApi, EveryOptionIsTaken) {
  for (const char *option : {"-D NAME",
                             "-DNAME",
                             "-D NAME=3",
                             "-DNAME=\"a b\"",
                             "-I /tmp",
                             "-I/tmp",
                             "-w",
                             "-Werror",
                             "-cl-single-precision-constant",
                             "-cl-denorms-are-zero",
                             "-cl-fp32-correctly-rounded-divide-sqrt",
                             "-cl-opt-disable",
                             "-cl-strict-aliasing",
                             "-cl-uniform-work-group-size",
                             "-cl-no-subgroup-ifp",
                             "-cl-mad-enable",
                             "-cl-no-signed-zeros",
                             "-cl-unsafe-math-optimizations",
                             "-cl-finite-math-only",
                             "-cl-fast-relaxed-math",
                             "-cl-std=CL1.0",
                             "-cl-std=CL1.1",
                             "-cl-std=CL1.2",
                             "-cl-std=CL2.0",
                             "-cl-std=CL3.0",
                             "-cl-kernel-arg-info",
                             "-g",
                             "  -g   -w  "}) {
    Program program = session.create(goodSource);
    EXPECT_EQ(errorName(build(program, option)), "CL_SUCCESS") << option;
    EXPECT_EQ(result(program, "good"), 7) << option;
    EXPECT_EQ(infoString([&](auto... rest) {
                return clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_OPTIONS, rest...);
              }),
              option);
  }
}

TEST_F(ProgramApi, OtherPlatformsOptionsAreWarningsInTheLog) {
  for (const char *option :
       {"-cl-nv-verbose", "-cl-nv-maxrregcount=32", "-cl-nv-opt-level 3",
        "-cl-intel-greater-than-4GB-buffer-required", "-O0", "-O3", "-x clc", "-fno-alias"}) {
    Program program = session.create(goodSource);
    EXPECT_EQ(errorName(build(program, option)), "CL_SUCCESS") << option;
    EXPECT_EQ(result(program, "good"), 7) << option;
    const std::string log = session.buildLog(program);
    EXPECT_NE(log.find(std::string("warning: option '") + option), std::string::npos) << log;
    Program again = session.create(goodSource); // from a cache, if there is one
    EXPECT_EQ(build(again, option), CL_SUCCESS);
    EXPECT_EQ(session.buildLog(again), log);
    Program quiet = session.create(goodSource);
    EXPECT_EQ(build(quiet, (std::string(option) + " -w").c_str()), CL_SUCCESS);
    EXPECT_EQ(session.buildLog(quiet).find(option), std::string::npos) << option;
  }
  Program object = compiled(goodSource);
  Program linked = link({object}, "-cl-nv-verbose");
  EXPECT_NE(session.buildLog(linked).find("-cl-nv-verbose"), std::string::npos);
  EXPECT_EQ(result(linked, "good"), 7);
}

const std::string ofLeastCpu = "-cl-weft-cpu=" + cpus::least;
const std::string ofOtherCpu = "-cl-weft-cpu=" + cpus::convertsHalf;

TEST_F(ProgramApi, OptionsOfACompileHoldAtTheLink) {
  // What the back end says of these names shows that it heard of them.
  Program odd = compiled(goodSource, "-cl-weft-cpu=abacus");
  Program failed = link({odd}, "", CL_LINK_PROGRAM_FAILURE);
  EXPECT_NE(session.buildLog(failed).find("abacus"), std::string::npos);
  Program overruled = link({odd}, ofLeastCpu.c_str());
  EXPECT_EQ(result(overruled, "good"), 7);
  Program plain = compiled(goodSource);
  Program user = compiled("kernel void user(global int *x) { *x = 8; }", ofLeastCpu.c_str());
  Program both = link({plain, user});
  EXPECT_EQ(result(both, "good"), 7);
  EXPECT_EQ(result(both, "user"), 8);
  Program third = compiled("kernel void third(global int *x) { *x = 9; }", ofOtherCpu.c_str());
  failed = link({user, third}, "", CL_LINK_PROGRAM_FAILURE);
  EXPECT_NE(session.buildLog(failed).find("-cl-weft-cpu="), std::string::npos);
  Program chosen = link({user, third}, ofLeastCpu.c_str());
  EXPECT_EQ(result(chosen, "third"), 9);

  Program library = link({plain}, "-create-library -cl-weft-cpu=abacus");
  failed = link({library}, "", CL_LINK_PROGRAM_FAILURE);
  EXPECT_NE(session.buildLog(failed).find("abacus"), std::string::npos);
}

TEST_F(ProgramApi, ABuildOfAnObjectTakesWhatALinkWould) {
  Program object = compiled(goodSource);
  const std::vector<unsigned char> binary = binaryOf(object);
  Program built = fromBinary(binary);
  EXPECT_EQ(build(built, "-DUNUSED -cl-weft-cpu=abacus"), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(session.buildLog(built).find("abacus"), std::string::npos);
  EXPECT_EQ(build(built, ("-DUNUSED -cl-weft-cpu=" + cpus::least).c_str()), CL_SUCCESS);
  EXPECT_EQ(result(built, "good"), 7);
}

TEST_F(ProgramApi, TheUsersOptionsHoldAtTheLink) {
  ASSERT_EQ(::setenv("WEFT_BUILD_OPTIONS", "-cl-weft-cpu=abacus", 1), 0);
  Program odd = compiled("kernel void odd(global int *x) { *x = 7; }");
  ASSERT_EQ(::unsetenv("WEFT_BUILD_OPTIONS"), 0);
  Program failed = link({odd}, "", CL_LINK_PROGRAM_FAILURE);
  EXPECT_NE(session.buildLog(failed).find("abacus"), std::string::npos);

  Program plain = compiled(goodSource);
  ASSERT_EQ(::setenv("WEFT_BUILD_OPTIONS", "-DUNUSED -cl-weft-cpu=tablet", 1), 0);
  failed = link({plain}, "", CL_LINK_PROGRAM_FAILURE);
  ASSERT_EQ(::unsetenv("WEFT_BUILD_OPTIONS"), 0);
  EXPECT_NE(session.buildLog(failed).find("tablet"), std::string::npos);
}

TEST_F(ProgramApi, DefinesAndLanguageVersions) {
  auto value = [&](const char *expression, const char *options) {
    std::string source =
        std::string("kernel void test(global int *x) { *x = ") + expression + "; }";
    Program program = session.build(source, options);
    return result(program, "test");
  };
  EXPECT_EQ(value("N + 1", "-DN=41"), 42);
  EXPECT_EQ(value("N", "-D N"), 1);
  EXPECT_EQ(value("N", "-D N=1 -D N=2 -w"), 2);
  EXPECT_EQ(value("(int)(16 * N + 2)", "-DN.5=+1"), 11) << "N is .5 +1";
  EXPECT_EQ(value("__OPENCL_C_VERSION__", "-cl-std=CL1.1"), 110);
  EXPECT_EQ(value("__OPENCL_C_VERSION__", "-cl-std=CL1.2"), 120);
  EXPECT_EQ(value("__OPENCL_C_VERSION__", "-cl-std=CL3.0"), 300);
  EXPECT_EQ(value("__OPENCL_C_VERSION__", "-cl-std=CL3.1"), 310);
  EXPECT_EQ(value("__OPENCL_C_VERSION__", ""), 120) << "without -cl-std the latest 1.x";
  EXPECT_EQ(value("__OPENCL_VERSION__", ""), 310);
  EXPECT_EQ(value("CL_VERSION_3_1", ""), 310);
  EXPECT_EQ(value("__FAST_RELAXED_MATH__", "-cl-fast-relaxed-math"), 1);
  EXPECT_EQ(value("__ENDIAN_LITTLE__", ""), 1);
  EXPECT_EQ(value("(int)sizeof(3.0)", "-cl-single-precision-constant"), 4);
}

TEST_F(ProgramApi, HeadersOnDisk) {
  auto folder =
      std::filesystem::temp_directory_path() / ("weft headers " + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  auto write = [&](int number) {
    std::ofstream(folder / "number.h") << "#define NUMBER " << number << "\n";
  };
  std::string options = "-I \"" + folder.string() + "\"";
  const char *source = "#include \"number.h\"\nkernel void test(global int *x) { *x = NUMBER; }";
  for (int number : {5, 6}) { // a changed header is another program, whatever the cache holds
    write(number);
    Program program = session.build(source, options);
    EXPECT_EQ(result(program, "test"), number);
  }
  std::filesystem::remove_all(folder);
  EXPECT_EQ(errorName(buildSource(source, options.c_str())), "CL_BUILD_PROGRAM_FAILURE");
}

} // namespace
} // namespace weft::test

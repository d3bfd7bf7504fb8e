// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.8: programs from source and binaries; building, compiling, linking; queries and logs.
#include "tests/api/fixture.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <future>
#include <thread>
#include <unistd.h>

namespace weft::test {
namespace {

const char *const goodSource = "kernel void good(global int *x) { *x = 7; }";

void CL_CALLBACK ignore(cl_program, void *) {}

class ProgramApi : public Api {
protected:
  cl_device_id id = device();
  cl_program wrongProgram = wrong<cl_program>();

  cl_int build(cl_program program, const char *options = "") const {
    return clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
  }
  cl_int buildSource(const char *source, const char *options = "") const {
    return build(session.create(source), options);
  }
  cl_int compile(cl_program program, const char *options = "", std::vector<cl_program> headers = {},
                 std::vector<const char *> names = {}) const {
    return clCompileProgram(program, 0, nullptr, options, static_cast<cl_uint>(headers.size()),
                            headers.empty() ? nullptr : headers.data(),
                            names.empty() ? nullptr : names.data(), nullptr, nullptr);
  }
  Program compiled(const char *source, const char *options = "") const {
    Program program = session.create(source);
    EXPECT_EQ(compile(program, options), CL_SUCCESS) << session.buildLog(program);
    return program;
  }
  Program link(const std::vector<cl_program> &inputs, const char *options = "",
               cl_int expected = CL_SUCCESS) const {
    cl_int error;
    Program program =
        clLinkProgram(context, 0, nullptr, options, static_cast<cl_uint>(inputs.size()),
                      inputs.data(), nullptr, nullptr, &error);
    EXPECT_EQ(errorName(error), errorName(expected));
    return program;
  }
  /// Runs `kernel(global int *x)` on one int and returns it.
  int result(cl_program program, const char *kernel) const {
    std::vector<int> x = {-1};
    session.run(program, kernel, {{1}}, inOut(x));
    return x[0];
  }
  template <class T> T info(cl_program program, cl_program_info name) const {
    return queried<T>([&](auto... rest) { return clGetProgramInfo(program, name, rest...); });
  }
  template <class T> T buildInfo(cl_program program, cl_program_build_info name) const {
    return queried<T>(
        [&](auto... rest) { return clGetProgramBuildInfo(program, id, name, rest...); });
  }
  std::vector<unsigned char> binaryOf(cl_program program) const {
    std::vector<unsigned char> binary(info<size_t>(program, CL_PROGRAM_BINARY_SIZES));
    unsigned char *pointer = binary.data();
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof pointer, &pointer, nullptr),
              CL_SUCCESS);
    return binary;
  }
  Program fromBinary(const std::vector<unsigned char> &binary, cl_int expected = CL_SUCCESS) const {
    const unsigned char *pointer = binary.data();
    size_t size = binary.size();
    cl_int status = 99, error = 99;
    Program program = clCreateProgramWithBinary(context, 1, &id, &size, &pointer, &status, &error);
    EXPECT_EQ(errorName(error), errorName(expected));
    EXPECT_EQ(errorName(status), errorName(expected));
    return program;
  }
};

TEST_F(ProgramApi, sourceErrors) {
  const char *lines[] = {goodSource, nullptr};
  auto create = [&](cl_context in, cl_uint count, const char **strings) {
    return errorOf([&](cl_int *error) {
      cl_program made = clCreateProgramWithSource(in, count, strings, nullptr, error);
      if (made) {
        EXPECT_EQ(clReleaseProgram(made), CL_SUCCESS);
      }
      return made;
    });
  };
  expectErrors({
      {"good", CL_SUCCESS, [&] { return create(context, 1, lines); }},
      {"context", CL_INVALID_CONTEXT, [&] { return create(wrong<cl_context>(), 1, lines); }},
      {"no strings", CL_INVALID_VALUE, [&] { return create(context, 0, lines); }},
      {"no list", CL_INVALID_VALUE, [&] { return create(context, 1, nullptr); }},
      {"a null string", CL_INVALID_VALUE, [&] { return create(context, 2, lines); }},
  });
}

TEST_F(ProgramApi, sourceInPieces) {
  const char *pieces[] = {"kernel void good(", "global int *xIGNORED", ") { *x = 7; }"};
  size_t lengths[] = {0, 13, 0};
  lengths[1] = std::strlen("global int *x");
  cl_int error;
  Program program = clCreateProgramWithSource(context, 3, pieces, lengths, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(infoString([&](auto... rest) {
              return clGetProgramInfo(program, CL_PROGRAM_SOURCE, rest...);
            }),
            goodSource);
  ASSERT_EQ(build(program), CL_SUCCESS);
  EXPECT_EQ(result(program, "good"), 7);
}

TEST_F(ProgramApi, binaryErrors) {
  Program built = session.build(goodSource);
  std::vector<unsigned char> binary = binaryOf(built);
  ASSERT_GT(binary.size(), 0u);
  const unsigned char *pointer = binary.data(), *null = nullptr;
  size_t size = binary.size(), zero = 0;
  cl_device_id wrongId = wrong<cl_device_id>();
  auto create = [&](cl_context in, cl_uint count, const cl_device_id *devices, const size_t *sizes,
                    const unsigned char **binaries) {
    return errorOf([&](cl_int *error) {
      cl_program made =
          clCreateProgramWithBinary(in, count, devices, sizes, binaries, nullptr, error);
      if (made) {
        EXPECT_EQ(clReleaseProgram(made), CL_SUCCESS);
      }
      return made;
    });
  };
  expectErrors({
      {"good", CL_SUCCESS, [&] { return create(context, 1, &id, &size, &pointer); }},
      {"context", CL_INVALID_CONTEXT,
       [&] { return create(wrong<cl_context>(), 1, &id, &size, &pointer); }},
      {"no devices", CL_INVALID_VALUE, [&] { return create(context, 0, &id, &size, &pointer); }},
      {"no device list", CL_INVALID_VALUE,
       [&] { return create(context, 1, nullptr, &size, &pointer); }},
      {"device", CL_INVALID_DEVICE, [&] { return create(context, 1, &wrongId, &size, &pointer); }},
      {"no sizes", CL_INVALID_VALUE, [&] { return create(context, 1, &id, nullptr, &pointer); }},
      {"no binaries", CL_INVALID_VALUE, [&] { return create(context, 1, &id, &size, nullptr); }},
      {"an empty binary", CL_INVALID_VALUE,
       [&] { return create(context, 1, &id, &zero, &pointer); }},
      {"a null binary", CL_INVALID_VALUE, [&] { return create(context, 1, &id, &size, &null); }},
  });
}

TEST_F(ProgramApi, damagedBinariesAreRefused) {
  Program built = session.build(goodSource);
  const std::vector<unsigned char> binary = binaryOf(built);
  fromBinary({'n', 'o', 'n', 's', 'e', 'n', 's', 'e'}, CL_INVALID_BINARY);
  for (size_t keep : {size_t{1}, size_t{16}, binary.size() / 2, binary.size() - 1})
    fromBinary({binary.begin(), binary.begin() + keep}, CL_INVALID_BINARY);
  for (size_t at :
       {size_t{0}, size_t{20}, binary.size() / 3, binary.size() / 2, binary.size() - 2}) {
    std::vector<unsigned char> damaged = binary;
    damaged[at] ^= 0x40;
    fromBinary(damaged, CL_INVALID_BINARY);
  }
  std::ifstream self("/proc/self/exe", std::ios::binary);
  std::vector<unsigned char> foreign(std::istreambuf_iterator<char>(self), {});
  fromBinary(foreign, CL_INVALID_BINARY);
}

TEST_F(ProgramApi, binariesRunAgain) {
  Program built = session.build(R"(
    constant int table[] = {3, 1, 4, 1, 5};
    kernel void sum(global int *x) { int s = 0; for (int i = 0; i < 5; ++i) s += table[i]; *x = s; }
    kernel void other(global int *x) { *x = (int)sqrt(81.0f); })");
  Program again = fromBinary(binaryOf(built));
  EXPECT_EQ(errorOf([&](cl_int *e) { return clCreateKernel(again, "sum", e); }),
            CL_INVALID_PROGRAM_EXECUTABLE)
      << "not yet built";
  ASSERT_EQ(build(again), CL_SUCCESS);
  built.reset();
  EXPECT_EQ(result(again, "sum"), 14);
  EXPECT_EQ(result(again, "other"), 9);
  EXPECT_EQ(info<size_t>(again, CL_PROGRAM_NUM_KERNELS), 2u);
  EXPECT_EQ(buildInfo<cl_program_binary_type>(again, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE});
}

TEST_F(ProgramApi, compiledBinariesLinkAgain) {
  Program part = compiled("int seven(void) { return 7; }");
  Program again = fromBinary(binaryOf(part));
  EXPECT_EQ(buildInfo<cl_program_binary_type>(again, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT});
  Program user = compiled("int seven(void); kernel void test(global int *x) { *x = seven(); }");
  Program linked = link({again, user});
  EXPECT_EQ(result(linked, "test"), 7);
}

TEST_F(ProgramApi, buildErrors) {
  Program program = session.create(goodSource);
  cl_device_id wrongId = wrong<cl_device_id>();
  int user = 0;
  expectErrors({
      {"program", CL_INVALID_PROGRAM, [&] { return build(wrongProgram); }},
      {"null program", CL_INVALID_PROGRAM, [&] { return build(nullptr); }},
      {"devices without a count", CL_INVALID_VALUE,
       [&] { return clBuildProgram(program, 0, &id, "", nullptr, nullptr); }},
      {"a count without devices", CL_INVALID_VALUE,
       [&] { return clBuildProgram(program, 1, nullptr, "", nullptr, nullptr); }},
      {"user data without a function", CL_INVALID_VALUE,
       [&] { return clBuildProgram(program, 0, nullptr, "", nullptr, &user); }},
      {"device", CL_INVALID_DEVICE,
       [&] { return clBuildProgram(program, 1, &wrongId, "", nullptr, nullptr); }},
      {"an unknown option", CL_INVALID_BUILD_OPTIONS,
       [&] { return build(program, "-cl-nonsense"); }},
      {"an unknown language", CL_INVALID_BUILD_OPTIONS,
       [&] { return build(program, "-cl-std=CL9.9"); }},
      {"a define without a name", CL_INVALID_BUILD_OPTIONS, [&] { return build(program, "-D"); }},
      {"null options", CL_SUCCESS, [&] { return build(program, nullptr); }},
      {"one device", CL_SUCCESS,
       [&] { return clBuildProgram(program, 1, &id, "", nullptr, nullptr); }},
  });
  Kernel kernel = session.kernel(program, "good");
  EXPECT_EQ(build(program), CL_INVALID_OPERATION) << "a kernel is attached";
  kernel.reset();
  EXPECT_EQ(build(program), CL_SUCCESS);
}

TEST_F(ProgramApi, badSourceGivesALogWithLineAndCaret) {
  Program program = session.create("kernel void bad(global int *x) {\n  *x = undeclared;\n}\n");
  EXPECT_EQ(errorName(build(program)), "CL_BUILD_PROGRAM_FAILURE");
  std::string log = session.buildLog(program);
  EXPECT_NE(log.find("undeclared"), std::string::npos) << log;
  EXPECT_NE(log.find(":2:"), std::string::npos) << log;
  EXPECT_NE(log.find("^"), std::string::npos) << log;
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
  EXPECT_EQ(buildInfo<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_NONE});
  EXPECT_EQ(errorOf([&](cl_int *e) { return clCreateKernel(program, "bad", e); }),
            CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(ProgramApi, undefinedFunctionsFailAtBuild) {
  Program program =
      session.create("int elsewhere(int); kernel void test(global int *x) { *x = elsewhere(3); }");
  EXPECT_EQ(errorName(build(program)), "CL_BUILD_PROGRAM_FAILURE");
  std::string log = session.buildLog(program);
  EXPECT_NE(log.find("elsewhere"), std::string::npos) << log;
}

TEST_F(ProgramApi, whatLoadingWouldRunIsRefused) {
  struct Case {
    const char *source, *inLog;
  };
  for (const auto &[source, inLog] : {
           Case{"__asm__(\".section .init_array,\\\"aw\\\"\\n.quad f\");", "assembly outside"},
           {"__attribute__((constructor)) void f(void) {}", "'f' is a constructor"},
           {"__attribute__((destructor)) void f(void) {}", "'f' is a destructor"},
           {"__attribute__((section(\".init_array\"))) constant ulong f = 1;",
            "section '.init_array'"},
           {"__attribute__((section(\".init\"))) void f(void) {}", "section '.init'"},
           {"__attribute__((section(\".fini\"))) kernel void f(global int *x) {}",
            "section '.fini'"},
           {"kernel void f(global int *x) {\n"
            "  __asm__ volatile(\".pushsection .init_array,\\\"aw\\\"\\n.quad kernel_f\\n\"\n"
            "                   \".popsection\");\n}",
            "runs when it is loaded"},
           {"kernel void f(global int *x) {\n"
            "  __asm__ volatile(\".globl _init\\n.set _init, kernel_f\");\n}",
            "runs when it is loaded"},
           {"kernel void f(global int *x) {\n"
            "  __asm__ volatile(\".type f2,@gnu_indirect_function\\n.globl f2\\nf2: nop\\n\"\n"
            "                   \".pushsection .data\\n.quad f2\\n.popsection\");\n}",
            "error: "},
           {"#pragma comment(lib, \"m\")", "library"},
       }) {
    const std::string whole = std::string(source) + "\nkernel void test(global int *x) { *x = 7; }";
    Program program = session.create(whole);
    EXPECT_EQ(errorName(build(program)), "CL_BUILD_PROGRAM_FAILURE") << source;
    const std::string log = session.buildLog(program);
    EXPECT_NE(log.find(inLog), std::string::npos) << source << '\n' << log;
  }
  // Names that mean something to linkers mean nothing here.
  for (const char *source :
       {"void f(void) {} __attribute__((alias(\"f\"))) void _init(void);",
        "int f(int x) { return x; } __attribute__((alias(\"f\"))) int _fini(int);",
        "void _init(void) {}", "kernel void _init(global int *x) { *x = 3; }",
        "void f(void) __asm__(\"_init\"); void f(void) {}"}) {
    Program program =
        session.build(std::string(source) + "\nkernel void test(global int *x) { *x = 7; }");
    EXPECT_EQ(result(program, "test"), 7) << source;
  }
}

TEST_F(ProgramApi, imagesAreRefusedPlainly) {
  for (const char *source :
       {"kernel void test(read_only image2d_t i, global float4 *x) {\n"
        "  const sampler_t s = CLK_FILTER_LINEAR; *x = read_imagef(i, s, (int2)(0, 0)); }",
        "kernel void test(write_only image2d_t i) { write_imagef(i, (int2)(0, 0), 1.0f); }",
        "kernel void test(read_only image3d_t i, global int *x) { *x = get_image_depth(i); }",
        "kernel void test(read_only image2d_t i, global int *x) { *x = 7; }"}) {
    Program program = session.create(source);
    EXPECT_EQ(errorName(build(program)), "CL_BUILD_PROGRAM_FAILURE") << source;
    const std::string log = session.buildLog(program);
    EXPECT_NE(log.find("'test' uses images"), std::string::npos) << log;
    EXPECT_EQ(log.find("undefined"), std::string::npos) << log;
  }
}

TEST_F(ProgramApi, samplersAndUncalledFunctionsAreTaken) {
  Program program = session.build(R"(
    constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST;
    const sampler_t linear = CLK_FILTER_LINEAR;
    float4 uncalled(read_only image2d_t i) { return read_imagef(i, nearest, (int2)(0, 0)); }
    int elsewhere(int);
    int uncalledToo(int x) { return elsewhere(x); }
    int buffered(global int *x, sampler_t s, int i) { return x[i] + 6; }
    kernel void test(global int *x) {
      const sampler_t own = CLK_ADDRESS_CLAMP;
      *x = buffered(x, nearest, 0) + buffered(x, linear, 0) + buffered(x, own, 0) - 8;
    })");
  EXPECT_EQ(result(program, "test"), 7);
}

TEST_F(ProgramApi, aFailedBuildAlwaysHasALog) {
  for (const char *source : {"#error", "int", "}", "kernel void f(global int *x) { undeclared(); }",
                             "#include \"nowhere\"", "void f(int); kernel void k(void) { f(1); }",
                             "__asm__(\"\");", "kernel void k(void) { __asm__(\"nonsense\"); }"})
    for (const char *options : {"", "-w", "-Werror", "-w -Werror", "-Weverything -w"}) {
      Program program = session.create(source);
      if (build(program, options) == CL_SUCCESS)
        continue;
      const std::string log = session.buildLog(program);
      EXPECT_NE(log.find("error"), std::string::npos) << source << ' ' << options << '\n' << log;
    }
}

TEST_F(ProgramApi, warningsAppearInTheLogOfASuccess) {
  const char *source = "kernel void test(global int *x) { int unused_one; *x = 1; return; }\n"
                       "#warning look here\n";
  Program program = session.create(source);
  EXPECT_EQ(build(program), CL_SUCCESS);
  EXPECT_NE(session.buildLog(program).find("look here"), std::string::npos);
  Program quiet = session.create(source);
  EXPECT_EQ(build(quiet, "-w"), CL_SUCCESS);
  EXPECT_EQ(session.buildLog(quiet).find("look here"), std::string::npos);
  EXPECT_EQ(errorName(buildSource(source, "-Werror")), "CL_BUILD_PROGRAM_FAILURE");
}

TEST_F(ProgramApi, everyOptionIsTaken) {
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

TEST_F(ProgramApi, otherPlatformsOptionsAreWarningsInTheLog) {
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

TEST_F(ProgramApi, optionsOfACompileHoldAtTheLink) {
  // What the back end says of these names shows that it heard of them.
  Program odd = compiled(goodSource, "-cl-weft-cpu=abacus");
  Program failed = link({odd}, "", CL_LINK_PROGRAM_FAILURE);
  EXPECT_NE(session.buildLog(failed).find("abacus"), std::string::npos);
  Program overruled = link({odd}, "-cl-weft-cpu=x86-64");
  EXPECT_EQ(result(overruled, "good"), 7);
  Program staged = compiled(goodSource, "-cl-weft-without=nonsense");
  failed = link({staged}, "", CL_LINK_PROGRAM_FAILURE);
  EXPECT_NE(session.buildLog(failed).find("nonsense"), std::string::npos);

  Program plain = compiled(goodSource);
  Program user = compiled("kernel void user(global int *x) { *x = 8; }", "-cl-weft-cpu=x86-64");
  Program both = link({plain, user});
  EXPECT_EQ(result(both, "good"), 7);
  EXPECT_EQ(result(both, "user"), 8);
  Program third = compiled("kernel void third(global int *x) { *x = 9; }", "-cl-weft-cpu=haswell");
  failed = link({user, third}, "", CL_LINK_PROGRAM_FAILURE);
  EXPECT_NE(session.buildLog(failed).find("-cl-weft-cpu="), std::string::npos);
  Program chosen = link({user, third}, "-cl-weft-cpu=x86-64");
  EXPECT_EQ(result(chosen, "third"), 9);

  Program library = link({plain}, "-create-library -cl-weft-cpu=abacus");
  failed = link({library}, "", CL_LINK_PROGRAM_FAILURE);
  EXPECT_NE(session.buildLog(failed).find("abacus"), std::string::npos);
}

TEST_F(ProgramApi, aBuildOfAnObjectTakesWhatALinkWould) {
  Program object = compiled(goodSource);
  const std::vector<unsigned char> binary = binaryOf(object);
  Program built = fromBinary(binary);
  EXPECT_EQ(build(built, "-DUNUSED -cl-weft-cpu=abacus"), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(session.buildLog(built).find("abacus"), std::string::npos);
  EXPECT_EQ(build(built, "-DUNUSED -cl-weft-cpu=x86-64"), CL_SUCCESS);
  EXPECT_EQ(result(built, "good"), 7);
}

TEST_F(ProgramApi, theUsersOptionsHoldAtTheLink) {
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

TEST_F(ProgramApi, definesAndLanguageVersions) {
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
  EXPECT_EQ(value("__OPENCL_C_VERSION__", ""), 120) << "without -cl-std the latest 1.x";
  EXPECT_EQ(value("__OPENCL_VERSION__", ""), 300);
  EXPECT_EQ(value("__FAST_RELAXED_MATH__", "-cl-fast-relaxed-math"), 1);
  EXPECT_EQ(value("__ENDIAN_LITTLE__", ""), 1);
  EXPECT_EQ(value("(int)sizeof(3.0)", "-cl-single-precision-constant"), 4);
}

TEST_F(ProgramApi, headersOnDisk) {
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

TEST_F(ProgramApi, asynchronousBuildsCallBack) {
  struct Seen {
    std::promise<cl_program> called;
  } good, bad;
  auto note = [](cl_program program, void *user) {
    static_cast<Seen *>(user)->called.set_value(program);
  };
  Program program = session.create(goodSource), broken = session.create("nonsense");
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-DASYNC", note, &good), CL_SUCCESS);
  clBuildProgram(broken, 0, nullptr, "", note, &bad);
  EXPECT_EQ(good.called.get_future().get(), static_cast<cl_program>(program));
  EXPECT_EQ(bad.called.get_future().get(), static_cast<cl_program>(broken));
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  EXPECT_EQ(buildInfo<cl_build_status>(broken, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
  EXPECT_EQ(result(program, "good"), 7);
}

TEST_F(ProgramApi, callbacksMayUseAProgramThatTheHostHasReleased) {
  struct Answer {
    cl_int error;
    cl_build_status status;
  };
  std::promise<Answer> answered;
  cl_int error;
  const char *source = goodSource;
  cl_program program = clCreateProgramWithSource(session.context, 1, &source, nullptr, &error);
  ASSERT_EQ(errorName(error), "CL_SUCCESS");
  const std::string once = "-DONCE=" + std::to_string(getpid()) + std::to_string(rand());
  const auto note = [](cl_program built, void *user) {
    Answer answer{};
    cl_device_id device;
    answer.error = clGetProgramInfo(built, CL_PROGRAM_DEVICES, sizeof device, &device, nullptr);
    if (!answer.error)
      answer.error = clGetProgramBuildInfo(built, device, CL_PROGRAM_BUILD_STATUS,
                                           sizeof answer.status, &answer.status, nullptr);
    static_cast<std::promise<Answer> *>(user)->set_value(answer);
  };
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, once.c_str(), note, &answered), CL_SUCCESS);
  cl_uint references = 0;
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof references, &references,
                             nullptr),
            CL_SUCCESS);
  EXPECT_EQ(references, 1u);
  EXPECT_EQ(clReleaseProgram(program), CL_SUCCESS);
  const Answer answer = answered.get_future().get();
  EXPECT_EQ(errorName(answer.error), "CL_SUCCESS");
  EXPECT_EQ(answer.status, CL_BUILD_SUCCESS);
}

TEST_F(ProgramApi, concurrentBuilds) {
  std::vector<std::thread> threads;
  std::atomic<int> failures = 0;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 4; ++i) {
        std::string options = "-DID=" + std::to_string(t * 100 + i);
        Program program = session.create("kernel void test(global int *x) { *x = ID; }");
        if (build(program, options.c_str()) != CL_SUCCESS || result(program, "test") != t * 100 + i)
          ++failures;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failures, 0);
}

TEST_F(ProgramApi, compileErrors) {
  Program program = session.create(goodSource);
  Program header = session.create("#define NUMBER 3");
  cl_program headers[] = {header};
  const char *names[] = {"number.h"};
  cl_device_id wrongId = wrong<cl_device_id>();
  int user = 0;
  auto withHeaders = [&](cl_uint count, const cl_program *list, const char **listNames) {
    return clCompileProgram(program, 0, nullptr, "", count, list, listNames, nullptr, nullptr);
  };
  expectErrors({
      {"program", CL_INVALID_PROGRAM, [&] { return compile(wrongProgram); }},
      {"devices without a count", CL_INVALID_VALUE,
       [&] {
         return clCompileProgram(program, 0, &id, "", 0, nullptr, nullptr, nullptr, nullptr);
       }},
      {"a count without devices", CL_INVALID_VALUE,
       [&] {
         return clCompileProgram(program, 1, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr);
       }},
      {"device", CL_INVALID_DEVICE,
       [&] {
         return clCompileProgram(program, 1, &wrongId, "", 0, nullptr, nullptr, nullptr, nullptr);
       }},
      {"names without headers", CL_INVALID_VALUE, [&] { return withHeaders(0, nullptr, names); }},
      {"headers without a count", CL_INVALID_VALUE, [&] { return withHeaders(0, headers, names); }},
      {"headers without names", CL_INVALID_VALUE, [&] { return withHeaders(1, headers, nullptr); }},
      {"a count without headers", CL_INVALID_VALUE, [&] { return withHeaders(1, nullptr, names); }},
      {"user data without a function", CL_INVALID_VALUE,
       [&] {
         return clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, &user);
       }},
      {"options", CL_INVALID_COMPILER_OPTIONS, [&] { return compile(program, "-cl-nonsense"); }},
      {"bad source", CL_COMPILE_PROGRAM_FAILURE,
       [&] { return compile(session.create("nonsense")); }},
      {"good", CL_SUCCESS, [&] { return compile(program); }},
  });
  Program built = session.build(goodSource);
  Kernel kernel = session.kernel(built, "good");
  EXPECT_EQ(compile(built), CL_INVALID_OPERATION) << "a kernel is attached";
  Program binary = fromBinary(binaryOf(built));
  EXPECT_EQ(compile(binary), CL_INVALID_OPERATION) << "no source";
}

TEST_F(ProgramApi, compiledHeaders) {
  Program outer = session.create("#include \"inner/number.h\"\n#define SUM (NUMBER + 1)");
  Program inner = session.create("#define NUMBER 41");
  Program main =
      session.create("#include \"sum.h\"\nkernel void test(global int *x) { *x = SUM; }");
  ASSERT_EQ(compile(main, "", {outer, inner}, {"sum.h", "inner/number.h"}), CL_SUCCESS)
      << session.buildLog(main);
  EXPECT_EQ(buildInfo<cl_program_binary_type>(main, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT});
  EXPECT_EQ(errorOf([&](cl_int *e) { return clCreateKernel(main, "test", e); }),
            CL_INVALID_PROGRAM_EXECUTABLE);
  Program linked = link({main});
  EXPECT_EQ(buildInfo<cl_program_binary_type>(linked, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE});
  EXPECT_EQ(result(linked, "test"), 42);
}

TEST_F(ProgramApi, linkErrors) {
  Program good = compiled(goodSource), source = session.create(goodSource);
  Program undefined =
      compiled("int elsewhere(int); kernel void test(global int *x) { *x = elsewhere(3); }");
  cl_program inputs[] = {good}, wrongInputs[] = {good, wrongProgram}, uncompiled[] = {source};
  cl_device_id wrongId = wrong<cl_device_id>();
  int user = 0;
  auto linkWith = [&](cl_context in, cl_uint devices, const cl_device_id *list, const char *options,
                      cl_uint count, const cl_program *programs, void *data = nullptr) {
    cl_int error = 99;
    Program made =
        clLinkProgram(in, devices, list, options, count, programs, nullptr, data, &error);
    return error;
  };
  expectErrors({
      {"good", CL_SUCCESS, [&] { return linkWith(context, 0, nullptr, "", 1, inputs); }},
      {"context", CL_INVALID_CONTEXT,
       [&] { return linkWith(wrong<cl_context>(), 0, nullptr, "", 1, inputs); }},
      {"devices without a count", CL_INVALID_VALUE,
       [&] { return linkWith(context, 0, &id, "", 1, inputs); }},
      {"a count without devices", CL_INVALID_VALUE,
       [&] { return linkWith(context, 1, nullptr, "", 1, inputs); }},
      {"device", CL_INVALID_DEVICE, [&] { return linkWith(context, 1, &wrongId, "", 1, inputs); }},
      {"no programs", CL_INVALID_VALUE,
       [&] { return linkWith(context, 0, nullptr, "", 0, inputs); }},
      {"no list", CL_INVALID_VALUE, [&] { return linkWith(context, 0, nullptr, "", 1, nullptr); }},
      {"program", CL_INVALID_PROGRAM,
       [&] { return linkWith(context, 0, nullptr, "", 2, wrongInputs); }},
      {"not compiled", CL_INVALID_OPERATION,
       [&] { return linkWith(context, 0, nullptr, "", 1, uncompiled); }},
      {"options", CL_INVALID_LINKER_OPTIONS,
       [&] { return linkWith(context, 0, nullptr, "-cl-nonsense", 1, inputs); }},
      {"user data without a function", CL_INVALID_VALUE,
       [&] { return linkWith(context, 0, nullptr, "", 1, inputs, &user); }},
      {"an undefined function", CL_LINK_PROGRAM_FAILURE,
       [&] { return linkWith(context, 0, nullptr, "", 1, undefined.address()); }},
  });
  Program again = compiled(goodSource);
  cl_program twice[] = {good, again};
  EXPECT_EQ(errorName(linkWith(context, 0, nullptr, "", 2, twice)), "CL_LINK_PROGRAM_FAILURE")
      << "one kernel defined twice";
}

TEST_F(ProgramApi, libraries) {
  Program part = compiled("int square(int x) { return x * x; }");
  Program library = link({part}, "-create-library -enable-link-options");
  EXPECT_EQ(buildInfo<cl_program_binary_type>(library, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_LIBRARY});
  Program again = fromBinary(binaryOf(library));
  Program main = compiled("int square(int); kernel void test(global int *x) { *x = square(6); }");
  EXPECT_EQ(result(link({main, library}), "test"), 36);
  EXPECT_EQ(result(link({again, main}), "test"), 36);
}

TEST_F(ProgramApi, asynchronousLinkCallsBack) {
  Program part = compiled(goodSource);
  std::promise<cl_program> called;
  cl_program inputs[] = {part};
  cl_int error;
  Program linked = clLinkProgram(
      context, 0, nullptr, "", 1, inputs,
      [](cl_program program, void *user) {
        static_cast<std::promise<cl_program> *>(user)->set_value(program);
      },
      &called, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(called.get_future().get(), static_cast<cl_program>(linked));
  EXPECT_EQ(result(linked, "good"), 7);
}

TEST_F(ProgramApi, queries) {
  Program program = session.create("kernel void one() {} kernel void two() {} void three() {}");
  EXPECT_EQ(info<cl_uint>(program, CL_PROGRAM_REFERENCE_COUNT), 1u);
  EXPECT_EQ(info<cl_context>(program, CL_PROGRAM_CONTEXT), context);
  EXPECT_EQ(info<cl_uint>(program, CL_PROGRAM_NUM_DEVICES), 1u);
  EXPECT_EQ(info<cl_device_id>(program, CL_PROGRAM_DEVICES), id);
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_NONE);
  EXPECT_EQ(session.buildLog(program), "");
  size_t count;
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, nullptr),
            CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, nullptr, &count),
            CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(info<size_t>(program, CL_PROGRAM_BINARY_SIZES), 0u);
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_IL, 0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(count, 0u);
  for (cl_program_info name :
       {CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT})
    EXPECT_EQ(clGetProgramInfo(program, name, 0, nullptr, &count), CL_INVALID_PROGRAM_EXECUTABLE);
  ASSERT_EQ(build(program), CL_SUCCESS);
  EXPECT_EQ(info<size_t>(program, CL_PROGRAM_NUM_KERNELS), 2u);
  EXPECT_EQ(info<cl_bool>(program, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT), cl_bool{CL_FALSE});
  EXPECT_EQ(info<cl_bool>(program, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT), cl_bool{CL_FALSE});
  std::string names = infoString(
      [&](auto... rest) { return clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, rest...); });
  EXPECT_TRUE(names == "one;two" || names == "two;one") << names;
  EXPECT_EQ(buildInfo<size_t>(program, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE), 0u);
  EXPECT_EQ(clRetainProgram(program), CL_SUCCESS);
  EXPECT_EQ(info<cl_uint>(program, CL_PROGRAM_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseProgram(program), CL_SUCCESS);
  expectQueryErrors(
      "clGetProgramInfo", [&](auto... rest) { return clGetProgramInfo(program, rest...); },
      CL_PROGRAM_NUM_DEVICES, sizeof(cl_uint));
  expectQueryErrors(
      "clGetProgramBuildInfo",
      [&](auto... rest) { return clGetProgramBuildInfo(program, id, rest...); },
      CL_PROGRAM_BUILD_STATUS, sizeof(cl_build_status));
}

TEST_F(ProgramApi, wrongHandles) {
  Program program = session.create(goodSource);
  expectErrors({
      {"retain", CL_INVALID_PROGRAM, [&] { return clRetainProgram(wrongProgram); }},
      {"release", CL_INVALID_PROGRAM, [&] { return clReleaseProgram(wrongProgram); }},
      {"release null", CL_INVALID_PROGRAM, [&] { return clReleaseProgram(nullptr); }},
      {"query", CL_INVALID_PROGRAM,
       [&] { return clGetProgramInfo(wrongProgram, CL_PROGRAM_NUM_DEVICES, 0, nullptr, nullptr); }},
      {"build query", CL_INVALID_PROGRAM,
       [&] {
         return clGetProgramBuildInfo(wrongProgram, id, CL_PROGRAM_BUILD_STATUS, 0, nullptr,
                                      nullptr);
       }},
      {"build query's device", CL_INVALID_DEVICE,
       [&] {
         return clGetProgramBuildInfo(program, wrong<cl_device_id>(), CL_PROGRAM_BUILD_STATUS, 0,
                                      nullptr, nullptr);
       }},
      {"release callback", CL_INVALID_PROGRAM,
       [&] { return clSetProgramReleaseCallback(wrongProgram, ignore, nullptr); }},
  });
}

TEST_F(ProgramApi, aReleasedOneIsKnown) {
  const char *source = goodSource;
  cl_int error;
  cl_program gone = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  ASSERT_EQ(clReleaseProgram(gone), CL_SUCCESS);
  EXPECT_EQ(clRetainProgram(gone), CL_INVALID_PROGRAM);
}

TEST_F(ProgramApi, rebuildingReplacesTheExecutable) {
  Program program = session.create("kernel void test(global int *x) { *x = N; }");
  for (const char *options : {"-DN=1", "-DN=2", "-DN=1"}) {
    ASSERT_EQ(build(program, options), CL_SUCCESS);
    EXPECT_EQ(result(program, "test"), options[4] - '0');
  }
  EXPECT_EQ(errorName(build(program, "")), "CL_BUILD_PROGRAM_FAILURE");
  EXPECT_EQ(errorOf([&](cl_int *e) { return clCreateKernel(program, "test", e); }),
            CL_INVALID_PROGRAM_EXECUTABLE);
}

} // namespace
} // namespace weft::test

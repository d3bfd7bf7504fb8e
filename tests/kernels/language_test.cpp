// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the language takes: overloads beside built-ins, inline kernels, what the queries promise in
// every version, and code that compilers have always taken with a warning.
#include "tests/support/opencl.h"

#include <map>
#include <set>

namespace weft::test {
namespace {

class Language : public testing::Test {
protected:
  cl_int build(cl_program program, const std::string &options = "") const {
    return clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr);
  }

  /// What the kernel "test" of floats leaves in them.
  std::vector<float> floats(const std::string &source, std::vector<float> data,
                            const std::string &options = "") const {
    Program program = session.build(source, options);
    session.run(program, "test", {{1}}, inOut(data));
    return data;
  }

  Session session;
};

TEST_F(Language, AnOverloadStandsBesideTheBuiltIns) {
  EXPECT_EQ(floats("float __attribute__((overloadable)) max(float a, int b) { return -a * b; }\n"
                   "kernel void test(global float *x) {\n"
                   "  x[0] = max(x[0], 1.6f); x[1] = max(x[1], 3); x[2] = max(4, 5);\n"
                   "  float2 v = max((float2)(x[3], 9), 7.0f); x[3] = v.x; x[4] = v.y;\n"
                   "}",
                   {1, 2, 3, 4, 5}),
            (std::vector<float>{1.6f, -6, 5, 7, 9}));
  EXPECT_EQ(floats("float __attribute__((overloadable)) dot(int a, float b) { return a + b; }\n"
                   "float __attribute__((overloadable)) length(int a) { return a; }\n"
                   "float __attribute__((overloadable)) clamp(int a) { return -a; }\n"
                   "float __attribute__((overloadable)) fabs(int a) { return 10 * a; }\n"
                   "kernel void test(global float *x) {\n"
                   "  x[0] = dot((float2)(3, 4), (float2)(2, 1)) + dot(1, 2.0f);\n"
                   "  x[1] = length((float2)(3, 4)) + length(1);\n"
                   "  x[2] = clamp(x[2], 0.0f, 1.0f) + clamp(1);\n"
                   "  x[3] = fabs(x[3]) + fabs(1);\n"
                   "}",
                   {0, 0, 5, -2}),
            (std::vector<float>{13, 6, 0, 12}));
}

TEST_F(Language, AnOverloadOfItsOwnBuiltInTakesItsPlace) {
  EXPECT_EQ(floats("float __attribute__((overloadable)) fabs(float a) { return a + 100; }\n"
                   "float __attribute__((overloadable)) fma(float a, float b, float c)\n"
                   "{ return -1; }\n"
                   "kernel void test(global float *x) {\n"
                   "  x[0] = fabs(x[0]); x[1] = fabs((float2)(x[1], 1)).x;\n"
                   "  x[2] = fma(x[2], x[2], x[2]);\n"
                   "  x[3] = cos(x[3]) + pow(x[4], 2.5f);\n" // the library's own calls keep theirs
                   "}",
                   {-3, -3, 2, 0, 4}),
            (std::vector<float>{97, 3, -1, 33, 4}));
}

TEST_F(Language, TheOverloadOfAnAtomicUsesTheBuiltIn) {
  std::vector<cl_int> numbers = {0, 5};
  std::vector<float> sum = {1.5f};
  Program program = session.build(R"(
    static float __attribute__((overloadable)) atomic_add(volatile global float *p, float v) {
      union { uint u; float f; } old, sum;
      do {
        old.f = *p; sum.f = old.f + v;
      } while (atomic_cmpxchg((volatile global uint *)p, old.u, sum.u) != old.u);
      atomic_add((volatile global int *)p, 0);
      return old.f;
    }
    kernel void test(global float *sum, global int *numbers, local uint *l) {
      if (get_local_id(0) == 0) *l = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      atomic_add(sum, 0.5f);
      atomic_add(&numbers[0], 2);
      atomic_add(l, 3u);
      barrier(CLK_LOCAL_MEM_FENCE);
      if (get_local_id(0) == 0) numbers[1] = *l;
    })");
  session.run(program, "test", {{64}, {64}}, inOut(sum), inOut(numbers), local(sizeof(cl_uint)));
  EXPECT_EQ(sum[0], 33.5f);
  EXPECT_EQ(numbers, (std::vector<cl_int>{128, 192}));
}

TEST_F(Language, AFunctionWithoutTheAttributeHidesOnlyItsOwnType) {
  EXPECT_EQ(floats("float max(float a, int b) { return -a * b; }\n"
                   "kernel void test(global float *x) {\n"
                   "  x[0] = max(x[0], 1.6f); x[1] = max(x[1], 3); x[2] = max(4, 5);\n"
                   "}",
                   {1, 2, 3}),
            (std::vector<float>{1.6f, -6, 5}));
  // Of the very type of a built-in it is the program's one function of that name, as in C.
  EXPECT_EQ(floats("float fabs(float a) { return a + 100; }\n"
                   "kernel void test(global float *x) { x[0] = fabs(x[0]); x[1] = fabs(1); }",
                   {-3, 0}),
            (std::vector<float>{97, 101}));
}

TEST_F(Language, KernelsAreKernelsHoweverDeclared) {
  for (const char *source :
       {"inline kernel void test(global float *x) { *x = 3; }",
        "kernel void test(global float *x); inline kernel void test(global float *x) { *x = 3; }",
        "inline __kernel __attribute__((always_inline)) void test(global float *x) { *x = 3; }",
        "kernel void test(global float *x) __asm__(\"_init\");\n"
        "kernel void test(global float *x) { *x = 3; }",
        "inline kernel void other(global float *x) { *x = 3; }\n"
        "kernel void test(global float *x) { other(x); }"})
    EXPECT_EQ(floats(source, {0}), (std::vector<float>{3})) << source;
}

const char *const standards[] = {"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0", "CL3.1"};

TEST_F(Language, EveryVersionHasTheCollectivesThatTheDeviceReports) {
  ASSERT_TRUE(deviceInfo<cl_bool>(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT));
  const char *source = R"(
    kernel void test(global int *x, global float *y) {
      int i = get_local_id(0);
      x[i] = work_group_reduce_add(i) + work_group_all(i < 8) + work_group_any(i == 3) +
             work_group_broadcast(i, 2) + work_group_scan_inclusive_max(i);
      y[i] = work_group_reduce_max(y[i]) + work_group_scan_exclusive_add(1.0f);
    })";
  std::vector<std::string> options = {""};
  for (const char *standard : standards)
    options.push_back(std::string("-cl-std=") + standard);
  for (const std::string &option : options) {
    std::vector<cl_int> x(8);
    std::vector<float> y = {3, 1, 4, 1, 5, 9, 2, 6};
    Program program = session.build(source, option);
    session.run(program, "test", {{8}, {8}}, inOut(x), inOut(y));
    EXPECT_EQ(x, (std::vector<cl_int>{32, 33, 34, 35, 36, 37, 38, 39})) << option;
    EXPECT_EQ(y, (std::vector<float>{9, 10, 11, 12, 13, 14, 15, 16})) << option;
  }
}

TEST_F(Language, EveryVersionHasTheExtensionsThatTheDeviceReports) {
  // Those that change the language; the others are the API's. Some have no pragma to Clang.
  const std::set<std::string> outside = {"cl_khr_icd",
                                         "cl_khr_extended_versioning",
                                         "cl_khr_device_uuid",
                                         "cl_khr_create_command_queue",
                                         "cl_khr_suggested_local_work_size",
                                         "cl_ext_float_atomics",
                                         "cl_ext_cxx_for_opencl",
                                         "cl_khr_initialize_memory",
                                         "cl_khr_terminate_context",
                                         "cl_ext_buffer_device_address",
                                         "cl_ext_image_from_buffer",
                                         "cl_ext_image_requirements_info",
                                         "cl_khr_il_program",
                                         "cl_khr_expect_assume",
                                         "cl_khr_spirv_extended_debug_info",
                                         "cl_khr_spirv_linkonce_odr",
                                         "cl_khr_spirv_no_integer_wrap_decoration",
                                         "cl_khr_spirv_queries",
                                         "cl_khr_command_buffer",
                                         "cl_khr_command_buffer_mutable_dispatch",
                                         "cl_khr_command_buffer_multi_device",
                                         "cl_khr_semaphore",
                                         "cl_khr_external_semaphore",
                                         "cl_khr_external_semaphore_sync_fd",
                                         "cl_khr_external_memory",
                                         "cl_khr_external_memory_opaque_fd",
                                         "cl_khr_priority_hints",
                                         "cl_khr_throttle_hints",
                                         "cl_intel_device_attribute_query",
                                         "cl_intel_exec_by_local_thread",
                                         "cl_intel_mem_force_host_memory",
                                         "cl_pocl_content_size",
                                         "cl_arm_printf",
                                         "cl_intel_required_subgroup_size",
                                         "cl_intel_spirv_subgroups",
                                         "cl_intel_unified_shared_memory"};
  // The first version of OpenCL C that Clang has their types or pragmas in.
  const std::map<std::string, int> since = {
      {"cl_khr_depth_images", 120},        {"cl_khr_mipmap_image", 200},
      {"cl_khr_mipmap_image_writes", 200}, {"cl_khr_srgb_image_writes", 200},
      {"cl_intel_subgroups", 120},         {"cl_intel_subgroups_char", 120},
      {"cl_intel_subgroups_short", 120},   {"cl_intel_subgroups_long", 120}};
  size_t size = 0;
  ASSERT_EQ(clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, nullptr, &size),
            CL_SUCCESS);
  std::vector<cl_name_version> extensions(size / sizeof(cl_name_version));
  ASSERT_EQ(clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS_WITH_VERSION, size, extensions.data(),
                            nullptr),
            CL_SUCCESS);
  std::string source;
  for (const cl_name_version &extension : extensions) {
    const std::string name = extension.name;
    if (outside.count(name))
      continue;
    const auto first = since.find(name);
    source +=
        "#if __OPENCL_C_VERSION__ >= " + std::to_string(first == since.end() ? 0 : first->second) +
        "\n";
    source += "#ifndef " + name + "\n#error " + name + "\n#endif\n";
    if (name != "cl_khr_extended_bit_ops" && name != "cl_khr_integer_dot_product" &&
        name != "cl_khr_kernel_clock" && name != "cl_intel_subgroup_local_block_io" &&
        name.rfind("cl_khr_subgroup_", 0) != 0)
      source += "#pragma OPENCL EXTENSION " + name + " : enable\n";
    source += "#endif\n";
  }
  // The features that are functions and types; the others are of the language of 2.0 and 3.0.
  for (const char *feature : {"__opencl_c_int64", "__opencl_c_work_group_collective_functions",
                              "__opencl_c_integer_dot_product_input_4x8bit",
                              "__opencl_c_integer_dot_product_input_4x8bit_packed"})
    source += "#ifndef " + std::string(feature) + "\n#error " + feature + "\n#endif\n";
  // Features of 3.0 that older languages have by an extension alone.
  source += "#if __OPENCL_C_VERSION__ < 300 && defined(__opencl_c_fp64)\n"
            "#error __opencl_c_fp64\n#endif\n";
  source += R"(
    kernel void test(global double *d, global half *h, global long *l, volatile global int *i,
                     global uchar *b, global uint *u) {
      local int s[16];
      local long n;
      double x = d[0] * 2;
      d[1] = fma(x, x, sqrt(x));
      h[1] = sqrt(h[0]);
      n = 3;
      atom_add(&n, 2L);
      atom_max(l, n);
      atom_add(i, 1);
      b[1] = 3;
      u[1] = bitfield_insert(u[0], 5u, 3, 4) + dot((uchar4)(1, 2, 3, 4), (uchar4)(1));
      event_t e = async_work_group_copy_2D2D(s, 0, (global int *)i, 0, 4, 4, 2, 4, 4, 0);
      async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
      wait_group_events(1, &e);
    })";
  for (const char *standard : standards) {
    Program program = session.build(source, std::string("-Werror -cl-std=") + standard);
    std::vector<cl_double> d = {2, 0};
    std::vector<cl_ushort> h = {0x4400, 0};
    std::vector<cl_long> l = {1};
    std::vector<cl_int> i(8);
    std::vector<cl_uchar> b(2);
    std::vector<cl_uint> u(2);
    session.run(program, "test", {{1}}, inOut(d), inOut(h), inOut(l), inOut(i), inOut(b), inOut(u));
    EXPECT_EQ(d[1], 18) << standard;
    EXPECT_EQ(h[1], 0x4000) << standard;
    EXPECT_EQ(l[0], 5) << standard;
    EXPECT_EQ(i[0], 1) << standard;
    EXPECT_EQ(b[1], 3) << standard;
    EXPECT_EQ(u[1], 50u) << standard;
  }
}

// What were extensions before needs no pragma, and no macro is asked for.
TEST_F(Language, Version31HasItsFunctions) {
  const char *source = R"(
    #if __OPENCL_C_VERSION__ != CL_VERSION_3_1 || __OPENCL_VERSION__ < CL_VERSION_3_1
    #error version
    #endif
    global int counter = 40;
    kernel void test(global int *x, global char *c) {
      uint lane = get_sub_group_local_id(), lanes = get_sub_group_size();
      int i = get_global_id(0);
      x[i] = bitfield_extract_signed(0xf0, 4, 4) + bit_reverse(1 << 30) +
             (int)dot_4x8packed_uu_uint(0x01020304u, 0x01010101u) +
             (sub_group_shuffle((int)lane, 0) == 0) +
             (sub_group_shuffle_xor((short)lane, (ushort)1) == (lane ^ 1)) +
             (lane == 0 || sub_group_shuffle_up(lane, 1u) == lane - 1) +
             (sub_group_rotate((uchar)lane, 1) == (lane + 1) % lanes) +
             (sub_group_clustered_rotate(lane, 1, 4u) == ((lane + 1) & 3) + (lane & ~3u));
      c[i] = sub_group_broadcast((char4)(1, 2, 3, counter), 0).w;
    })";
  std::vector<cl_int> x(64);
  std::vector<cl_char> c(64);
  Program program = session.build(source, "-Werror -cl-std=CL3.1");
  session.run(program, "test", {{64}, {64}}, inOut(x), inOut(c));
  EXPECT_EQ(x, std::vector<cl_int>(64, -1 + 2 + 10 + 5));
  EXPECT_EQ(c, std::vector<cl_char>(64, 40));
}

TEST_F(Language, AProgramMayHaveCollectivesOfItsOwn) {
  for (const char *source :
       {"int work_group_reduce_add(int x) { return x + 3; }\n"
        "kernel void test(global float *x) { *x = work_group_reduce_add(4); }",
        "int work_group_reduce_add(int x, local int *l) { return x + 3; }\n"
        "kernel void test(global float *x) { local int l; *x = work_group_reduce_add(4, &l); }",
        "#define work_group_reduce_add(x) ((x) + 3)\n"
        "kernel void test(global float *x) { *x = work_group_reduce_add(4); }",
        "kernel void test(global float *x) { int work_group_all = 7; *x = work_group_all; }"})
    EXPECT_EQ(floats(source, {0}), (std::vector<float>{7})) << source;
}

TEST_F(Language, WhatAlwaysWasAWarningIsOne) {
  const char *const sources[] = {
      "kernel void test(global float2 *x) { global float4 *q = x; q[0].w = 3; }",
      "kernel void test(global float *x) { global int *q = x; q[3] = 3; }",
      "void f(global int *p) { *p = 3; } kernel void test(global float *x) { f(x); }",
      "kernel void test(global int *x) { ulong a = x; global int *p = a; *p = 3; }",
      "kernel void test(global int *x) { int i; x[0] = modf(1.5f, &i); }",
      "kernel void test(global int *x) { x[0] = fract(1.5f, x) + sincos(1.5f, x); }",
      "kernel void test(global int *x) { x[0] = remquo(1.5f, 2.0f, (global uint *)x); }",
      "constant x = 3; kernel void test(global int *p) { const y = x; *p = y; }",
  };
  for (const char *source : sources) {
    Program program = session.create(source);
    EXPECT_EQ(errorName(build(program)), "CL_SUCCESS") << source << session.buildLog(program);
    EXPECT_NE(session.buildLog(program).find("warning: "), std::string::npos) << source;
    Program quiet = session.create(source);
    EXPECT_EQ(errorName(build(quiet, "-w")), "CL_SUCCESS") << source << session.buildLog(quiet);
    EXPECT_EQ(session.buildLog(quiet).find("warning: "), std::string::npos) << source;
    Program strict = session.create(source);
    EXPECT_EQ(errorName(build(strict, "-Werror")), "CL_BUILD_PROGRAM_FAILURE") << source;
    EXPECT_NE(session.buildLog(strict).find("error: "), std::string::npos) << source;
  }
}

TEST_F(Language, DiagnosticsAreChosenByName) {
  const char *const source =
      "kernel void test(global float *x) { int unused; global int *q = x; q[3] = 3; }";
  struct Case {
    const char *options;
    bool builds;
    const char *inLog; ///< null: the log is empty
  };
  for (const auto &[options, builds, inLog] : {
           Case{"-Wall", true, "-Wunused-variable"},
           {"-Wall -Wno-unused-variable -Wno-incompatible-pointer-types", true, nullptr},
           {"-Wall -Werror", false, "-Werror,-Wunused-variable"},
           {"-Werror -Wno-error=incompatible-pointer-types", true,
            "warning: incompatible pointer types"},
           {"-Werror=incompatible-pointer-types", false, "error: incompatible pointer types"},
           {"-Werror -Wno-error", true, "warning: incompatible pointer types"},
           {"-Werror -w", true, nullptr},
           {"-Wno-such-thing", true, "-Wno-such-thing"},
       }) {
    Program program = session.create(source);
    EXPECT_EQ(build(program, options) == CL_SUCCESS, builds) << options;
    const std::string log = session.buildLog(program);
    if (inLog)
      EXPECT_NE(log.find(inLog), std::string::npos) << options << '\n' << log;
    else
      EXPECT_TRUE(log.find_first_not_of('\0') == std::string::npos) << options << '\n' << log;
  }
}

} // namespace
} // namespace weft::test

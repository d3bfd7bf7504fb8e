// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.9: kernels, their arguments and what can be asked of them.
#include "tests/api/fixture.h"

namespace weft::test {
namespace {

const char *const source = R"(
  typedef struct { int a; double b; } Record;
  kernel void everything(global const int *g, constant float4 *c, local double *l, int i,
                         uchar16 v, Record r, global volatile uint *restrict q) {
    q[0] = g[0] + (int)c[0].x + (int)l[0] + i + v.s0 + r.a;
  }
  kernel __attribute__((reqd_work_group_size(8, 2, 1))) void sized(global int *x) { *x = 1; }
  kernel __attribute__((work_group_size_hint(16, 1, 1))) __attribute__((vec_type_hint(float4)))
  void hinted(global int *x) { *x = 2; }
  kernel void empty() {}
)";

class KernelApi : public Api {
protected:
  Program program = session.build(source, "-cl-kernel-arg-info");
  Kernel everything = session.kernel(program, "everything");
  cl_kernel wrongKernel = wrong<cl_kernel>();
  Memory buffer = session.buffer(256);
};

TEST_F(KernelApi, CreationErrors) {
  auto create = [&](cl_program of, const char *name) {
    return errorOf([&](cl_int *error) {
      cl_kernel made = clCreateKernel(of, name, error);
      if (made) {
        EXPECT_EQ(clReleaseKernel(made), CL_SUCCESS);
      }
      return made;
    });
  };
  Program unbuilt = session.create(source);
  expectErrors({
      {"good", CL_SUCCESS, [&] { return create(program, "empty"); }},
      {"program", CL_INVALID_PROGRAM, [&] { return create(wrong<cl_program>(), "empty"); }},
      {"null program", CL_INVALID_PROGRAM, [&] { return create(nullptr, "empty"); }},
      {"not built", CL_INVALID_PROGRAM_EXECUTABLE, [&] { return create(unbuilt, "empty"); }},
      {"no such kernel", CL_INVALID_KERNEL_NAME, [&] { return create(program, "nothing"); }},
      {"an empty name", CL_INVALID_KERNEL_NAME, [&] { return create(program, ""); }},
      {"no name", CL_INVALID_VALUE, [&] { return create(program, nullptr); }},
  });
}

TEST_F(KernelApi, AllInOneCall) {
  cl_uint count = 0;
  std::array<cl_kernel, 8> kernels{};
  Program unbuilt = session.create(source);
  expectErrors({
      {"program", CL_INVALID_PROGRAM,
       [&] { return clCreateKernelsInProgram(wrong<cl_program>(), 0, nullptr, &count); }},
      {"not built", CL_INVALID_PROGRAM_EXECUTABLE,
       [&] { return clCreateKernelsInProgram(unbuilt, 0, nullptr, &count); }},
      {"too little room", CL_INVALID_VALUE,
       [&] { return clCreateKernelsInProgram(program, 3, kernels.data(), &count); }},
      {"the count alone", CL_SUCCESS,
       [&] { return clCreateKernelsInProgram(program, 0, nullptr, &count); }},
      {"good", CL_SUCCESS,
       [&] { return clCreateKernelsInProgram(program, 8, kernels.data(), nullptr); }},
  });
  EXPECT_EQ(count, 4u);
  for (cl_uint i = 0; i < count; ++i)
    EXPECT_EQ(clReleaseKernel(kernels[i]), CL_SUCCESS);
}

TEST_F(KernelApi, ArgumentErrors) {
  struct {
    cl_int a;
    cl_double b;
  } record{};
  cl_uchar16 vector{};
  cl_int i = 0;
  cl_mem wrongMemory = wrong<cl_mem>();
  auto set = [&](cl_uint index, size_t size, const void *data) {
    return clSetKernelArg(everything, index, size, data);
  };
  expectErrors({
      {"kernel", CL_INVALID_KERNEL, [&] { return clSetKernelArg(wrongKernel, 0, 4, &i); }},
      {"null kernel", CL_INVALID_KERNEL, [&] { return clSetKernelArg(nullptr, 0, 4, &i); }},
      {"index", CL_INVALID_ARG_INDEX, [&] { return set(7, 4, &i); }},
      {"far index", CL_INVALID_ARG_INDEX, [&] { return set(~0u, 4, &i); }},
      {"a value without data", CL_INVALID_ARG_VALUE, [&] { return set(3, 4, nullptr); }},
      {"a local block with data", CL_INVALID_ARG_VALUE, [&] { return set(2, 8, &i); }},
      {"another type as buffer", CL_INVALID_MEM_OBJECT,
       [&] { return set(0, sizeof(cl_mem), &wrongMemory); }},
      {"another type as constant", CL_INVALID_MEM_OBJECT,
       [&] { return set(1, sizeof(cl_mem), &wrongMemory); }},
      {"a short value", CL_INVALID_ARG_SIZE, [&] { return set(3, 2, &i); }},
      {"a long value", CL_INVALID_ARG_SIZE, [&] { return set(3, 8, &record); }},
      {"a short vector", CL_INVALID_ARG_SIZE, [&] { return set(4, 8, &vector); }},
      {"a short structure", CL_INVALID_ARG_SIZE, [&] { return set(5, 12, &record); }},
      {"a buffer of another size", CL_INVALID_ARG_SIZE,
       [&] { return set(0, 4, buffer.address()); }},
      {"an empty local block", CL_SUCCESS, [&] { return set(2, 0, nullptr); }},
      {"an empty local block with data", CL_INVALID_ARG_VALUE, [&] { return set(2, 0, &i); }},
      {"buffer", CL_SUCCESS, [&] { return set(0, sizeof(cl_mem), buffer.address()); }},
      {"null buffer", CL_SUCCESS, [&] { return set(0, sizeof(cl_mem), nullptr); }},
      {"constant", CL_SUCCESS, [&] { return set(1, sizeof(cl_mem), buffer.address()); }},
      {"local", CL_SUCCESS, [&] { return set(2, 64, nullptr); }},
      {"value", CL_SUCCESS, [&] { return set(3, 4, &i); }},
      {"vector", CL_SUCCESS, [&] { return set(4, 16, &vector); }},
      {"structure", CL_SUCCESS, [&] { return set(5, 16, &record); }},
  });
  size_t limit = static_cast<size_t>(deviceInfo<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE));
  cl_int error = set(2, limit * 2, nullptr);
  EXPECT_TRUE(error == CL_SUCCESS || error == CL_MAX_SIZE_RESTRICTION_EXCEEDED) << errorName(error);
}

TEST_F(KernelApi, Queries) {
  auto get = [&](cl_kernel_info name) {
    return [&, name](auto... rest) { return clGetKernelInfo(everything, name, rest...); };
  };
  EXPECT_EQ(infoString(get(CL_KERNEL_FUNCTION_NAME)), "everything");
  EXPECT_EQ(queried<cl_uint>(get(CL_KERNEL_NUM_ARGS)), 7u);
  EXPECT_EQ(queried<cl_uint>(get(CL_KERNEL_REFERENCE_COUNT)), 1u);
  EXPECT_EQ(queried<cl_context>(get(CL_KERNEL_CONTEXT)), context);
  EXPECT_EQ(queried<cl_program>(get(CL_KERNEL_PROGRAM)), static_cast<cl_program>(program));
  EXPECT_EQ(infoString(get(CL_KERNEL_ATTRIBUTES)), "");
  EXPECT_EQ(clRetainKernel(everything), CL_SUCCESS);
  EXPECT_EQ(queried<cl_uint>(get(CL_KERNEL_REFERENCE_COUNT)), 2u);
  EXPECT_EQ(clReleaseKernel(everything), CL_SUCCESS);
  expectQueryErrors(
      "clGetKernelInfo", [&](auto... rest) { return clGetKernelInfo(everything, rest...); },
      CL_KERNEL_NUM_ARGS, sizeof(cl_uint));
  auto attributes = [&](const char *name) {
    Kernel kernel = session.kernel(program, name);
    return infoString(
        [&](auto... rest) { return clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, rest...); });
  };
  EXPECT_NE(attributes("sized").find("reqd_work_group_size(8,2,1)"), std::string::npos)
      << attributes("sized");
  EXPECT_NE(attributes("hinted").find("work_group_size_hint(16,1,1)"), std::string::npos)
      << attributes("hinted");
  EXPECT_NE(attributes("hinted").find("vec_type_hint(float4)"), std::string::npos)
      << attributes("hinted");
}

TEST_F(KernelApi, ArgumentQueries) {
  struct Expected {
    const char *name, *type;
    cl_kernel_arg_address_qualifier address;
    cl_kernel_arg_type_qualifier qualifiers;
  };
  const Expected arguments[] = {
      {"g", "int*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_CONST},
      {"c", "float4*", CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_TYPE_CONST},
      {"l", "double*", CL_KERNEL_ARG_ADDRESS_LOCAL, CL_KERNEL_ARG_TYPE_NONE},
      {"i", "int", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
      {"v", "uchar16", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
      {"r", "Record", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
      {"q", "uint*", CL_KERNEL_ARG_ADDRESS_GLOBAL,
       CL_KERNEL_ARG_TYPE_VOLATILE | CL_KERNEL_ARG_TYPE_RESTRICT},
  };
  for (cl_uint i = 0; i < std::size(arguments); ++i) {
    auto get = [&](cl_kernel_arg_info name) {
      return [&, name](auto... rest) { return clGetKernelArgInfo(everything, i, name, rest...); };
    };
    EXPECT_EQ(infoString(get(CL_KERNEL_ARG_NAME)), arguments[i].name);
    EXPECT_EQ(infoString(get(CL_KERNEL_ARG_TYPE_NAME)), arguments[i].type);
    EXPECT_EQ(queried<cl_kernel_arg_address_qualifier>(get(CL_KERNEL_ARG_ADDRESS_QUALIFIER)),
              arguments[i].address)
        << i;
    EXPECT_EQ(queried<cl_kernel_arg_access_qualifier>(get(CL_KERNEL_ARG_ACCESS_QUALIFIER)),
              cl_kernel_arg_access_qualifier{CL_KERNEL_ARG_ACCESS_NONE});
    EXPECT_EQ(queried<cl_kernel_arg_type_qualifier>(get(CL_KERNEL_ARG_TYPE_QUALIFIER)),
              arguments[i].qualifiers)
        << i;
  }
  expectQueryErrors(
      "clGetKernelArgInfo",
      [&](auto... rest) { return clGetKernelArgInfo(everything, 0, rest...); },
      CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(cl_kernel_arg_address_qualifier));
  EXPECT_EQ(clGetKernelArgInfo(everything, 7, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr),
            CL_INVALID_ARG_INDEX);
  EXPECT_EQ(clGetKernelArgInfo(wrongKernel, 0, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr),
            CL_INVALID_KERNEL);
}

TEST_F(KernelApi, WorkGroupQueries) {
  auto get = [&](cl_kernel kernel, cl_kernel_work_group_info name) {
    return [=](auto... rest) { return clGetKernelWorkGroupInfo(kernel, device(), name, rest...); };
  };
  using Sizes = std::array<size_t, 3>;
  Kernel sized = session.kernel(program, "sized");
  EXPECT_GE(queried<size_t>(get(everything, CL_KERNEL_WORK_GROUP_SIZE)), 1u);
  EXPECT_EQ(queried<Sizes>(get(everything, CL_KERNEL_COMPILE_WORK_GROUP_SIZE)), (Sizes{0, 0, 0}));
  EXPECT_EQ(queried<Sizes>(get(sized, CL_KERNEL_COMPILE_WORK_GROUP_SIZE)), (Sizes{8, 2, 1}));
  // Work-items that run together: more would be too many for programs that give each of them a part
  // of a task.
  size_t together = 0;
  const size_t items = 4096;
  ASSERT_EQ(clGetKernelSubGroupInfo(everything, device(), CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                    sizeof(items), &items, sizeof(together), &together, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(queried<size_t>(get(everything, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE)),
            together);
  queried<cl_ulong>(get(everything, CL_KERNEL_PRIVATE_MEM_SIZE));
  cl_ulong before = queried<cl_ulong>(get(everything, CL_KERNEL_LOCAL_MEM_SIZE));
  ASSERT_EQ(clSetKernelArg(everything, 2, 1024, nullptr), CL_SUCCESS);
  EXPECT_GE(queried<cl_ulong>(get(everything, CL_KERNEL_LOCAL_MEM_SIZE)), before + 1024)
      << "local arguments count";
  expectQueryErrors(
      "clGetKernelWorkGroupInfo",
      [&](auto... rest) { return clGetKernelWorkGroupInfo(everything, device(), rest...); },
      CL_KERNEL_WORK_GROUP_SIZE, sizeof(size_t));
  size_t size;
  expectErrors({
      {"kernel", CL_INVALID_KERNEL,
       [&] {
         return clGetKernelWorkGroupInfo(wrongKernel, device(), CL_KERNEL_WORK_GROUP_SIZE,
                                         sizeof size, &size, nullptr);
       }},
      {"device", CL_INVALID_DEVICE,
       [&] {
         return clGetKernelWorkGroupInfo(everything, wrong<cl_device_id>(),
                                         CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, nullptr);
       }},
      {"the only device may be left out", CL_SUCCESS,
       [&] {
         return clGetKernelWorkGroupInfo(everything, nullptr, CL_KERNEL_WORK_GROUP_SIZE,
                                         sizeof size, &size, nullptr);
       }},
      {"global size of an ordinary kernel", CL_INVALID_VALUE,
       [&] {
         Sizes sizes;
         return clGetKernelWorkGroupInfo(everything, device(), CL_KERNEL_GLOBAL_WORK_SIZE,
                                         sizeof sizes, &sizes, nullptr);
       }},
  });
}

TEST_F(KernelApi, Clones) {
  Program adder = session.build("kernel void add(global int *x, int by) { *x += by; }");
  Kernel original = session.kernel(adder, "add");
  std::vector<int> zero = {0};
  Memory sum = session.buffer(4, zero.data());
  cl_int by = 5;
  ASSERT_EQ(clSetKernelArg(original, 0, sizeof(cl_mem), sum.address()), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(original, 1, 4, &by), CL_SUCCESS);
  cl_int error;
  Kernel clone = clCloneKernel(original, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  by = 1000;
  ASSERT_EQ(clSetKernelArg(clone, 1, 4, &by), CL_SUCCESS);
  size_t one = 1;
  for (cl_kernel kernel : {static_cast<cl_kernel>(original), static_cast<cl_kernel>(clone)})
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
  int result = 0;
  ASSERT_EQ(clEnqueueReadBuffer(queue, sum, CL_TRUE, 0, 4, &result, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(result, 1005);
  EXPECT_EQ(errorOf([&](cl_int *e) { return clCloneKernel(wrongKernel, e); }), CL_INVALID_KERNEL);
  EXPECT_EQ(errorOf([&](cl_int *e) { return clCloneKernel(nullptr, e); }), CL_INVALID_KERNEL);
}

TEST_F(KernelApi, WrongHandles) {
  expectErrors({
      {"retain", CL_INVALID_KERNEL, [&] { return clRetainKernel(wrongKernel); }},
      {"release", CL_INVALID_KERNEL, [&] { return clReleaseKernel(wrongKernel); }},
      {"release null", CL_INVALID_KERNEL, [&] { return clReleaseKernel(nullptr); }},
      {"query", CL_INVALID_KERNEL,
       [&] { return clGetKernelInfo(wrongKernel, CL_KERNEL_NUM_ARGS, 0, nullptr, nullptr); }},
  });
}

TEST_F(KernelApi, AReleasedOneIsKnown) {
  cl_int error;
  cl_kernel gone = clCreateKernel(program, "empty", &error);
  ASSERT_EQ(clReleaseKernel(gone), CL_SUCCESS);
  EXPECT_EQ(clRetainKernel(gone), CL_INVALID_KERNEL);
}

// OpenCL 3.1; it was an error before.
TEST_F(KernelApi, ALocalArgumentMayBeEmpty) {
  Program own =
      session.build("kernel void test(local int *p, global int *out, int n, local int *q) {"
                    "  q[get_local_id(0)] = 3; if (n) p[get_local_id(0)] = 1;"
                    "  out[get_global_id(0)] = q[get_local_id(0)]; }");
  Kernel test = session.kernel(own, "test");
  const auto localBytes = [&] {
    cl_ulong bytes = 0;
    EXPECT_EQ(clGetKernelWorkGroupInfo(test, device(), CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes,
                                       &bytes, nullptr),
              CL_SUCCESS);
    return bytes;
  };
  ASSERT_EQ(clSetKernelArg(test, 0, 64, nullptr), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(test, 3, 64, nullptr), CL_SUCCESS);
  EXPECT_EQ(localBytes(), 128u);
  ASSERT_EQ(clSetKernelArg(test, 0, 0, nullptr), CL_SUCCESS);
  EXPECT_EQ(localBytes(), 64u);
  std::vector<cl_int> out(32);
  session.run(own, "test", {{32}, {16}}, local(0), inOut(out), 0, local(64));
  EXPECT_EQ(out, std::vector<cl_int>(32, 3));
}

} // namespace
} // namespace weft::test

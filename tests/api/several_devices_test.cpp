// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs, kernels and buffers in a context of several devices: the parts of a partitioned one.
#include "tests/api/fixture.h"

#include <atomic>
#include <thread>

namespace weft::test {
namespace {

using SubDevice = Handle<cl_device_id, clReleaseDevice>;

class SeveralDevices : public testing::Test {
protected:
  void SetUp() override {
    if (deviceInfo<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS) < 2)
      GTEST_SKIP() << "needs two compute units";
    const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_device_id handles[256];
    cl_uint count = 0;
    ASSERT_EQ(clCreateSubDevices(device(), equally, 256, handles, &count), CL_SUCCESS);
    for (cl_uint index = 0; index < count; ++index)
      parts.emplace_back(handles[index]);
    all = {parts[0], parts[1], device()};
    cl_int error = CL_SUCCESS;
    context = clCreateContext(nullptr, 3, all.data(), nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    for (cl_device_id id : all)
      queues.push_back(clCreateCommandQueueWithProperties(context, id, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
  }

  Program create(const char *source) const {
    cl_int error = CL_SUCCESS;
    Program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return program;
  }
  template <class T> T buildInfo(cl_program program, size_t index, cl_program_build_info name) {
    return queried<T>(
        [&](auto... rest) { return clGetProgramBuildInfo(program, all[index], name, rest...); });
  }
  std::string options(cl_program program, size_t index) const {
    return infoString([&](auto... rest) {
      return clGetProgramBuildInfo(program, all[index], CL_PROGRAM_BUILD_OPTIONS, rest...);
    });
  }
  Memory buffer(int value) const {
    cl_int error = CL_SUCCESS;
    Memory memory = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof(value), &value, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return memory;
  }
  Kernel kernel(cl_program program, cl_mem argument) const {
    cl_int error = CL_SUCCESS;
    Kernel made = clCreateKernel(program, "test", &error);
    EXPECT_EQ(error, CL_SUCCESS) << errorName(error);
    if (made && argument) {
      EXPECT_EQ(clSetKernelArg(made, 0, sizeof(argument), &argument), CL_SUCCESS);
    }
    return made;
  }
  cl_int run(size_t index, cl_kernel kernel) const {
    const size_t one = 1;
    if (cl_int error = clEnqueueNDRangeKernel(queues[index], kernel, 1, nullptr, &one, nullptr, 0,
                                              nullptr, nullptr))
      return error;
    return clFinish(queues[index]);
  }
  int read(cl_mem memory) const {
    int value = -1;
    EXPECT_EQ(clEnqueueReadBuffer(queues[0], memory, CL_TRUE, 0, sizeof(value), &value, 0, nullptr,
                                  nullptr),
              CL_SUCCESS);
    return value;
  }

  std::vector<SubDevice> parts;
  std::vector<cl_device_id> all; ///< two parts and the whole
  Context context;
  std::vector<Queue> queues;
};

TEST_F(SeveralDevices, OneBuildServesAll) {
  Program program = create("kernel void test(global int *x) { *x += 1; }");
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-DA", nullptr, nullptr), CL_SUCCESS);
  Memory data = buffer(0);
  Kernel test = kernel(program, data);
  for (size_t index = 0; index < all.size(); ++index) {
    EXPECT_EQ(buildInfo<cl_build_status>(program, index, CL_PROGRAM_BUILD_STATUS),
              CL_BUILD_SUCCESS);
    EXPECT_EQ(options(program, index), "-DA");
    EXPECT_EQ(run(index, test), CL_SUCCESS);
  }
  EXPECT_EQ(read(data), 3);
}

TEST_F(SeveralDevices, EachHasItsOwnStatusAndOptions) {
  Program program = create("kernel void test(global int *x) { *x = VALUE; }");
  ASSERT_EQ(clBuildProgram(program, 1, &all[0], "-DVALUE=7", nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program, 1, &all[1], "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(buildInfo<cl_build_status>(program, 0, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  EXPECT_EQ(buildInfo<cl_build_status>(program, 1, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
  EXPECT_EQ(buildInfo<cl_build_status>(program, 2, CL_PROGRAM_BUILD_STATUS), CL_BUILD_NONE);
  EXPECT_EQ(options(program, 0), "-DVALUE=7");
  EXPECT_EQ(options(program, 2), "");
  Memory data = buffer(0);
  Kernel test = kernel(program, data);
  EXPECT_EQ(run(0, test), CL_SUCCESS);
  EXPECT_EQ(read(data), 7);
  EXPECT_EQ(run(1, test), CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(run(2, test), CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(SeveralDevices, PartsRunWhatWasBuiltForTheWhole) {
  Program program = create("kernel void test(global int *x) { *x += 5; }");
  ASSERT_EQ(clBuildProgram(program, 1, &all[2], "", nullptr, nullptr), CL_SUCCESS);
  Memory data = buffer(0);
  Kernel test = kernel(program, data);
  EXPECT_EQ(run(0, test), CL_SUCCESS);
  EXPECT_EQ(run(1, test), CL_SUCCESS);
  EXPECT_EQ(read(data), 10);
}

TEST_F(SeveralDevices, ProgramVariablesAreNotShared) {
  Program program = create("global int count = 0;"
                           "kernel void test(global int *x) { *x = ++count; }");
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
  Memory data = buffer(0);
  Kernel test = kernel(program, data);
  EXPECT_EQ(run(0, test), CL_SUCCESS);
  EXPECT_EQ(run(0, test), CL_SUCCESS);
  EXPECT_EQ(read(data), 2);
  EXPECT_EQ(run(1, test), CL_SUCCESS);
  EXPECT_EQ(read(data), 1);
  EXPECT_EQ(run(0, test), CL_SUCCESS);
  EXPECT_EQ(read(data), 3);
}

TEST_F(SeveralDevices, DifferentDefinitionsAreNoKernel) {
  Program program = create("kernel void test(global int *x, TYPE y) { *x = y; }");
  ASSERT_EQ(clBuildProgram(program, 1, &all[0], "-DTYPE=int", nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program, 1, &all[1], "-DTYPE=long", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(errorOf([&](cl_int *error) { return clCreateKernel(program, "test", error); }),
            CL_INVALID_KERNEL_DEFINITION);
}

TEST_F(SeveralDevices, LinkingNeedsAllPartsOfADevice) {
  Program main = create("int twice(int); kernel void test(global int *x) { *x = twice(21); }");
  Program helper = create("int twice(int x) { return 2 * x; }");
  ASSERT_EQ(clCompileProgram(main, 2, all.data(), "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clCompileProgram(helper, 1, &all[0], "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  const cl_program inputs[] = {main, helper};
  const auto link = [&](cl_uint count, const cl_device_id *list, cl_int &error) -> Program {
    return clLinkProgram(context, count, list, "", 2, inputs, nullptr, nullptr, &error);
  };
  cl_int error = CL_SUCCESS;
  link(0, nullptr, error);
  EXPECT_EQ(error, CL_INVALID_OPERATION) << "the second part lacks one";
  const cl_device_id firstAndWhole[] = {all[0], all[2]};
  Program program = link(2, firstAndWhole, error);
  ASSERT_EQ(error, CL_SUCCESS) << "the whole has none, so nothing is linked for it";
  EXPECT_EQ(buildInfo<cl_build_status>(program, 0, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  EXPECT_EQ(buildInfo<cl_build_status>(program, 2, CL_PROGRAM_BUILD_STATUS), CL_BUILD_NONE);
  Memory data = buffer(0);
  Kernel test = kernel(program, data);
  EXPECT_EQ(run(0, test), CL_SUCCESS);
  EXPECT_EQ(read(data), 42);
}

TEST_F(SeveralDevices, BinariesForEach) {
  Program program = create("kernel void test(global int *x) { *x += 3; }");
  ASSERT_EQ(clBuildProgram(program, 2, all.data(), "", nullptr, nullptr), CL_SUCCESS);
  size_t sizes[3] = {};
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(sizes), sizes, nullptr),
            CL_SUCCESS);
  EXPECT_GT(sizes[0], 0u);
  EXPECT_EQ(sizes[0], sizes[1]);
  EXPECT_EQ(sizes[2], 0u);
  std::vector<unsigned char> first(sizes[0]), second(sizes[1]);
  unsigned char *places[] = {first.data(), second.data(), nullptr};
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(places), places, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(first, second);
  second[second.size() / 3] ^= 0x10;
  cl_int error = CL_SUCCESS, status[2] = {1, 1};
  const unsigned char *binaries[] = {first.data(), second.data()};
  EXPECT_EQ(clCreateProgramWithBinary(context, 2, all.data(), sizes, binaries, status, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_BINARY);
  EXPECT_EQ(status[0], CL_SUCCESS);
  EXPECT_EQ(status[1], CL_INVALID_BINARY);
  binaries[1] = first.data();
  Program loaded =
      clCreateProgramWithBinary(context, 2, all.data(), sizes, binaries, status, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(loaded, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  Memory data = buffer(0);
  Kernel test = kernel(loaded, data);
  EXPECT_EQ(run(0, test), CL_SUCCESS);
  EXPECT_EQ(run(1, test), CL_SUCCESS);
  EXPECT_EQ(run(2, test), CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(read(data), 6);
}

TEST_F(SeveralDevices, BuildsInTheBackgroundWhileTheHostReleasesThem) {
  static std::atomic<int> calls;
  calls = 0;
  constexpr int count = 24;
  for (int index = 0; index < count; ++index) {
    const std::string value = "-DVALUE=" + std::to_string(index % 6);
    Program program = create("kernel void test(global int *x) { *x = VALUE; }");
    ASSERT_EQ(clBuildProgram(
                  program, 0, nullptr, value.c_str(), [](cl_program, void *) { ++calls; }, nullptr),
              CL_SUCCESS);
    const cl_int again = clBuildProgram(program, 0, nullptr, value.c_str(), nullptr, nullptr);
    EXPECT_TRUE(again == CL_INVALID_OPERATION || again == CL_SUCCESS) << errorName(again);
  }
  for (int waited = 0; calls < count && waited < 3000; ++waited)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(calls, count);
}

} // namespace
} // namespace weft::test

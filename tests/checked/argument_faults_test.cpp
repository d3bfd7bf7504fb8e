// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The objects in arguments of checked kernels: sub-buffers, shared virtual memory, null, and
// pointers that kernels load; and what becomes of accesses outside.
#include "tests/checked/reports.h"
#include "tests/support/opencl.h"

#include <numeric>

namespace weft::test {
namespace {

constexpr char options[] = "-cl-std=CL3.0 -cl-weft-check=bounds";

class ArgumentFaults : public testing::Test {
protected:
  std::vector<std::string> run(cl_kernel kernel, size_t count = 4, const size_t *offset = nullptr) {
    return reportsOf([&] {
      EXPECT_EQ(clEnqueueNDRangeKernel(session.queue, kernel, 1, offset, &count, &count, 0, nullptr,
                                       nullptr),
                CL_SUCCESS);
      EXPECT_EQ(clFinish(session.queue), CL_SUCCESS);
    });
  }
  Kernel kernelOf(const std::string &body) {
    program = session.build("#line 1 \"k.cl\"\nkernel void k(global int *p) {\n  int i = "
                            "get_global_id(0);\n" +
                                body + "}\n",
                            options);
    return session.kernel(program, "k");
  }

  Session session;
  Program program;
};

TEST_F(ArgumentFaults, SubBufferEndsBeforeItsParent) {
  const Memory whole = session.buffer(1024);
  const cl_buffer_region region{512, 16};
  cl_int error = 0;
  const Memory part =
      clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Kernel kernel = kernelOf("p[i + 1] = 7;\n");
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), part.address()), CL_SUCCESS);
  EXPECT_EQ(run(kernel), reportsBy({3}, 4,
                                   "bounds: 3:10: write of 4 bytes, directly behind the end of "
                                   "argument 0 'p' (sub-buffer of 16 bytes from byte 512 on, "
                                   "CL_MEM_READ_WRITE)"));
  std::vector<int> contents(256);
  ASSERT_EQ(clEnqueueReadBuffer(session.queue, whole, CL_TRUE, 0, 1024, contents.data(), 0, nullptr,
                                nullptr),
            CL_SUCCESS);
  // What lies outside is not written.
  EXPECT_EQ(std::vector<int>(contents.begin() + 128, contents.begin() + 133),
            (std::vector<int>{0, 7, 7, 7, 0}));
}

// The program goes on as if they were allowed.
TEST_F(ArgumentFaults, BuffersAreUsedAsTheirFlagsSay) {
  struct Row {
    cl_mem_flags flags;
    const char *body, *report; // null: none
    int last;                  ///< of the numbers, afterwards
  };
  const Row rows[] = {
      {CL_MEM_READ_ONLY, "p[i] = i + 1;\n",
       "bounds: 3:6: write of 4 bytes, which the flags of argument 0 'p' (buffer of 16 bytes, "
       "CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR) forbid",
       4},
      {CL_MEM_READ_ONLY, "atomic_inc(p + i);\n",
       "bounds: 3:1: atomic operation of 4 bytes, which the flags of argument 0 'p' (buffer of 16 "
       "bytes, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR) forbid",
       8},
      {CL_MEM_WRITE_ONLY, "p[i] += 2;\n",
       "bounds: 3:6: read of 4 bytes, which the flags of argument 0 'p' (buffer of 16 bytes, "
       "CL_MEM_WRITE_ONLY | CL_MEM_COPY_HOST_PTR) forbid",
       9},
      {CL_MEM_READ_WRITE, "p[i] += 2;\n", nullptr, 9},
      {CL_MEM_WRITE_ONLY, "p[i] = 3;\n", nullptr, 3},
      {CL_MEM_READ_ONLY, "if (p[i] == 8) p[i] = 9;\n", nullptr, 7},
      // Clang reads a vector to write a component.
      {CL_MEM_WRITE_ONLY, "if (i == 0) ((global int4 *)p)->w = 3;\n", nullptr, 3},
      {CL_MEM_WRITE_ONLY, "if (i == 0) ((global int4 *)p)->zw = (int2)(2, 3);\n", nullptr, 3},
  };
  for (const Row &row : rows) {
    SCOPED_TRACE(std::to_string(row.flags) + " " + row.body);
    int numbers[4] = {7, 7, 7, 7};
    cl_int error = 0;
    const Memory buffer = clCreateBuffer(session.context, row.flags | CL_MEM_COPY_HOST_PTR,
                                         sizeof numbers, numbers, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    Kernel kernel = kernelOf(row.body);
    ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
    EXPECT_EQ(run(kernel),
              row.report ? reportsBy({0, 1, 2, 3}, 4, row.report) : std::vector<std::string>());
    ASSERT_EQ(clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, sizeof numbers, numbers, 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(numbers[3], row.last);
  }
}

TEST_F(ArgumentFaults, SharedMemoryIsTheWholeAllocation) {
  auto *memory = static_cast<int *>(clSVMAlloc(session.context, CL_MEM_READ_WRITE, 64, 0));
  ASSERT_NE(memory, nullptr);
  std::fill_n(memory, 16, 5);
  Kernel kernel = kernelOf("p[i * 4] = p[i * 4 - 9];\n");
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, memory + 8), CL_SUCCESS);
  std::vector<std::string> expected = reportsBy(
      {0}, 4,
      "bounds: 3:12: read of 4 bytes, 4 bytes before the begin of argument 0 'p' (an allocation "
      "of 64 bytes)");
  for (const std::vector<std::string> &lines :
       {reportsBy({2}, 4,
                  "bounds: 3:10: write of 4 bytes, directly behind the end of argument 0 'p' (an "
                  "allocation of 64 bytes)"),
        reportsBy({3}, 4,
                  "bounds: 3:10: write of 4 bytes, 16 bytes behind the end of argument 0 'p' (an "
                  "allocation of 64 bytes)")})
    expected.insert(expected.end(), lines.begin(), lines.end());
  std::ranges::sort(expected);
  EXPECT_EQ(run(kernel), expected);
  EXPECT_EQ(memory[8], 0) << "a read outside gives 0";
  EXPECT_EQ(memory[12], 5);
  clSVMFree(session.context, memory);
}

TEST_F(ArgumentFaults, NullHasNoBytes) {
  Kernel kernel = kernelOf("if (i == 2) p[i] = 1;\n");
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), nullptr), CL_SUCCESS);
  EXPECT_EQ(run(kernel), reportsBy({2}, 4,
                                   "bounds: 3:18: write of 4 bytes, 8 bytes behind the end of "
                                   "argument 0 'p' (null)"));
}

TEST_F(ArgumentFaults, LoadedPointersAreLookedUp) {
  auto *memory = static_cast<int *>(clSVMAlloc(session.context, CL_MEM_READ_WRITE, 64, 0));
  ASSERT_NE(memory, nullptr);
  Kernel kernel = kernelOf("global int *q = *(global int *global *)p;\nq[i * 5 + 1] = i;\n");
  std::vector<int *> table{memory};
  const Memory buffer = session.buffer(8, table.data(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR);
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
  EXPECT_EQ(run(kernel),
            reportsBy({3}, 4,
                      "bounds: 4:14: write of 4 bytes, directly behind the end of an object of 64 "
                      "bytes"));
  clSVMFree(session.context, memory);
}

TEST_F(ArgumentFaults, OffsetsAndReshapedGroupsKeepTheHostsIds) {
  Program wide = session.build("#line 1 \"k.cl\"\nkernel void k(global int *p) {\n"
                               "p[get_global_id(1) * 8 + get_global_id(0)] = 1;\n}\n",
                               options);
  Kernel kernel = session.kernel(wide, "k");
  const Memory buffer = session.buffer(4 * 63);
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
  const size_t offset[] = {2, 1}, global[] = {6, 7}, local[] = {3, 7};
  const auto reports = reportsOf([&] {
    EXPECT_EQ(clEnqueueNDRangeKernel(session.queue, kernel, 2, offset, global, local, 0, nullptr,
                                     nullptr),
              CL_SUCCESS);
    clFinish(session.queue);
  });
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_NE(reports[0].find("; work-item (7, 7, 0), (2, 6, 0) of group (1, 0, 0)"),
            std::string::npos)
      << reports[0];
}

} // namespace
} // namespace weft::test

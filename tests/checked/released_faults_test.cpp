// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that access memory which the host has released, through an argument or a pointer that
// they load, and the same while the memory is there.
#include "tests/checked/faults/forms.h"
#include "tests/checked/faults/spirv_form.h"

#include <CL/cl_ext.h>

namespace weft::test {
namespace {

/// The library keeps what was released. Before it reads its settings.
const bool keepsReleased = ::setenv("WEFT_CHECK", "bounds", 1) == 0;

struct Fault {
  const char *name;
  const char *body;   ///< of the kernel; its first line is line 3
  const char *report; ///< line and column, and message
  std::vector<size_t> items;

  friend std::ostream &operator<<(std::ostream &stream, const Fault &fault) {
    return stream << fault.name;
  }
};

// `p` points to the tenth of 64 numbers, and `table` has the address of the first.
const Fault faults[] = {
    {"read",
     "if (i == 7) out[i] = p[i];",
     "3:22: read of 4 bytes at byte 68 of argument 1 'p' (an allocation of 256 bytes that was "
     "released)",
     {7}},
    {"write_in_loop",
     "for (int j = 0; j < i - 61; ++j)\np[3] = j;",
     "4:6: write of 4 bytes at byte 52 of argument 1 'p' (an allocation of 256 bytes that was "
     "released)",
     {62, 63, 63}},
    {"atomic",
     "if (i % 32 == 3) atomic_inc(p - 10);",
     "3:18: atomic operation of 4 bytes at byte 0 of argument 1 'p' (an allocation of 256 bytes "
     "that was released)",
     {3, 35}},
    {"vector",
     "if (i == 9) vstore4((int4)i, 1, p);",
     "3:13: write of 16 bytes at byte 56 of argument 1 'p' (an allocation of 256 bytes that was "
     "released)",
     {9}},
    {"loaded_pointer",
     "global int *q = table[i & 3];\nif (i % 16 == 4) q[i] = 1;",
     "4:23: write of 4 bytes at byte $ of an allocation of 256 bytes that was released",
     {4, 20, 36, 52}},
    {"loaded_pointer_reads",
     "global int *q = table[0];\nout[i] = i == 11 ? q[12] : 0;",
     "4:20: read of 4 bytes at byte 48 of an allocation of 256 bytes that was released",
     {11}},
    {"one_of_two",
     "global int *q = i == 30 ? p : out;\nq[0 + (i == 30) * 2 + (i != 30) * i] = i;",
     "4:38: write of 4 bytes at byte 48 of an allocation of 256 bytes that was released",
     {30}},
};

class ReleasedFaults : public testing::TestWithParam<Fault> {
protected:
  Program build(const std::string &form) const {
    return session.build(sourceOf(), "-cl-std=CL3.0 -cl-weft-check=bounds " + form);
  }
  static std::string sourceOf() {
    return kernelOf("", "global int *out, global int *p, global int *global *table",
                    GetParam().body);
  }
  /// The reports while the memory is there, and once it has been released.
  std::pair<std::vector<std::string>, std::vector<std::string>> run(const Program &program) const {
    auto *memory = static_cast<int *>(clSVMAlloc(session.context, CL_MEM_READ_WRITE, 256, 0));
    const std::vector<int *> pointers(4, memory);
    cl_int status = CL_SUCCESS;
    const Kernel kernel(clCreateKernel(program, "k", &status));
    const Memory out(clCreateBuffer(session.context, CL_MEM_READ_WRITE, 256, nullptr, &status));
    const Memory table = session.buffer(4 * sizeof memory, const_cast<int **>(pointers.data()),
                                        CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR);
    const cl_mem buffers[] = {out, table};
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffers[0]));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 1, memory + 10));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 2, sizeof(cl_mem), &buffers[1]));
    const auto launch = [&] {
      EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &items,
                                                   &localSize, 0, nullptr, nullptr));
      EXPECT_EQ(CL_SUCCESS, clFinish(session.queue));
    };
    const std::vector<std::string> before = reportsOf(launch);
    clSVMFree(session.context, memory);
    // What comes next does not get its place.
    void *next = clSVMAlloc(session.context, CL_MEM_READ_WRITE, 256, 0);
    EXPECT_NE(next, memory);
    const std::vector<std::string> after = reportsOf(launch);
    clSVMFree(session.context, next);
    return {before, after};
  }
  static std::vector<std::string> expected() {
    std::vector<std::string> lines;
    for (const size_t item : GetParam().items) {
      std::string text = "bounds: " + std::string(GetParam().report);
      if (const std::size_t at = text.find('$'); at != std::string::npos)
        text.replace(at, 1, std::to_string(item * sizeof(int)));
      lines.push_back(reportsBy({item}, localSize, text)[0]);
    }
    std::ranges::sort(lines);
    return lines;
  }

  Session session;
};

TEST_P(ReleasedFaults, AreReportedInTheirForms) {
  for (const char *form : formsFor(GetParam().name)) {
    SCOPED_TRACE(form);
    const auto [before, after] = run(build(form));
    EXPECT_EQ(before, std::vector<std::string>());
    EXPECT_EQ(after, expected());
  }
}

TEST_P(ReleasedFaults, AreReportedInSpirv) {
  if (isFirstCode())
    GTEST_SKIP() << "the best code is tested";
  std::vector<std::string> lines = expected();
  for (std::string &line : lines)
    line = withoutLines(line);
  const auto [before, after] = run(buildSpirvOf(session, sourceOf(), "-cl-weft-check=bounds"));
  EXPECT_EQ(before, std::vector<std::string>());
  EXPECT_EQ(after, lines);
}

INSTANTIATE_TEST_SUITE_P(Each, ReleasedFaults, testing::ValuesIn(faults),
                         [](const auto &info) { return std::string(info.param.name); });

/// One work-item writes where its argument points.
class ReleasedMemory : public testing::Test {
protected:
  ReleasedMemory()
      : program(session.build("#line 1 \"k.cl\"\nkernel void k(global int *p) { p[3] = 1; }",
                              "-cl-weft-check=bounds")),
        kernel(session.kernel(program, "k")) {}
  void enqueue(cl_uint count = 0, const cl_event *waitList = nullptr) {
    const size_t one = 1;
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &one, nullptr,
                                                 count, waitList, nullptr));
  }
  /// What an action prints.
  template <class Action> std::string outputOf(Action action) {
    testing::internal::CaptureStderr();
    action();
    clFinish(session.queue);
    return testing::internal::GetCapturedStderr();
  }
  template <class Function> Function extension(const char *name) {
    cl_platform_id platform = nullptr;
    clGetPlatformIDs(1, &platform, nullptr);
    return reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(platform, name));
  }
  static std::string reportOf(std::size_t bytes) {
    return "k.cl:1:37: write of 4 bytes at byte 12 of argument 0 'p' (an allocation of " +
           std::to_string(bytes) + " bytes that was released)";
  }
  static void expectParts(const std::string &output, std::initializer_list<std::string> parts) {
    std::size_t from = 0;
    for (const std::string &part : parts) {
      from = output.find(part, from);
      EXPECT_NE(from, std::string::npos) << part << " in " << output;
    }
  }

  Session session;
  Program program;
  Kernel kernel;
};

TEST_F(ReleasedMemory, TheCallsOfTheHostAreNamed) {
  void *memory = clSVMAlloc(session.context, CL_MEM_READ_WRITE, 64, 0);
  clSetKernelArgSVMPointer(kernel, 0, memory);
  clSVMFree(session.context, memory);
  expectParts(outputOf([&] { enqueue(); }), {reportOf(64), "\n  created by clSVMAlloc\n    at ",
                                             "\n  released by clSVMFree\n    at "});
}

// Not before: the command comes first.
TEST_F(ReleasedMemory, ACommandReleasesInItsOrder) {
  void *memory = clSVMAlloc(session.context, CL_MEM_READ_WRITE, 64, 0);
  clSetKernelArgSVMPointer(kernel, 0, memory);
  EXPECT_EQ(outputOf([&] {
              enqueue();
              clEnqueueSVMFree(session.queue, 1, &memory, nullptr, nullptr, 0, nullptr, nullptr);
            }),
            "");
  expectParts(outputOf([&] { enqueue(); }),
              {reportOf(64), "\n  released by clEnqueueSVMFree\n    at "});
}

TEST_F(ReleasedMemory, AFreeBeforeThePendingLaunchIsFound) {
  void *memory = clSVMAlloc(session.context, CL_MEM_READ_WRITE, 64, 0);
  clSetKernelArgSVMPointer(kernel, 0, memory);
  const cl_event gate = clCreateUserEvent(session.context, nullptr);
  expectParts(outputOf([&] {
                enqueue(1, &gate);
                clSVMFree(session.context, memory);
                clSetUserEventStatus(gate, CL_COMPLETE);
              }),
              {reportOf(64)});
  clReleaseEvent(gate);
}

TEST_F(ReleasedMemory, OutsideIsToldToo) {
  auto *memory = static_cast<char *>(clSVMAlloc(session.context, CL_MEM_READ_WRITE, 64, 0));
  clSetKernelArgSVMPointer(kernel, 0, memory + 60);
  clSVMFree(session.context, memory);
  expectParts(outputOf([&] { enqueue(); }),
              {"k.cl:1:37: write of 4 bytes, 8 bytes behind the end of argument 0 'p' (an "
               "allocation of 64 bytes that was released); work-item"});
}

TEST_F(ReleasedMemory, UnifiedMemoryIsTheSame) {
  const auto allocate = extension<clHostMemAllocINTEL_fn>("clHostMemAllocINTEL");
  const auto free = extension<clMemBlockingFreeINTEL_fn>("clMemBlockingFreeINTEL");
  const auto set = extension<clSetKernelArgMemPointerINTEL_fn>("clSetKernelArgMemPointerINTEL");
  cl_int status = CL_SUCCESS;
  void *memory = allocate(session.context, nullptr, 1 << 20, 0, &status);
  ASSERT_EQ(status, CL_SUCCESS);
  ASSERT_EQ(set(kernel, 0, memory), CL_SUCCESS);
  EXPECT_EQ(outputOf([&] {
              enqueue();
              free(session.context, memory);
            }),
            "");
  expectParts(outputOf([&] { enqueue(); }), {reportOf(1 << 20), "created by clHostMemAllocINTEL",
                                             "released by clMemBlockingFreeINTEL"});
}

TEST_F(ReleasedMemory, ABuffersAddressIsGoneWithIt) {
  Program source = session.build("#line 1 \"k.cl\"\nkernel void take(global int *p, global ulong "
                                 "*at) { *at = (ulong)p; }\n"
                                 "kernel void use(global ulong *at) { *(global int *)*at = 1; }",
                                 "-cl-weft-check=bounds");
  const Kernel take = session.kernel(source, "take"), use = session.kernel(source, "use");
  const Memory at = session.buffer(8);
  Memory buffer = session.buffer(512);
  const size_t one = 1;
  const auto run = [&](const Kernel &which) {
    return outputOf([&] {
      clEnqueueNDRangeKernel(session.queue, which, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
    });
  };
  clSetKernelArg(take, 0, sizeof(cl_mem), buffer.address());
  clSetKernelArg(take, 1, sizeof(cl_mem), at.address());
  clSetKernelArg(use, 0, sizeof(cl_mem), at.address());
  EXPECT_EQ(run(take), "");
  EXPECT_EQ(run(use), "");
  buffer = Memory();
  expectParts(run(use), {"k.cl:2:", "write of 4 bytes at byte 0 of a buffer of 512 bytes that was "
                                    "released; work-item"});
}

} // namespace
} // namespace weft::test

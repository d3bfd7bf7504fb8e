// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that access what the host has mapped, and the same when it has not, or elsewhere.
#include "tests/checked/faults/forms.h"
#include "tests/checked/faults/spirv_form.h"

namespace weft::test {
namespace {

/// The library keeps what is mapped. Before it reads its settings.
const bool looksForRaces = ::setenv("WEFT_CHECK", "races", 1) == 0;

constexpr const char *ofBuffer =
    "argument 1 'p' (buffer of 256 bytes, CL_MEM_READ_WRITE), which the host has mapped for ";

struct Fault {
  const char *name;
  const char *wrong, *right; ///< the body of the kernel; its first line is line 3
  cl_map_flags flags;        ///< of the last 32 numbers of `p`
  std::string report;        ///< line and column, and message; $ is the byte of the item
  std::vector<size_t> items;

  friend std::ostream &operator<<(std::ostream &stream, const Fault &fault) {
    return stream << fault.name;
  }
};

// `out`, `p` and `in`, which is constant and the buffer of `p`, have 64 numbers.
const Fault faults[] = {
    {"read_of_written",
     "if (i % 16 == 8) out[i] = p[i];",
     "if (i < 32) out[i] = p[i];",
     CL_MAP_WRITE,
     std::string("3:27: read of 4 bytes at byte $ of ") + ofBuffer + "writing",
     {40, 56}},
    {"write_of_written",
     "if (i % 16 == 8) p[i] = i;",
     "if (i < 32) p[i] = i;",
     CL_MAP_READ | CL_MAP_WRITE,
     std::string("3:23: write of 4 bytes at byte $ of ") + ofBuffer + "writing",
     {40, 56}},
    {"write_of_invalidated",
     "for (int j = 0; j < 2; ++j)\nif (i == 33) p[i + j] = i;",
     "for (int j = 0; j < 2; ++j)\nif (i == 3) p[i + j] = i;",
     CL_MAP_WRITE_INVALIDATE_REGION,
     std::string("4:23: write of 4 bytes at byte $ of ") + ofBuffer + "writing",
     {33, 34}},
    {"write_of_read",
     "if (i == 60) p[i] = out[0] + i;",
     "out[i] = p[i];",
     CL_MAP_READ,
     std::string("3:19: write of 4 bytes at byte $ of ") + ofBuffer + "reading",
     {60}},
    {"atomic",
     "if (i == 45) atomic_inc(p + i);",
     "atomic_inc(p + i / 2);",
     CL_MAP_READ,
     std::string("3:14: atomic operation of 4 bytes at byte $ of ") + ofBuffer + "reading",
     {45}},
    {"read_through_constant",
     "if (i == 50) out[i] = in[i];",
     "if (i != 50) out[i] = in[i / 2];",
     CL_MAP_WRITE,
     "3:23: read of 4 bytes at byte $ of argument 2 'in' (buffer of 256 bytes, CL_MEM_READ_WRITE), "
     "which the host has mapped for writing",
     {50}},
    {"vector",
     "if (i == 9) vstore4((int4)i, i, p);",
     "if (i == 7) vstore4((int4)i, i, p);",
     CL_MAP_READ,
     std::string("3:13: write of 16 bytes at byte 144 of ") + ofBuffer + "reading",
     {9}},
    {"behind_own_read",
     "int v = i == 52 ? p[i] : 0;\nbarrier(CLK_GLOBAL_MEM_FENCE);\nif (i == 52) p[i] = v + i;",
     "int v = i == 52 ? p[i] : 0;\nbarrier(CLK_GLOBAL_MEM_FENCE);\nif (i == 52) out[i] = v + i;",
     CL_MAP_READ,
     std::string("5:19: write of 4 bytes at byte $ of ") + ofBuffer + "reading",
     {52}},
};

class HostFaults : public testing::TestWithParam<Fault> {
protected:
  static std::string sourceOf() {
    return kernelOf("", "global int *out, global int *p, global const int *in", GetParam().wrong) +
           kernelOf("#define k right\n", "global int *out, global int *p, global const int *in",
                    GetParam().right);
  }
  std::vector<std::string> run(const Program &program, const char *name, bool unmaps) const {
    const Kernel kernel = session.kernel(program, name);
    const Memory out = session.buffer(256), p = session.buffer(256);
    cl_uint index = 0;
    for (const cl_mem buffer : {cl_mem(out), cl_mem(p), cl_mem(p)})
      EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, index++, sizeof buffer, &buffer));
    cl_int status = CL_SUCCESS;
    void *mapped = clEnqueueMapBuffer(session.queue, p, CL_FALSE, GetParam().flags, 128, 128, 0,
                                      nullptr, nullptr, &status);
    EXPECT_EQ(CL_SUCCESS, status);
    const auto unmap = [&] {
      EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(session.queue, p, mapped, 0, nullptr, nullptr));
    };
    return reportsOf([&] {
      if (unmaps)
        unmap();
      EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &items,
                                                   &localSize, 0, nullptr, nullptr));
      if (!unmaps)
        unmap();
      EXPECT_EQ(CL_SUCCESS, clFinish(session.queue));
    });
  }
  static std::vector<std::string> expected() {
    std::vector<std::string> lines;
    for (const size_t item : GetParam().items) {
      std::string text = "races: " + GetParam().report;
      if (const std::size_t at = text.find('$'); at != std::string::npos)
        text.replace(at, 1, std::to_string(item * sizeof(int)));
      // The loop's is one work-item.
      const size_t by = std::string(GetParam().name) == "write_of_invalidated" ? 33 : item;
      lines.push_back(reportsBy({by}, localSize, text)[0]);
    }
    std::ranges::sort(lines);
    return lines;
  }
  void expectReports(const Program &program, const std::vector<std::string> &lines) const {
    EXPECT_EQ(run(program, "k", /*unmaps=*/false), lines);
    EXPECT_EQ(run(program, "right", /*unmaps=*/false), std::vector<std::string>());
    EXPECT_EQ(run(program, "k", /*unmaps=*/true), std::vector<std::string>());
  }

  Session session;
};

TEST_P(HostFaults, AreReportedInTheirForms) {
  for (const char *form : formsFor(GetParam().name)) {
    SCOPED_TRACE(form);
    expectReports(
        session.build(sourceOf(), "-cl-std=CL3.0 -cl-weft-check=races " + std::string(form)),
        expected());
  }
}

TEST_P(HostFaults, AreReportedInSpirv) {
  if (isFirstCode())
    GTEST_SKIP() << "the best code is tested";
  std::vector<std::string> lines = expected();
  for (std::string &line : lines)
    line = withoutLines(line);
  expectReports(buildSpirvOf(session, sourceOf(), "-cl-weft-check=races"), lines);
}

INSTANTIATE_TEST_SUITE_P(Each, HostFaults, testing::ValuesIn(faults),
                         [](const auto &info) { return std::string(info.param.name); });

/// All work-items write one number each of a map's memory.
class HostMaps : public testing::Test {
protected:
  HostMaps()
      : program(session.build("kernel void k(global int *p) { p[get_global_id(0)] = 1; }\n"
                              "kernel void load(global int *global *p) { (*p)[5] = 1; }",
                              "-cl-std=CL3.0 -cl-weft-check=races")),
        kernel(session.kernel(program, "k")) {}
  /// What a launch of these work-items prints.
  std::string outputOf(const Kernel &which, size_t count, cl_command_queue queue) const {
    testing::internal::CaptureStderr();
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, which, 1, nullptr, &count, nullptr, 0,
                                                 nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clFinish(queue));
    return testing::internal::GetCapturedStderr();
  }
  static void expectPart(const std::string &output, const std::string &part) {
    EXPECT_NE(output.find(part), std::string::npos) << part << " in " << output;
  }

  Session session;
  Program program;
  Kernel kernel;
};

TEST_F(HostMaps, SharedMemoryIsTheSame) {
  auto *memory = static_cast<int *>(clSVMAlloc(session.context, CL_MEM_READ_WRITE, 64, 0));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, memory));
  ASSERT_EQ(CL_SUCCESS,
            clEnqueueSVMMap(session.queue, CL_TRUE, CL_MAP_WRITE, memory, 16, 0, nullptr, nullptr));
  const std::string output = outputOf(kernel, 1, session.queue);
  expectPart(output, "write of 4 bytes at byte 0 of argument 0 'p' (an allocation of 64 bytes), "
                     "which the host has mapped for writing");
  expectPart(output, "\n  mapped by clEnqueueSVMMap\n    at ");
  ASSERT_EQ(CL_SUCCESS, clEnqueueSVMUnmap(session.queue, memory, 0, nullptr, nullptr));
  EXPECT_EQ(outputOf(kernel, 16, session.queue), "");
  clSVMFree(session.context, memory);
}

TEST_F(HostMaps, LoadedPointersAreFollowed) {
  auto *memory = static_cast<int *>(clSVMAlloc(session.context, CL_MEM_READ_WRITE, 64, 0));
  const Kernel load = session.kernel(program, "load");
  const Memory at = session.buffer(8, &memory, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR);
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(load, 0, sizeof(cl_mem), at.address()));
  ASSERT_EQ(CL_SUCCESS,
            clEnqueueSVMMap(session.queue, CL_TRUE, CL_MAP_READ, memory, 64, 0, nullptr, nullptr));
  expectPart(outputOf(load, 1, session.queue), "write of 4 bytes at byte 20 of an object of 64 "
                                               "bytes, which the host has mapped for reading");
  ASSERT_EQ(CL_SUCCESS, clEnqueueSVMUnmap(session.queue, memory, 0, nullptr, nullptr));
  memory[5] = 0;
  EXPECT_EQ(outputOf(load, 1, session.queue), "");
  clSVMFree(session.context, memory);
}

TEST_F(HostMaps, TheHostsOwnMemoryIsTheSame) {
  std::vector<int> numbers(64);
  const Memory buffer =
      session.buffer(256, numbers.data(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR);
  const cl_buffer_region region{128, 128};
  cl_int status = CL_SUCCESS;
  const Memory part =
      clCreateSubBuffer(buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), part.address()));
  void *mapped = clEnqueueMapBuffer(session.queue, buffer, CL_TRUE, CL_MAP_READ, 132, 4, 0, nullptr,
                                    nullptr, &status);
  EXPECT_EQ(outputOf(kernel, 1, session.queue), "");
  expectPart(outputOf(kernel, 2, session.queue),
             "write of 4 bytes at byte 4 of argument 0 'p' (sub-buffer of 128 bytes from byte 128 "
             "on, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR), which the host has mapped for reading");
  clEnqueueUnmapMemObject(session.queue, buffer, mapped, 0, nullptr, nullptr);
  numbers[33] = 0;
  EXPECT_EQ(outputOf(kernel, 2, session.queue), "");
}

// The order counts, not the time of the calls.
TEST_F(HostMaps, CommandsBeforeTheMapAreRight) {
  const Memory buffer = session.buffer(64);
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()));
  const cl_event gate = clCreateUserEvent(session.context, nullptr);
  const size_t count = 16;
  testing::internal::CaptureStderr();
  EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &count, nullptr,
                                               1, &gate, nullptr));
  cl_int status = CL_SUCCESS;
  void *mapped = clEnqueueMapBuffer(session.queue, buffer, CL_FALSE, CL_MAP_WRITE, 0, 64, 0,
                                    nullptr, nullptr, &status);
  clSetUserEventStatus(gate, CL_COMPLETE);
  clFinish(session.queue);
  clEnqueueUnmapMemObject(session.queue, buffer, mapped, 0, nullptr, nullptr);
  clFinish(session.queue);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  clReleaseEvent(gate);
}

TEST_F(HostMaps, AReleasedBufferIsForgotten) {
  std::vector<int> numbers(64);
  cl_int status = CL_SUCCESS;
  {
    const Memory buffer =
        session.buffer(256, numbers.data(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR);
    clEnqueueMapBuffer(session.queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 256, 0, nullptr, nullptr,
                       &status);
  }
  const Memory buffer =
      session.buffer(256, numbers.data(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR);
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()));
  EXPECT_EQ(outputOf(kernel, 64, session.queue), "");
}

// The maps of a part go with it, and those of its parent remain.
TEST_F(HostMaps, AReleasedPartIsForgottenAlone) {
  const Memory buffer = session.buffer(256);
  const cl_buffer_region region{0, 128};
  cl_int status = CL_SUCCESS;
  Memory part =
      clCreateSubBuffer(buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()));
  void *mapped = clEnqueueMapBuffer(session.queue, buffer, CL_TRUE, CL_MAP_READ, 4, 4, 0, nullptr,
                                    nullptr, &status);
  clEnqueueMapBuffer(session.queue, part, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr, nullptr, &status);
  part.reset();
  EXPECT_EQ(outputOf(kernel, 1, session.queue), "");
  expectPart(outputOf(kernel, 2, session.queue),
             "write of 4 bytes at byte 4 of argument 0 'p' (buffer of 256 bytes, "
             "CL_MEM_READ_WRITE), which the host has mapped for reading");
  clEnqueueUnmapMemObject(session.queue, buffer, mapped, 0, nullptr, nullptr);
}

} // namespace
} // namespace weft::test

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that use what was never written to shared virtual memory, or to unified shared memory of
// a device, and the same kernels after it was written.
#include "tests/checked/faults/forms.h"

#include <CL/cl_ext.h>

namespace weft::test {
namespace {

/// The library keeps contents from the creation of memory on. Before it reads its settings.
const bool keepsContents = ::setenv("WEFT_CHECK", "uninitialised", 1) == 0;

constexpr std::size_t bytes = items * sizeof(int);

template <class Function> Function *found(const char *name) {
  return reinterpret_cast<Function *>(clGetExtensionFunctionAddressForPlatform(platform(), name));
}

enum class Kind { Coarse, Fine, Device, Host, Shared };

/// One allocation of 64 numbers.
class Allocated {
public:
  Allocated(const Session &session, Kind kind) : session(session), kind(kind) {
    cl_int status = CL_SUCCESS;
    if (kind == Kind::Coarse || kind == Kind::Fine)
      pointer = clSVMAlloc(
          session.context,
          CL_MEM_READ_WRITE | (kind == Kind::Fine ? CL_MEM_SVM_FINE_GRAIN_BUFFER : 0), bytes, 0);
    else if (kind == Kind::Device)
      pointer = found<decltype(clDeviceMemAllocINTEL)>("clDeviceMemAllocINTEL")(
          session.context, device(), nullptr, bytes, 0, &status);
    else if (kind == Kind::Host)
      pointer = found<decltype(clHostMemAllocINTEL)>("clHostMemAllocINTEL")(
          session.context, nullptr, bytes, 0, &status);
    else
      pointer = found<decltype(clSharedMemAllocINTEL)>("clSharedMemAllocINTEL")(
          session.context, device(), nullptr, bytes, 0, &status);
    EXPECT_NE(pointer, nullptr);
  }
  ~Allocated() {
    if (kind == Kind::Coarse || kind == Kind::Fine)
      clSVMFree(session.context, pointer);
    else
      found<decltype(clMemFreeINTEL)>("clMemFreeINTEL")(session.context, pointer);
  }
  Allocated(const Allocated &) = delete;
  Allocated &operator=(const Allocated &) = delete;

  int *begin() const { return static_cast<int *>(pointer); }

private:
  const Session &session;
  const Kind kind;
  void *pointer = nullptr;
};

using Write = std::function<void(const Session &, int *)>;

struct Fault {
  const char *name;
  Kind kind;
  Write before; ///< what is written in any case
  Write right;  ///< and what is missing
  const char *body = "out[i] = p[i] * 2;";
  const char *report =
      "3:8: output of a value that is not initialised, read at k.cl:3:10 from argument 1 'p' (an "
      "allocation of 256 bytes)";
  std::vector<size_t> items = {};
  size_t offset = 0; ///< of the argument, in numbers
};

std::vector<size_t> from(size_t first, size_t end = items) {
  std::vector<size_t> list(end - first);
  std::iota(list.begin(), list.end(), first);
  return list;
}

const std::vector<int> zeros(items);

Write fill(size_t first, size_t count) {
  return [=](const Session &session, int *memory) {
    const int pattern = 3;
    EXPECT_EQ(CL_SUCCESS,
              clEnqueueSVMMemFill(session.queue, memory + first, &pattern, sizeof pattern,
                                  count * sizeof(int), 0, nullptr, nullptr));
  };
}
Write copy(size_t first, size_t count) {
  return [=](const Session &session, int *memory) {
    EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMemcpy(session.queue, CL_TRUE, memory + first, zeros.data(),
                                             count * sizeof(int), 0, nullptr, nullptr));
  };
}
Write deviceCopy(size_t first, size_t count) {
  return [=](const Session &session, int *memory) {
    EXPECT_EQ(CL_SUCCESS, found<decltype(clEnqueueMemcpyINTEL)>("clEnqueueMemcpyINTEL")(
                              session.queue, CL_TRUE, memory + first, zeros.data(),
                              count * sizeof(int), 0, nullptr, nullptr));
  };
}
Write map(cl_map_flags flags, size_t first, size_t count) {
  return [=](const Session &session, int *memory) {
    EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMap(session.queue, CL_TRUE, flags, memory + first,
                                          count * sizeof(int), 0, nullptr, nullptr));
    if (flags & CL_MAP_WRITE)
      std::fill_n(memory + first, count, 4);
    EXPECT_EQ(CL_SUCCESS, clEnqueueSVMUnmap(session.queue, memory + first, 0, nullptr, nullptr));
  };
}
/// By a kernel with this body, of which `p` is an argument, or in memory if it is `*p`.
Write kernel(const char *body, bool isLoaded = false) {
  return [=](const Session &session, int *memory) {
    const Program program =
        session.build(kernelOf("", isLoaded ? "global int *global *table" : "global int *p",
                               (isLoaded ? "global int *p = *table;\n" : "") + std::string(body)),
                      "-cl-std=CL3.0");
    const Kernel writer = session.kernel(program, "k");
    const Memory table = session.buffer(sizeof memory, &memory, CL_MEM_COPY_HOST_PTR);
    EXPECT_EQ(CL_SUCCESS, isLoaded ? clSetKernelArg(writer, 0, sizeof(cl_mem), table.address())
                                   : clSetKernelArgSVMPointer(writer, 0, memory));
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(session.queue, writer, 1, nullptr, &items,
                                                 &localSize, 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clFinish(session.queue));
  };
}
Write readBuffer(size_t first, size_t count) {
  return [=](const Session &session, int *memory) {
    const Memory buffer = session.buffer(bytes, zeros.data(), CL_MEM_COPY_HOST_PTR);
    EXPECT_EQ(CL_SUCCESS,
              clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, count * sizeof(int),
                                  memory + first, 0, nullptr, nullptr));
  };
}
/// Through a buffer that has the memory.
const Write byBuffer = [](const Session &session, int *memory) {
  const Memory buffer = session.buffer(bytes, memory, CL_MEM_USE_HOST_PTR);
  EXPECT_EQ(CL_SUCCESS, clEnqueueWriteBuffer(session.queue, buffer, CL_TRUE, 0, bytes, zeros.data(),
                                             0, nullptr, nullptr));
};
const Write nothing = [](const Session &, int *) {};

const Fault faults[] = {
    {.name = "fill",
     .kind = Kind::Coarse,
     .before = fill(0, 32),
     .right = fill(32, 32),
     .items = from(32)},
    {.name = "copy",
     .kind = Kind::Coarse,
     .before = copy(16, 48),
     .right = copy(0, 16),
     .items = from(0, 16)},
    {.name = "map",
     .kind = Kind::Coarse,
     .before = map(CL_MAP_WRITE, 0, 60),
     .right = map(CL_MAP_WRITE, 60, 4),
     .items = from(60)},
    {.name = "map_for_reading",
     .kind = Kind::Coarse,
     .before = map(CL_MAP_READ, 0, 64),
     .right = map(CL_MAP_READ | CL_MAP_WRITE, 0, 64),
     .items = from(0)},
    {.name = "kernel",
     .kind = Kind::Coarse,
     .before = kernel("if (i < 40) p[i] = i;"),
     .right = kernel("p[i] = i;"),
     .items = from(40)},
    {.name = "kernel_with_a_table",
     .kind = Kind::Coarse,
     .before = kernel("if (i < 40) p[i] = i;", true),
     .right = kernel("p[i] = i;", true),
     .items = from(40)},
    {.name = "atomics",
     .kind = Kind::Coarse,
     .before = kernel("if (i > 3) atomic_xchg(p + i, 1);"),
     .right = kernel("atomic_xchg(p + i, 1);", true),
     .items = from(0, 4)},
    {.name = "read_of_a_buffer",
     .kind = Kind::Coarse,
     .before = readBuffer(0, 8),
     .right = readBuffer(8, 56),
     .items = from(8)},
    {.name = "buffer_that_has_the_memory",
     .kind = Kind::Coarse,
     .before = nothing,
     .right = byBuffer,
     .items = from(0)},
    {.name = "middle",
     .kind = Kind::Coarse,
     .before = fill(0, 40),
     .right = fill(40, 24),
     .body = "if (i < 48) out[i] = p[i] * 2;",
     .report = "3:20: output of a value that is not initialised, read at k.cl:3:22 from argument "
               "1 'p' (an allocation of 256 bytes)",
     .items = from(24, 48),
     .offset = 16},
    {.name = "branch",
     .kind = Kind::Coarse,
     .before = fill(1, 63),
     .right = fill(0, 1),
     .body = "if (p[i & 15] == 7) out[i] = 1;",
     .report = "3:15: branch on a value that is not initialised, read at k.cl:3:5 from argument 1 "
               "'p' (an allocation of 256 bytes)",
     .items = {0, 16, 32, 48}},
    {.name = "device",
     .kind = Kind::Device,
     .before = deviceCopy(0, 50),
     .right = deviceCopy(50, 14),
     .items = from(50)},
    {.name = "device_kernel",
     .kind = Kind::Device,
     .before = kernel("for (int j = i; j < 60; j += 64) p[j] = j;"),
     .right = kernel("p[63 - i] = i;", true),
     .items = from(60)},
    {.name = "table",
     .kind = Kind::Device,
     .before = deviceCopy(0, 30),
     .right = deviceCopy(30, 34),
     .body = "out[i] = table[0][i] * 2;",
     .report = "3:8: output of a value that is not initialised, read at k.cl:3:10 from an object "
               "of 256 bytes",
     .items = from(30)},
    {.name = "table_of_generic_pointers",
     .kind = Kind::Coarse,
     .before = copy(0, 62),
     .right = copy(62, 2),
     .body = "int *q = i < 64 ? table[0] : 0;\nout[i] = q[i] * 2;",
     .report = "4:8: output of a value that is not initialised, read at k.cl:4:10 from",
     .items = {}},
    {.name = "output_by_table",
     .kind = Kind::Coarse,
     .before = nothing,
     .right = nothing,
     .body = "int v;\nif (i != 5 RIGHT) v = i;\ntable[0][i] = v;",
     .report =
         "5:13: output of a value that is not initialised, that of a variable that is not set",
     .items = {5}},
};

class SharedContentFaults : public testing::TestWithParam<Fault> {
protected:
  std::vector<std::string> run(bool isRight, const std::string &form, Kind kind) {
    const Fault &fault = GetParam();
    const Allocated memory(session, kind);
    fault.before(session, memory.begin());
    if (isRight)
      fault.right(session, memory.begin());
    std::string body = fault.body;
    if (const std::size_t at = body.find("RIGHT"); at != std::string::npos)
      body.replace(at, 5, isRight ? "|| 1 " : "     ");
    const Program program = session.build(
        kernelOf("", "global int *out, global const int *p, global int *global *table", body),
        "-cl-std=CL3.0 " + form);
    const Kernel kernel = session.kernel(program, "k");
    int *pointer = memory.begin();
    const Memory out = session.buffer(bytes),
                 table = session.buffer(sizeof pointer, &pointer, CL_MEM_COPY_HOST_PTR);
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), out.address()));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 1, pointer + fault.offset));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 2, sizeof(cl_mem), table.address()));
    return reportsOf([&] {
      EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &items,
                                                   &localSize, 0, nullptr, nullptr));
      EXPECT_EQ(CL_SUCCESS, clFinish(session.queue));
    });
  }

  Session session;
};

TEST_P(SharedContentFaults, AreReported) {
  const Fault &fault = GetParam();
  for (const char *form : formsFor(fault.name)) {
    SCOPED_TRACE(form);
    const auto reports = run(false, form, fault.kind);
    if (fault.items.empty()) {
      ASSERT_EQ(reports.size(), 2u);
      EXPECT_NE(reports[0].find(fault.report), std::string::npos) << reports[0];
    } else {
      EXPECT_EQ(reports,
                reportsBy(fault.items, localSize, "uninitialised: " + std::string(fault.report)));
    }
  }
}

TEST_P(SharedContentFaults, AreGoneWithTheMistake) {
  for (const char *form : formsFor(GetParam().name)) {
    SCOPED_TRACE(form);
    EXPECT_EQ(run(true, form, GetParam().kind), std::vector<std::string>());
  }
}

// The host may write there without a call.
TEST_P(SharedContentFaults, AreNotLookedForWhereTheHostMayWrite) {
  const std::string name = GetParam().name;
  if (name == "output_by_table")
    GTEST_SKIP() << "its variable is private";
  for (const Kind kind : {Kind::Fine, Kind::Host, Kind::Shared})
    EXPECT_EQ(run(false, formsFor(name)[0], kind), std::vector<std::string>());
}

INSTANTIATE_TEST_SUITE_P(Each, SharedContentFaults, testing::ValuesIn(faults),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace weft::test

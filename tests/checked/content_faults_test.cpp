// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that use what was never written, in scalar and vector code, and the same kernels without
// the mistake.
#include "tests/checked/faults/forms.h"

namespace weft::test {
namespace {

/// The library keeps the contents of buffers from their creation on. Before it reads its settings.
const bool keepsContents = ::setenv("WEFT_CHECK", "uninitialised", 1) == 0;

struct Fault {
  const char *name;
  const char *wrong, *right; ///< the body of the kernel; its first line is line 3
  const char *report;        ///< line and column, and message
  std::vector<size_t> items; ///< that report it
  const char *before = "";
};

std::vector<size_t> itemsFrom(size_t first, size_t step) {
  std::vector<size_t> list;
  for (size_t item = first; item < items; item += step)
    list.push_back(item);
  return list;
}
const std::vector<size_t> all = itemsFrom(0, 1);

// `out` has 64 numbers, and so has `in`, in[i] is i; of `part`, a buffer without data, the host has
// written the first 32. `tile` has 16 numbers in local memory; l is the local id.
const Fault faults[] = {
    {"variable",
     "int v;\nif (in[i] < 60) v = i;\nout[i] = v;",
     "int v = 0;\nif (in[i] < 60) v = i;\nout[i] = v;",
     "5:8: output of a value that is not initialised, that of a variable that is not set",
     {60, 61, 62, 63}},
    {"branch", "int v;\nif (i % 4) v = i;\nif (v > 5) out[i] = 1;",
     "int v = 9;\nif (i % 4) v = i;\nif (v > 5) out[i] = 1;",
     "5:7: branch on a value that is not initialised, that of a variable that is not set",
     itemsFrom(0, 4)},
    {"local_memory",
     "if (l != 5) tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[l ^ 1];",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[l ^ 1];",
     "5:8: output of a value that is not initialised, read at k.cl:5:10 from argument 3 'tile' "
     "(local memory of 64 bytes)",
     itemsFrom(4, 16)},
    {"local_variable",
     "local int t[16];\nif (l < 8) t[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "out[i] = t[l] + 1;",
     "local int t[16];\nt[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = t[l] + 1;",
     "6:8: output of a value that is not initialised, read at k.cl:6:10 from local variable 't' of "
     "64 bytes",
     {8,  9,  10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31,
      40, 41, 42, 43, 44, 45, 46, 47, 56, 57, 58, 59, 60, 61, 62, 63}},
    {"address",
     "local int t[16];\nif (l != 3) t[l] = l;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "out[i] = in[t[l] & 15];",
     "local int t[16];\nt[l] = l;\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = in[t[l] & 15];",
     "6:10: access at a value that is not initialised, read at k.cl:6:13 from local variable 't' "
     "of "
     "64 bytes",
     itemsFrom(3, 16)},
    {"buffer", "out[i] = part[i] * 2;", "out[i] = part[i / 2] * 2;",
     "3:8: output of a value that is not initialised, read at k.cl:3:10 from argument 2 'part' "
     "(buffer of 256 bytes, CL_MEM_READ_WRITE)",
     itemsFrom(32, 1)},
    {"buffer_that_decides", "if (part[i] == 7) out[i] = 1;", "if (part[i & 31] == 7) out[i] = 1;",
     "3:13: branch on a value that is not initialised, read at k.cl:3:5 from argument 2 'part' "
     "(buffer of 256 bytes, CL_MEM_READ_WRITE)",
     itemsFrom(32, 1)},
    {"private_array", "int a[8];\nfor (int j = 0; j < 7; ++j) a[j] = j;\nout[i] = a[in[i] % 8];",
     "int a[8];\nfor (int j = 0; j < 8; ++j) a[j] = j;\nout[i] = a[in[i] % 8];",
     "5:8: output of a value that is not initialised, read at k.cl:5:10 from private variable of "
     "32 "
     "bytes",
     itemsFrom(7, 8)},
    {"counter",
     "atomic_inc(tile + in[i] % 4);\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[l % 4];",
     "tile[l] = 0;\nbarrier(CLK_LOCAL_MEM_FENCE);\natomic_inc(tile + in[i] % 4);\n"
     "barrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[l % 4];",
     "3:1: output of a value that is not initialised, that of a variable that is not set",
     {}},
    {"component", "float4 v;\nv.xyz = (float3)(i, 2, 3);\nout[i] = (int)(v.x + v.w);",
     "float4 v;\nv.xyz = (float3)(i, 2, 3);\nout[i] = (int)(v.x + v.z);",
     "5:8: output of a value that is not initialised, that of a variable that is not set", all},
    {"member", "S s;\ns.a = i;\nif (l != 2) s.b = 3;\nout[i] = s.a + s.b;",
     "S s;\ns.a = i;\ns.b = 3;\nout[i] = s.a + s.b;",
     "6:8: output of a value that is not initialised, that of a variable that is not set",
     itemsFrom(2, 16), "typedef struct { int a, b; } S;\n"},
    {"bits", "uint v;\nv &= 0xffff;\nv |= 0x10000;\nout[i] = v >> 8;",
     "uint v;\nv &= 0xffff;\nv |= 0x10000;\nout[i] = v >> 16;",
     "6:8: output of a value that is not initialised, that of a variable that is not set", all},
    {"copy_of_part",
     "S s;\ns.a = i;\nlocal S t[16];\nt[l] = s;\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = t[l ^ "
     "1].b;",
     "S s;\ns.a = i;\nlocal S t[16];\nt[l] = s;\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = t[l ^ "
     "1].a;",
     "8:8: output of a value that is not initialised, read at k.cl:8:19 from local variable 't' of "
     "128 bytes",
     all, "typedef struct { int a, b; } S;\n"},
};

class ContentFaults : public testing::TestWithParam<Fault> {
protected:
  std::vector<std::string> run(const char *body, const std::string &options) {
    const Program program = session.build(
        kernelOf(GetParam().before,
                 "global int *out, global const int *in, global const int *part, local int *tile",
                 body),
        "-cl-std=CL3.0 -cl-weft-check=uninitialised " + options);
    cl_int status = CL_SUCCESS;
    const Kernel kernel(clCreateKernel(program, "k", &status));
    std::vector<int> numbers(items);
    std::iota(numbers.begin(), numbers.end(), 0);
    const size_t bytes = items * sizeof(int);
    const Memory in(clCreateBuffer(session.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                                   numbers.data(), &status));
    const Memory part(clCreateBuffer(session.context, CL_MEM_READ_WRITE, bytes, nullptr, &status));
    const Memory out(clCreateBuffer(session.context, CL_MEM_READ_WRITE, bytes, nullptr, &status));
    EXPECT_EQ(CL_SUCCESS, clEnqueueWriteBuffer(session.queue, part, CL_TRUE, 0, bytes / 2,
                                               numbers.data(), 0, nullptr, nullptr));
    cl_uint index = 0;
    for (const cl_mem buffer : {cl_mem(out), cl_mem(in), cl_mem(part)})
      EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, index++, sizeof buffer, &buffer));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, index, 4 * localSize, nullptr));
    return reportsOf([&] {
      EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &items,
                                                   &localSize, 0, nullptr, nullptr));
      EXPECT_EQ(CL_SUCCESS, clFinish(session.queue));
    });
  }

  Session session;
};

TEST_P(ContentFaults, AreReportedInTheirForms) {
  const Fault &fault = GetParam();
  std::vector<std::string> expected =
      reportsBy(fault.items, localSize, "uninitialised: " + std::string(fault.report));
  for (const char *form : formsFor(GetParam().name)) {
    SCOPED_TRACE(form);
    if (fault.items.empty()) {
      EXPECT_FALSE(run(fault.wrong, form).empty());
    } else {
      EXPECT_EQ(run(fault.wrong, form), expected);
    }
  }
}

TEST_P(ContentFaults, AreGoneWithTheMistake) {
  for (const char *form : formsFor(GetParam().name)) {
    SCOPED_TRACE(form);
    EXPECT_EQ(run(GetParam().right, form), std::vector<std::string>());
  }
}

INSTANTIATE_TEST_SUITE_P(Each, ContentFaults, testing::ValuesIn(faults),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace weft::test

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose results depend on the order of groups, of work-items or of copies, in scalar and
// vector code and from SPIR-V, and others whose results do not.
#include "tests/checked/faults/forms.h"
#include "tests/checked/faults/spirv_form.h"

namespace weft::test {
namespace {

// Otherwise groups of the launch itself may happen to run in the other order.
const bool hasOneThread = ::setenv("WEFT_THREADS", "1", 1) == 0;

constexpr const char *groups = "the order of groups", *workItems = "the order of work-items",
                     *copies = "when asynchronous copies are made";

struct Fault {
  const char *name;
  const char *wrong, *right; ///< the body of the kernel; its first line is line 3
  const char *place;         ///< line and column of the last write
  const char *cause;
  const char *before = "";
  bool hasSpirv = true; ///< LLVM's back end can write it

  friend std::ostream &operator<<(std::ostream &stream, const Fault &fault) {
    return stream << fault.name;
  }
};

// `out` and `in` have 64 numbers, in[i] is i and out[i] is 0, `tile` has 16 in local memory; l is
// the local id.
const Fault faults[] = {
    {"last_group", "out[l] = i;\n", "if (i < 16) out[l] = i;", "3:8", groups},
    {"last_item", "out[i / 16 * 16] = l;", "out[i] = l;", "3:18", workItems},
    {"neighbour", "tile[l] = i;\nout[i] = tile[l ^ 1];",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[l ^ 1];", "4:8", workItems},
    {"sum_in_a_loop",
     "if (l == 0) tile[0] = 0;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "for (int j = 0; j < 3; ++j) out[i] += tile[0] += l;",
     "if (l == 0) tile[0] = 0;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "for (int j = 0; j < 3; ++j) out[i] += tile[0] + l;",
     "5:36", workItems},
    {"place_from_a_counter", "out[1 + atomic_inc(out) % 63] = i;",
     "if (i < 63) out[1 + i] = in[i];\natomic_inc(out);", "3:31", nullptr},
    {"order_in_a_group",
     "if (l == 0) tile[0] = 0;\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = atomic_inc(tile);",
     "if (l == 0) tile[0] = 0;\nbarrier(CLK_LOCAL_MEM_FENCE);\natomic_inc(tile);\n"
     "barrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[0];",
     "5:8", workItems},
    {"first_of_some", "if (in[i] % 5 == 3) atomic_cmpxchg(out, 0, i);\nout[i ? i : 1] = 1;",
     "if (in[i] % 5 == 3) atomic_max(out, i);\nout[i ? i : 1] = 1;", "3:21", nullptr},
    {"float_sum",
     "local float *sum = (local float *)tile;\nif (l == 0) *sum = 0;\n"
     "barrier(CLK_LOCAL_MEM_FENCE);\n"
     "atomic_fetch_add_explicit((volatile local atomic_float *)sum, l == 0 ? 1e8f : l == 15 ? "
     "-1e8f : 1.0f, memory_order_relaxed, memory_scope_work_group);\n"
     "barrier(CLK_LOCAL_MEM_FENCE);\nout[i] = *sum;",
     "local float *sum = (local float *)tile;\nif (l == 0) *sum = 0;\n"
     "barrier(CLK_LOCAL_MEM_FENCE);\n"
     "atomic_fetch_add_explicit((volatile local atomic_float *)sum, 1.0f, memory_order_relaxed, "
     "memory_scope_work_group);\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = *sum;",
     "8:8", workItems, "", /*hasSpirv=*/false},
    {"next_group", "out[i] = 1;\nout[(i + 16) % 64] += 1;", "out[i] = 1;\nout[i] += 1;", nullptr,
     nullptr},
    {"copy_without_wait",
     "tile[l] = 0;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "event_t e = async_work_group_copy(tile, in, 16, 0);\nout[i] = tile[l];\n"
     "wait_group_events(1, &e);",
     "tile[l] = 0;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "event_t e = async_work_group_copy(tile, in, 16, 0);\nwait_group_events(1, &e);\n"
     "out[i] = tile[l];",
     "6:8", copies},
    {"source_of_a_copy",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "event_t e = async_work_group_copy(out + i - l, tile, 16, 0);\ntile[l] = -1;\n"
     "wait_group_events(1, &e);",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "event_t e = async_work_group_copy(out + i - l, tile, 16, 0);\nwait_group_events(1, &e);\n"
     "tile[l] = -1;",
     "5:13", copies},
    {"helper", "put(out, l, i);", "put(out, i, l);", "1:50", groups,
     "#line 1 \"k.cl\"\nvoid put(global int *p, int i, int value) { p[i] = value; }\n"},
};

class OrderFaults : public testing::TestWithParam<Fault> {
protected:
  static constexpr const char *check = "-cl-weft-check=order ";

  static std::string source(const char *body) {
    return kernelOf(GetParam().before, "global int *out, global const int *in, local int *tile",
                    body);
  }
  std::vector<std::string> run(cl_program program) const {
    return reportsOf([&] {
      std::vector<int> out(items), numbers(items);
      std::iota(numbers.begin(), numbers.end(), 0);
      session.run(program, "k", {{items}, {localSize}}, inOut(out), in(numbers),
                  local(localSize * sizeof(int)));
    });
  }
  void expectReports(cl_program program, bool hasLines) const {
    const Fault &fault = GetParam();
    const std::vector<std::string> reports = run(program);
    EXPECT_FALSE(reports.empty());
    for (const std::string &report : reports) {
      std::string begin = "weft: order: kernel 'k'";
      if (fault.place && hasLines)
        begin += ", k.cl:" + std::string(fault.place) + ": element ";
      EXPECT_TRUE(report.starts_with(begin)) << report;
      const std::string cause =
          " depends on " + (fault.cause ? std::string(fault.cause) + ": " : "");
      EXPECT_NE(report.find(cause), std::string::npos) << report;
    }
  }

  Session session;
};

TEST_P(OrderFaults, AreReportedInTheirForms) {
  for (const char *form : formsFor(GetParam().name)) {
    SCOPED_TRACE(form);
    expectReports(
        session.build(source(GetParam().wrong), std::string("-cl-std=CL3.0 ") + check + form),
        /*hasLines=*/true);
  }
}

TEST_P(OrderFaults, AreGoneWithTheMistake) {
  for (const char *form : formsFor(GetParam().name)) {
    SCOPED_TRACE(form);
    EXPECT_EQ(
        run(session.build(source(GetParam().right), std::string("-cl-std=CL3.0 ") + check + form)),
        std::vector<std::string>());
  }
}

TEST_P(OrderFaults, AreReportedInSpirv) {
  if (!GetParam().hasSpirv)
    GTEST_SKIP() << "LLVM's back end cannot write it";
  expectReports(buildSpirvOf(session, source(GetParam().wrong), check), /*hasLines=*/false);
  EXPECT_EQ(run(buildSpirvOf(session, source(GetParam().right), check)),
            std::vector<std::string>());
}

INSTANTIATE_TEST_SUITE_P(Each, OrderFaults, testing::ValuesIn(faults),
                         [](const auto &info) { return std::string(info.param.name); });

constexpr const char *lastItem = "out[i / 16 * 16] = l;";

Program buildScalar(const Session &session, const std::string &parameters,
                    const std::string &body) {
  return session.build(kernelOf("", parameters, body),
                       "-cl-std=CL3.0 -cl-weft-check=order -cl-weft-vectorise=off");
}

TEST(OrderedLaunches, LeaveTheResultsOfTheUsualOrder) {
  Session session;
  const Program program = buildScalar(session, "global int *out", lastItem);
  std::vector<int> out(items);
  const auto reports =
      reportsOf([&] { session.run(program, "k", {{items}, {localSize}}, inOut(out)); });
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(out[16], 15);
  EXPECT_TRUE(reports[0].find(": 15, written by work-item (15, 0, 0), (15, 0, 0) of group (0, 0, "
                              "0); in another order ") != std::string::npos)
      << reports[0];
}

TEST(OrderedLaunches, PrintOnce) {
  Session session;
  const Program program =
      buildScalar(session, "global int *out", "out[i] = i;\nif (i == 3) printf(\"three\\n\");");
  std::vector<int> out(items);
  testing::internal::CaptureStdout();
  session.run(program, "k", {{items}, {localSize}}, inOut(out));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "three\n");
}

TEST(OrderedLaunches, HaveImages) {
  Session session;
  const Program program = buildScalar(session, "write_only image1d_t out",
                                      "write_imagei(out, i / 16 * 16, (int4)(l));");
  cl_int status = CL_SUCCESS;
  const cl_image_format format{CL_RGBA, CL_SIGNED_INT32};
  cl_image_desc shape{};
  shape.image_type = CL_MEM_OBJECT_IMAGE1D;
  shape.image_width = items;
  const Memory image(
      clCreateImage(session.context, CL_MEM_READ_WRITE, &format, &shape, nullptr, &status));
  ASSERT_EQ(CL_SUCCESS, status);
  const Kernel kernel(clCreateKernel(program, "k", &status));
  const cl_mem handle = image;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof handle, &handle));
  const auto reports = reportsOf([&] {
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &items,
                                                 &localSize, 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clFinish(session.queue));
  });
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_NE(reports[0].find("byte 0 of argument 0 'out' (image of 1024 bytes, CL_MEM_READ_WRITE) "
                            "depends on the order of work-items: 15"),
            std::string::npos)
      << reports[0];
}

TEST(OrderedLaunches, HaveSharedMemory) {
  Session session;
  const Program program = buildScalar(session, "global int *out", lastItem);
  const auto reportsWith = [&](cl_svm_mem_flags flags) {
    void *memory = clSVMAlloc(session.context, flags, items * sizeof(int), 0);
    cl_int status = CL_SUCCESS;
    const Kernel kernel(clCreateKernel(program, "k", &status));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, memory));
    const auto reports = reportsOf([&] {
      EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &items,
                                                   &localSize, 0, nullptr, nullptr));
      EXPECT_EQ(CL_SUCCESS, clFinish(session.queue));
    });
    clSVMFree(session.context, memory);
    return reports.size();
  };
  EXPECT_EQ(reportsWith(CL_MEM_READ_WRITE), 1u);
  EXPECT_EQ(reportsWith(CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER), 0u)
      << "the host may change it";
}

} // namespace
} // namespace weft::test

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose accesses end exactly with a buffer, and the same with buffers that are a little too
// small: vector code, which compares the ranges of whole groups, reports what work-items report
// that run one by one.
#include "tests/checked/reports.h"
#include "tests/support/opencl.h"

namespace weft::test {
namespace {

constexpr size_t width = 32, height = 16, items = width * height;

struct Kernel {
  const char *name;
  const char *body; ///< reads all `items` numbers of `in`, and no others
};

// x and y are the ids, i = y * w + x, and u is i without sign; w is the width, n the number of
// items, `tile` has 32 numbers of local memory.
const Kernel kernels[] = {
    {"item", "out[i] = in[i];"},
    {"unsigned_item", "out[u] = in[u];"},
    {"last_first", "out[i] = in[n - 1 - i];"},
    {"pairs_of_rows",
     "uint k = (get_global_id(1) >> 1) * w + x;\nout[i] = in[2 * k] + in[2 * k + 1];"},
    {"row", "int s = 0;\nfor (int k = 0; k < w; ++k) s += in[y * w + k];\nout[i] = s;"},
    {"column",
     "int s = 0;\nfor (uint k = 0; k < n / w; ++k) s += in[k * (uint)w + x];\nout[i] = s;"},
    {"row_backwards",
     "int s = 0;\nfor (int k = w - 1; k >= 0; --k) s += in[y * w + k];\nout[i] = s;"},
    {"row_by_four",
     "int s = 0;\nfor (int k = 0; k < w - 1; k += 4) s += in[y * w + k] + in[y * w + k + 3];\n"
     "out[i] = s;"},
    {"up_to_the_item", "int s = 0;\nfor (int k = 0; k <= x; ++k) s += in[y * w + k];\nout[i] = s;"},
    {"neighbours",
     "int s = in[i];\nif (x > 0) s += in[i - 1];\nif (x < w - 1) s += in[i + 1];\nout[i] = s;"},
    {"rows_above_and_below",
     "int s = in[i];\nif (y > 0) s += in[i - w];\nif (y < n / w - 1) s += in[i + w];\nout[i] = s;"},
    {"window",
     "int s = 0;\nif (x > 0 && x < w - 1 && y > 0 && y < n / w - 1)\nfor (int a = -1; a <= 1; ++a) "
     "for (int b = -1; b <= 1; ++b)\ns += in[(y + a) * w + x + b];\nout[i] = s;"},
    {"clamped", "out[i] = in[y * w + min(x + 1, w - 1)] + in[max(y - 1, 0) * w + max(x - 1, 0)];"},
    {"quotient_and_remainder", "out[i] = in[(i / w) * w + i % w];"},
    {"half", "out[i] = in[u / 2] + in[n / 2 + (u >> 1)];"},
    {"strided_by_the_range",
     "int s = 0;\nfor (int k = i; k < n; k += 512) s += in[k];\nout[i] = s;"},
    {"guarded_loop",
     "int s = 0;\nfor (int k = 0; k < w; ++k) if (x + k < w) s += in[y * w + x + k];\nout[i] = s;"},
    {"vectors", "if (x < w / 4) vstore4(vload4(y * w / 4 + x, in), y * w / 4 + x, out);"},
    {"sums_of_rows",
     "int l = get_local_id(0), r = get_local_id(1), c = get_local_size(0);\ntile[r * c + l] = "
     "in[i];\n"
     "for (int s = get_local_size(1) / 2; s > 0; s /= 2) {\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "if (r < s) tile[r * c + l] += tile[(r + s) * c + l];\n}\nout[i] = tile[r * c + l] + in[i];"},
};

// The same with a mistake of the kernel: also in buffers that are large enough.
const Kernel wrongKernels[] = {
    {"item_before", "out[i] = in[i - 1];"},
    {"unsigned_item_before", "out[u] = in[u - 1];"},
    {"one_row_more",
     "int s = 0;\nfor (uint k = 0; k <= n / w; ++k) s += in[k * w + x];\nout[i] = s;"},
    {"one_column_more",
     "int s = 0;\nfor (int k = 0; k <= w; ++k) s += in[y * w + k];\nout[i] = s;"},
    {"one_round_too_far",
     "int s = 0;\nfor (int k = w - 1; k >= -1; --k) s += in[y * w + k];\nout[i] = s;"},
    {"guard_of_one_too_many", "int s = in[i];\nif (x <= w - 1) s += in[i + 1];\nout[i] = s;"},
    {"guard_of_the_wrong_id", "int s = in[i];\nif (x > 0) s += in[i - w];\nout[i] = s;"},
    {"product_beyond_32_bits", "out[i] = in[(uint)(y * 0x10000000u) * 16u + x - (x == 31) * 33];"},
    {"sum_of_long_steps", "out[i] = in[(ulong)x * 0x1000000000000001ul];"},
    {"local_row_too_far", "int l = get_local_id(0), r = get_local_id(1), c = "
                          "get_local_size(0);\ntile[r * c + l] = in[i];\n"
                          "barrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[(r + 1) * c + l];"},
};

class EdgeFaults : public testing::TestWithParam<Kernel> {
protected:
  std::vector<std::string> run(const std::string &options, size_t missing,
                               const std::vector<size_t> &local) {
    const std::string source =
        std::string(
            "#line 1 \"k.cl\"\nkernel void k(global int *out, global const int *in, int w, "
            "int n, local int *tile) {\nint x = get_global_id(0), y = get_global_id(1), i = "
            "y * w + x; uint u = i;\n") +
        GetParam().body + "\n}\n";
    Program program = session.build(source, "-cl-std=CL3.0 -cl-weft-check=bounds " + options);
    return reportsOf([&] {
      std::vector<int> out(items), numbers(items - missing);
      session.run(program, "k", {{width, height}, local}, inOut(out), in(numbers), int{width},
                  int{items}, weft::test::local(4 * 32));
    });
  }

  Session session;
};

const std::vector<size_t> localSizes[] = {{32, 1}, {8, 4}, {2, 16}};

std::string sized(const std::vector<size_t> &local) {
  return "-cl-weft-local-size=" + std::to_string(local[0]) + "," + std::to_string(local[1]);
}

using WholeKernels = EdgeFaults;
TEST_P(WholeKernels, ReportWhatWorkItemsDo) {
  for (const std::vector<size_t> &local : localSizes)
    for (const size_t missing : {0, 1}) {
      SCOPED_TRACE(sized(local) + ", missing " + std::to_string(missing));
      const std::vector<std::string> expected = run("-cl-weft-vectorise=off", missing, local);
      EXPECT_EQ(expected.empty(), missing == 0);
      EXPECT_EQ(run("", missing, local), expected);
      EXPECT_EQ(run(sized(local), missing, local), expected);
    }
}
INSTANTIATE_TEST_SUITE_P(Each, WholeKernels, testing::ValuesIn(kernels),
                         [](const auto &info) { return std::string(info.param.name); });

using WrongKernels = EdgeFaults;
TEST_P(WrongKernels, ReportWhatWorkItemsDo) {
  for (const std::vector<size_t> &local : localSizes) {
    SCOPED_TRACE(sized(local));
    const std::vector<std::string> expected = run("-cl-weft-vectorise=off", 0, local);
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(run("", 0, local), expected);
    EXPECT_EQ(run(sized(local), 0, local), expected);
  }
}
INSTANTIATE_TEST_SUITE_P(Each, WrongKernels, testing::ValuesIn(wrongKernels),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace weft::test

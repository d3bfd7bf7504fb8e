// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPV_INTEL_variable_length_array: arrays whose length is known when they are made.
#include "tests/spirv/extension_case.h"
#include "tests/support/opencl.h"

#include <gtest/gtest.h>

namespace weft::test {
namespace {

using Cases = std::vector<ExtensionCase>;

class SpirvVariableLengthArrays : public testing::TestWithParam<ExtensionCase> {};
TEST_P(SpirvVariableLengthArrays, Run) { checkExtension(GetParam()); }

// Fills %array with its %n numbers 0, x, 2 x ...
const char *const fill = R"(
  OpBranch %fillHead
  %fillHead = OpLabel
  %k = OpPhi %uint %u0 %entry %kNext %fillBody
  %fills = OpULessThan %bool %k %n
  OpBranchConditional %fills %fillBody %filled
  %fillBody = OpLabel
  %element = OpInBoundsPtrAccessChain %pFunction %array %k
  %product = OpIMul %uint %k %x
  OpStore %element %product Aligned 4
  %kNext = OpIAdd %uint %k %u1
  OpBranch %fillHead
  %filled = OpLabel
)";

// %total: what is in %array.
const char *const addUp = R"(
  OpBranch %sumHead
  %sumHead = OpLabel
  %j = OpPhi %uint %u0 %filled %jNext %sumBody
  %total = OpPhi %uint %u0 %filled %more %sumBody
  %sums = OpULessThan %bool %j %n
  OpBranchConditional %sums %sumBody %summed
  %sumBody = OpLabel
  %addend = OpInBoundsPtrAccessChain %pFunction %array %j
  %number = OpLoad %uint %addend Aligned 4
  %more = OpIAdd %uint %total %number
  %jNext = OpIAdd %uint %j %u1
  OpBranch %sumHead
  %summed = OpLabel
)";
cl_uint filledSum(cl_uint n, cl_uint x) { return n * (n - 1) / 2 * x; }

const char *const length = "%low = OpBitwiseAnd %uint %x %u31\n%n = OpIAdd %uint %low %u1\n";
const std::string array = "%array = OpVariableLengthArrayINTEL %pFunction %n\n";

ExtensionCase arrays(const std::string &what, const std::string &body,
                     std::function<cl_uint(const Words &, size_t)> expected) {
  return {.extension = "SPV_INTEL_variable_length_array",
          .what = what,
          .capabilities = "VariableLengthArrayINTEL",
          .decorations = "OpDecorate %fixed SpecId 1\n",
          .declarations =
              "%pByte = OpTypePointer Function %uchar\n%fixed = OpSpecConstant %uint 20\n"
              "%rounds = OpConstant %uint 5000\n",
          .body = body,
          .expected = std::move(expected)};
}

INSTANTIATE_TEST_SUITE_P(
    Arrays, SpirvVariableLengthArrays,
    testing::ValuesIn(Cases{
        arrays("of a length for each work-item",
               length + array + fill + addUp + "%r = OpCopyObject %uint %total\n",
               [](const Words &x, size_t i) { return filledSum((x[i] & 31) + 1, x[i]); }),
        arrays("of a specialised length",
               "%n = OpCopyObject %uint %fixed\n"
               "%array = OpVariableLengthArrayINTEL %pFunction %fixed\n" +
                   std::string(fill) + addUp + "%r = OpCopyObject %uint %total\n",
               [](const Words &x, size_t i) { return filledSum(20, x[i]); }),
        arrays("two beside each other",
               length + array + "%second = OpVariableLengthArrayINTEL %pFunction %n\n" + fill +
                   "OpStore %second %u7 Aligned 4\n" + addUp +
                   "%seven = OpLoad %uint %second Aligned 4\n%r = OpIAdd %uint %total %seven\n",
               [](const Words &x, size_t i) { return filledSum((x[i] & 31) + 1, x[i]) + 7; }),
        arrays("across a barrier",
               length + array + fill + "OpControlBarrier %groupScope %groupScope %groupMemory\n" +
                   addUp + "%r = OpCopyObject %uint %total\n",
               [](const Words &x, size_t i) { return filledSum((x[i] & 31) + 1, x[i]); }),
        // All rounds together need far more than there is for one work-item.
        arrays("given back in each round of a loop", length + std::string(R"(
  OpBranch %head
  %head = OpLabel
  %round = OpPhi %uint %u0 %entry %nextRound %body
  %sum = OpPhi %uint %u0 %entry %newSum %body
  %goesOn = OpULessThan %bool %round %rounds
  OpBranchConditional %goesOn %body %end
  %body = OpLabel
  %saved = OpSaveMemoryINTEL %pByte
  %temporary = OpVariableLengthArrayINTEL %pFunction %n
  %last = OpInBoundsPtrAccessChain %pFunction %temporary %low
  OpStore %last %round Aligned 4
  %again = OpLoad %uint %last Aligned 4
  %newSum = OpIAdd %uint %sum %again
  OpRestoreMemoryINTEL %saved
  %nextRound = OpIAdd %uint %round %u1
  OpBranch %head
  %end = OpLabel
  %r = OpIAdd %uint %sum %x
)"),
               [](const Words &x, size_t i) { return x[i] + 5000 * 4999 / 2; }),
    }));

// More than there is for a work-item ends the launch with an error, and nothing else.
TEST(SpirvVariableLengthArraysTooLarge, EndTheLaunch) {
  const ExtensionCase one =
      arrays("too large",
             "%array = OpVariableLengthArrayINTEL %pFunction %x\nOpStore %array %u7 Aligned 4\n"
             "%r = OpLoad %uint %array Aligned 4\n",
             nullptr);
  const Session session;
  const Program program = buildExtension(session, one);
  ASSERT_TRUE(program);
  const Kernel kernel = session.kernel(program, "test");
  const auto statusFor = [&](cl_uint number) {
    const Words lengths(extensionItems, number);
    const Memory input = session.buffer(lengths.size() * sizeof(cl_uint), lengths.data(),
                                        CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR);
    const Memory out = session.buffer(lengths.size() * sizeof(cl_uint));
    for (cl_uint index = 0; index != 3; ++index)
      EXPECT_EQ(clSetKernelArg(kernel, index, sizeof(cl_mem), (index ? out : input).address()),
                CL_SUCCESS);
    const size_t global = extensionItems, local = extensionGroup;
    Event event;
    EXPECT_EQ(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &global, &local, 0, nullptr,
                                     event.out()),
              CL_SUCCESS);
    clFinish(session.queue);
    cl_int status = 1;
    EXPECT_EQ(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
        CL_SUCCESS);
    return status;
  };
  for (int round = 0; round != 3; ++round) {
    EXPECT_EQ(statusFor(100), CL_COMPLETE);
    EXPECT_EQ(statusFor(16 << 10), CL_COMPLETE);
    EXPECT_EQ(errorName(statusFor((16 << 10) + 1)), errorName(CL_OUT_OF_RESOURCES));
    EXPECT_EQ(errorName(statusFor(0xffffffff)), errorName(CL_OUT_OF_RESOURCES));
  }
}

} // namespace
} // namespace weft::test

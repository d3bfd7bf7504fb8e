// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mistakes in SPIR-V that has lines, or that Clang's modules cannot have.
#include "tests/checked/reports.h"
#include "tests/support/opencl.h"
#include "tests/support/spirv_assembler.h"

#include <numeric>

namespace weft::test {
namespace {

constexpr size_t items = 64, localSize = 16;

// kernel void k(global int *out, global const int *in): `body` computes %result from %value, which
// is in[i], and from %index, which is i.
std::string moduleOf(const std::string &body, const std::string &place = "%id") {
  return R"(
    OpCapability Addresses
    OpCapability Kernel
    OpCapability Int64
    OpMemoryModel Physical64 OpenCL
    OpEntryPoint Kernel %k "k" %global_id
    %file = OpString "k.cl"
    OpSource OpenCL_C 300000 %file
    OpName %out "out"
    OpName %in "in"
    OpDecorate %global_id BuiltIn GlobalInvocationId
    %void = OpTypeVoid
    %int = OpTypeInt 32 0
    %long = OpTypeInt 64 0
    %long3 = OpTypeVector %long 3
    %ids = OpTypePointer Input %long3
    %ints = OpTypePointer CrossWorkgroup %int
    %type = OpTypeFunction %void %ints %ints
    %two = OpConstant %int 2
    %five = OpConstant %int 5
    %one = OpConstant %long 1
    %global_id = OpVariable %ids Input
    %k = OpFunction %void None %type
    %out = OpFunctionParameter %ints
    %in = OpFunctionParameter %ints
    %entry = OpLabel
    %all = OpLoad %long3 %global_id Aligned 32
    %id = OpCompositeExtract %long %all 0
    %next = OpIAdd %long %id %one
    %index = OpUConvert %int %id
    %from = OpPtrAccessChain %ints %in %id
    %value = OpLoad %int %from Aligned 4
  )" + body +
         R"(
    OpLine %file 9 4
    %to = OpPtrAccessChain %ints %out )" +
         place + R"(
    OpStore %to %result Aligned 4
    OpReturn
    OpFunctionEnd
  )";
}

class SpirvFaults : public testing::Test {
protected:
  std::vector<std::string> run(const std::string &text) const {
    const auto words = assembleSpirv(text);
    cl_int error = CL_SUCCESS;
    Program program = clCreateProgramWithIL(session.context, words.data(),
                                            words.size() * sizeof(words[0]), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    cl_device_id ofSession = device();
    EXPECT_EQ(clBuildProgram(program, 1, &ofSession, "-cl-weft-check=bounds,arithmetic", nullptr,
                             nullptr),
              CL_SUCCESS)
        << session.buildLog(program);
    return reportsOf([&] {
      std::vector<int> out(items), numbers(items);
      std::iota(numbers.begin(), numbers.end(), 0);
      session.run(program, "k", {{items}, {localSize}}, inOut(out), in(numbers));
    });
  }

  Session session;
};

TEST_F(SpirvFaults, HaveLines) {
  const std::string sum = "%result = OpIAdd %int %value %two";
  EXPECT_EQ(run(moduleOf(sum)), std::vector<std::string>());
  EXPECT_EQ(run(moduleOf(sum, "%next")),
            reportsBy({63}, localSize,
                      "bounds: 9:4: write of 4 bytes, directly behind the end of argument 0 'out' "
                      "(buffer of 256 bytes, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR)"));
}

TEST_F(SpirvFaults, DivisionsAreThoseOfTheInstruction) {
  const std::string difference = "%less = OpISub %int %value %five\nOpLine %file 5 2\n";
  EXPECT_EQ(run(moduleOf(difference + "%result = OpSDiv %int %five %less")),
            reportsBy({5}, localSize, "arithmetic: 5:2: division of 5 by 0 (int)"));
  EXPECT_EQ(run(moduleOf(difference + "%result = OpUMod %int %five %less")),
            reportsBy({5}, localSize, "arithmetic: 5:2: remainder of 5 by 0 (uint)"));
}

// Of SPIR-V itself, an amount as large as the width has no defined result.
TEST_F(SpirvFaults, ShiftsAreReported) {
  EXPECT_EQ(run(moduleOf("%amount = OpISub %int %value %two\n%more = OpShiftRightLogical %int "
                         "%index %two\n%result = OpShiftLeftLogical %int %value %more")),
            std::vector<std::string>());
  std::vector<std::string> expected;
  for (size_t item = 32; item < items; ++item)
    expected.push_back(reportsBy({item}, localSize,
                                 "arithmetic: 7:1: shift of int, which has 32 bits, by " +
                                     std::to_string(item))[0]);
  std::ranges::sort(expected);
  EXPECT_EQ(run(moduleOf("OpLine %file 7 1\n%result = OpShiftLeftLogical %int %two %value")),
            expected);
}

} // namespace
} // namespace weft::test

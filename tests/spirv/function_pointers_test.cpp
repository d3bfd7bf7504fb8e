// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPV_INTEL_function_pointers: functions that are chosen when the kernel runs.
#include "tests/spirv/extension_case.h"
#include "tests/support/opencl.h"

#include <gtest/gtest.h>

namespace weft::test {
namespace {

using Cases = std::vector<ExtensionCase>;

class SpirvFunctionPointers : public testing::TestWithParam<ExtensionCase> {};
TEST_P(SpirvFunctionPointers, Run) { checkExtension(GetParam()); }

const char *const types = R"(
  %code = OpTypePointer CodeSectionINTEL %unary
  %codes = OpTypeArray %code %u3
  %pCodes = OpTypePointer UniformConstant %codes
  %pCode = OpTypePointer UniformConstant %code
  %ownCodes = OpTypePointer Function %code
  %n32 = OpConstant %uint 32
  %array = OpTypeArray %uint %n32
  %pArray = OpTypePointer Workgroup %array
  %pWord = OpTypePointer Workgroup %uint
  %words = OpVariable %pArray Workgroup
  %toAdd = OpConstantFunctionPointerINTEL %code %add
  %toTwice = OpConstantFunctionPointerINTEL %code %twice
  %toNumber = OpConstantFunctionPointerINTEL %code %number
  %toMeet = OpConstantFunctionPointerINTEL %code %meet
  %noCode = OpConstantNull %code
  %table = OpConstantComposite %codes %toAdd %toTwice %toNumber
  %choices = OpVariable %pCodes UniformConstant %table
)";

// p + 3; p * 2, which stays a function; p plus the work-item's id; and what the neighbour has.
const char *const functions = R"(
  %add = OpFunction %uint None %unary
  %p1 = OpFunctionParameter %uint
  %e1 = OpLabel
  %s1 = OpIAdd %uint %p1 %u3
  OpReturnValue %s1
  OpFunctionEnd
  %twice = OpFunction %uint DontInline %unary
  %p2 = OpFunctionParameter %uint
  %e2 = OpLabel
  %s2 = OpIMul %uint %p2 %u2
  OpReturnValue %s2
  OpFunctionEnd
  %number = OpFunction %uint None %unary
  %p3 = OpFunctionParameter %uint
  %e3 = OpLabel
  %g3 = OpLoad %v3ulong %gid
  %w3 = OpCompositeExtract %ulong %g3 0
  %i3 = OpUConvert %uint %w3
  %s3 = OpIAdd %uint %p3 %i3
  OpReturnValue %s3
  OpFunctionEnd
  %meet = OpFunction %uint None %unary
  %p4 = OpFunctionParameter %uint
  %e4 = OpLabel
  %l4 = OpLoad %v3ulong %locals
  %w4 = OpCompositeExtract %ulong %l4 0
  %i4 = OpUConvert %uint %w4
  %mine = OpInBoundsAccessChain %pWord %words %i4
  OpStore %mine %p4 Aligned 4
  OpControlBarrier %groupScope %groupScope %groupMemory
  %o4 = OpBitwiseXor %uint %i4 %u1
  %its = OpInBoundsAccessChain %pWord %words %o4
  %s4 = OpLoad %uint %its Aligned 4
  OpReturnValue %s4
  OpFunctionEnd
)";

ExtensionCase pointers(const std::string &what, const std::string &body,
                       std::function<cl_uint(const Words &, size_t)> expected) {
  return {.extension = "SPV_INTEL_function_pointers",
          .what = what,
          .capabilities = "FunctionPointersINTEL",
          .declarations = types,
          .functions = functions,
          .body = body,
          .expected = std::move(expected)};
}

cl_uint called(cl_uint choice, cl_uint x, size_t i) {
  return choice == 0 ? x + 3 : choice == 1 ? x * 2 : x + static_cast<cl_uint>(i);
}

INSTANTIATE_TEST_SUITE_P(
    Calls, SpirvFunctionPointers,
    testing::ValuesIn(Cases{
        pointers("a choice by the parity", R"(
  %odd = OpBitwiseAnd %uint %x %u1
  %isOdd = OpINotEqual %bool %odd %u0
  %chosen = OpSelect %code %isOdd %toTwice %toAdd
  %r = OpFunctionPointerCallINTEL %uint %chosen %x
)",
                 [](const Words &x, size_t i) { return called(x[i] & 1, x[i], i); }),
        pointers("a table in constant memory", R"(
  %index = OpUMod %uint %x %u3
  %place = OpInBoundsAccessChain %pCode %choices %index
  %chosen = OpLoad %code %place Aligned 8
  %r = OpFunctionPointerCallINTEL %uint %chosen %x
)",
                 [](const Words &x, size_t i) { return called(x[i] % 3, x[i], i); }),
        pointers("known in advance", "%r = OpFunctionPointerCallINTEL %uint %toNumber %x\n",
                 [](const Words &x, size_t i) { return called(2, x[i], i); }),
        pointers("a function with a barrier", "%r = OpFunctionPointerCallINTEL %uint %toMeet %x\n",
                 [](const Words &x, size_t i) { return x[i ^ 1]; }),
        pointers("none", "%r = OpFunctionPointerCallINTEL %uint %noCode %x\n",
                 [](const Words &, size_t) { return cl_uint{0}; }),
        pointers("comparison", R"(
  %odd = OpBitwiseAnd %uint %x %u1
  %isOdd = OpINotEqual %bool %odd %u0
  %chosen = OpSelect %code %isOdd %toTwice %toAdd
  %isTwice = OpPtrEqual %bool %chosen %toTwice
  %isNone = OpPtrEqual %bool %chosen %noCode
  %a = OpSelect %uint %isTwice %u3 %u5
  %b = OpSelect %uint %isNone %u100 %u0
  %r = OpIAdd %uint %a %b
)",
                 [](const Words &x, size_t i) { return cl_uint{x[i] & 1 ? 3u : 5u}; }),
    }));

// A kernel keeps a pointer in memory, and another one of the program calls it.
TEST(SpirvFunctionPointersOfKernels, ArePointersInAll) {
  ExtensionCase one = pointers("", R"(
  %inMemory = OpBitcast %stored %shared
  OpStore %inMemory %toTwice Aligned 8
  %r = OpCopyObject %uint %x
)",
                               nullptr);
  one.modes = "OpEntryPoint Kernel %use \"use\" %gid\n";
  one.declarations += "%stored = OpTypePointer CrossWorkgroup %code\n";
  one.functions += R"(
  %use = OpFunction %void None %testType
  %in5 = OpFunctionParameter %global
  %out5 = OpFunctionParameter %global
  %shared5 = OpFunctionParameter %global
  %e5 = OpLabel
  %kept = OpBitcast %stored %shared5
  %callee = OpLoad %code %kept Aligned 8
  %r5 = OpFunctionPointerCallINTEL %uint %callee %u100
  OpStore %out5 %r5 Aligned 4
  OpReturn
  OpFunctionEnd
)";
  const Session session;
  const Program program = buildExtension(session, one);
  ASSERT_TRUE(program);
  const Words input = extensionInputs();
  Words out(input.size()), shared(64);
  session.run(program, "test", {{extensionItems}, {extensionGroup}}, in(input), inOut(out),
              inOut(shared));
  session.run(program, "use", {{1}}, in(input), inOut(out), inOut(shared));
  EXPECT_EQ(out[0], 200u);
}

} // namespace
} // namespace weft::test

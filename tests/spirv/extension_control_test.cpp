// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Extensions of SPIR-V that concern functions, loops, promises and work-items together.
#include "tests/spirv/extension_case.h"
#include "tests/support/opencl.h"
#include "tests/support/spirv_assembler.h"

#include <gtest/gtest.h>

namespace weft::test {
namespace {

using Cases = std::vector<ExtensionCase>;

class SpirvControlExtensions : public testing::TestWithParam<ExtensionCase> {};
TEST_P(SpirvControlExtensions, Run) { checkExtension(GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    Promises, SpirvControlExtensions,
    testing::ValuesIn(Cases{
        {.extension = "SPV_KHR_expect_assume",
         .what = "what is so, and what is mostly so",
         .capabilities = "ExpectAssumeKHR",
         .body = R"(
  %low = OpBitwiseAnd %uint %x %u7
  %isLow = OpULessThan %bool %low %u8
  OpAssumeTrueKHR %isLow
  %likely = OpExpectKHR %uint %low %u3
  %r = OpIMul %uint %likely %u3
)",
         .expected = [](const Words &x, size_t i) { return (x[i] & 7) * 3; }},
        {.extension = "SPV_KHR_non_semantic_info",
         .what = "instructions of a set that nobody knows",
         .imports = "%set = OpExtInstImport \"NonSemantic.Weft.Test\"\n",
         .declarations = "%about = OpExtInst %void %set 3 %u7\n",
         .body = "%more = OpExtInst %void %set 7 %x\n%r = OpIAdd %uint %x %u1\n",
         .expected = [](const Words &x, size_t i) { return x[i] + 1; }},
    }));

INSTANTIATE_TEST_SUITE_P(Loops, SpirvControlExtensions,
                         testing::ValuesIn(Cases{
                             {.extension = "SPV_INTEL_unstructured_loop_controls",
                              .what = "hints for a loop without a merge",
                              .capabilities = "UnstructuredLoopControlsINTEL",
                              .body = R"(
  %n = OpBitwiseAnd %uint %x %u15
  OpBranch %head
  %head = OpLabel
  %k = OpPhi %uint %u0 %entry %next %round
  %sum = OpPhi %uint %u0 %entry %more %round
  %stays = OpULessThan %bool %k %n
  OpBranchConditional %stays %round %end
  %round = OpLabel
  %more = OpIAdd %uint %sum %k
  %next = OpIAdd %uint %k %u1
  !0x000216ff !2
  OpBranch %head
  %end = OpLabel
  %r = OpCopyObject %uint %sum
)",
                              .expected =
                                  [](const Words &x, size_t i) {
                                    const cl_uint n = x[i] & 15;
                                    return n ? n * (n - 1) / 2 : 0;
                                  }},
                         }));

const char *const triple = R"(
  %p = OpFunctionParameter %uint
  %begin = OpLabel
  %three = OpIMul %uint %p %u3
  OpReturnValue %three
  OpFunctionEnd
)";
ExtensionCase optNone(const std::string &extension) {
  return {.extension = extension,
          .what = "a function that is not optimised",
          .capabilities = "OptNoneINTEL",
          .functions = "%triple = OpFunction %uint OptNoneINTEL %unary\n" + std::string(triple),
          .body = "%r = OpFunctionCall %uint %triple %x\n",
          .expected = [](const Words &x, size_t i) { return 3 * x[i]; }};
}
INSTANTIATE_TEST_SUITE_P(OptNone, SpirvControlExtensions,
                         testing::ValuesIn(Cases{optNone("SPV_INTEL_optnone"),
                                                 optNone("SPV_EXT_optnone")}));

INSTANTIATE_TEST_SUITE_P(KernelAttributes, SpirvControlExtensions,
                         testing::ValuesIn(Cases{
                             {.extension = "SPV_INTEL_kernel_attributes",
                              .what = "the largest group, the dimensions, no offset",
                              .capabilities = "KernelAttributesINTEL",
                              .modes = "OpExecutionMode %test MaxWorkgroupSizeINTEL 32 1 1\n"
                                       "OpExecutionMode %test MaxWorkDimINTEL 1\n"
                                       "OpExecutionMode %test NoGlobalOffsetINTEL\n",
                              .body = "%small = OpUConvert %uint %i\n%r = OpIAdd %uint %x %small\n",
                              .expected = [](const Words &x,
                                             size_t i) { return x[i] + static_cast<cl_uint>(i); }},
                         }));

size_t groupBegin(size_t i) { return i / extensionGroup * extensionGroup; }

INSTANTIATE_TEST_SUITE_P(
    SplitBarrier, SpirvControlExtensions,
    testing::ValuesIn(Cases{
        {.extension = "SPV_INTEL_split_barrier",
         .what = "what a neighbour wrote before it arrived",
         .capabilities = "SplitBarrierINTEL",
         .declarations = "%n32 = OpConstant %uint 32\n%array = OpTypeArray %uint %n32\n"
                         "%pArray = OpTypePointer Workgroup %array\n"
                         "%pWord = OpTypePointer Workgroup %uint\n"
                         "%words = OpVariable %pArray Workgroup\n",
         .body = R"(
  %mine = OpInBoundsAccessChain %pWord %words %lid
  OpStore %mine %x Aligned 4
  OpControlBarrierArriveINTEL %groupScope %groupScope %groupMemory
  %other = OpBitwiseXor %uint %lid %u31
  OpControlBarrierWaitINTEL %groupScope %groupScope %groupMemory
  %its = OpInBoundsAccessChain %pWord %words %other
  %r = OpLoad %uint %its Aligned 4
)",
         .expected = [](const Words &x, size_t i) { return x[i ^ 31]; }},
    }));

INSTANTIATE_TEST_SUITE_P(
    UniformGroups, SpirvControlExtensions,
    testing::ValuesIn(Cases{
        {.extension = "SPV_KHR_uniform_group_instructions",
         .what = "the product of a work-group",
         .capabilities = "GroupUniformArithmeticKHR",
         .body = "%odd = OpBitwiseOr %uint %x %u1\n"
                 "%r = OpGroupIMulKHR %uint %groupScope Reduce %odd\n",
         .expected =
             [](const Words &x, size_t i) {
               cl_uint product = 1;
               for (size_t k = 0; k < extensionGroup; ++k)
                 product *= x[groupBegin(i) + k] | 1;
               return product;
             }},
        {.extension = "SPV_KHR_uniform_group_instructions",
         .what = "bits up to a work-item",
         .capabilities = "GroupUniformArithmeticKHR",
         .body = "%r = OpGroupBitwiseXorKHR %uint %groupScope InclusiveScan %x\n",
         .expected =
             [](const Words &x, size_t i) {
               cl_uint bits = 0;
               for (size_t k = groupBegin(i); k <= i; ++k)
                 bits ^= x[k];
               return bits;
             }},
        {.extension = "SPV_KHR_uniform_group_instructions",
         .what = "booleans before a work-item",
         .capabilities = "GroupUniformArithmeticKHR",
         .body = "%low = OpBitwiseAnd %uint %x %u15\n%isZero = OpIEqual %bool %low %u0\n"
                 "%any = OpGroupLogicalOrKHR %bool %groupScope ExclusiveScan %isZero\n"
                 "%r = OpSelect %uint %any %u1 %u0\n",
         .expected =
             [](const Words &x, size_t i) {
               bool any = false;
               for (size_t k = groupBegin(i); k < i; ++k)
                 any |= (x[k] & 15) == 0;
               return cl_uint{any};
             }},
    }));

constexpr size_t lanes = 16;
const char *const sixteenLanes = "OpExecutionMode %test SubgroupSize 16\n";

INSTANTIATE_TEST_SUITE_P(
    SubGroups, SpirvControlExtensions,
    testing::ValuesIn(Cases{
        {.extension = "SPV_KHR_subgroup_rotate",
         .what = "all lanes",
         .capabilities = "GroupNonUniformRotateKHR",
         .modes = sixteenLanes,
         .body = "%r = OpGroupNonUniformRotateKHR %uint %subGroupScope %x %u3\n",
         .expected = [](const Words &x,
                        size_t i) { return x[i / lanes * lanes + (i + 3) % lanes]; }},
        {.extension = "SPV_KHR_subgroup_rotate",
         .what = "clusters",
         .capabilities = "GroupNonUniformRotateKHR",
         .modes = sixteenLanes,
         .body = "%r = OpGroupNonUniformRotateKHR %uint %subGroupScope %x %u3 %u4\n",
         .expected = [](const Words &x, size_t i) { return x[i / 4 * 4 + (i + 3) % 4]; }},
        {.extension = "SPV_INTEL_subgroups",
         .what = "shuffles",
         .capabilities = "SubgroupShuffleINTEL",
         .modes = sixteenLanes,
         .body = "%a = OpSubgroupShuffleXorINTEL %uint %x %u5\n"
                 "%b = OpSubgroupShuffleINTEL %uint %x %u3\n%r = OpISub %uint %a %b\n",
         .expected = [](const Words &x, size_t i) { return x[i ^ 5] - x[i / lanes * lanes + 3]; }},
        {.extension = "SPV_INTEL_subgroups",
         .what = "blocks of memory",
         .capabilities = "SubgroupBufferBlockIOINTEL",
         .modes = sixteenLanes,
         .declarations = "%nMinus16 = OpConstant %ulong 0xfffffffffffffff0\n",
         .body = "%first = OpBitwiseAnd %ulong %i %nMinus16\n"
                 "%block = OpInBoundsPtrAccessChain %global %in %first\n"
                 "%r = OpSubgroupBlockReadINTEL %uint %block\n",
         .expected = [](const Words &x, size_t i) { return x[i]; }},
    }));

// Several modules may define a function that is the same in all of them.
TEST(SpirvLinkOnceExtension, OneOfTheDefinitionsStays) {
  const std::string decoration = "OpDecorate %triple LinkageAttributes \"triple\" LinkOnceODR\n";
  const std::string function = "%triple = OpFunction %uint None %unary\n" + std::string(triple);
  const ExtensionCase one{.extension = "SPV_KHR_linkonce_odr",
                          .what = "a function of two modules",
                          .decorations = decoration,
                          .functions = function,
                          .body = "%r = OpFunctionCall %uint %triple %x\n",
                          .expected = [](const Words &x, size_t i) { return 3 * x[i]; }};
  checkExtension(one);
  std::string other = moduleOf(one);
  other.replace(other.find("\"test\""), 6, "\"more\"");
  const Session session;
  std::vector<cl_program> programs;
  std::vector<Program> owners;
  const cl_device_id target = device();
  for (const std::string &text : {moduleOf(one), other}) {
    const auto words = assembleSpirv(text);
    cl_int error = CL_SUCCESS;
    owners.emplace_back(clCreateProgramWithIL(session.context, words.data(),
                                              words.size() * sizeof(words[0]), &error));
    ASSERT_EQ(error, CL_SUCCESS);
    programs.push_back(owners.back());
    ASSERT_EQ(clCompileProgram(programs.back(), 1, &target, nullptr, 0, nullptr, nullptr, nullptr,
                               nullptr),
              CL_SUCCESS)
        << session.buildLog(programs.back());
  }
  cl_int error = CL_SUCCESS;
  const Program linked = clLinkProgram(session.context, 1, &target, nullptr, 2, programs.data(),
                                       nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS) << session.buildLog(linked);
  const Words input = extensionInputs();
  for (const char *kernel : {"test", "more"}) {
    Words out(input.size()), shared(64);
    session.run(linked, kernel, {{extensionItems}, {extensionGroup}}, in(input), inOut(out),
                inOut(shared));
    for (size_t i = 0; i < out.size(); ++i)
      ASSERT_EQ(out[i], 3 * input[i]) << kernel << ", work-item " << i;
  }
}

// Assembly is the one extension of common producers that is refused, by its name.
TEST(SpirvAssemblyExtension, IsRefusedByItsName) {
  const Session session;
  const auto words = assembleSpirv("OpCapability Addresses\nOpCapability Kernel\n"
                                   "OpCapability AsmINTEL\n"
                                   "OpExtension \"SPV_INTEL_inline_assembly\"\n"
                                   "OpMemoryModel Physical64 OpenCL\n");
  cl_int error = CL_SUCCESS;
  const Program program =
      clCreateProgramWithIL(session.context, words.data(), words.size() * sizeof(words[0]), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr),
            CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(session.buildLog(program),
            "error: SPIR-V capability AsmINTEL is not supported\n"
            "error: SPIR-V extension SPV_INTEL_inline_assembly is not supported\n");
}

} // namespace
} // namespace weft::test

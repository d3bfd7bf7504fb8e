// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Extensions of SPIR-V that concern pointers, accesses to memory and variables.
#include "tests/spirv/extension_case.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace weft::test {
namespace {

using Cases = std::vector<ExtensionCase>;

class SpirvMemoryExtensions : public testing::TestWithParam<ExtensionCase> {};
TEST_P(SpirvMemoryExtensions, Run) { checkExtension(GetParam()); }

cl_uint itself(const Words &x, size_t i) { return x[i]; }

// Words of OpTypeUntypedPointerKHR, OpUntypedVariableKHR and the access chains.
INSTANTIATE_TEST_SUITE_P(
    UntypedPointers, SpirvMemoryExtensions,
    testing::ValuesIn(Cases{
        {.extension = "SPV_KHR_untyped_pointers",
         .what = "chains of elements",
         .capabilities = "!4473",
         .declarations = "!0x00031141 %untyped !5\n",
         .body = R"(
  %base = OpBitcast %untyped %in
  !0x00061147 %untyped %address %uint %base %i
  %loaded = OpLoad %uint %address Aligned 4
  !0x00061148 %untyped %same %uint %base %i
  %again = OpLoad %uint %same Aligned 4
  %r = OpIAdd %uint %loaded %again
)",
         .expected = [](const Words &x, size_t i) { return 2 * x[i]; }},
        {.extension = "SPV_KHR_untyped_pointers",
         .what = "a variable, seen as a structure",
         .capabilities = "!4473",
         .declarations = "!0x00031141 %private !7\n%pair = OpTypeStruct %uint %ushort\n"
                         "%whole = OpTypeStruct %uint %uint\n",
         .body = R"(
  !0x00051142 %private %memory !7 %whole
  !0x00061143 %private %first %whole %memory %u0
  !0x00061144 %private %second %whole %memory %u1
  OpStore %first %u7 Aligned 4
  OpStore %second %x Aligned 4
  !0x00061143 %private %half2 %pair %memory %u1
  %low = OpLoad %ushort %half2 Aligned 2
  %wide = OpUConvert %uint %low
  %seven = OpLoad %uint %memory Aligned 4
  %r = OpIAdd %uint %wide %seven
)",
         .expected = [](const Words &x, size_t i) { return (x[i] & 0xffff) + 7; }},
    }));

float smallSum(const Words &x) {
  float sum = 0;
  for (const cl_uint word : x)
    sum += static_cast<float>(word & 15);
  return sum;
}
const char *const smallFloat = R"(
  %low = OpBitwiseAnd %uint %x %u15
  %f = OpConvertUToF %float %low
)";

/// An atomic operation of all work-items on the first number of `shared`.
ExtensionCase atomic(const std::string &extension, const std::string &what,
                     const std::string &capability, const std::string &operation,
                     Words expectedShared) {
  return {.extension = extension,
          .what = what,
          .capabilities = capability,
          .declarations = "%double = OpTypeFloat 64\n%halves = OpTypePointer CrossWorkgroup %half\n"
                          "%floats = OpTypePointer CrossWorkgroup %float\n"
                          "%doubles = OpTypePointer CrossWorkgroup %double\n",
          .body = smallFloat +
                  std::string("%h = OpFConvert %half %f\n%d = OpFConvert %double %f\n"
                              "%toHalf = OpBitcast %halves %shared\n"
                              "%toFloat = OpBitcast %floats %shared\n"
                              "%toDouble = OpBitcast %doubles %shared\n") +
                  operation + "%r = OpCopyObject %uint %x\n",
          .expected = itself,
          .shared = std::move(expectedShared)};
}

/// The high word of a double that needs no more.
cl_uint highBits(double value) {
  return static_cast<cl_uint>(std::bit_cast<cl_ulong>(value) >> 32);
}
/// The bits of a half that is an integer below 2048.
cl_uint halfBits(cl_uint number) {
  const cl_uint exponent = static_cast<cl_uint>(std::bit_width(number)) - 1;
  return number ? (15 + exponent) << 10 | ((number << (10 - exponent)) & 0x3ff) : 0;
}

std::vector<ExtensionCase> atomics() {
  const Words x = extensionInputs();
  const float sum = smallSum(x);
  const auto largest =
      static_cast<float>(std::ranges::max(x, {}, [](cl_uint word) { return word & 15; }) & 15);
  const std::string add = "SPV_EXT_shader_atomic_float_add",
                    minMax = "SPV_EXT_shader_atomic_float_min_max";
  return {
      atomic(add, "float", "AtomicFloat32AddEXT",
             "%o = OpAtomicFAddEXT %float %toFloat %deviceScope %relaxed %f\n", {bitsOf(sum), 0}),
      atomic(add, "double", "AtomicFloat64AddEXT",
             "%o = OpAtomicFAddEXT %double %toDouble %deviceScope %relaxed %d\n",
             {0, highBits(sum)}),
      atomic("SPV_EXT_shader_atomic_float16_add", "half", "AtomicFloat16AddEXT",
             "%o = OpAtomicFAddEXT %half %toHalf %deviceScope %relaxed %h\n",
             {halfBits(static_cast<cl_uint>(sum))}),
      atomic(minMax, "float, largest", "AtomicFloat32MinMaxEXT",
             "%o = OpAtomicFMaxEXT %float %toFloat %deviceScope %relaxed %f\n", {bitsOf(largest)}),
      atomic(minMax, "double, largest", "AtomicFloat64MinMaxEXT",
             "%o = OpAtomicFMaxEXT %double %toDouble %deviceScope %relaxed %d\n",
             {0, highBits(largest)}),
      atomic(minMax, "half, largest", "AtomicFloat16MinMaxEXT",
             "%o = OpAtomicFMaxEXT %half %toHalf %deviceScope %relaxed %h\n",
             {halfBits(static_cast<cl_uint>(largest))}),
      atomic(minMax, "float, least", "AtomicFloat32MinMaxEXT",
             "%n = OpFNegate %float %f\n"
             "%o = OpAtomicFMinEXT %float %toFloat %deviceScope %relaxed %n\n",
             {bitsOf(-largest)}),
  };
}
INSTANTIATE_TEST_SUITE_P(FloatAtomics, SpirvMemoryExtensions, testing::ValuesIn(atomics()));

// Each group leaves numbers behind for the next.
INSTANTIATE_TEST_SUITE_P(LocalNull, SpirvMemoryExtensions,
                         testing::ValuesIn(Cases{
                             {.what = "a variable in local memory that begins as zeros",
                              .declarations = R"(
  %u32 = OpConstant %uint 32
  %row = OpTypeArray %uint %u32
  %pRow = OpTypePointer Workgroup %row
  %pLocal = OpTypePointer Workgroup %uint
  %zeros = OpConstantNull %row
  %zeroed = OpVariable %pRow Workgroup %zeros
)",
                              .body = R"(
  %place = OpInBoundsAccessChain %pLocal %zeroed %lid
  %before = OpLoad %uint %place Aligned 4
  OpStore %place %x Aligned 4
  OpControlBarrier %groupScope %groupScope %groupMemory
  %other = OpBitwiseXor %uint %lid %u1
  %neighbour = OpInBoundsAccessChain %pLocal %zeroed %other
  %after = OpLoad %uint %neighbour Aligned 4
  %seen = OpIMul %uint %before %u100
  %r = OpIAdd %uint %seen %after
)",
                              .expected = [](const Words &x, size_t i) { return x[i ^ 1]; }}}));

// LLVM's back end makes the instruction in versions of SPIR-V that lack it.
INSTANTIATE_TEST_SUITE_P(WeakExchange, SpirvMemoryExtensions,
                         testing::ValuesIn(Cases{
                             {.what = "a weak exchange",
                              .body = R"(
  %before = OpCopyObject %uint %x
  !0x000900e7 %uint %old %from %deviceScope %relaxed %relaxed %u3 %before
  %now = OpLoad %uint %from Aligned 4
  %r = OpISub %uint %old %now
)",
                              .expected = [](const Words &x, size_t i) { return x[i] - 3; }},
                         }));

INSTANTIATE_TEST_SUITE_P(MemoryAccessAliasing, SpirvMemoryExtensions,
                         testing::ValuesIn(Cases{
                             {.extension = "SPV_INTEL_memory_access_aliasing",
                              .what = "accesses of two scopes",
                              .capabilities = "MemoryAccessAliasingINTEL",
                              .declarations = "%domain = OpAliasDomainDeclINTEL\n"
                                              "%one = OpAliasScopeDeclINTEL %domain\n"
                                              "%two = OpAliasScopeDeclINTEL %domain\n"
                                              "%listOne = OpAliasScopeListDeclINTEL %one\n"
                                              "%listTwo = OpAliasScopeListDeclINTEL %two\n",
                              .body = R"(
  %a = OpLoad %uint %from Aligned|AliasScopeINTELMask|NoAliasINTELMask 4 %listOne %listTwo
  OpStore %to %u3 Aligned|AliasScopeINTELMask|NoAliasINTELMask 4 %listTwo %listOne
  %b = OpLoad %uint %from Aligned|AliasScopeINTELMask|NoAliasINTELMask 4 %listOne %listTwo
  %r = OpIAdd %uint %a %b
)",
                              .expected = [](const Words &x, size_t i) { return 2 * x[i]; }},
                         }));

/// A variable of the program with decorations that Weft has no use for.
ExtensionCase variable(const std::string &extension, const std::string &capability,
                       const std::string &decorations) {
  return {.extension = extension,
          .what = "a decorated variable",
          .capabilities = capability,
          .decorations = decorations,
          .declarations = "%variable = OpVariable %global CrossWorkgroup %u100\n",
          .body = "%initial = OpLoad %uint %variable Aligned 4\n%r = OpIAdd %uint %x %initial\n",
          .expected = [](const Words &x, size_t i) { return x[i] + 100; }};
}
// "host" is one word and a terminating one.
INSTANTIATE_TEST_SUITE_P(
    VariableDecorations, SpirvMemoryExtensions,
    testing::ValuesIn(Cases{
        variable("SPV_INTEL_global_variable_decorations", "!6146",
                 "!0x00060047 %variable !6147 !1 !0x74736f68 !0\n"
                 "!0x00040047 %variable !6148 !1\n!0x00040047 %variable !6149 !1\n"),
        variable("SPV_INTEL_global_variable_host_access", "!6187",
                 "!0x00060047 %variable !6188 !1 !0x74736f68 !0\n"),
    }));

INSTANTIATE_TEST_SUITE_P(UsmStorageClasses, SpirvMemoryExtensions,
                         testing::ValuesIn(Cases{
                             {.extension = "SPV_INTEL_usm_storage_classes",
                              .what = "pointers to memory of the device and of the host",
                              .capabilities = "USMStorageClassesINTEL",
                              .declarations = "%onDevice = OpTypePointer DeviceOnlyINTEL %uint\n"
                                              "%onHost = OpTypePointer HostOnlyINTEL %uint\n"
                                              "%generic = OpTypePointer Generic %uint\n",
                              .body = R"(
  %device = OpCrossWorkgroupCastToPtrINTEL %onDevice %from
  %a = OpLoad %uint %device Aligned 4
  %host = OpCrossWorkgroupCastToPtrINTEL %onHost %from
  %generic1 = OpPtrCastToGeneric %generic %host
  %b = OpLoad %uint %generic1 Aligned 4
  %back = OpPtrCastToCrossWorkgroupINTEL %global %device
  %c = OpLoad %uint %back Aligned 4
  %two = OpIAdd %uint %a %b
  %r = OpIAdd %uint %two %c
)",
                              .expected = [](const Words &x, size_t i) { return 3 * x[i]; }},
                         }));

// The format lies in memory that kernels may write.
TEST(SpirvPrintfExtension, RelaxedAddressSpaceOfTheFormat) {
  testing::internal::CaptureStdout();
  checkExtension({.extension = "SPV_EXT_relaxed_printf_string_address_space",
                  .what = "a format in global memory",
                  .imports = "%std = OpExtInstImport \"OpenCL.std\"\n",
                  .declarations = R"(
  %size = OpConstant %uint 5
  %text = OpTypeArray %uchar %size
  %pText = OpTypePointer CrossWorkgroup %text
  %pChar = OpTypePointer CrossWorkgroup %uchar
  %generic = OpTypePointer Generic %uchar
  %percent = OpConstant %uchar 37
  %u = OpConstant %uchar 117
  %line = OpConstant %uchar 10
  %less = OpConstant %uchar 60
  %end = OpConstant %uchar 0
  %letters = OpConstantComposite %text %less %percent %u %line %end
  %format = OpVariable %pText CrossWorkgroup %letters
)",
                  .body = R"(
  %isFirst = OpIEqual %bool %i %n0
  OpSelectionMerge %after None
  OpBranchConditional %isFirst %prints %after
  %prints = OpLabel
  %begin = OpInBoundsAccessChain %pChar %format %u0
  %any = OpPtrCastToGeneric %generic %begin
  %one = OpExtInst %uint %std printf %begin %u7
  %two = OpExtInst %uint %std printf %any %u8
  OpBranch %after
  %after = OpLabel
  %r = OpCopyObject %uint %x
)",
                  .expected = itself});
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "<7\n<8\n");
}

} // namespace
} // namespace weft::test

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Extensions of SPIR-V that concern numbers and how exact they are.
#include "tests/spirv/extension_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

namespace weft::test {
namespace {

using Cases = std::vector<ExtensionCase>;

class SpirvNumberExtensions : public testing::TestWithParam<ExtensionCase> {};
TEST_P(SpirvNumberExtensions, Run) { checkExtension(GetParam()); }

const char *const smallFloat = R"(
  %low = OpBitwiseAnd %uint %x %u15
  %f = OpConvertUToF %float %low
)";
float small(cl_uint x) { return static_cast<float>(x & 15); }

INSTANTIATE_TEST_SUITE_P(
    NoIntegerWrap, SpirvNumberExtensions,
    testing::ValuesIn(Cases{
        {.extension = "SPV_KHR_no_integer_wrap_decoration",
         .what = "sums that do not wrap",
         .decorations = "OpDecorate %sum NoUnsignedWrap\nOpDecorate %sum NoSignedWrap\n"
                        "OpDecorate %r NoSignedWrap\n",
         .body = R"(
  %low = OpBitwiseAnd %uint %x %u15
  %sum = OpIAdd %uint %low %u3
  %negative = OpSNegate %uint %sum
  %r = OpIMul %uint %negative %u5
)",
         .expected = [](const Words &x, size_t i) { return -((x[i] & 15) + 3) * 5; }},
    }));

// Halves of denormal numbers, and the sign of zero.
INSTANTIATE_TEST_SUITE_P(
    FloatControls, SpirvNumberExtensions,
    testing::ValuesIn(Cases{
        {.extension = "SPV_KHR_float_controls",
         .what = "denormal numbers and signs of zero",
         .capabilities = "DenormPreserve SignedZeroInfNanPreserve RoundingModeRTE",
         .modes = "OpExecutionMode %test DenormPreserve 32\n"
                  "OpExecutionMode %test SignedZeroInfNanPreserve 32\n"
                  "OpExecutionMode %test RoundingModeRTE 32\n",
         .declarations = "%keep = OpConstant %uint 0x807fffff\n%fHalf = OpConstant %float 0.5\n"
                         "%fZero = OpConstant %float 0\n",
         .body = R"(
  %bits = OpBitwiseAnd %uint %x %keep
  %tiny = OpBitcast %float %bits
  %halved = OpFMul %float %tiny %fHalf
  %zero = OpFMul %float %halved %fZero
  %zeroBits = OpBitcast %uint %zero
  %halvedBits = OpBitcast %uint %halved
  %moved = OpShiftRightLogical %uint %zeroBits %u3
  %r = OpIAdd %uint %halvedBits %moved
)",
         .expected =
             [](const Words &x, size_t i) {
               const float halved = floatOf(x[i] & 0x807fffff) * 0.5f;
               return bitsOf(halved) + (bitsOf(halved * 0.0f) >> 3);
             }},
        {.extension = "SPV_KHR_float_controls2",
         .what = "a default of fast-math flags, and an instruction's own",
         .capabilities = "!6029",
         .modes = "!0x0005014b %test !6028 %float %contracts\n",
         .decorations = "OpDecorate %product FPFastMathMode !0x30000\n",
         .declarations = "%contracts = OpConstant %uint 0x10000\n",
         .body = smallFloat + std::string(R"(
  %product = OpFMul %float %f %f3
  %sum = OpFAdd %float %product %f5
  %r = OpBitcast %uint %sum
)"),
         .expected = [](const Words &x, size_t i) { return bitsOf(small(x[i]) * 3.0f + 5.0f); }},
        {.extension = "SPV_INTEL_fp_fast_math_mode",
         .what = "contraction and reassociation",
         .capabilities = "FPFastMathModeINTEL",
         .decorations =
             "OpDecorate %product FPFastMathMode AllowContractFastINTEL|AllowReassocINTEL\n"
             "OpDecorate %sum FPFastMathMode AllowContractFastINTEL|AllowReassocINTEL\n",
         .body = smallFloat + std::string(R"(
  %product = OpFMul %float %f %f3
  %sum = OpFAdd %float %product %f5
  %r = OpBitcast %uint %sum
)"),
         .expected = [](const Words &x, size_t i) { return bitsOf(small(x[i]) * 3.0f + 5.0f); }},
    }));

// What fast-math flags would cancel stays where a fence is between.
ExtensionCase fence(const std::string &extension) {
  return {.extension = extension,
          .what = "a sum that may not be undone",
          .capabilities = "!6144",
          .decorations = "OpDecorate %sum FPFastMathMode Fast\nOpDecorate %rest FPFastMathMode "
                         "Fast\n",
          .declarations = "%large = OpConstant %float 33554432\n",
          .body = smallFloat + std::string(R"(
  %sum = OpFAdd %float %f %large
  !0x00041801 %float %fenced %sum
  %rest = OpFSub %float %fenced %large
  %r = OpBitcast %uint %rest
)"),
          .expected = [](const Words &x, size_t i) {
            const float sum = small(x[i]) + 33554432.0f;
            return bitsOf(sum - 33554432.0f);
          }};
}
INSTANTIATE_TEST_SUITE_P(ArithmeticFence, SpirvNumberExtensions,
                         testing::ValuesIn(Cases{fence("SPV_EXT_arithmetic_fence"),
                                                 fence("SPV_INTEL_arithmetic_fence")}));

cl_uint toBFloat16(cl_uint bits) { return (bits + 0x7fff + (bits >> 16 & 1)) >> 16; }

INSTANTIATE_TEST_SUITE_P(
    BFloat16, SpirvNumberExtensions,
    testing::ValuesIn(Cases{
        {.extension = "SPV_INTEL_bfloat16_conversion",
         .what = "to nearest even, and back",
         .capabilities = "!6115",
         .declarations = "%finite = OpConstant %uint 0xbfffffff\n",
         .body = R"(
  %bits = OpBitwiseAnd %uint %x %finite
  %f = OpBitcast %float %bits
  !0x000417e4 %ushort %short %f
  !0x000417e5 %float %again %short
  %r = OpBitcast %uint %again
)",
         .expected = [](const Words &x, size_t i) { return toBFloat16(x[i] & 0xbfffffff) << 16; }},
    }));

template <class Fold> cl_uint overBytes(cl_uint x, Fold fold) {
  const cl_uint other = 0x80ff017f;
  cl_uint sum = 0;
  for (int k = 0; k < 32; k += 8)
    sum += static_cast<cl_uint>(fold(x >> k & 0xff, other >> k & 0xff));
  return sum;
}
int signedByte(cl_uint byte) { return static_cast<cl_char>(byte); }
cl_uint signedDot(cl_uint x) {
  return overBytes(x, [](cl_uint a, cl_uint b) { return signedByte(a) * signedByte(b); });
}
cl_uint unsignedDot(cl_uint x) {
  return overBytes(x, [](cl_uint a, cl_uint b) { return a * b; });
}
cl_uint mixedDot(cl_uint x) {
  return overBytes(x, [](cl_uint a, cl_uint b) { return signedByte(a) * static_cast<int>(b); });
}
cl_uint saturated(cl_int dot, cl_int sum) {
  const cl_long exact = cl_long{dot} + sum;
  return static_cast<cl_uint>(std::clamp<cl_long>(exact, CL_INT_MIN, CL_INT_MAX));
}

ExtensionCase dot(const std::string &what, const std::string &body,
                  std::function<cl_uint(cl_uint)> expected) {
  return {.extension = "SPV_KHR_integer_dot_product",
          .what = what,
          .capabilities = "DotProductKHR DotProductInputAllKHR DotProductInput4x8BitKHR "
                          "DotProductInput4x8BitPackedKHR",
          .declarations =
              "%bytes = OpConstant %uint 0x80ff017f\n"
              "%most = OpConstant %uint 0x7fffffff\n%all = OpConstant %uint 0xffff0000\n",
          .body = body,
          .expected = [expected](const Words &x, size_t i) { return expected(x[i]); }};
}
INSTANTIATE_TEST_SUITE_P(
    IntegerDotProduct, SpirvNumberExtensions,
    testing::ValuesIn(Cases{
        dot("signed", "%r = OpSDotKHR %uint %x %bytes PackedVectorFormat4x8BitKHR\n", signedDot),
        dot("unsigned", "%r = OpUDotKHR %uint %x %bytes PackedVectorFormat4x8BitKHR\n",
            unsignedDot),
        dot("signed by unsigned", "%r = OpSUDotKHR %uint %x %bytes PackedVectorFormat4x8BitKHR\n",
            mixedDot),
        dot("vectors",
            "%a = OpBitcast %v4uchar %x\n%b = OpBitcast %v4uchar %bytes\n"
            "%r = OpSDotKHR %uint %a %b\n",
            signedDot),
        dot("signed, saturated",
            "%r = OpSDotAccSatKHR %uint %x %bytes %most PackedVectorFormat4x8BitKHR\n",
            [](cl_uint x) { return saturated(static_cast<cl_int>(signedDot(x)), CL_INT_MAX); }),
        dot("unsigned, saturated",
            "%r = OpUDotAccSatKHR %uint %x %bytes %all PackedVectorFormat4x8BitKHR\n",
            [](cl_uint x) {
              return static_cast<cl_uint>(
                  std::min<cl_ulong>(cl_ulong{unsignedDot(x)} + 0xffff0000, 0xffffffff));
            }),
        dot("signed by unsigned, saturated",
            "%r = OpSUDotAccSatKHR %uint %x %bytes %most PackedVectorFormat4x8BitKHR\n",
            [](cl_uint x) { return saturated(static_cast<cl_int>(mixedDot(x)), CL_INT_MAX); }),
    }));

cl_uint reversed(cl_uint x) {
  cl_uint result = 0;
  for (int k = 0; k < 32; ++k)
    result |= (x >> k & 1) << (31 - k);
  return result;
}

ExtensionCase bits(const std::string &what, const std::string &body,
                   std::function<cl_uint(cl_uint)> expected) {
  return {.extension = "SPV_KHR_bit_instructions",
          .what = what,
          .capabilities = "BitInstructions",
          .body = body,
          .expected = [expected](const Words &x, size_t i) { return expected(x[i]); }};
}
INSTANTIATE_TEST_SUITE_P(
    BitInstructions, SpirvNumberExtensions,
    testing::ValuesIn(Cases{
        bits("insertion", "%r = OpBitFieldInsert %uint %x %u100 %u5 %u4\n",
             [](cl_uint x) { return (x & ~cl_uint{0x1e0}) | (100 & 15) << 5; }),
        bits("a field with its sign", "%r = OpBitFieldSExtract %uint %x %u5 %u4\n",
             [](cl_uint x) { return static_cast<cl_uint>(static_cast<cl_int>(x << 23) >> 28); }),
        bits("a field", "%r = OpBitFieldUExtract %uint %x %u5 %u4\n",
             [](cl_uint x) { return x >> 5 & 15; }),
        bits("no field", "%r = OpBitFieldSExtract %uint %x %u31 %u0\n",
             [](cl_uint) { return cl_uint{0}; }),
        bits("reversal", "%r = OpBitReverse %uint %x\n", reversed),
        bits("count", "%r = OpBitCount %uint %x\n",
             [](cl_uint x) { return static_cast<cl_uint>(std::popcount(x)); }),
    }));

} // namespace
} // namespace weft::test

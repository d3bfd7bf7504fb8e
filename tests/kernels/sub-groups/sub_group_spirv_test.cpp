// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The instructions of sub-groups in SPIR-V, each against its definition: a kernel for each, in one
// module, with the size of its sub-groups by execution mode.
#include "tests/kernels/sub-groups/sub_group_model.h"
#include "tests/support/spirv_assembler.h"

#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <regex>

namespace weft::test {
namespace {

/// What a work-item may know of its sub-group.
struct View {
  std::vector<cl_uint> values; ///< %x of each work-item
  size_t lane, size;           ///< the size is the largest
  size_t id, count;            ///< of sub-groups in the work-group

  cl_uint mine() const { return values[lane]; }
  cl_ulong where(const std::function<bool(cl_uint)> &test) const {
    cl_ulong bits = 0;
    for (size_t k = 0; k < values.size(); ++k)
      bits |= cl_ulong{test(values[k])} << k;
    return bits;
  }
  cl_ulong odd() const {
    return where([](cl_uint value) { return value & 1; });
  }
};

/// A value that the definition leaves open is none.
using Expected = std::optional<cl_uint>;

struct Case {
  const char *name;
  const char *body; ///< gives %_r, a %uint, of %x, %lane and ids that begin with %_
  std::function<Expected(const View &)> expected;
};

Expected lane(const View &view, size_t number) {
  return number < view.values.size() ? Expected(view.values[number]) : std::nullopt;
}

template <class Operator>
cl_uint fold(const View &view, size_t begin, size_t end, cl_uint first, Operator combine) {
  for (size_t k = begin; k < std::min(end, view.values.size()); ++k)
    first = combine(first, view.values[k]);
  return first;
}
const auto add = [](cl_uint a, cl_uint b) { return a + b; };
const auto multiply = [](cl_uint a, cl_uint b) { return a * b; };
const auto bitAnd = [](cl_uint a, cl_uint b) { return a & b; };
const auto bitOr = [](cl_uint a, cl_uint b) { return a | b; };
const auto bitXor = [](cl_uint a, cl_uint b) { return a ^ b; };
const auto unsignedMin = [](cl_uint a, cl_uint b) { return std::min(a, b); };
const auto unsignedMax = [](cl_uint a, cl_uint b) { return std::max(a, b); };
const auto signedMin = [](cl_uint a, cl_uint b) {
  return static_cast<cl_int>(a) < static_cast<cl_int>(b) ? a : b;
};
const auto signedMax = [](cl_uint a, cl_uint b) {
  return static_cast<cl_int>(a) < static_cast<cl_int>(b) ? b : a;
};

const char *const booleanToNumber = "%_r = OpSelect %uint %_b %u1 %u0\n";

/// %_p is whether %x is odd.
const char *const isOdd = R"(
  %_low = OpBitwiseAnd %uint %x %u1
  %_p = OpINotEqual %bool %_low %u0
)";

cl_uint odd(cl_ulong bits) { return static_cast<cl_uint>(std::popcount(bits) & 1); }
cl_ulong upTo(size_t lane) { return ~cl_ulong{0} >> (63 - lane); }
cl_ulong cluster(size_t lane) { return cl_ulong{0xf} << lane / 4 * 4; }

const std::vector<Case> places{
    {"SubgroupSize", "%_r = OpLoad %uint %size",
     [](const View &view) { return static_cast<cl_uint>(view.values.size()); }},
    {"SubgroupMaxSize", "%_r = OpLoad %uint %maxSize",
     [](const View &view) { return static_cast<cl_uint>(view.size); }},
    {"NumSubgroups", "%_r = OpLoad %uint %count",
     [](const View &view) { return static_cast<cl_uint>(view.count); }},
    {"SubgroupId", "%_r = OpLoad %uint %id",
     [](const View &view) { return static_cast<cl_uint>(view.id); }},
    {"SubgroupLocalInvocationId", "%_r = OpCopyObject %uint %lane",
     [](const View &view) { return static_cast<cl_uint>(view.lane); }},
    {"SubgroupLeMask", "%_m = OpLoad %v4uint %leMask\n%_r = OpCompositeExtract %uint %_m 0",
     [](const View &view) { return static_cast<cl_uint>(upTo(view.lane)); }},
    {"SubgroupLtMask", "%_m = OpLoad %v4uint %ltMask\n%_r = OpCompositeExtract %uint %_m 0",
     [](const View &view) { return static_cast<cl_uint>(upTo(view.lane) >> 1); }},
    {"SubgroupEqMask", "%_m = OpLoad %v4uint %eqMask\n%_r = OpCompositeExtract %uint %_m 0",
     [](const View &view) { return static_cast<cl_uint>(cl_ulong{1} << view.lane); }},
    {"SubgroupGeMask", "%_m = OpLoad %v4uint %geMask\n%_r = OpCompositeExtract %uint %_m 0",
     [](const View &view) {
       return static_cast<cl_uint>(~(upTo(view.lane) >> 1) & upTo(view.size - 1));
     }},
    {"SubgroupGtMask", "%_m = OpLoad %v4uint %gtMask\n%_r = OpCompositeExtract %uint %_m 0",
     [](const View &view) { return static_cast<cl_uint>(~upTo(view.lane) & upTo(view.size - 1)); }},
};

const std::vector<Case> votes{
    {"GroupAll", "%_b = OpGroupAll %bool %subgroup %_p",
     [](const View &view) { return cl_uint{view.odd() == upTo(view.values.size() - 1)}; }},
    {"GroupAny", "%_b = OpGroupAny %bool %subgroup %_p",
     [](const View &view) { return cl_uint{view.odd() != 0}; }},
    {"Elect", "%_b = OpGroupNonUniformElect %bool %subgroup",
     [](const View &view) { return cl_uint{view.lane == 0}; }},
    {"All", "%_b = OpGroupNonUniformAll %bool %subgroup %_p",
     [](const View &view) { return cl_uint{view.odd() == upTo(view.values.size() - 1)}; }},
    {"Any", "%_b = OpGroupNonUniformAny %bool %subgroup %_p",
     [](const View &view) { return cl_uint{view.odd() != 0}; }},
    {"AllEqual", "%_b = OpGroupNonUniformAllEqual %bool %subgroup %_p",
     [](const View &view) {
       return cl_uint{view.odd() == 0 || view.odd() == upTo(view.values.size() - 1)};
     }},
    {"AllEqual of a vector",
     "%_v = OpCompositeConstruct %v2uint %u1 %_low\n"
     "%_b = OpGroupNonUniformAllEqual %bool %subgroup %_v",
     [](const View &view) {
       return cl_uint{view.odd() == 0 || view.odd() == upTo(view.values.size() - 1)};
     }},
    {"InverseBallot",
     "%_v = OpGroupNonUniformBallot %v4uint %subgroup %_p\n"
     "%_b = OpGroupNonUniformInverseBallot %bool %subgroup %_v",
     [](const View &view) { return view.mine() & 1; }},
    {"BallotBitExtract",
     "%_v = OpGroupNonUniformBallot %v4uint %subgroup %_p\n"
     "%_b = OpGroupNonUniformBallotBitExtract %bool %subgroup %_v %u3",
     [](const View &view) { return static_cast<cl_uint>(view.odd() >> 3 & 1); }},
    {"GroupLogicalAnd", "%_b = OpGroupLogicalAndKHR %bool %subgroup Reduce %_p",
     [](const View &view) { return cl_uint{view.odd() == upTo(view.values.size() - 1)}; }},
    {"GroupLogicalOr", "%_b = OpGroupLogicalOrKHR %bool %subgroup ExclusiveScan %_p",
     [](const View &view) { return cl_uint{(view.odd() & upTo(view.lane) >> 1) != 0}; }},
    {"GroupLogicalXor", "%_b = OpGroupLogicalXorKHR %bool %subgroup InclusiveScan %_p",
     [](const View &view) { return odd(view.odd() & upTo(view.lane)); }},
    {"LogicalAnd", "%_b = OpGroupNonUniformLogicalAnd %bool %subgroup ExclusiveScan %_p",
     [](const View &view) { return cl_uint{(~view.odd() & upTo(view.lane) >> 1) == 0}; }},
    {"LogicalOr", "%_b = OpGroupNonUniformLogicalOr %bool %subgroup ClusteredReduce %_p %u4",
     [](const View &view) { return cl_uint{(view.odd() & cluster(view.lane)) != 0}; }},
    {"LogicalXor", "%_b = OpGroupNonUniformLogicalXor %bool %subgroup Reduce %_p",
     [](const View &view) { return odd(view.odd()); }},
    {"Shuffle of a boolean", "%_b = OpGroupNonUniformShuffleXor %bool %subgroup %_p %u1",
     [](const View &view) {
       const Expected other = lane(view, view.lane ^ 1);
       return other ? Expected(*other & 1) : other;
     }},
};

const std::vector<Case> ballots{
    {"Ballot", "%_r = OpCompositeExtract %uint %_v 0",
     [](const View &view) { return static_cast<cl_uint>(view.odd()); }},
    {"Ballot, second word", "%_r = OpCompositeExtract %uint %_v 1",
     [](const View &view) { return static_cast<cl_uint>(view.odd() >> 32); }},
    {"BallotBitCount", "%_r = OpGroupNonUniformBallotBitCount %uint %subgroup Reduce %_v",
     [](const View &view) { return static_cast<cl_uint>(std::popcount(view.odd())); }},
    {"BallotBitCount, inclusive",
     "%_r = OpGroupNonUniformBallotBitCount %uint %subgroup InclusiveScan %_v",
     [](const View &view) {
       return static_cast<cl_uint>(std::popcount(view.odd() & upTo(view.lane)));
     }},
    {"BallotBitCount, exclusive",
     "%_r = OpGroupNonUniformBallotBitCount %uint %subgroup ExclusiveScan %_v",
     [](const View &view) {
       return static_cast<cl_uint>(std::popcount(view.odd() & upTo(view.lane) >> 1));
     }},
    {"BallotFindLSB", "%_r = OpGroupNonUniformBallotFindLSB %uint %subgroup %_v",
     [](const View &view) {
       return view.odd() ? Expected(std::countr_zero(view.odd())) : std::nullopt;
     }},
    {"BallotFindMSB", "%_r = OpGroupNonUniformBallotFindMSB %uint %subgroup %_v",
     [](const View &view) {
       return view.odd() ? Expected(63 - std::countl_zero(view.odd())) : std::nullopt;
     }},
};

const std::vector<Case> movements{
    {"GroupBroadcast", "%_r = OpGroupBroadcast %uint %subgroup %x %u3",
     [](const View &view) { return lane(view, 3); }},
    {"GroupBroadcast of a vector",
     "%_v = OpCompositeConstruct %v2uint %u1 %x\n"
     "%_s = OpGroupBroadcast %v2uint %subgroup %_v %u3\n"
     "%_r = OpCompositeExtract %uint %_s 1",
     [](const View &view) { return lane(view, 3); }},
    {"Broadcast", "%_r = OpGroupNonUniformBroadcast %uint %subgroup %x %u5",
     [](const View &view) { return lane(view, 5); }},
    {"BroadcastFirst", "%_r = OpGroupNonUniformBroadcastFirst %uint %subgroup %x",
     [](const View &view) { return lane(view, 0); }},
    {"Shuffle",
     "%_k = OpBitwiseXor %uint %lane %u3\n"
     "%_r = OpGroupNonUniformShuffle %uint %subgroup %x %_k",
     [](const View &view) { return lane(view, view.lane ^ 3); }},
    {"ShuffleXor", "%_r = OpGroupNonUniformShuffleXor %uint %subgroup %x %u5",
     [](const View &view) { return lane(view, view.lane ^ 5); }},
    {"ShuffleUp", "%_r = OpGroupNonUniformShuffleUp %uint %subgroup %x %u3",
     [](const View &view) { return lane(view, view.lane - 3); }},
    {"ShuffleDown", "%_r = OpGroupNonUniformShuffleDown %uint %subgroup %x %u3",
     [](const View &view) {
       return view.lane + 3 < view.size ? lane(view, view.lane + 3) : std::nullopt;
     }},
    {"Rotate", "%_r = OpGroupNonUniformRotateKHR %uint %subgroup %x %u5",
     [](const View &view) { return lane(view, (view.lane + 5) % view.size); }},
    {"Rotate in clusters of the same number",
     "%_r = OpGroupNonUniformRotateKHR %uint %subgroup %x %u4 %u4",
     [](const View &view) { return view.mine(); }},
    {"Rotate in clusters", "%_r = OpGroupNonUniformRotateKHR %uint %subgroup %x %u3 %u4",
     [](const View &view) { return lane(view, view.lane / 4 * 4 + (view.lane + 3) % 4); }},
    {"Shuffle of half",
     "%_t = OpUConvert %ushort %x\n%_h = OpBitcast %half %_t\n"
     "%_q = OpGroupNonUniformShuffleXor %half %subgroup %_h %u1\n"
     "%_s = OpBitcast %ushort %_q\n%_r = OpUConvert %uint %_s",
     [](const View &view) {
       const Expected other = lane(view, view.lane ^ 1);
       return other ? Expected(*other & 0xffff) : other;
     }},
    {"ShuffleINTEL",
     "%_k = OpBitwiseXor %uint %lane %u3\n%_r = OpSubgroupShuffleINTEL %uint %x %_k",
     [](const View &view) { return lane(view, view.lane ^ 3); }},
    {"ShuffleXorINTEL", "%_r = OpSubgroupShuffleXorINTEL %uint %x %u5",
     [](const View &view) { return lane(view, view.lane ^ 5); }},
    {"ShuffleDownINTEL", "%_n = OpNot %uint %x\n%_r = OpSubgroupShuffleDownINTEL %uint %x %_n %u3",
     [](const View &view) {
       const Expected there = lane(view, (view.lane + 3) % view.size);
       return there && view.lane + 3 >= view.size ? Expected(~*there) : there;
     }},
    {"ShuffleUpINTEL", "%_n = OpNot %uint %x\n%_r = OpSubgroupShuffleUpINTEL %uint %_n %x %u3",
     [](const View &view) {
       const Expected there = lane(view, (view.lane + view.size - 3) % view.size);
       return there && view.lane < 3 ? Expected(~*there) : there;
     }},
    {"Control barrier", "OpControlBarrier %subgroup %subgroup %seqCst\n%_r = OpCopyObject %uint %x",
     [](const View &view) { return view.mine(); }},
};

const std::vector<Case> numbers{
    {"GroupIAdd", "%_r = OpGroupIAdd %uint %subgroup Reduce %x",
     [](const View &view) { return fold(view, 0, 64, 0, add); }},
    {"GroupIAdd, exclusive", "%_r = OpGroupIAdd %uint %subgroup ExclusiveScan %x",
     [](const View &view) { return fold(view, 0, view.lane, 0, add); }},
    {"GroupSMin", "%_r = OpGroupSMin %uint %subgroup InclusiveScan %x",
     [](const View &view) { return fold(view, 0, view.lane + 1, 0x7fffffff, signedMin); }},
    {"GroupUMin", "%_r = OpGroupUMin %uint %subgroup Reduce %x",
     [](const View &view) { return fold(view, 0, 64, ~0u, unsignedMin); }},
    {"GroupSMax", "%_r = OpGroupSMax %uint %subgroup ExclusiveScan %x",
     [](const View &view) { return fold(view, 0, view.lane, 0x80000000, signedMax); }},
    {"GroupUMax", "%_r = OpGroupUMax %uint %subgroup Reduce %x",
     [](const View &view) { return fold(view, 0, 64, 0, unsignedMax); }},
    {"GroupIMul", "%_r = OpGroupIMulKHR %uint %subgroup InclusiveScan %x",
     [](const View &view) { return fold(view, 0, view.lane + 1, 1, multiply); }},
    {"GroupBitwiseAnd", "%_r = OpGroupBitwiseAndKHR %uint %subgroup Reduce %x",
     [](const View &view) { return fold(view, 0, 64, ~0u, bitAnd); }},
    {"GroupBitwiseOr", "%_r = OpGroupBitwiseOrKHR %uint %subgroup ExclusiveScan %x",
     [](const View &view) { return fold(view, 0, view.lane, 0, bitOr); }},
    {"GroupBitwiseXor", "%_r = OpGroupBitwiseXorKHR %uint %subgroup InclusiveScan %x",
     [](const View &view) { return fold(view, 0, view.lane + 1, 0, bitXor); }},
    {"IAdd", "%_r = OpGroupNonUniformIAdd %uint %subgroup InclusiveScan %x",
     [](const View &view) { return fold(view, 0, view.lane + 1, 0, add); }},
    {"IAdd in clusters", "%_r = OpGroupNonUniformIAdd %uint %subgroup ClusteredReduce %x %u4",
     [](const View &view) {
       const size_t begin = view.lane / 4 * 4;
       return fold(view, begin, begin + 4, 0, add);
     }},
    {"IMul", "%_r = OpGroupNonUniformIMul %uint %subgroup Reduce %x",
     [](const View &view) { return fold(view, 0, 64, 1, multiply); }},
    {"SMin", "%_r = OpGroupNonUniformSMin %uint %subgroup ExclusiveScan %x",
     [](const View &view) { return fold(view, 0, view.lane, 0x7fffffff, signedMin); }},
    {"UMin", "%_r = OpGroupNonUniformUMin %uint %subgroup ExclusiveScan %x",
     [](const View &view) { return fold(view, 0, view.lane, ~0u, unsignedMin); }},
    {"SMax", "%_r = OpGroupNonUniformSMax %uint %subgroup Reduce %x",
     [](const View &view) { return fold(view, 0, 64, 0x80000000, signedMax); }},
    {"UMax", "%_r = OpGroupNonUniformUMax %uint %subgroup InclusiveScan %x",
     [](const View &view) { return fold(view, 0, view.lane + 1, 0, unsignedMax); }},
    {"BitwiseAnd", "%_r = OpGroupNonUniformBitwiseAnd %uint %subgroup ExclusiveScan %x",
     [](const View &view) { return fold(view, 0, view.lane, ~0u, bitAnd); }},
    {"BitwiseOr", "%_r = OpGroupNonUniformBitwiseOr %uint %subgroup Reduce %x",
     [](const View &view) { return fold(view, 0, 64, 0, bitOr); }},
    {"BitwiseXor in clusters",
     "%_r = OpGroupNonUniformBitwiseXor %uint %subgroup ClusteredReduce %x %u4",
     [](const View &view) {
       const size_t begin = view.lane / 4 * 4;
       return fold(view, begin, begin + 4, 0, bitXor);
     }},
    {"IAdd of bytes",
     "%_c = OpUConvert %uchar %x\n"
     "%_s = OpGroupNonUniformIAdd %uchar %subgroup Reduce %_c\n%_r = OpUConvert %uint %_s",
     [](const View &view) { return fold(view, 0, 64, 0, add) & 0xff; }},
    {"GroupSMin of bytes, exclusive",
     "%_c = OpUConvert %uchar %x\n"
     "%_s = OpGroupSMin %uchar %subgroup ExclusiveScan %_c\n%_r = OpUConvert %uint %_s",
     [](const View &view) {
       cl_char least = 127;
       for (size_t k = 0; k < view.lane; ++k)
         least = std::min(least, static_cast<cl_char>(view.values[k]));
       return cl_uint{static_cast<cl_uchar>(least)};
     }},
};

/// Of %_f, a small number that floats add exactly, as its bits.
const char *const smallFloat = R"(
  %_low = OpBitwiseAnd %uint %x %u15
  %_f = OpConvertUToF %float %_low
)";
template <class Operator>
Expected foldFloats(const View &view, size_t end, float first, Operator combine) {
  for (size_t k = 0; k < std::min(end, view.values.size()); ++k)
    first = combine(first, static_cast<float>(view.values[k] & 15));
  return std::bit_cast<cl_uint>(first);
}
const auto sum = [](float a, float b) { return a + b; };
const auto least = [](float a, float b) { return std::min(a, b); };
const auto most = [](float a, float b) { return std::max(a, b); };

const std::vector<Case> floats{
    {"GroupFAdd", "%_s = OpGroupFAdd %float %subgroup InclusiveScan %_f",
     [](const View &view) { return foldFloats(view, view.lane + 1, 0, sum); }},
    {"GroupFMin", "%_s = OpGroupFMin %float %subgroup Reduce %_f",
     [](const View &view) { return foldFloats(view, 64, INFINITY, least); }},
    {"GroupFMax", "%_s = OpGroupFMax %float %subgroup ExclusiveScan %_f",
     [](const View &view) { return foldFloats(view, view.lane, -INFINITY, most); }},
    {"GroupFMul",
     "%_t = OpSelect %float %_p %f2 %f1\n%_s = OpGroupFMulKHR %float %subgroup Reduce %_t",
     [](const View &view) {
       return std::bit_cast<cl_uint>(std::ldexp(1.0f, std::popcount(view.odd())));
     }},
    {"FAdd", "%_s = OpGroupNonUniformFAdd %float %subgroup Reduce %_f",
     [](const View &view) { return foldFloats(view, 64, 0, sum); }},
    {"FMul",
     "%_t = OpSelect %float %_p %f2 %f1\n"
     "%_s = OpGroupNonUniformFMul %float %subgroup InclusiveScan %_t",
     [](const View &view) {
       return std::bit_cast<cl_uint>(std::ldexp(1.0f, std::popcount(view.odd() & upTo(view.lane))));
     }},
    {"FMin", "%_s = OpGroupNonUniformFMin %float %subgroup InclusiveScan %_f",
     [](const View &view) { return foldFloats(view, view.lane + 1, INFINITY, least); }},
    {"FMax", "%_s = OpGroupNonUniformFMax %float %subgroup Reduce %_f",
     [](const View &view) { return foldFloats(view, 64, -INFINITY, most); }},
    {"FAdd of half",
     "%_h = OpFConvert %half %_f\n%_g = OpGroupNonUniformFAdd %half %subgroup Reduce %_h\n"
     "%_s = OpFConvert %float %_g",
     [](const View &view) { return foldFloats(view, 64, 0, sum); }},
    {"FAdd of double",
     "%_h = OpFConvert %double %_f\n%_g = OpGroupNonUniformFAdd %double %subgroup Reduce %_h\n"
     "%_s = OpFConvert %float %_g",
     [](const View &view) { return foldFloats(view, 64, 0, sum); }},
};

const char *const capabilities = R"(
  OpCapability Addresses
  OpCapability Kernel
  OpCapability Groups
  OpCapability Int64
  OpCapability Int16
  OpCapability Int8
  OpCapability Float16
  OpCapability Float64
  OpCapability SubgroupDispatch
  OpCapability GroupUniformArithmeticKHR
  OpCapability GroupNonUniformVote
  OpCapability GroupNonUniformArithmetic
  OpCapability GroupNonUniformBallot
  OpCapability GroupNonUniformShuffle
  OpCapability GroupNonUniformShuffleRelative
  OpCapability GroupNonUniformClustered
  OpCapability GroupNonUniformRotateKHR
  OpCapability SubgroupShuffleINTEL
  OpCapability SubgroupBufferBlockIOINTEL
  OpExtension "SPV_KHR_subgroup_rotate"
  OpExtension "SPV_KHR_uniform_group_instructions"
  OpExtension "SPV_INTEL_subgroups"
  OpMemoryModel Physical64 OpenCL
)";

const char *const declarations = R"(
  OpDecorate %item BuiltIn GlobalLinearId
  OpDecorate %size BuiltIn SubgroupSize
  OpDecorate %maxSize BuiltIn SubgroupMaxSize
  OpDecorate %count BuiltIn NumSubgroups
  OpDecorate %id BuiltIn SubgroupId
  OpDecorate %place BuiltIn SubgroupLocalInvocationId
  OpDecorate %eqMask BuiltIn SubgroupEqMask
  OpDecorate %geMask BuiltIn SubgroupGeMask
  OpDecorate %gtMask BuiltIn SubgroupGtMask
  OpDecorate %leMask BuiltIn SubgroupLeMask
  OpDecorate %ltMask BuiltIn SubgroupLtMask
  %void = OpTypeVoid
  %bool = OpTypeBool
  %uchar = OpTypeInt 8 0
  %ushort = OpTypeInt 16 0
  %uint = OpTypeInt 32 0
  %ulong = OpTypeInt 64 0
  %half = OpTypeFloat 16
  %float = OpTypeFloat 32
  %double = OpTypeFloat 64
  %v2uint = OpTypeVector %uint 2
  %v4uint = OpTypeVector %uint 4
  %v4ushort = OpTypeVector %ushort 4
  %pInput = OpTypePointer Input %uint
  %pInput4 = OpTypePointer Input %v4uint
  %pItem = OpTypePointer Input %ulong
  %global = OpTypePointer CrossWorkgroup %uint
  %shorts = OpTypePointer CrossWorkgroup %ushort
  %vectors = OpTypePointer CrossWorkgroup %v4ushort
  %type = OpTypeFunction %void %global %global
  %blockType = OpTypeFunction %void %shorts %vectors %shorts
  %subgroup = OpConstant %uint 3
  %seqCst = OpConstant %uint 784
  %u0 = OpConstant %uint 0
  %u1 = OpConstant %uint 1
  %u3 = OpConstant %uint 3
  %u4 = OpConstant %uint 4
  %u5 = OpConstant %uint 5
  %u15 = OpConstant %uint 15
  %f1 = OpConstant %float 1
  %f2 = OpConstant %float 2
  %item = OpVariable %pItem Input
  %size = OpVariable %pInput Input
  %maxSize = OpVariable %pInput Input
  %count = OpVariable %pInput Input
  %id = OpVariable %pInput Input
  %place = OpVariable %pInput Input
  %eqMask = OpVariable %pInput4 Input
  %geMask = OpVariable %pInput4 Input
  %gtMask = OpVariable %pInput4 Input
  %leMask = OpVariable %pInput4 Input
  %ltMask = OpVariable %pInput4 Input
)";
const char *const interface = " %item %size %maxSize %count %id %place %eqMask %geMask %gtMask"
                              " %leMask %ltMask\n";

/// kernel void test(global uint *in, global uint *out), whose ids are those of one kernel alone.
std::string kernelOf(const std::string &body, size_t number) {
  const std::string text = R"(
  %_kernel = OpFunction %void None %type
  %_in = OpFunctionParameter %global
  %_out = OpFunctionParameter %global
  %_entry = OpLabel
  %_i = OpLoad %ulong %item
  %lane = OpLoad %uint %place
  %_from = OpInBoundsPtrAccessChain %global %_in %_i
  %_to = OpInBoundsPtrAccessChain %global %_out %_i
  %x = OpLoad %uint %_from Aligned 4
)" + body + R"(
  OpStore %_to %_r Aligned 4
  OpReturn
  OpFunctionEnd
)";
  return std::regex_replace(text, std::regex("%(_[a-z]+|x|lane)\\b"),
                            "%k" + std::to_string(number) + "_$1");
}

std::string entryOf(const std::string &function, const std::string &name) {
  return "OpEntryPoint Kernel %" + function + " \"" + name + "\"" + interface;
}
std::string modeOf(const std::string &function, size_t size) {
  return size ? "OpExecutionMode %" + function + " SubgroupSize " + std::to_string(size) + "\n"
              : "";
}

class SubGroupsInSpirv : public testing::TestWithParam<size_t> {
protected:
  Program buildModule(const std::string &text) const {
    const auto words = assembleSpirv(text);
    cl_int error = CL_SUCCESS;
    Program program = clCreateProgramWithIL(session.context, words.data(),
                                            words.size() * sizeof(words[0]), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS)
        << session.buildLog(program);
    return program;
  }

  /// Runs a kernel for each case, `before` and `after` around its body.
  void check(const std::vector<Case> &cases, const std::string &before, const std::string &after) {
    std::string entries, modes, kernels;
    for (size_t k = 0; k < cases.size(); ++k) {
      const std::string function = "k" + std::to_string(k) + "__kernel";
      entries += entryOf(function, "test" + std::to_string(k));
      modes += modeOf(function, GetParam());
      kernels += kernelOf(before + cases[k].body + "\n" + after, k);
    }
    const Program program = buildModule(capabilities + entries + modes + declarations + kernels);
    const size_t size = sizeOf(session, program, "test0");
    if (GetParam()) {
      EXPECT_EQ(size, GetParam());
    }
    for (size_t k = 0; k < cases.size(); ++k)
      for (const Shape &shape : shapesFor(k, GetParam())) {
        SCOPED_TRACE(shape);
        checkCase(cases[k], program, "test" + std::to_string(k), shape, size);
      }
  }

  void checkCase(const Case &one, cl_program program, const std::string &kernel, const Shape &shape,
                 size_t size) {
    std::vector<cl_uint> input(shape.items()), out(shape.items());
    // Whole sub-groups of odd and of even numbers among those that look random.
    for (size_t i = 0; i < input.size(); ++i)
      input[i] = static_cast<cl_uint>(scrambled(i)) ^ (i / 64 % 3 == 2 ? scrambled(i) & 1 : 0);
    session.run(program, kernel.c_str(), shape.range(), in(input), inOut(out));
    for (const WorkGroup &group : workGroupsOf(shape, size))
      for (size_t id = 0; id < group.subGroups.size(); ++id) {
        View view{{}, 0, size, id, group.subGroups.size()};
        for (const size_t item : group.subGroups[id])
          view.values.push_back(input[item]);
        for (; view.lane < view.values.size(); ++view.lane) {
          const Expected expected = one.expected(view);
          const size_t item = group.subGroups[id][view.lane];
          if (expected) {
            ASSERT_EQ(out[item], *expected) << one.name << ", work-item " << item;
          }
        }
      }
  }

  Session session;
};

INSTANTIATE_TEST_SUITE_P(Sizes, SubGroupsInSpirv, testing::ValuesIn(requiredSizes));

// The body of a loop, whose rounds differ, behind the block that all work-items come to after it.
const std::vector<Case> loopsLaidOut{
    {"loop around what comes after it", R"(
  %_n = OpBitwiseAnd %uint %x %u3
  OpBranch %_head
  %_head = OpLabel
  %_k = OpPhi %uint %u0 %_entry %_next %_turn
  %_stays = OpULessThan %bool %_k %_n
  OpBranchConditional %_stays %_turn %_after
  %_after = OpLabel
  %_r = OpGroupNonUniformIAdd %uint %subgroup Reduce %_k
  OpBranch %_end
  %_turn = OpLabel
  %_next = OpIAdd %uint %_k %u1
  OpBranch %_head
  %_end = OpLabel
)",
     [](const View &view) {
       return std::accumulate(view.values.begin(), view.values.end(), cl_uint{0},
                              [](cl_uint sum, cl_uint value) { return sum + (value & 3); });
     }},
};

TEST_P(SubGroupsInSpirv, LoopsThatLieAroundOtherBlocks) { check(loopsLaidOut, "", ""); }
TEST_P(SubGroupsInSpirv, BuiltInVariables) { check(places, "", ""); }
TEST_P(SubGroupsInSpirv, Votes) { check(votes, isOdd, booleanToNumber); }
TEST_P(SubGroupsInSpirv, Ballots) {
  check(ballots, isOdd + std::string("%_v = OpGroupNonUniformBallot %v4uint %subgroup %_p\n"), "");
}
TEST_P(SubGroupsInSpirv, Movements) { check(movements, "", ""); }
TEST_P(SubGroupsInSpirv, Numbers) { check(numbers, "", ""); }
TEST_P(SubGroupsInSpirv, Floats) {
  const std::string odd = "%_one = OpBitwiseAnd %uint %x %u1\n"
                          "%_p = OpINotEqual %bool %_one %u0\n";
  check(floats, smallFloat + odd, "%_r = OpBitcast %uint %_s\n");
}

// Four components of each work-item, a sub-group's beside each other.
TEST_P(SubGroupsInSpirv, Blocks) {
  const std::string kernel = R"(
  %kernel = OpFunction %void None %blockType
  %in = OpFunctionParameter %shorts
  %values = OpFunctionParameter %vectors
  %out = OpFunctionParameter %shorts
  %entry = OpLabel
  %i = OpLoad %ulong %item
  %sub = OpLoad %uint %id
  %width = OpLoad %uint %maxSize
  %items = OpIMul %uint %sub %width
  %first = OpIMul %uint %items %u4
  %from = OpInBoundsPtrAccessChain %shorts %in %first
  %to = OpInBoundsPtrAccessChain %shorts %out %first
  %value = OpSubgroupBlockReadINTEL %v4ushort %from
  %mine = OpInBoundsPtrAccessChain %vectors %values %i
  OpStore %mine %value Aligned 8
  %inverse = OpNot %v4ushort %value
  OpSubgroupBlockWriteINTEL %to %inverse
  OpReturn
  OpFunctionEnd
)";
  const Program program = buildModule(capabilities + entryOf("kernel", "test") +
                                      modeOf("kernel", GetParam()) + declarations + kernel);
  const size_t size = sizeOf(session, program, "test");
  constexpr size_t items = 128, components = 4;
  std::vector<cl_ushort> input(items * components), values(input.size()), out(input.size());
  for (size_t k = 0; k < input.size(); ++k)
    input[k] = static_cast<cl_ushort>(scrambled(k));
  session.run(program, "test", {{items}, {items}}, in(input), inOut(values), inOut(out));
  for (size_t item = 0; item < items; ++item)
    for (size_t k = 0; k < components; ++k) {
      const size_t element = item / size * size * components + item % size + k * size;
      ASSERT_EQ(values[item * components + k], input[element]) << item << ", component " << k;
      ASSERT_EQ(out[element], static_cast<cl_ushort>(~input[element])) << item;
    }
}

} // namespace
} // namespace weft::test

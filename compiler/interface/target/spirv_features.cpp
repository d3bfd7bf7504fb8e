// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/interface/target/spirv_features.h"

#include <spirv/unified1/spirv.hpp>

namespace weft::compiler {
namespace {

// Capabilities that the headers may lack.
namespace capability {
constexpr std::uint32_t UntypedPointersKHR = 4473;
constexpr std::uint32_t FloatControls2 = 6029;
constexpr std::uint32_t FMAKHR = 6030;
constexpr std::uint32_t LongConstantCompositeINTEL = 6089; // renamed in newer headers
constexpr std::uint32_t BFloat16ConversionINTEL = 6115;
constexpr std::uint32_t ArithmeticFenceEXT = 6144;
constexpr std::uint32_t GlobalVariableDecorationsINTEL = 6146;
constexpr std::uint32_t FPMaxErrorINTEL = 6169;
constexpr std::uint32_t GlobalVariableHostAccessINTEL = 6187;
constexpr std::uint32_t CacheControlsINTEL = 6441;
constexpr std::uint32_t RegisterLimitsINTEL = 6460;
} // namespace capability

// The supported features. A new feature is one line here, plus the lines of its instructions in the
// table of its chapter below compiler/frontend/spirv.
constexpr std::uint32_t capabilities[] = {
    // Of the OpenCL environment.
    spv::CapabilityAddresses,
    spv::CapabilityFloat16Buffer,
    spv::CapabilityFloat16,
    spv::CapabilityFloat64,
    spv::CapabilityInt64,
    spv::CapabilityInt16,
    spv::CapabilityInt8,
    spv::CapabilityInt64Atomics,
    spv::CapabilityKernel,
    spv::CapabilityLinkage,
    spv::CapabilityVector16,
    spv::CapabilityGenericPointer,
    spv::CapabilityGroups,
    spv::CapabilitySubgroupDispatch,
    spv::CapabilityGroupNonUniform,
    spv::CapabilityGroupNonUniformVote,
    spv::CapabilityGroupNonUniformArithmetic,
    spv::CapabilityGroupNonUniformBallot,
    spv::CapabilityGroupNonUniformShuffle,
    spv::CapabilityGroupNonUniformShuffleRelative,
    spv::CapabilityGroupNonUniformClustered,
    spv::CapabilityImageBasic,
    spv::CapabilityImageReadWrite,
    spv::CapabilityImageMipmap,
    spv::CapabilityLiteralSampler,
    spv::CapabilityPipes,
    spv::CapabilityDeviceEnqueue,
    spv::CapabilitySampled1D,
    spv::CapabilityImage1D,
    spv::CapabilitySampledBuffer,
    spv::CapabilityImageBuffer,
    // Of extensions and later versions.
    spv::CapabilityUniformDecoration,
    spv::CapabilityDenormPreserve,
    spv::CapabilitySignedZeroInfNanPreserve,
    spv::CapabilityRoundingModeRTE,
    spv::CapabilityExpectAssumeKHR,
    spv::CapabilityDotProductInputAll,
    spv::CapabilityDotProductInput4x8Bit,
    spv::CapabilityDotProductInput4x8BitPacked,
    spv::CapabilityDotProduct,
    spv::CapabilityBitInstructions,
    spv::CapabilityAtomicFloat16AddEXT,
    spv::CapabilityAtomicFloat32AddEXT,
    spv::CapabilityAtomicFloat64AddEXT,
    spv::CapabilityAtomicFloat16MinMaxEXT,
    spv::CapabilityAtomicFloat32MinMaxEXT,
    spv::CapabilityAtomicFloat64MinMaxEXT,
    spv::CapabilityShaderClockKHR,
    spv::CapabilityGroupNonUniformRotateKHR,
    spv::CapabilityGroupUniformArithmeticKHR,
    spv::CapabilitySubgroupShuffleINTEL,
    spv::CapabilitySubgroupBufferBlockIOINTEL,
    spv::CapabilitySubgroupImageBlockIOINTEL,
    spv::CapabilityFPFastMathModeINTEL,
    spv::CapabilityUnstructuredLoopControlsINTEL,
    spv::CapabilityMemoryAccessAliasingINTEL,
    spv::CapabilityKernelAttributesINTEL,
    spv::CapabilityOptNoneINTEL,
    spv::CapabilitySplitBarrierINTEL,
    spv::CapabilityUSMStorageClassesINTEL,
    spv::CapabilityFunctionPointersINTEL,
    spv::CapabilityIndirectReferencesINTEL,
    spv::CapabilityVariableLengthArrayINTEL,
    capability::LongConstantCompositeINTEL,
    capability::UntypedPointersKHR,
    capability::FloatControls2,
    capability::FMAKHR,
    capability::BFloat16ConversionINTEL,
    capability::ArithmeticFenceEXT,
    capability::GlobalVariableDecorationsINTEL,
    capability::FPMaxErrorINTEL,
    capability::GlobalVariableHostAccessINTEL,
    capability::CacheControlsINTEL,
    capability::RegisterLimitsINTEL,
};

// Other extensions are rejected, whether or not the module uses them.
constexpr const char *extensions[] = {
    "SPV_KHR_no_integer_wrap_decoration",
    "SPV_KHR_float_controls",
    "SPV_KHR_float_controls2",
    "SPV_KHR_fma",
    "SPV_KHR_linkonce_odr",
    "SPV_KHR_expect_assume",
    "SPV_KHR_integer_dot_product",
    "SPV_KHR_bit_instructions",
    "SPV_KHR_subgroup_rotate",
    "SPV_KHR_uniform_group_instructions",
    "SPV_KHR_non_semantic_info",
    "SPV_KHR_relaxed_extended_instruction",
    "SPV_KHR_untyped_pointers",
    "SPV_KHR_shader_clock",
    "SPV_EXT_shader_atomic_float_add",
    "SPV_EXT_shader_atomic_float_min_max",
    "SPV_EXT_shader_atomic_float16_add",
    "SPV_EXT_relaxed_printf_string_address_space",
    "SPV_EXT_arithmetic_fence",
    "SPV_EXT_optnone",
    "SPV_INTEL_arithmetic_fence",
    "SPV_INTEL_bfloat16_conversion",
    "SPV_INTEL_cache_controls",
    "SPV_INTEL_float_controls2",
    "SPV_INTEL_fp_fast_math_mode",
    "SPV_INTEL_fp_max_error",
    "SPV_INTEL_function_pointers",
    "SPV_INTEL_global_variable_decorations",
    "SPV_INTEL_global_variable_host_access",
    "SPV_INTEL_kernel_attributes",
    "SPV_INTEL_long_composites",
    "SPV_INTEL_long_constant_composite", // former name of the same
    "SPV_INTEL_maximum_registers",
    "SPV_INTEL_memory_access_aliasing",
    "SPV_INTEL_optnone",
    "SPV_INTEL_split_barrier",
    "SPV_INTEL_subgroups",
    "SPV_INTEL_unstructured_loop_controls",
    "SPV_INTEL_usm_storage_classes",
    "SPV_INTEL_variable_length_array",
};

constexpr const char *instructionSets[] = {
    "OpenCL.std",
    "OpenCL.DebugInfo.100",
    "NonSemantic.Shader.DebugInfo.100",
};

} // namespace

std::span<const std::uint32_t> spirvCapabilities() { return capabilities; }
std::span<const char *const> spirvExtensions() { return extensions; }
std::span<const char *const> spirvInstructionSets() { return instructionSets; }

} // namespace weft::compiler

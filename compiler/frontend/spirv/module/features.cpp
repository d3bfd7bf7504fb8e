// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/module/features.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

// What Weft has. A feature that comes to Weft is one line here, and the lines of its instructions
// in the table of its chapter.
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
    spv::CapabilityImageBasic,
    spv::CapabilityImageReadWrite,
    spv::CapabilityImageMipmap,
    spv::CapabilityLiteralSampler,
    spv::CapabilitySampled1D,
    spv::CapabilityImage1D,
    spv::CapabilitySampledBuffer,
    spv::CapabilityImageBuffer,
    // Of extensions and later versions.
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
    spv::CapabilityFPFastMathModeINTEL,
    spv::CapabilityUnstructuredLoopControlsINTEL,
    spv::CapabilityMemoryAccessAliasingINTEL,
    spv::CapabilityKernelAttributesINTEL,
    spv::CapabilityOptNoneINTEL,
    spv::CapabilitySplitBarrierINTEL,
    spv::CapabilityUSMStorageClassesINTEL,
    spv::CapabilityLongConstantCompositeINTEL,
    capability::UntypedPointersKHR,
    capability::FloatControls2,
    capability::FMAKHR,
    capability::BFloat16ConversionINTEL,
    capability::ArithmeticFenceEXT,
    capability::FPMaxErrorINTEL,
    capability::GlobalVariableHostAccessINTEL,
    capability::CacheControlsINTEL,
    capability::RegisterLimitsINTEL,
};

// An extension that is not here is refused, whether or not the module uses it.
constexpr StringLiteral extensions[] = {
    "SPV_KHR_no_integer_wrap_decoration",
    "SPV_KHR_float_controls",
    "SPV_KHR_float_controls2",
    "SPV_KHR_fma",
    "SPV_KHR_linkonce_odr",
    "SPV_KHR_expect_assume",
    "SPV_KHR_integer_dot_product",
    "SPV_KHR_bit_instructions",
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
    "SPV_INTEL_global_variable_decorations",
    "SPV_INTEL_global_variable_host_access",
    "SPV_INTEL_kernel_attributes",
    "SPV_INTEL_long_constant_composite",
    "SPV_INTEL_maximum_registers",
    "SPV_INTEL_memory_access_aliasing",
    "SPV_INTEL_optnone",
    "SPV_INTEL_split_barrier",
    "SPV_INTEL_unstructured_loop_controls",
    "SPV_INTEL_usm_storage_classes",
};

class FeatureCheck {
public:
  explicit FeatureCheck(std::string &log) : log(log) {}

  void refuse(const Twine &text) {
    log += ("error: " + text + "\n").str();
    isGood = false;
  }

  void checkVersion(std::uint32_t version) {
    constexpr std::uint32_t oldest = 0x00010000, newest = 0x00010600;
    if (version < oldest || version > newest)
      refuse("SPIR-V " + Twine(version >> 16) + "." + Twine(version >> 8 & 0xff) +
             " is not supported; versions 1.0 to 1.6 are");
  }

  void checkModels(const ModuleInfo &module) {
    if (module.addressingModel == spv::AddressingModelPhysical32)
      refuse("addressing model Physical32 is not supported: pointers have 64 bits");
    else if (module.addressingModel != spv::AddressingModelPhysical64)
      refuse("the addressing model is not Physical64, as OpenCL requires");
    if (module.memoryModel != spv::MemoryModelOpenCL)
      refuse("the memory model is not OpenCL");
    for (const EntryPoint &entry : module.entryPoints)
      if (entry.model != spv::ExecutionModelKernel)
        refuse("entry point '" + entry.name + "' is no kernel");
  }

  std::string &log;
  bool isGood = true;
};

} // namespace

bool checkFeatures(const ModuleInfo &module, std::string &log) {
  FeatureCheck check(log);
  check.checkVersion(module.instructions().version);
  for (const std::uint32_t declared : module.capabilities)
    if (!is_contained(capabilities, declared))
      check.refuse("SPIR-V capability " + capabilityName(declared) + " is not supported");
  for (const std::string &declared : module.extensions)
    if (!is_contained(extensions, declared))
      check.refuse("SPIR-V extension " + declared + " is not supported");
  if (check.isGood)
    check.checkModels(module);
  return check.isGood;
}

bool isInGrammarOfTools(const ModuleInfo &module) {
  return all_of(module.capabilities, isCapabilityInGrammar) &&
         all_of(module.instructions().list,
                [](const Instruction &instruction) { return isInGrammar(instruction.op); });
}

} // namespace weft::compiler::spirv

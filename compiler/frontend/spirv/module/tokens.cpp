// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/module/tokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

struct Name {
  std::uint32_t number;
  StringLiteral text;
};

#include "spirv_names.inc"

// Names newer than the grammar.
constexpr Name youngInstructions[] = {
    {op::TypeUntypedPointer, "OpTypeUntypedPointerKHR"},
    {op::UntypedVariable, "OpUntypedVariableKHR"},
    {op::UntypedAccessChain, "OpUntypedAccessChainKHR"},
    {op::UntypedInBoundsAccessChain, "OpUntypedInBoundsAccessChainKHR"},
    {op::UntypedPtrAccessChain, "OpUntypedPtrAccessChainKHR"},
    {op::UntypedInBoundsPtrAccessChain, "OpUntypedInBoundsPtrAccessChainKHR"},
    {4425, "OpUntypedArrayLengthKHR"},
    {op::UntypedPrefetch, "OpUntypedPrefetchKHR"},
    {op::FmaKHR, "OpFmaKHR"},
    {4433, "OpExtInstWithForwardRefsKHR"},
    {4434, "OpUntypedGroupAsyncCopyKHR"},
    {4456, "OpTypeCooperativeMatrixKHR"},
    {5121, "OpAbortKHR"},
    {5158, "OpPoisonKHR"},
    {5159, "OpFreezeKHR"},
    {op::ConvertFToBF16INTEL, "OpConvertFToBF16INTEL"},
    {op::ConvertBF16ToFINTEL, "OpConvertBF16ToFINTEL"},
    {op::ArithmeticFenceEXT, "OpArithmeticFenceEXT"},
    {6221, "OpSubgroupBlockPrefetchINTEL"},
    {6231, "OpSubgroup2DBlockLoadINTEL"},
    {6235, "OpSubgroup2DBlockStoreINTEL"},
    {6237, "OpSubgroupMatrixMultiplyAccumulateINTEL"},
    {6242, "OpBitwiseFunctionINTEL"},
    {6244, "OpUntypedVariableLengthArrayINTEL"},
    {6258, "OpPredicatedLoadINTEL"},
    {6259, "OpPredicatedStoreINTEL"},
    {6426, "OpRoundFToTF32INTEL"},
    {6428, "OpMaskedGatherINTEL"},
    {6429, "OpMaskedScatterINTEL"},
    {6529, "OpConvertHandleToImageINTEL"},
    {6530, "OpConvertHandleToSamplerINTEL"},
    {6531, "OpConvertHandleToSampledImageINTEL"},
};

constexpr Name youngCapabilities[] = {
    {4212, "Float8EXT"},
    {4473, "UntypedPointersKHR"},
    {5112, "Int4TypeINTEL"},
    {5116, "BFloat16TypeKHR"},
    {5117, "BFloat16DotProductKHR"},
    {5120, "AbortKHR"},
    {5146, "ConstantDataKHR"},
    {5156, "PoisonFreezeKHR"},
    {5425, "LongVectorEXT"},
    {6022, "CooperativeMatrixKHR"},
    {6024, "ReplicatedCompositesEXT"},
    {6029, "FloatControls2"},
    {6030, "FMAKHR"},
    {6115, "BFloat16ConversionINTEL"},
    {6118, "JointMatrixINTEL"},
    {6144, "ArithmeticFenceEXT"},
    {6146, "GlobalVariableDecorationsINTEL"},
    {6169, "FPMaxErrorINTEL"},
    {6187, "GlobalVariableHostAccessINTEL"},
    {6220, "SubgroupBufferPrefetchINTEL"},
    {6228, "Subgroup2DBlockIOINTEL"},
    {6229, "Subgroup2DBlockTransformINTEL"},
    {6230, "Subgroup2DBlockTransposeINTEL"},
    {6236, "SubgroupMatrixMultiplyAccumulateINTEL"},
    {6241, "TernaryBitwiseFunctionINTEL"},
    {6243, "UntypedVariableLengthArrayINTEL"},
    {6245, "SpecConditionalINTEL"},
    {6246, "FunctionVariantsINTEL"},
    {6257, "PredicatedIOINTEL"},
    {6265, "RoundedDivideSqrtINTEL"},
    {6425, "TensorFloat32RoundingINTEL"},
    {6427, "MaskedGatherScatterINTEL"},
    {6441, "CacheControlsINTEL"},
    {6460, "RegisterLimitsINTEL"},
    {6528, "BindlessImagesINTEL"},
};

const Name *find(ArrayRef<Name> table, std::uint32_t number) {
  const auto *place = lower_bound(
      table, number, [](const Name &entry, std::uint32_t value) { return entry.number < value; });
  return place != table.end() && place->number == number ? place : nullptr;
}

std::string nameIn(ArrayRef<Name> table, std::uint32_t number, const char *what) {
  const Name *entry = find(table, number);
  return entry ? entry->text.str() : (Twine(what) + " " + Twine(number)).str();
}

} // namespace

ResultForm resultForm(std::uint32_t instruction) {
  switch (instruction) {
  case op::TypeUntypedPointer:
    return {.hasResult = true, .hasType = false};
  case op::UntypedVariable:
  case op::UntypedAccessChain:
  case op::UntypedInBoundsAccessChain:
  case op::UntypedPtrAccessChain:
  case op::UntypedInBoundsPtrAccessChain:
  case op::FmaKHR:
  case op::ConvertFToBF16INTEL:
  case op::ConvertBF16ToFINTEL:
  case op::ArithmeticFenceEXT:
    return {.hasResult = true, .hasType = true};
  default:
    ResultForm form;
    spv::HasResultAndType(static_cast<spv::Op>(instruction), &form.hasResult, &form.hasType);
    return form;
  }
}

bool isInGrammar(std::uint32_t instruction) { return find(instructions, instruction); }
bool isCapabilityInGrammar(std::uint32_t capability) { return find(ofCapability, capability); }

std::string instructionName(std::uint32_t instruction) {
  return isInGrammar(instruction) ? nameIn(instructions, instruction, "")
                                  : nameIn(youngInstructions, instruction, "instruction");
}
std::string capabilityName(std::uint32_t capability) {
  return isCapabilityInGrammar(capability) ? nameIn(ofCapability, capability, "")
                                           : nameIn(youngCapabilities, capability, "capability");
}
std::string executionModeName(std::uint32_t mode) {
  return nameIn(ofExecutionMode, mode, "execution mode");
}
std::string decorationName(std::uint32_t decoration) {
  return nameIn(ofDecoration, decoration, "decoration");
}
std::string builtInName(std::uint32_t builtIn) { return nameIn(ofBuiltIn, builtIn, "built-in"); }
std::string storageClassName(std::uint32_t storageClass) {
  return nameIn(ofStorageClass, storageClass, "storage class");
}
std::string scopeName(std::uint32_t scope) { return nameIn(ofScope, scope, "scope"); }
std::string groupOperationName(std::uint32_t operation) {
  return nameIn(ofGroupOperation, operation, "group operation");
}
std::string openclStdName(std::uint32_t instruction) {
  const Name *entry = find(ofOpenclStd, instruction);
  return entry ? entry->text.str() : std::string();
}

} // namespace weft::compiler::spirv

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/module/validation.h"

#include "compiler/frontend/spirv/module/features.h"
#include "compiler/frontend/spirv/module/swapped_loads.h"

#include "llvm/ADT/STLExtras.h"

#include <spirv-tools/libspirv.h>

#include <cstring>
#include <memory>
#include <vector>

namespace weft::compiler::spirv {

namespace {

template <auto destroy> struct Destroy {
  template <typename T> void operator()(T *object) const { destroy(object); }
};
using Context = std::unique_ptr<spv_context_t, Destroy<spvContextDestroy>>;
using Diagnostic = std::unique_ptr<spv_diagnostic_t, Destroy<spvDiagnosticDestroy>>;
using Options = std::unique_ptr<spv_validator_options_t, Destroy<spvValidatorOptionsDestroy>>;

// LLVM passes printf its format as an array, which SPIRV-Tools rejects.
bool isPrintf(const ModuleInfo &module, const Instruction &instruction) {
  return instruction.op == spv::OpExtInst && instruction[1] == OpenCLLIB::Printf &&
         module.importedSet(instruction[0]) == "OpenCL.std";
}

/// The pointer operand of an OpenCL.std load or store, or 0.
std::size_t pointerOf(std::uint32_t number) {
  switch (number) {
  case OpenCLLIB::Vloadn:
  case OpenCLLIB::Vload_half:
  case OpenCLLIB::Vload_halfn:
  case OpenCLLIB::Vloada_halfn:
    return 3;
  case OpenCLLIB::Vstoren:
  case OpenCLLIB::Vstore_half:
  case OpenCLLIB::Vstore_half_r:
  case OpenCLLIB::Vstore_halfn:
  case OpenCLLIB::Vstore_halfn_r:
  case OpenCLLIB::Vstorea_halfn:
  case OpenCLLIB::Vstorea_halfn_r:
    return 4;
  default:
    return 0;
  }
}

// LLVM's back end passes them the address of an array, or of something with the size of a half. The
// instruction determines the accessed type.
bool isAccessOfOtherType(const ModuleInfo &module, const Instruction &instruction) {
  if (instruction.op != spv::OpExtInst || module.importedSet(instruction[0]) != "OpenCL.std")
    return false;
  const std::size_t place = pointerOf(instruction[1]);
  const Instruction *pointer =
      place ? module.definition(module.typeOf(instruction[place])) : nullptr;
  const Instruction *pointee =
      pointer && pointer->op == spv::OpTypePointer ? module.definition((*pointer)[1]) : nullptr;
  if (!pointee)
    return false;
  const bool isOfHalves =
      instruction[1] != OpenCLLIB::Vloadn && instruction[1] != OpenCLLIB::Vstoren;
  return pointee->op == spv::OpTypeArray || pointee->op == spv::OpTypeStruct ||
         (isOfHalves && (pointee->op != spv::OpTypeFloat || (*pointee)[0] != 16));
}

// Whether two types are pointers to one storage class that differ in their pointee. LLVM's pointers
// do not record it.
bool arePointersAlike(const ModuleInfo &module, Id type, Id otherType) {
  const Instruction *one = module.definition(type);
  const Instruction *other = module.definition(otherType);
  return type != otherType && one && other && one->op == spv::OpTypePointer &&
         other->op == spv::OpTypePointer && (*one)[0] == (*other)[0];
}

// LLVM's back end declares another pointer type than that of the result or the destination.
bool isOfOtherPointer(const ModuleInfo &module, const Instruction &instruction) {
  if (instruction.op == spv::OpFunctionCall)
    return arePointersAlike(module, instruction.type, module.typeOf(instruction[0]));
  if (instruction.op != spv::OpStore)
    return false;
  const Instruction *place = module.definition(module.typeOf(instruction[0]));
  return place && place->op == spv::OpTypePointer &&
         arePointersAlike(module, (*place)[1], module.typeOf(instruction[1]));
}

// LLVM's back end also emits them for numbers, which the reader accepts.
bool isReduction(const Instruction &instruction) {
  return instruction.op == spv::OpAny || instruction.op == spv::OpAll;
}

// What the reader checks by itself.
bool isUnchecked(const ModuleInfo &module, const Instruction &instruction) {
  return isPrintf(module, instruction) || isAccessOfOtherType(module, instruction) ||
         isOfOtherPointer(module, instruction) || isSwappedLoad(module, instruction) ||
         isReduction(instruction) || instruction.op == spv::OpReadClockKHR;
}

// SPIRV-Tools supports the clocks of shaders: not for work-groups, and only with structured control
// flow.
bool isOfClocks(const Instruction &instruction) {
  return instruction.op == spv::OpCapability && instruction[0] == spv::CapabilityShaderClockKHR;
}

// LLVM's back end gives kernels the mode without the capability that declares it, and SPIRV-Tools
// may not know it yet. The reader accepts the mode alone.
bool isFastMathDefault(const Instruction &instruction) {
  return instruction.op == spv::OpExecutionModeId && instruction[1] == mode::FPFastMathDefault;
}

// SPIRV-Tools requires the declarations of SPV_INTEL_memory_access_aliasing in blocks, where they
// are not allowed.
bool isOfAliasing(const Instruction &instruction) {
  switch (instruction.op) {
  case spv::OpAliasDomainDeclINTEL:
  case spv::OpAliasScopeDeclINTEL:
  case spv::OpAliasScopeListDeclINTEL:
    return true;
  case spv::OpDecorateId:
    return instruction[1] == spv::DecorationAliasScopeINTEL ||
           instruction[1] == spv::DecorationNoAliasINTEL;
  default:
    return false;
  }
}

// LLVM's back end emits it in versions that lack it, and for 64 bits without their capability.
bool isWeakExchange(const Instruction &instruction) {
  return instruction.op == spv::OpAtomicCompareExchangeWeak;
}

/// SPIR-V's universal limits let a consumer accept more than 255: up to the maximum size of a
/// kernel's arguments in bytes.
constexpr std::uint32_t maxParameters = 4096;

/// Names of one extension: SPIRV-Tools knows the former one.
constexpr llvm::StringLiteral youngOptNone = "SPV_EXT_optnone", oldOptNone = "SPV_INTEL_optnone";

constexpr std::uint32_t aliasOperands = std::uint32_t{spv::MemoryAccessAliasScopeINTELMaskMask} |
                                        std::uint32_t{spv::MemoryAccessNoAliasINTELMaskMask};

// Only shaders have rules for their control flow. The translator from LLVM IR gives several loops
// one merge block, and has other instructions between a merge and its branch. The reader takes
// nothing but a loop's hints.
bool isMerge(const Instruction &instruction) {
  return instruction.op == spv::OpLoopMerge || instruction.op == spv::OpSelectionMerge;
}

// Writes to image levels are an OpenCL extension that SPIRV-Tools does not know.
bool isWriteOfLevel(const Instruction &instruction) {
  return instruction.op == spv::OpImageWrite && instruction[3] == spv::ImageOperandsLodMask;
}

/// The words of a module for SPIRV-Tools: without what it does not support.
class ValidatedWords {
public:
  explicit ValidatedWords(const ModuleInfo &module) : module(module) {
    const std::vector<std::uint32_t> &all = module.instructions().words;
    constexpr std::size_t headerWords = 5;
    words.assign(all.begin(), all.begin() + headerWords);
    collectInterfaces();
    if (llvm::any_of(module.instructions().list, isWeakExchange))
      append(spv::OpCapability, {}, {std::uint32_t{spv::CapabilityInt64Atomics}});
    for (const Instruction &instruction : module.instructions().list)
      add(instruction);
  }
  std::vector<std::uint32_t> words;

private:
  // Before version 1.4 interfaces contain only inputs; later versions name each variable once.
  void collectInterfaces() {
    constexpr std::uint32_t listsAll = 0x10400;
    for (const Instruction &instruction : module.instructions().list)
      if (instruction.op == spv::OpVariable &&
          (instruction[0] == spv::StorageClassInput ||
           (words[1] >= listsAll && instruction[0] != spv::StorageClassFunction)))
        interfaces.push_back(instruction.result);
  }

  // Producers omit variables from interfaces, which do not matter to kernels.
  void addEntryPoint(const Instruction &instruction) {
    std::vector<std::uint32_t> operands = instruction.operands.vec();
    const auto listed = instruction.operands.drop_front(literalString(instruction, 2).next);
    for (const Id variable : interfaces)
      if (!llvm::is_contained(listed, variable))
        operands.push_back(variable);
    append(instruction.op, {}, operands);
  }

  // LLVM's back end has one null for all types of a size, which SPIRV-Tools rejects as an
  // initialiser.
  bool isVariableOfNull(const Instruction &instruction) const {
    constexpr std::size_t initializer = 1;
    if (instruction.op != spv::OpVariable || instruction.size() <= initializer)
      return false;
    const Instruction *constant = module.definition(instruction[initializer]);
    return constant && constant->op == spv::OpConstantNull;
  }

  // LLVM's zeros are nulls, which SPIRV-Tools rejects as member indices.
  unsigned wordsOfZero(const Instruction &instruction) const {
    const Instruction *type = module.definition(instruction.type);
    if (instruction.op != spv::OpConstantNull || !type || type->op != spv::OpTypeInt)
      return 0;
    return (*type)[0] > 32 ? 2 : 1;
  }

  // Replaces storage classes that SPIRV-Tools does not let become generic by those that it does.
  static std::uint32_t validatedClass(std::uint32_t storageClass) {
    switch (storageClass) {
    case spv::StorageClassCodeSectionINTEL:
      return spv::StorageClassFunction;
    case spv::StorageClassDeviceOnlyINTEL:
    case spv::StorageClassHostOnlyINTEL:
      return spv::StorageClassCrossWorkgroup;
    default:
      return storageClass;
    }
  }

  // SPIRV-Tools does not know function pointers: make them point to the return type.
  void addPointerType(const Instruction &instruction) {
    const Instruction *pointee = module.definition(instruction[1]);
    const std::uint32_t space = validatedClass(instruction[0]);
    append(instruction.op, resultOf(instruction),
           {space, pointee && pointee->op == spv::OpTypeFunction ? (*pointee)[0] : instruction[1]});
  }

  void add(const Instruction &instruction) {
    if (isOfAliasing(instruction) || isOfClocks(instruction) || isFastMathDefault(instruction) ||
        isMerge(instruction))
      return;
    if (instruction.op == spv::OpEntryPoint)
      return addEntryPoint(instruction);
    if (const unsigned zeros = wordsOfZero(instruction))
      return append(spv::OpConstant, resultOf(instruction), std::vector<std::uint32_t>(zeros, 0));
    // Clang's null event has an extra operand.
    if (instruction.op == spv::OpConstantNull)
      return append(instruction.op, resultOf(instruction), {});
    if (isVariableOfNull(instruction))
      return append(instruction.op, resultOf(instruction), {instruction[0]});
    if (instruction.op == spv::OpTypePointer)
      return addPointerType(instruction);
    if (instruction.op == spv::OpPtrCastToCrossWorkgroupINTEL ||
        instruction.op == spv::OpCrossWorkgroupCastToPtrINTEL)
      return append(spv::OpBitcast, resultOf(instruction), instruction.operands);
    if (isWeakExchange(instruction))
      return append(spv::OpAtomicCompareExchange, resultOf(instruction), instruction.operands);
    if (instruction.op == spv::OpLoopControlINTEL)
      return append(instruction.op, {}, {});
    if (instruction.op == spv::OpExtension && literalString(instruction, 0).text == youngOptNone)
      return addExtension(oldOptNone);
    // SPIRV-Tools requires functions before their pointers, which is impossible.
    if (instruction.op == spv::OpConstantFunctionPointerINTEL)
      return append(spv::OpConstantNull, resultOf(instruction), {});
    if (isUnchecked(module, instruction))
      return addUndefined(instruction);
    if (isWriteOfLevel(instruction))
      return append(instruction.op, {}, instruction.operands.take_front(3));
    const std::size_t mask = memoryOperandsOf(instruction.op);
    if (mask && instruction[mask] & aliasOperands)
      return append(instruction.op, resultOf(instruction), instruction.operands.take_front(mask));
    append(instruction.op, resultOf(instruction), instruction.operands);
  }

  void addUndefined(const Instruction &instruction) {
    const Instruction *type = module.definition(instruction.type);
    if (instruction.type && !(type && type->op == spv::OpTypeVoid))
      append(spv::OpUndef, {instruction.type, instruction.result}, {});
  }

  void addExtension(llvm::StringRef name) {
    std::vector<std::uint32_t> text(name.size() / sizeof(std::uint32_t) + 1);
    std::memcpy(text.data(), name.data(), name.size());
    append(spv::OpExtension, {}, text);
  }

  static llvm::SmallVector<std::uint32_t, 2> resultOf(const Instruction &instruction) {
    llvm::SmallVector<std::uint32_t, 2> result;
    if (instruction.type)
      result.push_back(instruction.type);
    if (instruction.result)
      result.push_back(instruction.result);
    return result;
  }

  void append(std::uint32_t op, const llvm::SmallVector<std::uint32_t, 2> &result,
              llvm::ArrayRef<std::uint32_t> operands) {
    const std::size_t count = 1 + result.size() + operands.size();
    words.push_back(static_cast<std::uint32_t>(count) << spv::WordCountShift | op);
    words.insert(words.end(), result.begin(), result.end());
    words.insert(words.end(), operands.begin(), operands.end());
  }

  const ModuleInfo &module;
  std::vector<Id> interfaces;
};

} // namespace

bool validate(const ModuleInfo &module, std::string &log) {
  if (!isInGrammarOfTools(module))
    return true;
  const std::vector<std::uint32_t> words = ValidatedWords(module).words;
  // The OpenCL environments reject versions that the device accepts.
  const Context context(spvContextCreate(SPV_ENV_UNIVERSAL_1_6));
  const Options options(spvValidatorOptionsCreate());
  spvValidatorOptionsSetUniversalLimit(options.get(), spv_validator_limit_max_function_args,
                                       maxParameters);
  spv_const_binary_t binary = {words.data(), words.size()};
  spv_diagnostic message = nullptr;
  const spv_result_t result =
      spvValidateWithOptions(context.get(), options.get(), &binary, &message);
  const Diagnostic owner(message);
  if (result == SPV_SUCCESS)
    return true;
  log += "error: the SPIR-V module is not valid: ";
  log += message && message->error ? message->error : "SPIRV-Tools gives no reason";
  log += "\n";
  return false;
}

} // namespace weft::compiler::spirv

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The enumerators of SPIR-V: those of spirv-headers, and newer ones than the headers of the oldest
// system on which Weft is built.
#pragma once

#define SPV_ENABLE_UTILITY_CODE
#include <spirv/unified1/OpenCL.std.h>
#include <spirv/unified1/spirv.hpp>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace weft::compiler::spirv {

/// The id of a type, a value, a block or a label.
using Id = std::uint32_t;

/// A table indexed by ids. Damaged modules may have any number as an id, and LLVM's tables reserve
/// two numbers of their key type, which are larger than any id here.
template <typename T> using IdMap = llvm::DenseMap<std::uint64_t, T>;

/// Instructions that the headers may lack.
namespace op {
inline constexpr std::uint32_t TypeUntypedPointer = 4417;
inline constexpr std::uint32_t UntypedVariable = 4418;
inline constexpr std::uint32_t UntypedAccessChain = 4419;
inline constexpr std::uint32_t UntypedInBoundsAccessChain = 4420;
inline constexpr std::uint32_t UntypedPtrAccessChain = 4423;
inline constexpr std::uint32_t UntypedInBoundsPtrAccessChain = 4424;
inline constexpr std::uint32_t UntypedPrefetch = 4426;
inline constexpr std::uint32_t FmaKHR = 4427;
inline constexpr std::uint32_t ConvertFToBF16INTEL = 6116;
inline constexpr std::uint32_t ConvertBF16ToFINTEL = 6117;
inline constexpr std::uint32_t ArithmeticFenceEXT = 6145;
} // namespace op

namespace decoration {
inline constexpr std::uint32_t HostAccessINTEL = 6188;
inline constexpr std::uint32_t FPMaxErrorDecorationINTEL = 6170;
inline constexpr std::uint32_t CacheControlLoadINTEL = 6442;
inline constexpr std::uint32_t CacheControlStoreINTEL = 6443;
} // namespace decoration

namespace mode {
inline constexpr std::uint32_t FPFastMathDefault = 6028;
inline constexpr std::uint32_t MaximumRegistersINTEL = 6461;
inline constexpr std::uint32_t MaximumRegistersIdINTEL = 6462;
inline constexpr std::uint32_t NamedMaximumRegistersINTEL = 6463;
} // namespace mode

/// Which of a result type and a result id an instruction has.
struct ResultForm {
  bool hasResult = false, hasType = false;
};
ResultForm resultForm(std::uint32_t instruction);

/// The specification's names, for messages; the number if unknown.
std::string instructionName(std::uint32_t instruction);
std::string capabilityName(std::uint32_t capability);
std::string executionModeName(std::uint32_t mode);
std::string decorationName(std::uint32_t decoration);
std::string builtInName(std::uint32_t builtIn);
std::string storageClassName(std::uint32_t storageClass);
std::string scopeName(std::uint32_t scope);
std::string groupOperationName(std::uint32_t operation);
/// Empty for a number without an instruction.
std::string openclStdName(std::uint32_t instruction);

/// Whether SPIRV-Tools, which is as old as the headers, knows the instruction or capability.
bool isInGrammar(std::uint32_t instruction);
bool isCapabilityInGrammar(std::uint32_t capability);

} // namespace weft::compiler::spirv

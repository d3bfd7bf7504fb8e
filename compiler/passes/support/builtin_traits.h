// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the passes know about the functions that kernel-lib/weft_internal.h names.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace weft::compiler {

/// The primitives, whose meaning the passes give.
enum class PrimitiveKind {
  LocalId,
  GroupId,
  LocalSize,
  Launch,
  Worker,
  Barrier,
  GroupStep,  ///< an ordinary function that the group calls once
  Collective, ///< its loop over the work-items is written by the passes
};

struct Primitive {
  PrimitiveKind kind;
  unsigned dimension = 0; ///< for ids and sizes
};

/// The primitive of that name, if it is one.
std::optional<Primitive> findPrimitive(llvm::StringRef name);

/// The primitive that an instruction calls directly, if any.
std::optional<Primitive> findPrimitive(const llvm::Instruction &instruction);

/// Whether a primitive ends a region.
bool splitsRegion(PrimitiveKind kind);

enum class CollectiveOperation { Reduce, ScanInclusive, ScanExclusive, Broadcast };
enum class CollectiveOperator { None, Add, Min, Max };
enum class NumberClass { Signed, Unsigned, Float };

struct Collective {
  CollectiveOperation operation;
  CollectiveOperator op;
  NumberClass numbers;
};

/// Reads `__weft_collective_<what>_<type>`; empty when it is none that exists.
std::optional<Collective> parseCollective(llvm::StringRef name);

/// `__weft_event_value`, `__weft_event_from_value` and Clang's `__translate_sampler_initializer`,
/// which are their argument once events and samplers are numbers.
bool isOpaqueConversion(llvm::StringRef name);

/// `__weft_rare_*`: library functions for seldom met arguments, which stay calls.
bool isRareLibraryFunction(llvm::StringRef name);

inline constexpr llvm::StringLiteral reciprocalRootName = "_Z12__weft_rsqrt";

/// The name of a library function without a body, `__weft_<operation>` overloaded for float and its
/// vectors, that code generation replaces by instructions. Its result is a function of each element
/// alone; it has no effect, and a value for every operand.
bool isElementwise(llvm::StringRef name);

/// The one elementwise function that there is, 1 / sqrt, for vectors of so many floats, or for one.
llvm::Function *reciprocalRoot(llvm::Module &module, unsigned width);

/// Lets passes move, repeat and drop calls of such a function.
void setElementwiseAttributes(llvm::Function &function);

/// Marks kernels between the passes; the value is the kernel's name in the source.
inline constexpr llvm::StringLiteral kernelAttribute = "weft-kernel";

inline bool isKernel(const llvm::Function &function) {
  return function.hasFnAttribute(kernelAttribute);
}

} // namespace weft::compiler

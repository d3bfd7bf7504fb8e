// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes' knowledge of the functions declared by kernel-lib/weft_internal.h.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace weft::compiler {

/// The name in the source of an overloaded function: "_Z7barrierj" is "barrier". Empty for others.
llvm::StringRef unmangled(llvm::StringRef name);

/// The primitives: functions whose meaning the passes define.
enum class PrimitiveKind {
  LocalId,
  GroupId,
  LocalSize,
  Launch,
  Worker,
  Barrier,
  GroupStep,         ///< an ordinary function that the group calls once
  Collective,        ///< the passes emit its loop over the work-items
  SubGroupValue,     ///< the size of sub-groups, and a work-item's position in its own
  SubGroupOperation, ///< executed together by the active work-items of a sub-group
};

struct Primitive {
  PrimitiveKind kind;
  unsigned dimension = 0; ///< for ids and sizes
};

/// The primitive with that name, if there is one.
std::optional<Primitive> findPrimitive(llvm::StringRef name);

/// The primitive that an instruction calls directly, if any.
std::optional<Primitive> findPrimitive(const llvm::Instruction &instruction);

/// Whether a primitive ends a region.
bool splitsRegion(PrimitiveKind kind);

/// Whether an instruction calls a primitive that ends a region.
bool isSplit(const llvm::Instruction &instruction);

enum class CollectiveOperation { Reduce, ScanInclusive, ScanExclusive, Broadcast };
enum class CollectiveOperator { None, Add, Mul, Min, Max, And, Or, Xor };
enum class NumberClass { Signed, Unsigned, Float };

struct Collective {
  CollectiveOperation operation;
  CollectiveOperator op;
  NumberClass numbers;
};

/// The operator with a name such as "add"; None for any other.
CollectiveOperator collectiveOperator(llvm::StringRef name);
/// The class of numbers with a name such as "i32", "u8" or "f64".
std::optional<NumberClass> numberClass(llvm::StringRef name);

/// Parses `__weft_collective_<what>_<type>`; empty for any other name.
std::optional<Collective> parseCollective(llvm::StringRef name);

/// `__weft_event_value`, `__weft_event_from_value`, `__weft_image_value`, `__weft_sampler_value`,
/// their equivalents for pipes, reservations, queues and their events, and Clang's
/// `__translate_sampler_initializer`: their result is their argument, as all of these types become
/// numbers.
bool isOpaqueConversion(llvm::StringRef name);

/// `__weft_rare_*` and `__weft_call_*`: library functions for rare arguments, and those that a
/// work-item must execute alone. They are not inlined.
bool staysCall(llvm::StringRef name);
/// Of those, the ones for rare arguments.
bool isRarelyCalled(llvm::StringRef name);

/// The kernel library's function that ends a launch: functions that do not call it never stop.
inline constexpr llvm::StringLiteral stopFunctionName = "__weft_call_stop_function";

/// Whether it names an undefined library function that a late pass expands. Each element of its
/// result depends only on the same elements of its operands. It has no side effects, and is defined
/// for every operand.
bool isElementwise(llvm::StringRef name);

/// Whether it is 1 / sqrt of floats: `__weft_rsqrt`, overloaded for float and its vectors.
bool isReciprocalRoot(llvm::StringRef name);

/// Which bytes are signed of a sum of four products of bytes, `__weft_dot_<signs>`: a function of
/// two i32, or vectors of them, each of four bytes.
struct DotProductSigns {
  bool first, second;
};
/// Empty for any other name.
std::optional<DotProductSigns> dotProductSigns(llvm::StringRef name);

/// An elementwise function for vectors of `width` elements, or for one element.
llvm::Function *elementwiseForm(const llvm::Function &function, unsigned width);

/// The kernel library's queries about the CPU (target_questions.h).
inline constexpr llvm::StringLiteral scalesQuestion = "__weft_cpu_scales";

// How the widener permutes the lanes of a gang: functions without a body that a late pass replaces
// by the CPU's instructions (lane_shuffles.h). Passes before it may move, repeat and drop calls.
inline constexpr llvm::StringLiteral permutationPrefix = "__weft_permutation_";
inline constexpr llvm::StringLiteral deinterleavePrefix = "__weft_deinterleave_";
inline constexpr llvm::StringLiteral interleavePrefix = "__weft_interleave_";

/// A function of an integer vector and a vector of as many 32-bit lane indices: each element of its
/// result is that lane's.
llvm::Function *permutation(llvm::Module &module, llvm::FixedVectorType &type);

/// A function of a vector with the records of all lanes in sequence, each of `count` components. It
/// returns a structure of vectors: the first component of each record, the second ones and so on.
llvm::Function *deinterleaving(llvm::Module &module, llvm::FixedVectorType &records,
                               unsigned count);

/// The inverse: a function of one vector for each component, which returns the records in sequence.
llvm::Function *interleaving(llvm::Module &module, llvm::FixedVectorType &component,
                             unsigned count);

/// Adds the attributes that let passes move, duplicate and drop calls of such a function.
void setElementwiseAttributes(llvm::Function &function);

/// The spir64 target types of images, samplers, pipes and queues, and the attribute of parameters
/// that had one: its value is the type's name.
inline constexpr llvm::StringLiteral opaqueImage = "spirv.Image";
inline constexpr llvm::StringLiteral opaqueSampler = "spirv.Sampler";
inline constexpr llvm::StringLiteral opaquePipe = "spirv.Pipe";
inline constexpr llvm::StringLiteral opaqueQueue = "spirv.Queue";
inline constexpr llvm::StringLiteral opaqueAttribute = "weft-opaque";

/// Marks kernels between the passes; the value is the kernel's name in the source.
inline constexpr llvm::StringLiteral kernelAttribute = "weft-kernel";

inline bool isKernel(const llvm::Function &function) {
  return function.hasFnAttribute(kernelAttribute);
}

} // namespace weft::compiler

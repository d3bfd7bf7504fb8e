// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of OpenCL's built-in functions by the names that Clang gives them: those of the Itanium C++
// ABI, in which address spaces, vectors and OpenCL's opaque types have names of their own.
#pragma once

#include "compiler/frontend/spirv/translation.h"

namespace weft::compiler::spirv {

/// SPIR-V's integers have no sign; the function tells which one its name has.
enum class Sign { Signed, Unsigned };

class BuiltInCall {
public:
  /// `name` without parameters. Integers that are added have `sign` unless they say otherwise.
  BuiltInCall(Translation &translation, const Instruction &instruction, llvm::StringRef name,
              Sign sign = Sign::Signed)
      : translation(translation), instruction(instruction), name(name), sign(sign) {}

  /// A null value makes the call fail.
  BuiltInCall &add(llvm::Value *value) { return add(value, sign); }
  BuiltInCall &add(llvm::Value *value, Sign sign);
  /// A pointer to `pointee`, which the function reads only if `isConst`.
  BuiltInCall &addPointer(llvm::Value *value, llvm::Type *pointee, Sign sign, bool isConst = false);
  /// A value whose type has a name: `memory_scope`.
  BuiltInCall &addEnum(llvm::Value *value, llvm::StringRef type);
  BuiltInCall &addVoidPointer(llvm::Value *value);
  /// For callUnmangled alone: a value of any type.
  BuiltInCall &addUnnamed(llvm::Value *value);

  /// Null, with a line in the log, if an operand is missing or of a type without a name.
  llvm::Value *call(llvm::Type *result);
  /// The same under the plain name, as functions of C have it.
  llvm::Value *callUnmangled(llvm::Type *result);

private:
  llvm::Value *callNamed(llvm::Type *result, const std::string &symbol);
  bool mangle(llvm::Type *type, Sign sign, std::string &text);
  std::string substituted(std::string whole);

  Translation &translation;
  const Instruction &instruction;
  const std::string name;
  const Sign sign;
  std::string parameters;
  llvm::SmallVector<std::string> substitutions; ///< components in the order of their first use
  llvm::SmallVector<llvm::Value *> values;
  bool isComplete = true;
};

} // namespace weft::compiler::spirv

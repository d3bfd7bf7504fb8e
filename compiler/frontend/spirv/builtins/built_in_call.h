// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of OpenCL's built-in functions by Clang's names for them: those of the Itanium C++ ABI, in
// which address spaces, vectors and OpenCL's opaque types have their own names.
#pragma once

#include "compiler/frontend/spirv/translation.h"

namespace weft::compiler::spirv {

/// SPIR-V's integers are signless; the function's name determines the sign.
enum class Sign { Signed, Unsigned };

class BuiltInCall {
public:
  /// `name` without parameters. Added integers have `sign` by default.
  BuiltInCall(Translation &translation, const Instruction &instruction, llvm::StringRef name,
              Sign sign = Sign::Signed)
      : translation(translation), instruction(instruction), name(name), sign(sign) {}

  /// A null value makes the call fail.
  BuiltInCall &add(llvm::Value *value) { return add(value, sign); }
  BuiltInCall &add(llvm::Value *value, Sign sign);
  /// A pointer to `pointee`, read-only for the function if `isConst`.
  BuiltInCall &addPointer(llvm::Value *value, llvm::Type *pointee, Sign sign, bool isConst = false);
  /// A value of a named type: `memory_scope`.
  BuiltInCall &addEnum(llvm::Value *value, llvm::StringRef type);
  BuiltInCall &addVoidPointer(llvm::Value *value);
  /// Only for callUnmangled: a value of any type.
  BuiltInCall &addUnnamed(llvm::Value *value);

  /// Null, with a line in the log, if an operand is missing or its type has no name.
  llvm::Value *call(llvm::Type *result);
  /// The same under the unmangled name, as for C functions.
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

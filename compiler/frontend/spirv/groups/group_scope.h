// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared by all group instructions: their execution scope, and their values, which may be vectors
// and booleans where OpenCL C's built-ins take numbers.
#pragma once

#include "compiler/frontend/spirv/translation.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace weft::compiler::spirv {

/// The work-items to which an instruction refers.
struct GroupScope {
  spv::Scope scope;
  llvm::StringLiteral prefix; ///< of its built-ins' names

  bool isSubgroup() const { return scope == spv::ScopeSubgroup; }
};

/// The execution scope; null, with a line in the log, if unsupported.
const GroupScope *groupScope(Translation &translation, const Instruction &instruction, Id scope);
/// For instructions of sub-groups only: false, with a line in the log, for other scopes.
bool requireSubgroup(Translation &translation, const Instruction &instruction, Id scope);

using MakeComponent = llvm::function_ref<llvm::Value *(llvm::ArrayRef<llvm::Value *> components)>;
/// The result of `make` for values of one scalar type, or a vector of its results for each
/// component of vectors. Null, with a line in the log, for values other than numbers and booleans.
llvm::Value *eachComponent(Translation &translation, const Instruction &instruction,
                           llvm::ArrayRef<llvm::Value *> values, MakeComponent make);

/// A boolean as the `int` that built-ins take.
llvm::Value *predicateNumber(llvm::IRBuilder<> &builder, llvm::Value *predicate);
/// The boolean of a built-in's `int` result; null for null.
llvm::Value *truthOf(llvm::IRBuilder<> &builder, llvm::Value *number);

/// An operand that must be a boolean; null, with a line in the log, otherwise.
llvm::Value *predicate(Translation &translation, const Instruction &instruction,
                       std::size_t operand);
/// An operand that must be an integer, as a `uint`; null, with a line in the log, otherwise.
llvm::Value *index(Translation &translation, const Instruction &instruction, std::size_t operand);

} // namespace weft::compiler::spirv

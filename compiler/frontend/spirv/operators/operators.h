// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared by the chapters of operators: operands of one type, and operations on integers, including
// one-bit booleans.
#pragma once

#include "compiler/frontend/spirv/translation.h"

namespace weft::compiler::spirv {

/// The first operands; nothing, with a line in the log, if they differ in type.
template <std::size_t count>
std::optional<std::array<llvm::Value *, count>> sameTyped(Translation &translation,
                                                          const Instruction &instruction) {
  const auto values = translation.operands<count>(instruction);
  if (!values)
    return std::nullopt;
  for (const llvm::Value *value : *values)
    if (value->getType() != (*values)[0]->getType()) {
      translation.fail(instruction, "the operands differ in type");
      return std::nullopt;
    }
  return values;
}

/// The same of integers or vectors of integers.
template <std::size_t count>
std::optional<std::array<llvm::Value *, count>> integers(Translation &translation,
                                                         const Instruction &instruction) {
  const auto values = sameTyped<count>(translation, instruction);
  if (!values || (*values)[0]->getType()->isIntOrIntVectorTy())
    return values;
  translation.fail(instruction, "the operands are not integers");
  return std::nullopt;
}

/// The same of floating-point numbers or vectors of them.
template <std::size_t count>
std::optional<std::array<llvm::Value *, count>> floats(Translation &translation,
                                                       const Instruction &instruction) {
  const auto values = sameTyped<count>(translation, instruction);
  if (!values || (*values)[0]->getType()->isFPOrFPVectorTy())
    return values;
  translation.fail(instruction, "the operands are not floating-point numbers");
  return std::nullopt;
}

/// A handler for a simple operation on two integers.
template <llvm::Instruction::BinaryOps operation>
llvm::Value *integerOperation(Translation &translation, const Instruction &instruction) {
  const auto values = integers<2>(translation, instruction);
  return values ? translation.builder.CreateBinOp(operation, (*values)[0], (*values)[1]) : nullptr;
}

/// A handler that inverts all bits.
inline llvm::Value *complement(Translation &translation, const Instruction &instruction) {
  const auto values = integers<1>(translation, instruction);
  return values ? translation.builder.CreateNot((*values)[0]) : nullptr;
}

} // namespace weft::compiler::spirv

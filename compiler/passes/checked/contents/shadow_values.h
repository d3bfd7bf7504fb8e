// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which bits of a kernel's values are not initialised: beside each value that may have such bits a
// shadow, an integer or vector of integers of the same size, in which they are 1.
//
// The rules are those of LLVM's MemorySanitizer: bitwise operations and those that move bits have
// exact shadows, arithmetic has the bits of its operands, and of comparisons, conversions and
// functions all bits of the result depend on any bit. Values that no source reaches have no code.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// The type of shadows; null for values that have none, as structures.
llvm::Type *shadowType(llvm::Type &type);

class ShadowValues {
public:
  /// Instructions whose results are not initialised, or that load what may not be.
  using Sources = llvm::SmallSetVector<llvm::Instruction *, 16>;
  ShadowValues(llvm::Function &function, const Sources &sources);

  bool mayBeUnset(const llvm::Value &value) const { return reached.contains(&value); }
  /// Of the sources, before emit().
  void set(llvm::Instruction &source, llvm::Value &shadow) { shadows[&source] = &shadow; }
  /// Emits the shadows of all values that sources reach, behind them.
  void emit();
  /// Zero for values that no source reaches. After emit().
  llvm::Value *of(llvm::Value &value) const;
  /// The sources of a value, as far as some steps tell.
  llvm::SmallVector<llvm::Instruction *, 4> sourcesOf(llvm::Value &value) const;

private:
  void reach();
  llvm::Value *emit(llvm::Instruction &instruction);
  llvm::Value *anyOperand(llvm::IRBuilder<> &builder, llvm::Instruction &instruction) const;
  llvm::Value *bitwise(llvm::IRBuilder<> &builder, llvm::BinaryOperator &operation) const;
  llvm::Value *select(llvm::IRBuilder<> &builder, llvm::SelectInst &choice) const;
  llvm::Value *shuffle(llvm::IRBuilder<> &builder, llvm::ShuffleVectorInst &instruction) const;

  llvm::Function &function;
  const Sources &sources;
  llvm::DenseSet<const llvm::Value *> reached;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> shadows;
};

/// A number of the type in which all bits are 1 if any bit of the shadow is.
llvm::Value *spread(llvm::IRBuilderBase &builder, llvm::Value *shadow, llvm::Type *type);
/// Whether any bit of a shadow is 1.
llvm::Value *hasAny(llvm::IRBuilderBase &builder, llvm::Value *shadow);

} // namespace weft::compiler

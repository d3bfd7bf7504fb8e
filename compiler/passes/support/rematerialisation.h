// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recomputes values elsewhere, from copies of the instructions that they depend on.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/IRBuilder.h"

#include <functional>
#include <optional>

namespace weft::compiler {

class Rematerialiser {
public:
  /// Flags and metadata of copies: they need not hold if the original is never reached.
  enum class Facts { Kept, Dropped, Frozen };
  /// What to do with a value: use another instead, copy its instruction, or neither.
  struct Plan {
    llvm::Value *replacement = nullptr;
    std::optional<Facts> copy = std::nullopt;
  };
  using Planner = std::function<Plan(llvm::Value &value, unsigned depth)>;

  /// `plan` is called once for each value that is copied, including operands, but not for
  /// constants.
  Rematerialiser(llvm::IRBuilderBase &builder, Planner plan)
      : builder(builder), plan(std::move(plan)) {}

  /// The value at the builder's insertion point; null if the plan has none for it or for an
  /// operand.
  llvm::Value *of(llvm::Value &value, unsigned depth = 0) {
    if (llvm::isa<llvm::Constant>(value))
      return &value;
    if (llvm::Value *known = copies.lookup(&value))
      return known;
    const Plan planned = plan(value, depth);
    if (planned.replacement || !planned.copy)
      return planned.replacement;
    auto &original = llvm::cast<llvm::Instruction>(value);
    llvm::SmallVector<llvm::Value *> operands;
    for (llvm::Value *operand : original.operand_values()) {
      operands.push_back(of(*operand, depth + 1));
      if (!operands.back())
        return nullptr;
    }
    llvm::Instruction *copy = original.clone();
    copy->setDebugLoc(llvm::DebugLoc());
    if (planned.copy != Facts::Kept)
      copy->dropPoisonGeneratingAnnotations();
    for (auto [use, operand] : llvm::zip(copy->operands(), operands))
      use.set(operand);
    builder.Insert(copy, original.getName());
    llvm::Value *result = copy;
    if (llvm::Value *simpler = llvm::simplifyInstruction(copy, copy->getDataLayout())) {
      copy->eraseFromParent();
      result = simpler;
    }
    const bool isFrozen = planned.copy == Facts::Frozen && value.getType()->isIntegerTy() &&
                          (result == copy || llvm::isa<llvm::UndefValue>(result));
    return copies[&value] = isFrozen ? builder.CreateFreeze(result) : result;
  }

  /// Sets the replacement of a value.
  void define(const llvm::Value &value, llvm::Value &copy) { copies[&value] = &copy; }

private:
  llvm::IRBuilderBase &builder;
  const Planner plan;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> copies;
};

} // namespace weft::compiler

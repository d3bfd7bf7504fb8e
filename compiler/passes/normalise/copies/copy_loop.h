// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One loop of a copy idiom (copy_idiom.h): matches it, then replaces it by a group step.
#pragma once

#include "compiler/passes/normalise/copies/copy_forms.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// The group steps of the kernel library (kernel-lib/async/async.h).
inline constexpr llvm::StringLiteral copyToLocalStep = "__weft_group_step_copy_to_local";
inline constexpr llvm::StringLiteral copyToGlobalStep = "__weft_group_step_copy_to_global";

class CopyLoop {
public:
  explicit CopyLoop(llvm::Loop &loop)
      : loop(loop), header(loop.getHeader()), body(loop.getLoopLatch()) {}

  /// Whether the loop looks like a copy. It then gets a preheader, and invariant code moves there.
  bool prepare(llvm::DominatorTree &dominators, llvm::LoopInfo &loops);

  /// Whether the work-items of a group together only copy n elements in it, if they reach it
  /// together. For a prepared loop.
  bool matches(const GroupUniformity &uniformity);

  /// Writes the step, and removes the loop.
  void replace();

  llvm::BasicBlock &preheader() const { return *before; }
  llvm::BasicBlock &entry() const { return *header; }
  llvm::BasicBlock &next() const { return *exit; }

private:
  bool findAccesses();
  void hoist();
  bool isUsedOutside() const;
  bool matchCounter(CopyForms &forms) const;
  bool matchBound(CopyForms &forms);
  bool matchAddresses(CopyForms &forms);

  llvm::Value *emitCount(llvm::IRBuilder<> &builder) const;
  static llvm::Value *emitCountToFall(const Fall &wrap, llvm::Value &first,
                                      llvm::IRBuilder<> &builder);
  void emitSteps(llvm::IRBuilder<> &builder, llvm::Value *count);
  llvm::SmallVector<llvm::Value *> launchOperands(llvm::IRBuilder<> &builder) const;

  std::uint64_t elementBytes() const;
  bool isIntoLocal() const;
  llvm::Function *stepFunction() const;

  llvm::Loop &loop;
  llvm::BasicBlock *header, *body, *before = nullptr, *exit = nullptr;
  llvm::PHINode *counter = nullptr;
  llvm::LoadInst *load = nullptr;
  llvm::StoreInst *store = nullptr;
  // n is this operand of the comparison, and one more if it is inclusive.
  llvm::ICmpInst *comparison = nullptr;
  unsigned boundOperand = 0;
  bool isSigned = false, isInclusive = false;
  std::optional<Fall> fall; // of the address in global memory
};

} // namespace weft::compiler

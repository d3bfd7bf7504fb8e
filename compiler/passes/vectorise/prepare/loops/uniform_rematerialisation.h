// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes uniform values of a region in a function of its own, before any work-item runs.
//
// The function has the region's parameters. The rematerialiser copies the slice of a uniform value
// into it, if the slice consists of parameters, constants, fields of the launch and operations
// without side effects or traps. The region may never reach the original, so the copies drop facts
// that hold only there, and are frozen.
#pragma once

#include "compiler/passes/support/rematerialisation.h"

namespace weft::compiler {

class UniformRematerialiser {
public:
  enum class UniformOver { XRange, Group };

  /// `target` has the region's parameters; `builder` inserts into it.
  UniformRematerialiser(llvm::Function &target, llvm::IRBuilder<> &builder, UniformOver uniformOver)
      : target(target), uniformOver(uniformOver),
        copies(builder,
               [this](llvm::Value &value, unsigned depth) { return planFor(value, depth); }) {}

  /// Null if the value is not uniform, or if computing it might trap.
  llvm::Value *copyOf(llvm::Value &value) { return copies.of(value); }

  /// The copy of a value that is uniform where the target's results hold.
  void define(const llvm::Value &value, llvm::Value &copy) { copies.define(value, copy); }

private:
  Rematerialiser::Plan planFor(llvm::Value &value, unsigned depth);
  bool isShared(const llvm::Argument &parameter) const;

  llvm::Function &target;
  UniformOver uniformOver;
  Rematerialiser copies;
};

} // namespace weft::compiler

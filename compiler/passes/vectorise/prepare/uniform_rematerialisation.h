// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes again, outside of a region function, what its work-items share.
//
// A function with the region's parameters can tell, before any work-item runs, what depends on
// none of them: the slice of a value that consists of parameters, constants, fields of the launch
// and operations that cannot do harm is copied into it. Whether the region comes to the original is
// not asked, so copies hold nothing that is only known there, and are frozen.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

class UniformRematerialiser {
public:
  enum class UniformOver { XRange, Group };

  /// `target` has the region's parameters; `builder` inserts into it.
  UniformRematerialiser(llvm::Function &target, llvm::IRBuilder<> &builder, UniformOver uniformOver)
      : target(target), builder(builder), uniformOver(uniformOver) {}

  /// Null if the work-items may not share the value, or if computing it might be harmful.
  llvm::Value *copyOf(llvm::Value &value, unsigned depth = 0);

private:
  bool isShared(const llvm::Argument &parameter) const;

  llvm::Function &target;
  llvm::IRBuilder<> &builder;
  UniformOver uniformOver;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> copies;
};

} // namespace weft::compiler

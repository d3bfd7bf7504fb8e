// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known of the object that a pointer came from, as a number beside the pointer: phis and
// selects of pointers have parallel ones of these numbers, as of offsets (provenance.h).
#pragma once

#include "compiler/passes/checked/provenance.h"

namespace weft::compiler {

class RootValues {
public:
  /// `name`: of the phis.
  explicit RootValues(llvm::StringRef name) : name(name) {}
  RootValues(const RootValues &) = delete;
  RootValues &operator=(const RootValues &) = delete;
  virtual ~RootValues() = default;

  /// As i64.
  llvm::Value *of(llvm::Value &pointer);

private:
  /// Emits that of a root.
  virtual llvm::Value *ofRoot(llvm::Value &root) = 0;
  llvm::Value *emit(llvm::Value &pointer);
  llvm::Value *ofPhi(llvm::PHINode &phi);

  const llvm::StringRef name;
  llvm::DenseMap<llvm::Value *, llvm::Value *> values;
};

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which bits of memory are initialised: a byte beside each byte, in which the same bits are 1. Of
// buffers and local memory it lies at a distance that the launch tells (weft_extent::contents,
// weft_checks::local_contents), of a private array in another array.
#pragma once

#include "compiler/passes/checked/provenance.h"

#include "llvm/IR/Instructions.h"

namespace weft::compiler {

class ShadowMemory {
public:
  ShadowMemory(llvm::Function &kernel, CheckReports &reports, Provenance &provenance)
      : kernel(kernel), reports(reports), provenance(provenance) {}

  /// What is known of a pointer without emitting anything.
  struct Place {
    enum class Kind { None, Private, Local, Global } kind = Kind::None;
    llvm::Value *root = nullptr;
  };
  Place placeOf(llvm::Value &pointer);

  /// Begins the contents of all private arrays that were asked for, not initialised where their
  /// lives begin. After all addresses have been emitted.
  void beginArrays();
  /// Where the bits of what a pointer points to are.
  llvm::Value *address(llvm::IRBuilderBase &builder, llvm::Value &pointer, const Place &place);
  /// Whether an object has such bits, an i1; null if it always has.
  llvm::Value *condition(const Place &place);

private:
  llvm::AllocaInst *shadowOf(llvm::AllocaInst &array);
  llvm::Value *distance(const Place &place);

  llvm::Function &kernel;
  CheckReports &reports;
  Provenance &provenance;
  llvm::DenseMap<llvm::AllocaInst *, llvm::AllocaInst *> arrays;
  llvm::DenseMap<llvm::Value *, llvm::Value *> distances, conditions;
};

} // namespace weft::compiler

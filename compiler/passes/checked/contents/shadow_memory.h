// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which bits of memory are initialised: a byte beside each byte, in which the same bits are 1. Of
// a private array it lies in another array, and of other memory at a distance
// (content_distances.h). Private arrays whose address is somewhere in memory, or which a pointer
// may have among others, count as initialised.
#pragma once

#include "compiler/passes/checked/contents/content_distances.h"

#include "llvm/IR/Instructions.h"

namespace weft::compiler {

class ShadowMemory {
public:
  ShadowMemory(llvm::Function &kernel, CheckReports &reports, Provenance &provenance)
      : kernel(kernel), reports(reports), provenance(provenance), distances(reports) {}

  /// What is known of a pointer without emitting anything.
  struct Place {
    /// `Any`: global memory, or what a pointer may have among others.
    enum class Kind { None, Private, Local, Any } kind = Kind::None;
    llvm::Value *root = nullptr; ///< null if there are several
  };
  Place placeOf(llvm::Value &pointer);
  /// Whether a pointer can only lead to global memory, which others see.
  bool isGlobal(llvm::Value &pointer);

  /// Begins the contents of all private arrays that were asked for, not initialised where their
  /// lives begin. After all addresses have been emitted.
  void beginArrays();
  /// Where the bits of what a pointer points to are.
  llvm::Value *address(llvm::IRBuilderBase &builder, llvm::Value &pointer, const Place &place);
  /// Where those of the whole object are that one of a pointer's roots points into, and how many.
  struct Bits {
    llvm::Value *begin, *bytes;
  };
  Bits ofObject(llvm::IRBuilderBase &builder, llvm::Value &root, const Place &place);
  /// Whether an object has such bits, an i1; null if it always has.
  llvm::Value *condition(llvm::IRBuilderBase &builder, llvm::Value &pointer, const Place &place);

private:
  llvm::AllocaInst *shadowOf(llvm::AllocaInst &array);
  llvm::Value *distance(llvm::Value &pointer, const Place &place);
  bool isKnownElsewhere(llvm::AllocaInst &array);

  llvm::Function &kernel;
  CheckReports &reports;
  Provenance &provenance;
  llvm::DenseMap<llvm::AllocaInst *, llvm::AllocaInst *> arrays;
  llvm::DenseMap<llvm::Value *, llvm::Value *> conditions; ///< of arguments
  llvm::DenseMap<llvm::AllocaInst *, bool> knownElsewhere;
  ContentDistances distances;
};

} // namespace weft::compiler

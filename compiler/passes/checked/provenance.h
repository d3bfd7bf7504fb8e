// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a pointer came from, and how far inside that object it points.
//
// The offset of a pointer is a value beside it: 0 at its root, which is an argument, a variable, a
// private array, or an address that the kernel has loaded or computed. Address arithmetic adds to
// it, and phis and selects of pointers have parallel ones of offsets and, where the roots differ,
// of sizes. The address itself is not used, so private arrays may still become values. The object
// of an unknown root is looked up when the kernel runs, where the pointer comes into being.
#pragma once

#include "compiler/passes/checked/check_reports.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <optional>

namespace weft::compiler {

/// Whether a value is a part of what the driver passes to kernels.
bool comesFromLaunch(llvm::Value &value);

/// The operand that a pointer has its object from; null for roots, phis and selects.
llvm::Value *derivedFrom(llvm::Value &pointer);

class Provenance {
public:
  using Roots = llvm::SmallPtrSet<llvm::Value *, 4>;
  Provenance(llvm::Function &kernel, CheckReports &reports) : kernel(kernel), reports(reports) {}

  struct Place {
    llvm::Value *offset; ///< i64, modulo 2^64
    llvm::Value *size;   ///< i64, of the object
  };

  /// What all pointers that a value may be came from. Memory of the launch itself, and private or
  /// local memory that is reached through memory, is trusted: nothing.
  std::optional<CheckSite> originOf(llvm::Value &pointer);
  /// Emits them, where the pointer is defined. For a pointer with an origin.
  Place placeOf(llvm::Value &pointer);
  /// What a pointer may be derived from: arguments, variables, and instructions.
  Roots rootsOf(llvm::Value &pointer);
  /// The global or local address space, if all roots of a pointer are in it: not if one may be a
  /// variable of the program or private.
  std::optional<unsigned> sharedSpaceOf(llvm::Value &pointer);

private:
  void collectRoots(llvm::Value &pointer, Roots &roots, llvm::SmallPtrSetImpl<llvm::Value *> &seen);
  bool isTrusted(llvm::Value &root);
  std::optional<Place> knownPlace(llvm::Value &root);
  Place placeOfRoot(llvm::Value &root);
  Place placeOfPhi(llvm::PHINode &phi);
  Place emit(llvm::Value &pointer);

  llvm::Function &kernel;
  CheckReports &reports;
  llvm::DenseMap<llvm::Value *, Place> places;
};

} // namespace weft::compiler

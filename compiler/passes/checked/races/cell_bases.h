// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the cells of the object that a pointer came from begin: a value beside the pointer, as its
// offset is (provenance.h). For local memory it is the distance from weft_worker::local_memory.
#pragma once

#include "compiler/passes/checked/provenance.h"

namespace weft::compiler {

class CellBases {
public:
  /// A granule has 1 << granule bytes.
  CellBases(CheckReports &reports, unsigned granule) : reports(reports), granule(granule) {}

  /// The distance of an address's cell from those of the object.
  static llvm::Value *distance(llvm::IRBuilderBase &builder, llvm::Value *offset, bool isLocal,
                               unsigned granule);

  /// As i64; 0 if the object is not tracked.
  llvm::Value *of(llvm::Value &pointer);

private:
  llvm::Value *emit(llvm::Value &pointer);
  llvm::Value *ofPhi(llvm::PHINode &phi);
  llvm::Value *ofRoot(llvm::Value &root);
  llvm::Value *ofLocal(llvm::Value &root);

  CheckReports &reports;
  const unsigned granule;
  llvm::DenseMap<llvm::Value *, llvm::Value *> bases;
};

} // namespace weft::compiler

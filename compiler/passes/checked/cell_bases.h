// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the cells of the object that a pointer came from begin: a value beside the pointer, as its
// offset is (provenance.h). For local memory it is the distance from weft_worker::local_memory.
#pragma once

#include "compiler/passes/checked/provenance.h"

namespace weft::compiler {

class CellBases {
public:
  /// Objects have 8 bytes of cells for each 1 << granule of theirs. `written`: the arguments that
  /// the kernel writes, or may write.
  CellBases(CheckReports &reports, unsigned granule,
            const llvm::SmallPtrSetImpl<llvm::Value *> &written)
      : reports(reports), granule(granule), written(written) {}

  /// As i64; 0 if the object is not tracked.
  llvm::Value *of(llvm::Value &pointer);

private:
  llvm::Value *emit(llvm::Value &pointer);
  llvm::Value *ofPhi(llvm::PHINode &phi);
  llvm::Value *ofRoot(llvm::Value &root);
  llvm::Value *ofLocal(llvm::Value &root);

  CheckReports &reports;
  const unsigned granule;
  const llvm::SmallPtrSetImpl<llvm::Value *> &written;
  llvm::DenseMap<llvm::Value *, llvm::Value *> bases;
};

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the cells of the object that a pointer came from begin: a value beside the pointer. 0 if
// the object is not tracked; for local memory it is the distance from weft_worker::local_memory.
#pragma once

#include "compiler/passes/checked/root_values.h"

namespace weft::compiler {

class CellBases final : public RootValues {
public:
  /// A granule has 1 << granule bytes.
  CellBases(CheckReports &reports, unsigned granule)
      : RootValues("cells"), reports(reports), granule(granule) {}

  /// The distance of an address's cell from those of the object.
  static llvm::Value *distance(llvm::IRBuilderBase &builder, llvm::Value *offset, bool isLocal,
                               unsigned granule);

private:
  llvm::Value *ofRoot(llvm::Value &root) override;
  llvm::Value *ofLocal(llvm::Value &root);

  CheckReports &reports;
  const unsigned granule;
};

} // namespace weft::compiler

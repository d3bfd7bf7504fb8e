// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far the contents of the object that a pointer came from lie behind the object: a value beside
// the pointer, and 0 if there are none. The launch tells it of arguments and of local memory
// (weft_extent::contents, weft_checks::local_contents); of a pointer that the kernel has loaded or
// computed the driver looks it up (WEFT_LOOK_UP_CONTENTS). Private memory has none here.
#pragma once

#include "compiler/passes/checked/root_values.h"

namespace weft::compiler {

class ContentDistances final : public RootValues {
public:
  explicit ContentDistances(CheckReports &reports) : RootValues("distance"), reports(reports) {}

  /// Whether a root is local memory of the program's.
  static bool isLocal(llvm::Value &root);
  /// That of all local memory; 0 if the group has none.
  llvm::Value *ofLocal();

private:
  llvm::Value *ofRoot(llvm::Value &root) override;
  llvm::Value *lookUp(llvm::Instruction &root);

  CheckReports &reports;
  llvm::Value *local = nullptr;
};

} // namespace weft::compiler

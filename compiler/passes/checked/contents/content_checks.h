// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reports values that are not initialised and decide something: a branch, an address, or what the
// kernel writes to a buffer or prints.
//
// Reads of private, local and buffer memory have a shadow beside their value (shadow_values.h),
// which comes from bits beside the memory (shadow_memory.h), and so have variables that were never
// set (unset_variables.h). Writes set these bits. To copy a value reports nothing within private
// and local memory; a copy of bytes, as of a structure, takes their bits along. What decides in a
// block is tested together, before the block ends or its group waits:
//
//   br all_lanes(no shadow has a bit), next, cold
//   cold: each: br shadow has a bit, report, next
//
// It runs behind the checks of bounds: their accesses lie inside of objects.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class ContentChecksPass : public RequiredPass<ContentChecksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler

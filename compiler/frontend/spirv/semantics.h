// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory semantics and scopes (SPIR-V specification, sections 3.2.25 and 3.2.27), as LLVM's
// orderings and as the arguments of OpenCL's fences.
#pragma once

#include "compiler/frontend/spirv/translation.h"

#include "llvm/Support/AtomicOrdering.h"

namespace weft::compiler::spirv {

/// The ordering of constant semantics; the strongest if unknown.
llvm::AtomicOrdering orderingOf(Translation &translation, Id semantics);
/// The closest ordering valid for a load or a store.
llvm::AtomicOrdering loadOrdering(llvm::AtomicOrdering ordering);
llvm::AtomicOrdering storeOrdering(llvm::AtomicOrdering ordering);

/// `cl_mem_fence_flags`, `memory_order` and `memory_scope` of OpenCL C.
llvm::Value *fenceFlags(Translation &translation, Id semantics);
llvm::Value *memoryOrder(Translation &translation, Id semantics);
llvm::Value *memoryScope(Translation &translation, Id scope);

} // namespace weft::compiler::spirv

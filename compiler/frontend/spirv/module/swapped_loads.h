// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's back end emits atomic_load_explicit with OpenCL C's enumerators in OpenCL C's order:
// memory_order as the scope and memory_scope as the semantics.
#pragma once

#include "compiler/frontend/spirv/module/module_info.h"

namespace weft::compiler::spirv {

/// Whether an OpAtomicLoad has a scope or semantics that no load of a kernel can have. Otherwise
/// they are a valid scope, and semantics at least as strong as the source's relaxed ones.
bool isSwappedLoad(const ModuleInfo &module, const Instruction &instruction);

} // namespace weft::compiler::spirv

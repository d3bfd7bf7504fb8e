// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The extended instruction set OpenCL.std.
#pragma once

#include "compiler/frontend/spirv/translation.h"

namespace weft::compiler::spirv {

/// Translates an OpExtInst of the set.
llvm::Value *translateOpenclStd(Translation &translation, const Instruction &instruction);

} // namespace weft::compiler::spirv

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers that weftc hands to its passes with a module.
#pragma once

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

namespace weft::compiler {

/// The value of a module flag, or `absent` where the module has none of that name.
inline unsigned moduleFlag(const llvm::Module &module, llvm::StringRef name, unsigned absent = 0) {
  const auto *value = llvm::mdconst::extract_or_null<llvm::ConstantInt>(module.getModuleFlag(name));
  return value ? value->getZExtValue() : absent;
}

} // namespace weft::compiler

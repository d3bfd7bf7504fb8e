// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/user_code.h"

#include "llvm/IR/Module.h"

namespace weft::compiler {

void markUserCode(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      function.addFnAttr(userCodeAttribute);
  for (llvm::GlobalVariable &variable : module.globals())
    if (!variable.isDeclaration())
      variable.addAttribute(userCodeAttribute);
}

} // namespace weft::compiler

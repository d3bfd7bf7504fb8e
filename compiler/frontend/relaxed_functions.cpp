#include "compiler/frontend/relaxed_functions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// Those of kernel-lib/math/float/relaxed.cl.
constexpr StringLiteral relaxed[] = {"cos",   "exp", "exp2", "exp10", "log", "log2",
                                     "log10", "pow", "powr", "sin",   "tan"};

// The relaxed version's name for a built-in of float, mangled: _Z, the length of the name, the
// name, and parameters that begin with f or Dv<n>_f.
std::string relaxedName(StringRef name) {
  size_t length = 0;
  if (!name.consume_front("_Z") || name.consumeInteger(10, length) || length > name.size())
    return {};
  const StringRef function = name.take_front(length), parameters = name.drop_front(length);
  StringRef element = parameters;
  if (element.consume_front("Dv"))
    element = element.drop_while(isDigit).drop_front();
  if (!element.starts_with("f") || !is_contained(relaxed, function))
    return {};
  const std::string full = ("__weft_relaxed_" + function).str();
  return "_Z" + utostr(full.size()) + full + parameters.str();
}

} // namespace

void useRelaxedFunctions(Module &module) {
  for (Function &function : make_early_inc_range(module))
    if (function.isDeclaration())
      if (const std::string name = relaxedName(function.getName()); !name.empty())
        function.setName(name);
}

} // namespace weft::compiler

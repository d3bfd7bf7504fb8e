// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/relaxed_functions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// The functions of kernel-lib/math/float/relaxed.cl.
constexpr StringLiteral relaxed[] = {"cos",   "exp", "exp2", "exp10", "log", "log2",
                                     "log10", "pow", "powr", "sin",   "tan"};

// Splits a mangled name into the built-in's name and its parameters: _Z, the length of the name,
// the name, the parameters.
struct BuiltIn {
  StringRef name, parameters;
};

BuiltIn builtInOf(StringRef mangled) {
  size_t length = 0;
  if (!mangled.consume_front("_Z") || mangled.consumeInteger(10, length) || length > mangled.size())
    return {};
  return {mangled.take_front(length), mangled.drop_front(length)};
}

// The name of the relaxed version of a float built-in, whose parameters begin with f or Dv<n>_f.
std::string relaxedName(StringRef name) {
  const auto [function, parameters] = builtInOf(name);
  StringRef element = parameters;
  if (element.consume_front("Dv"))
    element = element.drop_while(isDigit).drop_front();
  if (!element.starts_with("f") || !is_contained(relaxed, function))
    return {};
  const std::string full = ("__weft_relaxed_" + function).str();
  return "_Z" + utostr(full.size()) + full + parameters.str();
}

// The replacement of a call whose operands are neither NaN nor infinite; null if there is none, or
// if it would need more than a few instructions.
Value *finiteForm(CallInst &call, StringRef name) {
  IRBuilder<> builder(&call);
  if (name == "fmax" || name == "fmin") {
    Value *x = call.getArgOperand(0), *y = call.getArgOperand(1);
    if (!call.hasNoNaNs())
      return nullptr;
    if (const auto *type = dyn_cast<FixedVectorType>(x->getType()); type && type != y->getType())
      y = builder.CreateVectorSplat(type->getNumElements(), y);
    return builder.CreateBinaryIntrinsic(name == "fmax" ? Intrinsic::maxnum : Intrinsic::minnum, x,
                                         y, &call);
  }
  const FPClassTest impossible = call.arg_size() == 1 ? call.getParamNoFPClass(0) : fcNone;
  if ((name == "isnan" && (impossible & fcNan) == fcNan) ||
      (name == "isinf" && (impossible & fcInf) == fcInf))
    return Constant::getNullValue(call.getType());
  if (name == "isfinite" && (impossible & (fcNan | fcInf)) == (fcNan | fcInf))
    return call.getType()->isVectorTy() ? Constant::getAllOnesValue(call.getType())
                                        : ConstantInt::get(call.getType(), 1);
  return nullptr;
}

} // namespace

void useFiniteForms(Module &module) {
  for (Function &function : module) {
    const StringRef name = builtInOf(function.getName()).name;
    if (!function.isDeclaration() || name.empty())
      continue;
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &function)
        if (Value *value = finiteForm(*call, name)) {
          call->replaceAllUsesWith(value);
          call->eraseFromParent();
        }
  }
}

void useRelaxedFunctions(Module &module) {
  for (Function &function : make_early_inc_range(module))
    if (function.isDeclaration())
      if (const std::string name = relaxedName(function.getName()); !name.empty())
        function.setName(name);
}

} // namespace weft::compiler

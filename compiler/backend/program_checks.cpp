// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/backend/program_checks.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/GlobalVariable.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// The lists of static constructors and destructors, with the name of their members.
struct List {
  StringLiteral name;
  StringLiteral member;
};
constexpr List lists[] = {{"llvm.global_ctors", "constructor"},
                          {"llvm.global_dtors", "destructor"}};

class Checker {
public:
  explicit Checker(std::string &log) : log(log) {}

  void refuse(const Twine &reason) {
    log += ("error: " + reason + "\n").str();
    isGood = false;
  }

  void checkList(const Module &module, const List &list) {
    const GlobalVariable *variable = module.getNamedGlobal(list.name);
    if (!variable || !variable->hasInitializer())
      return;
    for (const Use &entry : variable->getInitializer()->operands()) {
      const auto *members = dyn_cast<ConstantStruct>(entry.get());
      const Value *function =
          members && members->getNumOperands() > 1 ? members->getOperand(1) : nullptr;
      refuse("function '" + (function ? function->stripPointerCasts()->getName() : "") + "' is a " +
             list.member + ", which programs must not define");
    }
  }

  std::string &log;
  bool isGood = true;
};

} // namespace

bool checkProgram(const Module &module, std::string &log) {
  Checker checker(log);
  if (!module.getModuleInlineAsm().empty())
    checker.refuse("assembly outside functions is not supported");
  for (const List &list : lists)
    checker.checkList(module, list);
  for (const GlobalIFunc &function : module.ifuncs())
    checker.refuse("'" + function.getName() +
                   "' is an indirect function, which programs must not define");
  for (const GlobalObject &object : module.global_objects())
    if (object.hasSection())
      checker.refuse("'" + object.getName() + "' names the section '" + object.getSection() +
                     "'; programs cannot choose sections");
  for (const StringRef name : {"llvm.dependent-libraries", "llvm.linker.options"})
    if (module.getNamedMetadata(name))
      checker.refuse("the program names a library (#pragma comment), which programs must not do");
  return checker.isGood;
}

} // namespace weft::compiler

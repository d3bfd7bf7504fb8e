// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of passes by name, for textual pipelines.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassInstrumentation.h"

#include <tuple>

namespace weft::compiler {

/// A pass that takes no parameters. A tuple of these is a table.
template <class Pass> struct NamedPass {
  llvm::StringLiteral name;

  template <class Manager> bool addIf(llvm::StringRef wanted, Manager &manager) const {
    if (wanted != name)
      return false;
    manager.addPass(Pass());
    return true;
  }
  void registerName(llvm::PassInstrumentationCallbacks &callbacks) const {
    callbacks.addClassToPassName(Pass::name(), name);
  }
};

/// Adds the pass of this name. False if the table has none.
template <class Manager, class... Passes>
bool addNamedPass(const std::tuple<NamedPass<Passes>...> &table, llvm::StringRef name,
                  Manager &manager) {
  return std::apply([&](const auto &...pass) { return (pass.addIf(name, manager) || ...); }, table);
}

template <class... Passes>
void registerNames(const std::tuple<NamedPass<Passes>...> &table,
                   llvm::PassInstrumentationCallbacks &callbacks) {
  std::apply([&](const auto &...pass) { (pass.registerName(callbacks), ...); }, table);
}

} // namespace weft::compiler

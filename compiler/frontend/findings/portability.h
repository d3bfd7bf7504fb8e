// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Weft accepts and other platforms may refuse: optional functions and types in a source that
// neither enables their extension nor asks for its macro; work-groups of more than 256 work-items;
// functions and attributes of Clang.
#pragma once

#include "compiler/frontend/findings/finding.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Lex/PPCallbacks.h"

#include <memory>

namespace weft::compiler {

class Portability {
public:
  /// `findings` outlives everything here.
  explicit Portability(Findings &findings);
  ~Portability();
  Portability(const Portability &) = delete;
  Portability &operator=(const Portability &) = delete;

  /// Both outlived by this object; the findings are complete at the end of the translation unit.
  std::unique_ptr<clang::PPCallbacks> callbacks(const clang::SourceManager &sources);
  std::unique_ptr<clang::ASTConsumer> consumer();

private:
  class Callbacks;
  class Consumer;
  struct State;
  std::unique_ptr<State> state;
};

} // namespace weft::compiler

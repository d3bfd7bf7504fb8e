// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes' reports on the code that they emit.
//
// A *decision*, such as how a region is compiled, is a remark for every reader of remarks. A
// *detail*, such as a gather and its line, is for reports: it is emitted only on request, as LLVM's
// passes ask before an analysis remark.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"

#include <cstdint>
#include <string>
#include <utility>

namespace weft::compiler {

class Remark : public llvm::DiagnosticInfo {
public:
  /// The pass name under which details are requested (DiagnosticHandler::isAnalysisRemarkEnabled).
  static constexpr llvm::StringLiteral passName = "weft-vectorise";
  using Numbers = llvm::SmallVector<std::pair<llvm::StringRef, std::uint64_t>, 4>;

  /// `kind`, in words, and the names of numbers live as long as the process.
  Remark(const llvm::Function &function, llvm::StringRef kind, const llvm::Twine &message,
         const llvm::DebugLoc &place = {}, Numbers numbers = {});

  /// Whether details are requested.
  static bool wantsDetails(const llvm::LLVMContext &context) {
    const llvm::DiagnosticHandler *handler = context.getDiagHandlerPtr();
    return handler && handler->isAnalysisRemarkEnabled(passName);
  }

  const std::string &function() const { return functionName; }
  llvm::StringRef kind() const { return remarkKind; }
  const std::string &message() const { return text; }
  const llvm::DebugLoc &place() const { return where; }
  const Numbers &numbers() const { return values; }

  /// "file:line: function: message"
  void print(llvm::DiagnosticPrinter &printer) const override;
  static bool classof(const llvm::DiagnosticInfo *info) { return info->getKind() == kindNumber(); }

private:
  static int kindNumber();

  std::string functionName;
  llvm::StringRef remarkKind;
  std::string text;
  llvm::DebugLoc where;
  Numbers values;
};

} // namespace weft::compiler

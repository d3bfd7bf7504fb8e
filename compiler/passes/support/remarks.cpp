// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/remarks.h"

#include "llvm/IR/DiagnosticPrinter.h"

namespace weft::compiler {

using namespace llvm;

int Remark::kindNumber() {
  static const int number = getNextAvailablePluginDiagnosticKind();
  return number;
}

Remark::Remark(const Function &function, StringRef kind, const Twine &message,
               const DebugLoc &place, Numbers numbers)
    : DiagnosticInfo(kindNumber(), DS_Remark), functionName(function.getName().str()),
      remarkKind(kind), text(message.str()), where(place), values(std::move(numbers)) {}

void Remark::print(DiagnosticPrinter &printer) const {
  if (const DILocation *location = where.get())
    printer << location->getFilename() << ":" << location->getLine() << ": ";
  printer << functionName << ": " << text;
}

} // namespace weft::compiler

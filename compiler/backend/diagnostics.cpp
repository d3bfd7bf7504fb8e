// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/backend/diagnostics.h"

#include "compiler/passes/support/remarks.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

namespace weft::compiler {

using namespace llvm;

class DiagnosticScope::Handler final : public DiagnosticHandler {
public:
  Handler(std::string &log, DiagnosticChoice choice, bool &failed, FrameSizes &frames)
      : log(log), choice(choice), failed(failed), frames(frames) {}

  bool isAnalysisRemarkEnabled(StringRef pass) const override {
    return choice.records && pass == Remark::passName;
  }
  bool isMissedOptRemarkEnabled(StringRef pass) const override {
    return choice.records && pass == "regalloc";
  }
  bool isPassedOptRemarkEnabled(StringRef) const override { return false; }
  bool isAnyRemarkEnabled() const override { return choice.records; }

  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (choice.records)
      recordRemark(info, *choice.records);
    if (const auto *frame = dyn_cast<DiagnosticInfoStackSize>(&info)) {
      frames[&frame->getFunction()] = frame->getStackSize();
      return true;
    }
    const bool isError = info.getSeverity() == DS_Error;
    const bool isWarning = info.getSeverity() == DS_Warning;
    // LLVM's own passes emit remarks of other kinds.
    const bool isRemark = info.getSeverity() == DS_Remark && isa<Remark>(info);
    if (!isError && !(choice.warnings && isWarning) && !(choice.remarks && isRemark))
      return true;
    failed |= isError;
    raw_string_ostream stream(log);
    stream << (isError ? "error: " : isWarning ? "warning: " : "remark: ");
    DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    stream << '\n';
    return true;
  }

private:
  std::string &log;
  const DiagnosticChoice choice;
  bool &failed;
  FrameSizes &frames;
};

DiagnosticScope::DiagnosticScope(LLVMContext &context, std::string &log, DiagnosticChoice choice)
    : context(context), previous(context.getDiagnosticHandler()) {
  context.setDiagnosticHandler(std::make_unique<Handler>(log, choice, hasFailed, frames));
}

DiagnosticScope::~DiagnosticScope() { context.setDiagnosticHandler(std::move(previous)); }

} // namespace weft::compiler

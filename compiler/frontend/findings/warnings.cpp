// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/findings/warnings.h"

#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallString.h"

namespace weft::compiler {
namespace {

// Unused parameters and comparisons of signed with unsigned numbers are usual in kernels.
constexpr const char *options[] = {"-Wall",
                                   "-Wextra",
                                   "-Wpedantic",
                                   "-Wuninitialized",
                                   "-Wconditional-uninitialized",
                                   "-Wdouble-promotion",
                                   "-Wshift-overflow",
                                   "-Wno-unused-parameter",
                                   "-Wno-sign-compare",
                                   "-Wno-missing-field-initializers"};

struct KindOfWarning {
  llvm::StringLiteral option; ///< what the name of the warning begins with
  llvm::StringLiteral kind;
};

// The first that matches. Others are of the kind "suspicious".
constexpr KindOfWarning kinds[] = {
    {"array-bounds", "bounds"},
    {"sometimes-uninitialized", "uninitialised"},
    {"conditional-uninitialized", "uninitialised"},
    {"uninitialized", "uninitialised"},
    {"unused", "unused"},
    {"division-by-zero", "arithmetic"},
    {"shift", "arithmetic"},
    {"integer-overflow", "arithmetic"},
    {"constant-conversion", "arithmetic"},
    {"literal-conversion", "arithmetic"},
    {"format", "arithmetic"},
    {"double-promotion", "portability"},
    {"gnu-", "portability"},
    {"c11-", "portability"},
    {"c23-", "portability"},
    {"c2y-", "portability"},
    {"c99-", "portability"},
    {"zero-length-array", "portability"},
    {"implicit-int", "portability"},
    {"incompatible-pointer-types", "portability"},
    {"int-conversion", "portability"},
    {"unknown-pragmas", "portability"},
    {"ignored-", "portability"},
    {"pedantic", "portability"},
    {"extra-semi", "portability"},
};

llvm::StringRef kindOf(llvm::StringRef option) {
  for (const KindOfWarning &entry : kinds)
    if (option.starts_with(entry.option))
      return entry.kind;
  return "suspicious";
}

class WarningConsumer final : public clang::DiagnosticConsumer {
public:
  WarningConsumer(Findings &findings, std::unique_ptr<clang::DiagnosticConsumer> errors)
      : findings(findings), errors(std::move(errors)) {}

  void BeginSourceFile(const clang::LangOptions &language,
                       const clang::Preprocessor *preprocessor) override {
    errors->BeginSourceFile(language, preprocessor);
  }
  void EndSourceFile() override { errors->EndSourceFile(); }

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override {
    using Level = clang::DiagnosticsEngine::Level;
    if (level != Level::Note)
      isError = level >= Level::Error;
    if (isError) {
      DiagnosticConsumer::HandleDiagnostic(level, info);
      errors->HandleDiagnostic(level, info);
    } else if (level == Level::Warning) {
      add(info);
    }
  }

private:
  void add(const clang::Diagnostic &info) {
    if (!info.hasSourceManager() || info.getLocation().isInvalid())
      return;
    llvm::SmallString<128> text;
    info.FormatDiagnostic(text);
    const llvm::StringRef option =
        info.getDiags()->getDiagnosticIDs()->getWarningOptionForDiag(info.getID());
    addFinding(findings, info.getSourceManager(), info.getLocation(), kindOf(option),
               option.empty() ? llvm::Twine(text) : text + " [-W" + option + "]");
  }

  Findings &findings;
  std::unique_ptr<clang::DiagnosticConsumer> errors;
  bool isError = false; ///< what the next notes belong to
};

} // namespace

std::span<const char *const> findingOptions() { return options; }

std::unique_ptr<clang::DiagnosticConsumer>
warningConsumer(Findings &findings, std::unique_ptr<clang::DiagnosticConsumer> errors) {
  return std::make_unique<WarningConsumer>(findings, std::move(errors));
}

void addFinding(Findings &findings, const clang::SourceManager &sources,
                clang::SourceLocation place, llvm::StringRef kind, const llvm::Twine &text) {
  const clang::PresumedLoc seen = sources.getPresumedLoc(sources.getExpansionLoc(place));
  if (seen.isValid())
    findings.push_back(
        {kind.str(), text.str(), seen.getFilename(), seen.getLine(), seen.getColumn()});
}

} // namespace weft::compiler

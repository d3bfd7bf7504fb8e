// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs Clang like `clang -cc1`. Nothing is written to disk, and only headers are read from it.
#include "compiler/frontend/frontend.h"

#include "compiler/frontend/declarations.h"
#include "compiler/frontend/findings/portability.h"
#include "compiler/frontend/findings/warnings.h"
#include "compiler/frontend/folded_divisions.h"
#include "compiler/frontend/invocation.h"
#include "compiler/frontend/parser.h"
#include "compiler/frontend/prelude_snapshot.h"
#include "compiler/frontend/recording_file_system.h"
#include "compiler/frontend/relaxed_functions.h"
#include "compiler/frontend/static_objects.h"
#include "compiler/interface/target/device_features.h"

#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "llvm/Pass.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace weft::compiler {
namespace {

/// Detects expansions of macros during the compile, under any name.
class TimeWatcher : public clang::PPCallbacks {
public:
  explicit TimeWatcher(bool &usesTime) : usesTime(usesTime) {}
  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &definition,
                    clang::SourceRange, const clang::MacroArgs *) override {
    const clang::MacroInfo *macro = definition.getMacroInfo();
    const llvm::StringRef text = name.getIdentifierInfo()->getName();
    usesTime |= macro && macro->isBuiltinMacro() &&
                (text == "__DATE__" || text == "__TIME__" || text == "__TIMESTAMP__");
  }

private:
  bool &usesTime;
};

/// Makes Clang accept pragmas for every extension of the device, including unknown ones and those
/// without a pragma, unless it considers them newer than the language version. Declarations of the
/// prelude that depend on this are in no snapshot.
class ExtensionPragmas : public clang::PPCallbacks {
public:
  explicit ExtensionPragmas(clang::CompilerInstance &compiler) : compiler(compiler) {}

  void PragmaDirective(clang::SourceLocation, clang::PragmaIntroducerKind) override {
    if (isDone || !compiler.hasSema())
      return;
    clang::OpenCLOptions &options = compiler.getSema().getOpenCLOptions();
    for (const NamedVersion &extension : deviceExtensions()) {
      if (!options.isKnown(extension.name))
        options.support(extension.name);
      options.acceptsPragma(extension.name);
    }
    isDone = true;
  }

private:
  clang::CompilerInstance &compiler;
  bool isDone = false;
};

/// Generates code from the program, with Weft's additional declarations.
class BuildAction : public clang::EmitLLVMOnlyAction {
public:
  BuildAction(llvm::LLVMContext *context, const PreludeSnapshot *snapshot, Findings *findings)
      : EmitLLVMOnlyAction(context), snapshot(snapshot) {
    if (findings)
      portability.emplace(*findings);
  }
  bool usesTime = false;
  bool usesSnapshot = false;

protected:
  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    clang::Preprocessor &preprocessor = compiler.getPreprocessor();
    preprocessor.addPPCallbacks(std::make_unique<TimeWatcher>(usesTime));
    preprocessor.addPPCallbacks(std::make_unique<ExtensionPragmas>(compiler));
    if (portability)
      preprocessor.addPPCallbacks(portability->callbacks(compiler.getSourceManager()));
    if (snapshot)
      remainingMacros = snapshot->remainderOf(preprocessor.getPredefines());
    usesSnapshot = remainingMacros.has_value();
    if (remainingMacros) {
      clang::PreprocessorOptions &options = compiler.getPreprocessorOpts();
      options.ImplicitPCHInclude = snapshotPath(snapshot->ast().getBufferIdentifier());
      // Clang compares all options, even irrelevant ones.
      options.DisablePCHOrModuleValidation = clang::DisableValidationForModuleKind::All;
    }
    return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
  }

  void ExecuteAction() override {
    if (remainingMacros)
      getCompilerInstance().getPreprocessor().setPredefines(std::move(*remainingMacros));
    if (!getCompilerInstance().hasSema())
      getCompilerInstance().createSema(getTranslationUnitKind(), /*CompletionConsumer=*/nullptr);
    parseProgram(getCompilerInstance().getSema());
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    if (portability)
      consumers.push_back(portability->consumer());
    consumers.push_back(declarationConsumer(compiler));
    consumers.push_back(foldedDivisionConsumer());
    consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

private:
  const PreludeSnapshot *const snapshot;
  std::optional<Portability> portability;     ///< only if findings are wanted
  std::optional<std::string> remainingMacros; ///< only if the snapshot applies to this compile
};

} // namespace

FrontendResult compileSource(llvm::LLVMContext &context, const std::string &source,
                             const std::string &sourceName, const std::vector<Header> &headers,
                             const CompileOptions &options, const std::string &debugPath,
                             const std::string &snapshotFolder, Findings *findings) {
  FrontendResult result;
  llvm::raw_string_ostream log(result.log);

  const auto disk = llvm::makeIntrusiveRefCnt<RecordingFileSystem>(memoryRoot);
  const std::optional<PreludeSnapshot> snapshot =
      PreludeSnapshot::read(snapshotFolder, options.languageStandard);
  const auto files = compilerFiles(headers, disk, snapshot ? &snapshot->ast() : nullptr);
  CompileOptions wanted = options;
  if (findings)
    wanted.warnings.insert(wanted.warnings.begin(), findingOptions().begin(),
                           findingOptions().end());
  const Arguments arguments = clangArguments(context, wanted, sourceName, debugPath);
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!parseArguments(arguments, *files, log, *invocation))
    return result;
  invocation->getFrontendOpts().Inputs = {clang::FrontendInputFile(
      llvm::MemoryBufferRef(source, sourceName), clang::InputKind(clang::Language::OpenCL))};

  clang::CompilerInstance compiler(invocation);
  compiler.setVirtualFileSystem(files);
  compiler.setVerboseOutputStream(log);
  std::unique_ptr<clang::DiagnosticConsumer> diagnostics =
      std::make_unique<clang::TextDiagnosticPrinter>(log, invocation->getDiagnosticOpts());
  if (findings)
    diagnostics = warningConsumer(*findings, std::move(diagnostics));
  compiler.createDiagnostics(diagnostics.release());
  BuildAction action(&context, snapshot ? &*snapshot : nullptr, findings);
  const bool timesPasses = llvm::TimePassesIsEnabled;
  const bool compiled = compiler.ExecuteAction(action);
  // Clang overrides LLVM's -time-passes with its own option.
  llvm::TimePassesIsEnabled = timesPasses;
  result.usesSnapshot = action.usesSnapshot;
  result.files = disk->observedFiles();
  result.isRepeatable = disk->isComplete() && !action.usesTime;
  if (compiled)
    result.module = action.takeModule();
  if (result.module && options.usesRelaxedFunctions())
    useRelaxedFunctions(*result.module);
  if (result.module)
    useFiniteForms(*result.module);
  if (result.module && isCxx(options.languageStandard))
    listStaticObjects(*result.module);
  return result;
}

} // namespace weft::compiler

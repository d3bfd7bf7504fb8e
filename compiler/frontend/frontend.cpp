// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs Clang like `clang -cc1`: options become its arguments, so Clang defines their meaning and
// implications. Nothing is written to disk, and only headers are read from it. Clang's base header
// and the input headers of clCompileProgram lie in an in-memory file system over the real one.
#include "compiler/frontend/frontend.h"

#include "compiler/client/device_features.h"
#include "compiler/frontend/builtin_headers.h"
#include "compiler/frontend/declarations.h"
#include "compiler/frontend/recording_file_system.h"
#include "compiler/frontend/relaxed_functions.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/OpenCLOptions.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Pass.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace weft::compiler {
namespace {

// Folders of the in-memory file system. The root never exists on disk.
constexpr llvm::StringLiteral memoryRoot = "/__weft__/";
constexpr llvm::StringLiteral systemFolder = "/__weft__/system";
constexpr llvm::StringLiteral headerFolder = "/__weft__/headers";
constexpr llvm::StringLiteral preludeName = "weft-prelude.h";

using Arguments = std::vector<std::string>;

void addAll(Arguments &arguments, std::initializer_list<const char *> more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
}

/// "-all,+cl_khr_fp64,…": the device's table decides, not Clang's defaults for SPIR.
std::string extensionList() {
  const clang::OpenCLOptions known;
  std::string list = "-cl-ext=-all";
  for (const auto &table : {deviceExtensions(), deviceFeatures()})
    for (const NamedVersion &entry : table)
      if (known.isKnown(entry.name))
        list += std::string(",+") + entry.name;
  return list;
}

void addLanguage(Arguments &arguments, const CompileOptions &options) {
  static const std::string extensions = extensionList();
  addAll(arguments,
         {"-triple", "spir64-unknown-unknown", "-x", "cl", "-O2", "-disable-llvm-passes",
          "-disable-free", "-finclude-default-header", "-fdeclare-opencl-builtins",
          "-cl-kernel-arg-info", "-nostdsysteminc", "-nobuiltininc", "-ffp-contract=on"});
  arguments.push_back("-internal-isystem");
  arguments.push_back(systemFolder.str());
  addAll(arguments, {"-include", (systemFolder + "/" + preludeName).str().c_str()});
  arguments.push_back(extensions);
  // Without -cl-std the language is the newest OpenCL C 1.x (OpenCL 3.0, 5.8.6.5).
  arguments.push_back("-cl-std=" + (options.languageStandard.empty() ? std::string("CL1.2")
                                                                     : options.languageStandard));
  // Clang's macros for SPIR and its images are wrong for the device.
  addAll(arguments, {"-D__OPENCL_VERSION__=300", "-U__IMAGE_SUPPORT__", "-U__SPIR__",
                     "-U__SPIR64__", "-U__SPIR", "-U__SPIR64"});
}

// Diagnostics that became errors in Clang 14 and later, as in C. Other OpenCL compilers emit
// warnings, and programs rely on that. The other such diagnostics cannot occur in OpenCL C (they
// are C++'s), or were errors in OpenCL C before: calls of undeclared functions, pointers to
// functions, returned values that do not fit the function.
constexpr const char *lenientWarnings[] = {"-Wno-error=incompatible-pointer-types",
                                           "-Wno-error=int-conversion", "-Wno-error=implicit-int"};

void addWarnings(Arguments &arguments, const CompileOptions &options) {
  if (!options.warningsAreErrors() || options.inhibitWarnings)
    arguments.insert(arguments.end(), std::begin(lenientWarnings), std::end(lenientWarnings));
  arguments.insert(arguments.end(), options.warnings.begin(), options.warnings.end());
}

struct FlagArguments {
  bool CompileOptions::*member;
  std::initializer_list<const char *> arguments;
};

void addFlags(Arguments &arguments, const CompileOptions &options) {
  static const FlagArguments table[] = {
      {&CompileOptions::inhibitWarnings, {"-w"}},
      {&CompileOptions::singlePrecisionConstant, {"-cl-single-precision-constant"}},
      {&CompileOptions::correctlyRoundedDivideSqrt, {"-cl-fp32-correctly-rounded-divide-sqrt"}},
      {&CompileOptions::madEnable, {"-cl-mad-enable", "-ffp-contract=fast"}},
      {&CompileOptions::noSignedZeros, {"-cl-no-signed-zeros"}},
      {&CompileOptions::finiteMathOnly,
       {"-cl-finite-math-only", "-menable-no-infs", "-menable-no-nans"}},
      {&CompileOptions::uniformWorkGroupSize, {"-foffload-uniform-block"}},
      {&CompileOptions::unsafeMathOptimizations,
       {"-cl-unsafe-math-optimizations", "-ffp-contract=fast"}},
      {&CompileOptions::fastRelaxedMath, {"-cl-fast-relaxed-math", "-ffp-contract=fast"}},
  };
  for (const FlagArguments &entry : table)
    if (options.*entry.member)
      addAll(arguments, entry.arguments);
  // OpenCL programs often reinterpret memory through pointers. C's aliasing rules hold only for
  // programs that promise to obey them.
  if (!options.strictAliasing)
    arguments.push_back("-relaxed-aliasing");
}

void addPreprocessor(Arguments &arguments, const CompileOptions &options,
                     llvm::StringRef sourceName) {
  arguments.insert(arguments.end(), options.macros.begin(), options.macros.end());
  arguments.push_back("-I" + headerFolder.str());
  const llvm::StringRef sourceFolder = llvm::sys::path::parent_path(sourceName);
  if (!sourceFolder.empty())
    addAll(arguments, {"-iquote", sourceFolder.str().c_str()});
  arguments.insert(arguments.end(), options.includePaths.begin(), options.includePaths.end());
  // The last include path is the host program's working folder, where many programs keep their
  // headers.
  addAll(arguments, {"-iquote", "."});
}

void addDebugInfo(Arguments &arguments, llvm::StringRef sourceName, llvm::StringRef debugPath) {
  addAll(arguments, {"-debug-info-kind=limited", "-dwarf-version=5", "-debugger-tuning=gdb"});
  llvm::SmallString<128> folder;
  if (!llvm::sys::fs::current_path(folder))
    arguments.push_back("-fdebug-compilation-dir=" + folder.str().str());
  if (!debugPath.empty())
    arguments.push_back(("-fdebug-prefix-map=" + sourceName + "=" + debugPath).str());
}

Arguments clangArguments(const llvm::LLVMContext &context, const CompileOptions &options,
                         llvm::StringRef sourceName, llvm::StringRef debugPath) {
  Arguments arguments;
  addLanguage(arguments, options);
  addFlags(arguments, options);
  addWarnings(arguments, options);
  addPreprocessor(arguments, options, sourceName);
  if (options.debugInfo)
    addDebugInfo(arguments, sourceName, debugPath);
  else if (options.remarks)
    arguments.push_back("-debug-info-kind=line-tables-only");
  if (context.shouldDiscardValueNames())
    arguments.push_back("-discard-value-names");
  arguments.push_back("-main-file-name");
  arguments.push_back(sourceName.str());
  return arguments;
}

using FileSystemPointer = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

/// The in-memory headers over those on disk.
FileSystemPointer fileSystem(const std::vector<Header> &headers, FileSystemPointer disk) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  memory->addFileNoOwn(systemFolder + "/opencl-c-base.h", 0,
                       llvm::MemoryBufferRef(openclBaseHeader(), "opencl-c-base.h"));
  memory->addFileNoOwn(systemFolder + "/" + preludeName, 0,
                       llvm::MemoryBufferRef(preludeHeader(), preludeName));
  for (const Header &header : headers)
    memory->addFile(headerFolder + "/" + header.includeName, 0,
                    llvm::MemoryBuffer::getMemBufferCopy(header.source, header.includeName));
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(disk));
  overlay->pushOverlay(memory);
  return overlay;
}

/// Sets up the invocation as `clang -cc1` does.
bool parseArguments(const Arguments &arguments, llvm::vfs::FileSystem &files,
                    llvm::raw_ostream &log, clang::CompilerInvocation &invocation) {
  std::vector<const char *> pointers;
  for (const std::string &argument : arguments)
    pointers.push_back(argument.c_str());
  // Diagnostics of the arguments come before the invocation's own options exist.
  clang::DiagnosticOptions options;
  const auto diagnostics = clang::CompilerInstance::createDiagnostics(
      files, options, new clang::TextDiagnosticPrinter(log, options));
  return clang::CompilerInvocation::CreateFromArgs(invocation, pointers, *diagnostics);
}

/// Notices expansions of macros for the time of the compile, under any name.
class TimeWatcher : public clang::PPCallbacks {
public:
  explicit TimeWatcher(bool &namesTime) : namesTime(namesTime) {}
  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &definition,
                    clang::SourceRange, const clang::MacroArgs *) override {
    const clang::MacroInfo *macro = definition.getMacroInfo();
    const llvm::StringRef text = name.getIdentifierInfo()->getName();
    namesTime |= macro && macro->isBuiltinMacro() &&
                 (text == "__DATE__" || text == "__TIME__" || text == "__TIMESTAMP__");
  }

private:
  bool &namesTime;
};

/// Generates code from the program, with Weft's additional declarations.
class BuildAction : public clang::EmitLLVMOnlyAction {
public:
  using EmitLLVMOnlyAction::EmitLLVMOnlyAction;
  bool namesTime = false;

protected:
  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<TimeWatcher>(namesTime));
    return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(declarationConsumer(compiler));
    consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }
};

} // namespace

FrontendResult compileSource(llvm::LLVMContext &context, const std::string &source,
                             const std::string &sourceName, const std::vector<Header> &headers,
                             const CompileOptions &options, const std::string &debugPath) {
  FrontendResult result;
  llvm::raw_string_ostream log(result.log);

  const auto disk = llvm::makeIntrusiveRefCnt<RecordingFileSystem>(memoryRoot);
  const auto files = fileSystem(headers, disk);
  const Arguments arguments = clangArguments(context, options, sourceName, debugPath);
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!parseArguments(arguments, *files, log, *invocation))
    return result;
  invocation->getFrontendOpts().Inputs = {clang::FrontendInputFile(
      llvm::MemoryBufferRef(source, sourceName), clang::InputKind(clang::Language::OpenCL))};

  clang::CompilerInstance compiler(invocation);
  compiler.setVirtualFileSystem(files);
  compiler.setVerboseOutputStream(log);
  compiler.createDiagnostics(
      new clang::TextDiagnosticPrinter(log, invocation->getDiagnosticOpts()));
  BuildAction action(&context);
  const bool timesPasses = llvm::TimePassesIsEnabled;
  const bool compiled = compiler.ExecuteAction(action);
  // Clang overwrites LLVM's -time-passes with an option of its own.
  llvm::TimePassesIsEnabled = timesPasses;
  result.files = disk->observedFiles();
  result.isRepeatable = disk->isComplete() && !action.namesTime;
  if (compiled)
    result.module = action.takeModule();
  if (result.module && options.usesRelaxedFunctions())
    useRelaxedFunctions(*result.module);
  if (result.module)
    useFiniteForms(*result.module);
  return result;
}

} // namespace weft::compiler

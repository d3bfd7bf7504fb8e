// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/invocation.h"

#include "compiler/frontend/builtin_headers.h"
#include "compiler/interface/target/device_features.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/OpenCLOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace weft::compiler {
namespace {

constexpr llvm::StringLiteral systemFolder = "/__weft__/system";
constexpr llvm::StringLiteral headerFolder = "/__weft__/headers";
constexpr llvm::StringLiteral snapshotFolder = "/__weft__/snapshots/";

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

/// Selects the language. Clang does not know OpenCL C 3.1, which adds to 3.0 its version and
/// functions that Weft declares in every version. C++ for OpenCL allows work-items that reach a
/// static variable simultaneously to construct it more than once.
void addStandard(Arguments &arguments, llvm::StringRef standard) {
  const bool isNewer = standard == "CL3.1";
  arguments.push_back(("-cl-std=" + (isNewer ? "CL3.0" : standard)).str());
  if (isNewer)
    addAll(arguments, {"-U__OPENCL_C_VERSION__", "-D__OPENCL_C_VERSION__=310"});
  if (isCxx(standard))
    addAll(arguments, {"-fno-threadsafe-statics", "-fno-use-cxa-atexit", "-fno-rtti"});
}

} // namespace

Arguments languageArguments(llvm::StringRef standard) {
  static const std::string extensions = extensionList();
  Arguments arguments;
  addAll(arguments, {"-triple", "spir64-unknown-unknown", "-x", "cl", "-O2", "-disable-llvm-passes",
                     "-disable-free", "-fdeclare-opencl-builtins", "-cl-kernel-arg-info",
                     "-nostdsysteminc", "-nobuiltininc", "-ffp-contract=on"});
  // LLVM cannot compare queues, as OpenCL C can. Weft's passes turn them into numbers.
  arguments.push_back("-disable-llvm-verifier");
  arguments.push_back("-internal-isystem");
  arguments.push_back(systemFolder.str());
  // The prelude includes Clang's base header.
  addAll(arguments, {"-include", (systemFolder + "/weft-prelude.h").str().c_str()});
  arguments.push_back(extensions);
  addStandard(arguments, versionOf(standard));
  // Clang's SPIR macros are wrong for the device.
  addAll(arguments, {"-D__OPENCL_VERSION__=310", "-DCL_VERSION_3_1=310", "-U__SPIR__",
                     "-U__SPIR64__", "-U__SPIR", "-U__SPIR64"});
  return arguments;
}

namespace {

// Diagnostics that became errors in Clang 14 and later, as in C. Other OpenCL compilers emit
// warnings, and programs rely on that. The other such diagnostics cannot occur in OpenCL C (they
// are C++'s), or were already errors: calls of undeclared functions, pointers to functions,
// mismatched return values.
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
  // OpenCL programs often reinterpret memory through pointers. C's aliasing rules apply only to
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

void addDebugInfo(Arguments &arguments, const CompileOptions &options, llvm::StringRef sourceName,
                  llvm::StringRef debugPath) {
  // Version 4, which Debian 12's valgrind reads too.
  addAll(arguments, {"-debug-info-kind=limited", "-dwarf-version=4", "-debugger-tuning=gdb"});
  // Without extensions of that version the language is C, not OpenCL, of which lldb shows no
  // variables.
  if (!isCxx(options.languageStandard))
    arguments.push_back("-gstrict-dwarf");
  llvm::SmallString<128> folder;
  if (!llvm::sys::fs::current_path(folder))
    arguments.push_back("-fdebug-compilation-dir=" + folder.str().str());
  if (!debugPath.empty())
    arguments.push_back(("-fdebug-prefix-map=" + sourceName + "=" + debugPath).str());
}

} // namespace

Arguments clangArguments(const llvm::LLVMContext &context, const CompileOptions &options,
                         llvm::StringRef sourceName, llvm::StringRef debugPath) {
  Arguments arguments = languageArguments(options.languageStandard);
  addFlags(arguments, options);
  addWarnings(arguments, options);
  addPreprocessor(arguments, options, sourceName);
  if (options.debugInfo)
    addDebugInfo(arguments, options, sourceName,
                 options.sourcePath.empty() ? debugPath : llvm::StringRef(options.sourcePath));
  else if (options.needsLines())
    arguments.push_back("-debug-info-kind=line-tables-only");
  if (context.shouldDiscardValueNames())
    arguments.push_back("-discard-value-names");
  arguments.push_back("-main-file-name");
  arguments.push_back(sourceName.str());
  return arguments;
}

std::string snapshotPath(llvm::StringRef name) { return (snapshotFolder + name).str(); }

FileSystemPointer compilerFiles(const std::vector<Header> &headers, FileSystemPointer disk,
                                const llvm::MemoryBufferRef *snapshot) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  memory->addFileNoOwn(systemFolder + "/opencl-c-base.h", 0,
                       llvm::MemoryBufferRef(openclBaseHeader(), "opencl-c-base.h"));
  memory->addFileNoOwn(systemFolder + "/weft-prelude.h", 0,
                       llvm::MemoryBufferRef(preludeHeader(), "weft-prelude.h"));
  memory->addFileNoOwn(systemFolder + "/weft-sub-groups.h", 0,
                       llvm::MemoryBufferRef(subGroupsHeader(), "weft-sub-groups.h"));
  if (snapshot)
    memory->addFileNoOwn(snapshotPath(snapshot->getBufferIdentifier()), 0, *snapshot);
  for (const Header &header : headers)
    memory->addFile(headerFolder + "/" + header.includeName, 0,
                    llvm::MemoryBuffer::getMemBufferCopy(header.source, header.includeName));
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(disk));
  overlay->pushOverlay(memory);
  return overlay;
}

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

} // namespace weft::compiler

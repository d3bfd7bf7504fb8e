// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/build_job.h"

#include "compiler/backend/program_checks.h"
#include "compiler/client/binary.h"
#include "compiler/passes/normalise/retarget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Parallel.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

namespace weft::compiler {
namespace {

/// Collects what LLVM has to say after Clang is done.
class LogHandler : public llvm::DiagnosticHandler {
public:
  explicit LogHandler(std::string &log) : log(log) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &information) override {
    if (information.getSeverity() != llvm::DS_Error &&
        information.getSeverity() != llvm::DS_Warning)
      return true;
    llvm::raw_string_ostream stream(log);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    stream << (information.getSeverity() == llvm::DS_Error ? "error: " : "warning: ");
    information.print(printer);
    stream << "\n";
    return true;
  }

private:
  std::string &log;
};

using ModulePointer = std::unique_ptr<llvm::Module>;

class Stopwatch {
public:
  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
  }

private:
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
};

// Options that a compile leaves in its object for the link, which has no word for them.
struct KeptOption {
  bool Options::*member;
  llvm::StringLiteral flag;
};
constexpr KeptOption keptOptions[] = {
    {&Options::optimizationsDisabled, "weft.opt-disable"},
    {&Options::debugInfo, "weft.debug"},
    {&Options::remarks, "weft.remarks"},
    {&Options::verifies, "weft.verify"},
    {&Options::denormsAreZero, "weft.no-denormals"},
    {&Options::unsafeMathOptimizations, "weft.unsafe-math"},
    {&Options::fastRelaxedMath, "weft.relaxed-math"},
};

struct KeptNumber {
  unsigned Options::*member;
  llvm::StringLiteral flag;
};
constexpr KeptNumber keptNumbers[] = {
    {&Options::vectorLanes, "weft.vector-lanes"},
    {&Options::chaos, "weft.chaos"},
};

// Named metadata, which linking joins: each object adds its own.
struct KeptText {
  std::string Options::*member;
  llvm::StringLiteral metadata;
};
constexpr KeptText keptCpu = {&Options::cpu, "weft.cpu"};
constexpr KeptText keptStages = {&Options::withoutStages, "weft.without-stages"};

void keepText(llvm::Module &module, const Options &options, const KeptText &kept) {
  if ((options.*kept.member).empty())
    return;
  llvm::LLVMContext &context = module.getContext();
  module.getOrInsertNamedMetadata(kept.metadata)
      ->addOperand(llvm::MDNode::get(context, llvm::MDString::get(context, options.*kept.member)));
}

/// What the objects of a program kept, each text once.
std::vector<std::string> keptTexts(const llvm::Module &module, const KeptText &kept) {
  std::vector<std::string> texts;
  if (const llvm::NamedMDNode *metadata = module.getNamedMetadata(kept.metadata))
    for (const llvm::MDNode *node : metadata->operands())
      if (const auto *text = llvm::dyn_cast<llvm::MDString>(node->getOperand(0));
          text && !llvm::is_contained(texts, text->getString()))
        texts.push_back(text->getString().str());
  return texts;
}

void keepOptions(llvm::Module &module, const Options &options) {
  for (const KeptOption &kept : keptOptions)
    module.addModuleFlag(llvm::Module::Max, kept.flag, options.*kept.member);
  for (const KeptNumber &kept : keptNumbers)
    module.addModuleFlag(llvm::Module::Max, kept.flag, options.*kept.member);
  keepText(module, options, keptCpu);
  keepText(module, options, keptStages);
}

/// Adds what the objects kept to the options of the link, which hold where both say something.
/// False with an error in the log where objects contradict each other.
bool takeKeptOptions(const llvm::Module &module, Options &options, std::string &log) {
  const auto number = [&](llvm::StringRef flag) {
    const auto *value =
        llvm::mdconst::extract_or_null<llvm::ConstantInt>(module.getModuleFlag(flag));
    return value ? value->getZExtValue() : 0;
  };
  for (const KeptOption &kept : keptOptions)
    options.*kept.member |= number(kept.flag) != 0;
  for (const KeptNumber &kept : keptNumbers)
    if (options.*kept.member == 0)
      options.*kept.member = number(kept.flag);
  if (options.withoutStages.empty())
    options.withoutStages = llvm::join(keptTexts(module, keptStages), ",");
  if (!options.cpu.empty())
    return true;
  const std::vector<std::string> cpus = keptTexts(module, keptCpu);
  if (cpus.size() > 1) {
    log += "error: the objects are for different CPUs ('" + llvm::join(cpus, "', '") +
           "'); name one with -cl-weft-cpu= when linking\n";
    return false;
  }
  if (!cpus.empty())
    options.cpu = cpus.front();
  return true;
}

std::vector<std::byte> asBytes(llvm::StringRef text) {
  const auto *begin = reinterpret_cast<const std::byte *>(text.data());
  return {begin, begin + text.size()};
}

ModulePointer readModules(llvm::LLVMContext &context, const BuildJob &job, std::string &log) {
  std::vector<ModulePointer> modules;
  for (const std::string_view input : job.inputs) {
    auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(input, "object"), context);
    if (!module) {
      log += "error: " + llvm::toString(module.takeError()) + "\n";
      return nullptr;
    }
    modules.push_back(std::move(*module));
  }
  return linkModules(std::move(modules), log);
}

/// What later stages start from, out of source or out of objects.
ModulePointer makeModule(llvm::LLVMContext &context, const BuildJob &job, BuildOutput &output) {
  if (job.kind == BuildKind::Link || job.kind == BuildKind::LinkLibrary)
    return readModules(context, job, output.log);
  FrontendResult result =
      compileSource(context, job.source, job.sourceName, job.headers, job.options, job.debugPath);
  output.log += result.log;
  output.files = std::move(result.files);
  output.isRepeatable = result.isRepeatable;
  if (result.module)
    keepOptions(*result.module, job.options);
  return std::move(result.module);
}

void writeText(const llvm::Module &module, BuildOutput &output) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  output.payload = asBytes(text);
  output.success = true;
}

void writeBitcode(const llvm::Module &module, BinaryKind kind, BuildOutput &output) {
  llvm::SmallVector<char, 0> bitcode;
  llvm::raw_svector_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(module, stream);
  output.payload = asBytes({bitcode.data(), bitcode.size()});
  output.kind = kind;
  output.success = true;
}

} // namespace

void initializeCompiler() {
  // The server forks; a pool of threads would not survive that.
  llvm::parallel::strategy = llvm::hardware_concurrency(1);
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();
  // Asking the CPU takes microseconds a question in a virtual machine; forked children know the
  // answers.
  hostTarget();
  hostTargetDescription();
}

BuildOutput runBuildJob(const BuildJob &job) {
  BuildOutput output;
  if (!job.options.inhibitWarnings)
    for (const std::string &option : job.options.meaningless)
      output.log += "warning: option '" + option + "' means nothing to Weft\n";
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<LogHandler>(output.log));
  context.setDiscardValueNames(job.emit == EmitKind::Executable);

  const Stopwatch frontendTime;
  ModulePointer module = makeModule(context, job, output);
  output.frontendMilliseconds = frontendTime.milliseconds();
  if (!module || !checkProgram(*module, output.log))
    return output;

  const Stopwatch backendTime;
  if (job.emit == EmitKind::SourceLlvm) {
    writeText(*module, output);
  } else if (job.kind == BuildKind::Compile) {
    writeBitcode(*module, BinaryKind::Object, output);
  } else if (job.kind == BuildKind::LinkLibrary) {
    writeBitcode(*module, BinaryKind::Library, output);
  } else {
    Options options = job.options;
    if (!takeKeptOptions(*module, options, output.log))
      return output;
    ProgramOutput program = buildProgram(std::move(module), options, job.kernelLibrary, job.emit);
    output.success = program.success;
    output.log += program.log;
    output.payload = std::move(program.payload);
    output.flags = program.flags;
    output.libraryMilliseconds = program.libraryMilliseconds;
  }
  output.flags |= binaryHasKernelArgInfo;
  output.backendMilliseconds = backendTime.milliseconds();
  return output;
}

} // namespace weft::compiler

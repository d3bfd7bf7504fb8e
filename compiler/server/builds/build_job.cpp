// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/builds/build_job.h"

#include "compiler/backend/diagnostics.h"
#include "compiler/backend/linking/object_options.h"
#include "compiler/backend/program_checks.h"
#include "compiler/backend/spirv_writer.h"
#include "compiler/frontend/spirv/spirv_frontend.h"
#include "compiler/interface/program/binary.h"
#include "compiler/interface/program/spirv_module.h"
#include "compiler/interface/target/host_target.h"
#include "compiler/passes/normalise/arch/host_cpu.h"
#include "compiler/passes/normalise/retarget.h"
#include "device/base/bytes.h"
#include "device/base/clock.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Parallel.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"

namespace weft::compiler {
namespace {

using ModulePointer = std::unique_ptr<llvm::Module>;

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

FrontendResult runFrontend(llvm::LLVMContext &context, const BuildJob &job, Findings &findings) {
  if (beginsAsSpirv(job.source))
    return translateSpirv(context, job.source, job.specialisations, job.options);
  const llvm::StringRef folder = llvm::sys::path::parent_path(job.surroundings.kernelLibrary);
  return compileSource(context, job.source, job.sourceName, job.headers, job.options, job.debugPath,
                       folder.str(), job.emit == EmitKind::Findings ? &findings : nullptr);
}

/// Creates the module for the later stages, from source, SPIR-V or objects.
ModulePointer makeModule(llvm::LLVMContext &context, const BuildJob &job, BuildOutput &output,
                         Findings &findings) {
  if (job.kind == BuildKind::Link)
    return readModules(context, job, output.log);
  FrontendResult result = runFrontend(context, job, findings);
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
  output.payload = copyBytes(text);
  output.success = true;
}

void writeBitcode(const llvm::Module &module, BinaryKind kind, BuildOutput &output) {
  llvm::SmallVector<char, 0> bitcode;
  llvm::raw_svector_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(module, stream);
  output.payload = copyBytes({bitcode.data(), bitcode.size()});
  output.kind = kind;
  output.success = true;
}

void buildExecutable(ModulePointer module, const BuildJob &job, const Findings &findings,
                     BuildOutput &output) {
  auto program =
      std::make_unique<ProgramBuilder>(std::move(module), job.options, job.surroundings, job.emit);
  if (!program->prepare(output.log))
    return;
  output.flags = program->flags();
  output.libraryMilliseconds = program->libraryMilliseconds();
  if (job.leavesCode && program->isDivisible()) {
    output.program = std::move(program);
    output.success = true;
    return;
  }
  for (const Finding &finding : findings)
    program->addRecord(
        {"", finding.kind, finding.text, finding.file, finding.line, finding.column, {}});
  ProgramOutput emitted = program->emit(job.tier);
  output.success = emitted.success;
  output.log += emitted.log;
  output.payload = std::move(emitted.payload);
}

} // namespace

void initializeCompiler() {
  // The server forks, and a thread pool would not survive that.
  llvm::parallel::strategy = llvm::hardware_concurrency(1);
  initializeTarget();
  // A CPU query takes microseconds in a virtual machine. Forked children inherit the results.
  hostTarget();
  hostTargetDescription();
}

BuildOutput runBuildJob(const BuildJob &job, llvm::LLVMContext &context) {
  BuildOutput output;
  if (!job.options.inhibitWarnings)
    for (const std::string &option : job.options.ignored)
      output.log += "warning: option '" + option + "' has no effect in Weft\n";
  const DiagnosticScope diagnostics(context, output.log);
  context.setDiscardValueNames(job.emit == EmitKind::Executable);

  const Elapsed frontendTime;
  Findings findings;
  ModulePointer module = makeModule(context, job, output, findings);
  output.frontendMilliseconds = frontendTime.milliseconds();
  // Prepared programs have passed the checks. Whatever they contain by now, the host loads only
  // inert images (isInertWhenLoaded).
  if (!module || (!isPrepared(*module) && !checkProgram(*module, output.log)))
    return output;

  const Elapsed backendTime;
  if (job.emit == EmitKind::SourceLlvm) {
    writeText(*module, output);
  } else if (job.emit == EmitKind::Spirv) {
    output.payload = writeSpirv(*module, !job.options.optimizationsDisabled, output.log);
    output.success = !output.payload.empty();
  } else if (job.kind == BuildKind::Compile) {
    writeBitcode(*module, BinaryKind::Object, output);
  } else if (job.options.createLibrary) {
    CompileOptions options = job.options;
    if (!takeKeptOptions(*module, options, output.log))
      return output;
    keepOptions(*module, options);
    writeBitcode(*module, BinaryKind::Library, output);
  } else {
    buildExecutable(std::move(module), job, findings, output);
  }
  output.flags |= binaryHasKernelArgInfo;
  output.backendMilliseconds = backendTime.milliseconds();
  return output;
}

} // namespace weft::compiler

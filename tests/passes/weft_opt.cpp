// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weft-opt: runs a textual pipeline of Weft's and LLVM's passes over a module, for tests and for
// those who debug passes. Target machine, pass builder and instrumentation are those of weftc.
//
//   weft-opt -passes=weft-retarget,weft-inline [-library=FILE] input.ll   prints the module
//   weft-opt -build [-library=FILE] input.ll -o program.so                builds the ELF object
#include "compiler/backend/code_generator.h"
#include "compiler/backend/link_builtins.h"
#include "compiler/backend/pass_session.h"
#include "compiler/backend/program_builder.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

static cl::opt<std::string> inputFile(cl::Positional, cl::init("-"), cl::desc("<input>"));
static cl::opt<std::string> passNames("passes", cl::desc("the textual pipeline"));
static cl::opt<std::string> libraryPath("library", cl::desc("the kernel library"));
static cl::opt<std::string> outputFile("o", cl::init("-"), cl::desc("where the result goes"));
static cl::opt<std::string> cpu("cpu", cl::desc("as -cl-weft-cpu="));
static cl::opt<bool> buildAll("build", cl::desc("build a program instead"));
static cl::opt<bool> emitLlvm("emit-llvm", cl::desc("with -build: stop before code generation"));
static cl::opt<bool> noOptimization("no-optimization", cl::desc("as -cl-opt-disable"));
static cl::opt<bool> verifyEach("verify-each", cl::desc("as -cl-weft-verify"));

static weft::compiler::CompileOptions buildOptions() {
  weft::compiler::CompileOptions options;
  options.optimizationsDisabled = noOptimization;
  options.cpu = cpu;
  options.verifies = verifyEach;
  return options;
}

static int write(ArrayRef<char> bytes, const std::string &path) {
  std::error_code error;
  raw_fd_ostream stream(path, error);
  if (error) {
    errs() << path << ": " << error.message() << '\n';
    return 1;
  }
  stream.write(bytes.data(), bytes.size());
  return 0;
}

static int build(std::unique_ptr<Module> module) {
  // The linker resets the command line's options.
  const std::string path = outputFile;
  const auto output = weft::compiler::buildProgram(
      std::move(module), buildOptions(), {libraryPath, ""},
      emitLlvm ? weft::compiler::EmitKind::Llvm : weft::compiler::EmitKind::Executable);
  errs() << output.log;
  if (!output.success)
    return 1;
  return write({reinterpret_cast<const char *>(output.payload.data()), output.payload.size()},
               path);
}

static int runPipeline(Module &module) {
  std::string log;
  if (!libraryPath.empty() && !weft::compiler::linkBuiltins(module, libraryPath, log)) {
    errs() << log;
    return 1;
  }
  const weft::compiler::CompileOptions options = buildOptions();
  const auto machine =
      weft::compiler::createTargetMachine(options, "", weft::compiler::CodeUse::Read, log);
  if (!machine) {
    errs() << log << '\n';
    return 1;
  }
  weft::compiler::PassSession session(module.getContext(), *machine, options);
  ModulePassManager passes;
  if (Error error = session.builder().parsePassPipeline(passes, passNames)) {
    errs() << toString(std::move(error)) << '\n';
    return 1;
  }
  session.run(module, passes);
  if (verifyModule(module, &errs()))
    return 1;
  std::string text;
  raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return write(text, outputFile);
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "runs Weft's compiler passes\n");
  LLVMContext context;
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseIRFile(inputFile, diagnostic, context);
  if (!module) {
    diagnostic.print(argv[0], errs());
    return 1;
  }
  return buildAll ? build(std::move(module)) : runPipeline(*module);
}

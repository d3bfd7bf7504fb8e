// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weft-opt: runs a textual pipeline of Weft's and LLVM's passes over a module, for tests and for
// debugging. Target machine, pass builder and instrumentation are those of weftc.
//
//   weft-opt -passes=weft-retarget,weft-inline [-library=FILE] input.ll   prints the module
//   weft-opt -build [-library=FILE] input.ll -o program.so                builds the ELF object
//
// Besides LLVM's options it takes those of OpenCL that begin with -cl-; they apply to the target
// machine, to weft-program and the like, and to passes with parameters. The options of a module
// from `weftc --emit=source-llvm` apply too.
#include "compiler/backend/linking/link_builtins.h"
#include "compiler/backend/linking/object_options.h"
#include "compiler/backend/llvm_options.h"
#include "compiler/backend/pass_session.h"
#include "compiler/backend/program_builder.h"
#include "compiler/backend/target_machine.h"

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
static cl::opt<std::string> cpu("cpu", cl::desc("short for -cl-weft-cpu="));
static cl::opt<bool> buildAll("build", cl::desc("build a program instead"));
static cl::opt<bool> emitLlvm("emit-llvm", cl::desc("with -build: stop before code generation"));

// Takes the arguments that begin with -cl-, and leaves the others in `words`.
static bool takeOptions(std::vector<const char *> &words, weft::compiler::CompileOptions &options) {
  std::string error;
  const auto take = [&](const char *word) {
    const std::string argument = word;
    std::size_t index = 0;
    return StringRef(argument).starts_with("-cl-") && error.empty() &&
           weft::compiler::parseOption({&argument, 1}, index, options, error);
  };
  erase_if(words, take);
  if (error.empty())
    return true;
  errs() << words[0] << ": " << error << '\n';
  return false;
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

static int build(std::unique_ptr<Module> module, const weft::compiler::CompileOptions &options) {
  // The linker resets command-line options.
  const std::string path = outputFile;
  const auto output = weft::compiler::buildProgram(std::move(module), options, {libraryPath, ""},
                                                   emitLlvm ? weft::compiler::EmitKind::Llvm
                                                            : weft::compiler::EmitKind::Executable);
  errs() << output.log;
  if (!output.success)
    return 1;
  return write({reinterpret_cast<const char *>(output.payload.data()), output.payload.size()},
               path);
}

static int runPipeline(Module &module, weft::compiler::CompileOptions options) {
  std::string log;
  if (!weft::compiler::takeKeptOptions(module, options, log)) {
    errs() << log;
    return 1;
  }
  if (!libraryPath.empty() && !weft::compiler::linkBuiltins(module, libraryPath, log)) {
    errs() << log;
    return 1;
  }
  const auto machine =
      weft::compiler::targetMachine(options, "", weft::compiler::CodeUse::Read, log);
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
  std::vector<const char *> words(argv, argv + argc);
  weft::compiler::CompileOptions options;
  if (!takeOptions(words, options))
    return 1;
  const weft::compiler::LlvmOptions llvmOptions(words, "runs Weft's compiler passes\n");
  options.verifies |= llvmOptions.verifiesEach();
  std::string error;
  if (!cpu.empty() && !weft::compiler::parseShortOption("cpu=" + cpu, options, error)) {
    errs() << argv[0] << ": " << error << '\n';
    return 1;
  }
  LLVMContext context;
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseIRFile(inputFile, diagnostic, context);
  if (!module) {
    diagnostic.print(argv[0], errs());
    return 1;
  }
  return buildAll ? build(std::move(module), options) : runPipeline(*module, options);
}

// weft-opt: runs a textual pipeline of Weft's and LLVM's passes over a module, for FileCheck tests.
//
//   weft-opt --passes=weft-retarget,weft-inline [--library=FILE] input.ll   prints the module
//   weft-opt --build [--library=FILE] input.ll -o program.so                builds the ELF object
#include "compiler/backend/link_builtins.h"
#include "compiler/backend/program_builder.h"
#include "compiler/passes/pipeline.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

static cl::opt<std::string> inputFile(cl::Positional, cl::Required, cl::desc("<input>"));
static cl::opt<std::string> passNames("passes", cl::desc("the textual pipeline"));
static cl::opt<std::string> libraryPath("library", cl::desc("the kernel library"));
static cl::opt<std::string> outputFile("o", cl::init("-"), cl::desc("where the result goes"));
static cl::opt<bool> buildAll("build", cl::desc("build a program instead"));
static cl::opt<bool> emitLlvm("emit-llvm", cl::desc("with --build: stop before code generation"));
static cl::opt<bool> noOptimization("no-optimization", cl::desc("as -cl-opt-disable"));

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
  weft::compiler::Options options;
  options.optimizationsDisabled = noOptimization;
  const auto output = weft::compiler::buildProgram(std::move(module), options, libraryPath,
                                                   emitLlvm ? weft::compiler::EmitKind::Llvm
                                                            : weft::compiler::EmitKind::Executable);
  errs() << output.log;
  if (!output.success)
    return 1;
  return write({reinterpret_cast<const char *>(output.payload.data()), output.payload.size()},
               path);
}

static int runPipeline(Module &module) {
  if (std::string log;
      !libraryPath.empty() && !weft::compiler::linkBuiltins(module, libraryPath, log)) {
    errs() << log;
    return 1;
  }
  LoopAnalysisManager loopAnalyses;
  FunctionAnalysisManager functionAnalyses;
  CGSCCAnalysisManager componentAnalyses;
  ModuleAnalysisManager moduleAnalyses;
  PassBuilder builder;
  weft::compiler::registerPasses(builder);
  builder.registerModuleAnalyses(moduleAnalyses);
  builder.registerCGSCCAnalyses(componentAnalyses);
  builder.registerFunctionAnalyses(functionAnalyses);
  builder.registerLoopAnalyses(loopAnalyses);
  builder.crossRegisterProxies(loopAnalyses, functionAnalyses, componentAnalyses, moduleAnalyses);
  ModulePassManager passes;
  if (Error error = builder.parsePassPipeline(passes, passNames)) {
    errs() << toString(std::move(error)) << '\n';
    return 1;
  }
  passes.run(module, moduleAnalyses);
  if (verifyModule(module, &errs()))
    return 1;
  std::string text;
  raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return write(text, outputFile);
}

int main(int argc, char **argv) {
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

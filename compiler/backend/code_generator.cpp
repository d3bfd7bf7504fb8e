// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/backend/code_generator.h"

#include "compiler/backend/pass_session.h"
#include "compiler/passes/pipeline.h"
#include "compiler/passes/support/debug/debugged.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/target/arch/native_passes.h"
#include "compiler/passes/target/block_splitting.h"
#include "compiler/passes/target/debug/debugged_code.h"
#include "compiler/passes/target/loops/strength_reduction.h"

#include "llvm/IR/LegacyPassManager.h"

namespace weft::compiler {

using namespace llvm;

CodeGenOptLevel codeGenerationLevel(const CompileOptions &options, Tier tier) {
  if (tier == Tier::First)
    return CodeGenOptLevel::None;
  return options.optimizationsDisabled ? CodeGenOptLevel::Less : CodeGenOptLevel::Default;
}

void runPasses(Module &module, TargetMachine &machine, const CompileOptions &options,
               PassStage stage, Tier tier) {
  PassSession session(module.getContext(), machine, options);
  const auto pipeline = [&] {
    switch (stage) {
    case PassStage::Module:
      return buildModulePipeline(session.target());
    case PassStage::Regions:
      return buildRegionPipeline(options);
    case PassStage::Findings:
      return buildFindingsPipeline();
    case PassStage::Program:
      return buildProgramPipeline(options, tier);
    }
    llvm_unreachable("no such stage");
  };
  ModulePassManager passes = pipeline();
  session.run(module, passes);
}

namespace {

class HugeBlocks : public FunctionPass {
public:
  static char ID;
  HugeBlocks() : FunctionPass(ID) {}
  StringRef getPassName() const override { return "Huge Blocks"; }
  bool runOnFunction(Function &function) override { return splitHugeBlocks(function); }
};
char HugeBlocks::ID = 0;

/// StrengthReductionPass does the first for the loops that gain from it, and the second prepares
/// for it. Out-of-order CPUs gain nothing from the third, though LLVM's models of some request it.
constexpr StringLiteral unhelpfulPasses[] = {"Loop Strength Reduction",
                                             "Canonicalize Freeze Instructions in Loops",
                                             "Post RA top-down list latency scheduler"};

/// Functions of limits::hugeFunction instructions skip it, as it is quadratic in their size.
constexpr StringLiteral quadraticPass = "Stack Slot Coloring";

// LLVM's code generation passes. The last one that could merge blocks is followed by one that
// splits them.
class GenerationPasses : public legacy::PassManager {
public:
  explicit GenerationPasses(const Module &module)
      : isForDebugger(
            any_of(module, [](const Function &function) { return isDebugged(function); })),
        hasHugeFunction(any_of(module, [](const Function &function) {
          return function.getInstructionCount() >= limits::hugeFunction;
        })) {}

  void add(Pass *pass) override {
    const StringRef name = pass->getPassName();
    if (is_contained(unhelpfulPasses, name) || (hasHugeFunction && name == quadraticPass) ||
        (isForDebugger && mixesLines(name))) {
      delete pass;
      return;
    }
    const bool isLast = name == "CodeGen Prepare";
    legacy::PassManager::add(pass);
    if (isLast)
      legacy::PassManager::add(new HugeBlocks);
  }

private:
  const bool isForDebugger, hasHugeFunction;
};

/// Restores the machine's choice of an instruction selector.
class SelectorOfMachine {
public:
  explicit SelectorOfMachine(TargetMachine &machine)
      : machine(machine), isFast(machine.Options.EnableFastISel),
        isGlobal(machine.Options.EnableGlobalISel), abort(machine.Options.GlobalISelAbort) {}
  ~SelectorOfMachine() {
    machine.setFastISel(isFast);
    machine.setGlobalISel(isGlobal);
    machine.setGlobalISelAbort(abort);
  }
  SelectorOfMachine(const SelectorOfMachine &) = delete;
  SelectorOfMachine &operator=(const SelectorOfMachine &) = delete;

private:
  TargetMachine &machine;
  const bool isFast, isGlobal;
  const GlobalISelAbortMode abort;
};

bool hasTooManyBlocks(const Module &module) {
  return any_of(
      module, [](const Function &function) { return function.size() >= limits::optimisedBlocks; });
}

} // namespace

bool generateCode(Module &module, TargetMachine &machine, CodeGenFileType fileType,
                  SmallVectorImpl<char> &output) {
  // Code generation has one level for a module.
  if (hasTooManyBlocks(module))
    machine.setOptLevel(CodeGenOptLevel::None);
  // A choice at one level would stay for the next.
  const SelectorOfMachine selector(machine);
  if (machine.getOptLevel() == CodeGenOptLevel::None)
    chooseQuickSelector(machine);
  GenerationPasses passes(module);
  raw_svector_ostream stream(output);
  if (machine.addPassesToEmitFile(passes, stream, nullptr, fileType))
    return false;
  passes.run(module);
  return true;
}

} // namespace weft::compiler

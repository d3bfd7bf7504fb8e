// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/backend/target_machine.h"

#include "compiler/backend/code_generator.h"

#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"

namespace weft::compiler {

using namespace llvm;

namespace {

bool isFor(const TargetMachine &machine, const TargetDescription &target) {
  return machine.getTargetTriple().str() == target.triple && machine.getTargetCPU() == target.cpu &&
         machine.getTargetFeatureString() == target.features;
}

/// The subtarget of the host's code. It lives until targetMachine() makes another machine.
const TargetSubtargetInfo *hostSubtarget() {
  std::string error;
  const auto machine = targetMachine({}, "", CodeUse::Run, error);
  if (!machine)
    return nullptr;
  LLVMContext context;
  Module module("", context);
  Function *function = Function::Create(FunctionType::get(Type::getVoidTy(context), false),
                                        GlobalValue::ExternalLinkage, "", module);
  addTargetAttributes(*function, hostTargetDescription());
  return machine->getSubtargetImpl(*function);
}

} // namespace

std::shared_ptr<TargetMachine> targetMachine(const CompileOptions &options,
                                             const std::string &hostCpu, CodeUse use,
                                             std::string &error) {
  const std::optional<TargetDescription> description =
      describeTarget({hostCpu, options.cpu}, use, error);
  if (!description)
    return nullptr;
  static std::shared_ptr<TargetMachine> last;
  const CodeGenOptLevel level = codeGenerationLevel(options, Tier::Best);
  if (last && isFor(*last, *description)) {
    last->setOptLevel(level);
    return last;
  }
  const Triple triple(description->triple);
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  TargetOptions targetOptions;
  targetOptions.AllowFPOpFusion = FPOpFusion::Standard;
  last.reset(target->createTargetMachine(triple, description->cpu, description->features,
                                         targetOptions, Reloc::PIC_, std::nullopt, level));
  return last;
}

void prepareTargetMachine() { hostSubtarget(); }

void prepareInstructionTables() {
  // Each is created at its first use.
  if (const TargetSubtargetInfo *subtarget = hostSubtarget())
    subtarget->getInstrInfo()->getOpcodeAfterMemoryUnfold(/*Opc=*/0, /*UnfoldLoad=*/true,
                                                          /*UnfoldStore=*/false);
}

} // namespace weft::compiler

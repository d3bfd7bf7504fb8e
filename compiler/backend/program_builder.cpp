// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/backend/program_builder.h"

#include "compiler/backend/code_generator.h"
#include "compiler/backend/diagnostics.h"
#include "compiler/backend/linking/elf_linker.h"
#include "compiler/backend/linking/link_builtins.h"
#include "compiler/backend/linking/object_options.h"
#include "compiler/backend/stack_needs.h"
#include "compiler/backend/target_machine.h"
#include "compiler/interface/program/binary.h"
#include "compiler/interface/program/program_image.h"
#include "compiler/passes/normalise/static_objects.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/group_sizes.h"
#include "compiler/passes/support/kernel_attributes.h"
#include "compiler/passes/support/user_code.h"
#include "compiler/passes/vectorise/region_printer.h"
#include "compiler/passes/workgroup/kernel_interface.h"
#include "device/base/address_spaces.h"
#include "device/base/bytes.h"
#include "device/base/clock.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <unordered_map>

namespace weft::compiler {

using namespace llvm;

namespace {

/// Private arrays of this total size in one function are far from overflowing a stack.
constexpr std::uint64_t modestArrayBytes = std::uint64_t{1} << 20;

std::vector<std::byte> printModule(const Module &module) {
  std::string text;
  raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return copyBytes(text);
}

bool isInGlobalMemory(const GlobalVariable &variable) {
  return variable.getAddressSpace() == globalSpace;
}

bool hasMutableGlobals(const Module &module) {
  return any_of(module.globals(), [](const GlobalVariable &variable) {
    return isInGlobalMemory(variable) && !variable.isConstant();
  });
}

// Assembly may be invalid, and stack frames too large.
bool isKnownToCompile(const Function &function) {
  const DataLayout &layout = function.getDataLayout();
  std::uint64_t bytes = 0;
  for (const Instruction &instruction : instructions(function)) {
    if (const auto *call = dyn_cast<CallBase>(&instruction); call && call->isInlineAsm())
      return false;
    const auto *array = dyn_cast<AllocaInst>(&instruction);
    if (!array)
      continue;
    const auto size = array->getAllocationSize(layout);
    if (!array->isStaticAlloca() || !size)
      return false;
    bytes += std::min<std::uint64_t>(size->getFixedValue(), 2 * modestArrayBytes);
    if (bytes > modestArrayBytes)
      return false;
  }
  return true;
}

SmallVector<Function *> kernelsOf(Module &module) {
  SmallVector<Function *> kernels;
  for (Function &function : module)
    if (isKernel(function))
      kernels.push_back(&function);
  return kernels;
}

// Other kernels become functions, which may be unused.
void keepOneKernel(Module &module, StringRef name) {
  for (Function *kernel : kernelsOf(module))
    if (kernel->getFnAttribute(kernelAttribute).getValueAsString() != name) {
      kernel->removeFnAttr(kernelAttribute);
      kernel->setLinkage(GlobalValue::InternalLinkage);
    }
}

// Kernels that require no local size require this one. All groups are whole.
void requireLocalSize(Module &module, const LocalSize &size) {
  Type *number = Type::getInt32Ty(module.getContext());
  SmallVector<Metadata *> items;
  for (const std::uint32_t count : size.items)
    items.push_back(ConstantAsMetadata::get(ConstantInt::get(number, count)));
  for (Function *kernel : kernelsOf(module)) {
    if (!requiredGroupSize(*kernel))
      kernel->setMetadata(requiredGroupSizeMetadata, MDNode::get(module.getContext(), items));
    kernel->addFnAttr(uniformGroupsAttribute, "true");
  }
}

using FunctionList = SetVector<const Function *>;

void addFunctionsIn(const Value &value, FunctionList &functions) {
  if (const auto *function = dyn_cast<Function>(&value))
    functions.insert(function);
  else if (const auto *constant = dyn_cast<Constant>(&value))
    for (const Use &operand : constant->operands())
      addFunctionsIn(*operand, functions);
}

// Which functions reference which. Each function is scanned once, as kernels share many.
class FunctionUses {
public:
  explicit FunctionUses(const Module &module) {
    for (const GlobalVariable &variable : module.globals())
      if (variable.hasInitializer())
        addFunctionsIn(*variable.getInitializer(), ofVariables);
  }

  // A kernel with all functions that it needs, including those referenced by variables.
  FunctionList neededBy(const Function &kernel) {
    FunctionList needed;
    needed.insert(&kernel);
    needed.insert_range(ofVariables);
    for (unsigned index = 0; index != needed.size(); ++index)
      needed.insert_range(of(*needed[index]).functions);
    return needed;
  }

  // The number of instructions in everything that a kernel needs.
  std::uint64_t sizeOf(const Function &kernel) {
    std::uint64_t size = 0;
    for (const Function *function : neededBy(kernel))
      size += of(*function).instructions;
    return size;
  }

private:
  struct Use {
    FunctionList functions;
    std::uint64_t instructions = 0;
  };

  const Use &of(const Function &function) {
    const auto [place, isNew] = uses.try_emplace(&function);
    if (isNew)
      for (const Instruction &instruction : instructions(function)) {
        ++place->second.instructions;
        for (const llvm::Use &operand : instruction.operands())
          addFunctionsIn(*operand, place->second.functions);
      }
    return place->second;
  }

  FunctionList ofVariables;
  std::unordered_map<const Function *, Use> uses;
};

// A module of one kernel, of the functions that it needs, and of all variables.
std::unique_ptr<Module> copyWithUsed(const Function &kernel) {
  const Module &program = *kernel.getParent();
  const FunctionList needed = FunctionUses(program).neededBy(kernel);
  ValueToValueMapTy copies;
  std::unique_ptr<Module> result = CloneModule(program, copies, [&](const GlobalValue *value) {
    const auto *function = dyn_cast<Function>(value);
    return !function || needed.contains(function);
  });
  for (const Function &function : program)
    if (!needed.contains(&function))
      cast<Function>(copies[&function])->eraseFromParent();
  return result;
}

// The archive of functions that code generation may call is next to the kernel library.
std::string helperArchive(StringRef kernelLibraryPath) {
  SmallString<256> path = sys::path::parent_path(kernelLibraryPath);
  sys::path::append(path, "weft-helpers.a");
  return path.str().str();
}

} // namespace

ProgramBuilder::ProgramBuilder(std::unique_ptr<Module> module, CompileOptions options,
                               ProgramSurroundings surroundings, EmitKind emit)
    : module(std::move(module)), options(std::move(options)), surroundings(std::move(surroundings)),
      emitKind(emit) {
  assert(emit != EmitKind::SourceLlvm && emit != EmitKind::Spirv && "they come from the front end");
}

bool ProgramBuilder::prepare(std::string &log) {
  const std::size_t logged = log.size();
  const bool isPrepared = takePrepared(*module, options, log);
  if (log.size() != logged || (!isPrepared && !takeKeptOptions(*module, options, log)))
    return false;
  const DiagnosticScope diagnostics(
      module->getContext(), log,
      {.warnings = !options.inhibitWarnings, .remarks = options.remarks});
  binaryFlags = binaryHasKernelArgInfo;
  if (options.debugInfo)
    binaryFlags |= binaryHasDebugInfo;
  // Only divisible programs have been stored as prepared.
  if (!isPrepared && (hasMutableGlobals(*module) || hasStaticObjects(*module)))
    binaryFlags |= binaryHasMutableGlobals;
  knownToCompile = isPrepared || all_of(*module, isKnownToCompile);
  if (!isPrepared && !addLibrary(log))
    return false;
  std::string error;
  machine = targetMachine(options, surroundings.hostCpu,
                          emitKind == EmitKind::Executable ? CodeUse::Run : CodeUse::Read, error);
  if (!machine) {
    log += "error: " + error + "\n";
    return false;
  }
  if (!isPrepared)
    runPasses(*module, *machine, options, PassStage::Module);
  if (!options.onlyKernel.empty())
    keepOneKernel(*module, options.onlyKernel);
  if (options.localSize.isGiven())
    requireLocalSize(*module, options.localSize);
  return !diagnostics.failed();
}

// Links the built-ins that the program uses.
bool ProgramBuilder::addLibrary(std::string &log) {
  const Elapsed time;
  if (!options.checks.isEmpty() || emitKind == EmitKind::Findings)
    markUserCode(*module);
  const bool isLinked = linkBuiltins(*module, surroundings.kernelLibrary, log);
  spentOnLibrary = time.milliseconds();
  return isLinked;
}

std::vector<std::byte> ProgramBuilder::intermediate() {
  assert(isDivisible() && "nothing in it is known only when there is code");
  markPrepared(*module, options);
  SmallVector<char, 0> bitcode;
  raw_svector_ostream stream(bitcode);
  WriteBitcodeToFile(*module, stream);
  CompileOptions unchanged;
  std::string log;
  takePrepared(*module, unchanged, log);
  return copyBytes({bitcode.data(), bitcode.size()});
}

ProgramInterface ProgramBuilder::interface() const {
  ProgramInterface result;
  FunctionUses uses(*module);
  for (const Function *kernel : kernelsOf(*module)) {
    result.kernels.push_back(interfaceOf(*kernel, layOutArguments(*kernel)));
    result.kernels.back().instructions = uses.sizeOf(*kernel);
  }
  for (const GlobalVariable &variable : module->globals())
    if (isInGlobalMemory(variable))
      result.globalVariableBytes +=
          module->getDataLayout().getTypeAllocSize(variable.getValueType());
  return result;
}

bool ProgramBuilder::isDivisible() const {
  return emitKind == EmitKind::Executable && !(binaryFlags & binaryHasMutableGlobals) &&
         !options.debugInfo && !options.remarks && knownToCompile && !kernelsOf(*module).empty();
}

ObjectFile ProgramBuilder::compile(Module &part, Tier tier, CodeGenFileType fileType,
                                   std::string &log) {
  const bool records = emitKind == EmitKind::Remarks;
  const DiagnosticScope diagnostics(part.getContext(), log,
                                    {.warnings = !options.inhibitWarnings,
                                     .remarks = options.remarks && !records,
                                     .records = records ? &remarkRecords : nullptr});
  machine->setOptLevel(codeGenerationLevel(options, tier));
  runPasses(part, *machine, options, PassStage::Program, tier);
  if (diagnostics.failed() || !requestFrameSizes(part, log))
    return {};
  ObjectFile code;
  if (!generateCode(part, *machine, fileType, code) || diagnostics.failed()) {
    log += "error: code generation failed\n";
    return {};
  }
  if (fileType == CodeGenFileType::ObjectFile &&
      !describeStackNeeds(part, diagnostics.frameSizes(), code)) {
    log += "error: the object has no description of its kernels\n";
    return {};
  }
  return code;
}

ObjectFile ProgramBuilder::compileKernel(std::size_t kernel, Tier tier, std::string &log) {
  assert(isDivisible());
  const SmallVector<Function *> kernels = kernelsOf(*module);
  assert(kernel < kernels.size() && "the interface has as many");
  const std::unique_ptr<Module> part = copyWithUsed(*kernels[kernel]);
  return compile(*part, tier, CodeGenFileType::ObjectFile, log);
}

std::vector<std::byte> ProgramBuilder::link(ArrayRef<ObjectFile> objects, std::string &log) const {
  std::vector<std::byte> image =
      linkSharedObject(objects, helperArchive(surroundings.kernelLibrary), log);
  if (image.empty())
    return image;
  // Assembly in functions can add things that the module does not show.
  std::string problem;
  if (!isInertWhenLoaded(image, problem)) {
    log += "error: the program cannot be loaded safely: " + problem +
           "; assembly in functions may contain only instructions\n";
    image.clear();
  }
  return image;
}

ProgramOutput ProgramBuilder::emit(Tier tier) {
  ProgramOutput output;
  if (emitKind == EmitKind::Regions) {
    const DiagnosticScope diagnostics(module->getContext(), output.log);
    runPasses(*module, *machine, options, PassStage::Regions);
    std::string text;
    raw_string_ostream stream(text);
    printRegions(*module, stream);
    output.payload = copyBytes(text);
    output.success = !diagnostics.failed();
  } else if (emitKind == EmitKind::Findings) {
    const DiagnosticScope diagnostics(module->getContext(), output.log,
                                      {.warnings = false, .records = &remarkRecords});
    runPasses(*module, *machine, options, PassStage::Findings);
    output.payload = copyBytes(printRecords(remarkRecords));
    output.success = !diagnostics.failed();
  } else if (emitKind == EmitKind::Llvm) {
    const DiagnosticScope diagnostics(
        module->getContext(), output.log,
        {.warnings = !options.inhibitWarnings, .remarks = options.remarks});
    runPasses(*module, *machine, options, PassStage::Program, tier);
    output.payload = printModule(*module);
    output.success = !diagnostics.failed();
  } else if (emitKind == EmitKind::Assembly) {
    const ObjectFile text = compile(*module, tier, CodeGenFileType::AssemblyFile, output.log);
    output.payload = copyBytes({text.data(), text.size()});
    output.success = !text.empty();
  } else if (emitKind == EmitKind::Remarks) {
    for (const Function *kernel : kernelsOf(*module)) {
      RemarkRecord &record = remarkRecords.emplace_back();
      record.function = kernel->getFnAttribute(kernelAttribute).getValueAsString().str();
      record.kind = "kernel";
    }
    const ObjectFile object = compile(*module, tier, CodeGenFileType::ObjectFile, output.log);
    output.payload = copyBytes(printRecords(remarkRecords));
    output.success = !object.empty();
  } else {
    ObjectFile object = compile(*module, tier, CodeGenFileType::ObjectFile, output.log);
    if (object.empty())
      return output;
    output.payload = link(object, output.log);
    output.success = !output.payload.empty();
  }
  return output;
}

ProgramOutput buildProgram(std::unique_ptr<Module> module, CompileOptions options,
                           const ProgramSurroundings &surroundings, EmitKind emit) {
  ProgramBuilder builder(std::move(module), std::move(options), surroundings, emit);
  ProgramOutput failed;
  if (!builder.prepare(failed.log))
    return failed;
  ProgramOutput output = builder.emit();
  output.log = failed.log + output.log;
  return output;
}

std::unique_ptr<Module> linkModules(std::vector<std::unique_ptr<Module>> modules,
                                    std::string &log) {
  if (modules.empty()) {
    log += "error: nothing to link\n";
    return nullptr;
  }
  std::unique_ptr<Module> result = std::move(modules.front());
  DiagnosticScope diagnostics(result->getContext(), log);
  Linker linker(*result);
  for (std::size_t index = 1; index != modules.size(); ++index)
    if (linker.linkInModule(std::move(modules[index])) || diagnostics.failed())
      return nullptr;
  return result;
}

} // namespace weft::compiler

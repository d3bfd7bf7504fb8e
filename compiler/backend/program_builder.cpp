// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/backend/program_builder.h"

#include "compiler/backend/code_generator.h"
#include "compiler/backend/diagnostics.h"
#include "compiler/backend/elf_linker.h"
#include "compiler/backend/link_builtins.h"
#include "compiler/backend/object_options.h"
#include "compiler/backend/stack_needs.h"
#include "compiler/client/binary.h"
#include "compiler/client/program_image.h"
#include "compiler/passes/normalise/copy_idiom.h"
#include "compiler/passes/vectorise/region_printer.h"
#include "device/base/address_spaces.h"
#include "device/base/bytes.h"
#include "device/base/clock.h"

#include "llvm/Linker/Linker.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace weft::compiler {

using namespace llvm;

namespace {

std::vector<std::byte> printModule(const Module &module) {
  std::string text;
  raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return copyBytes(text);
}

bool hasMutableGlobals(const Module &module) {
  return any_of(module.globals(), [](const GlobalVariable &variable) {
    return variable.getAddressSpace() == globalSpace && !variable.isConstant();
  });
}

// The archive of functions that code generation may call lies beside the kernel library.
std::string helperArchive(StringRef kernelLibraryPath) {
  SmallString<256> path = sys::path::parent_path(kernelLibraryPath);
  sys::path::append(path, "weft-helpers.a");
  return path.str().str();
}

} // namespace

ProgramOutput buildProgram(std::unique_ptr<Module> module, CompileOptions options,
                           const ProgramSurroundings &surroundings, EmitKind emit) {
  assert(emit != EmitKind::SourceLlvm && "that is the module as it comes");
  ProgramOutput output;
  if (!takeKeptOptions(*module, options, output.log))
    return output;
  DiagnosticScope diagnostics(module->getContext(), output.log,
                              {.warnings = !options.inhibitWarnings, .remarks = options.remarks});
  output.flags = binaryHasKernelArgInfo;
  if (hasMutableGlobals(*module))
    output.flags |= binaryHasMutableGlobals;
  if (!options.optimizationsDisabled)
    requestCopySteps(*module);
  const Elapsed libraryTime;
  if (!linkBuiltins(*module, surroundings.kernelLibrary, output.log))
    return output;
  output.libraryMilliseconds = libraryTime.milliseconds();
  std::string error;
  const std::unique_ptr<TargetMachine> machine =
      createTargetMachine(options, surroundings.hostCpu,
                          emit == EmitKind::Executable ? CodeUse::Run : CodeUse::Read, error);
  if (!machine) {
    output.log += "error: " + error + "\n";
    return output;
  }
  runPasses(*module, *machine, options, /*untilRegions=*/emit == EmitKind::Regions);
  if (diagnostics.failed())
    return output;
  if (emit == EmitKind::Regions) {
    std::string text;
    raw_string_ostream stream(text);
    printRegions(*module, stream);
    output.payload = copyBytes(text);
    output.success = true;
    return output;
  }
  if (emit == EmitKind::Llvm) {
    output.payload = printModule(*module);
    output.success = true;
    return output;
  }
  if (!requestFrameSizes(*module, output.log))
    return output;
  SmallVector<char, 0> code;
  const auto fileType =
      emit == EmitKind::Assembly ? CodeGenFileType::AssemblyFile : CodeGenFileType::ObjectFile;
  if (!generateCode(*module, *machine, fileType, code) || diagnostics.failed()) {
    output.log += "error: code generation failed\n";
    return output;
  }
  if (emit == EmitKind::Assembly) {
    output.payload = copyBytes({code.data(), code.size()});
    output.success = true;
    return output;
  }
  if (!describeStackNeeds(*module, diagnostics.frameSizes(), code)) {
    output.log += "error: the object has no description of its kernels\n";
    return output;
  }
  output.payload = linkSharedObject(code, helperArchive(surroundings.kernelLibrary), output.log);
  if (output.payload.empty())
    return output;
  // Assembly in functions can add what the module does not contain.
  std::string problem;
  output.success = isInertWhenLoaded(output.payload, problem);
  if (!output.success) {
    output.log += "error: the program cannot be loaded safely: " + problem +
                  "; assembly in functions may hold instructions only\n";
    output.payload.clear();
  }
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

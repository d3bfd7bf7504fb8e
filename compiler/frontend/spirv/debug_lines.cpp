// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/debug_lines.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

// Of NonSemantic.Shader.DebugInfo.100.
enum : std::uint32_t { debugSource = 35, debugLine = 103 };

bool isDebugLine(const ModuleInfo &source, const Instruction &instruction) {
  return instruction.op == spv::OpExtInst && instruction[1] == debugLine &&
         source.importedSet(instruction[0]) == "NonSemantic.Shader.DebugInfo.100";
}

} // namespace

DebugLines::DebugLines(const ModuleInfo &source, Module &module)
    : source(source), information(module) {
  module.addModuleFlag(Module::Warning, "Debug Info Version", DEBUG_METADATA_VERSION);
  module.addModuleFlag(Module::Warning, "Dwarf Version", 4);
}

std::uint32_t DebugLines::number(Id constant) const {
  const Instruction *known = source.definition(constant);
  return known && known->op == spv::OpConstant ? (*known)[0] : 0;
}

DebugLines::Line DebugLines::lineOf(const Instruction &instruction) const {
  if (instruction.op == spv::OpLine)
    return {instruction[0], instruction[1], instruction[2]};
  if (!isDebugLine(source, instruction))
    return {};
  // The source is an instruction of the same set, with the file's name.
  const Instruction *file = source.definition(instruction[2]);
  if (!file || file->op != spv::OpExtInst || (*file)[1] != debugSource)
    return {};
  return {(*file)[2], number(instruction[3]), number(instruction[5])};
}

DIFile *DebugLines::fileOf(Id string) {
  const StringRef path = source.string(string);
  return information.createFile(sys::path::filename(path), sys::path::parent_path(path));
}

// A line may precede the function to which it belongs.
void DebugLines::begin(Function &function, ArrayRef<Instruction> body, IRBuilderBase &builder) {
  subprogram = nullptr;
  builder.SetCurrentDebugLocation(DebugLoc());
  const Instruction *before = body.data() - 1;
  Line first = before->op == spv::OpLine ? lineOf(*before) : Line{};
  for (std::size_t index = 0; index != body.size() && !first.file; ++index)
    first = lineOf(body[index]);
  if (!first.file)
    return;
  DIFile *file = fileOf(first.file);
  if (!unit)
    unit = information.createCompileUnit(DISourceLanguageName(dwarf::DW_LANG_OpenCL), file, "Weft",
                                         /*isOptimized=*/true, "", 0, "",
                                         DICompileUnit::LineTablesOnly);
  DISubroutineType *type = information.createSubroutineType(information.getOrCreateTypeArray({}));
  subprogram =
      information.createFunction(file, function.getName(), "", file, first.line, type, first.line,
                                 DINode::FlagZero, DISubprogram::SPFlagDefinition);
  function.setSubprogram(subprogram);
  builder.SetCurrentDebugLocation(
      DILocation::get(function.getContext(), first.line, first.column, subprogram));
}

void DebugLines::take(const Instruction &instruction, IRBuilderBase &builder) {
  const Line line = subprogram ? lineOf(instruction) : Line{};
  if (line.file)
    builder.SetCurrentDebugLocation(
        DILocation::get(subprogram->getContext(), line.line, line.column, subprogram));
}

void DebugLines::finish() { information.finalize(); }

} // namespace weft::compiler::spirv

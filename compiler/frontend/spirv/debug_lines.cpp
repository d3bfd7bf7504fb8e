// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/debug_lines.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Module.h"

namespace weft::compiler::spirv {

using namespace llvm;

DebugLines::DebugLines(const ModuleInfo &source, Module &module)
    : source(source), information(module), types(source, information) {
  module.addModuleFlag(Module::Warning, "Debug Info Version", DEBUG_METADATA_VERSION);
  module.addModuleFlag(Module::Warning, "Dwarf Version", 4);
  for (const Instruction &instruction : source.instructions().list) {
    const auto described = DebugInstruction::from(source, instruction);
    if (!described)
      continue;
    hasVariables |= described->is(DebugOp::Declare);
    // The other set says it in the function's body.
    if (described->is(DebugOp::Function) && described->hasLiterals)
      describedFunctions[described->id(9)] = instruction.result;
  }
}

DebugLines::Line DebugLines::lineOf(const Instruction &instruction) const {
  if (instruction.op == spv::OpLine)
    return {instruction[0], instruction[1], instruction[2]};
  const auto described = DebugInstruction::from(source, instruction);
  if (!described || !described->is(DebugOp::Line))
    return {};
  const auto file = DebugInstruction::from(source, described->id(0));
  if (!file || !file->is(DebugOp::Source))
    return {};
  return {file->id(0), described->constant(1), described->constant(3)};
}

// The DebugFunction of a function.
std::optional<DebugInstruction> DebugLines::describe(ArrayRef<Instruction> body) const {
  Id found = describedFunctions.lookup(body.front().result);
  for (const Instruction &instruction : body)
    if (const auto definition = DebugInstruction::from(source, instruction);
        definition && definition->is(DebugOp::FunctionDefinition))
      found = definition->id(0);
  const auto described = DebugInstruction::from(source, found);
  return described && described->is(DebugOp::Function) ? described : std::nullopt;
}

// The language is C, as lldb shows no variables of OpenCL C.
void DebugLines::createUnit(DIFile *file) {
  if (!unit)
    unit = information.createCompileUnit(
        DISourceLanguageName(dwarf::DW_LANG_C99), file, "Weft", /*isOptimized=*/true, "", 0, "",
        hasVariables ? DICompileUnit::FullDebug : DICompileUnit::LineTablesOnly);
}

void DebugLines::setLocation(IRBuilderBase &builder, std::uint32_t line,
                             std::uint32_t column) const {
  builder.SetCurrentDebugLocation(DILocation::get(subprogram->getContext(), line, column, current));
}

// A line may precede the function to which it belongs.
void DebugLines::begin(Function &function, ArrayRef<Instruction> body, IRBuilderBase &builder) {
  subprogram = nullptr;
  blocks.clear();
  builder.SetCurrentDebugLocation(DebugLoc());
  const Instruction *before = body.data() - 1;
  Line first = before->op == spv::OpLine ? lineOf(*before) : Line{};
  for (std::size_t index = 0; index != body.size() && !first.file; ++index)
    first = lineOf(body[index]);
  const auto described = describe(body);
  DIFile *file = nullptr;
  if (described) {
    file = types.file(described->id(2));
    if (file)
      first = {0, described->number(3), described->number(4)};
  }
  if (!file && first.file)
    file = types.fileOf(first.file);
  if (!file)
    return;
  createUnit(file);
  subprogram = information.createFunction(
      file, described ? described->string(0) : function.getName(), "", file, first.line,
      types.subroutine(described ? described->id(1) : 0),
      described ? described->number(8) : first.line, DINode::FlagZero,
      DISubprogram::SPFlagDefinition);
  function.setSubprogram(subprogram);
  current = subprogram;
  // Without a line, what comes before the first one is no place to stop at: arguments are not yet
  // where debuggers find them.
  setLocation(builder, described ? 0 : first.line, described ? 0 : first.column);
}

// The subprogram for the current function's own scope, and for what is not known.
DIScope *DebugLines::scope(Id id) {
  const auto described = DebugInstruction::from(source, id);
  if (!described || !described->is(DebugOp::LexicalBlock))
    return subprogram;
  if (DIScope *known = blocks.lookup(id))
    return known;
  // In case that a damaged module has blocks around each other.
  blocks[id] = subprogram;
  DIScope *parent = scope(described->id(3));
  return blocks[id] = information.createLexicalBlock(parent, types.fileOrNone(described->id(0)),
                                                     described->number(1), described->number(2));
}

void DebugLines::declare(const DebugInstruction &declaration, IRBuilderBase &builder,
                         function_ref<Value *(Id)> valueOf) {
  const auto variable = DebugInstruction::from(source, declaration.id(0));
  auto *place = dyn_cast_or_null<AllocaInst>(valueOf(declaration.id(1)));
  if (!variable || !variable->is(DebugOp::LocalVariable) || !place)
    return;
  DIScope *in = scope(variable->id(5));
  DIFile *file = types.fileOrNone(variable->id(2));
  const std::uint32_t line = variable->number(3);
  DIType *type = types.type(variable->id(1));
  const std::uint32_t argument = variable->size() > 7 ? variable->number(7) : 0;
  DILocalVariable *described =
      argument ? information.createParameterVariable(subprogram, variable->string(0), argument,
                                                     file, line, type, /*AlwaysPreserve=*/true)
               : information.createAutoVariable(in, variable->string(0), file, line, type,
                                                /*AlwaysPreserve=*/true);
  information.insertDeclare(
      place, described, information.createExpression(),
      DILocation::get(subprogram->getContext(), line, variable->number(4), in),
      builder.GetInsertBlock());
}

void DebugLines::take(const Instruction &instruction, IRBuilderBase &builder,
                      function_ref<Value *(Id)> valueOf) {
  if (!subprogram)
    return;
  if (const Line line = lineOf(instruction); line.file)
    return setLocation(builder, line.line, line.column);
  const auto described = DebugInstruction::from(source, instruction);
  if (!described)
    return;
  const DebugLoc here = builder.getCurrentDebugLocation();
  if (described->is(DebugOp::Scope) || described->is(DebugOp::NoScope)) {
    current = described->is(DebugOp::Scope) ? scope(described->id(0)) : subprogram;
    setLocation(builder, here.getLine(), here.getCol());
  } else if (described->is(DebugOp::Declare)) {
    declare(*described, builder, valueOf);
  }
}

void DebugLines::finish() { information.finalize(); }

} // namespace weft::compiler::spirv

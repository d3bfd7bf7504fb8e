// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/module/module_info.h"

namespace weft::compiler::spirv {

using namespace llvm;

ModuleInfo::ModuleInfo(Instructions read) : content(std::move(read)) {
  // Producers' ids are dense; a hostile bound costs at most 32 MB.
  definitions.resize(content.bound);
  for (const Instruction &instruction : content.list)
    if (instruction.result && !definitions[instruction.result])
      definitions[instruction.result] = &instruction;
  for (const Instruction &instruction : content.list)
    take(instruction);
  for (const Instruction &instruction : content.list)
    if (const std::size_t mask = memoryOperandsOf(instruction.op);
        mask && instruction[mask] & spv::MemoryAccessAlignedMask)
      greatestAlignment = std::max(greatestAlignment, instruction[mask + 1]);
}

void ModuleInfo::take(const Instruction &instruction) {
  switch (instruction.op) {
  case spv::OpCapability:
    capabilities.push_back(instruction[0]);
    break;
  case spv::OpExtension:
    extensions.push_back(literalString(instruction, 0).text);
    break;
  case spv::OpExtInstImport:
    sets[instruction.result] = literalString(instruction, 0).text;
    break;
  case spv::OpMemoryModel:
    addressingModel = instruction[0];
    memoryModel = instruction[1];
    break;
  case spv::OpEntryPoint:
    entryPoints.push_back({instruction[1], literalString(instruction, 2).text, instruction[0]});
    break;
  case spv::OpExecutionMode:
  case spv::OpExecutionModeId:
    modesById[instruction[0]].push_back(&instruction);
    break;
  case spv::OpBitcast:
    if (const Instruction *variable = definition(instruction[0]);
        variable && variable->op == spv::OpVariable)
      castsById[instruction[0]].push_back(&instruction);
    break;
  case spv::OpString:
    strings.push_back(literalString(instruction, 0).text);
    stringsById[instruction.result] = strings.back();
    break;
  case spv::OpName:
    names[instruction[0]] = literalString(instruction, 1).text;
    break;
  case spv::OpDecorate:
  case spv::OpDecorateId:
  case spv::OpDecorateString:
    decorate(instruction, 2);
    break;
  case spv::OpMemberDecorate:
  case spv::OpMemberDecorateString:
    if (instruction.size() > 2)
      memberDecorationsById[instruction[0]].push_back(
          {instruction[1], {instruction[2], instruction.from(3)}});
    break;
  case spv::OpGroupDecorate:
    applyGroup(instruction);
    break;
  case spv::OpGroupMemberDecorate:
    applyMemberGroup(instruction);
    break;
  default:
    break;
  }
}

void ModuleInfo::decorate(const Instruction &instruction, std::size_t literals) {
  if (instruction.size() >= literals)
    decorationsById[instruction[0]].push_back({instruction[1], instruction.from(literals)});
}

// A group that decorates groups would grow with each, which the validator rejects later.
bool ModuleInfo::isGroup(Id id) const {
  const Instruction *known = definition(id);
  return known && known->op == spv::OpDecorationGroup;
}

void ModuleInfo::applyGroup(const Instruction &instruction) {
  if (!isGroup(instruction[0]))
    return;
  const SmallVector<Decoration, 2> group(decorations(instruction[0]));
  for (const Id target : instruction.from(1))
    if (!isGroup(target))
      decorationsById[target].append(group);
}

void ModuleInfo::applyMemberGroup(const Instruction &instruction) {
  if (!isGroup(instruction[0]))
    return;
  const SmallVector<Decoration, 2> group(decorations(instruction[0]));
  for (std::size_t index = 1; index + 1 < instruction.size(); index += 2)
    for (const Decoration &decoration : group)
      memberDecorationsById[instruction[index]].push_back({instruction[index + 1], decoration});
}

const Instruction *ModuleInfo::definition(Id id) const {
  return id < definitions.size() ? definitions[id] : nullptr;
}

Id ModuleInfo::typeOf(Id value) const {
  const Instruction *known = definition(value);
  return known ? known->type : 0;
}

static StringRef textIn(const IdMap<std::string> &table, Id id) {
  const auto place = table.find(id);
  return place == table.end() ? StringRef() : StringRef(place->second);
}
StringRef ModuleInfo::name(Id id) const { return textIn(names, id); }
StringRef ModuleInfo::string(Id id) const { return textIn(stringsById, id); }
StringRef ModuleInfo::importedSet(Id id) const { return textIn(sets, id); }

ArrayRef<Decoration> ModuleInfo::decorations(Id id) const {
  const auto place = decorationsById.find(id);
  return place == decorationsById.end() ? ArrayRef<Decoration>() : place->second;
}

ArrayRef<MemberDecoration> ModuleInfo::memberDecorations(Id structure) const {
  const auto place = memberDecorationsById.find(structure);
  return place == memberDecorationsById.end() ? ArrayRef<MemberDecoration>() : place->second;
}

const Decoration *ModuleInfo::find(Id id, std::uint32_t kind) const {
  for (const Decoration &decoration : decorations(id))
    if (decoration.kind == kind)
      return &decoration;
  return nullptr;
}

using Places = IdMap<SmallVector<const Instruction *, 2>>;
static ArrayRef<const Instruction *> placesIn(const Places &table, Id id) {
  const auto place = table.find(id);
  return place == table.end() ? ArrayRef<const Instruction *>() : place->second;
}
ArrayRef<const Instruction *> ModuleInfo::executionModes(Id function) const {
  return placesIn(modesById, function);
}
ArrayRef<const Instruction *> ModuleInfo::casts(Id variable) const {
  return placesIn(castsById, variable);
}

} // namespace weft::compiler::spirv

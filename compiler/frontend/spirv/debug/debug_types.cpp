// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/debug/debug_types.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

constexpr std::uint64_t pointerBits = 64;

// By a DebugTypeBasic's encoding, from Unspecified on.
constexpr unsigned encodings[] = {0,
                                  dwarf::DW_ATE_address,
                                  dwarf::DW_ATE_boolean,
                                  dwarf::DW_ATE_float,
                                  dwarf::DW_ATE_signed,
                                  dwarf::DW_ATE_signed_char,
                                  dwarf::DW_ATE_unsigned,
                                  dwarf::DW_ATE_unsigned_char};
constexpr unsigned qualifiers[] = {dwarf::DW_TAG_const_type, dwarf::DW_TAG_volatile_type,
                                   dwarf::DW_TAG_restrict_type, dwarf::DW_TAG_atomic_type};
enum CompositeTag : std::uint32_t { Class, Structure, Union };

} // namespace

std::uint64_t DebugTypes::bitsOf(const DIType *type) {
  // Names and qualifiers have no size of their own.
  while (const auto *derived = dyn_cast_or_null<DIDerivedType>(type)) {
    if (derived->getSizeInBits())
      break;
    type = derived->getBaseType();
  }
  return type ? type->getSizeInBits() : 0;
}

DIFile *DebugTypes::fileOf(Id string) {
  const StringRef path = source.string(string);
  return information.createFile(sys::path::filename(path), sys::path::parent_path(path));
}

DIFile *DebugTypes::file(Id id) {
  const auto described = DebugInstruction::from(source, id);
  return described && described->is(DebugOp::Source) ? fileOf(described->id(0)) : nullptr;
}

DIFile *DebugTypes::fileOrNone(Id id) {
  DIFile *known = file(id);
  return known ? known : information.createFile("", "");
}

DIType *DebugTypes::type(Id id) {
  const auto [place, isNew] = types.try_emplace(id, nullptr);
  if (!isNew)
    return place->second;
  const auto described = DebugInstruction::from(source, id);
  if (!described)
    return nullptr;
  DIType *made = make(id, *described);
  types[id] = made;
  return made;
}

DIType *DebugTypes::make(Id id, const DebugInstruction &described) {
  switch (static_cast<DebugOp>(described.op())) {
  case DebugOp::TypeBasic: {
    const std::uint32_t encoding = described.number(2);
    return information.createBasicType(described.string(0), described.constant(1),
                                       encoding < std::size(encodings) ? encodings[encoding] : 0);
  }
  case DebugOp::TypePointer:
    return information.createPointerType(type(described.id(0)), pointerBits);
  case DebugOp::TypeQualifier:
    return makeQualified(described);
  case DebugOp::TypeArray:
    return makeArray(described);
  case DebugOp::TypeVector:
    return makeVector(described);
  case DebugOp::Typedef:
    return information.createTypedef(type(described.id(1)), described.string(0),
                                     fileOrNone(described.id(2)), described.number(3), nullptr);
  case DebugOp::TypeEnum:
    return makeEnum(described);
  case DebugOp::TypeComposite:
    return makeComposite(id, described);
  default:
    return nullptr;
  }
}

DIType *DebugTypes::makeQualified(const DebugInstruction &described) {
  const std::uint32_t qualifier = described.number(1);
  DIType *base = type(described.id(0));
  return qualifier < std::size(qualifiers)
             ? information.createQualifiedType(qualifiers[qualifier], base)
             : base;
}

DIType *DebugTypes::makeArray(const DebugInstruction &described) {
  DIType *element = type(described.id(0));
  SmallVector<Metadata *> ranges;
  std::uint64_t bits = bitsOf(element);
  for (std::size_t operand = 1; operand < described.size(); ++operand) {
    const std::uint32_t count = described.constant(operand);
    ranges.push_back(information.getOrCreateSubrange(0, count));
    bits = SaturatingMultiply(bits, std::uint64_t{count});
  }
  return information.createArrayType(bits, 0, element, information.getOrCreateArray(ranges));
}

DIType *DebugTypes::makeVector(const DebugInstruction &described) {
  DIType *element = type(described.id(0));
  const std::uint32_t count = described.number(1);
  // A vector of three has the size of one of four (OpenCL C 3.0, 6.3.5).
  const std::uint64_t bits = bitsOf(element) * (count == 3 ? 4 : count);
  return information.createVectorType(
      bits, 0, element, information.getOrCreateArray({information.getOrCreateSubrange(0, count)}));
}

DIType *DebugTypes::makeEnum(const DebugInstruction &described) {
  SmallVector<Metadata *> values;
  for (std::size_t operand = 8; operand + 1 < described.size(); operand += 2)
    values.push_back(
        information.createEnumerator(described.string(operand + 1), described.constant(operand)));
  DIFile *in = fileOrNone(described.id(2));
  return information.createEnumerationType(
      in, described.string(0), in, described.number(3), described.constant(6), 0,
      information.getOrCreateArray(values), type(described.id(1)));
}

// Members may point to their own structure, which has its place in `types` before them.
DIType *DebugTypes::makeComposite(Id id, const DebugInstruction &described) {
  DIFile *in = fileOrNone(described.id(2));
  const std::uint32_t line = described.number(3), bits = described.constant(7);
  DICompositeType *made =
      described.number(1) == Union
          ? information.createUnionType(in, described.string(0), in, line, bits, 0,
                                        DINode::FlagZero, nullptr)
          : information.createStructType(in, described.string(0), in, line, bits, 0,
                                         DINode::FlagZero, nullptr, nullptr);
  types[id] = made;
  SmallVector<Metadata *> members;
  for (std::size_t operand = 9; operand < described.size(); ++operand)
    if (const auto member = DebugInstruction::from(source, described.id(operand));
        member && member->is(DebugOp::TypeMember))
      members.push_back(makeMember(*member, made));
  information.replaceArrays(made, information.getOrCreateArray(members));
  return made;
}

// The first set names the structure among the operands.
DIType *DebugTypes::makeMember(const DebugInstruction &described, DIScope *structure) {
  const std::size_t behindParent = described.hasLiterals ? 6 : 5;
  return information.createMemberType(structure, described.string(0), fileOrNone(described.id(2)),
                                      described.number(3), described.constant(behindParent + 1), 0,
                                      described.constant(behindParent), DINode::FlagZero,
                                      type(described.id(1)));
}

DISubroutineType *DebugTypes::subroutine(Id id) {
  SmallVector<Metadata *> all;
  if (const auto described = DebugInstruction::from(source, id);
      described && described->is(DebugOp::TypeFunction))
    for (std::size_t operand = 1; operand < described->size(); ++operand)
      all.push_back(type(described->id(operand)));
  return information.createSubroutineType(information.getOrCreateTypeArray(all));
}

} // namespace weft::compiler::spirv

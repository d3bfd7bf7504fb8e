// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory instructions (SPIR-V specification, section 3.3.8).
#include "compiler/frontend/spirv/memory/memory.h"

#include "device/base/address_spaces.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/Support/MathExtras.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

bool isUntyped(const Instruction &instruction) { return instruction.op == op::UntypedVariable; }

// The type of a variable's value, and its initialiser's id or 0.
Id contentId(const Translation &translation, const Instruction &variable) {
  return isUntyped(variable) ? variable[1] : translation.pointeeId(variable.type);
}
Id initializerId(const Instruction &variable) { return variable[isUntyped(variable) ? 2 : 1]; }

Align decoratedAlignment(const Translation &translation, Id id, Type *type) {
  const Decoration *decoration = translation.source.find(id, spv::DecorationAlignment);
  if (decoration && isPowerOf2_32((*decoration)[0]))
    return Align((*decoration)[0]);
  return translation.naturalAlignment(type);
}

// Modules of LLVM's translator may declare less alignment for a variable than their accesses claim.
// A variable whose size is a multiple of the greatest claim gets that alignment.
Align privateAlignment(const Translation &translation, Id id, Type *type) {
  constexpr std::uint32_t greatest = 128; // of OpenCL C's types
  const Align claimed(std::min(bit_floor(translation.source.greatestAlignment), greatest));
  const std::uint64_t bytes = translation.module.getDataLayout().getTypeAllocSize(type);
  return std::max(decoratedAlignment(translation, id, type), commonAlignment(claimed, bytes));
}

GlobalValue::LinkageTypes variableLinkage(const Translation &translation,
                                          const Instruction &variable, std::string &name) {
  const Decoration *linkage =
      translation.source.find(variable.result, spv::DecorationLinkageAttributes);
  if (!linkage)
    return GlobalValue::InternalLinkage;
  Instruction text;
  text.operands = linkage->operands;
  const LiteralString string = literalString(text, 0);
  name = string.text;
  return text[string.next] == spv::LinkageTypeLinkOnceODR ? GlobalValue::LinkOnceODRLinkage
                                                          : GlobalValue::ExternalLinkage;
}

bool isImport(const Translation &translation, Id id) {
  const Decoration *linkage = translation.source.find(id, spv::DecorationLinkageAttributes);
  return linkage && !linkage->operands.empty() &&
         linkage->operands.back() == spv::LinkageTypeImport;
}

Constant *initialContent(Translation &translation, const Instruction &variable, Type *type,
                         unsigned space) {
  if (isImport(translation, variable.result))
    return nullptr;
  if (const Id id = initializerId(variable)) {
    auto *constant = dyn_cast_or_null<Constant>(translation.value(id));
    if (constant && constant->getType() == type)
      return constant;
    // LLVM's back end has one null for all types of a size.
    const Instruction *initializer = translation.source.definition(id);
    if (initializer && initializer->op == spv::OpConstantNull)
      return Constant::getNullValue(type);
    return translation.fail(variable, "the initializer does not match the variable");
  }
  return space == globalSpace ? Constant::getNullValue(type)
                              : cast<Constant>(UndefValue::get(type));
}

// A constant sampler is never in memory: loads return its value.
bool isConstantSampler(const Translation &translation, const Instruction &variable) {
  const Instruction *initializer = translation.source.definition(initializerId(variable));
  return initializer && initializer->op == spv::OpConstantSampler;
}

// If LLVM's back end first sees a structure's first member, it gives the structure that type, and
// casts the variable's address to a pointer to the whole: then that is the type of its value.
Type *castContent(Translation &translation, const Instruction &variable, Type *type) {
  const DataLayout &layout = translation.module.getDataLayout();
  for (const Instruction *cast : translation.source.casts(variable.result)) {
    const Id pointee = translation.pointeeId(cast->type);
    Type *whole = pointee ? translation.type(pointee) : nullptr;
    if (whole && whole->isSized() && layout.getTypeAllocSize(whole) > layout.getTypeAllocSize(type))
      type = whole;
  }
  return type;
}

Value *functionVariable(Translation &translation, const Instruction &variable) {
  Type *type = translation.type(contentId(translation, variable));
  if (!type || !translation.currentFunction)
    return translation.fail(variable, "the variable is outside a function");
  if (!type->isSized())
    return translation.fail(variable, "the type has no size");
  if (!initializerId(variable))
    type = castContent(translation, variable, type);
  BasicBlock &entry = translation.currentFunction->getEntryBlock();
  IRBuilder<> builder(&entry, entry.begin());
  AllocaInst *memory = builder.CreateAlloca(type);
  memory->setAlignment(privateAlignment(translation, variable.result, type));
  memory->setName(translation.source.name(variable.result));
  if (const Id initializer = initializerId(variable)) {
    Value *content = translation.value(initializer);
    if (!content)
      return nullptr;
    if (content->getType() != type)
      return translation.fail(variable, "the initializer does not match the variable");
    translation.builder.CreateStore(content, memory);
  }
  return memory;
}

Value *load(Translation &translation, const Instruction &instruction) {
  const Id address = instruction[0];
  if (translation.isBuiltIn(address))
    return translation.loadBuiltIn(instruction, address);
  const Instruction *variable = translation.source.definition(address);
  if (variable && variable->op == spv::OpVariable && isConstantSampler(translation, *variable))
    return translation.operand(*variable, 1);
  Type *type = translation.resultType(instruction);
  Value *pointer = translation.operand(instruction, 0);
  if (!type || !pointer)
    return nullptr;
  if (!pointer->getType()->isPointerTy() || !type->isFirstClassType())
    return translation.fail(instruction, "this cannot be loaded");
  const MemoryOperands operands = memoryOperands(instruction, 1);
  LoadInst *result = translation.builder.CreateAlignedLoad(
      type, pointer, operands.alignment.value_or(translation.naturalAlignment(type)),
      operands.isVolatile || translation.source.has(address, spv::DecorationVolatile));
  setAccessMetadata(translation, *result, operands);
  return result;
}

Value *store(Translation &translation, const Instruction &instruction) {
  const auto values = translation.operands<2>(instruction);
  if (!values)
    return nullptr;
  const auto [pointer, content] = *values;
  if (!pointer->getType()->isPointerTy())
    return translation.fail(instruction, "this cannot be stored to");
  const MemoryOperands operands = memoryOperands(instruction, 2);
  StoreInst *result = translation.builder.CreateAlignedStore(
      content, pointer,
      operands.alignment.value_or(translation.naturalAlignment(content->getType())),
      operands.isVolatile || translation.source.has(instruction[0], spv::DecorationVolatile));
  setAccessMetadata(translation, *result, operands);
  return nullptr;
}

// Copies `size` bytes, which may overlap: LLVM's back end emits memmove like this. The second set
// of operands, if there is one, is the source's. One set is for both, but LLVM's translator gives
// it the target's alignment alone.
Value *copyBytes(Translation &translation, const Instruction &instruction, Value *size,
                 Align alignment, std::size_t firstOperand) {
  const auto pointers = translation.operands<2>(instruction);
  if (!pointers || !size)
    return nullptr;
  const auto [target, source] = *pointers;
  if (!target->getType()->isPointerTy() || !source->getType()->isPointerTy())
    return translation.fail(instruction, "this cannot be copied");
  const MemoryOperands one = memoryOperands(instruction, firstOperand);
  const bool hasSourceOperands = instruction.size() > one.next;
  const MemoryOperands other =
      hasSourceOperands ? memoryOperands(instruction, one.next) : MemoryOperands();
  CallInst *copy = translation.builder.CreateMemMove(target, one.alignment.value_or(alignment),
                                                     source, other.alignment.value_or(alignment),
                                                     size, one.isVolatile || other.isVolatile);
  setAccessMetadata(translation, *copy, one);
  return nullptr;
}

Value *copyMemory(Translation &translation, const Instruction &instruction) {
  // One of the two pointers may be untyped.
  const Id target = translation.pointeeId(translation.source.typeOf(instruction[0]));
  const Id source = translation.pointeeId(translation.source.typeOf(instruction[1]));
  Type *type = translation.type(target ? target : source);
  if (!type || !type->isSized())
    return translation.fail(instruction, "the size of the memory is unknown");
  const std::uint64_t bytes = translation.module.getDataLayout().getTypeStoreSize(type);
  return copyBytes(translation, instruction, translation.builder.getInt64(bytes),
                   translation.naturalAlignment(type), 2);
}

Value *copyMemorySized(Translation &translation, const Instruction &instruction) {
  return copyBytes(translation, instruction, translation.operand(instruction, 2), Align(1), 3);
}

// The addresses of access chains. `first` is the operand of the base; a typed chain indexes the
// base's pointee.
struct Chain {
  bool isInBounds = false;
  bool hasElement = false; ///< the first index offsets the base itself
  bool isTyped = true;
};

// LLVM requires member numbers as 32-bit constants.
bool addIndices(Translation &translation, const Instruction &instruction, std::size_t first,
                Id typeId, SmallVectorImpl<Value *> &indices) {
  for (std::size_t operand = first; operand != instruction.size(); ++operand) {
    Value *index = translation.operand(instruction, operand);
    if (!index)
      return false;
    const Instruction *type = translation.source.definition(typeId);
    const auto number = translation.number(instruction[operand]);
    if (type && type->op == spv::OpTypeStruct) {
      if (!number || *number >= type->size())
        return translation.fail(instruction, "the member index is not constant");
      index = translation.builder.getInt32(static_cast<std::uint32_t>(*number));
    }
    if (!index->getType()->isIntegerTy())
      return translation.fail(instruction, "an index is not an integer");
    typeId = translation.elementId(typeId, number.value_or(0));
    if (!typeId)
      return translation.fail(instruction, "there are too many indices");
    indices.push_back(index);
  }
  return true;
}

Value *accessChain(Translation &translation, const Instruction &instruction, const Chain &chain) {
  const std::size_t base = chain.isTyped ? 0 : 1;
  Value *pointer = translation.operand(instruction, base);
  if (!pointer)
    return nullptr;
  const Id typeId = chain.isTyped ? translation.pointeeId(translation.source.typeOf(instruction[0]))
                                  : instruction[0];
  Type *type = translation.type(typeId);
  if (!type || !pointer->getType()->isPointerTy() || !type->isSized())
    return translation.fail(instruction, "the base is not a pointer to a known type");
  SmallVector<Value *> indices;
  std::size_t next = base + 1;
  if (chain.hasElement) {
    Value *element = translation.operand(instruction, next++);
    if (!element)
      return nullptr;
    if (!element->getType()->isIntegerTy())
      return translation.fail(instruction, "an index is not an integer");
    indices.push_back(element);
  } else {
    indices.push_back(translation.builder.getInt64(0));
  }
  if (!addIndices(translation, instruction, next, typeId, indices))
    return nullptr;
  return translation.builder.CreateGEP(type, pointer, indices, "",
                                       chain.isInBounds ? GEPNoWrapFlags::inBounds()
                                                        : GEPNoWrapFlags::none());
}

template <bool isInBounds, bool hasElement, bool isTyped>
Value *chainOf(Translation &translation, const Instruction &instruction) {
  return accessChain(translation, instruction, {isInBounds, hasElement, isTyped});
}

// The two operands, which must be pointers of one type.
std::optional<std::array<Value *, 2>> pointers(Translation &translation,
                                               const Instruction &instruction) {
  const auto values = translation.operands<2>(instruction);
  if (!values || ((*values)[0]->getType()->isPointerTy() &&
                  (*values)[0]->getType() == (*values)[1]->getType()))
    return values;
  translation.fail(instruction, "the operands are not pointers of one type");
  return std::nullopt;
}

Value *pointerEqual(Translation &translation, const Instruction &instruction) {
  const auto values = pointers(translation, instruction);
  if (!values)
    return nullptr;
  const CmpInst::Predicate predicate =
      instruction.op == spv::OpPtrEqual ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE;
  return translation.builder.CreateICmp(predicate, (*values)[0], (*values)[1]);
}

Value *pointerDifference(Translation &translation, const Instruction &instruction) {
  const auto values = pointers(translation, instruction);
  Type *type = translation.resultType(instruction);
  Type *element =
      translation.type(translation.pointeeId(translation.source.typeOf(instruction[0])));
  if (!values || !type || !element)
    return nullptr;
  if (!type->isIntegerTy() || !element->isSized())
    return translation.fail(instruction, "there is no such distance");
  IRBuilder<> &builder = translation.builder;
  return builder.CreateSExtOrTrunc(builder.CreatePtrDiff(element, (*values)[0], (*values)[1]),
                                   type);
}

// LLVM's markers take the variable itself.
template <Intrinsic::ID marker>
Value *lifetime(Translation &translation, const Instruction &instruction) {
  Value *pointer = translation.operand(instruction, 0);
  if (auto *memory = pointer ? dyn_cast<AllocaInst>(pointer->stripPointerCasts()) : nullptr)
    translation.builder.CreateIntrinsic(marker, {memory->getType()}, {memory});
  return nullptr;
}

constexpr Handler handlers[] = {
    {spv::OpVariable, functionVariable},
    {op::UntypedVariable, functionVariable},
    {spv::OpLoad, load},
    {spv::OpStore, store},
    {spv::OpCopyMemory, copyMemory},
    {spv::OpCopyMemorySized, copyMemorySized},
    {spv::OpAccessChain, chainOf<false, false, true>},
    {spv::OpInBoundsAccessChain, chainOf<true, false, true>},
    {spv::OpPtrAccessChain, chainOf<false, true, true>},
    {spv::OpInBoundsPtrAccessChain, chainOf<true, true, true>},
    {op::UntypedAccessChain, chainOf<false, false, false>},
    {op::UntypedInBoundsAccessChain, chainOf<true, false, false>},
    {op::UntypedPtrAccessChain, chainOf<false, true, false>},
    {op::UntypedInBoundsPtrAccessChain, chainOf<true, true, false>},
    {spv::OpPtrEqual, pointerEqual},
    {spv::OpPtrNotEqual, pointerEqual},
    {spv::OpPtrDiff, pointerDifference},
    {spv::OpLifetimeStart, lifetime<Intrinsic::lifetime_start>},
    {spv::OpLifetimeStop, lifetime<Intrinsic::lifetime_end>},
};

} // namespace

ArrayRef<Handler> memoryHandlers() { return handlers; }

bool Translation::declareVariable(const Instruction &instruction) {
  if (source.has(instruction.result, spv::DecorationBuiltIn))
    return declareBuiltIn(instruction);
  if (isConstantSampler(*this, instruction))
    return true;
  llvm::Type *type = this->type(contentId(*this, instruction));
  if (!type)
    return false;
  if (!type->isSized())
    return fail(instruction, "the type has no size");
  const unsigned space = addressSpace(instruction, instruction[0]);
  if (space != globalSpace && space != constantSpace && space != localSpace)
    return fail(instruction, "storage class " + storageClassName(instruction[0]) +
                                 " is not supported outside functions");
  std::string name = source.name(instruction.result).str();
  const GlobalValue::LinkageTypes linkage = variableLinkage(*this, instruction, name);
  Constant *content = initialContent(*this, instruction, type, space);
  if (hasFailed())
    return false;
  // Modules from LLVM's translator have null here, with the meaning that
  // SPV_KHR_zero_initialize_workgroup_memory defines.
  if (space == localSpace && content && !isa<UndefValue>(content) && !content->isNullValue())
    return fail(instruction, "variables in local memory may only have a null initializer");
  const bool isConstant =
      space == constantSpace || source.has(instruction.result, spv::DecorationConstant);
  auto *variable = new GlobalVariable(module, type, isConstant, linkage, content, name,
                                      /*InsertBefore=*/nullptr, GlobalValue::NotThreadLocal, space);
  variable->setAlignment(decoratedAlignment(*this, instruction.result, type));
  define(instruction.result, variable);
  return true;
}

} // namespace weft::compiler::spirv

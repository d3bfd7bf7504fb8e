// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variable-length arrays (SPV_INTEL_variable_length_array).
//
// Each function with such arrays has one block of private memory, and a count of bytes allocated
// from its start. So passes see an ordinary array, which is private to each work-item of a gang and
// preserved across barriers. An array that does not fit terminates the launch
// (kernel-lib/spirv/variable_length_array.cl).
#include "compiler/frontend/spirv/builtins/built_in_call.h"
#include "compiler/frontend/spirv/translation.h"

#include "llvm/IR/Constants.h"
#include "llvm/Support/MathExtras.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

/// A gang of 16 work-items takes one megabyte of stack.
constexpr std::uint64_t blockBytes = 64 << 10;
/// That of the largest vectors.
constexpr std::uint64_t blockAlignment = 128;

Align alignmentOf(const Translation &translation, const Instruction &array, Type *element) {
  const Decoration *decoration = translation.source.find(array.result, spv::DecorationAlignment);
  if (decoration && isPowerOf2_32((*decoration)[0]) && (*decoration)[0] <= blockBytes)
    return Align((*decoration)[0]);
  return translation.naturalAlignment(element);
}

// An array allocated once, whose length depends on specialisation.
Value *fixedArray(Translation &translation, Type *element, std::uint64_t length, Align alignment) {
  BasicBlock &entry = translation.currentFunction->getEntryBlock();
  IRBuilder<> builder(&entry, entry.begin());
  AllocaInst *memory = builder.CreateAlloca(ArrayType::get(element, length));
  memory->setAlignment(alignment);
  return memory;
}

Value *makeArray(Translation &translation, const Instruction &instruction) {
  Type *pointer = translation.resultType(instruction);
  Type *element = translation.type(translation.pointeeId(instruction.type));
  Value *length = translation.operand(instruction, 0);
  if (!pointer || !element || !length)
    return nullptr;
  if (!element->isSized() || !length->getType()->isIntegerTy() || !translation.currentFunction)
    return translation.fail(instruction, "this is not an array");
  const Align alignment = alignmentOf(translation, instruction, element);
  const std::uint64_t bytes = translation.module.getDataLayout().getTypeAllocSize(element);
  IRBuilder<> &builder = translation.builder;
  const auto known = translation.number(instruction[0]);
  constexpr std::uint64_t most = std::uint64_t{1} << 30;
  if (known && *known <= most && bytes <= most &&
      builder.GetInsertBlock() == &translation.currentFunction->getEntryBlock())
    return fixedArray(translation, element, *known, alignment);
  auto &block = translation.blockOfArrays();
  block.memory->setAlignment(std::max(block.memory->getAlign(), alignment));
  Value *top = builder.CreateLoad(builder.getInt64Ty(), block.top);
  Value *count = translation.resized(instruction, length, builder.getInt64Ty());
  if (!count)
    return nullptr;
  Value *begin = BuiltInCall(translation, instruction, "__weft_variable_length_array")
                     .addUnnamed(top)
                     .addUnnamed(builder.getInt64(alignment.value()))
                     .addUnnamed(count)
                     .addUnnamed(builder.getInt64(bytes))
                     .addUnnamed(builder.getInt64(blockBytes))
                     .callUnmangled(builder.getInt64Ty());
  if (!begin)
    return nullptr;
  builder.CreateStore(builder.CreateAdd(begin, builder.CreateMul(count, builder.getInt64(bytes))),
                      block.top);
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), block.memory, begin);
}

// The saved value is the address after the last array.
Value *saveMemory(Translation &translation, const Instruction &instruction) {
  Type *pointer = translation.resultType(instruction);
  if (!pointer || !translation.currentFunction)
    return nullptr;
  const auto &block = translation.blockOfArrays();
  IRBuilder<> &builder = translation.builder;
  Value *top = builder.CreateLoad(builder.getInt64Ty(), block.top);
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), block.memory, top);
}

Value *restoreMemory(Translation &translation, const Instruction &instruction) {
  Value *saved = translation.operand(instruction, 0);
  if (!saved || !translation.currentFunction)
    return nullptr;
  const auto &block = translation.blockOfArrays();
  if (saved->getType() != block.memory->getType())
    return translation.fail(instruction, "this is not a pointer returned by OpSaveMemoryINTEL");
  IRBuilder<> &builder = translation.builder;
  builder.CreateStore(builder.CreatePtrDiff(builder.getInt8Ty(), saved, block.memory), block.top);
  return nullptr;
}

constexpr Handler handlers[] = {
    {spv::OpVariableLengthArrayINTEL, makeArray},
    {spv::OpSaveMemoryINTEL, saveMemory},
    {spv::OpRestoreMemoryINTEL, restoreMemory},
};

} // namespace

ArrayRef<Handler> variableLengthArrayHandlers() { return handlers; }

const Translation::BlockOfArrays &Translation::blockOfArrays() {
  if (!arrays.memory) {
    BasicBlock &entry = currentFunction->getEntryBlock();
    IRBuilder<> first(&entry, entry.begin());
    arrays.memory = first.CreateAlloca(ArrayType::get(first.getInt8Ty(), blockBytes));
    arrays.memory->setAlignment(Align(blockAlignment));
    arrays.top = first.CreateAlloca(first.getInt64Ty());
    first.CreateStore(first.getInt64(0), arrays.top);
  }
  return arrays;
}

} // namespace weft::compiler::spirv

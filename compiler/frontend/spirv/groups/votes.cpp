// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Votes and ballots (SPIR-V specification, sections 3.3.21 and 3.3.24).
#include "compiler/frontend/spirv/builtins/built_in_call.h"
#include "compiler/frontend/spirv/groups/group_scope.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

Value *elect(Translation &translation, const Instruction &instruction) {
  if (!requireSubgroup(translation, instruction, instruction[0]))
    return nullptr;
  IRBuilder<> &builder = translation.builder;
  return truthOf(
      builder, BuiltInCall(translation, instruction, "sub_group_elect").call(builder.getInt32Ty()));
}

Value *vote(Translation &translation, const Instruction &instruction, const Twine &function) {
  Value *mine = predicate(translation, instruction, 1);
  if (!mine)
    return nullptr;
  IRBuilder<> &builder = translation.builder;
  return truthOf(builder, BuiltInCall(translation, instruction, function.str())
                              .add(predicateNumber(builder, mine))
                              .call(builder.getInt32Ty()));
}

Value *uniformVote(Translation &translation, const Instruction &instruction) {
  const GroupScope *scope = groupScope(translation, instruction, instruction[0]);
  return scope ? vote(translation, instruction,
                      scope->prefix + Twine(instruction.op == spv::OpGroupAll ? "all" : "any"))
               : nullptr;
}

Value *nonUniformVote(Translation &translation, const Instruction &instruction) {
  if (!requireSubgroup(translation, instruction, instruction[0]))
    return nullptr;
  return vote(translation, instruction,
              instruction.op == spv::OpGroupNonUniformAll ? "sub_group_non_uniform_all"
                                                          : "sub_group_non_uniform_any");
}

// Vectors are equal if all their components are.
Value *allEqual(Translation &translation, const Instruction &instruction) {
  if (!requireSubgroup(translation, instruction, instruction[0]))
    return nullptr;
  IRBuilder<> &builder = translation.builder;
  Value *value = translation.operand(instruction, 1);
  Value *equal = eachComponent(translation, instruction, value, [&](ArrayRef<Value *> components) {
    Value *component = components[0];
    if (component->getType()->isIntegerTy(1))
      component = predicateNumber(builder, component);
    return truthOf(builder, BuiltInCall(translation, instruction, "sub_group_non_uniform_all_equal")
                                .add(component)
                                .call(builder.getInt32Ty()));
  });
  return equal && equal->getType()->isVectorTy() ? builder.CreateAndReduce(equal) : equal;
}

Type *ballotType(IRBuilder<> &builder) { return FixedVectorType::get(builder.getInt32Ty(), 4); }

Value *ballot(Translation &translation, const Instruction &instruction) {
  Value *mine = predicate(translation, instruction, 1);
  if (!mine || !requireSubgroup(translation, instruction, instruction[0]))
    return nullptr;
  IRBuilder<> &builder = translation.builder;
  return BuiltInCall(translation, instruction, "sub_group_ballot")
      .add(predicateNumber(builder, mine))
      .call(ballotType(builder));
}

// A call with the ballot operand, and an index if there is one.
Value *callOfBallot(Translation &translation, const Instruction &instruction, StringRef function,
                    std::size_t operand, std::optional<std::size_t> indexOperand = {}) {
  Value *value = translation.operand(instruction, operand);
  if (!value || !requireSubgroup(translation, instruction, instruction[0]))
    return nullptr;
  IRBuilder<> &builder = translation.builder;
  if (value->getType() != ballotType(builder))
    return translation.fail(instruction, "the operand is not a ballot: four 32-bit integers");
  BuiltInCall call(translation, instruction, function, Sign::Unsigned);
  call.add(value);
  if (indexOperand)
    call.add(index(translation, instruction, *indexOperand));
  return call.call(builder.getInt32Ty());
}

Value *numberOfBallot(Translation &translation, const Instruction &instruction, StringRef function,
                      std::size_t operand) {
  Type *type = translation.resultType(instruction);
  Value *result = callOfBallot(translation, instruction, function, operand);
  if (!type || !result)
    return nullptr;
  return type->isIntegerTy() ? translation.builder.CreateZExtOrTrunc(result, type)
                             : translation.fail(instruction, "the result is not an integer");
}

Value *inverseBallot(Translation &translation, const Instruction &instruction) {
  return truthOf(translation.builder,
                 callOfBallot(translation, instruction, "sub_group_inverse_ballot", 1));
}

Value *bitOfBallot(Translation &translation, const Instruction &instruction) {
  return truthOf(translation.builder,
                 callOfBallot(translation, instruction, "sub_group_ballot_bit_extract", 1, 2));
}

Value *countBits(Translation &translation, const Instruction &instruction) {
  constexpr StringLiteral functions[] = {"sub_group_ballot_bit_count",
                                         "sub_group_ballot_inclusive_scan",
                                         "sub_group_ballot_exclusive_scan"};
  if (instruction[1] >= std::size(functions))
    return translation.fail(instruction, "group operation " + groupOperationName(instruction[1]) +
                                             " is not supported");
  return numberOfBallot(translation, instruction, functions[instruction[1]], 2);
}

Value *lowestBit(Translation &translation, const Instruction &instruction) {
  return numberOfBallot(translation, instruction, "sub_group_ballot_find_lsb", 1);
}
Value *highestBit(Translation &translation, const Instruction &instruction) {
  return numberOfBallot(translation, instruction, "sub_group_ballot_find_msb", 1);
}

constexpr Handler handlers[] = {
    {spv::OpGroupAll, uniformVote},
    {spv::OpGroupAny, uniformVote},
    {spv::OpGroupNonUniformElect, elect},
    {spv::OpGroupNonUniformAll, nonUniformVote},
    {spv::OpGroupNonUniformAny, nonUniformVote},
    {spv::OpGroupNonUniformAllEqual, allEqual},
    {spv::OpGroupNonUniformBallot, ballot},
    {spv::OpGroupNonUniformInverseBallot, inverseBallot},
    {spv::OpGroupNonUniformBallotBitExtract, bitOfBallot},
    {spv::OpGroupNonUniformBallotBitCount, countBits},
    {spv::OpGroupNonUniformBallotFindLSB, lowestBit},
    {spv::OpGroupNonUniformBallotFindMSB, highestBit},
};

} // namespace

ArrayRef<Handler> voteHandlers() { return handlers; }

} // namespace weft::compiler::spirv

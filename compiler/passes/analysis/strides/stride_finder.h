// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a StrideInfo is filled: stride_analysis.cpp says where strides begin and goes through
// arithmetic, stride_extensions.cpp through extensions and truncations, stride_wraps.cpp through
// what wraps by intent, divisions and masks. For these files alone.
#pragma once

#include "compiler/passes/analysis/strides/stride_analysis.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/lanes/lane_functions.h"
#include "compiler/passes/support/lanes/linear_gangs.h"
#include "compiler/passes/support/lanes/sub_groups.h"
#include "compiler/passes/support/lanes/vector_stages.h"
#include "compiler/passes/support/region_parameters.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/ConstantFolder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include <optional>

namespace weft::compiler {

/// Fills a StrideInfo.
class StrideFinder {
public:
  StrideFinder(const llvm::Function &function, const llvm::UniformityInfo &uniformity,
               std::optional<unsigned> laneDimension, LaneScope scope, InductionStrides inductions,
               StrideInfo &info)
      : function(function), layout(function.getDataLayout()), uniformity(uniformity),
        laneDimension(laneDimension), scope(scope), inductions(inductions),
        idsStep(scope != LaneScope::Gang || !function.hasFnAttribute(linearGangsAttribute)),
        followsSteps(VectorStages::attachedTo(function).run(VectorStage::Strides)), info(info) {}

  void run() {
    for (const llvm::Argument &argument : function.args())
      if (uniformity.isDivergent(&argument))
        record(argument, steps(argument) ? MaybeShape(rootOf(argument, 1)) : std::nullopt);
    for (const llvm::BasicBlock *block :
         llvm::ReversePostOrderTraversal<const llvm::Function *>(&function))
      for (const llvm::Instruction &instruction : *block)
        if (!instruction.isTerminator() && !isUniformInstruction(instruction))
          record(instruction, shapeOf(instruction));
  }

private:
  using Expression = const UniformExpression *;
  /// A stride that is being made; the step of a uniform value is 0.
  struct Shape {
    Expression base = nullptr;
    std::int64_t step = 0;
    llvm::SmallVector<StrideCondition, 2> conditions;
  };
  using MaybeShape = std::optional<Shape>;

  static bool isLocalId(const llvm::Argument &argument) {
    const auto index = regionParameter(argument);
    return index && *index >= RegionParameters::LocalId && *index < RegionParameters::LocalId + 3;
  }

  // Whether a parameter that varies grows by one from lane to lane.
  bool steps(const llvm::Argument &argument) const {
    return isLocalId(argument) ? idsStep : scope != LaneScope::Column;
  }

  // Copies with effects are made for each lane, though all of them have one result.
  bool isUniformInstruction(const llvm::Instruction &instruction) const {
    if (uniformity.isDivergent(&instruction))
      return false;
    if (llvm::isa<llvm::PHINode>(instruction) || isUniformInSubGroup(instruction))
      return true;
    if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        call && isUniformLaneFunction(*call))
      return true;
    return !instruction.mayHaveSideEffects() &&
           llvm::all_of(instruction.operands(),
                        [&](const llvm::Use &use) { return info.isUniform(*use); });
  }

  void record(const llvm::Value &value, const MaybeShape &shape) {
    const Stride *&place = info.values[&value];
    place = nullptr;
    if (!shape)
      return;
    assert((value.getType()->isIntegerTy() || value.getType()->isPointerTy()) &&
           shape->base->type == value.getType() && "only integers and addresses are strided");
    place = new (info.memory)
        Stride{shape->base, shape->step, llvm::ArrayRef(shape->conditions).copy(info.memory)};
  }

  // Expressions. Constants are folded, as steps depend on them.
  Expression make(const UniformExpression &expression) {
    return new (info.memory) UniformExpression(expression);
  }
  Expression valueOf(const llvm::Value &value) {
    assert(info.isUniform(value) && "an expression is uniform");
    return make({UniformExpression::Kind::Value, value.getType(), &value, 0, {}});
  }
  Expression operation(unsigned opcode, llvm::Type *type, llvm::ArrayRef<Expression> operands) {
    return make(
        {UniformExpression::Kind::Operation, type, nullptr, opcode, operands.copy(info.memory)});
  }
  static llvm::Constant *asConstant(Expression expression) {
    return const_cast<llvm::ConstantInt *>(expression->asConstant());
  }
  Expression binary(llvm::Instruction::BinaryOps opcode, Expression first, Expression second) {
    llvm::Constant *left = asConstant(first), *right = asConstant(second);
    if (left && right)
      if (const llvm::Value *folded = llvm::ConstantFolder().FoldBinOp(opcode, left, right))
        return valueOf(*folded);
    return operation(opcode, first->type, {first, second});
  }
  Expression castTo(llvm::Instruction::CastOps opcode, Expression inner, llvm::Type *type) {
    if (inner->type == type)
      return inner;
    if (llvm::Constant *constant = asConstant(inner))
      if (const llvm::Value *folded = llvm::ConstantFolder().FoldCast(opcode, constant, type))
        return valueOf(*folded);
    return operation(opcode, type, {inner});
  }
  Expression resized(Expression inner, llvm::Type *type, bool isSigned) {
    const bool isCut = inner->type->getIntegerBitWidth() > type->getIntegerBitWidth();
    return castTo(isCut      ? llvm::Instruction::Trunc
                  : isSigned ? llvm::Instruction::SExt
                             : llvm::Instruction::ZExt,
                  inner, type);
  }
  Expression constant(llvm::Type *type, std::uint64_t value) {
    return valueOf(*llvm::ConstantInt::get(type, value));
  }

  Shape rootOf(const llvm::Value &value, std::int64_t step) {
    return {make({UniformExpression::Kind::FirstLane, value.getType(), &value, 0, {}}), step, {}};
  }

  // What is known of an operand.
  MaybeShape affineOf(const llvm::Value &value) {
    if (info.isUniform(value))
      return Shape{valueOf(value), 0, {}};
    const Stride *known = info.strideOf(value);
    if (!known)
      return std::nullopt;
    Shape shape = rootOf(value, known->step);
    if (known->base->asConstant())
      shape.base = known->base;
    if (!known->conditions.empty())
      shape.conditions.push_back({StrideCondition::Kind::AsFor, nullptr, 0, nullptr, &value});
    return shape;
  }

  static void addNoWrap(Shape &shape, Expression base, std::int64_t step, bool isSigned) {
    if (step != 0)
      shape.conditions.push_back(
          {isSigned ? StrideCondition::Kind::NoSignedWrap : StrideCondition::Kind::NoUnsignedWrap,
           base, step, nullptr, nullptr});
  }

  /// A step in the width of a type.
  static std::int64_t truncated(std::int64_t step, const llvm::Type *type) {
    return llvm::SignExtend64(static_cast<std::uint64_t>(step), type->getIntegerBitWidth());
  }

  MaybeShape combined(const llvm::BinaryOperator &operation, const Shape &first,
                      const Shape &second);
  MaybeShape extendedShape(const llvm::Value &value, bool isSigned, unsigned depth = 0);
  MaybeShape extendedInstruction(const llvm::Instruction &instruction, bool isSigned,
                                 unsigned depth);
  MaybeShape clampedShape(const llvm::MinMaxIntrinsic &clamp, unsigned depth);
  MaybeShape shapeOfExtension(const llvm::Instruction &instruction, llvm::Type *narrow,
                              const llvm::Value &operand, bool isSigned);
  MaybeShape shapeOfShiftRight(const llvm::Instruction &instruction);
  /// Whether stride_wraps.cpp finds the stride of a value like this.
  static bool wrapsByIntent(const llvm::Instruction &instruction);
  MaybeShape resizedShape(const llvm::Instruction &instruction, llvm::Type *type, bool isSigned);
  MaybeShape shapeOfMask(const llvm::Instruction &mask);
  MaybeShape shapeOfRing(const llvm::Value &value, const llvm::Value &mask);
  MaybeShape shapeOfDivision(const llvm::BinaryOperator &division);
  MaybeShape shapeOfGuardedDivision(const llvm::SelectInst &guard);
  void addBound(Shape &shape, Expression first, std::int64_t step, std::uint64_t bound,
                bool isUpper);
  bool addPeriod(Shape &shape, Expression rest, const llvm::Value &period, Expression last);
  MaybeShape complement(MaybeShape shape);
  MaybeShape shapeOfAddress(const llvm::GetElementPtrInst &address);
  MaybeShape shapeOfRoot(const llvm::Instruction &instruction);
  std::optional<std::int64_t> stepOfStart(const llvm::Value &start) const;
  MaybeShape shapeOfInduction(const llvm::PHINode &phi);
  MaybeShape shapeOfInteger(const llvm::Instruction &instruction);
  MaybeShape shapeOf(const llvm::Instruction &instruction);

  const llvm::Function &function;
  const llvm::DataLayout &layout;
  const llvm::UniformityInfo &uniformity;
  const std::optional<unsigned> laneDimension;
  const LaneScope scope;
  const InductionStrides inductions;
  const bool idsStep; ///< local ids that vary grow by one from lane to lane
  const bool followsSteps;
  StrideInfo &info;
};

} // namespace weft::compiler

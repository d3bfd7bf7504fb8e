// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/memory/value_steps.h"

#include "llvm/IR/GetElementPtrTypeIterator.h"

namespace weft::compiler {

using namespace llvm;

ValueSteps::ValueSteps(ArrayRef<const Instruction *> origins, const DataLayout &layout)
    : layout(layout), origins(origins.begin(), origins.end()) {
  SmallVector<const Value *> work(origins.begin(), origins.end());
  varying.insert_range(origins);
  while (!work.empty())
    for (const User *user : work.pop_back_val()->users())
      if (varying.insert(user).second)
        work.push_back(user);
}

std::optional<std::int64_t> ValueSteps::of(const Value &value) const {
  if (!varying.contains(&value))
    return 0;
  if (origins.contains(&value))
    return 1;
  if (value.hasOneUse())
    return compute(value);
  if (const auto known = found.find(&value); known != found.end())
    return known->second;
  const Step step = compute(value);
  found[&value] = step;
  return step;
}

// A phi, where all cycles are, has none.
ValueSteps::Step ValueSteps::compute(const Value &value) const {
  if (isa<SExtInst, ZExtInst, TruncInst, FreezeInst>(value))
    return of(*cast<Instruction>(value).getOperand(0));
  if (const auto *address = dyn_cast<GetElementPtrInst>(&value))
    return ofAddress(*address);
  const auto *operation = dyn_cast<BinaryOperator>(&value);
  return operation ? ofOperation(*operation) : std::nullopt;
}

namespace {

// The product of a step and the constant that a multiplication or a shift has.
std::optional<std::int64_t> product(std::int64_t step, const BinaryOperator &operation) {
  const auto *constant = dyn_cast<ConstantInt>(operation.getOperand(1));
  const bool shifts = operation.getOpcode() == Instruction::Shl;
  if (!constant || !constant->getValue().isSignedIntN(shifts ? 6 : 64))
    return std::nullopt;
  const std::int64_t value = constant->getSExtValue();
  std::int64_t result;
  if ((shifts && value < 0) || MulOverflow(step, shifts ? std::int64_t{1} << value : value, result))
    return std::nullopt;
  return result;
}

} // namespace

ValueSteps::Step ValueSteps::ofOperation(const BinaryOperator &operation) const {
  const Step left = of(*operation.getOperand(0)), right = of(*operation.getOperand(1));
  if (!left || !right)
    return std::nullopt;
  std::int64_t result;
  switch (operation.getOpcode()) {
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(operation).isDisjoint())
      return std::nullopt;
    [[fallthrough]];
  case Instruction::Add:
    return AddOverflow(*left, *right, result) ? Step() : result;
  case Instruction::Sub:
    return SubOverflow(*left, *right, result) ? Step() : result;
  case Instruction::Mul:
  case Instruction::Shl:
    return product(*left, operation);
  default:
    return std::nullopt;
  }
}

ValueSteps::Step ValueSteps::ofAddress(const GetElementPtrInst &address) const {
  std::optional<std::int64_t> sum = of(*address.getPointerOperand());
  const auto end = gep_type_end(address);
  for (auto index = gep_type_begin(address); sum && index != end; ++index) {
    if (index.isStruct())
      continue; // its member is a constant
    const auto step = of(*index.getOperand());
    const auto bytes =
        static_cast<std::int64_t>(index.getSequentialElementStride(layout).getFixedValue());
    std::int64_t product, result;
    if (!step || MulOverflow(*step, bytes, product) || AddOverflow(*sum, product, result))
      return std::nullopt;
    sum = result;
  }
  return sum;
}

} // namespace weft::compiler

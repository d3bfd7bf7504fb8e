// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/affine/affine_form.h"

#include "compiler/passes/analysis/affine/extensions.h"
#include "compiler/passes/support/limits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Operator.h"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned formBits = 64;

AffineForm formOf(Value *term, bool isSigned, std::int64_t factor = 1) {
  AffineForm form;
  form.terms.push_back({term, isSigned, factor});
  return form;
}

std::optional<std::int64_t> numberOf(const APInt &number, bool isSigned) {
  if (isSigned ? !number.isSignedIntN(formBits) : !number.isIntN(formBits - 1))
    return std::nullopt;
  return isSigned ? number.getSExtValue() : static_cast<std::int64_t>(number.getZExtValue());
}

// A vector of constants that grow by one number from lane to lane.
std::optional<AffineForm> ofSequence(const Constant &vector) {
  const auto *first = dyn_cast_or_null<ConstantInt>(vector.getAggregateElement(0u));
  if (!first || first->getBitWidth() > formBits)
    return std::nullopt;
  std::optional<APInt> step;
  APInt last = first->getValue();
  for (unsigned lane = 1; const auto *element = vector.getAggregateElement(lane); ++lane) {
    const auto *number = dyn_cast<ConstantInt>(element);
    if (!number || (step && number->getValue() - last != *step))
      return std::nullopt;
    step = number->getValue() - last;
    last = number->getValue();
  }
  AffineForm form;
  form.constant = first->getSExtValue();
  if (step && !step->isZero())
    form.terms.push_back({nullptr, true, step->getSExtValue()});
  return form;
}

// An operation as constant + Σ factor · operand.
struct LinearOperation {
  std::int64_t constant = 0;
  SmallVector<std::pair<Value *, std::int64_t>, 2> parts;

  static std::optional<LinearOperation> of(const BinaryOperator &operation, bool isSigned) {
    Value *left = operation.getOperand(0), *right = operation.getOperand(1);
    const auto *disjoint = dyn_cast<PossiblyDisjointInst>(&operation);
    const APInt *number = nullptr;
    // Local sizes become constants late, on either side.
    if (operation.isCommutative() && isa<Constant>(left))
      std::swap(left, right);
    if (operation.getOpcode() == Instruction::Add || (disjoint && disjoint->isDisjoint()))
      return LinearOperation{0, {{left, 1}, {right, 1}}};
    if (operation.getOpcode() == Instruction::Sub)
      return LinearOperation{0, {{left, 1}, {right, -1}}};
    if (match(right, m_APInt(number))) {
      const auto known = numberOf(*number, isSigned);
      if (operation.getOpcode() == Instruction::Mul && known)
        return LinearOperation{0, {{left, *known}}};
      if (operation.getOpcode() == Instruction::Shl && number->ult(formBits - 1))
        return LinearOperation{0, {{left, std::int64_t{1} << number->getZExtValue()}}};
      if (operation.getOpcode() == Instruction::Xor && number->isAllOnes() && known)
        return LinearOperation{*known, {{left, -1}}};
    }
    return std::nullopt;
  }
};

} // namespace

std::int64_t AffineForm::factorOf(const Value *value) const {
  const auto term = find_if(terms, [&](const Term &one) { return one.value == value; });
  return term == terms.end() ? 0 : term->factor;
}

bool AffineForm::isJust(const Value &value) const {
  return terms.size() == 1 && constant == 0 && factorOf(&value) == 1;
}

bool AffineForm::add(const AffineForm &other, std::int64_t factor) {
  const auto addProduct = [&](std::int64_t &sum, std::int64_t number) {
    std::int64_t product = 0;
    return !MulOverflow(number, factor, product) && !AddOverflow(sum, product, sum);
  };
  if (!addProduct(constant, other.constant))
    return false;
  for (const Term &term : other.terms) {
    auto same = find_if(terms, [&](const Term &one) {
      return one.value == term.value && one.isSigned == term.isSigned;
    });
    if (same == terms.end()) {
      terms.push_back({term.value, term.isSigned, 0});
      same = &terms.back();
    }
    if (!addProduct(same->factor, term.factor))
      return false;
  }
  for (const Condition &condition : other.conditions) {
    conditions.push_back(condition);
    conditions.back().factor = 0;
    if (!addProduct(conditions.back().factor, condition.factor))
      return false;
  }
  mayWrap |= other.mayWrap;
  return true;
}

Value *AffineForm::emit(IRBuilderBase &builder, Type &type,
                        function_ref<Value *(const Term &)> valueOf) const {
  Value *sum = nullptr;
  for (const bool isNegative : {false, true}) {
    if (isNegative && (!sum || constant != 0)) {
      Value *number = ConstantInt::getSigned(&type, constant, /*ImplicitTrunc=*/true);
      sum = sum ? builder.CreateAdd(sum, number) : number;
    }
    for (const Term &term : terms) {
      const bool isHere = term.factor != 0 && (term.factor < 0) == isNegative;
      Value *value = isHere ? valueOf(term) : nullptr;
      if (!value)
        continue;
      if (const std::int64_t times = isNegative ? -term.factor : term.factor; times != 1)
        value = builder.CreateMul(value, ConstantInt::getSigned(&type, times, true));
      sum = isNegative ? builder.CreateSub(sum, value)
            : sum      ? builder.CreateAdd(sum, value)
                       : value;
    }
  }
  return sum;
}

void AffineForm::print(raw_ostream &stream, function_ref<void(const Value &)> printTerm) const {
  ListSeparator plus(" + ");
  for (const Term &term : terms) {
    if (term.factor == 0)
      continue;
    stream << static_cast<StringRef>(plus);
    if (term.factor != 1)
      stream << term.factor << " * ";
    if (!term.value) {
      stream << "lane";
      continue;
    }
    if (!term.isSigned && term.value->getType()->getScalarSizeInBits() < formBits)
      stream << "zext ";
    printTerm(*term.value);
  }
  if (constant != 0 || all_of(terms, [](const Term &term) { return term.factor == 0; }))
    stream << static_cast<StringRef>(plus) << constant;
  ListSeparator condition(" and ");
  for (const Condition &one : conditions) {
    const StringRef before = condition;
    stream << (before.empty() ? " if " : before);
    printTerm(*one.extension);
    stream << " keeps its operand";
  }
}

AffineForm AffineForms::at(Value &value, Reading reading, unsigned depth) {
  Type *type = value.getType();
  const bool isSigned = reading != Reading::Unsigned;
  if (const auto *number = dyn_cast<ConstantInt>(&value))
    if (const auto constant = numberOf(number->getValue(), isSigned)) {
      AffineForm form;
      form.constant = *constant;
      return form;
    }
  AffineForm itself = formOf(&value, isSigned);
  if (depth == limits::affineDepth || isTerm(value) ||
      (type->isIntegerTy() && type->getIntegerBitWidth() > formBits))
    return itself;
  if (auto *vector = dyn_cast<Constant>(&value); vector && type->isVectorTy())
    return ofSequence(*vector).value_or(itself);
  if (Value *shared = type->isVectorTy() ? getSplatValue(&value) : nullptr)
    return formOf(shared, isSigned);
  auto *instruction = dyn_cast<Instruction>(&value);
  auto *address = dyn_cast<GEPOperator>(&value);
  if (!instruction && !address)
    return itself;
  const std::pair<Value *, unsigned> key(&value, static_cast<unsigned>(reading));
  if (!value.hasOneUse())
    if (const auto found = known.find(key); found != known.end())
      return found->second;
  MaybeForm form =
      address ? ofAddress(*address, depth + 1) : ofInstruction(*instruction, reading, depth + 1);
  // Both extensions of what is not negative are the same.
  if (!form && policy == WrapPolicy::Exact && type->isIntegerTy() && reading != Reading::Whole &&
      rangeInSmallLaunch(value).isAllNonNegative())
    form = ofInstruction(*instruction, isSigned ? Reading::Unsigned : Reading::Signed, depth + 1);
  if (!form || form->terms.size() > limits::affineTerms)
    form = itself;
  if (!value.hasOneUse())
    known[key] = *form;
  return *form;
}

AffineForms::MaybeForm AffineForms::ofInstruction(Instruction &instruction, Reading reading,
                                                  unsigned depth) {
  if (auto *cut = dyn_cast<TruncInst>(&instruction))
    return ofTruncation(*cut, reading, depth);
  if (isa<FreezeInst>(instruction) && policy == WrapPolicy::Assumed)
    return at(*instruction.getOperand(0), reading, depth);
  if (!instruction.getType()->isIntOrIntVectorTy())
    return std::nullopt;
  if (auto form = ofExtension(instruction, reading, depth))
    return form;
  auto *operation = dyn_cast<BinaryOperator>(&instruction);
  if (!operation)
    return std::nullopt;
  return operation->isShift() && operation->getOpcode() != Instruction::Shl
             ? ofShiftRight(*operation, depth)
             : ofOperation(*operation, reading, depth);
}

AffineForms::MaybeForm AffineForms::ofTruncation(TruncInst &cut, Reading reading, unsigned depth) {
  if (policy == WrapPolicy::Modular || !cut.getType()->isIntegerTy())
    return std::nullopt;
  const bool keeps = keepsOperand(cut, reading != Reading::Unsigned);
  if (!keeps && policy == WrapPolicy::Exact)
    return std::nullopt;
  AffineForm form = at(*cut.getOperand(0), reading, depth);
  form.mayWrap |= !keeps;
  // What such a condition is about is above the bits that stay.
  erase_if(form.conditions, [&](const AffineForm::Condition &condition) {
    return condition.bits &&
           condition.bits + countr_zero(static_cast<std::uint64_t>(condition.factor)) >=
               cut.getType()->getIntegerBitWidth();
  });
  return form;
}

AffineForms::MaybeForm AffineForms::ofExtension(Instruction &instruction, Reading reading,
                                                unsigned depth) {
  const auto extension = Extension::of(instruction);
  if (!extension || policy == WrapPolicy::Modular || !instruction.getType()->isIntegerTy())
    return std::nullopt;
  const bool keeps = extension->keepsOperand();
  if (policy == WrapPolicy::Exact &&
      (!keeps || (extension->isSigned && reading == Reading::Unsigned)))
    return std::nullopt;
  const auto *positive = dyn_cast<PossiblyNonNegInst>(&instruction);
  const bool isPositive = positive && positive->hasNonNeg();
  AffineForm inner =
      at(*extension->operand, extension->isSigned ? Reading::Signed : Reading::Unsigned, depth);
  // As a number with a sign it may be a sum, too.
  if (isPositive && inner.isJust(*extension->operand))
    if (AffineForm sum = at(*extension->operand, Reading::Signed, depth);
        !sum.isJust(*extension->operand))
      inner = sum;
  const bool isSure = isPositive || (keeps && !inner.mayWrap);
  inner.mayWrap = false;
  AffineForm form;
  if (!form.add(inner, std::int64_t{1} << extension->shift))
    return std::nullopt;
  if (!isSure)
    form.conditions.push_back(
        {&instruction, extension->bits + extension->shift, extension->isSigned, 1});
  return form;
}

// InstCombine shifts indices to the top of a number, adds constants there, and shifts them back.
AffineForms::MaybeForm AffineForms::ofShiftRight(BinaryOperator &shift, unsigned depth) {
  const auto *amount = dyn_cast<ConstantInt>(shift.getOperand(1));
  const unsigned width = shift.getType()->getScalarSizeInBits();
  if (policy != WrapPolicy::Assumed || !amount ||
      amount->getValue().uge(std::min(width, formBits - 1)))
    return std::nullopt;
  const bool isSigned = shift.getOpcode() == Instruction::AShr;
  AffineForm form = at(*shift.getOperand(0), isSigned ? Reading::Signed : Reading::Unsigned, depth);
  const std::int64_t divisor = std::int64_t{1} << amount->getZExtValue();
  bool isExact = form.constant % divisor == 0;
  form.constant /= divisor;
  const auto divide = [&](auto &part) {
    isExact &= part.factor % divisor == 0;
    part.factor /= divisor;
  };
  for_each(form.terms, divide);
  for_each(form.conditions, divide);
  if (!isExact)
    return std::nullopt;
  if (form.mayWrap)
    form.conditions.push_back(
        {&shift, width - static_cast<unsigned>(amount->getZExtValue()), isSigned, 1});
  form.mayWrap = false;
  return form;
}

AffineForms::MaybeForm AffineForms::ofOperation(BinaryOperator &operation, Reading reading,
                                                unsigned depth) {
  const bool isSigned = reading != Reading::Unsigned;
  const auto linear = LinearOperation::of(operation, isSigned);
  if (!linear)
    return std::nullopt;
  AffineForm form;
  form.constant = linear->constant;
  form.mayWrap = policy != WrapPolicy::Modular && reading != Reading::Whole &&
                 !neverWraps(operation, isSigned);
  if (form.mayWrap && policy == WrapPolicy::Exact)
    return std::nullopt;
  for (const auto &[operand, factor] : linear->parts)
    if (!form.add(at(*operand, reading, depth), factor))
      return std::nullopt;
  return form;
}

AffineForms::MaybeForm AffineForms::ofAddress(GEPOperator &address, unsigned depth) {
  SmallMapVector<Value *, APInt, 4> indices;
  APInt offset(formBits, 0);
  if (address.getType()->isVectorTy() || !address.collectOffset(layout, formBits, indices, offset))
    return std::nullopt;
  AffineForm form = at(*address.getPointerOperand(), Reading::Whole, depth);
  if (AddOverflow(form.constant, offset.getSExtValue(), form.constant))
    return std::nullopt;
  for (const auto &[index, bytes] : indices) {
    const bool isWhole = index->getType()->isIntegerTy(formBits);
    AffineForm inner = at(*index, isWhole ? Reading::Whole : Reading::Signed, depth);
    if (inner.mayWrap) // the address extends it
      inner.conditions.push_back({cast<Instruction>(&address), 0, true, 1});
    inner.mayWrap = false;
    if (!form.add(inner, bytes.getSExtValue()))
      return std::nullopt;
  }
  return form;
}

} // namespace weft::compiler

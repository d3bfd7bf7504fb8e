// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/copies/copy_forms.h"

namespace weft::compiler {

using namespace llvm;

bool CopyForms::isShared(const Value &value) const {
  if (const auto *instruction = dyn_cast<Instruction>(&value))
    return !loop.contains(instruction) && uniformity.isUniform(*instruction);
  return isa<Argument, Constant>(value);
}

bool CopyForms::isCounter(Value &value) {
  if (!value.getType()->isIntegerTy() || value.getType()->getIntegerBitWidth() < 32)
    return false;
  const AffineForm form = forms.of(value);
  Fall fall;
  return form.isJust(counter) && all_of(form.conditions, [&](const auto &condition) {
           return find(condition, fall) == Falling::Never;
         });
}

std::optional<CopyAddress> CopyForms::ofAddress(Value &pointer) {
  const AffineForm form = forms.of(pointer);
  if (!all_of(form.terms, [&](const AffineForm::Term &term) {
        return term.value == &counter || isShared(*term.value);
      })) // and so are those of conditions
    return std::nullopt;
  CopyAddress address{form.factorOf(&counter), std::nullopt};
  for (const AffineForm::Condition &condition : form.conditions) {
    Fall fall;
    const Falling falling = find(condition, fall);
    if (falling == Falling::Unknown || (falling == Falling::Perhaps && address.fall))
      return std::nullopt;
    if (falling == Falling::Perhaps)
      address.fall = fall;
  }
  return address;
}

CopyForms::Falling CopyForms::find(const AffineForm::Condition &condition, Fall &fall) {
  if (!condition.bits)
    return Falling::Unknown;
  const AffineForm form = forms.of(*condition.extension);
  const std::int64_t step = form.factorOf(&counter);
  if (step == 0)
    return Falling::Never;
  const unsigned bits = condition.bits;
  const auto wide = [&](const APInt &number) {
    return condition.isSigned ? number.sext(128) : number.zext(128);
  };
  const APInt distance = APInt(128, limit) * APInt(128, step, /*isSigned=*/true);
  if (step < 0 || !isPowerOf2_64(step) || distance.ugt(APInt::getOneBitSet(128, bits)))
    return Falling::Unknown;
  const APInt start = APInt(64, form.constant, /*isSigned=*/true).trunc(bits);
  const APInt last = condition.isSigned ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
  if (form.terms.size() == 1 && (wide(start) + distance).sle(wide(last)))
    return Falling::Never;
  const unsigned width = condition.extension->getType()->getIntegerBitWidth();
  fall = {condition.extension, last.zext(width), APInt(width, step),
          APInt(64, condition.factor, /*isSigned=*/true) << bits};
  return Falling::Perhaps;
}

} // namespace weft::compiler

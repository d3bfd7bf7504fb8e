// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/narrow_integers.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

#define DEBUG_TYPE "weft-narrow-integers"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(operationsNarrowed, "32-bit operations narrowed to 16 bits");

namespace {

constexpr unsigned narrowBits = 16;

// The facts about a 32-bit operand.
struct Known {
  ConstantRange range;
  bool fitsSigned() const {
    return range.getSignedMin().sge(-(1 << (narrowBits - 1))) &&
           range.getSignedMax().slt(1 << (narrowBits - 1));
  }
  bool fitsUnsigned() const { return range.getUnsignedMax().ult(1 << narrowBits); }
  bool fits() const { return fitsSigned() || fitsUnsigned(); }
};

class Narrowing {
public:
  void run(Function &function) {
    ReversePostOrderTraversal<Function *> order(&function);
    for (BasicBlock *block : order)
      for (Instruction &instruction : *block)
        consider(instruction);
    if (!pays())
      return;
    for (const auto &[instruction, range] : ranges)
      narrow(*instruction);
    replaceUses();
  }

private:
  static bool isWord(const Value &value) { return value.getType()->isIntegerTy(32); }
  static bool isExtension(const Instruction &instruction) {
    return isa<ZExtInst, SExtInst>(instruction) &&
           (instruction.getOperand(0)->getType()->isIntegerTy(8) ||
            instruction.getOperand(0)->getType()->isIntegerTy(narrowBits));
  }

  // Nothing if the operation has no narrow form.
  std::optional<Known> known(const Value &value) const {
    if (const auto *constant = dyn_cast<ConstantInt>(&value)) {
      const Known result{ConstantRange(constant->getValue())};
      return result.fits() ? std::optional<Known>(result) : std::nullopt;
    }
    const auto found = ranges.find(const_cast<Instruction *>(dyn_cast<Instruction>(&value)));
    return found == ranges.end() ? std::nullopt : std::optional<Known>(Known{found->second});
  }

  // Both signed, or both unsigned.
  static bool agree(const Known &a, const Known &b) {
    return (a.fitsSigned() && b.fitsSigned()) || (a.fitsUnsigned() && b.fitsUnsigned());
  }

  void consider(Instruction &instruction) {
    if (!isWord(instruction))
      return;
    if (const auto range = rangeOf(instruction); range && Known{*range}.fits())
      ranges.insert({&instruction, *range});
  }

  // The interval of an operation that has a narrow form.
  std::optional<ConstantRange> rangeOf(const Instruction &instruction) const {
    if (isExtension(instruction)) {
      const unsigned bits = instruction.getOperand(0)->getType()->getIntegerBitWidth();
      return ConstantRange::getFull(bits).castOp(
          isa<ZExtInst>(instruction) ? Instruction::ZExt : Instruction::SExt, 32);
    }
    if (isa<SelectInst>(instruction)) {
      const auto a = known(*instruction.getOperand(1)), b = known(*instruction.getOperand(2));
      return a && b ? std::optional<ConstantRange>(a->range.unionWith(b->range)) : std::nullopt;
    }
    if (const auto *call = dyn_cast<IntrinsicInst>(&instruction))
      return rangeOfCall(*call);
    const auto *operation = dyn_cast<BinaryOperator>(&instruction);
    if (!operation)
      return std::nullopt;
    const auto a = known(*operation->getOperand(0)), b = known(*operation->getOperand(1));
    if (!a || !b || !hasNarrowForm(*operation, *a))
      return std::nullopt;
    // LLVM does not know about shifted intervals with both signs.
    if (operation->getOpcode() == Instruction::Shl)
      return a->range.multiply(ConstantRange(APInt(32, 1)).shl(b->range));
    return a->range.binaryOp(operation->getOpcode(), b->range);
  }

  static bool hasNarrowForm(const BinaryOperator &operation, const Known &first) {
    const auto *amount = dyn_cast<ConstantInt>(operation.getOperand(1));
    const bool isShift = amount && amount->getValue().ult(narrowBits);
    switch (operation.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
      return true;
    case Instruction::Shl:
      return isShift;
    case Instruction::LShr:
      return isShift && first.fitsUnsigned();
    case Instruction::AShr:
      return isShift && first.fitsSigned();
    default:
      return false;
    }
  }

  std::optional<ConstantRange> rangeOfCall(const IntrinsicInst &call) const {
    const Intrinsic::ID id = call.getIntrinsicID();
    if (id == Intrinsic::abs) {
      const auto a = known(*call.getArgOperand(0));
      return a && a->fitsSigned() ? std::optional<ConstantRange>(a->range.abs()) : std::nullopt;
    }
    if (id != Intrinsic::smin && id != Intrinsic::smax && id != Intrinsic::umin &&
        id != Intrinsic::umax)
      return std::nullopt;
    const auto a = known(*call.getArgOperand(0)), b = known(*call.getArgOperand(1));
    if (!a || !b || !agree(*a, *b))
      return std::nullopt;
    return ConstantRange::intrinsic(id, {a->range, b->range});
  }

  // A comparison of two narrow values becomes one of their narrow forms.
  bool isNarrowTest(const User &user) const {
    const auto *test = dyn_cast<ICmpInst>(&user);
    if (!test || !isWord(*test->getOperand(0)))
      return false;
    const auto a = known(*test->getOperand(0)), b = known(*test->getOperand(1));
    return a && b && agree(*a, *b);
  }
  static bool isNarrowResult(const User &user) {
    return isa<TruncInst>(user) && user.getType()->getIntegerBitWidth() <= narrowBits;
  }
  bool takesNarrow(const User &user) const {
    const auto *instruction = cast<Instruction>(&user);
    return ranges.count(const_cast<Instruction *>(instruction)) || isNarrowTest(user) ||
           isNarrowResult(user);
  }

  bool pays() const {
    constexpr unsigned minGain = 4, gainOfExtension = 3;
    unsigned gained = 0, extended = 0;
    for (const auto &[instruction, range] : ranges) {
      if (isExtension(*instruction))
        continue;
      ++gained;
      extended +=
          any_of(instruction->users(), [&](const User *user) { return !takesNarrow(*user); });
    }
    return gained >= minGain && gained >= extended * gainOfExtension;
  }

  Value *narrowed(Value *value) const {
    if (const auto *constant = dyn_cast<ConstantInt>(value))
      return ConstantInt::get(value->getContext(), constant->getValue().trunc(narrowBits));
    assert(forms.contains(cast<Instruction>(value)) && "operands come before their users");
    return forms.lookup(cast<Instruction>(value));
  }

  void narrow(Instruction &instruction) {
    IRBuilder<> builder(&instruction);
    Type *type = builder.getIntNTy(narrowBits);
    Value *form = nullptr;
    if (isExtension(instruction))
      form = builder.CreateIntCast(instruction.getOperand(0), type, isa<SExtInst>(instruction));
    else if (auto *choice = dyn_cast<SelectInst>(&instruction)) {
      Value *whenTrue = narrowed(choice->getTrueValue());
      form =
          builder.CreateSelect(choice->getCondition(), whenTrue, narrowed(choice->getFalseValue()));
    } else if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
      form = narrowCall(builder, *call);
    else {
      Value *left = narrowed(instruction.getOperand(0));
      form = builder.CreateBinOp(cast<BinaryOperator>(instruction).getOpcode(), left,
                                 narrowed(instruction.getOperand(1)));
    }
    assert(form && form->getType()->isIntegerTy(narrowBits));
    ++operationsNarrowed;
    forms[&instruction] = form;
  }

  bool areSigned(const Value &first, const Value &second) const {
    const auto one = known(first), other = known(second);
    return one && other && one->fitsSigned() && other->fitsSigned();
  }

  Value *narrowCall(IRBuilder<> &builder, IntrinsicInst &call) const {
    const Intrinsic::ID id = call.getIntrinsicID();
    Value *first = narrowed(call.getArgOperand(0));
    if (id == Intrinsic::abs)
      return builder.CreateBinaryIntrinsic(id, first, builder.getFalse());
    // Unsigned values compare as unsigned.
    const bool isSigned = areSigned(*call.getArgOperand(0), *call.getArgOperand(1));
    const Intrinsic::ID form = isSigned                ? id
                               : id == Intrinsic::smin ? Intrinsic::umin
                               : id == Intrinsic::smax ? Intrinsic::umax
                                                       : id;
    return builder.CreateBinaryIntrinsic(form, first, narrowed(call.getArgOperand(1)));
  }

  void replaceUses() {
    SmallVector<Instruction *> replaced;
    for (const auto &[instruction, range] : ranges) {
      Value *wide = nullptr;
      for (Use &use : make_early_inc_range(instruction->uses())) {
        auto *user = cast<Instruction>(use.getUser());
        if (ranges.count(user) || isExtension(*instruction))
          continue;
        if (isNarrowTest(*user) || isNarrowResult(*user)) {
          replaced.push_back(user);
          continue;
        }
        if (!wide) {
          IRBuilder<> builder(instruction);
          wide = builder.CreateIntCast(forms[instruction], instruction->getType(),
                                       Known{range}.fitsSigned());
        }
        use.set(wide);
      }
    }
    for (Instruction *user : replaced)
      replaceUser(*user);
  }

  void replaceUser(Instruction &user) {
    if (user.use_empty())
      return;
    IRBuilder<> builder(&user);
    if (isa<TruncInst>(user)) {
      user.replaceAllUsesWith(builder.CreateTrunc(narrowed(user.getOperand(0)), user.getType()));
      return;
    }
    const auto &test = cast<ICmpInst>(user);
    const bool isSigned = areSigned(*test.getOperand(0), *test.getOperand(1));
    const CmpInst::Predicate predicate =
        isSigned || test.isEquality() ? test.getPredicate() : test.getUnsignedPredicate();
    Value *left = narrowed(test.getOperand(0));
    user.replaceAllUsesWith(builder.CreateICmp(predicate, left, narrowed(test.getOperand(1))));
  }

  MapVector<Instruction *, ConstantRange> ranges; ///< of what has a narrow form
  DenseMap<Instruction *, Value *> forms;
};

} // namespace

PreservedAnalyses NarrowIntegersPass::run(Function &function, FunctionAnalysisManager &) {
  Narrowing().run(function);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler

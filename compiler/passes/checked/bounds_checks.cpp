// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/bounds_checks.h"

#include "compiler/passes/analysis/group_uniformity.h"
#include "compiler/passes/checked/checked_accesses.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/lanes/lane_functions.h"
#include "compiler/passes/support/user_code.h"
#include "device/base/address_spaces.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#define DEBUG_TYPE "weft-bounds-checks"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(accessesChecked, "Accesses that are checked");
ALWAYS_ENABLED_STATISTIC(checksEmitted, "Checks of one or more accesses");

namespace {

/// On accesses that have been checked, or are known to be right.
constexpr StringLiteral checkedMetadata = "weft.checked";

/// A stretch is copied, so it is not much longer than its accesses need.
constexpr unsigned longestStretch = 64;

struct Check {
  CheckedAccess access;
  CheckSite site;
  bool isUniform; ///< the address is, in the work-group
  Provenance::Place place;
};

/// The accesses of one instruction, which are checked before it.
using InstructionChecks = SmallVector<Check, 2>;

// Whether a value can be computed before `first`, an instruction of its block, at no cost: it is
// there already, or arithmetic that may move.
bool canComeBefore(Value &value, const Instruction &first,
                   const SmallPtrSetImpl<const Instruction *> &behind,
                   SmallSetVector<Instruction *, 16> &moved) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || instruction->getParent() != first.getParent() ||
      !behind.contains(instruction) || moved.contains(instruction))
    return true;
  if (isa<PHINode>(instruction) || instruction->mayReadOrWriteMemory() ||
      !isSafeToSpeculativelyExecute(instruction) ||
      !all_of(instruction->operands(),
              [&](const Use &use) { return canComeBefore(*use, first, behind, moved); }))
    return false;
  moved.insert(instruction);
  return true;
}

// Members of what an instruction yields are taken in the block that has it, as by an exchange that
// compares: a phi of structures could not become lanes.
bool hasOnlyMembersTaken(const Instruction &instruction) {
  return instruction.getType()->isStructTy() && all_of(instruction.users(), [](const User *user) {
           const auto *taker = dyn_cast<ExtractValueInst>(user);
           return taker && taker->getNumIndices() == 1;
         });
}
void takeMembersAt(Instruction &instruction) {
  if (!hasOnlyMembersTaken(instruction))
    return;
  const auto *structure = cast<StructType>(instruction.getType());
  SmallVector<ExtractValueInst *> takers;
  for (User *user : instruction.users())
    takers.push_back(cast<ExtractValueInst>(user));
  IRBuilder<> builder(&*instruction.getNextNode());
  SmallVector<Value *, 2> members;
  for (unsigned member = 0; member != structure->getNumElements(); ++member)
    members.push_back(builder.CreateExtractValue(&instruction, member));
  for (ExtractValueInst *taker : takers) {
    taker->replaceAllUsesWith(members[taker->getIndices()[0]]);
    taker->eraseFromParent();
  }
}

// The last instruction that takes a member of this one, or itself.
Instruction *lastTakerOf(Instruction &instruction) {
  Instruction *last = &instruction;
  while (auto *taker = dyn_cast<ExtractValueInst>(last->getNextNode())) {
    if (taker->getAggregateOperand() != &instruction)
      break;
    last = taker;
  }
  return last;
}

// Whether a vector is only read to write some of its components, as Clang does.
bool isPartOfWrite(const LoadInst &load) {
  SmallVector<const Value *> pending{&load};
  while (!pending.empty())
    for (const Use &use : pending.pop_back_val()->uses()) {
      const User *user = use.getUser();
      const auto *store = dyn_cast<StoreInst>(user);
      if (isa<ShuffleVectorInst>(user) || (isa<InsertElementInst>(user) && use.getOperandNo() == 0))
        pending.push_back(user);
      else if (!store || use.getOperandNo() != 0 ||
               store->getPointerOperand() != load.getPointerOperand())
        return false;
    }
  return load.getType()->isVectorTy();
}

class Checker {
public:
  Checker(Function &kernel, BoundsChecksPass::Scope scope)
      : kernel(kernel), scope(scope), reports(kernel), provenance(kernel, reports) {}

  bool run() {
    dropPromises();
    const GroupUniformity uniformity(kernel);
    MapVector<BasicBlock *, SmallVector<InstructionChecks, 0>> blocks;
    for (Instruction &instruction : instructions(kernel))
      if (InstructionChecks checks = checksOf(instruction, uniformity); !checks.empty())
        blocks[instruction.getParent()].push_back(std::move(checks));
    for (auto &[block, list] : blocks)
      for (InstructionChecks &checks : list)
        takeMembersAt(*checks[0].access.instruction);
    for (auto &[block, list] : blocks)
      for (InstructionChecks &checks : list)
        for (Check &check : checks)
          if (const Argument *buffer = bufferOf(check))
            (reads(check) ? readBuffers : writtenBuffers).insert(buffer);
    // All offsets first: they need the control flow as it is.
    for (auto &[block, list] : blocks)
      for (InstructionChecks &checks : list)
        for (Check &check : checks) {
          check.place = provenance.placeOf(*check.access.pointer);
          keep(check);
        }
    for (auto &[block, list] : blocks)
      for (MutableArrayRef<InstructionChecks> rest = list; !rest.empty();)
        rest = rest.drop_front(checkTogether(rest));
    return !blocks.empty();
  }

private:
  // An address outside of its object must be no undefined behaviour.
  void dropPromises() {
    for (Instruction &instruction : instructions(kernel))
      if (auto *address = dyn_cast<GetElementPtrInst>(&instruction))
        address->setNoWrapFlags(GEPNoWrapFlags::none());
  }

  InstructionChecks checksOf(Instruction &instruction, const GroupUniformity &uniformity) {
    InstructionChecks checks;
    if (instruction.hasMetadata(checkedMetadata))
      return checks;
    for (const CheckedAccess &access : accessesOf(instruction)) {
      if (isKnownInside(access))
        continue;
      auto site = provenance.originOf(*access.pointer);
      const bool isPrivate = site && site->origin == WEFT_ORIGIN_PRIVATE;
      if (!site || (scope == BoundsChecksPass::Scope::Private && !isPrivate))
        continue;
      site->mistake = access.mistake;
      site->bytes = access.length ? 0 : access.bytes;
      const auto *address = dyn_cast<Instruction>(access.pointer);
      checks.push_back({access, *site, !address || uniformity.isUniform(*address), {}});
    }
    return checks;
  }

  // The argument that a pointer into a buffer came from, or null.
  const Argument *bufferOf(const Check &check) const {
    if (check.site.origin != WEFT_ORIGIN_ARGUMENT)
      return nullptr;
    const Argument *argument = kernel.getArg(check.site.argument);
    const bool isPointer =
        argument->getType()->isPointerTy() && !argument->hasPassPointeeByValueCopyAttr();
    return isPointer && argument->getType()->getPointerAddressSpace() != localSpace ? argument
                                                                                    : nullptr;
  }
  static bool reads(const Check &check) {
    const auto *load = dyn_cast<LoadInst>(check.access.instruction);
    return load ? !isPartOfWrite(*load) : check.access.mistake == WEFT_MISTAKE_READ;
  }

  // The size of a buffer, or 0 if its flags forbid such an access.
  Value *permitted(const Argument &buffer, bool isRead) {
    return reports.ofArgument(buffer.getArgNo(), isRead ? offsetof(weft_extent, readable)
                                                        : offsetof(weft_extent, writable));
  }

  // The size of an object, or 0 if its flags forbid one of the kernel's accesses to it: then all of
  // them are looked at one by one.
  Value *limitOf(const Check &check) {
    const Argument *buffer = bufferOf(check);
    if (!buffer)
      return check.place.size;
    Value *&limit = limits[buffer];
    if (limit)
      return limit;
    const bool isRead = readBuffers.contains(buffer), isWritten = writtenBuffers.contains(buffer);
    Value *size = permitted(*buffer, isRead);
    if (isRead && isWritten) {
      Value *writable = permitted(*buffer, /*isRead=*/false);
      size = reports.atEntry().CreateBinaryIntrinsic(Intrinsic::umin, size, writable);
    }
    return limit = size;
  }

  // Whether the access lies inside of `size`.
  static Value *emitInside(IRBuilder<> &builder, const Check &check, Value *size) {
    Type *number = builder.getInt64Ty();
    Value *offset = check.place.offset;
    if (!check.access.length) {
      Value *limit = builder.CreateBinaryIntrinsic(
          Intrinsic::usub_sat, size, ConstantInt::get(number, check.access.bytes - 1));
      return builder.CreateICmpULT(offset, limit, "inside");
    }
    Value *length = builder.CreateZExtOrTrunc(check.access.length, number);
    Value *isEmpty = builder.CreateICmpEQ(length, ConstantInt::get(number, 0));
    Value *limit = builder.CreateBinaryIntrinsic(
        Intrinsic::usub_sat, size, builder.CreateSub(length, ConstantInt::get(number, 1)));
    return builder.CreateOr(isEmpty, builder.CreateICmpULT(offset, limit), "inside");
  }

  // A check that comes later needs its operands although they may now have two definitions.
  void keep(const Check &check) {
    for (Value *operand : {check.place.offset, check.place.size, check.access.length})
      if (operand)
        kept.insert(operand);
  }
  void update(Check &check) const {
    for (Value **operand : {&check.place.offset, &check.place.size, &check.access.length})
      while (Value *joined = *operand ? joins.lookup(*operand) : nullptr)
        *operand = joined;
  }

  // A uniform value must not come to depend on a test that varies.
  static bool areAlike(const InstructionChecks &one, const InstructionChecks &other) {
    const auto isUniform = [](const Check &check) { return check.isUniform; };
    return all_of(one, isUniform) ? all_of(other, isUniform) : none_of(other, isUniform);
  }

  // How many of the first instructions have one check. Moves what they need before it.
  std::size_t stretchOf(ArrayRef<InstructionChecks> list) {
    Instruction &first = *list[0][0].access.instruction;
    SmallPtrSet<const Instruction *, 32> behind{&first};
    SmallSetVector<Instruction *, 16> moved;
    std::size_t count = 1;
    unsigned length = 0;
    const Instruction *now = &first;
    for (; count != list.size(); ++count) {
      const Instruction *next = list[count][0].access.instruction;
      if (!areAlike(list[0], list[count]))
        break;
      for (now = now->getNextNode(); now != next; now = now->getNextNode()) {
        const auto *call = dyn_cast<CallBase>(now);
        if (++length > longestStretch || (call && !isa<IntrinsicInst>(call)) ||
            (call && (call->isConvergent() || call->cannotDuplicate())))
          return moveBefore(first, moved, count);
        behind.insert(now);
      }
      SmallSetVector<Instruction *, 16> needed = moved;
      const bool isKnown = all_of(list[count], [&](const Check &check) {
        return canComeBefore(*check.place.offset, first, behind, needed) &&
               canComeBefore(*check.place.size, first, behind, needed) &&
               (!check.access.length || canComeBefore(*check.access.length, first, behind, needed));
      });
      if (!isKnown)
        break;
      moved = std::move(needed);
      behind.insert(next);
    }
    return moveBefore(first, moved, count);
  }
  static std::size_t moveBefore(Instruction &first, const SmallSetVector<Instruction *, 16> &moved,
                                std::size_t count) {
    for (Instruction *instruction : moved)
      instruction->moveBefore(first.getIterator());
    return count;
  }

  // Moves all that may be computed before a stretch there. What is used behind it, as addresses
  // are, needs no copy then, and remains arithmetic of ids that can be computed anywhere.
  static void moveAhead(Instruction &first, Instruction &last) {
    SmallPtrSet<const Instruction *, 32> behind;
    SmallSetVector<Instruction *, 16> moved;
    for (Instruction *now = &first; now != last.getNextNode(); now = now->getNextNode())
      behind.insert(now);
    for (Instruction *now = first.getNextNode(); now != last.getNextNode();
         now = now->getNextNode())
      canComeBefore(*now, first, behind, moved);
    moveBefore(first, moved, 0);
  }

  // Checks the first instructions of a list together; returns how many.
  std::size_t checkTogether(MutableArrayRef<InstructionChecks> list) {
    for (InstructionChecks &checks : list)
      for (Check &check : checks)
        update(check);
    const std::size_t count = stretchOf(list);
    auto stretch = list.take_front(count);
    Instruction *first = stretch.front()[0].access.instruction;
    Instruction *last = lastTakerOf(*stretch.back()[0].access.instruction);
    moveAhead(*first, *last);
    IRBuilder<> builder(first);
    Value *all = nullptr;
    for (InstructionChecks &checks : stretch)
      for (Check &check : checks) {
        ++accessesChecked;
        Value *inside = emitInside(builder, check, limitOf(check));
        all = all ? builder.CreateAnd(all, inside) : inside;
      }
    ++checksEmitted;
    if (const auto *known = dyn_cast<ConstantInt>(all); known && known->isOne()) {
      mark(stretch);
      return count;
    }
    BasicBlock *head = first->getParent();
    BasicBlock *hot = head->splitBasicBlock(first, head->getName() + ".inside");
    BasicBlock *join = hot->splitBasicBlock(last->getNextNode(), head->getName() + ".checked");
    mark(stretch);
    BasicBlock *cold =
        BasicBlock::Create(kernel.getContext(), head->getName() + ".outside", &kernel, join);
    builder.SetInsertPoint(head->getTerminator());
    builder.CreateCondBr(callAllLanes(builder, all), hot, cold,
                         MDBuilder(kernel.getContext()).createLikelyBranchWeights());
    head->getTerminator()->eraseFromParent();
    emitCold(stretch, *hot, *cold, *join);
    return count;
  }

  void mark(ArrayRef<InstructionChecks> stretch) {
    for (const InstructionChecks &checks : stretch)
      checks[0].access.instruction->setMetadata(checkedMetadata,
                                                MDNode::get(kernel.getContext(), {}));
  }

  // Copies the hot block; each access has a branch of its own.
  void emitCold(ArrayRef<InstructionChecks> stretch, BasicBlock &hot, BasicBlock &cold,
                BasicBlock &join) {
    DenseMap<const Instruction *, const InstructionChecks *> checksOf;
    for (const InstructionChecks &checks : stretch)
      checksOf[checks[0].access.instruction] = &checks;
    ValueToValueMapTy copies;
    IRBuilder<> builder(&cold);
    for (Instruction &original : hot) {
      if (original.isTerminator())
        break;
      if (copies.count(&original) != 0) // a member that emitOne() has taken
        continue;
      Instruction *copy = original.clone();
      copy->setName(original.getName());
      RemapInstruction(copy, copies, RF_IgnoreMissingLocals | RF_NoModuleLevelChanges);
      const InstructionChecks *checks = checksOf.lookup(&original);
      builder.SetCurrentDebugLocation(original.getDebugLoc());
      if (checks)
        emitOne(builder, *checks, original, *copy, copies);
      else
        copies[&original] = builder.Insert(copy);
    }
    builder.CreateBr(&join);
    joinValues(hot, *builder.GetInsertBlock(), join, copies);
  }

  // The copied access for work-items that are inside. Its value, or its members, are 0 for others.
  void emitOne(IRBuilder<> &builder, const InstructionChecks &checks, Instruction &original,
               Instruction &copy, ValueToValueMapTy &copies) {
    const auto block = [&](const Twine &name) {
      return BasicBlock::Create(kernel.getContext(), name, &kernel,
                                builder.GetInsertBlock()->getNextNode());
    };
    BasicBlock *behind = block("access.end");
    SmallVector<BasicBlock *, 2> outsides;
    for (const Check &check : checks) {
      BasicBlock *outside = block("outside"), *inside = block("inside");
      Value *isInside = emitInside(builder, check, check.place.size), *isRight = isInside;
      const Argument *buffer = bufferOf(check);
      if (buffer)
        isRight = builder.CreateAnd(
            isInside, builder.CreateICmpEQ(permitted(*buffer, reads(check)), check.place.size));
      markCheckBranch(*builder.CreateCondBr(isRight, inside, outside));
      builder.SetInsertPoint(outside);
      reports.report(builder, check.site, check.place.offset, check.place.size);
      // What only the flags forbid is done.
      if (buffer)
        markCheckBranch(*builder.CreateCondBr(isInside, inside, behind));
      else
        builder.CreateBr(behind);
      outsides.push_back(outside);
      builder.SetInsertPoint(inside);
    }
    BasicBlock *inside = builder.GetInsertBlock();
    builder.Insert(&copy);
    copies[&original] = &copy;
    SmallVector<std::pair<const Instruction *, Value *>, 2> values;
    if (hasOnlyMembersTaken(original))
      for (User *user : original.users()) {
        auto *taker = cast<ExtractValueInst>(user);
        values.emplace_back(taker, builder.CreateExtractValue(&copy, taker->getIndices()));
      }
    else if (!copy.getType()->isVoidTy())
      values.emplace_back(&original, &copy);
    builder.CreateBr(behind);
    builder.SetInsertPoint(behind);
    for (const auto &[from, value] : values) {
      PHINode *joined = builder.CreatePHI(value->getType(), 2);
      joined->addIncoming(value, inside);
      for (BasicBlock *outside : outsides)
        joined->addIncoming(Constant::getNullValue(value->getType()), outside);
      copies[from] = joined;
    }
  }

  // What is used behind both.
  void joinValues(BasicBlock &hot, BasicBlock &coldEnd, BasicBlock &join,
                  ValueToValueMapTy &copies) {
    for (Instruction &original : hot) {
      SmallVector<Use *> outside;
      for (Use &use : original.uses())
        if (cast<Instruction>(use.getUser())->getParent() != &hot)
          outside.push_back(&use);
      const bool isKept = kept.contains(&original);
      if (outside.empty() && !isKept)
        continue;
      PHINode *value = PHINode::Create(original.getType(), 2, original.getName() + ".checked");
      value->insertBefore(join.getFirstNonPHIIt());
      value->addIncoming(&original, &hot);
      value->addIncoming(copies[&original], &coldEnd);
      for (Use *use : outside)
        use->set(value);
      if (isKept) {
        joins[&original] = value;
        kept.insert(value);
      }
    }
  }

  Function &kernel;
  const BoundsChecksPass::Scope scope;
  CheckReports reports;
  Provenance provenance;
  SmallPtrSet<const Argument *, 8> readBuffers, writtenBuffers;
  DenseMap<const Argument *, Value *> limits;
  SmallPtrSet<const Value *, 32> kept;
  DenseMap<const Value *, Value *> joins; ///< of values in stretches
};

} // namespace

PreservedAnalyses BoundsChecksPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isKernel(function) || !isUserCode(function))
    return PreservedAnalyses::all();
  return Checker(function, scope).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler

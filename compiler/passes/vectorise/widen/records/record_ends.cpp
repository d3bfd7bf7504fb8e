// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/records/record_ends.h"

#include "compiler/passes/support/limits.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"

namespace weft::compiler {

using namespace llvm;

// The users that do the same with the value as a user of another value does, in their order.
static SmallVector<Instruction *, 4> usersLike(const Instruction &user, unsigned operand,
                                               const Value &value) {
  SmallVector<Instruction *, 4> users;
  if (value.hasNUsesOrMore(limits::recordUses))
    return users;
  for (const Use &use : value.uses()) {
    auto *other = dyn_cast<Instruction>(use.getUser());
    if (other && use.getOperandNo() == operand && other->getParent() == user.getParent() &&
        other->isSameOperationAs(&user))
      users.push_back(other);
  }
  sort(users,
       [](const Instruction *one, const Instruction *other) { return one->comesBefore(other); });
  return users;
}

// The group of a user of the first value; empty if there is none.
static RecordGroup nextGroup(const RecordGroup &group, const Use &use) {
  auto *user = dyn_cast<Instruction>(use.getUser());
  if (!user || (!isa<PHINode>(user) && !flowsByComponent(*user)))
    return {};
  const auto users = usersLike(*user, use.getOperandNo(), *group[0]);
  if (users.empty())
    return {};
  const std::size_t place = find(users, user) - users.begin();
  RecordGroup next{user};
  for (const Value *value : drop_begin(group)) {
    const auto others = usersLike(*user, use.getOperandNo(), *value);
    if (others.size() != users.size() || is_contained(next, others[place]))
      return {};
    next.push_back(others[place]);
  }
  return next;
}

SmallVector<RecordGroup, 2> findRecordEnds(Function &function, const StrideInfo &strides) {
  SmallVector<RecordGroup, 8> groups;
  for (const Instruction &instruction : instructions(function))
    if (isa<LoadInst, CallInst>(instruction) && !strides.isUniform(instruction))
      if (RecordGroup group = componentsOfRecord(instruction); group.size() > 1)
        groups.push_back(std::move(group));
  SmallVector<RecordGroup, 2> ends;
  DenseSet<const Value *> known;
  while (!groups.empty() && ends.size() != limits::recordEnds) {
    const RecordGroup group = groups.pop_back_val();
    bool isEnd = true;
    for (const Use &use : group[0]->uses()) {
      RecordGroup next = nextGroup(group, use);
      if (next.empty())
        continue;
      isEnd = false;
      if (known.insert(next[0]).second)
        groups.push_back(std::move(next));
    }
    if (isEnd && !group[0]->getType()->isIntegerTy(1))
      ends.push_back(group);
  }
  return ends;
}

const Instruction *lastOfEnd(const RecordGroup &end) {
  const auto *last = cast<Instruction>(end[0]);
  for (const Value *value : drop_begin(end)) {
    const auto *member = cast<Instruction>(value);
    if (member->getParent() != last->getParent())
      return nullptr;
    if (last->comesBefore(member))
      last = member;
  }
  const auto comesAfter = [&](const User *user) {
    const auto *instruction = cast<Instruction>(user);
    return isa<PHINode>(instruction) || instruction->getParent() != last->getParent() ||
           last->comesBefore(instruction);
  };
  return all_of(end, [&](const Value *value) { return all_of(value->users(), comesAfter); })
             ? last
             : nullptr;
}

} // namespace weft::compiler

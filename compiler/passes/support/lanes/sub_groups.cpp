// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/lanes/sub_groups.h"

#include "compiler/passes/support/library_calls.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// The part of a name after __weft_sub_group_.
std::optional<SubGroupFunction> parse(StringRef name) {
  const auto plain = StringSwitch<std::optional<SubGroupAction>>(name)
                         .Case("max_size", SubGroupAction::MaxSize)
                         .Case("id", SubGroupAction::Id)
                         .Case("lane", SubGroupAction::Lane)
                         .Case("barrier", SubGroupAction::Barrier)
                         .Case("leaves_loop", SubGroupAction::LeavesLoop)
                         .Case("ballot", SubGroupAction::Ballot)
                         .StartsWith("shuffle_", SubGroupAction::Shuffle)
                         .Default(std::nullopt);
  if (plain)
    return SubGroupFunction{*plain};
  const auto [what, type] = name.rsplit('_');
  const auto [action, op] = what.rsplit('_');
  const auto known = StringSwitch<std::optional<SubGroupAction>>(action)
                         .Case("reduce", SubGroupAction::Reduce)
                         .Case("scan_inclusive", SubGroupAction::ScanInclusive)
                         .Case("scan_exclusive", SubGroupAction::ScanExclusive)
                         .Case("clustered", SubGroupAction::Clustered)
                         .Default(std::nullopt);
  const auto numbers = numberClass(type);
  const CollectiveOperator operation = collectiveOperator(op);
  if (!known || !numbers || operation == CollectiveOperator::None)
    return std::nullopt;
  return SubGroupFunction{*known, operation, *numbers};
}

} // namespace

unsigned subGroupSize(const Function &kernel) {
  return static_cast<unsigned>(kernel.getFnAttributeAsParsedInteger(subGroupSizeAttribute));
}

std::optional<SubGroupFunction> findSubGroupFunction(const Instruction &instruction) {
  StringRef name = calleeName(instruction);
  return name.consume_front("__weft_sub_group_") ? parse(name) : std::nullopt;
}

SubGroupUsers findSubGroupUsers(const Module &module) {
  SubGroupUsers found;
  const auto addCallers = [&](const Function &function) {
    for (const User *user : function.users())
      if (const auto *call = dyn_cast<CallBase>(user))
        found.insert(call->getFunction());
  };
  for (const Function &function : module)
    if (const auto primitive = findPrimitive(function.getName());
        primitive && (primitive->kind == PrimitiveKind::SubGroupValue ||
                      primitive->kind == PrimitiveKind::SubGroupOperation))
      addCallers(function);
  for (unsigned index = 0; index != found.size(); ++index)
    addCallers(*found[index]);
  return found;
}

bool needsLanes(const Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    const auto primitive = findPrimitive(instruction);
    return primitive && (primitive->kind == PrimitiveKind::SubGroupValue ||
                         primitive->kind == PrimitiveKind::SubGroupOperation);
  });
}

bool isUniformInSubGroup(const Instruction &instruction) {
  const auto function = findSubGroupFunction(instruction);
  if (!function)
    return false;
  switch (function->action) {
  case SubGroupAction::MaxSize:
  case SubGroupAction::Id:
  case SubGroupAction::LeavesLoop:
  case SubGroupAction::Ballot:
  case SubGroupAction::Reduce:
    return true;
  case SubGroupAction::Shuffle:
    return isa<ConstantInt>(cast<CallBase>(instruction).getArgOperand(1));
  default:
    return false;
  }
}

bool variesInSubGroup(const Instruction &instruction) {
  const auto function = findSubGroupFunction(instruction);
  if (!function)
    return false;
  switch (function->action) {
  case SubGroupAction::Lane:
  case SubGroupAction::ScanInclusive:
  case SubGroupAction::ScanExclusive:
  case SubGroupAction::Clustered:
    return true;
  default:
    return false;
  }
}

} // namespace weft::compiler

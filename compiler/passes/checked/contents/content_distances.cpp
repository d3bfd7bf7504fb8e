// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/contents/content_distances.h"

#include "compiler/passes/support/user_code.h"
#include "device/base/address_spaces.h"

namespace weft::compiler {

using namespace llvm;

bool ContentDistances::isLocal(Value &root) {
  if (root.getType()->getPointerAddressSpace() != localSpace)
    return false;
  if (const auto *variable = dyn_cast<GlobalVariable>(&root))
    return isUserCode(*variable);
  return isa<Argument>(root) || (isa<Instruction>(root) && !comesFromLaunch(root));
}

Value *ContentDistances::ofLocal() {
  if (!local)
    local = reports.ofChecks(offsetof(weft_checks, local_contents), "local.contents");
  return local;
}

Value *ContentDistances::ofRoot(Value &root) {
  if (isLocal(root))
    return ofLocal();
  const unsigned space = root.getType()->getPointerAddressSpace();
  Value *none = ConstantInt::get(Type::getInt64Ty(root.getContext()), 0);
  if (space == privateSpace || space == localSpace || comesFromLaunch(root))
    return none;
  if (const auto *argument = dyn_cast<Argument>(&root))
    return argument->hasByValAttr()
               ? none
               : reports.ofArgument(argument->getArgNo(), offsetof(weft_extent, contents));
  auto *instruction = dyn_cast<Instruction>(&root);
  return instruction ? lookUp(*instruction) : none;
}

// A generic pointer may be one to local memory, which the driver does not look up.
Value *ContentDistances::lookUp(Instruction &root) {
  const bool isGeneric = root.getType()->getPointerAddressSpace() == genericSpace;
  Value *ofGroup = isGeneric ? ofLocal() : nullptr;
  Value *memory = isGeneric ? reports.localMemory() : nullptr;
  const auto behind = root.getInsertionPointAfterDef();
  if (!behind)
    return ConstantInt::get(Type::getInt64Ty(root.getContext()), 0);
  IRBuilder<> builder(&**behind);
  Type *number = builder.getInt64Ty();
  Value *address = builder.CreatePtrToInt(&root, number);
  Value *found = reports.lookUp(builder, address, WEFT_LOOK_UP_CONTENTS);
  if (!isGeneric)
    return found;
  Value *inGroup = builder.CreateSub(address, builder.CreatePtrToInt(memory, number));
  return builder.CreateSelect(builder.CreateICmpULT(inGroup, ofGroup), ofGroup, found);
}

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/provenance.h"

#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/user_code.h"
#include "device/base/address_spaces.h"

#include "llvm/Analysis/Utils/Local.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

#include <cassert>

namespace weft::compiler {

using namespace llvm;

Value *derivedFrom(Value &pointer) {
  if (auto *address = dyn_cast<GEPOperator>(&pointer))
    return address->getPointerOperand();
  if (auto *cast = dyn_cast<AddrSpaceCastOperator>(&pointer))
    return cast->getPointerOperand();
  if (auto *frozen = dyn_cast<FreezeInst>(&pointer))
    return frozen->getOperand(0);
  return nullptr;
}

namespace {

// The pointer from which a chain of address arithmetic begins.
Value *beginOf(Value *pointer) {
  while (Value *from = derivedFrom(*pointer))
    pointer = from;
  return pointer;
}

// The name in the source: Clang writes function.variable, and inlining appends to names.
std::string nameInSource(const Value &variable) {
  StringRef name = variable.getName();
  if (isa<GlobalVariable>(variable) && name.contains('.'))
    name = name.substr(name.find('.') + 1);
  return name.split('.').first.str();
}

} // namespace

bool comesFromLaunch(Value &value) {
  Value *from = &value;
  while (auto *cast = dyn_cast<CastInst>(from))
    from = cast->getOperand(0);
  from = from->getType()->isPointerTy() ? beginOf(from) : from;
  if (auto *load = dyn_cast<LoadInst>(from))
    return load->getPointerAddressSpace() != privateSpace &&
           comesFromLaunch(*load->getPointerOperand());
  // Images, samplers, pipes and queues are addresses of the driver's structures.
  if (const auto *argument = dyn_cast<Argument>(from))
    return argument->getParent()->getAttributes().hasParamAttr(argument->getArgNo(),
                                                               opaqueAttribute);
  const auto *instruction = dyn_cast<Instruction>(from);
  const auto primitive = instruction ? findPrimitive(*instruction) : std::nullopt;
  return primitive &&
         (primitive->kind == PrimitiveKind::Launch || primitive->kind == PrimitiveKind::Worker);
}

void Provenance::collectRoots(Value &pointer, Roots &roots, SmallPtrSetImpl<Value *> &seen) {
  SmallVector<Value *> pending{&pointer};
  while (!pending.empty()) {
    Value *from = beginOf(pending.pop_back_val());
    if (!seen.insert(from).second)
      continue;
    if (auto *phi = dyn_cast<PHINode>(from))
      append_range(pending, phi->incoming_values());
    else if (auto *select = dyn_cast<SelectInst>(from))
      pending.append({select->getTrueValue(), select->getFalseValue()});
    else if (!isa<UndefValue>(from))
      roots.insert(from);
  }
}

Provenance::Roots Provenance::rootsOf(Value &pointer) {
  Roots roots;
  SmallPtrSet<Value *, 8> seen;
  collectRoots(pointer, roots, seen);
  return roots;
}

bool Provenance::isTrusted(Value &root) {
  if (const auto *variable = dyn_cast<GlobalVariable>(&root))
    return !isUserCode(*variable);
  if (const auto *array = dyn_cast<AllocaInst>(&root))
    return !array->getAllocationSize(kernel.getDataLayout());
  if (isa<Argument, ConstantPointerNull>(root))
    return false;
  if (isa<Function, BlockAddress>(root) || comesFromLaunch(root))
    return true;
  const unsigned space = root.getType()->getPointerAddressSpace();
  return space == privateSpace || space == localSpace;
}

std::optional<CheckSite> Provenance::originOf(Value &pointer) {
  if (!pointer.getType()->isPointerTy())
    return std::nullopt;
  const Roots roots = rootsOf(pointer);
  if (roots.empty() || any_of(roots, [&](Value *root) { return isTrusted(*root); }))
    return std::nullopt;
  CheckSite site{};
  Value *root = *roots.begin();
  if (roots.size() > 1) {
    site.origin = WEFT_ORIGIN_SEVERAL;
  } else if (const auto *argument = dyn_cast<Argument>(root)) {
    site.origin = WEFT_ORIGIN_ARGUMENT;
    site.argument = argument->getArgNo();
  } else if (isa<AllocaInst>(root)) {
    site.origin = WEFT_ORIGIN_PRIVATE;
    site.name = nameInSource(*root);
  } else if (const auto *variable = dyn_cast<GlobalVariable>(root)) {
    site.origin =
        variable->getAddressSpace() == localSpace ? WEFT_ORIGIN_LOCAL : WEFT_ORIGIN_PROGRAM;
    site.name = nameInSource(*root);
  }
  return site;
}

// Of a root whose object is known without asking, in the whole kernel.
std::optional<Provenance::Place> Provenance::knownPlace(Value &root) {
  const DataLayout &layout = kernel.getDataLayout();
  Type *number = Type::getInt64Ty(kernel.getContext());
  const auto ofSize = [&](std::uint64_t size) {
    return Place{ConstantInt::get(number, 0), ConstantInt::get(number, size)};
  };
  if (const auto *variable = dyn_cast<GlobalVariable>(&root))
    return ofSize(layout.getTypeAllocSize(variable->getValueType()));
  if (const auto *array = dyn_cast<AllocaInst>(&root))
    if (const auto size = array->getAllocationSize(layout))
      return ofSize(size->getFixedValue());
  if (isa<ConstantPointerNull, UndefValue>(root))
    return ofSize(0);
  auto *argument = dyn_cast<Argument>(&root);
  if (!argument)
    return std::nullopt;
  if (Type *structure = argument->getParamByValType())
    return ofSize(layout.getTypeAllocSize(structure));
  const auto [known, isNew] = places.try_emplace(argument);
  if (isNew)
    known->second = {reports.ofArgument(argument->getArgNo(), offsetof(weft_extent, offset)),
                     reports.ofArgument(argument->getArgNo(), offsetof(weft_extent, size))};
  return known->second;
}

Provenance::Place Provenance::placeOfRoot(Value &root) {
  if (const auto known = knownPlace(root))
    return *known;
  Type *number = Type::getInt64Ty(kernel.getContext());
  // Constant addresses and what instructions yield.
  auto *instruction = dyn_cast<Instruction>(&root);
  const auto behind = instruction ? instruction->getInsertionPointAfterDef() : std::nullopt;
  assert((!instruction || behind) && "terminators yield no pointers");
  IRBuilder<> builder = behind ? IRBuilder<>(&**behind) : reports.atEntry();
  Value *address = builder.CreatePtrToInt(&root, number);
  Value *begin = reports.lookUp(builder, address, WEFT_LOOK_UP_BEGIN);
  Value *size = reports.lookUp(builder, address, WEFT_LOOK_UP_SIZE);
  return {builder.CreateSub(address, begin), size};
}

Provenance::Place Provenance::placeOfPhi(PHINode &phi) {
  Type *number = Type::getInt64Ty(kernel.getContext());
  const Roots roots = rootsOf(phi);
  const auto known = roots.size() == 1 ? knownPlace(**roots.begin()) : std::nullopt;
  Value *size = known ? known->size : nullptr;
  IRBuilder<> builder(&phi);
  PHINode *offsets = builder.CreatePHI(number, phi.getNumIncomingValues(), "offset");
  PHINode *all = size ? nullptr : builder.CreatePHI(number, phi.getNumIncomingValues(), "size");
  const Place place{offsets, size ? size : all};
  places[&phi] = place;
  for (auto [value, block] : zip(phi.incoming_values(), phi.blocks())) {
    const Place from = placeOf(*value);
    offsets->addIncoming(from.offset, block);
    if (all)
      all->addIncoming(from.size, block);
  }
  return place;
}

Provenance::Place Provenance::emit(Value &pointer) {
  if (auto *phi = dyn_cast<PHINode>(&pointer))
    return placeOfPhi(*phi);
  if (auto *select = dyn_cast<SelectInst>(&pointer)) {
    const Place yes = placeOf(*select->getTrueValue()), no = placeOf(*select->getFalseValue());
    IRBuilder<> builder(select);
    Value *condition = select->getCondition();
    return {builder.CreateSelect(condition, yes.offset, no.offset),
            yes.size == no.size ? yes.size : builder.CreateSelect(condition, yes.size, no.size)};
  }
  Value *from = derivedFrom(pointer);
  if (!from)
    return placeOfRoot(pointer);
  Place place = placeOf(*from);
  auto *address = dyn_cast<GEPOperator>(&pointer);
  if (!address)
    return place;
  IRBuilder<> builder(kernel.getContext());
  if (auto *instruction = dyn_cast<Instruction>(&pointer))
    builder.SetInsertPoint(instruction);
  else
    builder.SetInsertPoint(&*kernel.getEntryBlock().getFirstInsertionPt()); // folds to a constant
  Value *distance =
      emitGEPOffset(&builder, kernel.getDataLayout(), address, /*NoAssumptions=*/true);
  place.offset =
      builder.CreateAdd(place.offset, builder.CreateSExtOrTrunc(distance, builder.getInt64Ty()));
  return place;
}

Provenance::Place Provenance::placeOf(Value &pointer) {
  if (const auto known = places.find(&pointer); known != places.end())
    return known->second;
  const Place place = emit(pointer);
  places[&pointer] = place;
  return place;
}

std::optional<unsigned> Provenance::sharedSpaceOf(Value &pointer) {
  std::optional<unsigned> space;
  for (const Value *root : rootsOf(pointer)) {
    const unsigned own = root->getType()->getPointerAddressSpace();
    const bool isVariable = isa<GlobalVariable>(root) && own != localSpace;
    if (isVariable || isa<AllocaInst>(root) || (space && *space != own))
      return std::nullopt;
    space = own;
  }
  return space == globalSpace || space == localSpace ? space : std::nullopt;
}

} // namespace weft::compiler

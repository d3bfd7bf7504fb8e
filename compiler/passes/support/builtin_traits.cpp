// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/builtin_traits.h"

#include "compiler/passes/support/library_calls.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"

namespace weft::compiler {

using llvm::StringRef;

StringRef unmangled(StringRef name) {
  unsigned length = 0;
  if (!name.consume_front("_Z") || name.consumeInteger(10, length))
    return "";
  return name.take_front(length);
}

std::optional<Primitive> findPrimitive(StringRef name) {
  if (!name.consume_front("__weft_"))
    return std::nullopt;
  if (name.starts_with("group_step_"))
    return Primitive{PrimitiveKind::GroupStep};
  if (name.starts_with("collective_"))
    return Primitive{PrimitiveKind::Collective};
  if (name == "sub_group_max_size" || name == "sub_group_id" || name == "sub_group_lane")
    return Primitive{PrimitiveKind::SubGroupValue};
  if (name.starts_with("sub_group_"))
    return Primitive{PrimitiveKind::SubGroupOperation};
  return llvm::StringSwitch<std::optional<Primitive>>(name)
      .Case("local_id_x", Primitive{PrimitiveKind::LocalId, 0})
      .Case("local_id_y", Primitive{PrimitiveKind::LocalId, 1})
      .Case("local_id_z", Primitive{PrimitiveKind::LocalId, 2})
      .Case("group_id_x", Primitive{PrimitiveKind::GroupId, 0})
      .Case("group_id_y", Primitive{PrimitiveKind::GroupId, 1})
      .Case("group_id_z", Primitive{PrimitiveKind::GroupId, 2})
      .Case("local_size_x", Primitive{PrimitiveKind::LocalSize, 0})
      .Case("local_size_y", Primitive{PrimitiveKind::LocalSize, 1})
      .Case("local_size_z", Primitive{PrimitiveKind::LocalSize, 2})
      .Case("launch", Primitive{PrimitiveKind::Launch})
      .Case("worker", Primitive{PrimitiveKind::Worker})
      .Case("barrier", Primitive{PrimitiveKind::Barrier})
      .Default(std::nullopt);
}

std::optional<Primitive> findPrimitive(const llvm::Instruction &instruction) {
  return findPrimitive(calleeName(instruction));
}

bool splitsRegion(PrimitiveKind kind) {
  return kind == PrimitiveKind::Barrier || kind == PrimitiveKind::GroupStep ||
         kind == PrimitiveKind::Collective;
}

bool isSplit(const llvm::Instruction &instruction) {
  const auto primitive = findPrimitive(instruction);
  return primitive && splitsRegion(primitive->kind);
}

CollectiveOperator collectiveOperator(StringRef name) {
  return llvm::StringSwitch<CollectiveOperator>(name)
      .Case("add", CollectiveOperator::Add)
      .Case("mul", CollectiveOperator::Mul)
      .Case("min", CollectiveOperator::Min)
      .Case("max", CollectiveOperator::Max)
      .Case("and", CollectiveOperator::And)
      .Case("or", CollectiveOperator::Or)
      .Case("xor", CollectiveOperator::Xor)
      .Default(CollectiveOperator::None);
}

std::optional<NumberClass> numberClass(StringRef name) {
  return llvm::StringSwitch<std::optional<NumberClass>>(name)
      .Cases({"i8", "i16", "i32", "i64"}, NumberClass::Signed)
      .Cases({"u8", "u16", "u32", "u64"}, NumberClass::Unsigned)
      .Cases({"f16", "f32", "f64"}, NumberClass::Float)
      .Default(std::nullopt);
}

std::optional<Collective> parseCollective(StringRef name) {
  if (!name.consume_front("__weft_collective_"))
    return std::nullopt;
  const auto [what, type] = name.rsplit('_');
  Collective result{};
  const auto numbers = numberClass(type);
  if (!numbers)
    return std::nullopt;
  result.numbers = *numbers;

  StringRef operation = what;
  if (operation == "broadcast") {
    result.operation = CollectiveOperation::Broadcast;
    return result;
  }
  if (operation.consume_front("reduce_"))
    result.operation = CollectiveOperation::Reduce;
  else if (operation.consume_front("scan_inclusive_"))
    result.operation = CollectiveOperation::ScanInclusive;
  else if (operation.consume_front("scan_exclusive_"))
    result.operation = CollectiveOperation::ScanExclusive;
  else
    return std::nullopt;
  result.op = collectiveOperator(operation);
  if (result.op == CollectiveOperator::None)
    return std::nullopt;
  return result;
}

bool isOpaqueConversion(StringRef name) {
  return name == "__weft_event_value" || name == "__weft_event_from_value" ||
         name.starts_with("_Z18__weft_image_value") || name == "__weft_sampler_value" ||
         name == "__weft_pipe_value_ro" || name == "__weft_pipe_value_wo" ||
         name == "__weft_reservation_value" || name == "__weft_reservation_from_value" ||
         name == "__weft_queue_value" || name == "__weft_queue_from_value" ||
         name == "__weft_device_event_value" || name == "__weft_device_event_from_value" ||
         name == "__translate_sampler_initializer";
}

constexpr llvm::StringLiteral reciprocalRootPrefix = "_Z12__weft_rsqrt",
                              dotProductPrefix = "__weft_dot_";

bool isReciprocalRoot(StringRef name) { return name.starts_with(reciprocalRootPrefix); }

std::optional<DotProductSigns> dotProductSigns(StringRef name) {
  if (!name.consume_front(dotProductPrefix) || name.size() < 2)
    return std::nullopt;
  return DotProductSigns{name[0] == 's', name[1] == 's'};
}

bool isElementwise(StringRef name) { return isReciprocalRoot(name) || dotProductSigns(name); }

// Such as "_Z12__weft_rsqrtDv4_f", as Clang names vectors, or "__weft_dot_uu_4".
static std::string nameOfForm(const llvm::Function &function, unsigned width) {
  const std::string number = std::to_string(width);
  if (isReciprocalRoot(function.getName()))
    return reciprocalRootPrefix.str() + (width == 1 ? "" : "Dv" + number + "_") + "f";
  const StringRef scalar = function.getName().take_front(dotProductPrefix.size() + 2);
  return scalar.str() + (width == 1 ? "" : "_" + number);
}

llvm::Function *elementwiseForm(const llvm::Function &function, unsigned width) {
  llvm::Type *element = function.getReturnType()->getScalarType();
  llvm::Type *type = width == 1 ? element : llvm::FixedVectorType::get(element, width);
  const llvm::SmallVector<llvm::Type *, 2> operands(function.arg_size(), type);
  auto *signature = llvm::FunctionType::get(type, operands, /*isVarArg=*/false);
  auto &module = const_cast<llvm::Module &>(*function.getParent());
  auto *form = llvm::cast<llvm::Function>(
      module.getOrInsertFunction(nameOfForm(function, width), signature).getCallee());
  setElementwiseAttributes(*form);
  return form;
}

llvm::Function *permutation(llvm::Module &module, llvm::FixedVectorType &type) {
  const unsigned lanes = type.getNumElements();
  auto *numbers = llvm::FixedVectorType::get(llvm::Type::getInt32Ty(module.getContext()), lanes);
  const std::string name = permutationPrefix.str() + std::to_string(lanes) + "_i" +
                           std::to_string(type.getScalarSizeInBits());
  auto *form = llvm::cast<llvm::Function>(
      module.getOrInsertFunction(name, &type, &type, numbers).getCallee());
  setElementwiseAttributes(*form);
  return form;
}

// Such as 4_16f32 for four components of 16 lanes.
static std::string recordSuffix(llvm::FixedVectorType &component, unsigned count) {
  std::string text;
  llvm::raw_string_ostream(text) << count << '_' << component.getNumElements()
                                 << *component.getElementType();
  return text;
}

llvm::Function *deinterleaving(llvm::Module &module, llvm::FixedVectorType &records,
                               unsigned count) {
  auto *component =
      llvm::FixedVectorType::get(records.getElementType(), records.getNumElements() / count);
  auto *components =
      llvm::StructType::get(module.getContext(), llvm::SmallVector<llvm::Type *>(count, component));
  const std::string name = deinterleavePrefix.str() + recordSuffix(*component, count);
  auto *form = llvm::cast<llvm::Function>(
      module.getOrInsertFunction(name, components, &records).getCallee());
  setElementwiseAttributes(*form);
  return form;
}

llvm::Function *interleaving(llvm::Module &module, llvm::FixedVectorType &component,
                             unsigned count) {
  auto *records =
      llvm::FixedVectorType::get(component.getElementType(), component.getNumElements() * count);
  auto *type = llvm::FunctionType::get(records, llvm::SmallVector<llvm::Type *>(count, &component),
                                       /*isVarArg=*/false);
  const std::string name = interleavePrefix.str() + recordSuffix(component, count);
  auto *form = llvm::cast<llvm::Function>(module.getOrInsertFunction(name, type).getCallee());
  setElementwiseAttributes(*form);
  return form;
}

void setElementwiseAttributes(llvm::Function &function) {
  using llvm::Attribute;
  function.setMemoryEffects(llvm::MemoryEffects::none());
  for (const Attribute::AttrKind kind :
       {Attribute::NoCallback, Attribute::NoFree, Attribute::NoRecurse, Attribute::NoSync,
        Attribute::NoUnwind, Attribute::Speculatable, Attribute::WillReturn})
    function.addFnAttr(kind);
}

bool isRarelyCalled(StringRef name) { return name.starts_with("__weft_rare_"); }

bool staysCall(StringRef name) { return isRarelyCalled(name) || name.starts_with("__weft_call_"); }

} // namespace weft::compiler

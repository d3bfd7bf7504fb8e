// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/kernels.h"

#include "compiler/frontend/static_objects.h"
#include "device/base/address_spaces.h"
#include "device/program/static_object_lists.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

std::string scalarName(const Instruction &type) {
  if (type.op == spv::OpTypeFloat)
    return type[0] == 16 ? "half" : type[0] == 32 ? "float" : "double";
  switch (type[0]) {
  case 8:
    return "char";
  case 16:
    return "short";
  case 32:
    return "int";
  default:
    return "long";
  }
}

std::string imageName(const Instruction &type) {
  std::string name = type[1] == spv::Dim2D   ? "image2d"
                     : type[1] == spv::Dim3D ? "image3d"
                                             : "image1d";
  if (type[3])
    name += "_array";
  if (type[1] == spv::DimBuffer)
    name += "_buffer";
  if (type[2] == 1)
    name += "_depth";
  return name + "_t";
}

// The name of a type in OpenCL C, as far as the module determines it: SPIR-V has no unsigned
// integers.
std::string typeName(const ModuleInfo &source, Id id) {
  const Instruction *type = source.definition(id);
  if (!type)
    return "void";
  switch (type->op) {
  case spv::OpTypeBool:
    return "bool";
  case spv::OpTypeInt:
  case spv::OpTypeFloat:
    return scalarName(*type);
  case spv::OpTypeVector: {
    const Instruction *element = source.definition((*type)[0]);
    return (element && element->op != spv::OpTypePointer ? typeName(source, (*type)[0]) : "void") +
           utostr((*type)[1]);
  }
  case spv::OpTypePointer: {
    const Instruction *pointee = source.definition((*type)[1]);
    // Pointers to pointers may be circular, through vectors too.
    return (pointee && pointee->op != spv::OpTypePointer ? typeName(source, (*type)[1]) : "void") +
           "*";
  }
  case spv::OpTypeStruct: {
    StringRef name = source.name(id);
    if (name.consume_front("struct."))
      return ("struct " + name).str();
    return name.empty() ? "struct" : name.str();
  }
  case spv::OpTypeImage:
    return imageName(*type);
  case spv::OpTypeSampler:
    return "sampler_t";
  case op::TypeUntypedPointer:
    return "void*";
  default:
    return "void";
  }
}

// Producers that know the source preserve its types: "kernel_arg_type.name.int*,float4,".
SmallVector<std::string> wordsOf(const ModuleInfo &source, StringRef kind, StringRef kernel) {
  const std::string prefix = (kind + "." + kernel + ".").str();
  for (StringRef text : source.strings) {
    if (!text.consume_front(prefix))
      continue;
    SmallVector<std::string> words;
    while (!text.empty()) {
      const auto [word, rest] = text.split(',');
      words.push_back(word.str());
      text = rest;
    }
    return words;
  }
  return {};
}

bool isByValue(const ModuleInfo &source, Id parameter) {
  return any_of(source.decorations(parameter), [](const Decoration &decoration) {
    return decoration.kind == spv::DecorationFuncParamAttr &&
           decoration[0] == spv::FunctionParameterAttributeByVal;
  });
}

bool hasParameterAttribute(const ModuleInfo &source, Id parameter, std::uint32_t attribute) {
  return any_of(source.decorations(parameter), [&](const Decoration &decoration) {
    return decoration.kind == spv::DecorationFuncParamAttr && decoration[0] == attribute;
  });
}

std::string qualifiersOf(const ModuleInfo &source, const Instruction &parameter) {
  const Instruction *type = source.definition(parameter.type);
  std::string qualifiers;
  const auto add = [&](StringRef word) {
    qualifiers += qualifiers.empty() ? word.str() : " " + word.str();
  };
  if (type && type->op == spv::OpTypePipe)
    return "pipe";
  if (!type || type->op != spv::OpTypePointer || isByValue(source, parameter.result))
    return {};
  if (hasParameterAttribute(source, parameter.result, spv::FunctionParameterAttributeNoAlias) ||
      source.has(parameter.result, spv::DecorationRestrict))
    add("restrict");
  if ((*type)[0] == spv::StorageClassUniformConstant ||
      hasParameterAttribute(source, parameter.result, spv::FunctionParameterAttributeNoWrite))
    add("const");
  if (source.has(parameter.result, spv::DecorationVolatile))
    add("volatile");
  return qualifiers;
}

StringRef accessOf(const ModuleInfo &source, Id typeId) {
  const Instruction *type = source.definition(typeId);
  if (!type || (type->op != spv::OpTypeImage && type->op != spv::OpTypePipe))
    return "none";
  constexpr StringLiteral names[] = {"read_only", "write_only", "read_write"};
  const std::size_t access = type->op == spv::OpTypePipe ? 0 : 7;
  return names[std::min<std::uint32_t>((*type)[access], 2)];
}

class KernelDescription {
public:
  KernelDescription(Translation &translation, const EntryPoint &entry, Function &kernel)
      : translation(translation), source(translation.source), entry(entry), kernel(kernel),
        context(kernel.getContext()) {}

  void describeArguments() {
    const auto types = wordsOf(source, "kernel_arg_type", entry.name);
    const auto qualifiers = wordsOf(source, "kernel_arg_type_qual", entry.name);
    SmallVector<Metadata *> spaces, accesses, typeNames, baseNames, typeQualifiers, names;
    for (const auto &[index, parameter] : enumerate(parameters())) {
      const Instruction *type = source.definition(parameter->type);
      const bool isValue = isByValue(source, parameter->result);
      const Id shown = isValue && type ? (*type)[1] : parameter->type;
      const std::string base = typeName(source, shown);
      spaces.push_back(number(spaceOf(*kernel.getArg(index), type)));
      accesses.push_back(text(accessOf(source, parameter->type)));
      baseNames.push_back(text(base));
      typeNames.push_back(text(index < types.size() ? types[index] : base));
      typeQualifiers.push_back(
          text(index < qualifiers.size() ? qualifiers[index] : qualifiersOf(source, *parameter)));
      names.push_back(text(source.name(parameter->result)));
    }
    set("kernel_arg_addr_space", spaces);
    set("kernel_arg_access_qual", accesses);
    set("kernel_arg_type", typeNames);
    set("kernel_arg_base_type", baseNames);
    set("kernel_arg_type_qual", typeQualifiers);
    set("kernel_arg_name", names);
  }

  bool takeMode(const Instruction &mode) {
    switch (mode[1]) {
    case spv::ExecutionModeLocalSize:
      return setSize("reqd_work_group_size", {mode[2], mode[3], mode[4]});
    case spv::ExecutionModeLocalSizeHint:
      return setSize("work_group_size_hint", {mode[2], mode[3], mode[4]});
    case spv::ExecutionModeLocalSizeId:
      return setSizeIds("reqd_work_group_size", mode);
    case spv::ExecutionModeLocalSizeHintId:
      return setSizeIds("work_group_size_hint", mode);
    // Sub-groups are lanes: a kernel's requirement becomes Clang's attribute, and one of Weft's.
    case spv::ExecutionModeSubgroupSize:
      set("intel_reqd_sub_group_size", number(mode[2]));
      return true;
    case spv::ExecutionModeSubgroupsPerWorkgroup:
      set("weft_reqd_sub_groups", number(mode[2]));
      return true;
    case spv::ExecutionModeSubgroupsPerWorkgroupId:
      return setSubGroupsId(mode);
    case spv::ExecutionModeVecTypeHint:
      return setTypeHint(mode[2]);
    case spv::ExecutionModeInitializer:
      return listAs(constructorList, mode);
    case spv::ExecutionModeFinalizer:
      return listAs(destructorList, mode);
    // Guarantees of Weft, and hints that it does not need.
    case spv::ExecutionModeContractionOff:
    case spv::ExecutionModeDenormPreserve:
    case spv::ExecutionModeSignedZeroInfNanPreserve:
    case spv::ExecutionModeRoundingModeRTE:
    case spv::ExecutionModeMaxWorkgroupSizeINTEL:
    case spv::ExecutionModeMaxWorkDimINTEL:
    case spv::ExecutionModeNoGlobalOffsetINTEL:
    case mode::FPFastMathDefault:
    case mode::MaximumRegistersINTEL:
    case mode::MaximumRegistersIdINTEL:
    case mode::NamedMaximumRegistersINTEL:
      return true;
    default:
      return translation.fail(mode,
                              "execution mode " + executionModeName(mode[1]) + " is not supported");
    }
  }

private:
  SmallVector<const Instruction *> parameters() const {
    SmallVector<const Instruction *> result;
    const Instruction *next = source.definition(entry.function) + 1;
    for (; result.size() != kernel.arg_size(); ++next)
      if (next->op == spv::OpFunctionParameter)
        result.push_back(next);
    return result;
  }

  static unsigned spaceOf(const Argument &argument, const Instruction *type) {
    if (type && (type->op == spv::OpTypeImage || type->op == spv::OpTypePipe))
      return globalSpace;
    return argument.getType()->isPointerTy() ? argument.getType()->getPointerAddressSpace()
                                             : privateSpace;
  }

  /// Makes the kernel one that runs before or after all others, invisible to hosts.
  bool listAs(StringRef list, const Instruction &mode) {
    if (kernel.arg_size() != 0)
      return translation.fail(mode, "a kernel with parameters cannot be an initializer");
    kernel.setCallingConv(CallingConv::SPIR_FUNC);
    kernel.setLinkage(GlobalValue::InternalLinkage);
    addToList(*kernel.getParent(), list, &kernel);
    return true;
  }

  bool setSize(StringRef name, std::array<std::uint32_t, 3> size) {
    SmallVector<Metadata *> items;
    for (const std::uint32_t count : size)
      items.push_back(number(count));
    set(name, items);
    return true;
  }

  bool setSizeIds(StringRef name, const Instruction &mode) {
    std::array<std::uint32_t, 3> size{};
    for (std::size_t index = 0; index != size.size(); ++index) {
      const auto count = translation.number(mode[index + 2]);
      if (!count)
        return translation.fail(mode, "a size is not constant");
      size[index] = static_cast<std::uint32_t>(*count);
    }
    return setSize(name, size);
  }

  bool setSubGroupsId(const Instruction &mode) {
    const auto count = translation.number(mode[2]);
    if (!count)
      return translation.fail(mode, "the number of sub-groups is not constant");
    set("weft_reqd_sub_groups", number(static_cast<std::uint32_t>(*count)));
    return true;
  }

  // The number of components in the upper half, that of the type in the lower one, numbered like
  // OpenCL's vectors.
  bool setTypeHint(std::uint32_t hint) {
    Type *const elements[] = {Type::getInt8Ty(context),  Type::getInt16Ty(context),
                              Type::getInt32Ty(context), Type::getInt64Ty(context),
                              Type::getHalfTy(context),  Type::getFloatTy(context),
                              Type::getDoubleTy(context)};
    const std::uint32_t element = hint & 0xffff, count = hint >> 16;
    if (element >= std::size(elements) || count > 16)
      return true;
    Type *type = elements[element];
    if (count > 1)
      type = FixedVectorType::get(type, count);
    kernel.setMetadata("vec_type_hint",
                       MDNode::get(context, {ValueAsMetadata::get(PoisonValue::get(type)),
                                             number(type->isIntOrIntVectorTy())}));
    return true;
  }

  void set(StringRef name, ArrayRef<Metadata *> items) {
    kernel.setMetadata(name, MDNode::get(context, items));
  }
  Metadata *number(std::uint32_t value) const {
    return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), value));
  }
  Metadata *text(StringRef value) const { return MDString::get(context, value); }

  Translation &translation;
  const ModuleInfo &source;
  const EntryPoint &entry;
  Function &kernel;
  LLVMContext &context;
};

} // namespace

bool describeKernel(Translation &translation, const EntryPoint &entry, Function &kernel) {
  KernelDescription description(translation, entry, kernel);
  description.describeArguments();
  return all_of(translation.source.executionModes(entry.function),
                [&](const Instruction *mode) { return description.takeMode(*mode); });
}

} // namespace weft::compiler::spirv

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/kernel_description.h"

#include "compiler/passes/normalise/kernel_arguments.h"
#include "compiler/passes/normalise/local_memory.h"
#include "compiler/passes/normalise/printf_lowering.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/workgroup/work_group_function.h"
#include "device/base/address_spaces.h"
#include "device/kernel_abi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"

#include <type_traits>

#define DEBUG_TYPE "weft-describe"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(kernelsDescribed, "Kernels described");

namespace {

// The values of CL/cl.h that the table holds.
enum : std::uint32_t {
  addressGlobal = 0x119B,
  addressLocal = 0x119C,
  addressConstant = 0x119D,
  addressPrivate = 0x119E,
  accessReadOnly = 0x11A0,
  accessWriteOnly = 0x11A1,
  accessReadWrite = 0x11A2,
  accessNone = 0x11A3,
  typeConst = 1u << 0,
  typeRestrict = 1u << 1,
  typeVolatile = 1u << 2,
  typePipe = 1u << 3,
};

std::uint32_t addressQualifier(std::uint32_t addressSpace) {
  switch (addressSpace) {
  case globalSpace:
    return addressGlobal;
  case constantSpace:
    return addressConstant;
  case localSpace:
    return addressLocal;
  default:
    return addressPrivate;
  }
}

std::uint32_t accessQualifier(StringRef name) {
  return StringSwitch<std::uint32_t>(name)
      .Case("read_only", accessReadOnly)
      .Case("write_only", accessWriteOnly)
      .Case("read_write", accessReadWrite)
      .Default(accessNone);
}

std::uint32_t typeQualifiers(StringRef names) {
  std::uint32_t bits = 0;
  for (StringRef name : split(names, ' '))
    bits |= StringSwitch<std::uint32_t>(name)
                .Case("const", typeConst)
                .Case("restrict", typeRestrict)
                .Case("volatile", typeVolatile)
                .Case("pipe", typePipe)
                .Default(0);
  return bits;
}

std::array<std::uint32_t, 3> readTriple(const Function &function, StringRef name) {
  std::array<std::uint32_t, 3> result{};
  if (const MDNode *node = function.getMetadata(name))
    for (unsigned index = 0; index != std::min(3u, node->getNumOperands()); ++index)
      result[index] = mdconst::extract<ConstantInt>(node->getOperand(index))->getZExtValue();
  return result;
}

StringRef readString(const MDNode *node, unsigned index) {
  if (!node || index >= node->getNumOperands())
    return "";
  const auto *text = dyn_cast<MDString>(node->getOperand(index));
  return text ? text->getString() : "";
}

std::uint64_t readNumber(const Function &function, StringRef attribute) {
  std::uint64_t value = 0;
  function.getFnAttribute(attribute).getValueAsString().getAsInteger(10, value);
  return value;
}

// The OpenCL C spelling of a vec_type_hint.
std::string vectorTypeName(Type *type, bool isSigned) {
  unsigned lanes = 1;
  if (const auto *vector = dyn_cast<FixedVectorType>(type)) {
    lanes = vector->getNumElements();
    type = vector->getElementType();
  }
  std::string name;
  if (type->isHalfTy())
    name = "half";
  else if (type->isFloatTy())
    name = "float";
  else if (type->isDoubleTy())
    name = "double";
  else if (type->isIntegerTy()) {
    const unsigned bits = type->getIntegerBitWidth();
    name = isSigned ? "" : "u";
    name += bits == 8 ? "char" : bits == 16 ? "short" : bits == 32 ? "int" : "long";
  }
  return lanes == 1 ? name : name + std::to_string(lanes);
}

std::string attributesText(const Function &function) {
  SmallVector<std::string> parts;
  if (const MDNode *hint = function.getMetadata("vec_type_hint")) {
    const auto *value = cast<ValueAsMetadata>(hint->getOperand(0));
    const bool isSigned = !mdconst::extract<ConstantInt>(hint->getOperand(1))->isZero();
    parts.push_back(
        ("vec_type_hint(" + Twine(vectorTypeName(value->getType(), isSigned)) + ")").str());
  }
  for (const char *name : {"work_group_size_hint", "reqd_work_group_size"})
    if (function.getMetadata(name)) {
      const auto size = readTriple(function, name);
      parts.push_back(
          (Twine(name) + "(" + Twine(size[0]) + "," + Twine(size[1]) + "," + Twine(size[2]) + ")")
              .str());
    }
  return join(parts, " ");
}

// A constant of a structure of the kernel ABI. Fields lie where the header has them.
template <class Structure> class StructureBuilder {
public:
  explicit StructureBuilder(Module &module) : module(module) {}

  template <class Number>
    requires std::is_integral_v<Number>
  StructureBuilder &set(Number Structure::*member, std::uint64_t value) {
    return add(member, ConstantInt::get(module.getContext(), APInt(8 * sizeof(Number), value)));
  }
  template <class Pointee> StructureBuilder &set(Pointee *Structure::*member, Constant *value) {
    return add(member, value);
  }
  StructureBuilder &set(std::uint32_t (Structure::*member)[3],
                        const std::array<std::uint32_t, 3> &values) {
    for (const auto &[index, value] : enumerate(values))
      fields.push_back({offsetOf(member) + index * sizeof value,
                        ConstantInt::get(Type::getInt32Ty(module.getContext()), value)});
    return *this;
  }

  Constant *finish() {
    sort(fields, [](const Field &a, const Field &b) { return a.offset < b.offset; });
    SmallVector<Constant *> values;
    for (const Field &field : fields)
      values.push_back(field.value);
    Constant *structure = ConstantStruct::getAnon(module.getContext(), values);
    const StructLayout &layout =
        *module.getDataLayout().getStructLayout(cast<StructType>(structure->getType()));
    for (const auto &[index, field] : enumerate(fields))
      if (layout.getElementOffset(index) != field.offset)
        report_fatal_error("a structure of the kernel ABI lacks a field");
    if (layout.getSizeInBytes() != sizeof(Structure))
      report_fatal_error("a structure of the kernel ABI lacks its last field");
    return structure;
  }

private:
  struct Field {
    std::size_t offset;
    Constant *value;
  };

  template <class Member> static std::size_t offsetOf(Member Structure::*member) {
    static constexpr Structure place{};
    return reinterpret_cast<const char *>(&(place.*member)) -
           reinterpret_cast<const char *>(&place);
  }
  template <class Member> StructureBuilder &add(Member Structure::*member, Constant *value) {
    fields.push_back({offsetOf(member), value});
    return *this;
  }

  Module &module;
  SmallVector<Field> fields;
};

class TableBuilder {
public:
  explicit TableBuilder(Module &module)
      : module(module), context(module.getContext()), pointer(PointerType::get(context, 0)) {}

  void build() {
    SmallVector<Constant *> kernels;
    for (Function &function : module)
      if (isKernel(function))
        kernels.push_back(describe(function));
    describeVariables();
    using Program = weft_program_description;
    Constant *program = StructureBuilder<Program>(module)
                            .set(&Program::magic, WEFT_PROGRAM_MAGIC)
                            .set(&Program::abi_version, WEFT_KERNEL_ABI_VERSION)
                            .set(&Program::flags, flags)
                            .set(&Program::kernel_count, kernels.size())
                            .set(&Program::kernels, array(kernels, "weft.kernels"))
                            .set(&Program::global_variable_bytes, variableBytes)
                            .finish();
    auto *table = new GlobalVariable(module, program->getType(), /*isConstant=*/true,
                                     GlobalValue::ExternalLinkage, program, WEFT_PROGRAM_SYMBOL);
    table->setAlignment(Align(8));
  }

private:
  Constant *internal(Constant *value, const Twine &name) {
    auto *variable = new GlobalVariable(module, value->getType(), /*isConstant=*/true,
                                        GlobalValue::InternalLinkage, value, name);
    return variable;
  }
  Constant *string(StringRef text) {
    return internal(ConstantDataArray::getString(context, text), "weft.text");
  }
  Constant *array(ArrayRef<Constant *> elements, const Twine &name) {
    if (elements.empty())
      return ConstantPointerNull::get(pointer);
    return internal(
        ConstantArray::get(ArrayType::get(elements.front()->getType(), elements.size()), elements),
        name);
  }

  Constant *describeArguments(const Function &function, const KernelArguments &arguments) {
    using Description = weft_argument_description;
    SmallVector<Constant *> list;
    for (unsigned index = 0; index != arguments.list.size(); ++index) {
      const KernelArgument &argument = arguments.list[index];
      const auto text = [&](StringRef name) {
        return readString(function.getMetadata(name), index);
      };
      list.push_back(
          StructureBuilder<Description>(module)
              .set(&Description::name, string(text("kernel_arg_name")))
              .set(&Description::type_name, string(text("kernel_arg_type")))
              .set(&Description::kind, argument.kind)
              .set(&Description::address_qualifier, addressQualifier(argument.addressSpace))
              .set(&Description::access_qualifier, accessQualifier(text("kernel_arg_access_qual")))
              .set(&Description::type_qualifiers, typeQualifiers(text("kernel_arg_type_qual")))
              .set(&Description::offset, argument.offset)
              .set(&Description::size, argument.size)
              .finish());
    }
    return array(list, "weft.arguments");
  }

  std::uint32_t flagsOf(const Function &function) {
    std::uint32_t kernelFlags = 0;
    if (function.hasFnAttribute(usesPrintfAttribute))
      kernelFlags |= WEFT_KERNEL_USES_PRINTF;
    if (function.hasFnAttribute(groupFreeAttribute))
      kernelFlags |= WEFT_KERNEL_GROUP_FREE;
    if (function.getFnAttribute(uniformGroupsAttribute).getValueAsBool())
      kernelFlags |= WEFT_KERNEL_UNIFORM_GROUPS;
    return kernelFlags;
  }

  Constant *describe(Function &function) {
    assert(function.hasFnAttribute(contextFixedAttribute) &&
           function.hasFnAttribute(contextItemAttribute) &&
           function.hasFnAttribute(privateBytesAttribute) && "weft-work-group made the function");
    ++kernelsDescribed;
    using Description = weft_kernel_description;
    const KernelArguments arguments = attachedArguments(function);
    const auto number = [&](StringRef attribute) { return readNumber(function, attribute); };
    // stack_bytes is known when the code is generated (backend/stack_needs.h).
    return StructureBuilder<Description>(module)
        .set(&Description::name,
             string(function.getFnAttribute(kernelAttribute).getValueAsString()))
        .set(&Description::function, &function)
        .set(&Description::arguments, describeArguments(function, arguments))
        .set(&Description::argument_count, arguments.list.size())
        .set(&Description::argument_block_bytes, arguments.blockBytes)
        .set(&Description::local_memory_bytes, number(localBytesAttribute))
        .set(&Description::context_fixed_bytes, number(contextFixedAttribute))
        .set(&Description::context_item_bytes, number(contextItemAttribute))
        .set(&Description::private_memory_bytes, number(privateBytesAttribute))
        .set(&Description::stack_bytes, 0)
        .set(&Description::required_work_group_size, readTriple(function, "reqd_work_group_size"))
        .set(&Description::work_group_size_hint, readTriple(function, "work_group_size_hint"))
        .set(&Description::flags, flagsOf(function))
        .set(&Description::preferred_multiple, WEFT_CONTEXT_LANES)
        .set(&Description::attributes, string(attributesText(function)))
        .finish();
  }

  // Counts program-scope variables before the table adds its own: constants take no memory of the
  // device.
  void describeVariables() {
    const DataLayout &layout = module.getDataLayout();
    for (const GlobalVariable &variable : module.globals())
      if (variable.getAddressSpace() == globalSpace) {
        variableBytes += layout.getTypeAllocSize(variable.getValueType());
        if (!variable.isConstant())
          flags |= WEFT_PROGRAM_HAS_MUTABLE_GLOBALS;
      }
  }

  Module &module;
  LLVMContext &context;
  PointerType *pointer;
  std::uint32_t flags = 0;
  std::uint64_t variableBytes = 0;
};

} // namespace

PreservedAnalyses KernelDescriptionPass::run(Module &module, ModuleAnalysisManager &) {
  TableBuilder(module).build();
  return PreservedAnalyses::none();
}

} // namespace weft::compiler

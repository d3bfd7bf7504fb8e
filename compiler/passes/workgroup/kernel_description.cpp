// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/kernel_description.h"

#include "compiler/passes/normalise/kernel_arguments.h"
#include "compiler/passes/normalise/local_memory.h"
#include "compiler/passes/normalise/printf_lowering.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/workgroup/work_group_function.h"
#include "device/kernel_abi.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

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
  case 1:
    return addressGlobal;
  case 2:
    return addressConstant;
  case 3:
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
    name = bits == 8 ? "char" : bits == 16 ? "short" : bits == 32 ? "int" : "long";
    if (!isSigned)
      name.insert(0, "u");
  }
  return lanes == 1 ? name : name + std::to_string(lanes);
}

std::string attributesText(const Function &function) {
  SmallVector<std::string> parts;
  if (const MDNode *hint = function.getMetadata("vec_type_hint")) {
    const auto *value = cast<ValueAsMetadata>(hint->getOperand(0));
    const bool isSigned = !mdconst::extract<ConstantInt>(hint->getOperand(1))->isZero();
    parts.push_back("vec_type_hint(" + vectorTypeName(value->getType(), isSigned) + ")");
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

class TableBuilder {
public:
  explicit TableBuilder(Module &module)
      : module(module), context(module.getContext()), pointer(PointerType::get(context, 0)) {}

  void build() {
    assert(sizeOf(programType()) == sizeof(weft_program_description) &&
           sizeOf(kernelType()) == sizeof(weft_kernel_description) &&
           sizeOf(argumentType()) == sizeof(weft_argument_description) &&
           "the types are those of device/kernel_abi.h");
    SmallVector<Constant *> kernels;
    for (Function &function : module)
      if (isKernel(function))
        kernels.push_back(describe(function));
    describeVariables();
    auto *table = new GlobalVariable(
        module, programType(), /*isConstant=*/true, GlobalValue::ExternalLinkage,
        ConstantStruct::get(
            programType(), {number32(WEFT_PROGRAM_MAGIC), number32(WEFT_KERNEL_ABI_VERSION),
                            number32(flags), number32(kernels.size()),
                            array(kernelType(), kernels, "weft.kernels"), number64(variableBytes)}),
        WEFT_PROGRAM_SYMBOL);
    table->setAlignment(Align(8));
  }

private:
  [[maybe_unused]] std::uint64_t sizeOf(Type *type) const {
    return module.getDataLayout().getTypeAllocSize(type);
  }
  Constant *number32(std::uint32_t value) {
    return ConstantInt::get(Type::getInt32Ty(context), value);
  }
  Constant *number64(std::uint64_t value) {
    return ConstantInt::get(Type::getInt64Ty(context), value);
  }
  StructType *programType() {
    Type *word = Type::getInt32Ty(context);
    return StructType::get(context, {word, word, word, word, pointer, Type::getInt64Ty(context)});
  }
  StructType *argumentType() {
    SmallVector<Type *> fields{pointer, pointer};
    fields.append(6, Type::getInt32Ty(context));
    return StructType::get(context, fields);
  }
  StructType *kernelType() {
    Type *word = Type::getInt32Ty(context);
    Type *number = Type::getInt64Ty(context);
    SmallVector<Type *> fields{pointer, pointer, pointer, word, word};
    fields.append(5, number);
    fields.append(8, word);
    fields.push_back(pointer);
    return StructType::get(context, fields);
  }

  Constant *internal(Constant *value, const Twine &name) {
    auto *variable = new GlobalVariable(module, value->getType(), /*isConstant=*/true,
                                        GlobalValue::InternalLinkage, value, name);
    return variable;
  }
  Constant *string(StringRef text) {
    return internal(ConstantDataArray::getString(context, text), "weft.text");
  }
  Constant *array(Type *type, ArrayRef<Constant *> elements, const Twine &name) {
    if (elements.empty())
      return ConstantPointerNull::get(pointer);
    return internal(ConstantArray::get(ArrayType::get(type, elements.size()), elements), name);
  }

  Constant *describeArguments(const Function &function, const KernelArguments &arguments) {
    SmallVector<Constant *> list;
    for (unsigned index = 0; index != arguments.list.size(); ++index) {
      const KernelArgument &argument = arguments.list[index];
      const auto text = [&](StringRef name) {
        return readString(function.getMetadata(name), index);
      };
      list.push_back(ConstantStruct::get(argumentType(),
                                         {string(text("kernel_arg_name")),
                                          string(text("kernel_arg_type")), number32(argument.kind),
                                          number32(addressQualifier(argument.addressSpace)),
                                          number32(accessQualifier(text("kernel_arg_access_qual"))),
                                          number32(typeQualifiers(text("kernel_arg_type_qual"))),
                                          number32(argument.offset), number32(argument.size)}));
    }
    return array(argumentType(), list, "weft.arguments");
  }

  Constant *describe(Function &function) {
    assert(function.hasFnAttribute(contextFixedAttribute) &&
           function.hasFnAttribute(contextItemAttribute) &&
           function.hasFnAttribute(privateBytesAttribute) && "weft-work-group made the function");
    ++kernelsDescribed;
    const KernelArguments arguments = attachedArguments(function);
    const auto required = readTriple(function, "reqd_work_group_size");
    const auto hint = readTriple(function, "work_group_size_hint");
    std::uint32_t kernelFlags = 0;
    if (function.hasFnAttribute(usesPrintfAttribute))
      kernelFlags |= WEFT_KERNEL_USES_PRINTF;
    if (function.hasFnAttribute(groupFreeAttribute))
      kernelFlags |= WEFT_KERNEL_GROUP_FREE;
    if (function.getFnAttribute(uniformGroupsAttribute).getValueAsBool())
      kernelFlags |= WEFT_KERNEL_UNIFORM_GROUPS;
    const auto bytes = [&](StringRef attribute) {
      return number64(readNumber(function, attribute));
    };
    return ConstantStruct::get(
        kernelType(),
        {string(function.getFnAttribute(kernelAttribute).getValueAsString()), &function,
         describeArguments(function, arguments), number32(arguments.list.size()),
         number32(arguments.blockBytes), bytes(localBytesAttribute), bytes(contextFixedAttribute),
         bytes(contextItemAttribute), bytes(privateBytesAttribute),
         number64(0), // stack_bytes: known when the code is generated (backend/stack_needs.h)
         number32(required[0]), number32(required[1]), number32(required[2]), number32(hint[0]),
         number32(hint[1]), number32(hint[2]), number32(kernelFlags), number32(WEFT_CONTEXT_LANES),
         string(attributesText(function))});
  }

  // Program-scope variables, before the table's own are added: constants cost no memory of the
  // device.
  void describeVariables() {
    const DataLayout &layout = module.getDataLayout();
    for (const GlobalVariable &variable : module.globals())
      if (variable.getAddressSpace() == 1) {
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

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/kernel_interface.h"

#include "compiler/passes/normalise/block_kernels.h"
#include "compiler/passes/support/group_sizes.h"
#include "compiler/passes/support/lanes/sub_groups.h"
#include "device/base/address_spaces.h"
#include "device/kernel_abi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"

namespace weft::compiler {

using namespace llvm;

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
  imageTypes = 0x10F0,
  image2d = imageTypes + 1,
  image3d = imageTypes + 2,
  image2dArray = imageTypes + 3,
  image1d = imageTypes + 4,
  image1dArray = imageTypes + 5,
  image1dBuffer = imageTypes + 6,
};

std::uint32_t addressQualifier(const KernelArgument &argument) {
  if (argument.kind == WEFT_ARGUMENT_IMAGE || argument.kind == WEFT_ARGUMENT_PIPE)
    return addressGlobal; // as the specification has it
  switch (argument.addressSpace) {
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

// The image type behind a name that no typedef hides.
std::uint32_t imageType(StringRef name) {
  return StringSwitch<std::uint32_t>(name)
      .Cases({"image2d_t", "image2d_depth_t"}, image2d)
      .Case("image3d_t", image3d)
      .Cases({"image2d_array_t", "image2d_array_depth_t"}, image2dArray)
      .Case("image1d_t", image1d)
      .Case("image1d_array_t", image1dArray)
      .Case("image1d_buffer_t", image1dBuffer)
      .Default(0);
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

StringRef readString(const MDNode *node, unsigned index) {
  if (!node || index >= node->getNumOperands())
    return "";
  const auto *text = dyn_cast<MDString>(node->getOperand(index));
  return text ? text->getString() : "";
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
  for (const StringRef name : {groupSizeHintMetadata, requiredGroupSizeMetadata})
    if (const auto size = numbersOf(function, name))
      parts.push_back((Twine(name) + "(" + Twine((*size)[0]) + "," + Twine((*size)[1]) + "," +
                       Twine((*size)[2]) + ")")
                          .str());
  if (const auto required = numbersOf(function, requiredSubGroupSizeMetadata))
    parts.push_back(
        (Twine(requiredSubGroupSizeMetadata) + "(" + Twine((*required)[0]) + ")").str());
  return join(parts, " ");
}

} // namespace

device::KernelInterface interfaceOf(const Function &kernel, const KernelArguments &arguments) {
  device::KernelInterface result;
  result.name = kernel.getFnAttribute(kernelAttribute).getValueAsString().str();
  for (const auto &[index, argument] : enumerate(arguments.list)) {
    const auto text = [&](StringRef name) { return readString(kernel.getMetadata(name), index); };
    result.arguments.push_back({.name = text("kernel_arg_name").str(),
                                .typeName = text("kernel_arg_type").str(),
                                .kind = argument.kind,
                                .addressQualifier = addressQualifier(argument),
                                .accessQualifier = accessQualifier(text("kernel_arg_access_qual")),
                                .typeQualifiers = typeQualifiers(text("kernel_arg_type_qual")),
                                .offset = argument.offset,
                                .size = argument.size,
                                .imageType = imageType(text("kernel_arg_base_type")),
                                .isDepthImage = text("kernel_arg_base_type").contains("depth")});
  }
  result.argumentBlockBytes = arguments.blockBytes;
  result.requiredWorkGroupSize = requiredGroupSize(kernel).value_or(GroupSize{});
  result.workGroupSizeHint = numbersOf(kernel, groupSizeHintMetadata).value_or(GroupSize{});
  result.subGroupSize = subGroupSize(kernel);
  if (kernel.getMetadata(requiredSubGroupSizeMetadata))
    result.requiredSubGroupSize = result.subGroupSize;
  result.requiredSubGroups = numbersOf(kernel, requiredSubGroupsMetadata).value_or(GroupSize{})[0];
  result.isOfBlock = kernel.hasFnAttribute(blockKernelAttribute);
  result.attributes = attributesText(kernel);
  return result;
}

} // namespace weft::compiler

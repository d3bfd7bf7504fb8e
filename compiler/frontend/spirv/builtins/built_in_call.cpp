// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/builtins/built_in_call.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DerivedTypes.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

StringRef elementName(Type *type, Sign sign) {
  const bool isSigned = sign == Sign::Signed;
  if (type->isHalfTy())
    return "Dh";
  if (type->isFloatTy())
    return "f";
  if (type->isDoubleTy())
    return "d";
  switch (type->isIntegerTy() ? type->getIntegerBitWidth() : 0) {
  case 1:
    return "b";
  case 8:
    return isSigned ? "c" : "h";
  case 16:
    return isSigned ? "s" : "t";
  case 32:
    return isSigned ? "i" : "j";
  case 64:
    return isSigned ? "l" : "m";
  default:
    return "";
  }
}

std::string sourceName(StringRef name) { return utostr(name.size()) + name.str(); }

// ocl_image2d_array_depth_ro and the like.
std::string imageName(const TargetExtType &type) {
  constexpr unsigned dimension = 0, depth = 1, arrayed = 2, access = 6;
  std::string name = "ocl_image";
  switch (type.getIntParameter(dimension)) {
  case spv::Dim1D:
    name += "1d";
    break;
  case spv::Dim2D:
    name += "2d";
    break;
  case spv::Dim3D:
    name += "3d";
    break;
  default:
    name += "1d_buffer";
    break;
  }
  if (type.getIntParameter(arrayed))
    name += "_array";
  if (type.getIntParameter(depth) == 1)
    name += "_depth";
  constexpr StringLiteral accesses[] = {"_ro", "_wo", "_rw"};
  return name + accesses[std::min<unsigned>(type.getIntParameter(access), 2)].str();
}

std::string opaqueName(const TargetExtType &type) {
  if (type.getName() == "spirv.Event")
    return sourceName("ocl_event");
  if (type.getName() == "spirv.Sampler")
    return sourceName("ocl_sampler");
  if (type.getName() == "spirv.DeviceEvent")
    return sourceName("ocl_clkevent");
  if (type.getName() == "spirv.Queue")
    return sourceName("ocl_queue");
  if (type.getName() == "spirv.ReserveId")
    return sourceName("ocl_reserveid");
  return type.getName() == "spirv.Image" ? sourceName(imageName(type)) : std::string();
}

// S_, S0_, S1_ …; the components of a built-in fit in one base-36 digit.
std::string substitutionName(std::size_t index) {
  if (index == 0)
    return "S_";
  const std::size_t digit = index - 1;
  return std::string("S") + static_cast<char>(digit < 10 ? '0' + digit : 'A' + digit - 10) + "_";
}

} // namespace

// A repeated component is a reference to its first use.
std::string BuiltInCall::substituted(std::string whole) {
  const auto *place = find(substitutions, whole);
  if (place != substitutions.end())
    return substitutionName(place - substitutions.begin());
  substitutions.push_back(std::move(whole));
  return {};
}

bool BuiltInCall::mangle(Type *type, Sign elementSign, std::string &text) {
  if (const auto *opaque = dyn_cast<TargetExtType>(type)) {
    text = opaqueName(*opaque);
    if (text.empty())
      return false;
    if (std::string reference = substituted(text); !reference.empty())
      text = std::move(reference);
    return true;
  }
  const StringRef element = elementName(type->getScalarType(), elementSign);
  text = element.str();
  if (const auto *vector = dyn_cast<FixedVectorType>(type)) {
    text = ("Dv" + Twine(vector->getNumElements()) + "_" + element).str();
    if (std::string reference = substituted(text); !reference.empty())
      text = std::move(reference);
  }
  return !element.empty();
}

BuiltInCall &BuiltInCall::add(Value *value, Sign elementSign) {
  std::string text;
  isComplete = isComplete && value && mangle(value->getType(), elementSign, text);
  parameters += text;
  values.push_back(value);
  return *this;
}

BuiltInCall &BuiltInCall::addEnum(Value *value, StringRef type) {
  isComplete = isComplete && value;
  parameters += sourceName(type);
  values.push_back(value);
  return *this;
}

// The qualified pointee and the pointer are components too.
BuiltInCall &BuiltInCall::addPointer(Value *value, Type *pointee, Sign elementSign, bool isConst) {
  std::string text = "v";
  isComplete = isComplete && value && value->getType()->isPointerTy() &&
               (!pointee || mangle(pointee, elementSign, text));
  values.push_back(value);
  if (!isComplete)
    return *this;
  const unsigned space = value->getType()->getPointerAddressSpace();
  std::string qualifiers;
  if (space)
    qualifiers = "U" + sourceName("AS" + utostr(space));
  if (isConst)
    qualifiers += "K";
  if (!qualifiers.empty()) {
    text = qualifiers + text;
    if (std::string reference = substituted(text); !reference.empty())
      text = std::move(reference);
  }
  text = "P" + text;
  if (std::string reference = substituted(text); !reference.empty())
    text = std::move(reference);
  parameters += text;
  return *this;
}

BuiltInCall &BuiltInCall::addVoidPointer(Value *value) {
  return addPointer(value, nullptr, Sign::Signed);
}

BuiltInCall &BuiltInCall::addUnnamed(Value *value) {
  isComplete = isComplete && value;
  values.push_back(value);
  return *this;
}

Value *BuiltInCall::call(Type *result) {
  return callNamed(result, "_Z" + sourceName(name) + (parameters.empty() ? "v" : parameters));
}

Value *BuiltInCall::callUnmangled(Type *result) { return callNamed(result, name); }

Value *BuiltInCall::callNamed(Type *result, const std::string &symbol) {
  if (!result || translation.hasFailed())
    return nullptr;
  if (!isComplete)
    return translation.fail(instruction, "built-in '" + name + "' has no such operands");
  SmallVector<Type *> types;
  for (const Value *value : values)
    types.push_back(value->getType());
  FunctionType *type = FunctionType::get(result, types, /*isVarArg=*/false);
  auto *function =
      dyn_cast<Function>(translation.module.getOrInsertFunction(symbol, type).getCallee());
  if (!function || function->getFunctionType() != type)
    return translation.fail(instruction, "'" + symbol + "' is another function of the program");
  if (function->isDeclaration()) {
    function->setCallingConv(CallingConv::SPIR_FUNC);
    function->setConvergent();
    function->setDoesNotThrow();
  }
  CallInst *call = translation.builder.CreateCall(function, values);
  call->setCallingConv(function->getCallingConv());
  call->setConvergent();
  call->setDoesNotThrow();
  return call;
}

} // namespace weft::compiler::spirv

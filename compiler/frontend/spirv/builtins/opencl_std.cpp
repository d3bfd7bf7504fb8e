// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nearly all instructions of OpenCL.std have the name of an OpenCL C built-in, prefixed by a sign
// if there are two of them. The others are in the tables below.
#include "compiler/frontend/spirv/builtins/opencl_std.h"

#include "compiler/frontend/spirv/builtins/built_in_call.h"
#include "device/base/address_spaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

// Set and number precede the operands.
constexpr std::size_t first = 2;

class OpenclCall {
public:
  OpenclCall(Translation &translation, const Instruction &instruction)
      : translation(translation), instruction(instruction),
        result(translation.resultType(instruction)) {}

  Value *translate() {
    const std::uint32_t number = instruction[1];
    const std::string name = openclStdName(number);
    if (!result)
      return nullptr;
    if (name.empty())
      return translation.fail(instruction, "OpenCL.std has no instruction " + Twine(number));
    switch (number) {
    case OpenCLLIB::Fract:
    case OpenCLLIB::Modf:
    case OpenCLLIB::Sincos:
      return withPointer(name, result);
    case OpenCLLIB::Frexp:
    case OpenCLLIB::Lgamma_r:
    case OpenCLLIB::Remquo:
      return withPointer(name, result->getWithNewType(translation.builder.getInt32Ty()));
    case OpenCLLIB::Vloadn:
      return load("vload", result->getScalarType(), instruction[first + 2]);
    case OpenCLLIB::Vload_half:
      return load(name, halfType(), 1);
    case OpenCLLIB::Vload_halfn:
      return load("vload_half", halfType(), instruction[first + 2]);
    case OpenCLLIB::Vloada_halfn:
      return load("vloada_half", halfType(), instruction[first + 2]);
    case OpenCLLIB::Vstoren:
      return store("vstore", nullptr, false);
    case OpenCLLIB::Vstore_half:
    case OpenCLLIB::Vstore_halfn:
      return store("vstore_half", halfType(), false);
    case OpenCLLIB::Vstore_half_r:
    case OpenCLLIB::Vstore_halfn_r:
      return store("vstore_half", halfType(), true);
    case OpenCLLIB::Vstorea_halfn:
      return store("vstorea_half", halfType(), false);
    case OpenCLLIB::Vstorea_halfn_r:
      return store("vstorea_half", halfType(), true);
    case OpenCLLIB::Printf:
      return print();
    case OpenCLLIB::Prefetch:
      return prefetch();
    default:
      return plain(name);
    }
  }

private:
  Type *halfType() const { return Type::getHalfTy(translation.context); }

  Value *sizeOperand(std::size_t index) {
    Value *value = translation.operand(instruction, index);
    if (!value || !value->getType()->isIntegerTy())
      return nullptr;
    return translation.builder.CreateZExtOrTrunc(value, translation.builder.getInt64Ty());
  }

  // The sign of an operand if it differs from the instruction's.
  static Sign signOf(std::uint32_t number, std::size_t operand, Sign sign) {
    const bool isUnsigned = number == OpenCLLIB::Nan ||
                            (number == OpenCLLIB::Shuffle && operand == 1) ||
                            (number == OpenCLLIB::Shuffle2 && operand == 2) ||
                            (number == OpenCLLIB::S_Upsample && operand == 1);
    return isUnsigned ? Sign::Unsigned : sign;
  }

  Value *plain(StringRef name) {
    const Sign sign = name.starts_with("u_") ? Sign::Unsigned : Sign::Signed;
    if (!name.consume_front("u_"))
      name.consume_front("s_");
    name = StringSwitch<StringRef>(name)
               .Case("fmax_common", "max")
               .Case("fmin_common", "min")
               .Case("fclamp", "clamp")
               .Default(name);
    BuiltInCall call(translation, instruction, name, sign);
    for (std::size_t operand = first; operand < instruction.size(); ++operand)
      call.add(translation.operand(instruction, operand),
               signOf(instruction[1], operand - first, sign));
    return call.call(result);
  }

  // The last operand points to a second result.
  Value *withPointer(StringRef name, Type *pointee) {
    BuiltInCall call(translation, instruction, name);
    for (std::size_t operand = first; operand + 1 < instruction.size(); ++operand)
      call.add(translation.operand(instruction, operand));
    return call
        .addPointer(translation.operand(instruction, instruction.size() - 1), pointee, Sign::Signed)
        .call(result);
  }

  Value *load(StringRef prefix, Type *element, std::uint32_t count) {
    const auto *vector = dyn_cast<FixedVectorType>(result);
    if ((vector ? vector->getNumElements() : 1) != count ||
        (element->isHalfTy() && prefix != "vload" && !result->getScalarType()->isFloatTy()))
      return translation.fail(instruction, "the result has another type");
    const std::string name = count == 1 ? prefix.str() : (prefix + Twine(count)).str();
    return BuiltInCall(translation, instruction, name)
        .add(sizeOperand(first), Sign::Unsigned)
        .addPointer(translation.operand(instruction, first + 1), element, Sign::Signed,
                    /*isConst=*/true)
        .call(result);
  }

  Value *store(StringRef prefix, Type *element, bool isRounded) {
    Value *data = translation.operand(instruction, first);
    if (!data)
      return nullptr;
    if (!result->isVoidTy())
      return translation.fail(instruction, "a store has no result");
    std::string name = prefix.str();
    if (const auto *vector = dyn_cast<FixedVectorType>(data->getType()))
      name += utostr(vector->getNumElements());
    constexpr StringLiteral roundings[] = {"_rte", "_rtz", "_rtp", "_rtn"};
    const std::uint32_t rounding = instruction[first + 3];
    if (isRounded && rounding >= std::size(roundings))
      return translation.fail(instruction, "the rounding mode is unknown");
    if (isRounded)
      name += roundings[rounding];
    BuiltInCall(translation, instruction, name)
        .add(data)
        .add(sizeOperand(first + 1), Sign::Unsigned)
        .addPointer(translation.operand(instruction, first + 2),
                    element ? element : data->getType()->getScalarType(), Sign::Signed)
        .call(result);
    return nullptr;
  }

  // As C promotes variadic arguments.
  Value *promoted(Value *value) {
    IRBuilder<> &builder = translation.builder;
    Type *type = value->getType();
    if (type->isHalfTy() || type->isFloatTy())
      return builder.CreateFPExt(value, builder.getDoubleTy());
    if (type->isIntegerTy(1))
      return builder.CreateZExt(value, builder.getInt32Ty());
    if (type->isIntegerTy() && type->getIntegerBitWidth() < 32)
      return builder.CreateSExt(value, builder.getInt32Ty());
    return value;
  }

  Value *print() {
    IRBuilder<> &builder = translation.builder;
    Value *format = translation.operand(instruction, first);
    if (!format)
      return nullptr;
    if (!format->getType()->isPointerTy())
      return translation.fail(instruction, "the format is not a pointer");
    Type *pointer = PointerType::get(translation.context, constantSpace);
    SmallVector<Value *> arguments{builder.CreateAddrSpaceCast(format, pointer)};
    for (std::size_t operand = first + 1; operand < instruction.size(); ++operand) {
      Value *value = translation.operand(instruction, operand);
      if (!value)
        return nullptr;
      arguments.push_back(promoted(value));
    }
    FunctionType *type = FunctionType::get(builder.getInt32Ty(), {pointer}, /*isVarArg=*/true);
    FunctionCallee callee = translation.module.getOrInsertFunction("printf", type);
    auto *function = dyn_cast<Function>(callee.getCallee());
    if (!function || function->getFunctionType() != type)
      return translation.fail(instruction, "'printf' is another function of the program");
    function->setCallingConv(CallingConv::SPIR_FUNC);
    function->setConvergent();
    CallInst *call = builder.CreateCall(callee, arguments);
    call->setCallingConv(CallingConv::SPIR_FUNC);
    return translation.resized(instruction, call, result);
  }

  Value *prefetch() {
    const Id pointee = translation.pointeeId(translation.source.typeOf(instruction[first]));
    Type *element = pointee ? translation.type(pointee) : translation.builder.getInt8Ty();
    BuiltInCall(translation, instruction, "prefetch")
        .addPointer(translation.operand(instruction, first), element, Sign::Signed,
                    /*isConst=*/true)
        .add(sizeOperand(first + 1), Sign::Unsigned)
        .call(translation.builder.getVoidTy());
    return nullptr;
  }

  Translation &translation;
  const Instruction &instruction;
  Type *const result;
};

} // namespace

Value *translateOpenclStd(Translation &translation, const Instruction &instruction) {
  return OpenclCall(translation, instruction).translate();
}

} // namespace weft::compiler::spirv

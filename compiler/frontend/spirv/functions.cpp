// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Function instructions (SPIR-V specification, section 3.3.9).
#include "compiler/frontend/spirv/kernels.h"
#include "compiler/frontend/spirv/translation.h"

#include "device/base/address_spaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

struct Linkage {
  std::string name;
  GlobalValue::LinkageTypes type = GlobalValue::InternalLinkage;
};

Linkage linkageOf(const ModuleInfo &source, Id id) {
  const Decoration *decoration = source.find(id, spv::DecorationLinkageAttributes);
  if (!decoration)
    return {source.name(id).str(), GlobalValue::InternalLinkage};
  Instruction text;
  text.operands = decoration->operands;
  LiteralString string = literalString(text, 0);
  return {std::move(string.text), text[string.next] == spv::LinkageTypeLinkOnceODR
                                      ? GlobalValue::LinkOnceODRLinkage
                                      : GlobalValue::ExternalLinkage};
}

bool isEntryPoint(const ModuleInfo &source, Id function) {
  return any_of(source.entryPoints,
                [&](const EntryPoint &entry) { return entry.function == function; });
}

bool isKernelName(const ModuleInfo &source, StringRef name) {
  return any_of(source.entryPoints, [&](const EntryPoint &entry) { return entry.name == name; });
}

// Kernels take structures and arrays in the host's layout, in memory.
FunctionType *kernelType(FunctionType *type) {
  SmallVector<Type *> parameters;
  for (Type *parameter : type->params())
    parameters.push_back(parameter->isAggregateType()
                             ? PointerType::get(type->getContext(), privateSpace)
                             : parameter);
  return FunctionType::get(type->getReturnType(), parameters, /*isVarArg=*/false);
}

void setFunctionControl(Function &function, std::uint32_t control) {
  if (control & spv::FunctionControlDontInlineMask)
    function.addFnAttr(Attribute::NoInline);
  else if (control & spv::FunctionControlInlineMask)
    function.addFnAttr(Attribute::InlineHint);
  function.setConvergent();
  function.setDoesNotThrow();
}

void setByValue(Argument &parameter, Type *type, Align alignment) {
  AttrBuilder attributes(parameter.getContext());
  attributes.addByValAttr(type);
  attributes.addAlignmentAttr(alignment);
  parameter.addAttrs(attributes);
}

void setParameterAttribute(Translation &translation, Argument &parameter, Id typeId,
                           std::uint32_t attribute, MaybeAlign alignment) {
  Type *pointee = nullptr;
  switch (attribute) {
  case spv::FunctionParameterAttributeZext:
    if (parameter.getType()->isIntegerTy())
      parameter.addAttr(Attribute::ZExt);
    break;
  case spv::FunctionParameterAttributeSext:
    if (parameter.getType()->isIntegerTy())
      parameter.addAttr(Attribute::SExt);
    break;
  case spv::FunctionParameterAttributeByVal:
    pointee = translation.type(translation.pointeeId(typeId));
    if (pointee && pointee->isSized())
      setByValue(parameter, pointee, alignment.value_or(translation.naturalAlignment(pointee)));
    break;
  case spv::FunctionParameterAttributeNoAlias:
    if (parameter.getType()->isPointerTy())
      parameter.addAttr(Attribute::NoAlias);
    break;
  default: // facts that optimisations find out themselves
    break;
  }
}

void setParameterAttributes(Translation &translation, Argument &parameter,
                            const Instruction &instruction) {
  const ModuleInfo &source = translation.source;
  MaybeAlign alignment;
  if (const Decoration *decoration = source.find(instruction.result, spv::DecorationAlignment))
    if (isPowerOf2_32((*decoration)[0]))
      alignment = Align((*decoration)[0]);
  for (const Decoration &decoration : source.decorations(instruction.result))
    if (decoration.kind == spv::DecorationFuncParamAttr)
      setParameterAttribute(translation, parameter, instruction.type, decoration[0], alignment);
    else if (decoration.kind == spv::DecorationRestrict && parameter.getType()->isPointerTy())
      parameter.addAttr(Attribute::NoAlias);
  if (alignment && parameter.getType()->isPointerTy() && !parameter.hasByValAttr())
    parameter.addAttr(Attribute::getWithAlignment(translation.context, *alignment));
}

Value *call(Translation &translation, const Instruction &instruction) {
  Function *callee = translation.function(instruction[0]);
  if (!callee)
    return nullptr;
  if (callee->getCallingConv() == CallingConv::SPIR_KERNEL)
    return translation.fail(instruction, "an entry point cannot be called");
  if (callee->arg_size() + 1 != instruction.size())
    return translation.fail(instruction, "the function has other parameters");
  SmallVector<Value *> arguments;
  for (const auto &[index, parameter] : enumerate(callee->args())) {
    Value *argument = translation.operand(instruction, index + 1);
    if (!argument)
      return nullptr;
    if (isa<TargetExtType>(parameter.getType()))
      argument = translation.samplerFrom(argument);
    if (argument->getType() != parameter.getType())
      return translation.fail(instruction, "the function has other parameters");
    arguments.push_back(argument);
  }
  CallInst *result = translation.builder.CreateCall(callee, arguments);
  result->setCallingConv(callee->getCallingConv());
  result->setConvergent();
  for (const Argument &parameter : callee->args())
    if (parameter.hasByValAttr())
      result->addParamAttr(
          parameter.getArgNo(),
          Attribute::getWithByValType(translation.context, parameter.getParamByValType()));
  return result->getType()->isVoidTy() ? nullptr : result;
}

constexpr Handler handlers[] = {{spv::OpFunctionCall, call}};

} // namespace

ArrayRef<Handler> functionHandlers() { return handlers; }

Function *Translation::declareFunction(const Instruction &instruction) {
  auto *type = dyn_cast_or_null<FunctionType>(this->type(instruction[1]));
  if (!type)
    return fail(instruction, "the function has no type");
  const bool isKernel = isEntryPoint(source, instruction.result);
  Linkage linkage = linkageOf(source, instruction.result);
  if (isKernel) {
    linkage = {
        find_if(source.entryPoints,
                [&](const EntryPoint &entry) { return entry.function == instruction.result; })
            ->name,
        GlobalValue::ExternalLinkage};
  } else if (isKernelName(source, linkage.name)) {
    linkage.name = "__clang_ocl_kern_imp_" + linkage.name; // Clang's name for it
  }
  if (isKernel && !type->getReturnType()->isVoidTy())
    return fail(instruction, "a kernel returns no value");
  Function *made =
      Function::Create(isKernel ? kernelType(type) : type, linkage.type, linkage.name, &module);
  made->setCallingConv(isKernel ? CallingConv::SPIR_KERNEL : CallingConv::SPIR_FUNC);
  setFunctionControl(*made, instruction[0]);
  const Instruction *parameter = &instruction + 1;
  const Instruction *end = source.instructions().list.data() + source.instructions().list.size();
  for (unsigned index = 0; index != type->getNumParams(); ++parameter) {
    if (parameter == end || parameter->op == spv::OpFunctionEnd || parameter->op == spv::OpLabel)
      return fail(instruction, "the function lacks parameters");
    if (parameter->op != spv::OpFunctionParameter)
      continue;
    Argument &argument = *made->getArg(index);
    argument.setName(source.name(parameter->result));
    setParameterAttributes(*this, argument, *parameter);
    if (Type *value = type->getParamType(index); isKernel && value->isAggregateType())
      setByValue(argument, value, naturalAlignment(value));
    ++index;
  }
  return made;
}

Function *Translation::function(Id id) {
  if (Function *known = functions.lookup(id))
    return known;
  const Instruction *instruction = source.definition(id);
  if (instruction && instruction->op == spv::OpFunction)
    return functions[id] = declareFunction(*instruction);
  if (!failed) {
    log += ("error: SPIR-V id " + Twine(id) + " is not a function\n").str();
    failed = true;
  }
  return nullptr;
}

// Kernels get their names before anything else can claim one.
bool Translation::declareKernels() {
  for (const EntryPoint &entry : source.entryPoints) {
    Function *kernel = function(entry.function);
    if (!kernel)
      return false;
    if (Function *known = module.getFunction(entry.name); known && known != kernel)
      return fail(*source.definition(entry.function),
                  "there are two kernels with the name '" + entry.name + "'");
    if (kernel->getName() == entry.name && !describeKernel(*this, entry, *kernel))
      return false;
  }
  return true;
}

// A function that is the entry point of several kernels becomes each of them: copies of the first.
bool Translation::copyKernels() {
  for (const EntryPoint &entry : source.entryPoints) {
    Function *first = function(entry.function);
    if (module.getFunction(entry.name) == first)
      continue;
    ValueToValueMapTy values;
    Function *copy = CloneFunction(first, values);
    copy->setName(entry.name);
    if (copy->getName() != entry.name)
      return fail(*source.definition(entry.function),
                  "there are two kernels with the name '" + entry.name + "'");
    if (!describeKernel(*this, entry, *copy))
      return false;
  }
  return true;
}

bool Translation::defineParameters(ArrayRef<Instruction> body) {
  unsigned index = 0;
  for (const Instruction &instruction : body) {
    if (instruction.op != spv::OpFunctionParameter)
      continue;
    if (index == currentFunction->arg_size())
      return fail(instruction, "the function has fewer parameters");
    Argument &argument = *currentFunction->getArg(index++);
    Type *type = resultType(instruction);
    if (!type)
      return false;
    Value *value = &argument;
    if (type->isAggregateType() && argument.getType()->isPointerTy())
      value = builder.CreateAlignedLoad(type, &argument, naturalAlignment(type));
    if (value->getType() != type)
      return fail(instruction, "the function's type has another parameter");
    define(instruction.result, value);
  }
  return index == currentFunction->arg_size() ||
         fail(body.front(), "the function lacks parameters");
}

bool Translation::translateBody(ArrayRef<Instruction> body) {
  bool isInBlock = false;
  for (const Instruction &instruction : body.drop_front().drop_back()) {
    if (lines)
      lines->take(instruction, builder, [this](Id id) { return values.lookup(id); });
    if (instruction.op == spv::OpFunctionParameter || instruction.op == spv::OpLine ||
        instruction.op == spv::OpNoLine)
      continue;
    const BasicBlock *here = builder.GetInsertBlock();
    const bool isOpen = isInBlock && here && !here->getTerminator();
    if (isOpen == (instruction.op == spv::OpLabel))
      return fail(instruction, "a block begins or ends out of place");
    isInBlock = true;
    builder.setFastMathFlags(fastMathFlags(instruction.result));
    Value *result = nullptr;
    if (!dispatch(instruction, result))
      return fail(instruction, "the instruction is not supported");
    if (failed)
      return false;
    if (result && instruction.result) {
      define(instruction.result, result);
      if (!context.shouldDiscardValueNames() && isa<llvm::Instruction>(result) &&
          !result->hasName())
        result->setName(source.name(instruction.result));
    }
  }
  completePhis();
  return !failed;
}

bool Translation::translateFunction(ArrayRef<Instruction> body) {
  currentFunction = function(body.front().result);
  if (!currentFunction)
    return false;
  blocks.clear();
  builtInCopies.clear();
  arrays = {};
  sampledImages.clear();
  for (const Instruction &instruction : body)
    if (instruction.op == spv::OpLabel)
      blocks[instruction.result] = BasicBlock::Create(context, "", currentFunction);
  if (blocks.empty()) {
    const bool isKernel = currentFunction->getCallingConv() == CallingConv::SPIR_KERNEL;
    return (!isKernel && !currentFunction->hasInternalLinkage()) ||
           fail(body.front(), "the function has no body");
  }
  builder.SetInsertPoint(&currentFunction->getEntryBlock());
  if (lines)
    lines->begin(*currentFunction, body, builder);
  const bool isTranslated = defineParameters(body) && translateBody(body);
  if (isTranslated)
    arrangeLoops(*currentFunction);
  currentFunction = nullptr;
  return isTranslated;
}

bool Translation::translateFunctions() {
  const ArrayRef<Instruction> list = source.instructions().list;
  for (std::size_t index = 0; index != list.size(); ++index) {
    if (list[index].op != spv::OpFunction)
      continue;
    std::size_t end = index;
    while (end != list.size() && list[end].op != spv::OpFunctionEnd)
      ++end;
    if (end == list.size())
      return fail(list[index], "the function has no end");
    if (!translateFunction(list.slice(index, end - index + 1)))
      return false;
    index = end;
  }
  return true;
}

} // namespace weft::compiler::spirv

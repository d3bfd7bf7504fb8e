// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/translation.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

constexpr std::size_t opcodes = 0x2000; // exceeds any opcode known here

std::vector<Translate> makeTable() {
  std::vector<Translate> table(opcodes);
  for (const ArrayRef<Handler> &chapter : {arithmeticHandlers(),
                                           bitHandlers(),
                                           relationalHandlers(),
                                           conversionHandlers(),
                                           compositeHandlers(),
                                           memoryHandlers(),
                                           variableLengthArrayHandlers(),
                                           functionHandlers(),
                                           functionPointerHandlers(),
                                           controlFlowHandlers(),
                                           atomicHandlers(),
                                           barrierHandlers(),
                                           voteHandlers(),
                                           collectiveHandlers(),
                                           shuffleHandlers(),
                                           blockHandlers(),
                                           asyncCopyHandlers(),
                                           pipeHandlers(),
                                           deviceEnqueueHandlers(),
                                           imageHandlers(),
                                           extensionHandlers()})
    for (const Handler &handler : chapter)
      table[handler.op] = handler.translate;
  return table;
}

// Instructions before the functions that are read elsewhere, or do not concern a compiler.
bool isHandledElsewhere(std::uint32_t op) {
  switch (op) {
  case spv::OpNop:
  case spv::OpCapability:
  case spv::OpExtension:
  case spv::OpExtInstImport:
  case spv::OpExtInst: // debug information, and sets without semantics
  case spv::OpMemoryModel:
  case spv::OpEntryPoint:
  case spv::OpExecutionMode:
  case spv::OpExecutionModeId:
  case spv::OpString:
  case spv::OpSource:
  case spv::OpSourceContinued:
  case spv::OpSourceExtension:
  case spv::OpName:
  case spv::OpMemberName:
  case spv::OpModuleProcessed:
  case spv::OpLine:
  case spv::OpNoLine:
  case spv::OpDecorate:
  case spv::OpDecorateId:
  case spv::OpDecorateString:
  case spv::OpMemberDecorate:
  case spv::OpMemberDecorateString:
  case spv::OpDecorationGroup:
  case spv::OpGroupDecorate:
  case spv::OpGroupMemberDecorate:
  case spv::OpTypeForwardPointer:
  case spv::OpConstantCompositeContinuedINTEL:
  case spv::OpSpecConstantCompositeContinuedINTEL:
  case spv::OpAliasDomainDeclINTEL:
  case spv::OpAliasScopeDeclINTEL:
  case spv::OpAliasScopeListDeclINTEL:
    return true;
  default:
    return false;
  }
}

bool declaresType(std::uint32_t op) {
  return (op >= spv::OpTypeVoid && op <= spv::OpTypePipe) || op == op::TypeUntypedPointer;
}

bool declaresConstant(std::uint32_t op) {
  return (op >= spv::OpConstantTrue && op <= spv::OpSpecConstantOp) || op == spv::OpUndef ||
         op == spv::OpConstantFunctionPointerINTEL;
}

} // namespace

Translation::Translation(const ModuleInfo &source, const Specialisations &specialisations,
                         Module &module, std::string &log)
    : source(source), module(module), context(module.getContext()), builder(context),
      specialisations(specialisations), log(log) {}

Failure Translation::fail(const Instruction &instruction, const Twine &reason) {
  if (!failed)
    log += ("error: " + instructionName(instruction.op) + " at word " + Twine(instruction.word) +
            ": " + reason + "\n")
               .str();
  failed = true;
  return {};
}

Value *Translation::value(Id id) {
  if (Value *known = values.lookup(id))
    return known;
  if (isBuiltIn(id))
    return addressOfBuiltIn(id);
  if (!failed) {
    log += ("error: SPIR-V id " + Twine(id) + " is used before it has a value\n").str();
    failed = true;
  }
  return nullptr;
}

Value *Translation::resized(const Instruction &instruction, Value *value, Type *type) {
  if (!value || !type)
    return nullptr;
  const auto *from = dyn_cast<FixedVectorType>(value->getType());
  const auto *to = dyn_cast<FixedVectorType>(type);
  if (!value->getType()->isIntOrIntVectorTy() || !type->isIntOrIntVectorTy() ||
      (from ? from->getNumElements() : 0) != (to ? to->getNumElements() : 0))
    return fail(instruction, "an operand or the result is not an integer");
  return builder.CreateZExtOrTrunc(value, type);
}

bool Translation::dispatch(const Instruction &instruction, Value *&result) {
  static const std::vector<Translate> table = makeTable();
  const Translate translate = instruction.op < opcodes ? table[instruction.op] : nullptr;
  if (!translate)
    return false;
  result = translate(*this, instruction);
  return true;
}

bool Translation::declare(const Instruction &instruction) {
  if (isHandledElsewhere(instruction.op))
    return true;
  if (declaresType(instruction.op)) {
    Type *type = types.lookup(instruction.result);
    if (!type)
      type = makeType(instruction);
    types[instruction.result] = type;
    return type && !failed;
  }
  if (declaresConstant(instruction.op))
    return declareConstant(instruction);
  if (instruction.op == spv::OpVariable || instruction.op == op::UntypedVariable)
    return declareVariable(instruction);
  return fail(instruction, "the instruction is not supported");
}

bool Translation::declareModule() {
  for (const Instruction &instruction : source.instructions().list) {
    if (instruction.op == spv::OpFunction)
      break;
    if (!declare(instruction))
      return false;
  }
  return true;
}

bool Translation::run() {
  if (!declareModule() || !declareKernels() || !translateFunctions())
    return false;
  if (lines)
    lines->finish();
  return copyKernels();
}

} // namespace weft::compiler::spirv

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/retarget.h"

#include "compiler/passes/support/assumptions.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/images/image_access.h"
#include "device/kernel_abi_image.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "weft-retarget"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(kernelsFound, "Kernels");
ALWAYS_ENABLED_STATISTIC(functionsRenamed, "Renamed functions with names from the C library");

namespace {

// Maps events, images, samplers, pipes, reservations and queues to 64-bit numbers.
class OpaqueTypes {
public:
  explicit OpaqueTypes(LLVMContext &context) : context(context) {}

  Type *map(Type *type) const {
    if (const auto *target = dyn_cast<TargetExtType>(type)) {
      constexpr StringLiteral numbers[] = {"spirv.Event",      opaqueImage, opaqueSampler,
                                           opaquePipe,         opaqueQueue, "spirv.ReserveId",
                                           "spirv.DeviceEvent"};
      return is_contained(numbers, target->getName()) ? Type::getInt64Ty(context) : type;
    }
    if (const auto *array = dyn_cast<ArrayType>(type)) {
      Type *element = map(array->getElementType());
      return element == array->getElementType() ? type
                                                : ArrayType::get(element, array->getNumElements());
    }
    // The literals of blocks have no names.
    if (const auto *structure = dyn_cast<StructType>(type); structure && structure->isLiteral()) {
      SmallVector<Type *> members;
      for (Type *member : structure->elements())
        members.push_back(map(member));
      return StructType::get(context, members, structure->isPacked());
    }
    return type;
  }

  FunctionType *map(FunctionType *type) const {
    SmallVector<Type *> parameters;
    for (Type *parameter : type->params())
      parameters.push_back(map(parameter));
    return FunctionType::get(map(type->getReturnType()), parameters, type->isVarArg());
  }

  void rewrite(Module &module) {
    for (Function &function : make_early_inc_range(module))
      rewriteSignature(function);
    for (Function &function : module)
      for (Instruction &instruction : instructions(function))
        rewrite(instruction);
  }

private:
  void rewriteSignature(Function &function) {
    FunctionType *type = map(function.getFunctionType());
    if (type == function.getFunctionType())
      return;
    Function *replacement =
        Function::Create(type, function.getLinkage(), function.getAddressSpace());
    function.getParent()->getFunctionList().insert(function.getIterator(), replacement);
    replacement->copyAttributesFrom(&function);
    for (const Argument &parameter : function.args())
      if (const auto *target = dyn_cast<TargetExtType>(parameter.getType());
          target && target->getName() != "spirv.Event")
        replacement->addParamAttr(parameter.getArgNo(),
                                  Attribute::get(context, opaqueAttribute, target->getName()));
    replacement->copyMetadata(&function, 0);
    replacement->takeName(&function);
    replacement->splice(replacement->begin(), &function);
    for (auto [before, after] : zip(function.args(), replacement->args())) {
      after.takeName(&before);
      before.mutateType(after.getType());
      before.replaceAllUsesWith(&after);
    }
    function.replaceAllUsesWith(replacement);
    function.eraseFromParent();
  }

  void rewrite(Instruction &instruction) {
    if (auto *alloca = dyn_cast<AllocaInst>(&instruction))
      alloca->setAllocatedType(map(alloca->getAllocatedType()));
    if (auto *address = dyn_cast<GetElementPtrInst>(&instruction)) {
      address->setSourceElementType(map(address->getSourceElementType()));
      address->setResultElementType(map(address->getResultElementType()));
    }
    if (auto *call = dyn_cast<CallBase>(&instruction))
      call->mutateFunctionType(map(call->getFunctionType()));
    instruction.mutateType(map(instruction.getType()));
    for (Use &operand : instruction.operands())
      if (auto *constant = dyn_cast<Constant>(operand.get()))
        if (Type *type = map(constant->getType()); type != constant->getType())
          operand.set(isa<UndefValue>(constant) ? cast<Constant>(UndefValue::get(type))
                                                : Constant::getNullValue(type));
  }

  LLVMContext &context;
};

void renameFunctions(Module &module) {
  const TargetLibraryInfoImpl library(module.getTargetTriple());
  for (Function &function : module) {
    LibFunc known;
    if (!function.isDeclaration() && !isKernel(function) &&
        library.getLibFunc(function.getName(), known)) {
      function.setName(function.getName() + ".program");
      ++functionsRenamed;
    }
  }
}

// The number that results from a conversion: its operand, plus, for a sampler of the program, that
// mipmap levels are unlimited.
Value *convertedNumber(CallBase &call) {
  Value *operand = call.getArgOperand(0);
  if (operand->getType() == call.getType())
    return operand;
  IRBuilder<> builder(&call);
  constexpr std::uint64_t allLevels = std::uint64_t{0xffff} << WEFT_SAMPLER_HIGHEST_LEVEL_SHIFT;
  return builder.CreateOr(builder.CreateZExt(operand, call.getType()), allLevels);
}

// Removes conversions: everything that OpaqueTypes maps is a number here.
void removeOpaqueConversions(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    if (!isOpaqueConversion(function.getName()))
      continue;
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = dyn_cast<CallBase>(user)) {
        call->replaceAllUsesWith(convertedNumber(*call));
        call->eraseFromParent();
      }
    if (function.use_empty())
      function.eraseFromParent();
  }
}

// Whether it matters which work-items call a primitive together.
bool isConvergent(PrimitiveKind kind) {
  return splitsRegion(kind) || kind == PrimitiveKind::SubGroupOperation;
}

// The functions that call such a primitive, directly or through others.
SmallPtrSet<const Function *, 16> findConvergentFunctions(Module &module) {
  SmallPtrSet<const Function *, 16> convergent;
  SmallVector<Function *> work;
  for (Function &function : module)
    if (const auto primitive = findPrimitive(function.getName()))
      if (isConvergent(primitive->kind) && convergent.insert(&function).second)
        work.push_back(&function);
  while (!work.empty())
    for (User *user : work.pop_back_val()->users())
      if (auto *call = dyn_cast<CallBase>(user))
        if (convergent.insert(call->getFunction()).second)
          work.push_back(call->getFunction());
  return convergent;
}

// Drops "in address space N", which Clang emits for spir64, from the expression.
DIExpression *inOneAddressSpace(const DIExpression &expression) {
  constexpr std::size_t length = 4;
  const ArrayRef<std::uint64_t> elements = expression.getElements();
  SmallVector<std::uint64_t> kept;
  for (std::size_t i = 0; i < elements.size();) {
    if (i + length <= elements.size() && elements[i] == dwarf::DW_OP_constu &&
        elements[i + 2] == dwarf::DW_OP_swap && elements[i + 3] == dwarf::DW_OP_xderef) {
      i += length;
      continue;
    }
    kept.push_back(elements[i++]);
  }
  return DIExpression::get(expression.getContext(), kept);
}

// The host has one address space, and its debuggers reject expressions that name others.
void rewriteLocations(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      for (DbgVariableRecord &record : filterDbgVars(instruction.getDbgRecordRange()))
        record.setExpression(inOneAddressSpace(*record.getExpression()));
  for (GlobalVariable &variable : module.globals()) {
    SmallVector<DIGlobalVariableExpression *, 1> locations;
    variable.getDebugInfo(locations);
    variable.eraseMetadata(LLVMContext::MD_dbg);
    for (const DIGlobalVariableExpression *location : locations)
      variable.addDebugInfo(
          DIGlobalVariableExpression::get(module.getContext(), location->getVariable(),
                                          inOneAddressSpace(*location->getExpression())));
  }
}

void setAttributes(Module &module, const TargetDescription &target) {
  const auto convergent = findConvergentFunctions(module);
  for (Function &function : module) {
    if (function.isIntrinsic())
      continue;
    function.setCallingConv(CallingConv::C);
    function.removeFnAttr(Attribute::OptimizeNone);
    if (!staysCall(function.getName()))
      function.removeFnAttr(Attribute::NoInline);
    function.removeFnAttr("stack-protector-buffer-size");
    function.addFnAttr(Attribute::NoUnwind);
    addTargetAttributes(function, target);
    if (isElementwise(function.getName()))
      setElementwiseAttributes(function);
    if (const auto kind = imageAccessKind(function.getName()))
      setImageAccessAttributes(function, *kind);
    if (!convergent.contains(&function))
      function.removeFnAttr(Attribute::Convergent);
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      if (!call)
        continue;
      call->setCallingConv(CallingConv::C);
      const Function *callee = call->getCalledFunction();
      if (callee && !convergent.contains(callee))
        call->removeFnAttr(Attribute::Convergent);
    }
    const auto primitive = findPrimitive(function.getName());
    if (primitive && isConvergent(primitive->kind)) {
      function.addFnAttr(Attribute::Convergent);
      function.addFnAttr(Attribute::NoInline);
    }
  }
}

} // namespace

PreservedAnalyses RetargetPass::run(Module &module, ModuleAnalysisManager &) {
  assert(!target.triple.empty() && !target.dataLayout.empty() && "a target is chosen");
  module.setTargetTriple(Triple(target.triple));
  module.setDataLayout(target.dataLayout);
  OpaqueTypes(module.getContext()).rewrite(module);
  removeOpaqueConversions(module);
  for (Function &function : module)
    if (function.getCallingConv() == CallingConv::SPIR_KERNEL && !function.isDeclaration()) {
      function.addFnAttr(kernelAttribute, function.getName());
      ++kernelsFound;
      LLVM_DEBUG(dbgs() << "kernel " << function.getName() << " for " << target.cpu << '\n');
    }
  renameFunctions(module);
  rewriteLocations(module);
  setAttributes(module, target);
  assert(isRetargeted(module));
  return PreservedAnalyses::none();
}

} // namespace weft::compiler

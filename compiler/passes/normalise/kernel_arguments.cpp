// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/kernel_arguments.h"

#include "compiler/passes/support/assumptions.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/debug/debugged.h"
#include "device/base/address_spaces.h"
#include "device/kernel_abi.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "weft-kernel-arguments"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(argumentsPlaced, "Arguments in the blocks of kernels");
ALWAYS_ENABLED_STATISTIC(argumentsCopied, "Structures passed by value that the kernel writes");

static constexpr const char *metadataName = "weft.arguments";

namespace {

std::uint32_t classifyPointer(unsigned addressSpace) {
  switch (addressSpace) {
  case constantSpace:
    return WEFT_ARGUMENT_CONSTANT_POINTER;
  case localSpace:
    return WEFT_ARGUMENT_LOCAL_POINTER;
  default:
    return WEFT_ARGUMENT_GLOBAL_POINTER;
  }
}

std::uint32_t classifyNumber(const Argument &parameter) {
  const StringRef type = parameter.getParent()
                             ->getAttributes()
                             .getParamAttr(parameter.getArgNo(), opaqueAttribute)
                             .getValueAsString();
  return type == opaqueImage     ? WEFT_ARGUMENT_IMAGE
         : type == opaqueSampler ? WEFT_ARGUMENT_SAMPLER
         : type == opaquePipe    ? WEFT_ARGUMENT_PIPE
         : type == opaqueQueue   ? WEFT_ARGUMENT_QUEUE
                                 : WEFT_ARGUMENT_VALUE;
}

void attachArguments(Function &function, const KernelArguments &arguments) {
  LLVMContext &context = function.getContext();
  const auto number = [&context](std::uint32_t value) {
    return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), value));
  };
  SmallVector<Metadata *> nodes{number(arguments.blockBytes)};
  for (const KernelArgument &argument : arguments.list)
    nodes.push_back(MDTuple::get(context, {number(argument.kind), number(argument.addressSpace),
                                           number(argument.offset), number(argument.size)}));
  function.setMetadata(metadataName, MDTuple::get(context, nodes));
}

bool isOnlyRead(const Value &pointer) {
  for (const User *user : pointer.users()) {
    if (const auto *load = dyn_cast<LoadInst>(user); load && !load->isVolatile())
      continue;
    if (isa<GetElementPtrInst, AddrSpaceCastInst>(user) && isOnlyRead(*user))
      continue;
    const auto *copy = dyn_cast<MemTransferInst>(user);
    if (copy && copy->getRawDest() != &pointer && !copy->isVolatile())
      continue;
    return false;
  }
  return true;
}

void lowerByValue(Argument &parameter) {
  Function &kernel = *parameter.getParent();
  Type *type = parameter.getParamByValType();
  const DataLayout &layout = kernel.getDataLayout();
  const std::uint64_t bytes = layout.getTypeAllocSize(type);
  const Align alignment =
      std::max(layout.getABITypeAlign(type), parameter.getParamAlign().valueOrOne());
  parameter.removeAttr(Attribute::ByVal);
  if (!isOnlyRead(parameter) || isDebugged(kernel)) {
    IRBuilder<> builder(&*kernel.getEntryBlock().getFirstInsertionPt());
    AllocaInst *copy = builder.CreateAlloca(type, nullptr, parameter.getName() + ".copy");
    copy->setAlignment(alignment);
    ++argumentsCopied;
    parameter.replaceAllUsesWith(copy);
    builder.CreateMemCpy(copy, alignment, &parameter, alignment, bytes);
  }
  AttrBuilder attributes(kernel.getContext());
  attributes.addAttribute(Attribute::NoAlias);
  attributes.addAttribute(Attribute::ReadOnly);
  attributes.addDereferenceableAttr(bytes);
  attributes.addAlignmentAttr(alignment);
  parameter.addAttrs(attributes);
}

} // namespace

// Places the arguments in order, each at its type's own alignment.
KernelArguments layOutArguments(const Function &kernel) {
  const DataLayout &layout = kernel.getDataLayout();
  KernelArguments result;
  for (const Argument &parameter : kernel.args()) {
    KernelArgument argument;
    Type *type = parameter.getType();
    Align alignment = layout.getABITypeAlign(type);
    argument.size = layout.getTypeAllocSize(type);
    if (Type *structure = parameter.getParamByValType()) {
      argument.size = layout.getTypeAllocSize(structure);
      alignment =
          std::max(layout.getABITypeAlign(structure), parameter.getParamAlign().valueOrOne());
    } else if (type->isPointerTy()) {
      argument.addressSpace = type->getPointerAddressSpace();
      argument.kind = classifyPointer(argument.addressSpace);
    } else {
      argument.kind = classifyNumber(parameter);
    }
    argument.offset = alignTo(result.blockBytes, alignment);
    result.blockBytes = argument.offset + argument.size;
    result.list.push_back(argument);
  }
  return result;
}

KernelArguments attachedArguments(const Function &function) {
  KernelArguments result;
  const MDNode *node = function.getMetadata(metadataName);
  if (!node)
    return result;
  const auto number = [](const MDNode *tuple, unsigned index) {
    return static_cast<std::uint32_t>(
        mdconst::extract<ConstantInt>(tuple->getOperand(index))->getZExtValue());
  };
  result.blockBytes = number(node, 0);
  for (unsigned index = 1; index != node->getNumOperands(); ++index) {
    const auto *tuple = cast<MDNode>(node->getOperand(index));
    result.list.push_back({number(tuple, 0), number(tuple, 1), number(tuple, 2), number(tuple, 3)});
  }
  return result;
}

PreservedAnalyses KernelArgumentsPass::run(Module &module, ModuleAnalysisManager &) {
  assert(isRetargeted(module) && "sizes and alignments are the host's");
  for (Function &function : module) {
    if (!isKernel(function))
      continue;
    assert(!function.getMetadata(metadataName) && "the pass runs once");
    const KernelArguments arguments = layOutArguments(function);
    argumentsPlaced += arguments.list.size();
    LLVM_DEBUG(dbgs() << function.getName() << ": " << arguments.list.size() << " arguments in "
                      << arguments.blockBytes << " bytes\n");
    attachArguments(function, arguments);
    for (Argument &parameter : function.args())
      if (parameter.hasByValAttr())
        lowerByValue(parameter);
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler

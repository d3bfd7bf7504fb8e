// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Preconditions of passes, for assertions.
#pragma once

#include "compiler/passes/support/builtin_traits.h"
#include "device/kernel_abi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace weft::compiler {

/// weft-retarget ran: kernels have their attribute, and no SPIR calling conventions remain.
inline bool isRetargeted(const llvm::Module &module) {
  return llvm::none_of(module, [](const llvm::Function &function) {
    return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL ||
           (!function.isIntrinsic() && function.getCallingConv() == llvm::CallingConv::SPIR_FUNC);
  });
}

/// weft-contraction ran: no fusible product and sum remains.
inline bool isContracted(const llvm::Function &function) {
  return llvm::none_of(llvm::instructions(function), [](const llvm::Instruction &instruction) {
    const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    return call && call->getIntrinsicID() == llvm::Intrinsic::fmuladd;
  });
}

/// weft-work-group ran: the function has the parameters of device/kernel_abi.h.
inline bool isWorkGroupFunction(const llvm::Function &function) {
  return function.getReturnType()->isVoidTy() && function.arg_size() == 4 &&
         function.getArg(0)->getType()->isPointerTy() &&
         function.getArg(1)->getType()->isIntegerTy(64) &&
         function.getArg(2)->getType()->isIntegerTy(64) &&
         function.getArg(3)->getType()->isPointerTy();
}

/// The function is a work-group function or a version of one, which may have lost unused
/// parameters: its first parameter is the launch.
inline bool hasLaunch(const llvm::Function &function) {
  return !function.arg_empty() &&
         function.getArg(0)->getDereferenceableBytes() == sizeof(weft_launch);
}

/// Whether the function uses a primitive that is a parameter of region functions.
inline bool callsPrimitives(const llvm::Function &function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction &instruction) {
    const auto primitive = findPrimitive(instruction);
    return primitive && primitive->kind != PrimitiveKind::GroupStep &&
           primitive->kind != PrimitiveKind::Collective &&
           primitive->kind != PrimitiveKind::SubGroupValue &&
           primitive->kind != PrimitiveKind::SubGroupOperation;
  });
}

} // namespace weft::compiler

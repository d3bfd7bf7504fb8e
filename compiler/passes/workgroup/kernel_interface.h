// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads from a kernel what its source says of it to the host: names, types and qualifiers from
// Clang's kernel_arg_* metadata, sizes of work-groups from its attributes.
#pragma once

#include "compiler/passes/normalise/kernel_arguments.h"
#include "device/program/kernel_interface.h"

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// The kernel's name in the source: an attribute once the module is retargeted.
device::KernelInterface interfaceOf(const llvm::Function &kernel, const KernelArguments &arguments);

} // namespace weft::compiler

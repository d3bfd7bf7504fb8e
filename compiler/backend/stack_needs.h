// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What kernels take of a thread's stack.
//
// Functions that stay functions keep their private arrays on the stack, and so do all that spill
// registers or pass arguments by value. The need of a kernel is the largest sum of frames along any
// path of its calls. Code generation tells the size of each frame; the sums are written into the
// object's description of its kernels (weft_kernel_description::stack_bytes), from which the
// executor finds a stack that is large enough. OpenCL C forbids recursion; a kernel that uses it
// nevertheless gets as much as a process's first thread has.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Module.h"

#include <cstdint>
#include <string>

namespace weft::compiler {

/// Frames as code generation laid them out, in bytes; functions without one are missing.
using FrameSizes = llvm::DenseMap<const llvm::Function *, std::uint64_t>;

/// Before code generation: has each function's frame told as a DiagnosticInfoStackSize. False, with
/// the reason in the log, where a frame has no bound (alloca) or none that memory could meet.
bool requestFrameSizes(llvm::Module &module, std::string &log);

/// Writes the needs of the module's kernels into the object file made from it. False when the
/// object has no description of kernels.
bool describeStackNeeds(const llvm::Module &module, const FrameSizes &sizes,
                        llvm::MutableArrayRef<char> object);

} // namespace weft::compiler

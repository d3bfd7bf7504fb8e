// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stack requirements of kernels.
//
// Functions that are not inlined keep their private arrays, spilled registers and by-value
// arguments on the stack. The requirement of a kernel is the largest sum of frames along any call
// path. Code generation reports the size of each frame; the sums are written into the object's
// description of its kernels (weft_kernel_description::stack_bytes), and the executor provides a
// stack of that size. OpenCL C forbids recursion; a recursive kernel nevertheless gets as much
// stack as a process's main thread has.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Module.h"

#include <cstdint>
#include <string>

namespace weft::compiler {

/// Frames in bytes, as code generation laid them out; functions without a frame are missing.
using FrameSizes = llvm::DenseMap<const llvm::Function *, std::uint64_t>;

/// Before code generation: makes it report each function's frame as a DiagnosticInfoStackSize.
/// False, with the reason in the log, if a frame is unbounded (alloca) or exceeds any memory.
bool requestFrameSizes(llvm::Module &module, std::string &log);

/// Writes the requirements of the module's kernels into its object file. False if the object has no
/// description of kernels.
bool describeStackNeeds(const llvm::Module &module, const FrameSizes &sizes,
                        llvm::MutableArrayRef<char> object);

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The input of a compile: Clang's arguments and the files that it sees. Options become arguments of
// `clang -cc1`, so Clang defines their meaning and implications. Clang's base header, the prelude
// and the input headers of clCompileProgram are in an in-memory file system over the real one.
#pragma once

#include "compiler/interface/messages/build.h"
#include "compiler/options/compile_options.h"

#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>
#include <vector>

namespace weft::compiler {

using Arguments = std::vector<std::string>;
using FileSystemPointer = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

/// The root of the in-memory file system, which never exists on disk.
inline constexpr llvm::StringLiteral memoryRoot = "/__weft__/";

/// The initial arguments, common to all programs of a language standard. An empty standard is the
/// default.
Arguments languageArguments(llvm::StringRef standard);

/// All arguments of a compile.
Arguments clangArguments(const llvm::LLVMContext &context, const CompileOptions &options,
                         llvm::StringRef sourceName, llvm::StringRef debugPath);

/// The in-memory files over `disk`. A snapshot is at the snapshotPath of its identifier, and must
/// outlive the result.
FileSystemPointer compilerFiles(const std::vector<Header> &headers, FileSystemPointer disk,
                                const llvm::MemoryBufferRef *snapshot);
std::string snapshotPath(llvm::StringRef name);

/// Sets up the invocation as `clang -cc1` does. False with messages in the log if Clang rejects an
/// argument.
bool parseArguments(const Arguments &arguments, llvm::vfs::FileSystem &files,
                    llvm::raw_ostream &log, clang::CompilerInvocation &invocation);

} // namespace weft::compiler

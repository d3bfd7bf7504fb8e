// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Clang gets for a compile: its arguments and the files that it sees. Options become arguments
// of `clang -cc1`, so Clang defines their meaning and implications. Clang's base header, the
// prelude and the input headers of clCompileProgram lie in an in-memory file system over the real
// one.
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

/// The arguments that every program of a language standard has, first of all. An empty standard is
/// the default.
Arguments languageArguments(llvm::StringRef standard);

/// All arguments of a compile.
Arguments clangArguments(const llvm::LLVMContext &context, const CompileOptions &options,
                         llvm::StringRef sourceName, llvm::StringRef debugPath);

/// The in-memory files over `disk`. A snapshot lies at the snapshotPath of its identifier, and must
/// live as long as the result.
FileSystemPointer compilerFiles(const std::vector<Header> &headers, FileSystemPointer disk,
                                const llvm::MemoryBufferRef *snapshot);
std::string snapshotPath(llvm::StringRef name);

/// Sets up the invocation as `clang -cc1` does. False with messages in the log if Clang refuses an
/// argument.
bool parseArguments(const Arguments &arguments, llvm::vfs::FileSystem &files,
                    llvm::raw_ostream &log, clang::CompilerInvocation &invocation);

} // namespace weft::compiler

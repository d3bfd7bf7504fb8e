// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A child of the code server: compiles one kernel, or links the whole program, and ends.
#pragma once

#include "compiler/backend/object_linking.h"
#include "compiler/client/cache/shared_work.h"
#include "compiler/server/code_server.h"

#include <optional>
#include <string>

namespace weft::compiler {

/// What a child leaves behind besides the binary.
struct WorkResult {
  bool success = false;
  std::string log;
  std::string object; ///< of a kernel
  std::string path;   ///< of a whole program in the cache, or empty
  std::uint64_t cpuNanoseconds = 0;
};

/// Files that a child writes and its parent reads.
struct WorkFiles {
  Descriptor result; ///< a WorkResult
  Descriptor binary; ///< a sealed binary; empty without success
};

/// Nothing without memory.
std::optional<WorkFiles> makeWorkFiles();

/// Whether the code of one kernel is the whole program.
bool isWhole(const CodeOrder &order, Tier tier);

/// The bodies of children. End the process. `shared`: where other processes look for the code of a
/// kernel, or null.
[[noreturn]] void compileKernel(const CodeOrder &order, const WorkFiles &files,
                                const SharedWork *shared, std::uint32_t kernel, Tier tier);
[[noreturn]] void linkWhole(const CodeOrder &order, const WorkFiles &files,
                            std::vector<ObjectFile> objects, bool mayKeep);

/// What a child has left; nothing if it ended before it was done.
std::optional<WorkResult> readResult(const WorkFiles &files);

} // namespace weft::compiler

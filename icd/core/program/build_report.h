// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the log, the trace and `weft top` tell of builds.
#pragma once

#include "compiler/client/compiler_client.h"
#include "icd/core/program/program.h"

#include <cstdint>
#include <vector>

namespace weft::icd {

/// "build", "compile" or "link".
const char *nameOf(compiler::BuildKind kind);

/// At the end of a build that began then, in monotonicNanoseconds().
void reportBuild(compiler::BuildKind kind, cl_int status, std::uint64_t begin,
                 const std::vector<Program::Build> &results);

/// What the compiler or the cache did for it.
void reportResult(compiler::BuildKind kind, const compiler::BuildResult &result);

} // namespace weft::icd

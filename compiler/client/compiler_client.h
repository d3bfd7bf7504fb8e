// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler's client in libweft.so: requests in, binaries and logs out, no LLVM.
//
// A request is answered from the disk cache if possible; otherwise by this process's `weftc
// --serve`. Builds that are lost because somebody kills a compiler are retried once.
#pragma once

#include "compiler/interface/messages/build.h"
#include "compiler/interface/program/binary.h"
#include "compiler/options/compile_options.h"
#include "device/base/settings.h"

#include <memory>
#include <string>
#include <vector>

namespace weft::compiler {

class ProgramCode;

struct BuildRequest {
  BuildKind kind = BuildKind::Build;
  CompileOptions options;
  std::string source; ///< OpenCL C, or the bytes of a SPIR-V module
  Specialisations specialisations;
  std::vector<Header> headers;
  std::vector<std::shared_ptr<const Binary>> inputs;
};

enum class CacheUse { None, Hit, Miss };

struct BuildResult {
  BuildResult();
  BuildResult(BuildResult &&) noexcept;
  BuildResult &operator=(BuildResult &&) noexcept;
  ~BuildResult();

  BuildStatus status = BuildStatus::Failure;
  std::string log;
  std::shared_ptr<const Binary> binary; ///< null unless Success
  std::unique_ptr<ProgramCode> code;    ///< instead of the binary: a program whose code follows
  std::string cacheProblem;             ///< why the cache folder is not used, or empty
  CacheUse cache = CacheUse::None;
  BuildTimes times;
};

/// A snapshot of the host process's state at the call that requested the build, which may run
/// later, on one of Weft's threads.
struct HostState {
  std::string folder; ///< base of relative paths; empty if deleted
  Settings settings;

  /// To be called inside the host's call. Throws bad_alloc.
  static HostState capture();
};

/// Saves what the compiler's start needs from the environment. To be called inside a call of the
/// host, before prepareCompiler. Thread-safe; the first call counts.
void keepEnvironment() noexcept;

/// Starts the server in advance. Returns immediately; errors are reported by the first build.
/// Thread-safe.
void prepareCompiler() noexcept;

/// Builds; blocks until it is known to succeed. Code may follow (program_code.h). The user's own
/// options (WEFT_BUILD_OPTIONS) come after those of the request. Thread-safe; several builds run
/// concurrently. Throws only bad_alloc.
BuildResult build(BuildRequest request, const HostState &host);

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler as libweft.so sees it: requests in, binaries and logs out, no LLVM.
//
// A request is answered from the disk cache where possible; otherwise by the `weftc --serve`
// process that belongs to this one. Builds that are lost because somebody kills a compiler are
// tried once more.
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
  std::unique_ptr<ProgramCode> code;    ///< in place of the binary: a program whose code follows
  std::string cacheProblem;             ///< why the folder of the cache is not used, or empty
  CacheUse cache = CacheUse::None;
  BuildTimes times;
};

/// What a build takes from the host process as it was when the host ordered it: the build itself
/// may run later, on a thread of Weft's.
struct HostState {
  std::string folder; ///< where relative paths begin; empty when it is gone
  Settings settings;

  /// To be called inside the host's call. Throws bad_alloc.
  static HostState capture();
};

/// Keeps what the start of the compiler needs of the environment. To be called inside a call of the
/// host's, before prepareCompiler. Thread-safe; the first call counts.
void keepEnvironment() noexcept;

/// Starts the server ahead of need. Returns at once; errors show in the first build. Thread-safe.
void prepareCompiler() noexcept;

/// Builds; blocks until it is known to succeed. Code may follow (program_code.h). The user's own
/// options (WEFT_BUILD_OPTIONS) come after those of the request. Thread-safe, and several builds
/// run at once. Throws only bad_alloc.
BuildResult build(BuildRequest request, const HostState &host);

} // namespace weft::compiler

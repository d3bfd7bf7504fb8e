// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler as libweft.so sees it: requests in, binaries and logs out, no LLVM.
//
// A request is answered from the disk cache where possible; otherwise by the `weftc --serve`
// process that belongs to this one. Builds that are lost because somebody kills a compiler are
// tried once more.
#pragma once

#include "compiler/client/program/binary.h"
#include "compiler/options/compile_options.h"
#include "device/base/settings.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace weft::compiler {

class ProgramCode;

struct Header {
  std::string includeName;
  std::string source;
};

/// The value of a specialisation constant of a SPIR-V module, by its SpecId.
struct Specialisation {
  std::uint32_t id = 0;
  std::string bytes; ///< as many as the constant has; one for a boolean
};
using Specialisations = std::vector<Specialisation>;

struct BuildRequest {
  BuildKind kind = BuildKind::Build;
  CompileOptions options;
  std::string source; ///< OpenCL C, or the bytes of a SPIR-V module
  Specialisations specialisations;
  std::vector<Header> headers;
  std::vector<std::shared_ptr<const Binary>> inputs;
};

enum class BuildStatus {
  Success,
  Failure,             ///< the log says why; also when the compiler crashed, hung or was killed
  InvalidOptions,      ///< CL_INVALID_{BUILD,COMPILER,LINKER}_OPTIONS
  CompilerUnavailable, ///< weftc cannot be started
};

/// When the compiler worked on a build: of monotonicNanoseconds(), 0 where it did not.
struct BuildTimes {
  std::uint64_t begin = 0, frontendEnd = 0, end = 0;
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

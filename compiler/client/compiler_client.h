// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler's client in libweft.so: requests in, binaries and logs out, no LLVM.
//
// A request is answered from the disk cache if possible; otherwise by this process's `weftc
// --serve`. Builds that are lost because somebody kills a compiler are retried once.
#pragma once

#include "compiler/cache/disk_cache.h"
#include "compiler/interface/messages/build.h"
#include "compiler/interface/program/binary.h"
#include "compiler/options/compile_options.h"
#include "device/base/settings.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
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

/// Short texts about a program that outlive the process, in the cache under the key of the request
/// that built it, with the user's own options. Included files are not part of that: what notes say
/// may be out of date.
class BuildNotes {
public:
  /// Throws bad_alloc, like all functions. Thread-safe once constructed.
  BuildNotes(BuildRequest request, const HostState &host);

  /// Nothing if there is none.
  std::optional<std::string> find(std::string_view name) const;
  /// Nothing happens if there is no cache.
  void keep(std::string_view name, std::string_view text) const;

private:
  std::string fileOf(std::string_view name) const;

  std::optional<DiskCache> cache;
  Hash key{};
};

} // namespace weft::compiler

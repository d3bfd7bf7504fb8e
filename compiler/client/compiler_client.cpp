// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/client/compiler_client.h"

#include "compiler/client/compiler_identity.h"
#include "compiler/client/compiler_process.h"
#include "compiler/client/disk_cache.h"
#include "compiler/client/protocol.h"
#include "device/base/bytes.h"
#include "device/kernel_abi.h"

#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <unistd.h>

namespace weft::compiler {
namespace {

/// Who builds, as the files are at the moment.
Hash currentCompiler() {
  const CompilerLocation &location = CompilerLocation::get();
  return compilerIdentity(location.program, location.kernelLibrary);
}

/// The hash of everything known beforehand that a build's result depends on, but for the folder in
/// which relative paths begin.
Hash cacheKey(const BuildRequest &request, const Hash &compiler) {
  Hasher hasher;
  hasher.add("build").add(WEFT_VERSION).add(WEFT_KERNEL_ABI_VERSION).add(hostTarget());
  hasher.add(compiler.data(), compiler.size());
  hasher.add(static_cast<std::uint64_t>(request.kind));
  hasher.add(serialise(request.options)).add(request.source);
  hasher.add(request.headers.size());
  for (const Header &header : request.headers)
    hasher.add(header.includeName).add(header.source);
  hasher.add(request.inputs.size());
  for (const auto &input : request.inputs)
    hasher.add(input->bytes().data(), input->bytes().size());
  return hasher.finish();
}

/// The cache as one build uses it. Results are kept for every working folder where a build finds
/// the same; those that come from files in the folder itself, or name it, for that folder alone, so
/// that programs in several folders do not push each other out.
class CachedBuild {
public:
  CachedBuild(DiskCache diskCache, const BuildRequest &request, const std::string &folder)
      : cache(std::move(diskCache)), folder(folder), compiler(currentCompiler()),
        key(cacheKey(request, compiler)),
        keyInFolder(Hasher().add(key.data(), key.size()).add(folder).finish()),
        namesFolder(request.options.debugInfo || request.options.remarks) {
    if (request.options.debugInfo && !request.source.empty())
      debugSource = cache.storeSource(request.source);
  }

  /// Where a debugger finds the source, or empty.
  const std::string &debugPath() const { return debugSource; }

  std::optional<DiskCache::Hit> find() const {
    std::optional<DiskCache::Hit> hit;
    if (!namesFolder)
      hit = cache.find(key, folder);
    return hit ? std::move(hit) : cache.find(keyInFolder, folder);
  }

  /// The path of the file that now holds the binary, or empty.
  std::string store(const ServerResponse &response, std::span<const std::byte> binary,
                    std::string_view log) const {
    // A server that runs while its files are replaced is another compiler than they are.
    if (!response.cacheable || response.compiler != compiler)
      return {};
    bool usesFolder = namesFolder;
    for (const ObservedFile &file : response.files) {
      if (file.isRelative() && folder.empty())
        return {};
      usesFolder |= file.isRelative() && file.isFile();
    }
    return cache.store(usesFolder ? keyInFolder : key, binary, log, response.files);
  }

  std::string problem() const { return cache.problem(); }

private:
  const DiskCache cache;
  const std::string &folder;
  const Hash compiler, key, keyInFolder;
  const bool namesFolder;
  std::string debugSource;
};

std::string encodeRequest(const BuildRequest &request, const HostState &host,
                          std::string debugPath) {
  ServerRequest message;
  message.kind = request.kind;
  message.options = request.options;
  message.source = request.source;
  message.debugPath = std::move(debugPath);
  message.workingFolder = host.folder;
  message.headers = request.headers;
  for (const auto &input : request.inputs)
    message.inputs.push_back(asText(input->bytes()));
  message.cpuSeconds = host.settings.compileSeconds;
  message.memoryBytes = host.settings.compileMegabytes << 20;
  return encode(message);
}

BuildResult failed(BuildStatus status, std::string log) {
  return {status, "weft: error: " + std::move(log) + "\n", nullptr, {}};
}

/// Has the server build once, whatever becomes of it. `isLost` tells of a compiler that somebody
/// else ended.
BuildResult tryInServer(const std::string &request, ServerResponse &response, bool &isLost) {
  std::string answer;
  isLost = false;
  switch (CompilerProcess::instance().run(request, answer)) {
  case CompilerProcess::Outcome::Unavailable:
    return failed(BuildStatus::CompilerUnavailable,
                  "the compiler '" + CompilerLocation::get().program + "' cannot be started");
  case CompilerProcess::Outcome::Died:
    isLost = true;
    return failed(BuildStatus::Failure, "the compiler ended before it had finished");
  case CompilerProcess::Outcome::Answered:
    break;
  }
  auto decoded = decodeResponse(answer);
  if (!decoded)
    return failed(BuildStatus::Failure, "the compiler is of another version than this library");
  response = std::move(*decoded);
  isLost = response.lost;
  return {response.status, std::move(response.log), nullptr, {}};
}

/// A build that is lost is tried once more. Not oftener: its own hunger may be what it is killed
/// for, when memory is short.
BuildResult buildInServer(const std::string &request, ServerResponse &response) {
  bool isLost;
  BuildResult result = tryInServer(request, response, isLost);
  return isLost ? tryInServer(request, response, isLost) : result;
}

} // namespace

HostState HostState::capture() {
  const std::unique_ptr<char, decltype(&std::free)> path(::getcwd(nullptr, 0), &std::free);
  return {path ? path.get() : "", Settings::read()};
}

void keepEnvironment() noexcept {
  try {
    CompilerLocation::get();
    CompilerProcess::instance();
  } catch (...) {
    // Out of memory: the first build will tell.
  }
}

void prepareCompiler() noexcept {
  try {
    CompilerProcess::instance().prepare();
  } catch (...) {
    // Out of memory: the first build will tell.
  }
}

BuildResult build(BuildRequest request, const HostState &host) {
  std::string error;
  // A link has no use for what only compiling takes.
  if (!parseOptions(host.settings.buildOptions, BuildKind::Compile, request.options, error))
    return failed(BuildStatus::InvalidOptions, std::move(error));

  std::optional<CachedBuild> cache;
  if (auto disk = DiskCache::of(host.settings))
    cache.emplace(std::move(*disk), request, host.folder);
  if (cache)
    if (auto hit = cache->find())
      return {BuildStatus::Success, std::move(hit->log), std::move(hit->binary), {}};

  ServerResponse response;
  BuildResult result = buildInServer(
      encodeRequest(request, host, cache ? cache->debugPath() : std::string()), response);
  if (result.status != BuildStatus::Success)
    return result;

  std::vector<std::byte> bytes = copyBytes(response.binary);
  std::string path;
  if (cache) {
    path = cache->store(response, bytes, result.log);
    if (path.empty())
      result.cacheProblem = cache->problem();
  }
  result.binary = Binary::parse(std::move(bytes), std::move(path));
  if (!result.binary)
    return failed(BuildStatus::Failure, "the compiler made a program for another machine");
  return result;
}

} // namespace weft::compiler

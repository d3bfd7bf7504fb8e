// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/client/compiler_client.h"

#include "compiler/cache/cached_build.h"
#include "compiler/cache/compiler_identity.h"
#include "compiler/cache/disk_cache.h"
#include "compiler/client/debug_source.h"
#include "compiler/client/process/compiler_process.h"
#include "compiler/client/program_code.h"
#include "compiler/interface/messages/protocol.h"
#include "compiler/interface/program/spirv_module.h"
#include "device/base/bytes.h"
#include "device/kernel_abi.h"

#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <unistd.h>

namespace weft::compiler {
namespace {

/// The compiler's identity according to its current files.
Hash currentCompiler() {
  const CompilerLocation &location = CompilerLocation::get();
  return compilerIdentity(location.program, location.kernelLibrary);
}

/// Such a binary has its own options, and does not depend on those for launches.
bool isOfIntermediate(const BuildRequest &request) {
  return request.inputs.size() == 1 && request.inputs.front()->kind() == BinaryKind::Intermediate &&
         request.options.onlyKernel.empty() && !request.options.localSize.isGiven();
}

/// The hash of everything known in advance that a build's result depends on, except for the base
/// folder of relative paths.
Hash cacheKey(const BuildRequest &request, const Hash &compiler) {
  if (isOfIntermediate(request))
    return keyOfIntermediate(request.inputs.front()->bytes(), compiler);
  Hasher hasher;
  hasher.add("build").add(WEFT_VERSION).add(WEFT_KERNEL_ABI_VERSION).add(hostTarget());
  hasher.add(compiler.data(), compiler.size());
  hasher.add(static_cast<std::uint64_t>(request.kind));
  hasher.add(serialise(request.options)).add(request.source);
  hasher.add(request.specialisations.size());
  for (const Specialisation &constant : request.specialisations)
    hasher.add(constant.id).add(constant.bytes);
  hasher.add(request.headers.size());
  for (const Header &header : request.headers)
    hasher.add(header.includeName).add(header.source);
  hasher.add(request.inputs.size());
  for (const auto &input : request.inputs)
    hasher.add(input->bytes().data(), input->bytes().size());
  return hasher.finish();
}

/// The cache as used by one build.
class CachedBuild {
public:
  CachedBuild(const DiskCache &diskCache, const BuildRequest &request, const HostState &host)
      : cache(diskCache), folder(host.folder) {
    placement.folder = host.settings.cacheFolder;
    placement.bytes = host.settings.cacheBytes;
    placement.compiler = currentCompiler();
    placement.key = cacheKey(request, placement.compiler);
    placement.keyInFolder =
        Hasher().add(placement.key.data(), placement.key.size()).add(folder).finish();
    placement.namesFolder = request.options.needsLines();
  }

  const CacheOrder &order() const { return placement; }
  const DiskCache &disk() const { return cache; }

  std::optional<DiskCache::Hit> find() const {
    std::optional<DiskCache::Hit> hit;
    if (!placement.namesFolder)
      hit = cache.find(placement.key, folder);
    return hit ? std::move(hit) : cache.find(placement.keyInFolder, folder);
  }

  /// The path of the file that now holds the binary, or empty.
  std::string store(const ServerResponse &response, std::span<const std::byte> binary,
                    std::string_view log) const {
    return keepResult(placement,
                      {response.cacheable, response.compiler, response.files, binary, log}, folder);
  }

  std::string problem() const { return cache.problem(); }

private:
  const DiskCache cache;
  const std::string &folder;
  CacheOrder placement;
};

/// Adds the user's own options to a request. False with `error` set if they are invalid.
bool addUserOptions(BuildRequest &request, const HostState &host, std::string &error) {
  // Compile-only settings do not matter to a link.
  return parseOptions(host.settings.buildOptions, BuildKind::Compile, request.options, error);
}

/// Unoptimised code has only one tier.
TierChoice tiersOf(const BuildRequest &request, const HostState &host) {
  return request.options.optimizationsDisabled ? TierChoice::Best : host.settings.tiers;
}

std::string encodeRequest(const BuildRequest &request, const HostState &host,
                          const CachedBuild *cache, std::string debugPath) {
  ServerRequest message;
  message.kind = request.kind;
  message.options = request.options;
  message.source = request.source;
  message.specialisations = request.specialisations;
  message.debugPath = std::move(debugPath);
  if (cache)
    message.cache = cache->order();
  message.workingFolder = host.folder;
  message.headers = request.headers;
  for (const auto &input : request.inputs)
    message.inputs.push_back(asText(input->bytes()));
  message.cpuSeconds = host.settings.compileSeconds;
  message.bestSeconds = host.settings.bestSeconds;
  message.memoryBytes = host.settings.compileMegabytes << 20;
  message.compileThreads = host.settings.compileThreads;
  message.cacheSeconds = host.settings.cacheSeconds;
  message.tiers = tiersOf(request, host);
  return encode(message);
}

BuildResult failed(BuildStatus status, std::string log) {
  BuildResult result;
  result.status = status;
  result.log = "weft: error: " + std::move(log) + "\n";
  return result;
}

/// Sends the build to the server once, whatever happens to it. `isLost` reports a compiler killed
/// by somebody else.
BuildResult tryInServer(const std::string &request, ServerResponse &response, Descriptor &code,
                        bool &isLost) {
  std::string answer;
  isLost = false;
  switch (CompilerProcess::instance().run(request, answer, code)) {
  case CompilerProcess::Outcome::Unavailable:
    return failed(BuildStatus::CompilerUnavailable,
                  "the compiler '" + CompilerLocation::get().program + "' cannot be started");
  case CompilerProcess::Outcome::Died:
    isLost = true;
    return failed(BuildStatus::Failure, "the compiler ended before it was finished");
  case CompilerProcess::Outcome::Answered:
    break;
  }
  auto decoded = decodeResponse(answer);
  if (!decoded)
    return failed(BuildStatus::Failure, "the compiler is of another version than this library");
  response = std::move(*decoded);
  isLost = response.lost;
  BuildResult result;
  result.status = response.status;
  result.log = std::move(response.log);
  return result;
}

/// A lost build is retried once. No more: its own memory use may be the reason when memory is
/// short.
BuildResult buildInServer(const std::string &request, ServerResponse &response, Descriptor &code) {
  bool isLost;
  BuildResult result = tryInServer(request, response, code, isLost);
  return isLost ? tryInServer(request, response, code, isLost) : std::move(result);
}

} // namespace

BuildNotes::BuildNotes(BuildRequest request, const HostState &host)
    : cache(DiskCache::of(host.settings)) {
  std::string ignored; // by now, the build has reported it
  addUserOptions(request, host, ignored);
  if (cache)
    key = cacheKey(request, currentCompiler());
}

std::string BuildNotes::fileOf(std::string_view name) const {
  return toHex(Hasher().add("note").add(key.data(), key.size()).add(name).finish());
}

std::optional<std::string> BuildNotes::find(std::string_view name) const {
  return cache ? cache->findPart(fileOf(name)) : std::nullopt;
}

void BuildNotes::keep(std::string_view name, std::string_view text) const {
  if (cache)
    cache->storePart(fileOf(name), text);
}

BuildResult::BuildResult() = default;
BuildResult::BuildResult(BuildResult &&) noexcept = default;
BuildResult &BuildResult::operator=(BuildResult &&) noexcept = default;
BuildResult::~BuildResult() = default;

HostState HostState::capture() {
  const std::unique_ptr<char, decltype(&std::free)> path(::getcwd(nullptr, 0), &std::free);
  return {path ? path.get() : "", Settings::read()};
}

void keepEnvironment() noexcept {
  try {
    CompilerLocation::get();
    CompilerProcess::instance();
  } catch (...) {
    // Out of memory: the first build will report it.
  }
}

void prepareCompiler() noexcept {
  try {
    CompilerProcess::instance().prepare();
  } catch (...) {
    // Out of memory: the first build will report it.
  }
}

BuildResult build(BuildRequest request, const HostState &host) {
  std::string error;
  if (!addUserOptions(request, host, error))
    return failed(BuildStatus::InvalidOptions, std::move(error));

  std::optional<CachedBuild> cache;
  if (const auto disk = DiskCache::of(host.settings))
    cache.emplace(*disk, request, host);
  // The source of a cached program may be gone.
  std::string debugPath = keepDebugSource(request, cache ? &cache->disk() : nullptr);
  if (cache)
    if (auto hit = cache->find()) {
      BuildResult result;
      result.status = BuildStatus::Success;
      result.log = std::move(hit->log);
      result.binary = std::move(hit->binary);
      result.cache = CacheUse::Hit;
      return result;
    }

  std::string encoded =
      encodeRequest(request, host, cache ? &*cache : nullptr, std::move(debugPath));
  ServerResponse response;
  Descriptor code;
  BuildResult result = buildInServer(encoded, response, code);
  result.cache = cache ? CacheUse::Miss : CacheUse::None;
  result.times = response.times;
  if (result.status != BuildStatus::Success)
    return result;
  if (response.interface) {
    const TierChoice tiers = tiersOf(request, host);
    const ProgramCode::Wishes wishes{tiers,
                                     host.settings.binariesHaveCode || tiers == TierChoice::Best};
    result.code = std::make_unique<ProgramCode>(std::move(*response.interface), response.flags,
                                                wishes, std::move(code), std::move(encoded));
    return result;
  }

  std::vector<std::byte> bytes = copyBytes(response.binary);
  std::string path;
  if (cache) {
    path = cache->store(response, bytes, result.log);
    if (path.empty())
      result.cacheProblem = cache->problem();
  }
  result.binary = Binary::parse(std::move(bytes), std::move(path));
  if (!result.binary)
    return failed(BuildStatus::Failure, "the compiler generated a program for another machine");
  return result;
}

} // namespace weft::compiler

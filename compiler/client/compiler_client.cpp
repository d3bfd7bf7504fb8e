#include "compiler/client/compiler_client.h"

#include "compiler/client/compiler_process.h"
#include "compiler/client/disk_cache.h"
#include "compiler/client/options.h"
#include "compiler/client/protocol.h"
#include "device/kernel_abi.h"

#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace weft::compiler {
namespace {

/// The identity of a file that an update would replace.
void addFileIdentity(Hasher &hasher, const std::string &path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0)
    return;
  hasher.add(static_cast<std::uint64_t>(status.st_size));
  hasher.add(static_cast<std::uint64_t>(status.st_mtim.tv_sec));
  hasher.add(static_cast<std::uint64_t>(status.st_mtim.tv_nsec));
}

/// Whether the text may look for files, so that the folder where it does so matters.
bool mayInclude(const BuildRequest &request) {
  if (request.source.find("include") != std::string::npos)
    return true;
  for (const Header &header : request.headers)
    if (header.source.find("include") != std::string::npos)
      return true;
  return false;
}

/// The hash of everything known beforehand that a build's result depends on.
Hash cacheKey(const BuildRequest &request, const Options &options, const std::string &folder) {
  Hasher hasher;
  hasher.add("build").add(WEFT_VERSION).add(WEFT_KERNEL_ABI_VERSION).add(hostTarget());
  addFileIdentity(hasher, CompilerLocation::get().program);
  addFileIdentity(hasher, CompilerLocation::get().kernelLibrary);
  hasher.add(static_cast<std::uint64_t>(request.kind)).add(request.options).add(request.source);
  hasher.add(request.headers.size());
  for (const Header &header : request.headers)
    hasher.add(header.includeName).add(header.source);
  hasher.add(request.inputs.size());
  for (const auto &input : request.inputs)
    hasher.add(input->bytes().data(), input->bytes().size());
  hasher.add(options.debugInfo || mayInclude(request) ? folder : std::string());
  return hasher.finish();
}

std::string_view asText(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

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
  message.cpuSeconds = host.options.compileSeconds;
  message.memoryBytes = host.options.compileMegabytes << 20;
  return encode(message);
}

/// Options of the user's own, for whatever is compiled.
void addUserOptions(BuildRequest &request, const std::string &more) {
  if (!more.empty() && (request.kind == BuildKind::Build || request.kind == BuildKind::Compile))
    request.options.append(" ").append(more);
}

BuildResult failed(BuildStatus status, std::string log) {
  return {status, "weft: error: " + std::move(log) + "\n", nullptr};
}

/// Has the server build, whatever becomes of it.
BuildResult buildInServer(const std::string &request, ServerResponse &response) {
  std::string answer;
  switch (CompilerProcess::instance().run(request, answer)) {
  case CompilerProcess::Outcome::Unavailable:
    return failed(BuildStatus::CompilerUnavailable,
                  "the compiler '" + CompilerLocation::get().program + "' cannot be started");
  case CompilerProcess::Outcome::Died:
    return failed(BuildStatus::Failure, "the compiler ended before it had finished");
  case CompilerProcess::Outcome::Answered:
    break;
  }
  auto decoded = decodeResponse(answer);
  if (!decoded)
    return failed(BuildStatus::Failure, "the compiler is of another version than this library");
  response = std::move(*decoded);
  return {response.status, std::move(response.log), nullptr};
}

std::vector<std::byte> asBytes(const std::string &text) {
  const auto *begin = reinterpret_cast<const std::byte *>(text.data());
  return {begin, begin + text.size()};
}

} // namespace

HostState HostState::capture() {
  const std::unique_ptr<char, decltype(&std::free)> path(::getcwd(nullptr, 0), &std::free);
  return {path ? path.get() : "", device::Options::read()};
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
  addUserOptions(request, host.options.buildOptions);
  Options options;
  std::string error;
  if (!parseOptions(request.options, request.kind, options, error))
    return failed(BuildStatus::InvalidOptions, std::move(error));

  const auto cache = DiskCache::of(host.options);
  const Hash key = cache ? cacheKey(request, options, host.folder) : Hash{};
  if (cache)
    if (auto hit = cache->find(key))
      return {BuildStatus::Success, std::move(hit->log), std::move(hit->binary)};

  std::string debugPath;
  if (cache && options.debugInfo && !request.source.empty())
    debugPath = cache->storeSource(request.source);
  ServerResponse response;
  BuildResult result = buildInServer(encodeRequest(request, host, std::move(debugPath)), response);
  if (result.status != BuildStatus::Success)
    return result;

  std::vector<std::byte> bytes = asBytes(response.binary);
  std::string path;
  if (cache && response.cacheable)
    path = cache->store(key, bytes, result.log, response.headers);
  result.binary = Binary::parse(std::move(bytes), std::move(path));
  if (!result.binary)
    return failed(BuildStatus::Failure, "the compiler made a program for another machine");
  return result;
}

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What libweft.so and `weftc --serve` say to each other.
//
// The server's main channel is a socket of packets: each carries one Hello and, as its descriptor,
// one end of a stream socket that serves exactly one build. On that stream the server writes one
// byte when it has taken the build over, the client writes a request, the server a response; each
// is a length followed by that many bytes. A stream that ends early means that the other side died.
// When the client closes the main channel, the server finishes the builds that it has and ends.
// Both sides are of one version, or the server refuses.
#pragma once

#include "compiler/client/compiler_client.h"
#include "compiler/client/observed_file.h"
#include "device/base/files.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::compiler {

/// The descriptor on which a server finds its main channel.
constexpr int serverChannel = 3;
/// The command line option that makes weftc a server; its value is the process that it serves.
constexpr std::string_view serveOption = "--serve=";

struct Hello {
  std::uint32_t magic = 0x54464557; // "WEFT"
  std::uint32_t version = 1;
};

struct ServerRequest {
  BuildKind kind = BuildKind::Build;
  CompileOptions options;
  std::string source;
  std::string debugPath;     ///< where a debugger finds the source, or empty
  std::string workingFolder; ///< where relative include paths begin, or empty
  std::vector<Header> headers;
  std::vector<std::string_view> inputs; ///< sealed binaries; views of what outlives the request
  std::uint64_t cpuSeconds = 0;         ///< limits of the build; 0: none
  std::uint64_t memoryBytes = 0;
  /// The client's own; where the target is not the server's, code is made for the level.
  std::string target = hostTarget(), level = hostLevel();
};

struct ServerResponse {
  BuildStatus status = BuildStatus::Failure;
  bool cacheable = false; ///< the result depends on the request, `compiler` and `files` alone
  bool lost = false;      ///< somebody else ended the build: it may succeed when tried again
  std::string log;
  std::string binary; ///< sealed, when successful
  Hash compiler{};    ///< who built it (compiler_identity.h)
  std::vector<ObservedFile> files;
};

std::string encode(const ServerRequest &request);
std::string encode(const ServerResponse &response);
/// Nothing when the bytes are not of this version or damaged. `inputs` are views of `bytes`.
std::optional<ServerRequest> decodeRequest(std::string_view bytes);
std::optional<ServerResponse> decodeResponse(std::string_view bytes);

/// Writes or reads a message with its length; false, or nothing, when the other side is gone. Never
/// raises SIGPIPE.
bool sendMessage(int socket, std::string_view message);
std::optional<std::string> receiveMessage(int socket);

/// Passes a descriptor with a Hello over the main channel. Never raises SIGPIPE.
bool sendHello(int channel, int descriptor);

} // namespace weft::compiler

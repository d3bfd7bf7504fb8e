// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What libweft.so and `weftc --serve` say to each other.
//
// The server's main channel is a socket of packets: each carries one Hello and, as its descriptor,
// one end of a stream socket that serves exactly one build. On that stream the server writes one
// byte when it has taken the build over, the client writes a request, the server a response; each
// is a length followed by that many bytes. A stream that ends early means that the other side died.
//
// A second descriptor of the Hello, another socket of packets, is for the code of the program
// (program_code.h). A response with an interface in the place of a binary opens it: the client
// sends a CodeRequest for what it wants, the child answers with CodeNews as code comes, each with a
// file that holds the binary. News also says how codes came to be that nobody asked for. It closes
// the socket when it has sent the program as a whole. The client may close it at any time. When the
// client closes the main channel, the server finishes the builds that it has and ends. Both sides
// are of one version, or the server refuses.
#pragma once

#include "compiler/interface/messages/build.h"
#include "compiler/interface/messages/cache_order.h"
#include "compiler/interface/messages/observed_file.h"
#include "compiler/interface/messages/packet.h"
#include "compiler/interface/program/program_interface.h"
#include "compiler/interface/target/host_target.h"
#include "compiler/options/compile_options.h"
#include "compiler/options/tier.h"
#include "device/base/files/files.h"
#include "device/base/settings.h"

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
  std::uint32_t version = 3;
};

/// CodeRequest::kernel and CodeNews::kernel for the program as a whole.
inline constexpr std::uint32_t wholeProgram = ~std::uint32_t{0};

/// CodeNews::kernel of news that has records alone.
inline constexpr std::uint32_t noCode = wholeProgram - 1;

/// CodeRequest::kernel and CodeNews::kernel for the program as it is before code is made, a binary
/// of the kind Intermediate. The tier means nothing.
inline constexpr std::uint32_t intermediateProgram = wholeProgram - 2;

struct CodeRequest {
  std::uint32_t kernel = wholeProgram; ///< a position in the interface, or one of the above
  Tier tier = Tier::Best;
};

/// How one code came to be. Times are of monotonicNanoseconds().
struct CodeRecord {
  enum class Origin : std::uint64_t {
    Made,
    Taken, ///< another process made it; `begin` is `end`
    None,  ///< it could not be made
  };
  std::uint32_t kernel = wholeProgram;
  Tier tier = Tier::Best;
  Origin origin = Origin::None;
  std::uint64_t begin = 0, end = 0;
  std::uint64_t cpuNanoseconds = 0; ///< that the compiler computed; 0 where that is not known
};

struct CodeNews {
  std::uint32_t kernel = wholeProgram;
  Tier tier = Tier::Best;
  bool success = false; ///< with a descriptor of a file that holds a sealed binary
  /// The file in the cache that holds exactly these bytes, or empty; on failure the log.
  std::string text;
  std::vector<CodeRecord> records; ///< of all codes since the last news, at most mostRecords
  Descriptor file;
};
inline constexpr std::size_t mostRecords = 500;

struct ServerRequest {
  BuildKind kind = BuildKind::Build;
  CompileOptions options;
  std::string source;
  Specialisations specialisations;
  std::string debugPath;     ///< where a debugger finds the source, or empty
  std::string workingFolder; ///< where relative include paths begin, or empty
  std::vector<Header> headers;
  std::vector<std::string_view> inputs; ///< sealed binaries; views of what outlives the request
  std::uint64_t cpuSeconds = 0;         ///< limits of the build; 0: none
  std::uint64_t memoryBytes = 0;
  std::uint64_t compileThreads = 0; ///< kernels that may be compiled at a time; 0: as many as CPUs
  std::uint64_t cacheSeconds = 0;   ///< CPU time for the cache when the host has ended
  TierChoice tiers = TierChoice::Auto; ///< First: no best code unasked; Best: hosts wait for it
  CacheOrder cache; ///< where a program whose code follows is kept when all of it is there
  /// The client's own; where the target is not the server's, code is made for the level.
  std::string target = hostTarget(), level = hostLevel();
};

struct ServerResponse {
  BuildStatus status = BuildStatus::Failure;
  bool cacheable = false; ///< the result depends on the request, `compiler` and `files` alone
  bool lost = false;      ///< somebody else ended the build: it may succeed when tried again
  std::string log;
  std::string binary;                        ///< sealed, when successful and complete
  std::optional<ProgramInterface> interface; ///< in place of the binary: code follows
  std::uint32_t flags = 0;                   ///< BinaryFlags, with an interface
  Hash compiler{};                           ///< who built it (compiler_identity.h)
  std::vector<ObservedFile> files;
  BuildTimes times;
};

std::string encode(const ServerRequest &request);
std::string encode(const ServerResponse &response);
/// Nothing when the bytes are not of this version or damaged. `inputs` are views of `bytes`.
std::optional<ServerRequest> decodeRequest(std::string_view bytes);
std::optional<ServerResponse> decodeResponse(std::string_view bytes);

void write(ByteWriter &writer, const CacheOrder &order);
CacheOrder readCacheOrder(ByteReader &reader);

/// Writes or reads a message with its length; false, or nothing, when the other side is gone. Never
/// raises SIGPIPE.
bool sendMessage(int socket, std::string_view message);
std::optional<std::string> receiveMessage(int socket);

/// Passes a stream and a socket for code with a Hello over the main channel. Never raises SIGPIPE.
bool sendHello(int channel, int stream, int code);

/// One packet of a socket for code. None waits but receiveNews where it is asked to; sending never
/// raises SIGPIPE. What is damaged counts as Closed. Receiving throws bad_alloc.
Passage sendRequest(int socket, const CodeRequest &request);
Passage receiveRequest(int socket, CodeRequest &request);
Passage sendNews(int socket, const CodeNews &news);
Passage receiveNews(int socket, CodeNews &news, bool waits);

} // namespace weft::compiler

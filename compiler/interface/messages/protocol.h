// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The protocol between libweft.so and `weftc --serve`.
//
// The server's main channel is a packet socket: each packet carries one Hello and, as its
// descriptor, one end of a stream socket that serves exactly one build. On that stream the server
// writes one byte when it has accepted the build, the client writes a request, the server a
// response; each is a length followed by that many bytes. A stream that ends early means that the
// peer died.
//
// A second descriptor of the Hello, another packet socket, is for the code of the program
// (program_code.h). A response with an interface instead of a binary opens it: the client sends
// CodeRequests, the child sends CodeNews as code becomes ready, each with a file that holds the
// binary. News also describe how unrequested code was generated. The child closes the socket when
// it has sent the whole program. The client may close it at any time. When the client closes the
// main channel, the server finishes its builds and ends. Both sides must have the same version, or
// the server refuses.
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

/// The descriptor of a server's main channel.
constexpr int serverChannel = 3;
/// The command line option that makes weftc a server; its value is the process that it serves.
constexpr std::string_view serveOption = "--serve=";

struct Hello {
  std::uint32_t magic = 0x54464557; // "WEFT"
  std::uint32_t version = 3;
};

/// CodeRequest::kernel and CodeNews::kernel for the whole program.
inline constexpr std::uint32_t wholeProgram = ~std::uint32_t{0};

/// CodeNews::kernel of news with records only.
inline constexpr std::uint32_t noCode = wholeProgram - 1;

/// CodeRequest::kernel and CodeNews::kernel for the program before code generation, an Intermediate
/// binary. The tier is ignored.
inline constexpr std::uint32_t intermediateProgram = wholeProgram - 2;

struct CodeRequest {
  std::uint32_t kernel = wholeProgram; ///< a position in the interface, or one of the above
  Tier tier = Tier::Best;
};

/// How the code of one kernel was generated. Times are in monotonicNanoseconds().
struct CodeRecord {
  enum class Origin : std::uint64_t {
    Made,
    Taken,   ///< compiled by another process; `begin` is `end`
    None,    ///< impossible
    GivenUp, ///< took too long: the best code is like the first
  };
  std::uint32_t kernel = wholeProgram;
  Tier tier = Tier::Best;
  Origin origin = Origin::None;
  std::uint64_t begin = 0, end = 0;
  std::uint64_t cpuNanoseconds = 0; ///< CPU time of the compiler; 0 if unknown
};

struct CodeNews {
  std::uint32_t kernel = wholeProgram;
  Tier tier = Tier::Best;
  bool success = false; ///< with a descriptor of a file that holds a sealed binary
  /// The file in the cache that holds exactly these bytes, or empty; on failure the log.
  std::string text;
  std::vector<CodeRecord> records; ///< of all code since the last news, at most maxRecords
  Descriptor file;
};
inline constexpr std::size_t maxRecords = 500;

struct ServerRequest {
  BuildKind kind = BuildKind::Build;
  CompileOptions options;
  std::string source;
  Specialisations specialisations;
  std::string debugPath;     ///< where a debugger finds the source, or empty
  std::string workingFolder; ///< base of relative include paths, or empty
  std::vector<Header> headers;
  std::vector<std::string_view> inputs; ///< sealed binaries; views of what outlives the request
  std::uint64_t cpuSeconds = 0;         ///< limits of the build; 0: none
  std::uint64_t memoryBytes = 0;
  std::uint64_t bestSeconds = 0;    ///< CPU time for the best code of a kernel; 0: cpuSeconds
  std::uint64_t compileThreads = 0; ///< kernels that may be compiled at a time; 0: as many as CPUs
  std::uint64_t cacheSeconds = 0;   ///< CPU time for the cache after the host has exited
  TierChoice tiers = TierChoice::Auto; ///< First: no best code unasked; Best: hosts wait for it
  CacheOrder cache; ///< where a program whose code follows is stored when complete
  /// The client's; if it is not the server's target, code is generated for the level.
  std::string target = hostTarget(), level = hostLevel();
};

struct ServerResponse {
  BuildStatus status = BuildStatus::Failure;
  bool cacheable = false; ///< the result depends only on the request, `compiler` and `files`
  bool lost = false;      ///< somebody else killed the build: retrying may succeed
  std::string log;
  std::string binary;                        ///< sealed, when successful and complete
  std::optional<ProgramInterface> interface; ///< instead of the binary: code follows
  std::uint32_t flags = 0;                   ///< BinaryFlags, with an interface
  Hash compiler{};                           ///< who built it (compiler_identity.h)
  std::vector<ObservedFile> files;
  BuildTimes times;
};

std::string encode(const ServerRequest &request);
std::string encode(const ServerResponse &response);
/// Nothing if the bytes are damaged or of another version. `inputs` are views of `bytes`.
std::optional<ServerRequest> decodeRequest(std::string_view bytes);
std::optional<ServerResponse> decodeResponse(std::string_view bytes);

void write(ByteWriter &writer, const CacheOrder &order);
CacheOrder readCacheOrder(ByteReader &reader);

/// Writes or reads a message with its length; false, or nothing, if the peer is gone. Never raises
/// SIGPIPE.
bool sendMessage(int socket, std::string_view message);
std::optional<std::string> receiveMessage(int socket);

/// Passes a stream and a socket for code with a Hello over the main channel. Never raises SIGPIPE.
bool sendHello(int channel, int stream, int code);

/// One packet of a socket for code. Only receiveNews may block, on request; sending never raises
/// SIGPIPE. Damaged packets count as Closed. Receiving throws bad_alloc.
Passage sendRequest(int socket, const CodeRequest &request);
Passage receiveRequest(int socket, CodeRequest &request);
Passage sendNews(int socket, const CodeNews &news);
Passage receiveNews(int socket, CodeNews &news, bool waits);

} // namespace weft::compiler

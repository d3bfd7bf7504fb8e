// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/builds/build_child.h"

#include "compiler/cache/compiler_identity.h"
#include "compiler/interface/messages/protocol.h"
#include "compiler/server/builds/build_job.h"
#include "compiler/server/codegen/code_server.h"
#include "compiler/server/codegen/state/code_state.h"
#include "compiler/server/codegen/state/parked_program.h"
#include "compiler/server/processes/build_limits.h"
#include "device/base/bytes.h"
#include "device/base/clock.h"

#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <limits>
#include <sys/resource.h>
#include <unistd.h>

namespace weft::compiler {
namespace {

[[noreturn]] void respond(int socket, const ServerResponse &response) {
  ::_exit(sendMessage(socket, encode(response)) ? 0 : 1);
}

/// Called by LLVM for fatal errors.
void answerFatalError(void *socket, const char *reason, bool) {
  // The response needs memory, which may be exhausted.
  limitResource(RLIMIT_AS, RLIM_INFINITY);
  ServerResponse response;
  response.log = std::string("weft: error: the compiler failed: ") + reason + "\n";
  respond(*static_cast<int *>(socket), response);
}

/// An intermediate binary is a complete program.
bool mayBeLinked(const Binary &binary, const ServerRequest &request) {
  return binary.kind() == BinaryKind::Object || binary.kind() == BinaryKind::Library ||
         (binary.kind() == BinaryKind::Intermediate && request.inputs.size() == 1);
}

/// The bitcode of the inputs; false with an error in the log if one is not bitcode.
bool takeInputs(const ServerRequest &request, std::vector<std::shared_ptr<const Binary>> &binaries,
                BuildJob &job, std::string &log) {
  for (const std::string_view input : request.inputs) {
    auto binary = Binary::parse(copyBytes(input));
    if (!binary || !mayBeLinked(*binary, request)) {
      log = "weft: error: only objects and libraries can be linked\n";
      return false;
    }
    const auto payload = binary->payload();
    job.inputs.push_back(asText(payload));
    binaries.push_back(std::move(binary));
  }
  return true;
}

/// A response, and the work after it.
struct Answer {
  ServerResponse response;
  std::unique_ptr<ProgramBuilder> program; ///< null: nothing
};

Answer answer(ServerRequest &request, const CompilerFiles &files, llvm::LLVMContext &context) {
  Answer result;
  ServerResponse &response = result.response;
  BuildJob job;
  std::vector<std::shared_ptr<const Binary>> binaries;
  if (!takeInputs(request, binaries, job, response.log))
    return result;
  job.kind = request.kind;
  job.options = std::move(request.options);
  job.source = std::move(request.source);
  job.specialisations = std::move(request.specialisations);
  job.debugPath = std::move(request.debugPath);
  job.headers = std::move(request.headers);
  job.leavesCode = true;
  job.surroundings.kernelLibrary = files.kernelLibrary;
  if (request.target != hostTarget())
    job.surroundings.hostCpu = request.level;

  response.times.begin = monotonicNanoseconds();
  BuildOutput output = runBuildJob(job, context);
  response.times.frontendEnd =
      response.times.begin + static_cast<std::uint64_t>(output.frontendMilliseconds * 1e6);
  response.times.end = monotonicNanoseconds();
  response.log = std::move(output.log);
  if (!output.success)
    return result;
  response.status = BuildStatus::Success;
  response.cacheable = output.isRepeatable;
  response.compiler = compilerIdentity(files.program, files.kernelLibrary);
  response.files = std::move(output.files);
  response.flags = output.flags;
  if (output.program) {
    response.interface = output.program->interface();
    result.program = std::move(output.program);
  } else {
    const auto sealed =
        Binary::seal(std::move(output.payload), output.kind, output.flags, request.target);
    response.binary = asText(sealed);
  }
  return result;
}

CodeOrder codeOrder(const ServerRequest &request, Answer &answer) {
  ServerResponse &response = answer.response;
  if (!response.interface)
    llvm::report_fatal_error("a program is still to be compiled and has no interface");
  return {.program = answer.program.get(),
          .interface = std::move(*response.interface),
          .target = request.target,
          .cpuSeconds = request.cpuSeconds,
          .bestSeconds = request.bestSeconds,
          .compileThreads = request.compileThreads,
          .makesBest = request.tiers != TierChoice::First,
          .hostWaits = request.tiers == TierChoice::Best,
          .memoryBytes = request.memoryBytes,
          .cacheSeconds = request.cacheSeconds,
          .cache = request.cache,
          .workingFolder = request.workingFolder,
          .log = std::move(response.log),
          .isRepeatable = response.cacheable,
          .compiler = response.compiler,
          .files = std::move(response.files)};
}

} // namespace

void serveBuild(Descriptor stream, CodeSockets sockets, const WatchedTime &watched,
                const CompilerFiles &files) {
  int socket = stream.get();
  llvm::remove_fatal_error_handler();
  llvm::install_fatal_error_handler(answerFatalError, &socket);
  llvm::remove_bad_alloc_error_handler();
  llvm::install_bad_alloc_error_handler(answerFatalError, &socket);
  llvm::install_out_of_memory_new_handler();

  const auto bytes = receiveMessage(socket);
  if (!bytes)
    ::_exit(0);
  auto request = decodeRequest(*bytes);
  if (!request) {
    ServerResponse response;
    response.log = "weft: error: the compiler is of another version than the library\n";
    respond(socket, response);
  }
  limitProgram(request->cpuSeconds, request->memoryBytes);
  watched.allow(static_cast<std::uint32_t>(
      std::min<std::uint64_t>(request->cpuSeconds, std::numeric_limits<std::uint32_t>::max())));
  // If the folder is gone, relative include paths find nothing.
  if (!request->workingFolder.empty() && ::chdir(request->workingFolder.c_str()) != 0)
    request->workingFolder.clear();
  llvm::LLVMContext context;
  Answer result = answer(*request, files, context);
  watched.allow(0);
  if (!result.program)
    respond(socket, result.response);
  if (!sendMessage(socket, encode(result.response)))
    ::_exit(1);
  stream.reset();
  const CodeOrder order = codeOrder(*request, result);
  serveCode(std::move(sockets), order, {CodeTable(order.interface.kernels.size())}, watched);
  ::_exit(0);
}

void serveParked(const Descriptor &program, CodeSockets sockets, const WatchedTime &watched,
                 const CompilerFiles &files) {
  llvm::LLVMContext context;
  std::optional<RestoredProgram> restored =
      restoreProgram(program.get(), files.kernelLibrary, context);
  if (!restored)
    ::_exit(1);
  const CodeOrder &order = restored->order;
  limitProgram(order.cpuSeconds, order.memoryBytes);
  serveCode(std::move(sockets), order, std::move(restored->progress), watched);
  ::_exit(0);
}

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/codegen/code_worker.h"

#include "compiler/interface/encoding/bytes.h"
#include "compiler/interface/messages/packet.h"
#include "compiler/interface/messages/protocol.h"
#include "compiler/interface/program/binary.h"
#include "compiler/server/processes/build_limits.h"
#include "device/base/bytes.h"
#include "device/base/clock.h"
#include "device/base/files/files.h"
#include "device/base/files/memory_file.h"
#include "device/base/files/transfer.h"

#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <cstring>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace weft::compiler {
namespace {

/// This process's CPU time when its job began, in nanoseconds.
std::uint64_t spentBefore = 0;

std::string encode(const WorkResult &result) {
  ByteWriter writer;
  writer.number(result.success);
  writer.string(result.log);
  writer.string(result.object);
  writer.string(result.path);
  writer.number(nanosecondsOf(CLOCK_PROCESS_CPUTIME_ID) - spentBefore);
  return writer.take();
}

void leave(const WorkFiles &files, const WorkResult &result) {
  if (!writeContent(files.result.get(), encode(result)))
    ::_exit(1);
}

[[noreturn]] void finish(const WorkFiles &files, const WorkResult &result) {
  leave(files, result);
  ::_exit(0);
}

/// Called by LLVM for fatal errors.
void reportFatalError(void *files, const char *reason, bool) {
  // The report needs memory, which may be exhausted.
  limitResource(RLIMIT_AS, RLIM_INFINITY);
  WorkResult result;
  result.log = std::string("weft: error: the compiler failed: ") + reason + "\n";
  finish(*static_cast<const WorkFiles *>(files), result);
}

/// The limit of CPU time for a job; 0: none.
std::uint64_t secondsFor(const CodeOrder &order, const Job &job) {
  const bool mayBeGivenUp = order.bestSeconds && mayGiveUp(job);
  if (!mayBeGivenUp)
    return order.cpuSeconds;
  return order.cpuSeconds ? std::min(order.bestSeconds, order.cpuSeconds) : order.bestSeconds;
}

void begin(std::uint64_t seconds, const WorkFiles &files) {
  void *context = const_cast<WorkFiles *>(&files);
  llvm::remove_fatal_error_handler();
  llvm::install_fatal_error_handler(reportFatalError, context);
  llvm::remove_bad_alloc_error_handler();
  llvm::install_bad_alloc_error_handler(reportFatalError, context);
  spentBefore = nanosecondsOf(CLOCK_PROCESS_CPUTIME_ID);
  // The limit applies to each job.
  static bool isLimited = false;
  if (seconds)
    limitResource(RLIMIT_CPU, (spentBefore + 999'999'999) / 1'000'000'000 + seconds);
  else if (isLimited)
    limitResource(RLIMIT_CPU, RLIM_INFINITY);
  isLimited = seconds != 0;
}

std::vector<std::byte> seal(const CodeOrder &order, std::vector<std::byte> image) {
  return Binary::seal(std::move(image), BinaryKind::Executable, order.program->flags(),
                      order.target);
}

/// Stores the whole program in the cache.
std::string keep(const CodeOrder &order, std::span<const std::byte> binary) {
  return keepResult(order.cache,
                    {order.isRepeatable, order.compiler, order.files, binary, order.log},
                    order.workingFolder);
}

} // namespace

WorkResult compileKernel(const CodeOrder &order, const WorkFiles &files, const SharedWork *shared,
                         const Job &job) {
  WorkResult result;
  const ObjectFile object =
      order.program->compileKernel(job.kernel, job.isGivenUp ? Tier::First : job.tier, result.log);
  if (object.empty())
    return result;
  result.object.assign(object.begin(), object.end());
  auto image = order.program->link(object, result.log);
  if (image.empty())
    return result;
  const auto binary = seal(order, std::move(image));
  result.success = writeContent(files.binary.get(), asText(binary));
  if (isWhole(order, job.tier))
    result.path = keep(order, binary);
  else if (shared)
    shared->storeKernel(job.kernel, {result.object, std::string(asText(binary))});
  return result;
}

WorkResult linkProgram(const CodeOrder &order, const WorkFiles &files,
                       std::vector<ObjectFile> objects, bool mayKeep) {
  WorkResult result;
  const auto kernels = static_cast<std::uint32_t>(order.interface.kernels.size());
  if (!describeWhole(objects.front(), kernels, order.interface.globalVariableBytes))
    return result;
  auto image = order.program->link(objects, result.log);
  if (image.empty())
    return result;
  const auto binary = seal(order, std::move(image));
  result.success = writeContent(files.binary.get(), asText(binary));
  if (mayKeep)
    result.path = keep(order, binary);
  return result;
}

bool isWhole(const CodeOrder &order, Tier tier) {
  return tier == Tier::Best && order.interface.kernels.size() == 1;
}

bool mayGiveUp(const Job &job) {
  return job.tier == Tier::Best && !job.isGivenUp && job.kernel != wholeProgram;
}

std::optional<WorkFiles> makeWorkFiles() {
  WorkFiles files{makeMemoryFile("weft-result"), makeMemoryFile("weft-code")};
  if (!files.result || !files.binary)
    return std::nullopt;
  return files;
}

bool sendJob(int socket, const Job &job, const WorkFiles &files) {
  const int descriptors[] = {files.result.get(), files.binary.get()};
  return sendPacket(socket, bytesOf(job), descriptors, MSG_DONTWAIT) == Passage::Done;
}

bool receiveDone(int socket) {
  char message;
  return ::recv(socket, &message, sizeof message, MSG_DONTWAIT) == sizeof message;
}

void compileKernels(const CodeOrder &order, const SharedWork *shared, Job job, WorkFiles files,
                    Descriptor socket) {
  bool yields = false;
  for (;;) {
    if (job.isSpare && !std::exchange(yields, true))
      yieldToOthers(stepsOfSpare);
    if (job.isIdle)
      computeInIdleTime();
    begin(secondsFor(order, job), files);
    leave(files, compileKernel(order, files, job.isShared ? shared : nullptr, job));
    Packet next;
    if (::send(socket.get(), "", 1, MSG_NOSIGNAL) != 1 ||
        receivePacket(socket.get(), next, 0) != Passage::Done ||
        next.content.size() != sizeof job || next.descriptors.size() != 2)
      ::_exit(0);
    std::memcpy(&job, next.content.data(), sizeof job);
    files = {std::move(next.descriptors[0]), std::move(next.descriptors[1])};
  }
}

void linkWhole(const CodeOrder &order, const WorkFiles &files, std::vector<ObjectFile> objects,
               bool mayKeep) {
  begin(order.cpuSeconds, files);
  finish(files, linkProgram(order, files, std::move(objects), mayKeep));
}

std::optional<WorkResult> readResult(const WorkFiles &files) {
  struct stat status;
  if (::fstat(files.result.get(), &status) != 0 || status.st_size == 0)
    return std::nullopt;
  std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
  if (readAt(files.result.get(), bytes.data(), bytes.size(), 0) != bytes.size())
    return std::nullopt;
  ByteReader reader(bytes);
  WorkResult result;
  result.success = reader.number() != 0;
  result.log = reader.string();
  result.object = reader.string();
  result.path = reader.string();
  result.cpuNanoseconds = reader.number();
  if (!reader.atEnd())
    return std::nullopt;
  return result;
}

} // namespace weft::compiler

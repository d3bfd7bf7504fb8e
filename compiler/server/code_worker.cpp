// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/code_worker.h"

#include "compiler/client/bytes.h"
#include "compiler/client/program/binary.h"
#include "compiler/server/build_limits.h"
#include "device/base/bytes.h"
#include "device/base/clock.h"
#include "device/base/files.h"
#include "device/base/memory_file.h"
#include "device/base/transfer.h"

#include "llvm/Support/ErrorHandling.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace weft::compiler {
namespace {

std::string encode(const WorkResult &result) {
  ByteWriter writer;
  writer.number(result.success);
  writer.string(result.log);
  writer.string(result.object);
  writer.string(result.path);
  writer.number(nanosecondsOf(CLOCK_PROCESS_CPUTIME_ID));
  return writer.take();
}

[[noreturn]] void finish(const WorkFiles &files, const WorkResult &result) {
  ::_exit(writeContent(files.result.get(), encode(result)) ? 0 : 1);
}

/// LLVM calls this for fatal errors.
void reportFatalError(void *files, const char *reason, bool) {
  // The report needs memory, which may be what is short.
  limitResource(RLIMIT_AS, RLIM_INFINITY);
  WorkResult result;
  result.log = std::string("weft: error: the compiler failed: ") + reason + "\n";
  finish(*static_cast<const WorkFiles *>(files), result);
}

void begin(const CodeOrder &order, const WorkFiles &files) {
  void *context = const_cast<WorkFiles *>(&files);
  llvm::remove_fatal_error_handler();
  llvm::install_fatal_error_handler(reportFatalError, context);
  llvm::remove_bad_alloc_error_handler();
  llvm::install_bad_alloc_error_handler(reportFatalError, context);
  if (order.cpuSeconds)
    limitResource(RLIMIT_CPU, order.cpuSeconds);
}

std::vector<std::byte> seal(const CodeOrder &order, std::vector<std::byte> image) {
  return Binary::seal(std::move(image), BinaryKind::Executable, order.program->flags(),
                      order.target);
}

/// Puts the whole program into the cache.
std::string keep(const CodeOrder &order, std::span<const std::byte> binary) {
  return keepResult(order.cache,
                    {order.isRepeatable, order.compiler, order.files, binary, order.log},
                    order.workingFolder);
}

} // namespace

bool isWhole(const CodeOrder &order, Tier tier) {
  return tier == Tier::Best && order.interface.kernels.size() == 1;
}

std::optional<WorkFiles> makeWorkFiles() {
  WorkFiles files{makeMemoryFile("weft-result"), makeMemoryFile("weft-code")};
  if (!files.result || !files.binary)
    return std::nullopt;
  return files;
}

void compileKernel(const CodeOrder &order, const WorkFiles &files, const SharedWork *shared,
                   std::uint32_t kernel, Tier tier) {
  begin(order, files);
  WorkResult result;
  ObjectFile object = order.program->compileKernel(kernel, tier, result.log);
  if (object.empty())
    finish(files, result);
  result.object.assign(object.begin(), object.end());
  auto image = order.program->link(object, result.log);
  if (image.empty())
    finish(files, result);
  const auto binary = seal(order, std::move(image));
  result.success = writeContent(files.binary.get(), asText(binary));
  if (isWhole(order, tier))
    result.path = keep(order, binary);
  else if (shared)
    shared->storeKernel(kernel, {result.object, std::string(asText(binary))});
  finish(files, result);
}

void linkWhole(const CodeOrder &order, const WorkFiles &files, std::vector<ObjectFile> objects,
               bool mayKeep) {
  begin(order, files);
  WorkResult result;
  const auto kernels = static_cast<std::uint32_t>(order.interface.kernels.size());
  if (!describeWhole(objects.front(), kernels, order.interface.globalVariableBytes))
    finish(files, result);
  auto image = order.program->link(objects, result.log);
  if (image.empty())
    finish(files, result);
  const auto binary = seal(order, std::move(image));
  result.success = writeContent(files.binary.get(), asText(binary));
  if (mayKeep)
    result.path = keep(order, binary);
  finish(files, result);
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

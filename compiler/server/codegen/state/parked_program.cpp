// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/codegen/state/parked_program.h"

#include "compiler/interface/encoding/bytes.h"
#include "compiler/interface/messages/protocol.h"
#include "device/base/bytes.h"
#include "device/base/files/memory_file.h"
#include "device/base/files/transfer.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Support/MemoryBuffer.h"

#include <array>
#include <sys/stat.h>
#include <utility>

namespace weft::compiler {
namespace {

constexpr std::array tiers{Tier::First, Tier::Best};

std::string contentOf(int file) {
  struct stat status;
  if (file < 0 || ::fstat(file, &status) != 0)
    return {};
  std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
  return readAt(file, bytes.data(), bytes.size(), 0) == bytes.size() ? bytes : std::string();
}

void write(ByteWriter &writer, const CodeOrder &order) {
  writer.string(order.target);
  writer.number(order.cpuSeconds);
  writer.number(order.bestSeconds);
  writer.number(order.compileThreads);
  writer.number(order.makesBest);
  writer.number(order.hostWaits);
  writer.number(order.memoryBytes);
  writer.number(order.cacheSeconds);
  write(writer, order.cache);
  writer.string(order.workingFolder);
  writer.string(order.log);
  writer.number(order.isRepeatable);
  writer.raw(bytesOf(order.compiler));
  write(writer, order.files);
}

CodeOrder readOrder(ByteReader &reader) {
  CodeOrder order;
  order.target = reader.string();
  order.cpuSeconds = reader.number();
  order.bestSeconds = reader.number();
  order.compileThreads = reader.number();
  order.makesBest = reader.number() != 0;
  order.hostWaits = reader.number() != 0;
  order.memoryBytes = reader.number();
  order.cacheSeconds = reader.number();
  order.cache = readCacheOrder(reader);
  order.workingFolder = reader.string();
  order.log = reader.string();
  order.isRepeatable = reader.number() != 0;
  order.compiler = readHash(reader);
  order.files = readObservedFiles(reader);
  return order;
}

void write(ByteWriter &writer, const Code &code) {
  writer.number(static_cast<std::uint64_t>(code.state));
  writer.number(code.isRequested);
  writer.number(static_cast<std::uint64_t>(code.losses));
  writer.number(code.needsOwnChild);
  writer.number(code.isGivenUp);
  writer.string(code.text);
  writer.string(contentOf(code.binary.get()));
  writer.string({code.object.data(), code.object.size()});
}

/// False if out of memory for the binary.
bool read(ByteReader &reader, Code &code) {
  code.state = static_cast<CodeState>(reader.number());
  code.isRequested = reader.number() != 0;
  code.losses = static_cast<int>(reader.number());
  code.needsOwnChild = reader.number() != 0;
  code.isGivenUp = reader.number() != 0;
  code.text = reader.string();
  const std::string_view binary = reader.string();
  const std::string_view object = reader.string();
  code.object.assign(object.begin(), object.end());
  if (!binary.empty())
    code.binary = makeMemoryFile("weft-code", binary);
  return binary.empty() || code.binary;
}

bool read(ByteReader &reader, CodeTable &table) {
  for (std::uint32_t kernel = 0; kernel < table.kernelCount(); ++kernel)
    for (const Tier tier : tiers)
      if (!read(reader, table.of(kernel, tier)))
        return false;
  return read(reader, table.whole());
}

std::unique_ptr<ProgramBuilder> readProgram(std::string_view bitcode, std::string hostCpu,
                                            const std::string &kernelLibrary,
                                            llvm::LLVMContext &context) {
  context.setDiscardValueNames(true);
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, "program"), context);
  if (!module) {
    llvm::consumeError(module.takeError());
    return nullptr;
  }
  auto program = std::make_unique<ProgramBuilder>(
      std::move(*module), CompileOptions(), ProgramSurroundings{kernelLibrary, std::move(hostCpu)},
      EmitKind::Executable);
  std::string log;
  return program->prepare(log) ? std::move(program) : nullptr;
}

} // namespace

std::string encode(const CodeOrder &order, const CodeProgress &progress) {
  ByteWriter writer;
  const auto bitcode = order.program->intermediate();
  writer.string(asText(bitcode));
  writer.string(order.program->hostCpu());
  writer.string(encode(order.interface));
  write(writer, order);
  writer.number(progress.intermediateKey.has_value());
  writer.raw(bytesOf(progress.intermediateKey.value_or(Hash{})));
  for (std::uint32_t kernel = 0; kernel < progress.table.kernelCount(); ++kernel)
    for (const Tier tier : tiers)
      write(writer, progress.table.of(kernel, tier));
  write(writer, progress.table.whole());
  return writer.take();
}

std::optional<RestoredProgram> restoreProgram(int file, const std::string &kernelLibrary,
                                              llvm::LLVMContext &context) {
  const std::string bytes = contentOf(file);
  ByteReader reader(bytes);
  const std::string_view bitcode = reader.string();
  std::string hostCpu(reader.string());
  auto interface = decodeInterface(reader.string());
  if (!interface)
    return std::nullopt;
  RestoredProgram result{readProgram(bitcode, std::move(hostCpu), kernelLibrary, context),
                         readOrder(reader),
                         {CodeTable(interface->kernels.size())}};
  result.order.program = result.program.get();
  result.order.interface = std::move(*interface);
  const bool hasKey = reader.number() != 0;
  const Hash key = readHash(reader);
  if (hasKey)
    result.progress.intermediateKey = key;
  if (!result.program || !read(reader, result.progress.table) || !reader.atEnd())
    return std::nullopt;
  return result;
}

} // namespace weft::compiler

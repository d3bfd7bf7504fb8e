// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/interface/messages/protocol.h"

#include "compiler/interface/encoding/bytes.h"
#include "device/base/files/transfer.h"

#include <cassert>
#include <cerrno>
#include <new>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>

namespace weft::compiler {
namespace {

constexpr std::string_view protocolVersion = WEFT_VERSION " 8";
/// Longer than any legitimate message.
constexpr std::uint64_t longestMessage = std::uint64_t{1} << 32;

void write(ByteWriter &writer, const CodeRecord &record) {
  writer.number(record.kernel);
  writer.number(static_cast<std::uint64_t>(record.tier));
  writer.number(static_cast<std::uint64_t>(record.origin));
  writer.number(record.begin);
  writer.number(record.end);
  writer.number(record.cpuNanoseconds);
}
constexpr std::size_t recordBytes = 6 * sizeof(std::uint64_t);
static_assert(maxRecords * recordBytes <= longestPacket / 2);

CodeRecord readRecord(ByteReader &reader) {
  CodeRecord record;
  record.kernel = static_cast<std::uint32_t>(reader.number());
  record.tier = static_cast<Tier>(reader.number());
  record.origin = static_cast<CodeRecord::Origin>(reader.number());
  record.begin = reader.number();
  record.end = reader.number();
  record.cpuNanoseconds = reader.number();
  return record;
}

} // namespace

void write(ByteWriter &writer, const CacheOrder &order) {
  writer.string(order.folder);
  writer.number(order.bytes);
  writer.raw(bytesOf(order.key));
  writer.raw(bytesOf(order.keyInFolder));
  writer.number(order.namesFolder);
  writer.raw(bytesOf(order.compiler));
}

CacheOrder readCacheOrder(ByteReader &reader) {
  CacheOrder order;
  order.folder = reader.string();
  order.bytes = reader.number();
  order.key = readHash(reader);
  order.keyInFolder = readHash(reader);
  order.namesFolder = reader.number() != 0;
  order.compiler = readHash(reader);
  return order;
}

std::string encode(const ServerRequest &request) {
  ByteWriter writer;
  writer.string(protocolVersion);
  writer.number(static_cast<std::uint64_t>(request.kind));
  writer.string(serialise(request.options));
  writer.string(request.source);
  writer.number(request.specialisations.size());
  for (const Specialisation &constant : request.specialisations) {
    writer.number(constant.id);
    writer.string(constant.bytes);
  }
  writer.string(request.debugPath);
  writer.string(request.workingFolder);
  writer.number(request.cpuSeconds);
  writer.number(request.memoryBytes);
  writer.number(request.bestSeconds);
  writer.number(request.compileThreads);
  writer.number(request.cacheSeconds);
  writer.number(static_cast<std::uint64_t>(request.tiers));
  write(writer, request.cache);
  writer.string(request.target);
  writer.string(request.level);
  writer.number(request.headers.size());
  for (const Header &header : request.headers) {
    writer.string(header.includeName);
    writer.string(header.source);
  }
  writer.number(request.inputs.size());
  for (const std::string_view input : request.inputs)
    writer.string(input);
  return writer.take();
}

std::optional<ServerRequest> decodeRequest(std::string_view bytes) {
  ByteReader reader(bytes);
  if (reader.string() != protocolVersion)
    return std::nullopt;
  ServerRequest request;
  const std::uint64_t kind = reader.number();
  request.kind = static_cast<BuildKind>(kind);
  auto options = deserialise(reader.string());
  request.source = reader.string();
  for (std::uint64_t left = reader.count(); left > 0; --left) {
    Specialisation constant;
    constant.id = static_cast<std::uint32_t>(reader.number());
    constant.bytes = reader.string();
    request.specialisations.push_back(std::move(constant));
  }
  request.debugPath = reader.string();
  request.workingFolder = reader.string();
  request.cpuSeconds = reader.number();
  request.memoryBytes = reader.number();
  request.bestSeconds = reader.number();
  request.compileThreads = reader.number();
  request.cacheSeconds = reader.number();
  request.tiers = static_cast<TierChoice>(reader.number());
  request.cache = readCacheOrder(reader);
  request.target = reader.string();
  request.level = reader.string();
  for (std::uint64_t left = reader.count(); left > 0; --left) {
    Header header;
    header.includeName = reader.string();
    header.source = reader.string();
    request.headers.push_back(std::move(header));
  }
  for (std::uint64_t left = reader.count(); left > 0; --left)
    request.inputs.push_back(reader.string());
  if (!reader.atEnd() || !options || kind > static_cast<std::uint64_t>(BuildKind::Link) ||
      request.tiers > TierChoice::Best)
    return std::nullopt;
  request.options = std::move(*options);
  return request;
}

std::string encode(const ServerResponse &response) {
  ByteWriter writer;
  writer.string(protocolVersion);
  writer.number(static_cast<std::uint64_t>(response.status));
  writer.number(response.cacheable);
  writer.number(response.lost);
  writer.string(response.log);
  writer.string(response.binary);
  writer.number(response.interface.has_value());
  writer.string(response.interface ? encode(*response.interface) : std::string());
  writer.number(response.flags);
  writer.raw(bytesOf(response.compiler));
  write(writer, response.files);
  writer.number(response.times.begin);
  writer.number(response.times.frontendEnd);
  writer.number(response.times.end);
  return writer.take();
}

std::optional<ServerResponse> decodeResponse(std::string_view bytes) {
  ByteReader reader(bytes);
  if (reader.string() != protocolVersion)
    return std::nullopt;
  ServerResponse response;
  const std::uint64_t status = reader.number();
  response.status = static_cast<BuildStatus>(status);
  response.cacheable = reader.number() != 0;
  response.lost = reader.number() != 0;
  response.log = reader.string();
  response.binary = reader.string();
  const bool hasInterface = reader.number() != 0;
  const std::string_view interface = reader.string();
  if (hasInterface && !(response.interface = decodeInterface(interface)))
    return std::nullopt;
  response.flags = static_cast<std::uint32_t>(reader.number());
  response.compiler = readHash(reader);
  response.files = readObservedFiles(reader);
  response.times.begin = reader.number();
  response.times.frontendEnd = reader.number();
  response.times.end = reader.number();
  if (!reader.atEnd() || status > static_cast<std::uint64_t>(BuildStatus::CompilerUnavailable))
    return std::nullopt;
  return response;
}

bool sendMessage(int socket, std::string_view message) {
  const std::uint64_t size = message.size();
  return sendAll(socket, bytesOf(size)) && sendAll(socket, message);
}

std::optional<std::string> receiveMessage(int socket) {
  std::uint64_t size;
  if (!readAll(socket, &size, sizeof size) || size > longestMessage)
    return std::nullopt;
  std::string message(size, '\0');
  if (!readAll(socket, message.data(), message.size()))
    return std::nullopt;
  return message;
}

bool sendHello(int channel, int stream, int code) {
  const Hello hello;
  const int descriptors[] = {stream, code};
  return sendPacket(channel, bytesOf(hello), descriptors, 0) == Passage::Done;
}

Passage sendRequest(int socket, const CodeRequest &request) {
  return sendPacket(socket, bytesOf(request), {}, MSG_DONTWAIT);
}

Passage receiveRequest(int socket, CodeRequest &request) {
  Packet packet;
  const Passage passage = receivePacket(socket, packet, MSG_DONTWAIT);
  if (passage != Passage::Done)
    return passage;
  if (packet.content.size() != sizeof request)
    return Passage::Closed;
  std::memcpy(&request, packet.content.data(), sizeof request);
  return Passage::Done;
}

Passage sendNews(int socket, const CodeNews &news) {
  ByteWriter writer;
  writer.number(news.kernel);
  writer.number(static_cast<std::uint64_t>(news.tier));
  writer.number(news.success);
  writer.string(std::string_view(news.text).substr(0, longestPacket / 4));
  assert(news.records.size() <= maxRecords);
  writer.number(news.records.size());
  for (const CodeRecord &record : news.records)
    write(writer, record);
  const int file = news.file.get();
  return sendPacket(socket, writer.bytes(), std::span(&file, news.file ? 1 : 0), MSG_DONTWAIT);
}

Passage receiveNews(int socket, CodeNews &news, bool waits) {
  Packet packet;
  const Passage passage = receivePacket(socket, packet, waits ? 0 : MSG_DONTWAIT);
  if (passage != Passage::Done)
    return passage;
  ByteReader reader(packet.content);
  news.kernel = static_cast<std::uint32_t>(reader.number());
  news.tier = static_cast<Tier>(reader.number());
  news.success = reader.number() != 0;
  news.text = reader.string();
  for (std::uint64_t left = reader.count(); left > 0; --left)
    news.records.push_back(readRecord(reader));
  if (!packet.descriptors.empty())
    news.file = std::move(packet.descriptors.front());
  if (!reader.atEnd() || (news.success && !news.file))
    return Passage::Closed;
  return Passage::Done;
}

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/client/protocol.h"

#include "compiler/client/bytes.h"
#include "device/base/transfer.h"

#include <cerrno>
#include <new>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>

namespace weft::compiler {
namespace {

constexpr std::string_view protocolVersion = WEFT_VERSION " 3";
/// Longer than any message that means well.
constexpr std::uint64_t longestMessage = std::uint64_t{1} << 32;

} // namespace

std::string encode(const ServerRequest &request) {
  ByteWriter writer;
  writer.string(protocolVersion);
  writer.number(static_cast<std::uint64_t>(request.kind));
  writer.string(serialise(request.options));
  writer.string(request.source);
  writer.string(request.debugPath);
  writer.string(request.workingFolder);
  writer.number(request.cpuSeconds);
  writer.number(request.memoryBytes);
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
  request.debugPath = reader.string();
  request.workingFolder = reader.string();
  request.cpuSeconds = reader.number();
  request.memoryBytes = reader.number();
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
  if (!reader.atEnd() || !options || kind > static_cast<std::uint64_t>(BuildKind::Link))
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
  writer.raw(bytesOf(response.compiler));
  write(writer, response.files);
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
  response.compiler = readHash(reader);
  response.files = readObservedFiles(reader);
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

bool sendHello(int channel, int descriptor) {
  Hello hello;
  iovec content{&hello, sizeof hello};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof descriptor)] = {};
  msghdr message{};
  message.msg_iov = &content;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  ssize_t sent;
  do
    sent = ::sendmsg(channel, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == sizeof hello;
}

} // namespace weft::compiler

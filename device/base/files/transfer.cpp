// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/base/files/transfer.h"

#include <sys/socket.h>
#include <unistd.h>

namespace weft {

std::optional<std::size_t> readAt(int file, void *bytes, std::size_t size, std::uint64_t offset) {
  return transfer(size, [&](std::size_t done) noexcept {
    return ::pread(file, static_cast<char *>(bytes) + done, size - done,
                   static_cast<off_t>(offset + done));
  });
}

bool readAll(int file, void *bytes, std::size_t size) noexcept {
  return transfer(size, [&](std::size_t done) noexcept {
           return ::read(file, static_cast<char *>(bytes) + done, size - done);
         }) == size;
}

bool writeAll(int file, std::string_view bytes) noexcept {
  return transfer(bytes.size(), [&](std::size_t done) noexcept {
           return ::write(file, bytes.data() + done, bytes.size() - done);
         }) == bytes.size();
}

bool sendAll(int socket, std::string_view bytes) noexcept {
  return transfer(bytes.size(), [&](std::size_t done) noexcept {
           return ::send(socket, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
         }) == bytes.size();
}

} // namespace weft

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/client/process/identity.h"

#include <algorithm>
#include <linux/capability.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace weft::compiler {
namespace {

using CapabilityWords = std::array<__user_cap_data_struct, 2>;

__user_cap_header_struct capabilityHeader() { return {_LINUX_CAPABILITY_VERSION_3, 0}; }

CapabilityWords readCapabilities() noexcept {
  CapabilityWords words{};
  __user_cap_header_struct header = capabilityHeader();
  ::syscall(SYS_capget, &header, words.data());
  return words;
}

/// FNV-1a.
std::uint64_t hashGroups(std::span<const gid_t> groups) noexcept {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const gid_t group : groups)
    hash = (hash ^ group) * 0x100000001b3u;
  return hash;
}

/// The namespaces that a process can leave without being replaced.
constexpr std::array<const char *, 6> namespaceFiles = {
    "/proc/thread-self/ns/mnt", "/proc/thread-self/ns/user", "/proc/thread-self/ns/net",
    "/proc/thread-self/ns/ipc", "/proc/thread-self/ns/uts",  "/proc/thread-self/ns/cgroup"};

} // namespace

Identity Identity::ofThread(std::span<gid_t> room) noexcept {
  Identity result;
  ::getresuid(&result.users[0], &result.users[1], &result.users[2]);
  ::getresgid(&result.groups[0], &result.groups[1], &result.groups[2]);
  // An invalid id changes nothing, and returns the current one.
  result.users[3] = static_cast<uid_t>(::setfsuid(static_cast<uid_t>(-1)));
  result.groups[3] = static_cast<gid_t>(::setfsgid(static_cast<gid_t>(-1)));
  const int count = ::getgroups(static_cast<int>(room.size()), room.data());
  result.furtherGroups = hashGroups(room.first(static_cast<std::size_t>(std::max(count, 0))));
  const CapabilityWords words = readCapabilities();
  for (std::size_t i = 0; i < words.size(); ++i) {
    result.capabilities[3 * i] = words[i].effective;
    result.capabilities[3 * i + 1] = words[i].permitted;
    result.capabilities[3 * i + 2] = words[i].inheritable;
  }
  struct stat status{};
  if (::stat("/", &status) == 0)
    result.root = {status.st_dev, status.st_ino};
  for (std::size_t i = 0; i < namespaceFiles.size(); ++i)
    if (::stat(namespaceFiles[i], &status) == 0)
      result.namespaces[i] = status.st_ino;
  return result;
}

Identity Identity::ofThread() {
  const int count = ::getgroups(0, nullptr);
  std::vector<gid_t> room(static_cast<std::size_t>(std::max(count, 1)));
  return ofThread(room);
}

void keepPrivilegesLow() noexcept {
  CapabilityWords words = readCapabilities();
  for (__user_cap_data_struct &word : words)
    word.permitted = word.effective;
  __user_cap_header_struct header = capabilityHeader();
  ::syscall(SYS_capset, &header, words.data());
  if (::getuid() == ::geteuid() && ::getgid() == ::getegid())
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

} // namespace weft::compiler

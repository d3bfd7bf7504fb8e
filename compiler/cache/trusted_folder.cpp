// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The path is walked from the root one name at a time, each opened in the folder before it, so that
// a checked folder is the basis of the next step: nobody can replace it in between. Links are
// followed here and not by the kernel, because whoever may replace a link, or a folder above it,
// controls where the path leads.
#include "compiler/cache/trusted_folder.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace weft::compiler {
namespace {

/// The kernel's limit on links.
constexpr int maxLinks = 40;

class Walk {
public:
  Walk(Missing missing, std::string &problem) : missing(missing), problem(problem) {}

  Descriptor run(const std::string &path) {
    if (!path.starts_with('/'))
      return refuse("is not an absolute path", path);
    push(path);
    if (!enterRoot())
      return {};
    while (!names.empty()) {
      const std::string name = names.front();
      names.pop_front();
      if (!step(name))
        return {};
    }
    if (othersMayWrite())
      return refuse("is writable by other users", reached);
    return std::move(folder);
  }

private:
  Descriptor refuse(const char *reason, const std::string &path) {
    problem = "'" + path + "' " + reason;
    return {};
  }

  /// Prepends the names of a path to the remaining ones.
  void push(const std::string &path) {
    std::deque<std::string> first;
    std::size_t begin = 0;
    while (begin < path.size()) {
      const std::size_t end = std::min(path.find('/', begin), path.size());
      if (end > begin && path.compare(begin, end - begin, ".") != 0)
        first.push_back(path.substr(begin, end - begin));
      begin = end + 1;
    }
    names.insert(names.begin(), first.begin(), first.end());
  }

  bool enterRoot() {
    reached.clear();
    Descriptor root(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!root || ::fstat(root.get(), &status) != 0)
      return fail();
    return enter(std::move(root));
  }

  /// Continues in a folder that has `status`.
  bool enter(Descriptor next) {
    if (!isUsersOrRoots())
      return false;
    folder = std::move(next);
    return true;
  }

  bool othersMayWrite() const { return status.st_mode & (S_IWGRP | S_IWOTH); }

  bool isUsersOrRoots() {
    if (status.st_uid == 0 || status.st_uid == user)
      return true;
    refuse("belongs to another user", reached);
    return false;
  }

  bool fail() {
    // A missing component is not a problem.
    if (errno != ENOENT || missing == Missing::Make)
      refuse(::strerrordesc_np(errno), reached);
    return false;
  }

  bool step(const std::string &name) {
    if (othersMayWrite() && !(status.st_mode & S_ISVTX)) {
      refuse("is writable by other users", reached.empty() ? "/" : reached);
      return false;
    }
    reached += "/" + name;
    constexpr int flags = O_PATH | O_NOFOLLOW | O_CLOEXEC;
    Descriptor next(::openat(folder.get(), name.c_str(), flags));
    if (!next && errno == ENOENT && missing == Missing::Make) {
      if (::mkdirat(folder.get(), name.c_str(), 0700) != 0 && errno != EEXIST)
        return fail();
      next = Descriptor(::openat(folder.get(), name.c_str(), flags));
    }
    if (!next || ::fstat(next.get(), &status) != 0)
      return fail();
    if (S_ISLNK(status.st_mode))
      return follow(next);
    if (!S_ISDIR(status.st_mode)) {
      refuse("is not a folder", reached);
      return false;
    }
    return enter(std::move(next));
  }

  bool follow(const Descriptor &link) {
    if (!isUsersOrRoots())
      return false;
    char target[PATH_MAX];
    const ssize_t size = ::readlinkat(link.get(), "", target, sizeof target);
    if (size <= 0 || size == sizeof target || ++links > maxLinks) {
      refuse("is a dangling link", reached);
      return false;
    }
    push({target, static_cast<std::size_t>(size)});
    if (target[0] == '/')
      return enterRoot();
    // Returns to the folder that contains the link.
    reached.resize(reached.find_last_of('/'));
    return ::fstat(folder.get(), &status) == 0;
  }

  const Missing missing;
  const uid_t user = ::geteuid();
  std::string &problem;
  std::deque<std::string> names; ///< still to be walked
  Descriptor folder;             ///< where the walk is
  struct stat status = {};       ///< of the last component
  std::string reached;           ///< its path, for messages
  int links = 0;
};

} // namespace

Descriptor openTrustedFolder(const std::string &path, Missing missing, std::string &problem) {
  return Walk(missing, problem).run(path);
}

} // namespace weft::compiler

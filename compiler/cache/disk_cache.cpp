// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/cache/disk_cache.h"

#include "compiler/cache/cache_entry.h"
#include "compiler/cache/trusted_folder.h"
#include "compiler/interface/encoding/bytes.h"
#include "device/base/bytes.h"
#include "device/base/files/transfer.h"
#include "device/base/numbers.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace weft::compiler {
namespace {

/// A hit renews a file's time only when it is older, so that hits seldom write.
constexpr std::time_t renewAfterSeconds = 60;
/// A temporary file, or one to lock, that is this old belongs to a dead process.
constexpr std::time_t transientLifeSeconds = 3600;
/// The running total is recounted after this many additions.
constexpr std::size_t recountAfterAdditions = 4096;
/// Larger entries and results are not stored, so that a damaged file cannot cause large reads.
constexpr std::uint64_t maxEntryBytes = 16 << 20;
constexpr std::uint64_t maxResultBytes = std::uint64_t{1} << 30;
const char usageName[] = "usage", locksName[] = "locks";

std::string entryName(const Hash &key) { return toHex(key) + ".entry"; }
std::string resultName(const Hash &content) { return toHex(content) + ".weft"; }
std::string partName(const std::string &name) { return name + ".part"; }

/// Whether a file of this name is a cache file that is kept for its content.
bool isContent(std::string_view name) {
  return name.ends_with(".entry") || name.ends_with(".weft") || name.ends_with(".cl") ||
         name.ends_with(".part");
}

/// Whether a file of this name is a cache file that is useless when old.
bool isTransient(std::string_view name) { return name.ends_with(".tmp"); }

/// Marks a file as just used.
void renew(int directory, const std::string &name) {
  struct stat status;
  if (::fstatat(directory, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
      status.st_mtime + renewAfterSeconds < std::time(nullptr))
    ::utimensat(directory, name.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
}

std::uint64_t diskBytes(std::uint64_t size) { return roundUp(size, 4096); }

bool isOlder(const timespec &a, const timespec &b) {
  return std::pair(a.tv_sec, a.tv_nsec) < std::pair(b.tv_sec, b.tv_nsec);
}

/// The key in the name of an entry; nothing for other files.
std::optional<Hash> keyOfEntry(std::string_view name) {
  constexpr std::string_view suffix = ".entry";
  Hash key{};
  if (!name.ends_with(suffix) || name.size() != 2 * key.size() + suffix.size())
    return std::nullopt;
  for (std::size_t index = 0; index < key.size(); ++index) {
    const char *const digits = name.data() + 2 * index;
    if (std::from_chars(digits, digits + 2, key[index], 16).ptr != digits + 2)
      return std::nullopt;
  }
  return key;
}

/// The cache's files in its folder.
std::vector<DiskCache::File> filesIn(int directory) {
  std::vector<DiskCache::File> files;
  Descriptor listed(::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  DIR *list = listed ? ::fdopendir(listed.get()) : nullptr;
  if (!list)
    return files;
  listed.release();
  while (const dirent *item = ::readdir(list)) {
    const std::string name(item->d_name);
    struct stat status;
    if ((isContent(name) || isTransient(name) || name == usageName || name == locksName) &&
        ::fstatat(directory, item->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(status.st_mode))
      files.push_back(
          {name, status.st_mtim, diskBytes(static_cast<std::uint64_t>(status.st_size))});
  }
  ::closedir(list);
  return files;
}

} // namespace

std::optional<DiskCache> DiskCache::of(const Settings &settings) {
  if (settings.cacheFolder.empty())
    return std::nullopt;
  return DiskCache(settings.cacheFolder, settings.cacheBytes);
}

std::string DiskCache::problem() const {
  std::string reason;
  openTrustedFolder(folder, Missing::Refuse, reason);
  return reason;
}

Descriptor DiskCache::openToRead() const {
  std::string ignored;
  return openTrustedFolder(folder, Missing::Refuse, ignored);
}

Descriptor DiskCache::openToWrite() const {
  std::string ignored;
  return openTrustedFolder(folder, Missing::Make, ignored);
}

std::optional<DiskCache::Hit> DiskCache::find(const Hash &key,
                                              const std::string &workingFolder) const {
  const Descriptor directory = openToRead();
  if (!directory)
    return std::nullopt;
  const auto bytes = readOurFile(directory.get(), entryName(key), maxEntryBytes);
  if (!bytes)
    return std::nullopt;
  auto entry = decodeEntry(asText(*bytes), key);
  if (!entry || entry->resultBytes > maxResultBytes)
    return std::nullopt;
  for (const ObservedFile &file : entry->files)
    if (!stillHolds(file, workingFolder))
      return std::nullopt;
  const std::string name = resultName(entry->result);
  auto content = readOurFile(directory.get(), name, entry->resultBytes);
  if (!content || hashBytes(asText(*content)) != entry->result)
    return std::nullopt;
  renew(directory.get(), entryName(key));
  renew(directory.get(), name);
  auto binary = Binary::parse(std::move(*content), folder + "/" + name);
  if (!binary)
    return std::nullopt;
  return Hit{std::move(binary), std::move(entry->log), std::move(entry->files)};
}

std::string DiskCache::store(const Hash &key, std::span<const std::byte> binary,
                             std::string_view log, const std::vector<ObservedFile> &files) const {
  const Hash content = hashBytes(asText(binary));
  const std::string entry = encodeEntry(key, {content, binary.size(), std::string(log), files});
  const std::uint64_t bytes = diskBytes(binary.size()) + diskBytes(entry.size());
  if (binary.size() > maxResultBytes || entry.size() > maxEntryBytes || bytes > sizeBound)
    return {};
  const Descriptor directory = openToWrite();
  const std::string name = resultName(content);
  if (!directory || !writeFileAtomically(directory.get(), name, asText(binary)))
    return {};
  writeFileAtomically(directory.get(), entryName(key), entry);
  account(directory.get(), bytes);
  return folder + "/" + name;
}

std::string DiskCache::storeSource(const std::string &name, std::string_view source) const {
  const Descriptor directory = openToWrite();
  if (!directory)
    return {};
  struct stat status;
  if (::fstatat(directory.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
      S_ISREG(status.st_mode) && static_cast<std::uint64_t>(status.st_size) == source.size()) {
    renew(directory.get(), name);
  } else {
    if (diskBytes(source.size()) > sizeBound || !writeFileAtomically(directory.get(), name, source))
      return {};
    account(directory.get(), diskBytes(source.size()));
  }
  return folder + "/" + name;
}

std::optional<std::string> DiskCache::findPart(const std::string &name) const {
  const Descriptor directory = openToRead();
  if (!directory)
    return std::nullopt;
  const auto bytes = readOurFile(directory.get(), partName(name), maxResultBytes);
  if (!bytes || bytes->size() < sizeof(Hash))
    return std::nullopt;
  std::string_view content = asText(*bytes);
  const std::string_view check = content.substr(content.size() - sizeof(Hash));
  content.remove_suffix(sizeof(Hash));
  if (check != bytesOf(Hasher().add(name).add(content).finish()))
    return std::nullopt;
  return std::string(content);
}

void DiskCache::storePart(const std::string &name, std::string_view content) const {
  const Hash check = Hasher().add(name).add(content).finish();
  std::string bytes(content);
  bytes.append(bytesOf(check));
  const Descriptor directory = openToWrite();
  if (directory && diskBytes(bytes.size()) <= sizeBound &&
      writeFileAtomically(directory.get(), partName(name), bytes))
    account(directory.get(), diskBytes(bytes.size()));
}

void DiskCache::removeParts(const std::vector<std::string> &names) const {
  const Descriptor directory = openToRead();
  for (const std::string &name : names)
    ::unlinkat(directory.get(), partName(name).c_str(), 0);
}

Descriptor DiskCache::openLocks() const {
  const Descriptor directory = openToWrite();
  if (!directory)
    return {};
  constexpr int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  Descriptor file(::openat(directory.get(), locksName, flags, 0600));
  struct stat status;
  if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) || !isOurs(status))
    return {};
  return file;
}

namespace {

/// Adds a number to those in the file `usage`: returns their sum, or nothing if the file is not
/// such a list.
std::optional<std::uint64_t> addUsage(int directory, std::uint64_t added) {
  const Descriptor file(::openat(directory, usageName,
                                 O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
                                 0600));
  struct stat status;
  if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
    return std::nullopt;
  // The first addition to a new file may follow files that nobody counted.
  const std::uint64_t count = static_cast<std::uint64_t>(status.st_size) / sizeof added;
  if (count == 0 || count > recountAfterAdditions || !mayGrowTo((count + 2) * sizeof added))
    return std::nullopt;
  std::vector<std::uint64_t> additions(count);
  if (readAt(file.get(), additions.data(), count * sizeof added, 0) != count * sizeof added ||
      !writeAll(file.get(), bytesOf(added)))
    return std::nullopt;
  std::uint64_t total = added;
  // A damaged file must not wrap to a small sum.
  for (const std::uint64_t addition : additions)
    total = std::max(total, total + addition);
  return total;
}

} // namespace

/// The folder's size is the sum of the numbers in the file `usage`. A writer appends the size that
/// it added, without a lock; whoever finds the sum above the bound, or no such file, counts the
/// files, evicts, and restarts the file.
void DiskCache::account(int directory, std::uint64_t addedBytes) const {
  const auto total = addUsage(directory, addedBytes);
  if (!total || *total > sizeBound)
    evict(directory);
}

void DiskCache::evict(int directory) const {
  std::vector<File> kept;
  std::uint64_t total = 0;
  const std::time_t now = std::time(nullptr);
  for (File &file : filesIn(directory)) {
    const bool transient = isTransient(file.name);
    if (!transient && !isContent(file.name))
      continue;
    // A file larger than the bound is not the cache's.
    if (file.bytes > sizeBound || (transient && file.used.tv_sec + transientLifeSeconds < now)) {
      ::unlinkat(directory, file.name.c_str(), 0);
      continue;
    }
    total += file.bytes;
    if (!transient)
      kept.push_back(std::move(file));
  }
  if (total > sizeBound) {
    std::ranges::sort(kept, isOlder, &File::used);
    // Evicts a bit more than necessary, so that the next store need not evict again.
    const std::uint64_t target = sizeBound / 10 * 9;
    for (const File &file : kept) {
      if (total <= target)
        break;
      if (::unlinkat(directory, file.name.c_str(), 0) == 0)
        total -= file.bytes;
    }
  }
  ByteWriter usage;
  usage.number(total);
  writeFileAtomically(directory, usageName, usage.bytes());
}

std::vector<DiskCache::File> DiskCache::files() const {
  const Descriptor directory = openToRead();
  return directory ? filesIn(directory.get()) : std::vector<File>();
}

std::vector<DiskCache::Program> DiskCache::programs() const {
  const Descriptor directory = openToRead();
  std::vector<Program> programs;
  if (!directory)
    return programs;
  for (const File &file : filesIn(directory.get())) {
    const auto key = keyOfEntry(file.name);
    const auto bytes = key ? readOurFile(directory.get(), file.name, maxEntryBytes) : std::nullopt;
    auto entry = bytes ? decodeEntry(asText(*bytes), *key) : std::nullopt;
    if (!entry || entry->resultBytes > maxResultBytes)
      continue;
    Program program{toHex(*key),
                    file.used,
                    file.bytes + diskBytes(entry->resultBytes),
                    {},
                    std::move(entry->files)};
    auto result = readOurFile(directory.get(), resultName(entry->result), entry->resultBytes);
    if (result && hashBytes(asText(*result)) == entry->result)
      program.result = std::move(*result);
    programs.push_back(std::move(program));
  }
  std::ranges::sort(programs,
                    [](const Program &a, const Program &b) { return isOlder(b.used, a.used); });
  return programs;
}

DiskCache::Clearing DiskCache::clear() const {
  const Descriptor directory = openToRead();
  Clearing result;
  if (!directory)
    return result;
  for (File &file : filesIn(directory.get()))
    if (::unlinkat(directory.get(), file.name.c_str(), 0) == 0)
      result.removed.push_back(std::move(file));
    else if (errno != ENOENT)
      result.kept.push_back(std::move(file));
  return result;
}

} // namespace weft::compiler

#include "compiler/client/disk_cache.h"

#include "compiler/client/bytes.h"
#include "compiler/client/files.h"

#include <algorithm>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace weft::compiler {
namespace {

constexpr std::string_view entryMagic = "WEFTENT1";
/// A hit renews a file's time only when it is older, so that hits seldom write.
constexpr std::time_t renewAfterSeconds = 60;
/// A temporary file this old belongs to a writer that died.
constexpr std::time_t temporaryLifeSeconds = 3600;
/// The running total is recounted when it has collected this many additions.
constexpr std::size_t recountAfterAdditions = 4096;

std::string_view asText(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}
std::string_view asText(const Hash &hash) {
  return {reinterpret_cast<const char *>(hash.data()), hash.size()};
}

std::optional<Hash> hashFile(const std::string &path) {
  const auto bytes = readFile(path);
  if (!bytes)
    return std::nullopt;
  return hashBytes(asText(*bytes));
}

/// Marks a file as just used.
void renew(const std::string &path) {
  struct stat status;
  if (::stat(path.c_str(), &status) == 0 &&
      status.st_mtime + renewAfterSeconds < std::time(nullptr))
    ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
}

std::uint64_t diskBytes(std::uint64_t size) { return (size + 4095) / 4096 * 4096; }

struct Entry {
  Hash result;
  std::string log;
};

std::string encodeEntry(const Hash &key, const Hash &result, std::string_view log,
                        const std::vector<HashedFile> &headers) {
  ByteWriter writer;
  writer.raw(entryMagic);
  writer.raw(asText(key));
  writer.raw(asText(result));
  writer.string(log);
  writer.number(headers.size());
  for (const HashedFile &header : headers) {
    writer.string(header.path);
    writer.raw(asText(header.hash));
  }
  const Hash check = hashBytes(writer.bytes());
  writer.raw(asText(check));
  return writer.take();
}

/// The entry, when it is whole, belongs to the key and all its headers are what they were.
std::optional<Entry> decodeEntry(std::string_view bytes, const Hash &key) {
  if (bytes.size() < sizeof(Hash))
    return std::nullopt;
  const std::string_view check = bytes.substr(bytes.size() - sizeof(Hash));
  bytes.remove_suffix(sizeof(Hash));
  if (check != asText(hashBytes(bytes)))
    return std::nullopt;
  ByteReader reader(bytes);
  if (reader.raw(entryMagic.size()) != entryMagic || reader.raw(sizeof(Hash)) != asText(key))
    return std::nullopt;
  Entry entry;
  const std::string_view result = reader.raw(sizeof(Hash));
  if (!reader.ok())
    return std::nullopt;
  std::memcpy(entry.result.data(), result.data(), result.size());
  entry.log = reader.string();
  for (std::uint64_t left = reader.count(); left > 0; --left) {
    const std::string path(reader.string());
    const std::string_view expected = reader.raw(sizeof(Hash));
    const auto hash = hashFile(path);
    if (!reader.ok() || !hash || asText(*hash) != expected)
      return std::nullopt;
  }
  if (!reader.atEnd())
    return std::nullopt;
  return entry;
}

} // namespace

std::optional<DiskCache> DiskCache::of(const device::Options &options) {
  if (options.cacheFolder.empty())
    return std::nullopt;
  return DiskCache(options.cacheFolder, options.cacheBytes);
}

std::string DiskCache::entryPath(const Hash &key) const {
  return folder + "/" + toHex(key) + ".entry";
}

std::string DiskCache::resultPath(const Hash &content) const {
  return folder + "/" + toHex(content) + ".weft";
}

std::optional<DiskCache::Hit> DiskCache::find(const Hash &key) const {
  const std::string path = entryPath(key);
  const auto bytes = readFile(path, FileOwner::UserOrRoot);
  if (!bytes)
    return std::nullopt;
  auto entry = decodeEntry(asText(*bytes), key);
  if (!entry)
    return std::nullopt;
  std::string binaryPath = resultPath(entry->result);
  auto content = readFile(binaryPath, FileOwner::UserOrRoot);
  if (!content || hashBytes(asText(*content)) != entry->result)
    return std::nullopt;
  renew(path);
  renew(binaryPath);
  auto binary = Binary::parse(std::move(*content), std::move(binaryPath));
  if (!binary)
    return std::nullopt;
  return Hit{std::move(binary), std::move(entry->log)};
}

std::string DiskCache::store(const Hash &key, std::span<const std::byte> binary,
                             std::string_view log, const std::vector<HashedFile> &headers) const {
  const Hash content = hashBytes(asText(binary));
  std::string path = resultPath(content);
  const std::string entry = encodeEntry(key, content, log, headers);
  if (!makeFolder(folder) || !writeFileAtomically(path, asText(binary)))
    return {};
  const bool kept = writeFileAtomically(entryPath(key), entry);
  account(diskBytes(binary.size()) + (kept ? diskBytes(entry.size()) : 0));
  return path;
}

std::string DiskCache::storeSource(std::string_view source) const {
  std::string path = folder + "/" + toHex(hashBytes(source)) + ".cl";
  if (::access(path.c_str(), R_OK) == 0) {
    renew(path);
    return path;
  }
  if (!makeFolder(folder) || !writeFileAtomically(path, source))
    return {};
  account(diskBytes(source.size()));
  return path;
}

/// The folder's size is the sum of the numbers in the file `usage`. A writer appends what it added,
/// which needs no lock; who finds the sum above the bound counts what is there, evicts, and begins
/// the file anew.
void DiskCache::account(std::uint64_t addedBytes) const {
  const std::string path = folder + "/usage";
  {
    const Descriptor file(
        ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!file || ::write(file.get(), &addedBytes, sizeof addedBytes) != sizeof addedBytes)
      return;
  }
  const auto bytes = readFile(path);
  if (!bytes)
    return;
  std::uint64_t total = 0;
  const std::size_t additions = bytes->size() / sizeof total;
  for (std::size_t i = 0; i < additions; ++i) {
    std::uint64_t addition;
    std::memcpy(&addition, bytes->data() + i * sizeof addition, sizeof addition);
    // A damaged file must not wrap round to a small sum.
    total = std::max(total, total + addition);
  }
  // The first addition of a file that is new may follow files that nobody counted.
  if (total > sizeBound || additions == 1 || additions > recountAfterAdditions)
    evict();
}

void DiskCache::evict() const {
  struct File {
    std::string path;
    std::time_t used;
    std::uint64_t bytes;
  };
  std::vector<File> files;
  std::uint64_t total = 0;
  const std::time_t now = std::time(nullptr);
  DIR *directory = ::opendir(folder.c_str());
  if (!directory)
    return;
  while (const dirent *item = ::readdir(directory)) {
    const std::string_view name = item->d_name;
    const bool temporary = name.ends_with(".tmp");
    if (!temporary && !name.ends_with(".entry") && !name.ends_with(".weft") &&
        !name.ends_with(".cl"))
      continue;
    File file{folder + "/" + std::string(name), 0, 0};
    struct stat status;
    if (::lstat(file.path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
      continue;
    if (temporary && status.st_mtime + temporaryLifeSeconds < now) {
      ::unlink(file.path.c_str());
      continue;
    }
    file.used = status.st_mtime;
    file.bytes = diskBytes(static_cast<std::uint64_t>(status.st_size));
    total += file.bytes;
    if (!temporary)
      files.push_back(std::move(file));
  }
  ::closedir(directory);
  if (total > sizeBound) {
    std::sort(files.begin(), files.end(),
              [](const File &a, const File &b) { return a.used < b.used; });
    // Some room is made beyond what is needed, so that the next store does not evict again.
    const std::uint64_t target = sizeBound / 10 * 9;
    for (const File &file : files) {
      if (total <= target)
        break;
      if (::unlink(file.path.c_str()) == 0)
        total -= file.bytes;
    }
  }
  // Two numbers, so that the file does not look new.
  ByteWriter usage;
  usage.number(total);
  usage.number(0);
  writeFileAtomically(folder + "/usage", usage.bytes());
}

} // namespace weft::compiler

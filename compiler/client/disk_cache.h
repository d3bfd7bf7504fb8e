// Built programs on disk, found again by content.
//
// A key is the hash of everything that a build's result depends on and that is known beforehand.
// Its entry (`<key>.entry`) lists the headers that the build read with the hash of each, the log,
// and the hash of the result; the result lies in `<hash of the result>.weft`, a file that the
// dynamic loader opens as it is. Results are named by their content because the loader takes two
// libraries of one name for the same library. An entry holds only while every header still has its
// hash.
//
// Files appear by rename and are checked by hash when read: what is damaged, foreign or
// half-evicted is a miss. The least recently used files go when the folder outgrows its bound.
#pragma once

#include "compiler/client/binary.h"
#include "compiler/client/hash.h"
#include "device/options.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft::compiler {

/// A header that a build read from disk.
struct HashedFile {
  std::string path;
  Hash hash;
};

/// A folder of cached programs. Stateless but for its settings: any number of threads and processes
/// may use a folder at once.
class DiskCache {
public:
  /// The cache that the options name, or nothing when they name none. Touches no file.
  static std::optional<DiskCache> of(const device::Options &options);

  DiskCache(std::string folder, std::uint64_t sizeBound)
      : folder(std::move(folder)), sizeBound(sizeBound) {}

  struct Hit {
    std::shared_ptr<const Binary> binary;
    std::string log;
  };
  std::optional<Hit> find(const Hash &key) const;

  /// Keeps a result and evicts what is too much. The path of the file that now holds exactly the
  /// binary's bytes, or empty when it could not be written.
  std::string store(const Hash &key, std::span<const std::byte> binary, std::string_view log,
                    const std::vector<HashedFile> &headers) const;

  /// Keeps a source for debuggers to show: its path, or empty when it could not be written.
  std::string storeSource(std::string_view source) const;

private:
  std::string entryPath(const Hash &key) const;
  std::string resultPath(const Hash &content) const;
  void account(std::uint64_t addedBytes) const;
  void evict() const;

  std::string folder;
  std::uint64_t sizeBound;
};

} // namespace weft::compiler

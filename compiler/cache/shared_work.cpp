// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The locks are open file description locks (fcntl(2)): two programs built by one process conflict
// as well, and closing another descriptor of the file releases nothing.
#include "compiler/cache/shared_work.h"

#include "compiler/interface/encoding/bytes.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <utility>

namespace weft::compiler {
namespace {

std::string encode(const std::vector<ObservedFile> &files) {
  ByteWriter writer;
  write(writer, files);
  return writer.take();
}

/// Where the bytes of a program begin. A collision of two programs is extremely unlikely, and would
/// only make one of them wait for the other.
std::int64_t firstByteOf(const Hash &name) {
  std::int64_t number;
  std::memcpy(&number, name.data(), sizeof number);
  return number & ((std::int64_t{1} << 62) - 1);
}

} // namespace

SharedWork::SharedWork(const CacheOrder &order, const Hash &key,
                       const std::vector<ObservedFile> &files, std::string workingFolder)
    : cache(order.folder, order.bytes), key(key), files(files),
      workingFolder(std::move(workingFolder)), locks(cache.openLocks()) {
  const Hash hash = Hasher().add(key.data(), key.size()).add(encode(files)).finish();
  name = toHex(hash);
  firstByte = firstByteOf(hash);
}

/// Locks or unlocks the byte of a part without waiting. False if somebody else holds it.
bool SharedWork::setLock(short type, std::uint32_t part) const {
  struct flock lock{};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = firstByte + part;
  lock.l_len = 1;
  return ::fcntl(locks.get(), F_OFD_SETLK, &lock) == 0 || (errno != EAGAIN && errno != EACCES);
}

bool SharedWork::claim(std::uint32_t part) const { return !locks || setLock(F_WRLCK, part); }

void SharedWork::release(std::uint32_t part) const {
  if (locks)
    setLock(F_UNLCK, part);
}

std::string SharedWork::partName(std::uint32_t kernel) const {
  return name + "-" + std::to_string(kernel);
}

std::optional<KernelPart> SharedWork::findKernel(std::uint32_t kernel) const {
  const auto content = cache.findPart(partName(kernel));
  if (!content)
    return std::nullopt;
  ByteReader reader(*content);
  KernelPart part;
  part.object = reader.string();
  part.binary = reader.string();
  if (!reader.atEnd() || part.object.empty() || part.binary.empty())
    return std::nullopt;
  return part;
}

void SharedWork::storeKernel(std::uint32_t kernel, const KernelPart &part) const {
  ByteWriter writer;
  writer.string(part.object);
  writer.string(part.binary);
  cache.storePart(partName(kernel), writer.bytes());
}

std::optional<DiskCache::Hit> SharedWork::findWhole() const {
  auto hit = cache.find(key, workingFolder);
  // Files may have changed since they were read for this program.
  if (!hit || encode(hit->files) != encode(files))
    return std::nullopt;
  return hit;
}

void SharedWork::finish(std::uint32_t kernels) const {
  std::vector<std::string> parts;
  parts.reserve(kernels);
  for (std::uint32_t kernel = 0; kernel < kernels; ++kernel)
    parts.push_back(partName(kernel));
  cache.removeParts(parts);
}

} // namespace weft::compiler

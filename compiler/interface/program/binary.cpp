// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/interface/program/binary.h"

#include "compiler/interface/encoding/hash.h"
#include "compiler/interface/program/program_image.h"
#include "compiler/interface/target/host_target.h"
#include "device/kernel_abi.h"

#include <cstring>
#include <string_view>
#include <type_traits>

namespace weft::compiler {
namespace {

constexpr std::array<char, 8> trailerMagic = {'W', 'E', 'F', 'T', 'B', 'I', 'N', '2'};

struct Trailer {
  std::array<char, 8> magic;
  std::uint32_t abiVersion;
  std::uint32_t kind;
  std::uint32_t flags;
  std::uint32_t reserved;
  std::uint64_t payloadBytes;
  Hash weftVersion;
  Hash target; // zero for bitcode, which suits every CPU
  Hash content;
};
static_assert(std::is_trivially_copyable_v<Trailer> && sizeof(Trailer) == 128);

/// The hash of the payload and of every other field.
Hash contentHash(const void *payload, Trailer trailer) {
  trailer.content = {};
  return Hasher().add(payload, trailer.payloadBytes).add(&trailer, sizeof trailer).finish();
}

Hash targetHash(BinaryKind kind, const std::string &targetCpu) {
  const bool isForOneCpu = kind == BinaryKind::Executable || kind == BinaryKind::Intermediate;
  return isForOneCpu ? hashBytes(targetCpu) : Hash{};
}

bool isKind(std::uint32_t value) { return value >= 1 && value <= 4; }

} // namespace

std::vector<std::byte> Binary::seal(std::vector<std::byte> payload, BinaryKind kind,
                                    std::uint32_t flags, const std::string &targetCpu) {
  Trailer trailer{};
  trailer.magic = trailerMagic;
  trailer.abiVersion = WEFT_KERNEL_ABI_VERSION;
  trailer.kind = static_cast<std::uint32_t>(kind);
  trailer.flags = flags;
  trailer.payloadBytes = payload.size();
  trailer.weftVersion = hashBytes(WEFT_VERSION);
  trailer.target = targetHash(kind, targetCpu);
  trailer.content = contentHash(payload.data(), trailer);
  const auto *bytes = reinterpret_cast<const std::byte *>(&trailer);
  payload.insert(payload.end(), bytes, bytes + sizeof trailer);
  return payload;
}

std::shared_ptr<const Binary> Binary::parse(std::vector<std::byte> bytes, std::string path) {
  Trailer trailer;
  if (bytes.size() < sizeof trailer)
    return nullptr;
  const std::size_t payloadBytes = bytes.size() - sizeof trailer;
  std::memcpy(&trailer, bytes.data() + payloadBytes, sizeof trailer);
  if (trailer.magic != trailerMagic || trailer.payloadBytes != payloadBytes ||
      trailer.abiVersion != WEFT_KERNEL_ABI_VERSION || !isKind(trailer.kind) ||
      trailer.weftVersion != hashBytes(WEFT_VERSION))
    return nullptr;
  const BinaryKind kind{trailer.kind};
  if (trailer.target != targetHash(kind, hostTarget()) ||
      trailer.content != contentHash(bytes.data(), trailer))
    return nullptr;
  std::string problem;
  if (kind == BinaryKind::Executable &&
      !isInertWhenLoaded(std::span<const std::byte>(bytes).first(payloadBytes), problem))
    return nullptr;

  std::shared_ptr<Binary> binary(new Binary);
  binary->content = std::move(bytes);
  binary->payloadBytes = payloadBytes;
  binary->binaryKind = kind;
  binary->binaryFlags = trailer.flags;
  binary->filePath = std::move(path);
  return binary;
}

std::string driverVersion(const std::string &targetCpu) {
  const std::string target = toHex(hashBytes(targetCpu)).substr(0, 8);
  return WEFT_VERSION " (binaries " + std::to_string(WEFT_KERNEL_ABI_VERSION) + "-" + target + ")";
}

std::span<const std::byte> Binary::payload() const {
  return std::span<const std::byte>(content).first(payloadBytes);
}

} // namespace weft::compiler

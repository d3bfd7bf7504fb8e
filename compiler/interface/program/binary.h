// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Program binaries: what weftc makes, the cache holds and CL_PROGRAM_BINARIES returns.
//
// A binary is a payload (an ELF shared object, or LLVM bitcode for what has no code yet) followed
// by a fixed trailer with the payload's kind, size and hash, Weft's version and the target CPU. ELF
// readers ignore the trailer, so an executable binary is at the same time a loadable object.
// Nothing in a payload is read before the trailer has been checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace weft::compiler {

enum class BinaryKind : std::uint32_t {
  Executable = 1, ///< ELF shared object (CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
  Object = 2,     ///< bitcode (CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT)
  Library = 3,    ///< bitcode (CL_PROGRAM_BINARY_TYPE_LIBRARY)
  /// Bitcode of a linked program, whose build makes nothing but code. To the host an executable.
  Intermediate = 4,
};

enum BinaryFlags : std::uint32_t {
  binaryHasMutableGlobals = 1u << 0,
  binaryHasKernelArgInfo = 1u << 1,
  binaryHasDebugInfo = 1u << 2, ///< -g
};

/// A validated binary. Immutable.
class Binary {
public:
  /// Checks trailer, hash, kernel ABI version, target CPU and what the loader would do with an
  /// executable (isInertWhenLoaded); null when the bytes are not a binary that this Weft on this
  /// CPU can use. `path`: the file that holds exactly these bytes, or empty.
  static std::shared_ptr<const Binary> parse(std::vector<std::byte> bytes, std::string path = {});

  /// Appends a trailer to a payload.
  static std::vector<std::byte> seal(std::vector<std::byte> payload, BinaryKind kind,
                                     std::uint32_t flags, const std::string &targetCpu);

  BinaryKind kind() const { return binaryKind; }
  std::uint32_t flags() const { return binaryFlags; }
  const std::string &path() const { return filePath; }
  /// Payload and trailer: what CL_PROGRAM_BINARIES returns.
  std::span<const std::byte> bytes() const { return content; }
  std::span<const std::byte> payload() const;

private:
  Binary() = default;
  std::vector<std::byte> content;
  std::size_t payloadBytes = 0;
  BinaryKind binaryKind = BinaryKind::Executable;
  std::uint32_t binaryFlags = 0;
  std::string filePath;
};

/// Weft's version with a tag of the binaries that it takes on that CPU (CL_DRIVER_VERSION).
/// Programs that keep binaries name them by it, so none is kept for a Weft or a CPU that would
/// refuse it.
std::string driverVersion(const std::string &targetCpu);

} // namespace weft::compiler

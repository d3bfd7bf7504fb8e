// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Program binaries: produced by weftc, stored by the cache and returned by CL_PROGRAM_BINARIES.
//
// A binary is a payload (an ELF shared object, or LLVM bitcode if there is no code yet) followed by
// a fixed trailer with the payload's kind, size and hash, Weft's version and the target CPU. ELF
// readers ignore the trailer, so an executable binary is also a loadable object. The trailer is
// checked before anything in the payload is read.
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
  /// Bitcode of a linked program, whose build only generates code. An executable to the host.
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
  /// Checks the trailer, hash, kernel ABI version, target CPU and the loader's actions on an
  /// executable (isInertWhenLoaded); null if the bytes are not a binary that this Weft can use on
  /// this CPU. `path`: the file that holds exactly these bytes, or empty.
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

/// Weft's version with a tag of the binaries that it accepts on that CPU (CL_DRIVER_VERSION).
/// Programs that cache binaries include it in their names, so none is kept for a Weft or a CPU that
/// would reject it.
std::string driverVersion(const std::string &targetCpu);

} // namespace weft::compiler

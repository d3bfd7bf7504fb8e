// Whole-file reads and atomic writes. Nothing throws but for memory; failures are return values.
#pragma once

#include "compiler/client/hash.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::compiler {

/// An owned file descriptor, or none.
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int descriptor) : value(descriptor) {}
  Descriptor(Descriptor &&other) noexcept : value(other.release()) {}
  Descriptor &operator=(Descriptor &&other) noexcept;
  ~Descriptor() { reset(); }

  int get() const { return value; }
  explicit operator bool() const { return value >= 0; }
  int release();
  void reset();

private:
  int value = -1;
};

enum class FileOwner { Anybody, UserOrRoot };

/// The bytes of a regular file, or nothing when it cannot be read whole or belongs to somebody whom
/// the caller does not trust.
std::optional<std::vector<std::byte>> readFile(const std::string &path,
                                               FileOwner owner = FileOwner::Anybody);

/// Writes a new file beside `path` and renames it there, so that readers see the old file, the new
/// one or none. False, with nothing left behind, when any step fails.
bool writeFileAtomically(const std::string &path, std::string_view bytes);

/// Makes a folder and its parents, accessible to the user alone. True when it is there afterwards.
bool makeFolder(const std::string &path);

} // namespace weft::compiler

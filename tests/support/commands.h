// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Other programs on files of their own.
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace weft::test {

/// A folder that goes with its contents; its path is empty if the system gave none.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string name = std::filesystem::temp_directory_path() / "weft-test-XXXXXX";
    if (mkdtemp(name.data()))
      folder = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!folder.empty())
      std::filesystem::remove_all(folder, ignored);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  const std::filesystem::path &path() const { return folder; }

private:
  std::filesystem::path folder;
};

/// One word of a command, with a space before it; of a name without quotes.
inline std::string shellWord(const std::filesystem::path &word) {
  return " '" + word.string() + "'";
}

/// Appends what the command, for the shell, says to `said`; false if it failed.
inline bool runCommand(const std::string &command, std::string &said) {
  FILE *pipe = popen((command + " 2>&1").c_str(), "r");
  if (!pipe)
    return false;
  std::array<char, 4096> buffer;
  for (std::size_t count; (count = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    said.append(buffer.data(), count);
  return pclose(pipe) == 0;
}

} // namespace weft::test

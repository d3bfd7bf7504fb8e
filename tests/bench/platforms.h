// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The platforms that benchmarks put beside Weft, each in processes of its own.
#pragma once

#include "tests/support/command_line.h"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace weft::bench {

struct Platform {
  std::string name;
  std::string vendors;   ///< what OCL_ICD_VENDORS gets: a folder, or an .icd file
  std::string libraries; ///< what LD_LIBRARY_PATH gets, if anything

  /// For the front of a shell's command, of a process that sees this platform alone.
  std::string environment() const {
    return "OCL_ICD_VENDORS='" + vendors + "' " +
           (libraries.empty() ? "" : "LD_LIBRARY_PATH='" + libraries + "' ");
  }
};

/// "<name>=<vendors>" or "<name>=<vendors>:<libraries>".
inline Platform platformOf(const std::string &text) {
  const std::size_t equals = text.find('='), colon = text.find(':', equals);
  return {text.substr(0, equals), text.substr(equals + 1, colon - equals - 1),
          colon == std::string::npos ? "" : text.substr(colon + 1)};
}

/// Weft first, by OCL_ICD_VENDORS, and then those of `beside`, as platformOf takes them; without
/// any those that are installed. Empty if OCL_ICD_VENDORS is not set.
inline std::vector<Platform> weftAndOthers(const std::vector<std::string> &beside) {
  const char *vendors = std::getenv("OCL_ICD_VENDORS");
  if (!vendors)
    return {};
  std::vector<Platform> platforms = {{"weft", vendors, ""}};
  for (const std::string &text : beside)
    platforms.push_back(platformOf(text));
  const std::filesystem::path installed = "/etc/OpenCL/vendors";
  if (beside.empty() && std::filesystem::is_directory(installed))
    for (const auto &entry : std::filesystem::directory_iterator(installed))
      if (entry.path().extension() == ".icd" && entry.path().stem() != "weft")
        platforms.push_back({entry.path().stem(), entry.path(), ""});
  return platforms;
}

/// Adds the option --beside, which may come several times.
inline void addBeside(test::CommandLine &line, std::vector<std::string> &beside) {
  line.option("--beside", [&line, &beside](const std::string &text) {
    if (text.find('=') == std::string::npos)
      line.fail("--beside needs <name>=<folder of .icd files>[:<folder of libraries>]");
    beside.push_back(text);
  });
}

} // namespace weft::bench

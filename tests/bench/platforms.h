// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The platforms that benchmarks put beside Weft, each in processes of its own.
#pragma once

#include "tests/bench/own_build.h"
#include "tests/support/command_line.h"

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

struct PlatformOptions {
  std::vector<std::string> beside; ///< as platformOf takes them
  bool isAlone = false;            ///< Weft, without others
};

/// Adds --beside, which may come several times, and --no-peers.
inline void addPlatformOptions(test::CommandLine &line, PlatformOptions &options) {
  line.flag("--no-peers", options.isAlone)
      .option("--beside", [&line, &options](const std::string &text) {
        if (text.find('=') == std::string::npos)
          line.fail("--beside needs <name>=<folder of .icd files>[:<folder of libraries>]");
        options.beside.push_back(text);
      });
}

/// Weft first, and then the others that the options name; where they name none, those that are
/// installed. Empty where there is no Weft.
inline std::vector<Platform> weftAndOthers(const PlatformOptions &options) {
  const std::string vendors = weftVendors();
  if (vendors.empty())
    return {};
  std::vector<Platform> platforms = {{"weft", vendors, ""}};
  if (options.isAlone)
    return platforms;
  for (const std::string &text : options.beside)
    platforms.push_back(platformOf(text));
  const std::filesystem::path installed = "/etc/OpenCL/vendors";
  if (options.beside.empty() && std::filesystem::is_directory(installed))
    for (const auto &entry : std::filesystem::directory_iterator(installed))
      if (entry.path().extension() == ".icd" && entry.path().stem() != "weft")
        platforms.push_back({entry.path().stem(), entry.path(), ""});
  return platforms;
}

} // namespace weft::bench

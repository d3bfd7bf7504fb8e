// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/client/debug_source.h"

#include "compiler/interface/program/spirv_module.h"
#include "device/base/files/files.h"
#include "device/base/settings.h"

#include <algorithm>
#include <cctype>
#include <fcntl.h>

namespace weft::compiler {
namespace {

constexpr std::size_t hashDigits = 8, longestKernel = 60;

bool isWordPart(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// The words of a source, without those in comments, strings and preprocessor lines.
class Words {
public:
  explicit Words(std::string_view text) : text(text) {}

  /// The next word or single character; empty at the end.
  std::string_view next() {
    while (!text.empty()) {
      if (std::isspace(static_cast<unsigned char>(text.front())))
        text.remove_prefix(1);
      else if (text.starts_with("//") || text.front() == '#')
        skipTo("\n");
      else if (text.starts_with("/*"))
        skipTo("*/", 2);
      else
        break;
    }
    const auto *end = std::find_if_not(text.begin(), text.end(), isWordPart);
    const auto length = static_cast<std::size_t>(end - text.begin());
    const std::string_view word = text.substr(0, std::max<std::size_t>(length, 1));
    text.remove_prefix(word.size());
    return word;
  }

private:
  // Behind `end`, which comes `from` there on.
  void skipTo(std::string_view end, std::size_t from = 0) {
    const std::size_t found = text.find(end, from);
    text.remove_prefix(found == std::string_view::npos ? text.size() : found + end.size());
  }

  std::string_view text;
};

/// The name of the first kernel, which precedes its parameters, behind `void` and attributes.
std::string_view firstKernel(std::string_view source) {
  Words words(source);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word != "kernel" && word != "__kernel")
      continue;
    bool isBehindVoid = false;
    while (!(word = words.next()).empty() && word != "{" && word != ";") {
      if (isBehindVoid && isWordPart(word.front()) && word != "__attribute__")
        return word;
      isBehindVoid |= word == "void";
    }
  }
  return "program";
}

bool keepInFolder(const std::string &folder, const std::string &name, std::string_view source) {
  const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return directory && writeFileAtomically(directory.get(), name, source);
}

} // namespace

std::string debugSourceName(std::string_view source) {
  std::string name(firstKernel(source).substr(0, longestKernel));
  return name + "-" + toHex(hashBytes(source)).substr(0, hashDigits) + ".cl";
}

std::string keepDebugSource(const BuildRequest &request, const DiskCache *cache) {
  const CompileOptions &options = request.options;
  if (!options.debugInfo || !options.sourcePath.empty() || request.source.empty() ||
      beginsAsSpirv(request.source))
    return {};
  const std::string name = debugSourceName(request.source);
  if (cache)
    if (std::string path = cache->storeSource(name, request.source); !path.empty())
      return path;
  const std::string &folder = Settings::ofProcess().programFolder;
  return !folder.empty() && keepInFolder(folder, name, request.source) ? folder + "/" + name : name;
}

} // namespace weft::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/typical/kernel_file.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <sstream>

namespace weft::bench {
namespace {

std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    parts.push_back(part);
  return parts;
}

std::vector<std::string> words(const std::string &text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

// A sum of products, such as 256*256+1.
std::size_t count(const std::string &text) {
  std::size_t sum = 0;
  for (const std::string &summand : split(text, '+')) {
    std::size_t product = 1;
    for (const std::string &factor : split(summand, '*'))
      product *= std::stoull(factor);
    sum += product;
  }
  return sum;
}

std::vector<std::size_t> counts(const std::string &text) {
  std::vector<std::size_t> all;
  for (const std::string &word : words(text))
    all.push_back(count(word));
  return all;
}

ElementType elementType(const std::string &name, const std::string &width) {
  using Kind = ElementType::Kind;
  static const std::map<std::string, ElementType> types = {
      {"char", {Kind::Signed, 1, 1}},  {"uchar", {Kind::Unsigned, 1, 1}},
      {"short", {Kind::Signed, 2, 1}}, {"ushort", {Kind::Unsigned, 2, 1}},
      {"int", {Kind::Signed, 4, 1}},   {"uint", {Kind::Unsigned, 4, 1}},
      {"long", {Kind::Signed, 8, 1}},  {"ulong", {Kind::Unsigned, 8, 1}},
      {"float", {Kind::Float, 4, 1}},  {"double", {Kind::Float, 8, 1}},
  };
  ElementType type = types.at(name);
  type.width = width.empty() ? 1 : static_cast<unsigned>(std::stoul(width));
  if (type.width == 3)
    type.width = 4;
  return type;
}

Argument argument(const std::string &text) {
  static const std::regex form(R"(\s*(?:(local|fresh)\s+)?([a-z]+)(2|3|4|8|16)?(?:\s+\w+)?)"
                               R"((?:\[([^\]]*)\])?\s*(?:=(.*))?)");
  std::smatch parts;
  if (!std::regex_match(text, parts, form))
    throw std::invalid_argument("argument '" + text + "'");
  Argument::Kind kind = parts[4].matched ? Argument::Kind::Array : Argument::Kind::Value;
  if (parts[1] == "local")
    kind = Argument::Kind::Local;
  if (parts[1] == "fresh")
    kind = Argument::Kind::FreshArray;
  return {kind, elementType(parts[2], parts[3]), parts[4].matched ? count(parts[4]) : 1,
          words(parts[5])};
}

void readField(KernelFile &file, const std::string &name, const std::string &value) {
  if (name == "global") {
    file.global = counts(value);
  } else if (name == "local") {
    file.local = words(value) == std::vector<std::string>{"null"} ? std::vector<std::size_t>()
                                                                  : counts(value);
  } else if (name == "arguments") {
    for (const std::string &part : split(value, ';'))
      file.arguments.push_back(argument(part));
  } else if (name == "options") {
    file.options = value;
  } else if (name == "tolerance") {
    file.tolerance = std::stod(value);
    file.comparesIntegersExactly = false;
  } else if (name == "source") {
    file.kernel = std::filesystem::path(words(value).at(0)).stem();
  } else {
    file.mismatches = std::stod(value);
  }
}

// The fields of a line of comment, each behind its name and a colon.
void readLine(KernelFile &file, const std::string &line) {
  static const std::regex start(
      "^// (?:global|local|arguments|options|tolerance|mismatches|source):");
  static const std::regex field(
      R"((global|local|arguments|options|tolerance|mismatches|source):((?:(?!\s+local:).)*))");
  if (!std::regex_search(line, start))
    return;
  for (std::sregex_iterator at(line.begin(), line.end(), field), end; at != end; ++at)
    readField(file, (*at)[1], (*at)[2]);
}

std::string textOf(const std::filesystem::path &path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace

KernelFile readKernelFile(const std::filesystem::path &path) {
  KernelFile file;
  file.kernel = path.stem();
  try {
    for (const std::string &line : split(textOf(path), '\n'))
      readLine(file, line);
    file.source = textOf(path.parent_path() / (file.kernel + ".cl"));
    if (file.global.empty() || (!file.local.empty() && file.local.size() != file.global.size()))
      throw std::invalid_argument("global and local sizes");
  } catch (const std::exception &problem) {
    std::fprintf(stderr, "%s: %s\n", path.c_str(), problem.what());
    std::exit(2);
  }
  return file;
}

} // namespace weft::bench

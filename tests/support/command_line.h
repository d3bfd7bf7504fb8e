// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command lines of test programs and benchmarks: options with a value (`--seed 3` or
// `--seed=3`), flags, and words without a name.
//
//   CommandLine line("kernels");
//   line.option("--seed", options.seed).flag("--oracle", options.usesOracle);
//   line.parse(count, arguments);
#pragma once

#include <charconv>
#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace weft::test {

inline std::vector<std::string> splitAtCommas(const std::string &list) {
  std::vector<std::string> parts;
  std::istringstream stream(list);
  for (std::string part; std::getline(stream, part, ',');)
    parts.push_back(part);
  return parts;
}

class CommandLine {
public:
  explicit CommandLine(std::string program) : program(std::move(program)) {}

  CommandLine &flag(const std::string &name, bool &to, bool value = true) {
    flags[name] = [&to, value] { to = value; };
    return *this;
  }
  CommandLine &flag(const std::string &name, std::function<void()> action) {
    flags[name] = std::move(action);
    return *this;
  }
  CommandLine &option(const std::string &name, std::function<void(const std::string &)> action) {
    options[name] = std::move(action);
    return *this;
  }
  /// A number that is at least `least`.
  template <class Number>
    requires std::is_arithmetic_v<Number>
  CommandLine &option(const std::string &name, Number &to, std::type_identity_t<Number> least = 0) {
    return option(name, [this, name, &to, least](const std::string &text) {
      to = number<Number>(name, text);
      if (to < least)
        fail(name + " needs at least " + std::to_string(least));
    });
  }
  /// A word, or a path.
  template <class Text>
    requires std::same_as<Text, std::string> || std::same_as<Text, std::filesystem::path>
  CommandLine &option(const std::string &name, Text &to) {
    return option(name, [&to](const std::string &text) { to = text; });
  }
  /// Words between commas.
  CommandLine &option(const std::string &name, std::vector<std::string> &to) {
    return option(name, [&to](const std::string &text) { to = splitAtCommas(text); });
  }
  /// Where words go that belong to no option; otherwise they are refused.
  CommandLine &words(std::vector<std::string> &to) {
    others = &to;
    return *this;
  }

  /// Reads all of them. Where one is wrong it says so on stderr and ends the program with code 2.
  void parse(int count, char **arguments) const {
    for (int i = 1; i < count; ++i) {
      const std::string argument = arguments[i];
      const std::size_t equals = argument.find('=');
      const std::string name = argument.substr(0, equals);
      if (const auto found = flags.find(argument); found != flags.end()) {
        found->second();
      } else if (const auto option = options.find(name); option != options.end()) {
        if (equals == std::string::npos && i + 1 == count)
          fail(name + " needs a value");
        option->second(equals == std::string::npos ? arguments[++i] : argument.substr(equals + 1));
      } else if (others && !argument.starts_with("-")) {
        others->push_back(argument);
      } else {
        fail("unknown argument " + argument);
      }
    }
  }

  [[noreturn]] void fail(const std::string &what) const {
    std::fprintf(stderr, "%s: %s\narguments:", program.c_str(), what.c_str());
    for (const auto &[name, action] : flags)
      std::fprintf(stderr, " [%s]", name.c_str());
    for (const auto &[name, action] : options)
      std::fprintf(stderr, " [%s VALUE]", name.c_str());
    std::fprintf(stderr, "%s\n", others ? " WORD..." : "");
    std::exit(2);
  }

private:
  template <class Number> Number number(const std::string &name, std::string_view text) const {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
      fail(name + " needs a number, not " + std::string(text));
    return value;
  }

  std::string program;
  std::map<std::string, std::function<void()>> flags;
  std::map<std::string, std::function<void(const std::string &)>> options;
  std::vector<std::string> *others = nullptr;
};

} // namespace weft::test

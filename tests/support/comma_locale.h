// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A locale that writes a comma for the decimal point, made for the test: none such need be
// installed.
#pragma once

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace weft::test {

/// Numbers of this process have a comma while this object lives, if the system's `localedef` could
/// make the locale.
class CommaLocale {
public:
  CommaLocale() {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("weft-locale-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "source") << "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \"\"\n"
                                        "grouping -1\nEND LC_NUMERIC\n";
    std::ofstream(folder / "charmap") << "<code_set_name> COMMA\n<escape_char> /\nCHARMAP\n"
                                         "<U0020>..<U007E> /x20 ASCII\nEND CHARMAP\n";
    // It complains of all that is missing, and writes the numbers of the locale nevertheless.
    const std::string command =
        "cd '" + folder.string() + "' && localedef -c -i source -f charmap ./comma >messages 2>&1";
    static_cast<void>(!std::system(command.c_str()));
    ::setenv("LOCPATH", folder.c_str(), 1);
    isOn = std::setlocale(LC_NUMERIC, "comma") && *std::localeconv()->decimal_point == ',';
    ::unsetenv("LOCPATH");
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
  ~CommaLocale() { std::setlocale(LC_NUMERIC, "C"); }
  CommaLocale(const CommaLocale &) = delete;
  CommaLocale &operator=(const CommaLocale &) = delete;
  explicit operator bool() const { return isOn; }

private:
  bool isOn = false;
};

} // namespace weft::test

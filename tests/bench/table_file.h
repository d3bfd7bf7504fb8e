// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A benchmark's figures as a file for plot: lines of cells between tabs, the first of them names.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace weft::bench {

class TableFile {
public:
  /// No file if `path` is empty. Ends the program if the file cannot be written.
  explicit TableFile(const std::string &path)
      : path(path), file(path.empty() ? nullptr : std::fopen(path.c_str(), "w")) {
    if (!path.empty() && !file)
      fail();
  }
  ~TableFile() {
    if (file && std::fclose(file) != 0)
      fail();
  }
  TableFile(const TableFile &) = delete;
  TableFile &operator=(const TableFile &) = delete;

  void names(const std::vector<std::string> &cells) const {
    if (!file)
      return;
    for (const std::string &cell : cells)
      std::fprintf(file, "%s%s", &cell == cells.data() ? "" : "\t", cell.c_str());
    std::fprintf(file, "\n");
  }
  /// Numbers that are not finite become empty cells. A row is in the file at once.
  void row(const std::string &name, const std::vector<double> &numbers) const {
    if (!file)
      return;
    std::fprintf(file, "%s", name.c_str());
    for (const double number : numbers)
      std::isfinite(number) ? std::fprintf(file, "\t%.4g", number) : std::fprintf(file, "\t");
    std::fprintf(file, "\n");
    std::fflush(file);
  }

private:
  [[noreturn]] void fail() const {
    std::perror(path.c_str());
    std::exit(2);
  }

  const std::string path;
  std::FILE *const file;
};

} // namespace weft::bench

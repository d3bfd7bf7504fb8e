// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/plot/table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace weft::plot {
namespace {

[[noreturn]] void fail(const std::string &path, const std::string &what) {
  std::fprintf(stderr, "plot: %s: %s\n", path.c_str(), what.c_str());
  std::exit(1);
}

std::vector<std::string> cellsOf(const std::string &line) {
  std::vector<std::string> cells;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find('\t', begin), line.size());
    cells.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return cells;
}

} // namespace

std::size_t Table::column(const std::string &name) const {
  const auto found = std::ranges::find(columns, name);
  if (found == columns.end())
    fail(path, "no column " + name);
  return static_cast<std::size_t>(found - columns.begin());
}

const Row &Table::row(const std::string &name) const {
  const auto found = std::ranges::find(rows, name, &Row::name);
  if (found == rows.end())
    fail(path, "no row " + name);
  return *found;
}

Table readTable(const std::string &path) {
  Table table;
  table.path = path;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) {
      table.captions.push_back(line.substr(std::min(line.find_first_not_of("# "), line.size())));
      continue;
    }
    std::vector<std::string> cells = cellsOf(line);
    const std::string name = cells.front();
    cells.erase(cells.begin());
    if (table.columns.empty()) {
      table.columns = cells;
      continue;
    }
    Row row{name, std::vector<double>(table.columns.size(), NAN)};
    for (std::size_t i = 0; i < std::min(cells.size(), row.numbers.size()); ++i)
      if (!cells[i].empty())
        row.numbers[i] = std::atof(cells[i].c_str());
    table.rows.push_back(row);
  }
  if (table.rows.empty())
    fail(path, "no table with rows");
  return table;
}

} // namespace weft::plot

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws the tables that benchmarks write (--table), as SVG on stdout:
//
//   plot bars TABLE [options]      a bar for each series of each row
//   plot dots TABLE [options]      a dot instead, for many rows
//     --title TEXT --axis TEXT     what stands above, and below
//     --series COLUMN=LABEL        a column to show; several times
//     --row NAME=LABEL             a row to show; several times, otherwise all
//     --mean LABEL                 a first row with the geometric means of all rows of the table
//                                  that have all the series; how many is added to the label
//     --reference NUMBER=LABEL     a line
//     --log                        a logarithmic axis
//   plot copies TABLE=LABEL...     curves of what `async` measures; other platforms behind Weft
//
// Lines at the beginning of a table that begin with # become captions.
#include "tests/bench/plot/chart.h"
#include "tests/bench/plot/copies.h"
#include "tests/support/command_line.h"

#include <string>
#include <vector>

namespace {

using weft::plot::Named;

/// "NAME=LABEL"; the label may be left out.
Named namedOf(const std::string &text) {
  const std::size_t equals = text.find('=');
  return {text.substr(0, equals), equals == std::string::npos ? text : text.substr(equals + 1)};
}

} // namespace

int main(int count, char **arguments) {
  weft::plot::ChartOptions options;
  std::vector<std::string> words;
  weft::test::CommandLine line("plot");
  const auto gather = [](std::vector<Named> &to) {
    return [&to](const std::string &text) { to.push_back(namedOf(text)); };
  };
  line.option("--title", options.title)
      .option("--axis", options.axis)
      .option("--series", gather(options.series))
      .option("--row", gather(options.rows))
      .option("--mean", options.mean)
      .option("--reference", [&](const std::string &text) { options.reference = namedOf(text); })
      .flag("--log", options.isLogarithmic)
      .words(words);
  line.parse(count, arguments);
  if (words.size() < 2)
    line.fail("bars, dots or copies, and a table");
  const std::string kind = words.front();
  std::vector<weft::plot::Table> tables;
  std::vector<std::string> labels;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const Named table = namedOf(words[i]);
    tables.push_back(weft::plot::readTable(table.name));
    labels.push_back(table.label);
  }
  if (kind == "copies")
    weft::plot::printCopies(tables, labels);
  else if (options.series.empty())
    line.fail("no --series");
  else if (kind == "bars")
    weft::plot::printBars(tables.front(), options);
  else if (kind == "dots")
    weft::plot::printDots(tables.front(), options);
  else
    line.fail("unknown kind " + kind);
}

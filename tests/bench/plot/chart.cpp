// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/plot/chart.h"

#include "tests/bench/plot/axis.h"
#include "tests/bench/plot/svg.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace weft::plot {
namespace {

constexpr double width = 800, labelWidth = 270, right = 80, textHeight = 16;

/// A row of the picture: a number for each series.
struct Line {
  std::string label;
  std::vector<double> values;
  bool isMean = false;
};

class Chart {
public:
  Chart(const Table &table, const ChartOptions &options) : table(table), options(options) {
    for (const Named &series : options.series)
      columns.push_back(table.column(series.name));
    if (!options.mean.empty())
      addMean();
    if (options.rows.empty())
      for (const Row &row : table.rows)
        lines.push_back({row.name, valuesOf(row)});
    for (const Named &row : options.rows)
      lines.push_back({row.label, valuesOf(table.row(row.name))});
  }

  void bars() {
    isBars = true;
    constexpr double thickness = 13, gap = 9;
    const double step = thickness * static_cast<double>(columns.size()) + gap;
    draw(step, [&](const Line &line, double y, const Axis &axis) {
      y += gap / 2;
      for (std::size_t i = 0; i < line.values.size(); ++i, y += thickness) {
        const double value = line.values[i], middle = y + thickness - 3;
        if (!std::isfinite(value)) {
          svg.text(labelWidth + 4, middle, "none", {.colour = faint, .size = 10});
          continue;
        }
        const double end = axis.at(value);
        svg.rectangle(labelWidth, y, std::max(end - labelWidth, 1.0), thickness - 1,
                      colours[i % std::size(colours)]);
        svg.text(end + 4, middle, numberText(value),
                 {.size = 10, .isBold = line.isMean, .hasHalo = true});
      }
    });
  }

  void dots() {
    constexpr double step = 18;
    draw(step, [&](const Line &line, double y, const Axis &axis) {
      const double middle = y + step / 2;
      svg.line(labelWidth, middle, width - right, middle, grid);
      // The first series is on top.
      for (std::size_t i = line.values.size(); i-- != 0;)
        if (std::isfinite(line.values[i]))
          svg.marker(i, axis.at(line.values[i]), middle);
    });
  }

private:
  std::vector<double> valuesOf(const Row &row) const {
    std::vector<double> values;
    for (const std::size_t column : columns)
      values.push_back(row.numbers[column]);
    return values;
  }

  // Of the rows that have a number for each series.
  void addMean() {
    std::vector<double> values(columns.size(), 0);
    int count = 0;
    for (const Row &row : table.rows) {
      const std::vector<double> numbers = valuesOf(row);
      if (!std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); }))
        continue;
      ++count;
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] += std::log(numbers[i]);
    }
    for (double &value : values)
      value = std::exp(value / count);
    lines.push_back({options.mean + " of " + std::to_string(count), values, true});
  }

  Axis makeAxis() const {
    double low = 1e300, high = 0;
    for (const Line &line : lines)
      for (const double value : line.values)
        if (std::isfinite(value))
          low = std::min(low, value), high = std::max(high, value);
    if (high == 0) {
      std::fprintf(stderr, "plot: %s: no numbers\n", table.path.c_str());
      std::exit(1);
    }
    constexpr double room = 1.05;
    return {options.isLogarithmic, low / (room * room), high * room, labelWidth, width - right};
  }

  // `row` draws one line, from its upper edge.
  template <class DrawRow> void draw(double step, const DrawRow &row) {
    const Axis axis = makeAxis();
    double y = 24;
    svg.text(14, y, options.title, {.size = 15, .isBold = true});
    y += 24;
    legend(y);
    y += 14;
    const double top = y, bottom = top + step * static_cast<double>(lines.size());
    for (const auto &[value, hasNumber] : axis.ticks()) {
      svg.line(axis.at(value), top, axis.at(value), bottom, grid);
      if (hasNumber)
        svg.text(axis.at(value), bottom + textHeight, numberText(value),
                 {.anchor = Svg::Anchor::Middle, .size = 11});
    }
    if (options.reference) {
      const double x = axis.at(std::atof(options.reference->name.c_str()));
      svg.line(x, top - 4, x, bottom, ink, "5,3");
      svg.text(x, top - 8, options.reference->label, {.anchor = Svg::Anchor::Middle, .size = 11});
    }
    for (const Line &line : lines) {
      svg.text(labelWidth - 8, y + step / 2 + 4, line.label,
               {.anchor = Svg::Anchor::End, .isBold = line.isMean});
      row(line, y, axis);
      y += step;
    }
    svg.line(labelWidth, top, labelWidth, bottom, faint);
    y = bottom + 2.2 * textHeight;
    svg.text(width / 2, y, options.axis, {.anchor = Svg::Anchor::Middle, .size = 12});
    for (const std::string &caption : table.captions)
      svg.text(14, y += textHeight, caption, {.colour = "#555555", .size = 10.5});
    svg.print(width, y + 12);
  }

  // The width of letters is not known, so each label has as much room as wide ones need.
  void legend(double y) {
    constexpr double letter = 7.5, space = 40;
    double x = 20;
    for (std::size_t i = 0; i < options.series.size(); ++i) {
      if (isBars)
        svg.rectangle(x - 5, y - 9, 10, 10, colours[i % std::size(colours)]);
      else
        svg.marker(i, x, y - 4);
      svg.text(x + 10, y, options.series[i].label);
      x += space + letter * static_cast<double>(options.series[i].label.size());
    }
  }

  const Table &table;
  const ChartOptions &options;
  std::vector<std::size_t> columns;
  std::vector<Line> lines;
  bool isBars = false;
  Svg svg;
};

} // namespace

void printBars(const Table &table, const ChartOptions &options) { Chart(table, options).bars(); }
void printDots(const Table &table, const ChartOptions &options) { Chart(table, options).dots(); }

} // namespace weft::plot

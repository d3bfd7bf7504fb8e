// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/plot/copies.h"

#include "tests/bench/plot/axis.h"
#include "tests/bench/plot/svg.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

namespace weft::plot {
namespace {

struct Curve {
  std::string label;
  std::size_t colour;
  const char *dash;
  Points points;
};

// Of the first platform, of its C, and of other platforms.
constexpr const char *solid = "", *dashed = "7,4";
constexpr const char *others[] = {"1.5,3", "9,3,1.5,3"};
constexpr const char *othersWords[] = {"Dotted", "Dashes and dots"};
constexpr double othersElement = 4; // bytes, of strided movements
constexpr double width = 460, height = 300, margin = 56, labels = 100;

class Panel {
public:
  Panel(std::string title, std::string xLabel, double left, double top)
      : title(std::move(title)), xLabel(std::move(xLabel)), left(left), top(top) {}

  /// A label stands at the end of the curve.
  void add(const std::string &label, std::size_t colour, const char *dash, Points points) {
    std::erase_if(points, [](const auto &point) { return !std::isfinite(point.second); });
    if (points.empty())
      return;
    std::ranges::sort(points);
    for (const auto &[x, y] : points) {
      low = {std::min(low.first, x), std::min(low.second, y)};
      high = {std::max(high.first, x), std::max(high.second, y)};
    }
    curves.push_back({label, colour, dash, std::move(points)});
  }

  void draw(Svg &svg) const {
    const double right = left + width - labels, bottom = top + height - margin;
    const Axis x(true, low.first, high.first, left + margin, right),
        y(true, low.second, high.second, bottom, top + 30);
    svg.text(left + margin, top + 20, title, {.isBold = true});
    svg.text((left + margin + right) / 2, top + height - 16, xLabel,
             {.anchor = Svg::Anchor::Middle, .size = 11});
    svg.text(left + 14, top + height / 2, "GB/s",
             {.anchor = Svg::Anchor::Middle, .size = 11, .angle = -90});
    for (double tick = std::exp2(std::ceil(std::log2(low.second))); tick <= high.second;
         tick *= 2) {
      svg.line(left + margin, y.at(tick), right, y.at(tick), grid);
      svg.text(left + margin - 4, y.at(tick) + 4, numberText(tick),
               {.anchor = Svg::Anchor::End, .size = 11});
    }
    for (double tick = std::exp2(std::ceil(std::log2(low.first))); tick <= high.first; tick *= 4)
      svg.text(x.at(tick), bottom + 16, numberText(tick),
               {.anchor = Svg::Anchor::Middle, .size = 11});
    svg.rectangle(left + margin, top + 30, right - left - margin, bottom - top - 30, "none", faint);
    for (const Curve &curve : curves) {
      Points points;
      for (const auto &[at, value] : curve.points)
        points.emplace_back(x.at(at), y.at(value));
      svg.curve(points, colours[curve.colour], curve.dash);
    }
    drawLabels(svg, y, right);
  }

private:
  // Beside the ends of their curves, but not on each other.
  void drawLabels(Svg &svg, const Axis &y, double right) const {
    std::vector<std::pair<double, const Curve *>> ends;
    for (const Curve &curve : curves)
      if (!curve.label.empty())
        ends.emplace_back(y.at(curve.points.back().second), &curve);
    std::ranges::sort(ends);
    constexpr double apart = 13;
    double last = -apart;
    for (const auto &[at, curve] : ends) {
      last = std::max(at, last + apart);
      svg.text(right + 5, last + 4, curve->label, {.colour = colours[curve->colour], .size = 11});
    }
  }

  std::string title, xLabel;
  double left, top;
  std::pair<double, double> low{1e300, 1e300}, high{1e-300, 1e-300};
  std::vector<Curve> curves;
};

/// The columns of a table.
struct Columns {
  explicit Columns(const Table &table)
      : tile(table.column("tile")), stride(table.column("stride")), ours(table.column("OpenCL")),
        theirs(table.column("C")), isLarge(table.column("data in memory")) {}

  std::size_t tile, stride, ours, theirs, isLarge;
};

const char *dashOf(std::size_t number) {
  return number ? others[(number - 1) % std::size(others)] : solid;
}

void addContiguous(Panel &panel, const Table &table, bool isLarge, std::size_t number) {
  const bool isFirst = number == 0;
  const Columns columns(table);
  std::size_t colour = 0;
  for (const char *name : {"in", "in and out", "the loop by hand"}) {
    Points ours, theirs;
    for (const Row &row : table.rows)
      if (row.name == name && (row.numbers[columns.isLarge] != 0) == isLarge) {
        ours.emplace_back(row.numbers[columns.tile], row.numbers[columns.ours]);
        theirs.emplace_back(row.numbers[columns.tile], row.numbers[columns.theirs]);
      }
    panel.add(isFirst ? name : "", colour, dashOf(number), ours);
    if (isFirst)
      panel.add("", colour, dashed, theirs);
    ++colour;
  }
}

void addStrided(Panel &panel, const Table &table, const char *name, std::size_t number) {
  const bool isFirst = number == 0;
  constexpr double elements = 1024; // of each strided row
  const Columns columns(table);
  std::map<double, std::pair<Points, Points>> sizes;
  for (const Row &row : table.rows)
    if (row.name == name) {
      auto &[ours, theirs] = sizes[row.numbers[columns.tile] / elements];
      ours.emplace_back(row.numbers[columns.stride], row.numbers[columns.ours]);
      theirs.emplace_back(row.numbers[columns.stride], row.numbers[columns.theirs]);
    }
  std::size_t colour = 0;
  for (const auto &[size, points] : sizes) {
    if (isFirst || size == othersElement)
      panel.add(isFirst ? numberText(size) + " B" : "", colour, dashOf(number), points.first);
    if (isFirst)
      panel.add("", colour, dashed, points.second);
    ++colour;
  }
}

} // namespace

void printCopies(const std::vector<Table> &tables, const std::vector<std::string> &labels) {
  Panel panels[] = {{"Contiguous tiles, data in the caches", "bytes of a tile", 0, 0},
                    {"Contiguous tiles, data in memory", "bytes of a tile", width, 0},
                    {"Strided gather", "stride in elements", 0, height},
                    {"Strided scatter", "stride in elements", width, height}};
  for (std::size_t i = 0; i < tables.size(); ++i) {
    addContiguous(panels[0], tables[i], false, i);
    addContiguous(panels[1], tables[i], true, i);
    addStrided(panels[2], tables[i], "gather", i);
    addStrided(panels[3], tables[i], "scatter", i);
  }
  Svg svg;
  for (const Panel &panel : panels)
    panel.draw(svg);
  double y = 2 * height + 8;
  svg.text(margin, y,
           "Solid: " + labels.front() + ". Dashed: C; of the loop by hand the built-in.");
  if (tables.size() > 1) {
    std::string words;
    for (std::size_t i = 1; i < tables.size(); ++i)
      words += std::string(othersWords[(i - 1) % std::size(others)]) + ": " + labels[i] + ". ";
    svg.text(margin, y += 16,
             words + "Of these only gathers and scatters of elements of " +
                 numberText(othersElement) + " B.");
  }
  for (const std::string &caption : tables.front().captions)
    svg.text(margin, y += 16, caption, {.colour = "#555555", .size = 10.5});
  svg.print(2 * width, y + 14);
}

} // namespace weft::plot

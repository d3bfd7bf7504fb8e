// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws what `async` prints.
//
//   async > weft.txt; plot weft.txt [other.txt...] > curves.svg
//
// Panels: movements of contiguous tiles over the tile's size, for data that fits the caches and for
// data that does not, and strided gathers and scatters over the stride, one colour for each element
// size. Solid lines are the first file's OpenCL, dashed ones its C, dotted ones the OpenCL of other
// files (other platforms). Both axes are logarithmic.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Row {
  std::string name;
  double tileBytes, stride, ours, theirs;
  bool isLarge;
};

/// "name  1024 B  2  1.0 2.0 0.5 [large]": other lines are not rows.
std::vector<Row> readRows(const char *path) {
  std::vector<Row> rows;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t unit = line.find(" B ");
    if (unit == std::string::npos || line.find(':') != std::string::npos)
      continue;
    const std::size_t number = line.find_last_of(' ', unit - 1) + 1;
    const std::size_t end = line.find_last_not_of(' ', number - 1);
    Row row{line.substr(0, end + 1), 0, 0, 0, 0, line.find("large") != std::string::npos};
    std::istringstream fields(line.substr(number, unit - number) + line.substr(unit + 2));
    if (fields >> row.tileBytes >> row.stride >> row.ours >> row.theirs && row.theirs > 0)
      rows.push_back(row);
  }
  return rows;
}

using Points = std::vector<std::pair<double, double>>;
struct Curve {
  std::string label, style;
  unsigned colour;
  Points points;
};

constexpr const char *colours[] = {"#1b6ca8", "#c0392b", "#1e8449", "#8e44ad", "#b9770e"};
constexpr const char *dashes[] = {"", "6,4", "2,3"};
constexpr double width = 460, height = 300, margin = 56, labels = 100;

class Panel {
public:
  Panel(std::string title, std::string xLabel, double left, double top)
      : title(std::move(title)), xLabel(std::move(xLabel)), left(left), top(top) {}

  /// `dash`: an index of dashes; a label stands at the end of the curve.
  void add(const std::string &label, unsigned colour, unsigned dash, Points points) {
    if (points.empty())
      return;
    std::sort(points.begin(), points.end());
    for (const auto &[x, y] : points) {
      low = {std::min(low.first, x), std::min(low.second, y)};
      high = {std::max(high.first, x), std::max(high.second, y)};
    }
    curves.push_back({label, dashes[dash], colour, std::move(points)});
  }

  void draw() const {
    std::printf("<text x='%g' y='%g' font-weight='bold'>%s</text>\n", left + margin, top + 20,
                title.c_str());
    std::printf("<text x='%g' y='%g'>%s</text>\n", left + width / 2, top + height - 6,
                xLabel.c_str());
    std::printf("<text x='%g' y='%g' transform='rotate(-90 %g %g)'>GB/s</text>\n", left + 14,
                top + height / 2, left + 14, top + height / 2);
    std::printf("<rect x='%g' y='%g' width='%g' height='%g' fill='none' stroke='#888'/>\n",
                left + margin, top + 30, width - margin - labels, height - margin - 30);
    for (double tick = std::exp2(std::ceil(std::log2(low.second))); tick <= high.second; tick *= 2)
      std::printf("<text x='%g' y='%g' text-anchor='end'>%g</text>\n", left + margin - 4,
                  y(tick) + 4, tick);
    for (double tick = std::exp2(std::ceil(std::log2(low.first))); tick <= high.first; tick *= 4)
      std::printf("<text x='%g' y='%g' text-anchor='middle'>%g</text>\n", x(tick),
                  top + height - margin + 16, tick);
    for (const Curve &curve : curves)
      drawCurve(curve);
  }

private:
  void drawCurve(const Curve &curve) const {
    std::printf("<polyline fill='none' stroke='%s' stroke-dasharray='%s' points='",
                colours[curve.colour % std::size(colours)], curve.style.c_str());
    for (const auto &[at, value] : curve.points)
      std::printf("%.1f,%.1f ", x(at), y(value));
    std::printf("'/>\n<text x='%g' y='%g' fill='%s'>%s</text>\n", x(curve.points.back().first) + 3,
                y(curve.points.back().second) + 4, colours[curve.colour % std::size(colours)],
                curve.label.c_str());
  }
  double x(double value) const {
    return left + margin +
           (width - margin - labels) * std::log(value / low.first) /
               std::log(high.first / low.first);
  }
  double y(double value) const {
    return top + height - margin -
           (height - margin - 30) * std::log(value / low.second) /
               std::log(high.second / low.second);
  }

  std::string title, xLabel;
  double left, top;
  std::pair<double, double> low{1e300, 1e300}, high{1e-300, 1e-300};
  std::vector<Curve> curves;
};

void addContiguous(Panel &panel, const std::vector<Row> &rows, bool isLarge, bool isFirst) {
  unsigned colour = 0;
  for (const char *name : {"in", "in and out", "the loop by hand"}) {
    Points ours, theirs;
    for (const Row &row : rows)
      if (row.name == name && row.isLarge == isLarge) {
        ours.emplace_back(row.tileBytes, row.ours);
        theirs.emplace_back(row.tileBytes, row.theirs);
      }
    panel.add(isFirst ? name : "", colour, isFirst ? 0 : 2, ours);
    if (isFirst)
      panel.add("", colour, 1, theirs);
    ++colour;
  }
}

void addStrided(Panel &panel, const std::vector<Row> &rows, const char *name, bool isFirst) {
  constexpr double elements = 1024; // of each strided row
  std::map<double, std::pair<Points, Points>> sizes;
  for (const Row &row : rows)
    if (row.name == name) {
      auto &[ours, theirs] = sizes[row.tileBytes / elements];
      ours.emplace_back(row.stride, row.ours);
      theirs.emplace_back(row.stride, row.theirs);
    }
  unsigned colour = 0;
  for (const auto &[size, points] : sizes) {
    panel.add(isFirst ? std::to_string(static_cast<int>(size)) + " B" : "", colour, isFirst ? 0 : 2,
              points.first);
    if (isFirst)
      panel.add("", colour, 1, points.second);
    ++colour;
  }
}

} // namespace

int main(int count, char **arguments) {
  if (count < 2) {
    std::fprintf(stderr, "usage: plot <output of async> [output on another platform...]\n");
    return 2;
  }
  Panel panels[] = {{"Contiguous tiles, data in the caches", "bytes of a tile", 0, 0},
                    {"Contiguous tiles, data in memory", "bytes of a tile", width, 0},
                    {"Strided gather", "stride in elements", 0, height},
                    {"Strided scatter", "stride in elements", width, height}};
  for (int file = 1; file < count; ++file) {
    const std::vector<Row> rows = readRows(arguments[file]);
    if (rows.empty()) {
      std::fprintf(stderr, "%s: no rows of the async bench\n", arguments[file]);
      return 1;
    }
    addContiguous(panels[0], rows, false, file == 1);
    addContiguous(panels[1], rows, true, file == 1);
    addStrided(panels[2], rows, "gather", file == 1);
    addStrided(panels[3], rows, "scatter", file == 1);
  }
  std::printf("<svg xmlns='http://www.w3.org/2000/svg' width='%g' height='%g' "
              "font-family='sans-serif' font-size='11'>\n<rect width='100%%' height='100%%' "
              "fill='white'/>\n",
              2 * width, 2 * height + 16);
  for (const Panel &panel : panels)
    panel.draw();
  std::printf(
      "<text x='%g' y='%g'>solid: OpenCL; dashed: C (beside the loop by hand the built-in); "
      "dotted: other platforms</text>\n",
      margin, 2 * height + 8);
  std::printf("</svg>\n");
}

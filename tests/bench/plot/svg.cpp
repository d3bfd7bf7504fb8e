// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/plot/svg.h"

#include <cstdio>
#include <iterator>

namespace weft::plot {
namespace {

std::string escaped(const std::string &text) {
  std::string result;
  for (const char character : text)
    switch (character) {
    case '<':
      result += "&lt;";
      break;
    case '&':
      result += "&amp;";
      break;
    default:
      result += character;
    }
  return result;
}

} // namespace

template <class... Values> void Svg::add(const char *format, Values... values) {
  if constexpr (sizeof...(values) == 0) {
    body += format;
  } else {
    char element[512];
    std::snprintf(element, sizeof element, format, values...);
    body += element;
  }
}

void Svg::text(double x, double y, const std::string &text, const Font &font) {
  constexpr const char *anchors[] = {"start", "middle", "end"};
  add("<text x='%.1f' y='%.1f' text-anchor='%s' fill='%s' font-size='%g'", x, y,
      anchors[static_cast<std::size_t>(font.anchor)], font.colour, font.size);
  if (font.isBold)
    add(" font-weight='bold'");
  if (font.hasHalo)
    add(" stroke='white' stroke-width='3' paint-order='stroke'");
  if (font.angle != 0)
    add(" transform='rotate(%g %.1f %.1f)'", font.angle, x, y);
  body += '>' + escaped(text) + "</text>\n";
}

void Svg::line(double x1, double y1, double x2, double y2, const char *colour, const char *dash) {
  add("<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='%s' stroke-dasharray='%s'/>\n", x1, y1,
      x2, y2, colour, dash);
}

void Svg::rectangle(double x, double y, double width, double height, const char *fill,
                    const char *stroke) {
  add("<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='%s' stroke='%s'/>\n", x, y, width,
      height, fill, stroke);
}

void Svg::curve(const Points &points, const char *colour, const char *dash) {
  add("<polyline fill='none' stroke='%s' stroke-width='1.5' stroke-dasharray='%s' points='", colour,
      dash);
  for (const auto &[x, y] : points)
    add("%.1f,%.1f ", x, y);
  body += "'/>\n";
}

void Svg::marker(std::size_t series, double x, double y) {
  const char *colour = colours[series % std::size(colours)];
  constexpr std::size_t shapes = 4;
  switch (series % shapes) {
  case 0:
    add("<circle cx='%.1f' cy='%.1f' r='4.5' fill='%s'/>\n", x, y, colour);
    break;
  case 1:
    rectangle(x - 3.8, y - 3.8, 7.6, 7.6, colour);
    break;
  case 2:
    add("<path d='M %.1f %.1f l 5 8.6 h -10 z' fill='%s'/>\n", x, y - 5.2, colour);
    break;
  default:
    add("<path d='M %.1f %.1f l 5 5 l -5 5 l -5 -5 z' fill='%s'/>\n", x, y - 5, colour);
  }
}

void Svg::print(double width, double height) const {
  std::printf("<svg xmlns='http://www.w3.org/2000/svg' width='%g' height='%g' "
              "viewBox='0 0 %g %g' font-family='DejaVu Sans, Verdana, sans-serif'>\n"
              "<rect width='100%%' height='100%%' fill='white'/>\n%s</svg>\n",
              width, height, width, height, body.c_str());
}

} // namespace weft::plot

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A picture in SVG, on a white background. Its size may grow until it is printed.
#pragma once

#include <string>
#include <vector>

namespace weft::plot {

/// Of Okabe and Ito, which colour-blind people tell apart; yellow is too light for lines.
inline constexpr const char *colours[] = {"#0072B2", "#E69F00", "#009E73",
                                          "#CC79A7", "#D55E00", "#56B4E9"};
inline constexpr const char *ink = "#222222", *faint = "#888888", *grid = "#dddddd";

using Points = std::vector<std::pair<double, double>>;

class Svg {
public:
  enum class Anchor { Start, Middle, End };

  struct Font {
    Anchor anchor = Anchor::Start;
    const char *colour = ink;
    double size = 12;
    bool isBold = false;
    double angle = 0;     ///< degrees, clockwise
    bool hasHalo = false; ///< white around the letters, where lines run behind them
  };

  void text(double x, double y, const std::string &text, const Font &font);
  void text(double x, double y, const std::string &words) { text(x, y, words, Font{}); }
  void line(double x1, double y1, double x2, double y2, const char *colour, const char *dash = "");
  void rectangle(double x, double y, double width, double height, const char *fill,
                 const char *stroke = "none");
  void curve(const Points &points, const char *colour, const char *dash);
  /// One of the shapes that series are told apart by, besides their colours.
  void marker(std::size_t series, double x, double y);

  void print(double width, double height) const;

private:
  template <class... Values> void add(const char *format, Values... values);

  std::string body;
};

} // namespace weft::plot

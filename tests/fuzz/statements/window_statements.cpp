// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/fuzz/statements/window_statements.h"

#include <utility>

namespace weft::test {

namespace {

// An end of a window is at most so far from the id, and the data begin so far in front of it.
constexpr unsigned farthest = 8, margin = 16;

std::string radius(RandomSource &random, Expressions &expressions) {
  return random.oneIn(3) ? "(int)((uint)" + expressions.uniformValue(1) + " % " +
                               std::to_string(farthest) + "u)"
                         : std::to_string(random.pick(farthest));
}

std::string bounded(RandomSource &random, const char *function, const std::string &place,
                    const std::string &limit) {
  if (random.oneIn(3))
    return place;
  return std::string(function) +
         (random.oneIn(2) ? "(" + place + ", " + limit + ")" : "(" + limit + ", " + place + ")");
}

} // namespace

// Rounds that test whether they are inside of the data.
static std::string testedWindow(RandomSource &random, const std::string &id,
                                const std::string &limit, const std::string &first,
                                const std::string &last) {
  const std::string from = random.one({"0", "1", "3"});
  const std::string test =
      random.one({"c >= FROM && c <= LIMIT", "c >= FROM && c < LIMIT && d != (n & 3)",
                  "!(c < FROM || c > LIMIT)", "c <= LIMIT", "c >= FROM && v0 != v1"});
  std::string filled = test;
  for (const auto &[name, value] : {std::pair<std::string, std::string>("FROM", from),
                                    std::pair<std::string, std::string>("LIMIT", limit)})
    if (const std::size_t at = filled.find(name); at != std::string::npos)
      filled.replace(at, name.size(), value);
  const bool goesUp = random.oneIn(2);
  const std::string loop =
      goesUp ? "int d = -" + first + "; d " + random.one({"<= ", "< "}) + last + "; " +
                   random.one({"++d", "d += 2"})
             : "int d = " + last + "; d >= -" + first + "; " + random.one({"--d", "d -= 3"});
  return "{ const int x = " + id + "; for (" + loop + ") { const int c = x " +
         random.one({"+", "+", "-"}) + " d; if (" + filled + ") " +
         random.one(
             {"v0 = (int)((uint)v0 * 5u + (uint)in[c + 16]);", "v0 ^= in[c + 16];", "v1 ^= c;"}) +
         " } }\n";
}

// In numbers without a sign.
static std::string unsignedWindow(RandomSource &random, bool hasFarIds, const std::string &limit,
                                  const std::string &first, const std::string &last) {
  const std::string type = random.one({"size_t", "size_t", "ulong", "uint"});
  const std::string from = "(" + type + ")" + first, to = "(" + type + ")" + last;
  const std::string begin = random.one({"x > FIRST ? x - FIRST : 0", "max(x, FIRST) - FIRST", "x"});
  std::string filled = begin;
  for (std::size_t at; (at = filled.find("FIRST")) != std::string::npos;)
    filled.replace(at, 5, from);
  const std::string end =
      random.oneIn(2) ? "x + " + to : "min(x + " + to + ", (" + type + ")(" + limit + "))";
  const std::string id =
      hasFarIds ? "get_global_id(0) & 1023u" : "get_global_id(" + random.one({"0", "0", "1"}) + ")";
  return "{ const " + type + " x = " + id + "; for (" + type + " c = " + filled + "; c " +
         random.one({"<= ", "< "}) + end + "; " + random.one({"++c", "c += 2"}) + ") " +
         random.one({"v0 = (int)((uint)v0 * 7u + (uint)in[c]); }\n", "v1 ^= in[c + 3]; }\n"});
}

std::string windowStatement(RandomSource &random, Expressions &expressions) {
  const std::string id =
      expressions.hasFarIds
          ? random.one({"(int)(get_global_id(0) & 1023)", "(int)get_local_id(0)", "(int)u"})
          : random.one({"(int)get_global_id(0)", "(int)get_global_id(0)", "(int)get_global_id(1)",
                        "(int)get_local_id(0)", "(int)u"});
  const std::string limit =
      random.one({"(int)total - 1", "(int)get_global_size(0) - 1", "63", "n"});
  if (random.oneIn(3))
    return unsignedWindow(random, expressions.hasFarIds,
                          random.one({"total", "63", "get_global_size(0)"}),
                          radius(random, expressions), radius(random, expressions));
  if (random.oneIn(2))
    return testedWindow(random, id, "(" + limit + ")", radius(random, expressions),
                        radius(random, expressions));
  const std::string first = bounded(random, "max", "x - a", random.one({"0", "1", "n & 3"}));
  const std::string last = bounded(random, "min", "x + b", "(" + limit + ")");
  const std::string step = random.one({"++c", "++c", "c += 2", "c += 1 + (n & 1)"});
  const std::string comparison = random.one({"<=", "<=", "<"});
  const std::string place = "c + " + std::to_string(margin);
  const std::string body = random.one(
      {"v0 = (int)((uint)v0 * 3u + (uint)in[PLACE]);", "v0 ^= in[PLACE];", "v1 ^= in[PLACE] ^ c;",
       "v0 += in[PLACE] > v1 ? 1 : 2;", "if (c != x) v0 ^= in[PLACE];"});
  std::string filled = body;
  filled.replace(filled.find("PLACE"), 5, place);
  return "{ const int x = " + id + ", a = " + radius(random, expressions) +
         ", b = " + radius(random, expressions) + "; for (int c = " + first + "; c " + comparison +
         " " + last + "; " + step + ") { " + filled + " } }\n";
}

} // namespace weft::test

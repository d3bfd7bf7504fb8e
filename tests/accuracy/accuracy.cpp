// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints, for the mathematical functions, the largest error found and the limit of OpenCL C 3.0
// (7.4, full profile), as a table in Markdown. Fails where a limit is passed.
//
//   accuracy [--quick] [--pairs=<number>] [--double=<number>] [--options=<build options>]
//            [float|double] [function...]
//
// Functions of one float are computed for all 2^32 operands, those of two for `--pairs` random
// ones, those of double for `--double`; `--quick` takes a small sample of each.
#include "tests/accuracy/measure.h"
#include "tests/support/command_line.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace weft::test;

namespace {

struct Request {
  uint64_t operands = uint64_t{1} << 32, pairs = 1000000000, doubles = 1000000000;
  std::string options;
  std::string type;
  std::vector<std::string> functions;

  bool wants(const std::string &name) const {
    return functions.empty() ||
           std::find(functions.begin(), functions.end(), name) != functions.end();
  }
};

bool print(const char *type, const char *name, double limit, const Accuracy &found) {
  const bool holds = found.error <= limit;
  std::printf("| %s | `%s` | %.3f | %g | %llu | %s%s |\n", type, name, found.error, limit,
              static_cast<unsigned long long>(found.operands), found.where.c_str(),
              holds ? "" : "**too far**");
  std::fflush(stdout);
  return holds;
}

template <class T, class Real> bool runType(Session &session, const Request &request) {
  const std::string type = clName<T>();
  if (!request.type.empty() && request.type != type)
    return true;
  const bool isFloat = sizeof(T) == 4;
  const Effort one{isFloat ? request.operands : request.doubles, request.options};
  const Effort two{isFloat ? request.pairs : request.doubles, request.options};
  bool holds = true;
  const auto run = [&](const auto &test, const auto &measureOne) {
    if (request.wants(test.name))
      holds &= print(type.c_str(), test.name, test.ulps, measureOne());
  };
  for (const auto &test : unaryCases<T, Real>())
    run(test, [&] { return measure(session, test, one); });
  for (const auto &test : binaryCases<T, Real>())
    run(test, [&] { return measurePairs(session, test, two); });
  for (const auto &test : integerOperandCases<T, Real>())
    run(test, [&] { return measurePairs(session, test, two); });
  return holds;
}

Request parse(int count, char **arguments) {
  Request request;
  std::vector<std::string> words;
  CommandLine line("accuracy");
  line.flag("--quick", [&] { request.operands = request.pairs = request.doubles = 20000; })
      .option("--operands", request.operands)
      .option("--pairs", request.pairs)
      .option("--double", request.doubles)
      .option("--options", request.options)
      .words(words);
  line.parse(count, arguments);
  for (const std::string &word : words)
    if (word == "float" || word == "double")
      request.type = word;
    else
      request.functions.push_back(word);
  return request;
}

} // namespace

int main(int count, char **arguments) {
  const Request request = parse(count, arguments);
  Session session;
  std::printf("| type | function | error (ulp) | limit | operands | largest at |\n"
              "|---|---|---|---|---|---|\n");
  const bool floatsHold = runType<float, double>(session, request);
  const bool doublesHold = runType<double, long double>(session, request);
  return floatsHold && doublesHold && !testing::Test::HasFailure() ? EXIT_SUCCESS : EXIT_FAILURE;
}

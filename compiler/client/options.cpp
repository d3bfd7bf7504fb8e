// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/client/options.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <string_view>

namespace weft::compiler {
namespace {

constexpr std::string_view blanks = " \t\n\v\f\r";

bool isBlank(char c) { return blanks.find(c) != std::string_view::npos; }

/// Cuts the text into words. Double quotes protect and are dropped; single quotes protect, and are
/// dropped around a whole word or argument but stay inside one (a character constant of a -D); a
/// backslash protects a blank, a quote or a backslash and is itself where anything else follows.
std::optional<std::vector<std::string>> splitWords(std::string_view text, std::string &error) {
  std::vector<std::string> words;
  std::string word;
  bool inWord = false;
  char quote = 0;
  bool dropQuote = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size() && quote != '\'') {
      const char next = text[i + 1];
      const bool protects =
          next == '"' || next == '\\' || (!quote && (isBlank(next) || next == '\''));
      word += protects ? text[++i] : c;
      inWord = true;
    } else if (quote) {
      if (c != quote || !dropQuote)
        word += c;
      if (c == quote)
        quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
      dropQuote = c == '"' || word.empty() || word == "-I" || word == "-D";
      if (!dropQuote)
        word += c;
      inWord = true;
    } else if (isBlank(c)) {
      if (inWord)
        words.push_back(std::move(word));
      word.clear();
      inWord = false;
    } else {
      word += c;
      inWord = true;
    }
  }
  if (quote) {
    error = std::string("missing closing ") + quote + " in the options";
    return std::nullopt;
  }
  if (inWord)
    words.push_back(std::move(word));
  return words;
}

enum Kinds : unsigned { compiling = 1, linking = 2, makingLibrary = 4 };

struct Flag {
  std::string_view name;
  bool Options::*member;
  unsigned kinds;
};

// The options without an argument, and the requests that take them. OpenCL 3.0, 5.8.6 and 5.8.7.
constexpr std::array flags{
    Flag{"-w", &Options::inhibitWarnings, compiling},
    Flag{"-g", &Options::debugInfo, compiling},
    Flag{"-cl-opt-disable", &Options::optimizationsDisabled, compiling},
    Flag{"-cl-kernel-arg-info", &Options::kernelArgInfo, compiling},
    Flag{"-cl-single-precision-constant", &Options::singlePrecisionConstant, compiling},
    Flag{"-cl-denorms-are-zero", &Options::denormsAreZero, compiling | linking},
    Flag{"-cl-fp32-correctly-rounded-divide-sqrt", &Options::correctlyRoundedDivideSqrt, compiling},
    Flag{"-cl-strict-aliasing", &Options::strictAliasing, compiling},
    Flag{"-cl-mad-enable", &Options::madEnable, compiling},
    Flag{"-cl-no-signed-zeros", &Options::noSignedZeros, compiling | linking},
    Flag{"-cl-unsafe-math-optimizations", &Options::unsafeMathOptimizations, compiling | linking},
    Flag{"-cl-finite-math-only", &Options::finiteMathOnly, compiling | linking},
    Flag{"-cl-fast-relaxed-math", &Options::fastRelaxedMath, compiling | linking},
    Flag{"-cl-uniform-work-group-size", &Options::uniformWorkGroupSize, compiling},
    Flag{"-cl-no-subgroup-ifp", &Options::noSubgroupForwardProgress, compiling | linking},
    Flag{"-cl-weft-remarks", &Options::remarks, compiling | linking},
    Flag{"-cl-weft-verify", &Options::verifies, compiling | linking},
    Flag{"-create-library", &Options::createLibrary, makingLibrary},
    Flag{"-enable-link-options", &Options::enableLinkOptions, makingLibrary},
};

constexpr std::array<std::string_view, 5> standards{"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0"};

unsigned acceptedKinds(BuildKind kind) {
  const bool compiles = kind == BuildKind::Build || kind == BuildKind::Compile;
  return compiles ? unsigned{compiling} : linking | makingLibrary;
}

bool isIdentifierPart(unsigned char c) { return std::isalnum(c) || c == '_' || c == '$'; }

bool beginsWithIdentifier(std::string_view text) {
  return !text.empty() && isIdentifierPart(text.front()) &&
         !std::isdigit(static_cast<unsigned char>(text.front()));
}

bool isIdentifier(std::string_view text) {
  return beginsWithIdentifier(text) && std::all_of(text.begin(), text.end(), isIdentifierPart);
}

/// Takes one of -D, -U and -I with the argument joined to it or in the next word.
bool takePreprocessorOption(const std::vector<std::string> &words, std::size_t &index,
                            Options &options, std::string &error) {
  const std::string &word = words[index];
  std::string argument = word.substr(2);
  if (argument.empty()) {
    if (index + 1 == words.size()) {
      error = "option '" + word + "' needs an argument";
      return false;
    }
    argument = words[++index];
  }
  switch (word[1]) {
  case 'I':
    if (argument.empty()) {
      error = "option '-I' needs an argument";
      return false;
    }
    options.includePaths.push_back(std::move(argument));
    return true;
  case 'D':
    // What follows the name is its parameters and value, as the preprocessor reads them: "-Da.b=1"
    // defines a as .b 1, with a warning.
    if (beginsWithIdentifier(argument))
      return options.macros.push_back("-D" + argument), true;
    break;
  default:
    if (isIdentifier(argument))
      return options.macros.push_back("-U" + argument), true;
  }
  error = "'" + argument + "' of option '" + word.substr(0, 2) + "' is not a macro name";
  return false;
}

bool takeStandard(const std::string &word, Options &options, std::string &error) {
  options.languageStandard = word.substr(word.find('=') + 1);
  if (std::find(standards.begin(), standards.end(), options.languageStandard) != standards.end())
    return true;
  error = "'" + options.languageStandard +
          "' is no language version; -cl-std= takes CL1.0, CL1.1, "
          "CL1.2, CL2.0 or CL3.0";
  return false;
}

struct LaneCount {
  std::string_view name;
  unsigned lanes;
};
constexpr std::array factors{LaneCount{"off", 1}, LaneCount{"auto", automaticLanes},
                             LaneCount{"2", 2},   LaneCount{"4", 4},
                             LaneCount{"8", 8},   LaneCount{"16", 16},
                             LaneCount{"32", 32}, LaneCount{"64", 64}};

bool takeLaneCount(const std::string &word, Options &options, std::string &error) {
  const std::string value = word.substr(word.find('=') + 1);
  for (const LaneCount &count : factors)
    if (value == count.name)
      return options.vectorLanes = count.lanes, true;
  error = "'" + value +
          "' is no number of lanes; -cl-weft-vectorise= takes off, auto, 2, 4, 8, 16, 32 or 64";
  return false;
}

// Takes a value of letters, digits and the punctuation given. What it names is weftc's to say.
bool takeName(const std::string &word, std::string_view punctuation, const char *what,
              std::string &member, std::string &error) {
  member = word.substr(word.find('=') + 1);
  const auto isNamePart = [&](unsigned char c) {
    return std::isalnum(c) || punctuation.find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!member.empty() && std::all_of(member.begin(), member.end(), isNamePart))
    return true;
  error = "'" + member + "' is no " + what + " for " + word.substr(0, word.find('=') + 1);
  return false;
}

bool takeChaos(const std::string &word, Options &options, std::string &error) {
  const std::string value = word.substr(word.find('=') + 1);
  const auto [end, problem] =
      std::from_chars(value.data(), value.data() + value.size(), options.chaos);
  if (problem == std::errc() && end == value.data() + value.size())
    return true;
  error = "'" + value + "' is no number for -cl-weft-chaos=";
  return false;
}

/// Whether the word is an option of Clang's about its own diagnostics: -W, a name and maybe a
/// value.
bool isWarningOption(std::string_view word) {
  const auto isNamePart = [](unsigned char c) {
    return std::isalnum(c) || c == '-' || c == '+' || c == '=' || c == '_';
  };
  return word.size() > 2 && word.starts_with("-W") &&
         std::all_of(word.begin() + 2, word.end(), isNamePart);
}

void takeWarningOption(const std::string &word, Options &options) {
  if (word == "-Werror")
    options.warningsAreErrors = true;
  else if (word == "-Wno-error")
    options.warningsAreErrors = false;
  options.warnings.push_back(word);
}

// Options by which other platforms steer compilers, targets and tools of their own, as prefixes. A
// word that begins otherwise than options do is the argument of the option before it.
struct ForeignOption {
  std::string_view prefix;
  bool takesOption = false; ///< the next word too, though it begins as options do
};
constexpr ForeignOption foreignOptions[] = {
    {"-cl-nv-"},    {"-cl-intel-"},  {"-cl-amd-"},     {"-cl-arm-"},
    {"-cl-qcom-"},  {"-cl-pocl-"},   {"-cl-ext="},     {"-cl-auto-vectorize-"},
    {"-O"},         {"-W"},          {"-f"},           {"-m"},
    {"-g"},         {"-x"},          {"-std="},        {"-spir-std="},
    {"-nv-"},       {"-qcom-"},      {"-ze-"},         {"-igc"},
    {"-dump-opt-"}, {"-save-temps"}, {"-legacy"},      {"-pedantic"},
    {"-profiling"}, {"-simd"},       {"-mllvm", true}, {"-Xclang", true}};

/// Sets a foreign option aside with its argument; false where the word is none.
bool takeForeignOption(const std::vector<std::string> &words, std::size_t &index,
                       Options &options) {
  const ForeignOption *found = nullptr;
  for (const ForeignOption &foreign : foreignOptions)
    if (words[index].starts_with(foreign.prefix) &&
        (!found || foreign.prefix.size() > found->prefix.size()))
      found = &foreign;
  if (!found)
    return false;
  options.meaningless.push_back(words[index]);
  if (index + 1 < words.size() && (found->takesOption || !words[index + 1].starts_with("-")))
    options.meaningless.back() += " " + words[++index];
  return true;
}

const Flag *findFlag(std::string_view word) {
  const auto *flag = std::find_if(flags.begin(), flags.end(),
                                  [&](const Flag &candidate) { return candidate.name == word; });
  return flag == flags.end() ? nullptr : flag;
}

bool takeFlag(const std::string &word, unsigned kinds, Options &options, std::string &error) {
  const Flag *flag = findFlag(word);
  if (!flag) {
    error = "unknown option '" + word + "'";
    return false;
  }
  if (!(flag->kinds & kinds)) {
    error = "option '" + word + "' has no meaning when " +
            (kinds & compiling ? "compiling" : "linking");
    return false;
  }
  options.*flag->member = true;
  return true;
}

} // namespace

bool parseOptions(const std::string &text, BuildKind kind, Options &options, std::string &error) {
  const auto words = splitWords(std::string_view(text).substr(0, text.find('\0')), error);
  return words && parseOptions(*words, kind, options, error);
}

bool parseOptions(const std::vector<std::string> &words, BuildKind kind, Options &options,
                  std::string &error) {
  const unsigned kinds = acceptedKinds(kind);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string &word = words[i];
    const bool preprocessor =
        word.starts_with("-D") || word.starts_with("-U") || word.starts_with("-I");
    bool taken;
    if (preprocessor && kinds & compiling)
      taken = takePreprocessorOption(words, i, options, error);
    else if (word.starts_with("-cl-std=") && kinds & compiling)
      taken = takeStandard(word, options, error);
    else if (word.starts_with("-cl-weft-vectorise=") && kinds & (compiling | linking))
      taken = takeLaneCount(word, options, error);
    else if (word.starts_with("-cl-weft-cpu=") && kinds & (compiling | linking))
      taken = takeName(word, "-_", "name of a CPU", options.cpu, error);
    else if (word.starts_with("-cl-weft-without=") && kinds & (compiling | linking))
      taken = takeName(word, "-,", "list of stages", options.withoutStages, error);
    else if (word.starts_with("-cl-weft-chaos=") && kinds & (compiling | linking))
      taken = takeChaos(word, options, error);
    else if (isWarningOption(word) && kinds & compiling)
      takeWarningOption(word, options), taken = true;
    else if (findFlag(word) || !takeForeignOption(words, i, options))
      taken = takeFlag(word, kinds, options, error);
    else
      taken = true;
    if (!taken)
      return false;
  }
  if (options.enableLinkOptions && !options.createLibrary) {
    error = "option '-enable-link-options' needs '-create-library'";
    return false;
  }
  return true;
}

bool validateOptions(const std::string &options, BuildKind kind, std::string &error) {
  Options parsed;
  return parseOptions(options, kind, parsed, error);
}

} // namespace weft::compiler

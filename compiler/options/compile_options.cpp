// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/options/compile_options.h"

#include "compiler/options/option_words.h"
#include "device/base/numbers.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <type_traits>
#include <variant>

namespace weft::compiler {
namespace {

using Words = std::vector<std::string>;

/// The destination of an option's value. `read` documents each type's argument.
using Field = std::variant<
    bool CompileOptions::*, unsigned CompileOptions::*, std::optional<unsigned> CompileOptions::*,
    LaneDimension CompileOptions::*, LocalSize CompileOptions::*, VectorStageSet CompileOptions::*,
    CheckSet CompileOptions::*, std::string CompileOptions::*, Words CompileOptions::*>;

enum class Section { Language, Diagnostics, Arithmetic, Linking, Weft };

struct SectionTitle {
  Section section;
  std::string_view title;
};
constexpr SectionTitle sectionTitles[] = {
    {Section::Language, "Language"},
    {Section::Diagnostics, "Diagnostics"},
    {Section::Arithmetic, "Arithmetic and optimisation"},
    {Section::Linking, "Libraries"},
    {Section::Weft, "Weft's own"},
};

enum Calls : unsigned { compiling = 1, linking = 2, anyCall = compiling | linking };

/// Whether a compile option matters when its object is linked.
enum class Holds { ForTheCompile, AtTheLink };

struct Option {
  /// The prefix of a word that is this option; the whole word if there is no argument.
  std::string_view name;
  std::string_view argument; ///< its name in messages
  Calls calls;
  Holds holds;
  Section section;
  Field field;
  std::string_view help;
  /// The valid arguments, for messages, and a predicate for them.
  std::string_view expected{}; // NOLINT(readability-redundant-member-init): most rows end before
  bool (*isValid)(std::string_view argument) = nullptr;

  /// Whether the argument may be the next word.
  bool takesNextWord() const { return !argument.empty() && name.size() == 2 && name != "-W"; }
  /// Whether it must be: other words begin like this one.
  bool isWord() const { return argument.starts_with(' '); }
};

bool isNamePart(unsigned char c) { return std::isalnum(c) || c == '_' || c == '$'; }

bool beginsWithIdentifier(std::string_view text) {
  return !text.empty() && isNamePart(text.front()) &&
         !std::isdigit(static_cast<unsigned char>(text.front()));
}

bool isIdentifier(std::string_view text) {
  return beginsWithIdentifier(text) && std::all_of(text.begin(), text.end(), isNamePart);
}

bool isNotEmpty(std::string_view text) { return !text.empty(); }

/// Letters, digits and some punctuation.
bool consistsOf(std::string_view text, std::string_view punctuation) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](unsigned char c) {
    return std::isalnum(c) || punctuation.find(static_cast<char>(c)) != std::string_view::npos;
  });
}

bool isLanguageStandard(std::string_view text) {
  return std::find(std::begin(languageStandards), std::end(languageStandards), text) !=
         std::end(languageStandards);
}

bool isWarningName(std::string_view text) { return consistsOf(text, "-+=_"); }
bool isCpuName(std::string_view text) { return consistsOf(text, "-_"); }

constexpr Option options[] = {
    // The text after a macro's name is its parameters and value, as the preprocessor reads them:
    // "-Da.b=1" defines a as .b 1, with a warning.
    {"-D", "<name>[=<value>]", compiling, Holds::ForTheCompile, Section::Language,
     &CompileOptions::macros, "define a macro", "a macro name", beginsWithIdentifier},
    {"-U", "<name>", compiling, Holds::ForTheCompile, Section::Language, &CompileOptions::macros,
     "undefine a macro", "a macro name", isIdentifier},
    {"-I", "<folder>", compiling, Holds::ForTheCompile, Section::Language,
     &CompileOptions::includePaths, "search for headers there", "a folder", isNotEmpty},
    {"-cl-std=", "<version>", compiling, Holds::ForTheCompile, Section::Language,
     &CompileOptions::languageStandard,
     "CL1.0, CL1.1, CL1.2 (the default), CL2.0, CL3.0, CL3.1, CLC++1.0 (CLC++) or CLC++2021",
     "CL1.0, CL1.1, CL1.2, CL2.0, CL3.0, CL3.1, CLC++, CLC++1.0 or CLC++2021", isLanguageStandard},
    {"-cl-kernel-arg-info", "", compiling, Holds::ForTheCompile, Section::Language,
     &CompileOptions::kernelArgInfo, "accepted; programs always carry it"},
    {"-cl-no-subgroup-ifp", "", anyCall, Holds::ForTheCompile, Section::Language,
     &CompileOptions::noSubgroupForwardProgress,
     "accepted; sub-groups never make independent progress"},

    {"-w", "", compiling, Holds::AtTheLink, Section::Diagnostics, &CompileOptions::inhibitWarnings,
     "no warnings"},
    {"-W", "<name>", compiling, Holds::ForTheCompile, Section::Diagnostics,
     &CompileOptions::warnings,
     "Clang's warnings: -Wall, -Wno-unused, -Werror, -Wno-error=int-conversion", "a warning's name",
     isWarningName},
    {"-g", "", compiling, Holds::AtTheLink, Section::Diagnostics, &CompileOptions::debugInfo,
     "debug information: breakpoints and source lines in gdb; with -cl-opt-disable variables too"},
    {"-s", " <file>", compiling, Holds::ForTheCompile, Section::Diagnostics,
     &CompileOptions::sourcePath, "the file in which debuggers find the source", "a file",
     isNotEmpty},

    {"-cl-opt-disable", "", compiling, Holds::AtTheLink, Section::Arithmetic,
     &CompileOptions::optimizationsDisabled, "do not optimise"},
    {"-cl-single-precision-constant", "", compiling, Holds::ForTheCompile, Section::Arithmetic,
     &CompileOptions::singlePrecisionConstant, "a constant without suffix is a float"},
    {"-cl-fp32-correctly-rounded-divide-sqrt", "", compiling, Holds::ForTheCompile,
     Section::Arithmetic, &CompileOptions::correctlyRoundedDivideSqrt,
     "exact single-precision / and sqrt"},
    {"-cl-denorms-are-zero", "", anyCall, Holds::AtTheLink, Section::Arithmetic,
     &CompileOptions::denormsAreZero, "denormal numbers may be flushed"},
    {"-cl-mad-enable", "", compiling, Holds::ForTheCompile, Section::Arithmetic,
     &CompileOptions::madEnable, "a * b + c may be rounded once or twice"},
    {"-cl-no-signed-zeros", "", anyCall, Holds::ForTheCompile, Section::Arithmetic,
     &CompileOptions::noSignedZeros, "-0.0 may be treated as +0.0"},
    {"-cl-finite-math-only", "", anyCall, Holds::ForTheCompile, Section::Arithmetic,
     &CompileOptions::finiteMathOnly, "there are no NaNs and infinities"},
    {"-cl-unsafe-math-optimizations", "", anyCall, Holds::AtTheLink, Section::Arithmetic,
     &CompileOptions::unsafeMathOptimizations,
     "-cl-mad-enable, -cl-no-signed-zeros, -cl-denorms-are-zero, and reassociation"},
    {"-cl-fast-relaxed-math", "", anyCall, Holds::AtTheLink, Section::Arithmetic,
     &CompileOptions::fastRelaxedMath,
     "-cl-unsafe-math-optimizations and -cl-finite-math-only; defines __FAST_RELAXED_MATH__"},
    {"-cl-strict-aliasing", "", compiling, Holds::ForTheCompile, Section::Arithmetic,
     &CompileOptions::strictAliasing, "pointers to different types do not alias"},
    {"-cl-uniform-work-group-size", "", compiling, Holds::ForTheCompile, Section::Arithmetic,
     &CompileOptions::uniformWorkGroupSize, "work-group sizes divide the global size"},

    {"-create-library", "", linking, Holds::ForTheCompile, Section::Linking,
     &CompileOptions::createLibrary, "link the inputs into a library"},
    {"-enable-link-options", "", linking, Holds::ForTheCompile, Section::Linking,
     &CompileOptions::enableLinkOptions,
     "let the link of a program change the library's floating-point options"},

    {"-cl-weft-vectorise=", "<factor>", anyCall, Holds::AtTheLink, Section::Weft,
     &CompileOptions::vectorFactor,
     "run 2, 4, 8, 16, 32 or 64 work-items as lanes of vectors wherever possible; auto, "
     "the "
     "default: where it pays; off: nowhere",
     "off, auto, 2, 4, 8, 16, 32 or 64"},
    {"-cl-weft-lane-dimension=", "<dimension>", anyCall, Holds::AtTheLink, Section::Weft,
     &CompileOptions::laneDimension,
     "lanes are neighbours along dimension 0, 1 or 2 of the range; auto, the default: along the "
     "one "
     "whose neighbours access neighbouring memory",
     "auto, 0, 1 or 2"},
    {"-cl-weft-local-size=", "<sizes>", anyCall, Holds::AtTheLink, Section::Weft,
     &CompileOptions::localSize,
     "generate code for this local size alone, as if kernels required it, and for global sizes "
     "that are its multiples: 4,64 or 2,2,32",
     "one to three numbers, each from 1 to 65535, with commas"},
    {"-cl-weft-wide-launches", "", anyCall, Holds::AtTheLink, Section::Weft,
     &CompileOptions::wideLaunches,
     "generate code that runs lanes in launches with ids of 2^31 and more, and takes longer in "
     "others"},
    {"-cl-weft-kernel=", "<name>", anyCall, Holds::AtTheLink, Section::Weft,
     &CompileOptions::onlyKernel, "remove all other kernels of the program", "a kernel's name",
     isIdentifier},
    {"-cl-weft-cpu=", "<name>", anyCall, Holds::AtTheLink, Section::Weft, &CompileOptions::cpu,
     "use only features of this CPU (LLVM's names), such as x86-64-v2 or haswell",
     "the name of a CPU", isCpuName},
    {"-cl-weft-zero-private", "", anyCall, Holds::AtTheLink, Section::Weft,
     &CompileOptions::zeroPrivate,
     "zero-initialise private memory, as in contexts that request it"},
    {"-cl-weft-check=", "<checks>", anyCall, Holds::AtTheLink, Section::Weft,
     &CompileOptions::checks,
     "report mistakes while kernels run: names such as bounds,races, or all (docs/checked-mode.md)",
     "a list of bounds, arithmetic, races, barriers, uninitialised, async, order, or all"},
    {"-cl-weft-backwards", "", anyCall, Holds::AtTheLink, Section::Weft,
     &CompileOptions::runsBackwards,
     "run the work-items between barriers one by one in another order, as the check order does"},
    {"-cl-weft-remarks", "", anyCall, Holds::AtTheLink, Section::Weft, &CompileOptions::remarks,
     "report what was vectorised and what was not"},
    {"-cl-weft-without=", "<stages>", anyCall, Holds::AtTheLink, Section::Weft,
     &CompileOptions::withoutStages,
     "disable stages of vectorisation: widening,strides; an unknown name prints the list"},
    {"-cl-weft-chaos=", "<number>", anyCall, Holds::AtTheLink, Section::Weft,
     &CompileOptions::chaos,
     "disable random stages, and choose random lanes, for each region with this seed", "a number"},
    {"-cl-weft-verify", "", anyCall, Holds::AtTheLink, Section::Weft, &CompileOptions::verifies,
     "stop with an error after the pass that breaks the IR"},
};

/// Prefixes of options with which other platforms control their own compilers, targets and tools.
struct ForeignOption {
  std::string_view prefix;
  bool takesNextWord = false; ///< unconditionally, if the prefix is the whole word
};
constexpr ForeignOption foreignOptions[] = {
    {"-cl-nv-"},    {"-cl-intel-"},  {"-cl-amd-"},     {"-cl-arm-"},
    {"-cl-qcom-"},  {"-cl-pocl-"},   {"-cl-ext="},     {"-cl-auto-vectorize-"},
    {"-O"},         {"-W"},          {"-f"},           {"-m"},
    {"-g"},         {"-x", true},    {"-std="},        {"-spir-std="},
    {"-nv-"},       {"-qcom-"},      {"-ze-"},         {"-igc"},
    {"-dump-opt-"}, {"-save-temps"}, {"-legacy"},      {"-pedantic"},
    {"-profiling"}, {"-simd"},       {"-mllvm", true}, {"-Xclang", true}};

/// The source of the words.
enum class WordsOf {
  Text,        ///< all are options and their arguments
  CommandLine, ///< some are other things: only mandatory arguments are taken
};

struct NamedFactor {
  std::string_view name;
  unsigned factor;
};
constexpr NamedFactor namedFactors[] = {{"off", scalarFactor},
                                        {"auto", automaticFactor},
                                        {"2", 2},
                                        {"4", 4},
                                        {"8", 8},
                                        {"16", 16},
                                        {"32", 32},
                                        {"64", 64}};

// --- For each type of field: parse an argument, convert to words, merge -------------------------

bool read(bool &value, const Option &, std::string_view) { return value = true; }

bool read(unsigned &value, const Option &, std::string_view argument) {
  const std::optional<unsigned> number = parseNumber(argument);
  value = number.value_or(value);
  return number.has_value();
}

bool read(std::optional<unsigned> &value, const Option &, std::string_view argument) {
  for (const NamedFactor &named : namedFactors)
    if (argument == named.name)
      return value = named.factor, true;
  return false;
}

bool read(LaneDimension &value, const Option &, std::string_view argument) {
  const auto *found =
      std::find(std::begin(laneDimensionNames), std::end(laneDimensionNames), argument);
  if (found == std::end(laneDimensionNames))
    return false;
  value = static_cast<LaneDimension>(found - std::begin(laneDimensionNames));
  return true;
}

bool read(LocalSize &value, const Option &, std::string_view argument) {
  constexpr std::uint32_t most = 65535;
  LocalSize size{{1, 1, 1}};
  for (std::uint32_t &items : size.items) {
    const std::size_t comma = argument.find(',');
    const std::optional<unsigned> number = parseNumber(argument.substr(0, comma));
    if (!number || *number == 0 || *number > most)
      return false;
    items = *number;
    if (comma == std::string_view::npos)
      return value = size, true;
    argument.remove_prefix(comma + 1);
  }
  return false;
}

bool read(VectorStageSet &value, const Option &, std::string_view argument) {
  value = {};
  while (true) {
    const std::size_t comma = argument.find(',');
    const auto *found = std::find(std::begin(vectorStageNames), std::end(vectorStageNames),
                                  argument.substr(0, comma));
    if (found == std::end(vectorStageNames))
      return false;
    value.insert(static_cast<VectorStage>(found - std::begin(vectorStageNames)));
    if (comma == std::string_view::npos)
      return true;
    argument.remove_prefix(comma + 1);
  }
}

// Checks of the host's calls are not for kernels.
bool read(CheckSet &value, const Option &, std::string_view argument) {
  const auto checks = CheckSet::parse(argument);
  if (!checks || (*checks & CheckSet::ofKernels()).isEmpty() ||
      (*checks != CheckSet::all() && (*checks & CheckSet::ofKernels()) != *checks))
    return false;
  value = *checks & CheckSet::ofKernels();
  return true;
}

bool read(std::string &value, const Option &, std::string_view argument) {
  value = argument;
  return true;
}

bool read(Words &list, const Option &option, std::string_view argument) {
  list.push_back(std::string(option.name).append(argument));
  return true;
}

void write(bool value, const Option &option, Words &words) {
  if (value)
    words.emplace_back(option.name);
}

void write(unsigned value, const Option &option, Words &words) {
  if (value)
    words.push_back(std::string(option.name) + std::to_string(value));
}

void write(const std::optional<unsigned> &value, const Option &option, Words &words) {
  for (const NamedFactor &named : namedFactors)
    if (value == named.factor)
      words.push_back(std::string(option.name).append(named.name));
}

void write(LaneDimension value, const Option &option, Words &words) {
  if (value != LaneDimension::Automatic)
    words.push_back(
        std::string(option.name).append(laneDimensionNames[static_cast<unsigned>(value)]));
}

void write(const LocalSize &value, const Option &option, Words &words) {
  if (value.isGiven())
    words.push_back(std::string(option.name) + std::to_string(value.items[0]) + "," +
                    std::to_string(value.items[1]) + "," + std::to_string(value.items[2]));
}

void write(VectorStageSet value, const Option &option, Words &words) {
  std::string names;
  for (unsigned stage = 0; stage != vectorStageCount; ++stage)
    if (value.contains(static_cast<VectorStage>(stage)))
      names.append(names.empty() ? "" : ",").append(vectorStageNames[stage]);
  if (!names.empty())
    words.push_back(std::string(option.name) + names);
}

void write(CheckSet value, const Option &option, Words &words) {
  if (!value.isEmpty())
    words.push_back(std::string(option.name) + value.text());
}

void write(const std::string &value, const Option &option, Words &words) {
  if (value.empty())
    return;
  if (option.isWord())
    words.insert(words.end(), {std::string(option.name), value});
  else
    words.push_back(std::string(option.name) + value);
}

void write(const Words &list, const Option &, Words &words) {
  words.insert(words.end(), list.begin(), list.end());
}

template <class Value> bool isGiven(const Value &value) { return value != Value(); }

// Of two objects' values, both given. False if they conflict.
template <class Value> bool join(Value &value, const Value &other) {
  value = std::max(value, other);
  return true;
}

bool join(VectorStageSet &value, VectorStageSet other) { return value.insert(other), true; }

bool join(CheckSet &value, CheckSet other) { return value = value | other, true; }

bool join(std::string &value, const std::string &other) { return value == other; }

bool join(LocalSize &value, const LocalSize &other) { return value == other; }

/// Calls function(member) with the field's pointer to member.
template <class Function> decltype(auto) visit(const Option &option, Function function) {
  return std::visit(function, option.field);
}

bool isSet(const CompileOptions &values, const Option &option) {
  return visit(option, [&](auto member) { return isGiven(values.*member); });
}

/// Whether an earlier option in the table has the same field.
bool sharesField(const Option &option) {
  return std::any_of(std::begin(options), &option,
                     [&](const Option &other) { return other.field == option.field; });
}

Words wordsOf(const CompileOptions &values) {
  Words words;
  for (const Option &option : options)
    if (!sharesField(option))
      visit(option, [&](auto member) { write(values.*member, option, words); });
  words.insert(words.end(), values.ignored.begin(), values.ignored.end());
  return words;
}

// --- Parsing -------------------------------------------------------------------------------------

/// The option of a word, or null: the one with the longest matching name.
const Option *findOption(std::string_view word) {
  const Option *found = nullptr;
  for (const Option &option : options) {
    const bool fits = option.argument.empty() || option.isWord() ? word == option.name
                                                                 : word.starts_with(option.name);
    if (fits && (!found || option.name.size() > found->name.size()))
      found = &option;
  }
  // Other compilers have options that begin with -W but are not warnings.
  if (found && found->name == "-W" && !isWarningName(word.substr(2)))
    return nullptr;
  return found;
}

/// Sets a foreign option aside with its argument; false if the word is not one.
bool setAsideForeignOption(std::span<const std::string> words, std::size_t &index, WordsOf source,
                           CompileOptions &values) {
  const std::string &word = words[index];
  const ForeignOption *found = nullptr;
  for (const ForeignOption &foreign : foreignOptions)
    if (word.starts_with(foreign.prefix) &&
        (!found || foreign.prefix.size() > found->prefix.size()))
      found = &foreign;
  if (!found)
    return false;
  values.ignored.push_back(word);
  if (index + 1 == words.size())
    return true;
  const bool needsNext = found->takesNextWord && word == found->prefix;
  if (needsNext || (source == WordsOf::Text && !words[index + 1].starts_with("-")))
    values.ignored.back() += " " + words[++index];
  return true;
}

std::string expectedArgument(const Option &option) {
  if (!std::holds_alternative<VectorStageSet CompileOptions::*>(option.field))
    return std::string(option.expected);
  std::string names = "a list of";
  for (const std::string_view name : vectorStageNames)
    names.append(name == vectorStageNames[0] ? " " : ", ").append(name);
  return names;
}

bool takeOption(const Option &option, std::span<const std::string> words, std::size_t &index,
                CompileOptions &values, std::string &error) {
  std::string_view argument = std::string_view(words[index]).substr(option.name.size());
  if (argument.empty() && option.takesNextWord()) {
    if (index + 1 == words.size()) {
      error = "option '" + words[index] + "' needs an argument";
      return false;
    }
    argument = words[++index];
  }
  if ((!option.isValid || option.isValid(argument)) &&
      visit(option, [&](auto member) { return read(values.*member, option, argument); }))
    return true;
  error = "option '" + std::string(option.name) + "' takes " + expectedArgument(option) +
          ", not '" + std::string(argument) + "'";
  return false;
}

bool takeWord(std::span<const std::string> words, std::size_t &index, unsigned calls,
              WordsOf source, CompileOptions &values, std::string &error) {
  const Option *option = findOption(words[index]);
  if (option && option->calls & calls)
    return takeOption(*option, words, index, values, error);
  // Clang's warnings do not apply to links.
  if ((!option || option->name == "-W") && setAsideForeignOption(words, index, source, values))
    return true;
  error = !option ? "unknown option '" + words[index] + "'"
                  : "option '" + words[index] + "' has no meaning when " +
                        (calls & compiling ? "compiling" : "linking");
  return false;
}

bool takeText(std::string_view text, unsigned calls, CompileOptions &values, std::string &error) {
  const auto words = splitWords(text.substr(0, text.find('\0')), error);
  if (!words)
    return false;
  for (std::size_t index = 0; index < words->size(); ++index)
    if (!takeWord(*words, index, calls, WordsOf::Text, values, error))
      return false;
  return true;
}

// --- Help ----------------------------------------------------------------------------------------

constexpr std::size_t helpColumn = 43, helpWidth = 100;

/// "  name<argument>   help", the help in a column of its own.
void describe(const Option &option, std::string &text) {
  std::string line = "  " + std::string(option.name).append(option.argument);
  line.resize(std::max(helpColumn, line.size() + 1), ' ');
  std::string_view rest = option.help;
  const std::size_t room = helpWidth - helpColumn;
  while (rest.size() > room) {
    const std::size_t end = rest.rfind(' ', room);
    text += line.append(rest.substr(0, end)) + "\n";
    rest.remove_prefix(end + 1);
    line.assign(helpColumn, ' ');
  }
  text += line.append(rest) + "\n";
}

} // namespace

bool CompileOptions::warningsAreErrors() const {
  const auto last = std::find_if(warnings.rbegin(), warnings.rend(), [](const std::string &word) {
    return word == "-Werror" || word == "-Wno-error";
  });
  return last != warnings.rend() && *last == "-Werror";
}

bool parseOptions(std::string_view text, BuildKind kind, CompileOptions &options,
                  std::string &error) {
  const bool links = kind == BuildKind::Link;
  if (!takeText(text, links ? linking : compiling, options, error))
    return false;
  if (options.enableLinkOptions && !options.createLibrary) {
    error = "option '-enable-link-options' needs '-create-library'";
    return false;
  }
  return true;
}

bool parseOption(std::span<const std::string> words, std::size_t &index, CompileOptions &options,
                 std::string &error) {
  return takeWord(words, index, anyCall, WordsOf::CommandLine, options, error);
}

bool parseShortOption(std::string_view word, CompileOptions &options, std::string &error) {
  for (const char *prefix : {"-cl-weft-", "-cl-"}) {
    const std::string whole = std::string(prefix).append(word);
    std::size_t index = 0;
    if (const Option *option = findOption(whole))
      return takeOption(*option, {&whole, 1}, index, options, error);
  }
  error = "unknown option '" + std::string(word) + "'";
  return false;
}

std::string serialise(const CompileOptions &options) { return joinWords(wordsOf(options)); }

std::optional<CompileOptions> deserialise(std::string_view text) {
  CompileOptions options;
  std::string error;
  if (!takeText(text, anyCall, options, error))
    return std::nullopt;
  return options;
}

CompileOptions optionsForLink(const CompileOptions &values) {
  CompileOptions kept;
  for (const Option &option : options)
    if (option.holds == Holds::AtTheLink)
      visit(option, [&](auto member) { kept.*member = values.*member; });
  return kept;
}

bool inheritOptions(CompileOptions &link, std::span<const CompileOptions> objects,
                    std::string &error) {
  for (const Option &option : options) {
    if (option.holds != Holds::AtTheLink || isSet(link, option))
      continue;
    for (const CompileOptions &object : objects) {
      if (!isSet(object, option))
        continue;
      const bool agrees = visit(option, [&](auto member) {
        if (!isGiven(link.*member))
          return link.*member = object.*member, true;
        return join(link.*member, object.*member);
      });
      if (!agrees) {
        error = "the objects were compiled with different values of '" + std::string(option.name) +
                "'; name one when linking";
        return false;
      }
    }
  }
  return true;
}

std::string describeOptions() {
  std::string text;
  for (const SectionTitle &section : sectionTitles) {
    text.append(text.empty() ? "" : "\n").append(section.title) += "\n";
    for (const Option &option : options)
      if (option.section == section.section)
        describe(option, text);
  }
  return text;
}

} // namespace weft::compiler

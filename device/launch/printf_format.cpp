// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses the format of OpenCL C's printf and writes each component with the C library's conversions
// for its widest type, in the "C" locale.
//
// An invalid call loses nothing that can be shown: a value of another kind than its conversion's is
// written by a suitable conversion, a vector with all its components, and a conversion that is
// unknown or has no argument is copied from the format. Such a call returns -1.
#include "device/launch/printf.h"

#include <algorithm>
#include <bit>
#include <clocale>
#include <cstdio>
#include <cstring>
#include <locale.h>
#include <utility>

namespace weft::device {
namespace {

enum class Length { None, Char, Short, Int, Long };

/// One conversion: %[flags][width][.precision][vn][length]conversion.
struct Conversion {
  std::string flags;
  std::size_t width = 0;
  int precision = -1;
  std::size_t lanes = 1;
  Length length = Length::None;
  char kind = 0;
};

bool oneOf(char c, const char *set) { return c && std::strchr(set, c); }

/// Iterates over the arguments of a call.
class Arguments {
public:
  Arguments(std::uint32_t count, const weft_printf_argument *first)
      : left(count), next(reinterpret_cast<const unsigned char *>(first)) {}

  /// The next argument and its values; false if there is none.
  bool take(weft_printf_argument &header, const unsigned char *&values) {
    if (!left)
      return false;
    --left;
    std::memcpy(&header, next, sizeof header);
    values = next + sizeof header;
    next = values + (std::size_t{header.lanes} * header.element_bytes + 7) / 8 * 8;
    return true;
  }

private:
  std::uint32_t left;
  const unsigned char *next;
};

/// A decimal number, 0 if there is none; false if it exceeds any text's length.
bool parseNumber(const char *&p, std::size_t &value) {
  for (value = 0; *p >= '0' && *p <= '9'; ++p) {
    value = value * 10 + static_cast<std::size_t>(*p - '0');
    if (value > printfBufferBytes)
      return false;
  }
  return true;
}

/// A number, or `*` for the value of the next argument, an int, which may be negative.
bool parseSize(const char *&p, Arguments &arguments, std::int64_t &value) {
  if (*p != '*') {
    std::size_t number;
    const bool fits = parseNumber(p, number);
    value = static_cast<std::int64_t>(number);
    return fits;
  }
  ++p;
  weft_printf_argument header;
  const unsigned char *values;
  if (!arguments.take(header, values) || header.kind != WEFT_PRINTF_INTEGER ||
      header.element_bytes != sizeof(std::int32_t))
    return false;
  std::int32_t number;
  std::memcpy(&number, values, sizeof number);
  value = number;
  return value >= -static_cast<std::int64_t>(printfBufferBytes) &&
         value <= static_cast<std::int64_t>(printfBufferBytes);
}

bool parseWidthAndPrecision(const char *&p, Arguments &arguments, Conversion &conversion) {
  std::int64_t size;
  if (!parseSize(p, arguments, size))
    return false;
  if (size < 0)
    conversion.flags += '-';
  conversion.width = static_cast<std::size_t>(size < 0 ? -size : size);
  if (*p != '.')
    return true;
  if (!parseSize(++p, arguments, size))
    return false;
  conversion.precision = size < 0 ? -1 : static_cast<int>(size);
  return true;
}

/// Those of C too: all have the size of a long on this device.
Length parseLength(const char *&p) {
  static constexpr struct {
    const char *text;
    Length length;
  } lengths[] = {{"hh", Length::Char}, {"hl", Length::Int}, {"h", Length::Short},
                 {"ll", Length::Long}, {"l", Length::Long}, {"L", Length::Long},
                 {"z", Length::Long},  {"t", Length::Long}, {"j", Length::Long}};
  for (const auto &[text, length] : lengths)
    if (!std::strncmp(p, text, std::strlen(text))) {
      p += std::strlen(text);
      return length;
    }
  return Length::None;
}

/// Parses what follows a '%' and advances `p` past it, or to where it cannot be parsed.
bool parse(const char *&p, Arguments &arguments, Conversion &conversion) {
  for (; oneOf(*p, "-+ #0"); ++p)
    conversion.flags += *p;
  if (!parseWidthAndPrecision(p, arguments, conversion))
    return false;
  if (*p == 'v') {
    if (!parseNumber(++p, conversion.lanes) || conversion.lanes == 0)
      return false;
  }
  conversion.length = parseLength(p);
  if (!oneOf(*p, "diouxXfFeEgGaAcspn"))
    return false;
  conversion.kind = *p++;
  return true;
}

std::uint64_t loadBits(const unsigned char *value, unsigned bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, value, std::min(bytes, 8u));
  return bits;
}

unsigned bytesOf(Length length, unsigned actual) {
  switch (length) {
  case Length::Char:
    return 1;
  case Length::Short:
    return 2;
  case Length::Int:
    return 4;
  case Length::Long:
    return 8;
  case Length::None:
    break;
  }
  return actual;
}

/// The integer shown by the conversion: the argument in the type that its length names, for a char
/// was passed as an int.
std::uint64_t integerValue(const unsigned char *value, unsigned bytes, Length length,
                           bool isSigned) {
  const unsigned shown = std::min(bytes, bytesOf(length, bytes));
  const unsigned unused = 64 - 8 * shown;
  const std::uint64_t bits = loadBits(value, shown) << unused;
  return isSigned ? static_cast<std::uint64_t>(static_cast<std::int64_t>(bits) >> unused)
                  : bits >> unused;
}

double halfValue(std::uint16_t bits) {
  const int exponent = bits >> 10 & 0x1f;
  const std::uint64_t sign = std::uint64_t{bits} >> 15 << 63;
  const std::uint64_t fraction = bits & 0x3ffu;
  if (exponent == 0) {
    const double magnitude = static_cast<double>(fraction) * 0x1p-24;
    return sign ? -magnitude : magnitude;
  }
  const std::uint64_t wide = exponent == 0x1f ? 0x7ff : static_cast<std::uint64_t>(exponent) + 1008;
  return std::bit_cast<double>(sign | wide << 52 | fraction << 42);
}

double floatValue(const unsigned char *value, unsigned bytes) {
  const std::uint64_t bits = loadBits(value, bytes);
  if (bytes == 2)
    return halfValue(static_cast<std::uint16_t>(bits));
  if (bytes == 4)
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return std::bit_cast<double>(bits);
}

/// Appends snprintf's output for one value.
template <typename Value>
bool appendFormatted(std::string &output, const Conversion &conversion, const char *modifier,
                     Value value) {
  std::string format = "%" + conversion.flags;
  if (conversion.width)
    format += std::to_string(conversion.width);
  if (conversion.precision >= 0) {
    format += '.';
    format += std::to_string(conversion.precision);
  }
  format += modifier;
  format += conversion.kind;
  char text[128];
  const int length = std::snprintf(text, sizeof text, format.c_str(), value);
  if (length < 0 || static_cast<std::size_t>(length) > printfBufferBytes)
    return false;
  if (static_cast<std::size_t>(length) < sizeof text) {
    output.append(text, static_cast<std::size_t>(length));
    return true;
  }
  const std::size_t old = output.size();
  output.resize(old + static_cast<std::size_t>(length) + 1);
  std::snprintf(output.data() + old, static_cast<std::size_t>(length) + 1, format.c_str(), value);
  output.pop_back();
  return true;
}

bool appendText(std::string &output, const Conversion &conversion, const char *text,
                std::size_t length) {
  const std::size_t padding = conversion.width > length ? conversion.width - length : 0;
  const bool left = conversion.flags.find('-') != std::string::npos;
  if (!left)
    output.append(padding, ' ');
  output.append(text, length);
  if (left)
    output.append(padding, ' ');
  return true;
}

bool appendString(std::string &output, const Conversion &conversion, const unsigned char *value) {
  const auto *text = reinterpret_cast<const char *>(loadBits(value, 8));
  if (!text)
    text = "(null)";
  const std::size_t limit = conversion.precision >= 0
                                ? static_cast<std::size_t>(conversion.precision)
                                : printfBufferBytes;
  return appendText(output, conversion, text, strnlen(text, limit));
}

/// A conversion for this kind of value: the given one, if suitable.
char suitableConversion(char given, const weft_printf_argument &header) {
  switch (header.kind) {
  case WEFT_PRINTF_INTEGER:
    return oneOf(given, "diouxXcfFeEgGaAp") ? given : 'd';
  case WEFT_PRINTF_FLOAT:
    return oneOf(given, "fFeEgGaA") ? given : 'g';
  default:
    return oneOf(given, "diouxXp") || (given == 's' && header.lanes == 1) ? given : 'p';
  }
}

/// Appends one component by a suitable conversion.
bool appendValue(std::string &output, const Conversion &conversion,
                 const weft_printf_argument &header, const unsigned char *value) {
  const unsigned bytes = header.element_bytes;
  switch (conversion.kind) {
  case 'd':
  case 'i':
    return appendFormatted(
        output, conversion, "ll",
        static_cast<long long>(integerValue(value, bytes, conversion.length, true)));
  case 'o':
  case 'u':
  case 'x':
  case 'X':
    return appendFormatted(
        output, conversion, "ll",
        static_cast<unsigned long long>(integerValue(value, bytes, conversion.length, false)));
  case 'c': {
    const char c = static_cast<char>(value[0]);
    return appendText(output, conversion, &c, 1);
  }
  case 's':
    return appendString(output, conversion, value);
  case 'p':
    return appendFormatted(output, conversion, "",
                           reinterpret_cast<const void *>(loadBits(value, bytes)));
  default:
    return appendFormatted(output, conversion, "",
                           header.kind == WEFT_PRINTF_FLOAT
                               ? floatValue(value, bytes)
                               : static_cast<double>(static_cast<std::int64_t>(
                                     integerValue(value, bytes, Length::None, true))));
  }
}

/// Whether the conversion matches the argument.
bool suits(const Conversion &conversion, const weft_printf_argument &header) {
  const bool isVector = conversion.lanes != 1;
  const auto is = [&](const char *kinds) { return oneOf(conversion.kind, kinds); };
  return conversion.lanes == header.lanes && !(isVector && is("csp")) &&
         (isVector || conversion.length != Length::Int) &&
         is(header.kind == WEFT_PRINTF_INTEGER ? "diouxXc"
            : header.kind == WEFT_PRINTF_FLOAT ? "fFeEgGaA"
                                               : "sp");
}

/// Appends an argument with all its components; false if the conversion does not match.
bool appendArgument(std::string &output, Conversion conversion, const weft_printf_argument &header,
                    const unsigned char *values) {
  bool fits = suits(conversion, header);
  const char given = std::exchange(conversion.kind, suitableConversion(conversion.kind, header));
  if (conversion.kind != given && conversion.kind == 'g')
    conversion.precision = -1; // It counts the digits of an integer, or characters.
  for (unsigned lane = 0; lane < header.lanes; ++lane) {
    if (lane)
      output += ',';
    fits &= appendValue(output, conversion, header, values + lane * header.element_bytes);
  }
  return fits;
}

/// Appends one conversion, whose '%' is at `format`, and advances that past it. False if it is
/// invalid.
bool appendConversion(std::string &output, const char *&format, Arguments &arguments) {
  const char *const begin = format++;
  Conversion conversion;
  weft_printf_argument header;
  const unsigned char *values;
  const bool isKnown = parse(format, arguments, conversion);
  if (!isKnown || !arguments.take(header, values) || conversion.kind == 'n') {
    output.append(begin, format);
    return false;
  }
  return appendArgument(output, conversion, header, values);
}

bool formatAll(std::string &output, const char *format, Arguments arguments) {
  const std::size_t most = output.size() + printfBufferBytes;
  bool fine = true;
  while (*format && output.size() <= most) {
    const std::size_t literal = std::strcspn(format, "%");
    output.append(format, literal);
    format += literal;
    if (format[0] == '%' && format[1] == '%') {
      output += '%';
      format += 2;
    } else if (*format) {
      fine &= appendConversion(output, format, arguments);
    }
  }
  if (output.size() <= most)
    return fine;
  output.resize(most);
  return false;
}

/// The "C" locale for the calling thread: the host's may use a decimal comma.
class PlainLocale {
public:
  PlainLocale() {
    static const locale_t plain = newlocale(LC_ALL_MASK, "C", nullptr);
    if (plain)
      before = uselocale(plain);
  }
  ~PlainLocale() {
    if (before)
      uselocale(before);
  }
  PlainLocale(const PlainLocale &) = delete;
  PlainLocale &operator=(const PlainLocale &) = delete;

private:
  locale_t before = nullptr;
};

} // namespace

bool formatPrintf(std::string &output, const char *format, std::uint32_t argumentCount,
                  const weft_printf_argument *arguments) {
  const PlainLocale locale;
  return formatAll(output, format, Arguments(argumentCount, arguments));
}

} // namespace weft::device

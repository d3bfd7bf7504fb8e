// Reads the format of OpenCL C's printf and writes each component with the C library's conversions
// for its widest type, in the "C" locale.
#include "device/printf.h"

#include <algorithm>
#include <bit>
#include <clocale>
#include <cstdio>
#include <cstring>
#include <locale.h>

namespace weft::device {
namespace {

enum class Length { None, Char, Short, Int, Long };

/// One conversion: %[flags][width][.precision][vn][length]conversion.
struct Conversion {
  std::string flags;
  std::size_t width = 0;
  int precision = -1;
  unsigned lanes = 1;
  bool isVector = false;
  Length length = Length::None;
  char kind = 0;
};

bool oneOf(char c, const char *set) { return c && std::strchr(set, c); }

/// A decimal number, 0 when there is none; false when it is longer than any text may be.
bool parseNumber(const char *&p, std::size_t &value) {
  for (value = 0; *p >= '0' && *p <= '9'; ++p) {
    value = value * 10 + static_cast<std::size_t>(*p - '0');
    if (value > printfBufferBytes)
      return false;
  }
  return true;
}

/// Reads what follows a '%' and moves `p` behind it.
bool parse(const char *&p, Conversion &conversion) {
  for (; oneOf(*p, "-+ #0"); ++p)
    conversion.flags += *p;
  if (!parseNumber(p, conversion.width))
    return false;
  if (*p == '.') {
    std::size_t precision;
    if (!parseNumber(++p, precision))
      return false;
    conversion.precision = static_cast<int>(precision);
  }
  if (*p == 'v') {
    std::size_t lanes;
    if (!parseNumber(++p, lanes) ||
        (lanes != 2 && lanes != 3 && lanes != 4 && lanes != 8 && lanes != 16))
      return false;
    conversion.lanes = static_cast<unsigned>(lanes);
    conversion.isVector = true;
  }
  static constexpr struct {
    const char *text;
    Length length;
  } lengths[] = {
      {"hh", Length::Char}, {"hl", Length::Int}, {"h", Length::Short}, {"l", Length::Long}};
  for (const auto &[text, length] : lengths)
    if (!std::strncmp(p, text, std::strlen(text))) {
      p += std::strlen(text);
      conversion.length = length;
      break;
    }
  if (conversion.length == Length::Int && !conversion.isVector)
    return false;
  conversion.kind = *p;
  if (!oneOf(*p, "diouxXfFeEgGaAcsp"))
    return false;
  ++p;
  return true;
}

/// Walks over the arguments of a call.
class Arguments {
public:
  Arguments(std::uint32_t count, const weft_printf_argument *first)
      : left(count), next(reinterpret_cast<const unsigned char *>(first)) {}

  /// The next argument and its values; false when there is none.
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

/// The integer that the conversion shows: the argument as the type that its length names, for a
/// char has come as an int.
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

/// Appends what snprintf makes of one value.
template <typename Value>
bool appendFormatted(std::string &output, const Conversion &conversion, const char *modifier,
                     Value value) {
  std::string format = "%" + conversion.flags;
  if (conversion.width)
    format += std::to_string(conversion.width);
  if (conversion.precision >= 0)
    format += "." + std::to_string(conversion.precision);
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

bool appendValue(std::string &output, const Conversion &conversion,
                 const weft_printf_argument &header, const unsigned char *value) {
  const auto is = [&](weft_printf_kind kind) { return header.kind == kind; };
  const unsigned bytes = header.element_bytes;
  switch (conversion.kind) {
  case 'd':
  case 'i':
    return is(WEFT_PRINTF_INTEGER) && appendFormatted(output, conversion, "ll",
                                                      static_cast<long long>(integerValue(
                                                          value, bytes, conversion.length, true)));
  case 'o':
  case 'u':
  case 'x':
  case 'X':
    return is(WEFT_PRINTF_INTEGER) && appendFormatted(output, conversion, "ll",
                                                      static_cast<unsigned long long>(integerValue(
                                                          value, bytes, conversion.length, false)));
  case 'c': {
    const char c = static_cast<char>(value[0]);
    return is(WEFT_PRINTF_INTEGER) && appendText(output, conversion, &c, 1);
  }
  case 's':
    return is(WEFT_PRINTF_POINTER) && bytes == 8 && appendString(output, conversion, value);
  case 'p':
    return is(WEFT_PRINTF_POINTER) &&
           appendFormatted(output, conversion, "",
                           reinterpret_cast<const void *>(loadBits(value, bytes)));
  default:
    return is(WEFT_PRINTF_FLOAT) &&
           appendFormatted(output, conversion, "", floatValue(value, bytes));
  }
}

bool appendConversion(std::string &output, const Conversion &conversion, Arguments &arguments) {
  weft_printf_argument header;
  const unsigned char *values;
  if (!arguments.take(header, values) || header.lanes != conversion.lanes)
    return false;
  if (conversion.isVector && oneOf(conversion.kind, "csp"))
    return false;
  for (unsigned lane = 0; lane < conversion.lanes; ++lane) {
    if (lane)
      output += ',';
    if (!appendValue(output, conversion, header, values + lane * header.element_bytes))
      return false;
  }
  return true;
}

bool formatAll(std::string &output, const char *format, Arguments arguments) {
  const std::size_t start = output.size();
  while (*format) {
    const std::size_t literal = std::strcspn(format, "%");
    output.append(format, literal);
    format += literal;
    if (*format == '%') {
      ++format;
      if (*format == '%') {
        output += *format++;
        continue;
      }
      Conversion conversion;
      if (!parse(format, conversion) || !appendConversion(output, conversion, arguments))
        return false;
    }
    if (output.size() - start > printfBufferBytes)
      return false;
  }
  return true;
}

/// The "C" locale for the calling thread: the host's may write a comma for the decimal point.
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
  const std::size_t start = output.size();
  if (formatAll(output, format, Arguments(argumentCount, arguments)))
    return true;
  output.resize(start);
  return false;
}

} // namespace weft::device

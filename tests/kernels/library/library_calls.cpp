// Writes OpenCL C that calls every overload of the built-in functions listed here. What it calls
// must be found in the kernel library; check_symbols.cmake looks.
#include <cstdio>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Type {
  const char *name;
  int bits;
  bool isFloating;
  bool isSigned;
};

const Type types[] = {
    {"char", 8, false, true},     {"uchar", 8, false, false},  {"short", 16, false, true},
    {"ushort", 16, false, false}, {"int", 32, false, true},    {"uint", 32, false, false},
    {"long", 64, false, true},    {"ulong", 64, false, false}, {"float", 32, true, true},
    {"double", 64, true, true},
};

const int allWidths[] = {1, 2, 3, 4, 8, 16};

using TypeFilter = bool (*)(const Type &);
bool floating(const Type &type) { return type.isFloating; }
bool singlePrecision(const Type &type) { return type.isFloating && type.bits == 32; }
bool integer(const Type &type) { return !type.isFloating; }
bool signedInteger(const Type &type) { return !type.isFloating && type.isSigned; }
bool integer32(const Type &type) { return !type.isFloating && type.bits == 32; }
bool narrowInteger(const Type &type) { return !type.isFloating && type.bits < 64; }
bool any(const Type &) { return true; }

// Functions that share their parameters, for some types and for widths from `least` to `greatest`.
//
// One letter for each parameter: g the type itself, s its scalar, b and u the signed and unsigned
// integers of its size, i int, all as wide as the type but for s; n a scalar int; G and I pointers
// to g and i in every address space.
struct Family {
  const char *names;
  const char *parameters;
  TypeFilter types;
  int least = 1, greatest = 16;
};

const Family families[] = {
    // Math
    {"acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erf erfc exp "
     "exp2 exp10 expm1 fabs floor ilogb lgamma log log2 log10 log1p logb rint round rsqrt sin sinh "
     "sinpi sqrt tan tanh tanpi tgamma trunc",
     "g", floating},
    {"atan2 atan2pi copysign fdim fmax fmin fmod hypot maxmag minmag nextafter pow powr remainder",
     "gg", floating},
    {"fmax fmin", "gs", floating, 2},
    {"fma mad", "ggg", floating},
    {"fract modf sincos", "gG", floating},
    {"frexp lgamma_r", "gI", floating},
    {"remquo", "ggI", floating},
    {"ldexp pown rootn", "gi", floating},
    {"ldexp", "gn", floating, 2},
    {"nan", "u", floating},
    {"half_cos half_exp half_exp2 half_exp10 half_log half_log2 half_log10 half_recip half_rsqrt "
     "half_sin half_sqrt half_tan native_cos native_exp native_exp2 native_exp10 native_log "
     "native_log2 native_log10 native_recip native_rsqrt native_sin native_sqrt native_tan",
     "g", singlePrecision},
    {"half_divide half_powr native_divide native_powr", "gg", singlePrecision},
    // Integer
    {"abs clz popcount", "g", integer},
    {"abs_diff add_sat hadd max min mul_hi rhadd rotate sub_sat", "gg", integer},
    {"max min", "gs", integer, 2},
    {"clamp mad_hi mad_sat", "ggg", integer},
    {"clamp", "gss", integer, 2},
    {"upsample", "gu", narrowInteger},
    {"mul24", "gg", integer32},
    {"mad24", "ggg", integer32},
    // Common
    {"degrees radians sign", "g", floating},
    {"max min step", "gg", floating},
    {"clamp mix smoothstep", "ggg", floating},
    {"max min", "gs", floating, 2},
    {"clamp", "gss", floating, 2},
    {"mix", "ggs", floating, 2},
    {"step", "sg", floating, 2},
    {"smoothstep", "ssg", floating, 2},
    // Geometric
    {"cross", "gg", floating, 3, 4},
    {"dot distance", "gg", floating, 1, 4},
    {"length normalize", "g", floating, 1, 4},
    {"fast_distance", "gg", singlePrecision, 1, 4},
    {"fast_length fast_normalize", "g", singlePrecision, 1, 4},
    // Relational
    {"isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isordered "
     "isunordered",
     "gg", floating},
    {"isfinite isinf isnan isnormal signbit", "g", floating},
    {"any all", "g", signedInteger},
    {"bitselect", "ggg", any},
    {"select", "ggb", any},
    {"select", "ggu", any},
};

// Functions that OpenCL C 2.0 added.
const Family families20[] = {{"ctz", "g", integer}};

std::string withWidth(const std::string &name, int width) {
  return width == 1 ? name : name + std::to_string(width);
}

std::string integerOfSize(const Type &type, bool isSigned) {
  for (const Type &candidate : types) {
    if (!candidate.isFloating && candidate.bits == type.bits && candidate.isSigned == isSigned)
      return candidate.name;
  }
  return {};
}

// A parameter's type for one letter; of a pointer, the type it points to.
std::string parameterType(char letter, const Type &type, int width) {
  switch (letter) {
  case 'g':
  case 'G':
    return withWidth(type.name, width);
  case 's':
    return type.name;
  case 'b':
  case 'u':
    return withWidth(integerOfSize(type, letter == 'b'), width);
  case 'i':
  case 'I':
    return withWidth("int", width);
  default:
    return "int";
  }
}

// One function that calls the overload with its own parameters.
void writeCall(const std::string &name, const Family &family, const Type &type, int width,
               const char *space) {
  static int count = 0;
  std::string parameters, arguments;
  for (const char *letter = family.parameters; *letter; ++letter) {
    std::string variable(1, static_cast<char>('a' + (letter - family.parameters)));
    std::string separator = arguments.empty() ? "" : ", ";
    bool isPointer = *letter == 'G' || *letter == 'I';
    parameters += separator + (isPointer ? std::string(space) + " " : "") +
                  parameterType(*letter, type, width) + (isPointer ? " *" : " ") + variable;
    arguments += separator + variable;
  }
  std::printf("void call%d(%s) { %s(%s); }\n", count++, parameters.c_str(), name.c_str(),
              arguments.c_str());
}

void writeCalls(const Family &family, const std::vector<const char *> &spaces) {
  bool hasPointer = std::strpbrk(family.parameters, "GI") != nullptr;
  std::istringstream names(family.names);
  for (std::string name; names >> name;) {
    for (const Type &type : types) {
      for (int width : allWidths) {
        if (!family.types(type) || width < family.least || width > family.greatest)
          continue;
        for (const char *space : spaces) {
          writeCall(name, family, type, width, space);
          if (!hasPointer)
            break;
        }
      }
    }
  }
}

} // namespace

// The argument is the version of OpenCL C: 1.2 or a later one.
int main(int, char **arguments) {
  bool is12 = std::strcmp(arguments[1], "1.2") == 0;
  std::vector<const char *> spaces = {"__private", "__global", "__local"};
  if (!is12)
    spaces.push_back("__generic");
  for (const Family &family : families)
    writeCalls(family, spaces);
  if (!is12) {
    for (const Family &family : families20)
      writeCalls(family, spaces);
  }
}

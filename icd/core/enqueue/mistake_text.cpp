// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/enqueue/mistake_text.h"

#include <bit>
#include <cstdio>
#include <string_view>

namespace weft::icd {
namespace {

struct FlagName {
  cl_mem_flags flag;
  std::string_view name;
};
constexpr FlagName flagNames[] = {
    {CL_MEM_READ_WRITE, "CL_MEM_READ_WRITE"},
    {CL_MEM_WRITE_ONLY, "CL_MEM_WRITE_ONLY"},
    {CL_MEM_READ_ONLY, "CL_MEM_READ_ONLY"},
    {CL_MEM_USE_HOST_PTR, "CL_MEM_USE_HOST_PTR"},
    {CL_MEM_ALLOC_HOST_PTR, "CL_MEM_ALLOC_HOST_PTR"},
    {CL_MEM_COPY_HOST_PTR, "CL_MEM_COPY_HOST_PTR"},
    {CL_MEM_HOST_WRITE_ONLY, "CL_MEM_HOST_WRITE_ONLY"},
    {CL_MEM_HOST_READ_ONLY, "CL_MEM_HOST_READ_ONLY"},
    {CL_MEM_HOST_NO_ACCESS, "CL_MEM_HOST_NO_ACCESS"},
};

std::string numberText(std::uint64_t number, bool isSigned) {
  return isSigned ? std::to_string(static_cast<std::int64_t>(number)) : std::to_string(number);
}

} // namespace

std::string wordOf(std::uint32_t mistake) {
  return mistake == WEFT_MISTAKE_READ    ? "read"
         : mistake == WEFT_MISTAKE_WRITE ? "write"
                                         : "atomic operation";
}

std::string bytesText(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " byte" : " bytes");
}

std::string memoryFlagsText(cl_mem_flags flags) {
  std::string text;
  for (const FlagName &known : flagNames)
    if (flags & known.flag)
      text.append(text.empty() ? "" : " | ").append(known.name);
  return text;
}

std::string accessText(const weft_check_site &site, std::uint64_t offset, std::uint64_t size,
                       const std::string &object) {
  if (site.mistake == WEFT_MISTAKE_ALIGNMENT)
    return "misaligned access of " + bytesText(site.bytes) + ", at byte " +
           numberText(offset, /*isSigned=*/true) + " of " + object;
  std::string text(wordOf(site.mistake));
  if (site.bytes)
    text += " of " + bytesText(site.bytes);
  const auto place = static_cast<std::int64_t>(offset);
  if (place < 0)
    text += ", " + bytesText(-offset) + " before the begin of ";
  else if (offset == size)
    text += ", directly behind the end of ";
  else if (offset > size)
    text += ", " + bytesText(offset - size) + " behind the end of ";
  else if (site.bytes)
    text += ", the last " + bytesText(offset + site.bytes - size) + " of it behind the end of ";
  else
    text += " beyond the end of ";
  return text + object;
}

std::string indexText(std::uint64_t index, std::uint64_t elements) {
  return "index " + numberText(index, /*isSigned=*/true) + " of an array of " +
         std::to_string(elements) + (elements == 1 ? " element" : " elements") + " in a structure";
}

std::string forbiddenText(const weft_check_site &site, const std::string &object) {
  const std::string size = site.bytes ? " of " + bytesText(site.bytes) : "";
  return wordOf(site.mistake) + size + ", which the flags of " + object + " forbid";
}

std::string placeText(const char *file, std::uint32_t line, std::uint32_t column) {
  if (!line)
    return "";
  return std::string(" at ") + file + ":" + std::to_string(line) + ":" + std::to_string(column);
}

static std::string relatedText(const weft_check_site &site) {
  return placeText(site.file, site.related_line, site.related_column);
}

std::string unsetText(const weft_check_site &site, const std::string &object) {
  std::string text = site.mistake == WEFT_MISTAKE_UNSET_BRANCH    ? "branch on"
                     : site.mistake == WEFT_MISTAKE_UNSET_ADDRESS ? "access at"
                                                                  : "output of";
  text += " a value that is not initialised";
  if (site.related_line)
    return text + ", read" + relatedText(site) + " from " + object;
  return site.origin == WEFT_ORIGIN_PRIVATE ? text + ", that of a variable that is not set" : text;
}

std::string barrierText(const weft_check_site &site, std::uint64_t first, std::uint64_t second) {
  const std::string related = relatedText(site);
  switch (site.mistake) {
  case WEFT_MISTAKE_BARRIER:
    return std::string(site.name) + " that not all work-items of the group reach: the branch" +
           related + " separates them";
  case WEFT_MISTAKE_OTHER_BARRIER:
    return std::string(site.name) + " while other work-items of the group wait" + related;
  default:
    return std::string(site.name) +
           " with operands that differ between work-items of the group: " + std::to_string(first) +
           " and " + std::to_string(second);
  }
}

static std::string printfText(const std::string &conversion, std::uint64_t mistake,
                              std::uint64_t argument) {
  const std::string number = "argument " + std::to_string(argument) + " of printf";
  return mistake == WEFT_PRINTF_MISSING  ? "no argument of printf for '" + conversion + "'"
         : mistake == WEFT_PRINTF_MISFIT ? number + " does not fit '" + conversion + "'"
                                         : number + " has no conversion";
}

static std::string doubleText(std::uint64_t bits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", std::bit_cast<double>(bits));
  return text;
}

// `form` with the operands in it.
static std::string operationText(std::string form, std::uint64_t first, std::uint64_t second) {
  std::size_t from = 0;
  for (const std::uint64_t operand : {first, second}) {
    const std::size_t at = form.find('#', from);
    if (at == std::string::npos)
      break;
    const std::string text = doubleText(operand);
    form.replace(at, 1, text);
    from = at + text.size();
  }
  return form;
}

std::string arithmeticText(const weft_check_site &site, std::uint64_t first, std::uint64_t second) {
  const std::string type = site.name;
  const bool isSigned = !type.starts_with('u');
  switch (site.mistake) {
  case WEFT_MISTAKE_DIVISION:
  case WEFT_MISTAKE_REMAINDER:
    return (site.mistake == WEFT_MISTAKE_DIVISION ? "division of " : "remainder of ") +
           numberText(first, isSigned) + " by " + numberText(second, isSigned) + " (" + type + ")";
  case WEFT_MISTAKE_PRINTF:
    return printfText(type, first, second);
  case WEFT_MISTAKE_SHIFT:
    return "shift of " + type + ", which has " + std::to_string(second) + " bits, by " +
           numberText(first, /*isSigned=*/true);
  case WEFT_MISTAKE_NAN:
    return "NaN from numbers: " + operationText(type, first, second);
  default:
    return "conversion of " + doubleText(first) + " to " + type;
  }
}

} // namespace weft::icd

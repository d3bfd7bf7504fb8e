// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/checks/call_site.h"

#include <cstdio>
#include <dlfcn.h>
#include <execinfo.h>
#include <string_view>

namespace weft::device {
namespace {

std::string_view nameOf(const Dl_info &file) {
  const std::string_view path = file.dli_fname ? file.dli_fname : "";
  return path.substr(path.find_last_of('/') + 1);
}

/// The C library starts programs and threads.
bool isOfHost(const Dl_info &file) {
  Dl_info own{};
  ::dladdr(reinterpret_cast<void *>(&CallSite::ofCaller), &own);
  const bool isStart = file.dli_sname && std::string_view(file.dli_sname) == "_start";
  return file.dli_fbase != own.dli_fbase && !isStart && !nameOf(file).starts_with("libOpenCL") &&
         !nameOf(file).starts_with("libc.so");
}

std::string hex(std::uintptr_t number) {
  char text[2 + 2 * sizeof number + 1];
  std::snprintf(text, sizeof text, "0x%zx", static_cast<std::size_t>(number));
  return text;
}

std::uintptr_t distance(const void *from, const void *to) {
  return reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from);
}

std::string lineOf(const void *frame, const Dl_info &file) {
  std::string line = "at ";
  if (file.dli_sname)
    line += std::string(file.dli_sname) + '+' + hex(distance(file.dli_saddr, frame)) + ' ';
  line += '(';
  line += nameOf(file);
  return line + '+' + hex(distance(file.dli_fbase, frame)) + ')';
}

} // namespace

CallSite CallSite::ofCaller() noexcept {
  CallSite site;
  const int found = ::backtrace(site.frames.data(), static_cast<int>(mostFrames));
  site.count = found > 0 ? static_cast<std::size_t>(found) : 0;
  return site;
}

std::vector<std::string> CallSite::lines() const {
  std::vector<std::string> result;
  for (std::size_t index = 0; index < count; ++index)
    if (Dl_info file{}; ::dladdr(frames[index], &file) != 0 && isOfHost(file))
      result.push_back(lineOf(frames[index], file));
  return result;
}

std::uintptr_t CallSite::address() const {
  for (std::size_t index = 0; index < count; ++index)
    if (Dl_info file{}; ::dladdr(frames[index], &file) != 0 && isOfHost(file))
      return reinterpret_cast<std::uintptr_t>(frames[index]);
  return 0;
}

void HostCall::append(std::vector<std::string> &lines, const char *what) const {
  if (!name)
    return;
  lines.push_back(std::string(what) + " by " + name);
  for (const std::string &line : site.lines())
    lines.push_back("  " + line);
}

} // namespace weft::device

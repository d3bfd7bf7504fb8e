// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weft cache: the programs on disk, through the classes that store them.
#include "command/kernel_names.h"
#include "command/subcommands.h"
#include "compiler/cache/disk_cache.h"
#include "compiler/interface/program/binary.h"
#include "device/base/settings.h"

#include <cinttypes>
#include <cstdio>
#include <ctime>

namespace weft::command {
namespace {

using compiler::DiskCache;

std::string sizeOf(std::uint64_t bytes) {
  constexpr const char *units[] = {"KiB", "MiB", "GiB"};
  double size = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; size >= 1024 && unit + 1 < std::size(units); ++unit)
    size /= 1024;
  char text[32];
  std::snprintf(text, sizeof text, "%.*f %s", size < 10 ? 1 : 0, size, units[unit]);
  return text;
}

std::string timeOf(const timespec &time) {
  char text[64];
  std::tm local{};
  ::localtime_r(&time.tv_sec, &local);
  return {text, std::strftime(text, sizeof text, "%F %T", &local)};
}

/// Describes a program by its kernels.
std::string contentOf(DiskCache::Program &program) {
  if (program.result.empty())
    return "(result missing)";
  const auto binary = compiler::Binary::parse(std::move(program.result));
  if (!binary)
    return "(for another version of Weft or another CPU)";
  switch (binary->kind()) {
  case compiler::BinaryKind::Executable:
    break;
  case compiler::BinaryKind::Intermediate:
    return "(program without code)";
  default:
    return "(object or library)";
  }
  std::string names;
  for (const std::string &name : kernelNames(binary->payload()))
    names += (names.empty() ? "" : ", ") + name;
  return names.empty() ? "(no kernels)" : names;
}

int list(const DiskCache &cache) {
  std::vector<DiskCache::Program> programs = cache.programs();
  if (programs.empty())
    return std::puts("no programs"), done;
  std::printf("%-12s  %-19s  %9s  %s\n", "key", "used", "size", "kernels");
  for (DiskCache::Program &program : programs)
    std::printf("%.12s  %s  %9s  %s\n", program.key.c_str(), timeOf(program.used).c_str(),
                sizeOf(program.bytes).c_str(), contentOf(program).c_str());
  return done;
}

int printStatistics(const DiskCache &cache) {
  std::uint64_t bytes = 0, programs = 0, sources = 0, unfinished = 0;
  const std::vector<DiskCache::File> files = cache.files();
  for (const DiskCache::File &file : files) {
    bytes += file.bytes;
    programs += file.name.ends_with(".entry");
    sources += file.name.ends_with(".cl");
    unfinished += file.name.ends_with(".part");
  }
  std::printf("folder     %s\nprograms   %" PRIu64 "\nsources    %" PRIu64
              "    (for debuggers)\nunfinished %" PRIu64
              "    (code of kernels of incomplete programs)\nsize       %s in %zu files\n"
              "bound      %s, %.1f %% used\n",
              cache.path().c_str(), programs, sources, unfinished, sizeOf(bytes).c_str(),
              files.size(), sizeOf(cache.bound()).c_str(),
              cache.bound() ? 100 * static_cast<double>(bytes) / static_cast<double>(cache.bound())
                            : 0.0);
  return done;
}

int clear(const DiskCache &cache) {
  std::uint64_t bytes = 0, programs = 0;
  const DiskCache::Clearing result = cache.clear();
  for (const DiskCache::File &file : result.removed) {
    bytes += file.bytes;
    programs += file.name.ends_with(".entry");
  }
  std::printf("removed %" PRIu64 " programs, %s\n", programs, sizeOf(bytes).c_str());
  if (!result.kept.empty()) {
    std::fprintf(stderr, "weft: error: %zu files in %s cannot be removed\n", result.kept.size(),
                 cache.path().c_str());
    return foundProblem;
  }
  return done;
}

} // namespace

int runCache(const Words &words) {
  if (words.size() != 1)
    return mistake("cache takes list, stats or clear");
  int (*run)(const DiskCache &) = words[0] == "list"    ? list
                                  : words[0] == "stats" ? printStatistics
                                  : words[0] == "clear" ? clear
                                                        : nullptr;
  if (!run)
    return mistake("cache takes list, stats or clear, not '" + words[0] + "'");
  const auto cache = DiskCache::of(Settings::read());
  if (!cache) {
    std::puts("there is no cache: WEFT_CACHE=0, or no folder is set");
    return done;
  }
  if (const std::string problem = cache->problem(); !problem.empty()) {
    std::fprintf(stderr, "weft: error: %s is not used: %s\n", cache->path().c_str(),
                 problem.c_str());
    return foundProblem;
  }
  return run(*cache);
}

} // namespace weft::command

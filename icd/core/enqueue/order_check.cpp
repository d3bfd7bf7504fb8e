// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/enqueue/order_check.h"

#include "device/base/reports/log.h"
#include "device/base/settings.h"
#include "icd/core/context/context.h"
#include "icd/core/enqueue/order_text.h"
#include "icd/core/memory/memory.h"
#include "icd/core/program/executable.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <string>

namespace weft::icd {
namespace {

constexpr std::size_t noArgument = SIZE_MAX;

std::mutex &turnOfProcess() {
  static std::mutex mutex;
  return mutex;
}

/// Told once for each kernel. While it is this launch's turn.
void tellNotExamined(const char *kernel, std::string_view reason) {
  static std::set<std::string> told;
  if (told.insert(kernel).second)
    log(LogLevel::Info, "order: kernel '%s' is not examined: %.*s", kernel,
        static_cast<int>(reason.size()), reason.data());
}

void discard(const char *, std::size_t, std::size_t, void *) {}

} // namespace

OrderCheck::OrderCheck(const LaunchChecks *checks, const Executable &executable, KernelCode &code,
                       device::Arena &arena, const device::Launch &launch) noexcept
    : checks(checks), code(code), arena(arena), launch(launch) {
  if (!checks || !(launch.version.kernel->flags & WEFT_KERNEL_CHECKS_ORDER))
    return;
  try {
    turn = std::unique_lock(turnOfProcess());
    std::string_view reason = obstacle();
    if (reason.empty() && executable.hasMutableGlobals())
      reason = "the program has variables that kernels may write";
    if (!reason.empty()) {
      tellNotExamined(checks->description().name, reason);
      return;
    }
    findObjects();
    keep(&Object::before);
    isExamined = true;
  } catch (const std::bad_alloc &) {
    log(LogLevel::Info, "order: no memory for a copy of what the kernel '%s' may write",
        checks->description().name);
  }
}

OrderCheck::~OrderCheck() = default;

// Why the launch cannot run again; empty if it can.
std::string_view OrderCheck::obstacle() const {
  const weft_kernel_description &kernel = *launch.version.kernel;
  if (kernel.flags & WEFT_KERNEL_ENQUEUES)
    return "it enqueues other kernels";
  for (std::size_t index = 0; index != kernel.argument_count; ++index) {
    const std::uint32_t kind = kernel.arguments[index].kind;
    if (kind == WEFT_ARGUMENT_PIPE)
      return "it has a pipe";
    const bool isPointer =
        kind == WEFT_ARGUMENT_GLOBAL_POINTER && !checks->arguments().objectAt(index);
    if (!isPointer || !mayWrite(index))
      continue;
    const weft_extent &extent = checks->arguments().extents()[index];
    if (extent.size == WEFT_ALL_MEMORY)
      return "it has memory of the host";
    const auto begin = reinterpret_cast<const void *>(checks->beginAt(index));
    const auto found = checks->context().allocations().find(begin);
    if (found && found->purpose.isSeenWhileWritten())
      return "the host may change its memory at the same time";
  }
  return "";
}

bool OrderCheck::mayWrite(std::size_t argument) const {
  const weft_argument_description &described = launch.version.kernel->arguments[argument];
  const Memory *memory = checks->arguments().objectAt(argument);
  if (memory && memory->flags() & CL_MEM_READ_ONLY)
    return false;
  if (described.kind == WEFT_ARGUMENT_IMAGE)
    return described.access_qualifier != CL_KERNEL_ARG_ACCESS_READ_ONLY;
  return described.kind == WEFT_ARGUMENT_GLOBAL_POINTER &&
         !(described.type_qualifiers & CL_KERNEL_ARG_TYPE_CONST);
}

void OrderCheck::findObjects() {
  for (std::size_t index = 0; index != launch.version.kernel->argument_count; ++index) {
    if (!mayWrite(index))
      continue;
    if (const Memory *memory = checks->arguments().objectAt(index))
      add(memory->data(), memory->size(), index);
    else if (const std::uint64_t bytes = checks->arguments().extents()[index].size)
      add(reinterpret_cast<unsigned char *>(checks->beginAt(index)), bytes, index);
  }
  // What pointers in memory lead to.
  for (const Allocation &allocation : checks->context().allocations().all())
    if (!allocation.purpose.isSeenWhileWritten())
      add(allocation.base, allocation.bytes, noArgument);
}

// Parts of one buffer may overlap; each byte is kept with the first that has it, and may be more
// often.
void OrderCheck::add(unsigned char *begin, std::size_t bytes, std::size_t argument) {
  const bool isKnown = std::ranges::any_of(objects, [&](const Object &object) {
    return begin >= object.begin && begin + bytes <= object.begin + object.bytes;
  });
  if (isKnown)
    return;
  Object &added = objects.emplace_back();
  added.begin = begin;
  added.bytes = bytes;
  added.argument = argument;
}

void OrderCheck::keep(std::unique_ptr<unsigned char[]> Object::*copy) {
  for (Object &object : objects) {
    (object.*copy) = std::make_unique_for_overwrite<unsigned char[]>(object.bytes);
    std::memcpy((object.*copy).get(), object.begin, object.bytes);
  }
}

void OrderCheck::restore(std::unique_ptr<unsigned char[]> Object::*copy) noexcept {
  for (Object &object : objects)
    std::memcpy(object.begin, (object.*copy).get(), object.bytes);
}

std::optional<WatchedWrite> OrderCheck::runAgain(const Repetition &repetition) noexcept {
  restore(&Object::before);
  device::Launch again = launch;
  KernelCode *const other = repetition.ordersItems ? code.backwards() : nullptr;
  const weft_kernel_description &own = *launch.version.kernel;
  const KernelCode::Version *const version = other ? other->launchable(launch.range) : nullptr;
  if (version && version->loaded.kernel->argument_block_bytes == own.argument_block_bytes &&
      version->loaded.kernel->local_memory_bytes == own.local_memory_bytes)
    again.version = version->loaded;
  again.versions = nullptr;
  again.output = {.function = discard};
  again.isSequential = true;
  again.groupOrder = repetition.ordersGroups ? repetition.seed : 0;
  const CheckedRun run(checks, again, &repetition);
  if (device::run(arena, again) != device::LaunchStatus::Complete)
    restore(&Object::results);
  return run.lastWrite();
}

std::optional<OrderCheck::Difference> OrderCheck::firstDifference() const noexcept {
  for (const Object &object : objects) {
    const unsigned char *results = object.results.get();
    if (std::memcmp(results, object.begin, object.bytes) == 0)
      continue;
    const auto *found = std::mismatch(results, results + object.bytes, object.begin).first;
    return Difference{&object, static_cast<std::size_t>(found - results)};
  }
  return std::nullopt;
}

void OrderCheck::compare() noexcept {
  if (!isExamined)
    return;
  try {
    keep(&Object::results);
  } catch (const std::bad_alloc &) {
    return;
  }
  try {
    const Repetition all{.seed = std::max<std::uint64_t>(Settings::ofProcess().checkSchedule, 1),
                         .ordersGroups = true,
                         .ordersItems = true,
                         .delaysCopies = true,
                         .watched = {0, 0}};
    runAgain(all);
    if (const auto difference = firstDifference())
      checks->reportOrder(describe(*difference, all));
  } catch (const std::bad_alloc &) {
    // There is no report.
  }
  restore(&Object::results);
}

OrderDifference OrderCheck::describe(const Difference &difference, const Repetition &all) {
  const Object &object = *difference.object;
  const bool isArgument = object.argument != noArgument;
  const ElementType type =
      elementOf(isArgument ? launch.version.kernel->arguments[object.argument].type_name : "");
  const std::size_t offset = difference.offset / type.bytes * type.bytes;
  const bool isWhole = offset + type.bytes <= object.bytes;
  const ElementType shown = isWhole ? type : ElementType{};
  const std::size_t at = isWhole ? offset : difference.offset;
  OrderDifference found;
  found.argument = isArgument ? std::optional(object.argument) : std::nullopt;
  found.bytes = object.bytes;
  found.element = placeOfElement(shown, at);
  found.first = elementText(shown, object.results.get() + at);
  found.second = elementText(shown, object.begin + at);
  Repetition watching = all;
  watching.watched = {reinterpret_cast<std::uintptr_t>(object.begin) + difference.offset, 1};
  const Repetition usual{.watched = watching.watched};
  found.secondWrite = runAgain(watching);
  found.firstWrite = runAgain(usual);
  found.cause = causeOf(difference, all);
  return found;
}

// After a run in the usual order on one thread: groups of the launch itself ran on several.
const char *OrderCheck::causeOf(const Difference &difference, const Repetition &all) noexcept {
  const unsigned char &now = difference.object->begin[difference.offset];
  const unsigned char usual = now;
  if (usual != difference.object->results[difference.offset])
    return "the order of groups";
  const auto differs = [&](const Repetition &repetition) {
    runAgain(repetition);
    return now != usual;
  };
  if (launch.version.kernel->flags & WEFT_KERNEL_TRACKS_COPIES &&
      differs({.seed = all.seed, .delaysCopies = true}))
    return "when asynchronous copies are made";
  if (differs({.seed = all.seed, .ordersGroups = true}))
    return "the order of groups";
  if (differs({.seed = all.seed, .ordersItems = true}))
    return "the order of work-items";
  return "the order of groups, of work-items and of copies";
}

} // namespace weft::icd

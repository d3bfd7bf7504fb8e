// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/enqueue/launch_checks.h"

#include "device/checks/report.h"
#include "icd/core/context/context.h"
#include "icd/core/enqueue/mistake_text.h"
#include "icd/core/memory/memory.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>

namespace weft::icd {
namespace {

bool isAccess(const weft_check_site &site) {
  return site.mistake <= WEFT_MISTAKE_ATOMIC || site.mistake == WEFT_MISTAKE_ALIGNMENT;
}

std::string idText(const std::array<std::uint64_t, 3> &id) {
  return "(" + std::to_string(id[0]) + ", " + std::to_string(id[1]) + ", " + std::to_string(id[2]) +
         ")";
}

} // namespace

LaunchChecks::LaunchChecks(const Context &context, const weft_kernel_description &kernel,
                           const device::NdRange &range, const CapturedArguments &arguments)
    : context(context), kernel(kernel), range(range), arguments(arguments),
      checks{arguments.extents(), report, lookUp, this} {}

std::size_t LaunchChecks::slotOf(const weft_check_site &site) noexcept {
  return reinterpret_cast<std::uintptr_t>(&site) / sizeof site % 64;
}

bool LaunchChecks::isDone(const weft_check_site &site) const noexcept {
  return done[slotOf(site)].load(std::memory_order_relaxed) == &site;
}

void LaunchChecks::setDone(const weft_check_site &site) noexcept {
  done[slotOf(site)].store(&site, std::memory_order_relaxed);
}

std::string LaunchChecks::describeArgument(std::size_t index) const {
  std::string text =
      "argument " + std::to_string(index) + " '" + kernel.arguments[index].name + "'";
  const std::uint64_t size = arguments.extents()[index].size;
  if (kernel.arguments[index].kind == WEFT_ARGUMENT_LOCAL_POINTER)
    return text + " (local memory of " + bytesText(size) + ")";
  if (kernel.arguments[index].kind == WEFT_ARGUMENT_VALUE)
    return text + " (a value of " + bytesText(size) + ")";
  const Memory *memory = arguments.objectAt(index);
  if (!memory)
    return text + (size ? " (an allocation of " + bytesText(size) + ")" : " (null)");
  text += memory->parent() ? " (sub-buffer of " : " (buffer of ";
  text += bytesText(size);
  if (memory->parent())
    text += " from byte " + std::to_string(memory->origin()) + " on";
  return text + ", " + memoryFlagsText(memory->flags()) + ")";
}

std::string LaunchChecks::describeObject(const weft_check_site &site, std::uint64_t size) const {
  const std::string name = *site.name ? std::string(" '") + site.name + "'" : "";
  const std::string ofSize = " of " + bytesText(size);
  switch (site.origin) {
  case WEFT_ORIGIN_ARGUMENT:
    if (site.argument < kernel.argument_count)
      return describeArgument(site.argument);
    break;
  case WEFT_ORIGIN_PRIVATE:
    return "private variable" + name + ofSize;
  case WEFT_ORIGIN_LOCAL:
    return "local variable" + name + ofSize;
  case WEFT_ORIGIN_PROGRAM:
    return "program variable" + name + ofSize;
  default:
    break;
  }
  return size ? "an object" + ofSize : "no object";
}

// Ids count from the launch's offset; groups are those that the host has enqueued.
std::string LaunchChecks::describeItem(const Id &id) const {
  Id global{}, local{}, group{};
  for (std::size_t d = 0; d < 3; ++d) {
    const bool isUsed = d < range.dimensions;
    const std::uint64_t size = isUsed ? std::max<std::uint64_t>(range.localSize[d], 1) : 1;
    global[d] = id[d] + (isUsed ? range.offset[d] : 0);
    local[d] = id[d] % size;
    group[d] = id[d] / size;
  }
  return "work-item " + idText(global) + ", " + idText(local) + " of group " + idText(group);
}

std::string LaunchChecks::messageOf(const weft_check_site &site, std::uint64_t first,
                                    std::uint64_t second) const {
  return isAccess(site) ? accessText(site, first, second, describeObject(site, second))
                        : arithmeticText(site, first, second);
}

void LaunchChecks::report(void *launch, const weft_check_site *site, std::uint64_t first,
                          std::uint64_t second, std::uint64_t x, std::uint64_t y,
                          std::uint64_t z) noexcept try {
  auto &self = *static_cast<LaunchChecks *>(launch);
  if (self.isDone(*site))
    return;
  device::CheckReport report;
  report.check = isAccess(*site) ? Check::Bounds : Check::Arithmetic;
  report.kernel = site->kernel;
  report.where = {site->file, site->line, site->column};
  report.site = reinterpret_cast<std::uintptr_t>(site);
  report.message = self.messageOf(*site, first, second) + "; " + self.describeItem({x, y, z});
  const std::optional<std::string> text = device::deliver(report);
  if (text)
    self.context.report(text->c_str());
  else
    self.setDone(*site);
} catch (const std::bad_alloc &) {
  return;
}

// Of several arguments, as of a buffer and a part of it, the largest: the kernel may have either.
std::optional<weft_extent> LaunchChecks::objectOfArgumentsAt(std::uint64_t address) const noexcept {
  std::optional<weft_extent> found;
  for (std::uint32_t index = 0; index != kernel.argument_count; ++index) {
    if (kernel.arguments[index].kind != WEFT_ARGUMENT_GLOBAL_POINTER || !arguments.objectAt(index))
      continue;
    const weft_extent &extent = arguments.extents()[index];
    std::uint64_t pointer;
    std::memcpy(&pointer, arguments.block() + kernel.arguments[index].offset, sizeof pointer);
    const std::uint64_t begin = pointer - extent.offset;
    if (address - begin < extent.size && (!found || extent.size > found->size))
      found = {begin, extent.size};
  }
  return found;
}

std::uint64_t LaunchChecks::lookUp(void *launch, std::uint64_t address,
                                   std::uint32_t ofSize) noexcept {
  const auto &self = *static_cast<const LaunchChecks *>(launch);
  if (address == 0)
    return 0;
  if (const auto found = self.objectOfArgumentsAt(address))
    return ofSize ? found->size : found->offset;
  if (const auto found = self.context.allocations().find(reinterpret_cast<const void *>(address)))
    return ofSize ? found->bytes : reinterpret_cast<std::uintptr_t>(found->base);
  return ofSize ? WEFT_ALL_MEMORY : 0;
}

} // namespace weft::icd

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/enqueue/checked_run.h"

#include "device/base/numbers.h"
#include "device/base/settings.h"
#include "device/checks/copied_cells.h"
#include "icd/core/context/checked/command_accesses.h"
#include "icd/core/context/checked/released_storage.h"
#include "icd/core/context/context.h"
#include "icd/core/enqueue/cell_accesses.h"
#include "icd/core/memory/memory.h"

#include <algorithm>
#include <new>

namespace weft::icd {

CheckedRun::CheckedRun(const LaunchChecks *checks, device::Launch &launch,
                       const Repetition *repetition) noexcept
    : checks(checks) {
  if (!checks)
    return;
  const CheckSet wanted = Settings::ofProcess().checks;
  forKernel = {.extents = checks->arguments().extents(),
               .report = repetition ? ignore : report,
               .look_up = lookUp,
               .check_context = this,
               .report_race = repetition ? ignoreRace : reportRace,
               .launch_bits = 0,
               .local_cells = 0,
               .tracks_reads = 0,
               .is_strict = wanted.has(Check::StrictRaces),
               .local_contents = 0,
               .local_copies = 0,
               .begin_copy = beginCopy,
               .await_copy = awaitCopy,
               .end_copies = endCopies,
               .fence_copies = fenceCopies,
               .touch = touch,
               .note_copy = noteCopy,
               .delays_copies = repetition && repetition->delaysCopies,
               .watched = repetition ? repetition->watched : weft_bytes{0, 0},
               .first_item = repetition ? repetition->seed : 0};
  launch.checks = &forKernel;
  findReleased();
  const std::uint32_t flags = launch.version.kernel->flags;
  // Nothing depends on what an earlier group has left.
  if (flags & WEFT_KERNEL_CHECKS_ORDER && launch.localMemoryBytes)
    launch.zeroesLocalMemory = true;
  reportsRaces = !repetition;
  reportsCopies = !repetition && flags & WEFT_KERNEL_CHECKS_COPIES;
  constexpr std::uint32_t tracks =
      WEFT_KERNEL_TRACKS_ACCESSES | WEFT_KERNEL_TRACKS_CONTENTS | WEFT_KERNEL_TRACKS_COPIES;
  if (!(flags & tracks))
    return;
  granule = (flags & WEFT_KERNEL_GRANULE_MASK) >> WEFT_KERNEL_GRANULE_SHIFT;
  launch.localMemoryBytes = placeBehindLocalMemory(launch);
  launch.zeroesLocalMemory = launch.localMemoryBytes != 0;
  try {
    track(flags);
  } catch (const std::bad_alloc &) {
    for (weft_extent &extent : extents)
      extent.cells = 0;
  }
}

CheckedRun::~CheckedRun() {
  noteAccesses();
  for (const Object &object : objects)
    device::CellPool::ofProcess().giveBack(object.cells);
}

// Local memory is followed by its cells, its contents, and the copies of the group, which are
// zeroed with it.
std::uint64_t CheckedRun::placeBehindLocalMemory(device::Launch &launch) {
  const std::uint32_t flags = launch.version.kernel->flags;
  const std::uint64_t localBytes = roundUp(launch.localMemoryBytes, WEFT_BLOCK_ALIGNMENT);
  std::uint64_t bytes = localBytes;
  if (flags & WEFT_KERNEL_TRACKS_ACCESSES) {
    forKernel.local_cells = bytes;
    bytes += roundUp(cellsOf(localBytes) / 2, WEFT_BLOCK_ALIGNMENT);
  }
  if (flags & WEFT_KERNEL_TRACKS_CONTENTS) {
    forKernel.local_contents = bytes;
    bytes += localBytes;
  }
  if (flags & WEFT_KERNEL_TRACKS_COPIES) {
    forKernel.local_copies = bytes;
    bytes += roundUp(device::CopiesInFlight::bytes(), WEFT_BLOCK_ALIGNMENT);
    launch.afterGroup = afterGroup;
    launch.afterGroupContext = this;
  }
  return bytes;
}

void CheckedRun::copyExtents() {
  if (!extents.empty())
    return;
  const weft_extent *given = checks->arguments().extents();
  extents.assign(given, given + checks->description().argument_count);
  forKernel.extents = extents.data();
}

// The host may have released memory since the command was enqueued. Of a released object no byte is
// inside, and its offsets are addresses, from which the report knows it.
void CheckedRun::findReleased() {
  const ReleasedStorage *released = ReleasedStorage::ofProcess();
  if (!released || released->isEmpty())
    return;
  for (std::size_t index = 0; index != checks->description().argument_count; ++index) {
    const std::optional<std::uint64_t> address = checks->pointerAt(index);
    if (!address || !released->find(*address))
      continue;
    copyExtents();
    extents[index] = {};
    extents[index].offset = *address;
  }
}

void CheckedRun::track(std::uint32_t flags) {
  if (!(flags & (WEFT_KERNEL_TRACKS_ACCESSES | WEFT_KERNEL_TRACKS_CONTENTS)))
    return;
  copyExtents();
  if (flags & WEFT_KERNEL_TRACKS_ACCESSES) {
    number = device::CellPool::ofProcess().nextLaunch();
    forKernel.launch_bits = number.bits;
    trackAccesses();
  }
  if (flags & WEFT_KERNEL_TRACKS_CONTENTS)
    trackContents(flags);
}

bool CheckedRun::isObject(std::size_t argument) const {
  return checks->description().arguments[argument].kind == WEFT_ARGUMENT_GLOBAL_POINTER &&
         extents[argument].size != 0;
}

void CheckedRun::trackAccesses() {
  std::size_t pointers = 0;
  bool haveCells = true;
  for (std::size_t index = 0; index != extents.size(); ++index) {
    if (!isObject(index))
      continue;
    weft_extent &extent = extents[index];
    if (extent.size != WEFT_ALL_MEMORY)
      extent.cells = cellsOfArgument(index);
    ++pointers;
    haveCells = haveCells && extent.cells;
  }
  const bool concernsOthers = pointers > objects.size() || !hostRanges.empty() ||
                              (reportsRaces && CommandAccesses::current());
  forKernel.tracks_reads = haveCells && concernsOthers;
}

// Of all objects that have cells.
void CheckedRun::noteAccesses() const noexcept try {
  CommandAccesses *accesses = reportsRaces ? CommandAccesses::current() : nullptr;
  if (!accesses || !number.bits)
    return;
  for (const Object &object : objects) {
    const auto allocation =
        checks->context().allocations().find(reinterpret_cast<const void *>(object.begin));
    if (object.cells.begin && !(allocation && allocation->purpose.isSeenWhileWritten()))
      accesses->add({checks->describeObjectAt(object.begin, object.bytes), object.begin,
                     accessesIn(reinterpret_cast<const std::uint64_t *>(object.cells.begin),
                                {object.begin, object.bytes}, granule, number.bits)});
  }
} catch (const std::bad_alloc &) {
  return;
}

// The distance from an object to its contents; 0 if everything is initialised.
static std::uint64_t distanceTo(device::Contents *contents, const unsigned char *object) {
  const unsigned char *begin = contents ? contents->begin() : nullptr;
  return begin ? reinterpret_cast<std::uintptr_t>(begin) - reinterpret_cast<std::uintptr_t>(object)
               : 0;
}

// That of the whole object. Writes to images are not followed, nor those of enqueued kernels to
// buffers, which are no arguments of theirs.
void CheckedRun::trackContents(std::uint32_t flags) {
  for (std::size_t index = 0; index != extents.size(); ++index) {
    if (const Memory *memory = checks->arguments().objectAt(index)) {
      if (!memory->isBuffer() || flags & WEFT_KERNEL_ENQUEUES)
        memory->noteWrites();
      extents[index].contents = distanceTo(memory->contents(), memory->root().data());
    } else if (const auto address = isObject(index) ? checks->pointerAt(index) : std::nullopt) {
      const auto found =
          checks->context().allocations().find(reinterpret_cast<const void *>(*address));
      if (found)
        extents[index].contents = contentsOfAllocation(*found);
    }
  }
}

// The run keeps them, whatever the host releases.
std::uint64_t CheckedRun::contentsOfAllocation(const Allocation &allocation) {
  if (!allocation.contents)
    return 0;
  const auto [held, isNew] = contents.try_emplace(allocation.base, allocation.contents, 0);
  if (isNew)
    held->second.distance = distanceTo(allocation.contents.get(), allocation.base);
  return held->second.distance;
}

// Of its window, if the object is one. 0 if there is no memory for them.
std::uint64_t CheckedRun::cellsOfArgument(std::size_t index) {
  const weft_extent &extent = extents[index];
  std::uint64_t begin = checks->beginAt(index), bytes = extent.size, from = 0;
  if (const Memory *memory = checks->arguments().objectAt(index)) {
    const Memory &root = memory->root();
    from = memory->offsetInRoot();
    begin = reinterpret_cast<std::uintptr_t>(root.data());
    bytes = root.size();
  }
  const unsigned char *cells = objectOf(begin, bytes).cells.begin;
  return cells ? reinterpret_cast<std::uintptr_t>(cells) + cellsOf(from) : 0;
}

CheckedRun::Object &CheckedRun::objectOf(std::uint64_t begin, std::uint64_t bytes) {
  const auto found = std::ranges::find(objects, begin, &Object::begin);
  if (found != objects.end())
    return *found;
  objects.reserve(objects.size() + 1);
  // The last bytes of an object may be less than a granule.
  const auto cells = device::CellPool::ofProcess().take(cellsOf(bytes) + 8, number);
  Object &object = objects.emplace_back(begin, bytes, cells);
  markHostRanges(object);
  return object;
}

// As if another group had accessed them, which leaves no place.
void CheckedRun::markHostRanges(const Object &object) {
  const HostRanges *ranges = reportsRaces ? HostRanges::ofProcess() : nullptr;
  if (!ranges || !object.cells.begin)
    return;
  auto *cells = reinterpret_cast<std::uint64_t *>(object.cells.begin);
  for (const HostRange &range : ranges->overlapping(object.begin, object.bytes)) {
    const std::uint64_t from = std::max<std::uint64_t>(range.begin, object.begin) - object.begin;
    const std::uint64_t to =
        std::min<std::uint64_t>(range.begin + range.bytes, object.begin + object.bytes) -
        object.begin;
    const std::uint64_t cell = cellOfHost(number.bits, range.writes);
    std::fill(cells + (from >> granule), cells + ((to - 1) >> granule) + 1, cell);
    hostRanges.push_back(range);
  }
}

// The map that an access may be wrong because of: of an argument that of its address, which the
// access may have read before; of other pointers any, if nobody else has accessed the memory.
std::optional<HostRange> CheckedRun::hostRangeOf(const Race &race) const {
  const std::scoped_lock lock(mutex);
  if (hostRanges.empty() || race.flags & WEFT_RACE_IS_IN_LOCAL_MEMORY)
    return std::nullopt;
  const bool isOfArgument = race.site.origin == WEFT_ORIGIN_ARGUMENT;
  constexpr std::uint64_t places = (1ull << WEFT_CELL_ITEM_SHIFT) - (1ull << WEFT_CELL_PLACE_SHIFT);
  if (!isOfArgument && race.cell & places)
    return std::nullopt;
  const bool reads = race.site.mistake == WEFT_MISTAKE_READ || race.flags & WEFT_RACE_ONLY_READS;
  const std::uint64_t bytes = std::max<std::uint64_t>(race.site.bytes, 1);
  const std::uint64_t address =
      isOfArgument ? checks->beginAt(race.site.argument) + race.offset : 0;
  const auto found = std::ranges::find_if(hostRanges, [&](const HostRange &range) {
    return (range.writes || !reads) && (!isOfArgument || range.overlaps(address, bytes));
  });
  return found == hostRanges.end() ? std::nullopt : std::optional(*found);
}

void CheckedRun::tellRace(const Race &race) const noexcept try {
  if (const auto range = hostRangeOf(race))
    checks->reportMapped(race, *range);
  else
    checks->reportRace(race);
} catch (const std::bad_alloc &) {
  return;
}

void CheckedRun::report(void *run, const weft_check_site *site, std::uint64_t first,
                        std::uint64_t second, std::uint64_t x, std::uint64_t y,
                        std::uint64_t z) noexcept {
  static_cast<CheckedRun *>(run)->checks->report(*site, first, second, {x, y, z});
}

void CheckedRun::reportRace(void *run, const weft_launch *launch, const weft_access_places *places,
                            const weft_check_site *site, std::uint64_t cell, std::uint64_t offset,
                            std::uint64_t size, std::uint32_t flags, std::uint64_t x,
                            std::uint64_t y, std::uint64_t z) noexcept {
  static_cast<CheckedRun *>(run)->tellRace(
      {*launch, *places, *site, cell, offset, size, flags, {x, y, z}});
}

void CheckedRun::noteWrite(const device::CopySide &written, const weft_check_site &site,
                           const LaunchChecks::Id &id) noexcept {
  const weft_bytes &watched = forKernel.watched;
  if (!watched.size || !written.overlaps(watched.begin, watched.size))
    return;
  const std::scoped_lock lock(mutex);
  lastWritten = {&site, id};
}

std::uint64_t CheckedRun::beginCopy(void *run, weft_copies *copies, const weft_check_site *site,
                                    std::uint64_t destination, std::uint64_t source,
                                    const weft_copy_shape *shape, std::uint64_t event,
                                    std::uint32_t flags, std::uint64_t x, std::uint64_t y,
                                    std::uint64_t z) noexcept {
  auto &self = *static_cast<CheckedRun *>(run);
  device::CopyInFlight copy;
  copy.written = {destination,   shape->bytes,
                  shape->lines,  shape->destination_line,
                  shape->planes, shape->destination_plane};
  copy.read = {source,        shape->bytes,       shape->lines, shape->source_line,
               shape->planes, shape->source_plane};
  copy.site = site;
  copy.item = {x, y, z};
  copy.isToLocal = flags & WEFT_COPY_IS_TO_LOCAL;
  self.noteWrite(copy.written, *site, copy.item);
  const auto begun =
      device::CopiesInFlight(copies).begin(copy, event, self.forKernel.delays_copies);
  if (begun.conflict && self.reportsCopies)
    self.checks->reportConflict(copy, *begun.conflict);
  return begun.event;
}

void CheckedRun::awaitCopy(void *run, weft_copies *copies, const weft_check_site *site,
                           std::uint64_t event, std::uint64_t x, std::uint64_t y,
                           std::uint64_t z) noexcept {
  const auto &self = *static_cast<CheckedRun *>(run);
  const auto waited = device::CopiesInFlight(copies).await(event, *site);
  if (waited.kind != device::CopiesInFlight::Wait::Known && self.reportsCopies)
    self.checks->reportWait(*site, waited, {x, y, z});
}

void CheckedRun::endCopies(void *, weft_copies *copies) noexcept {
  device::CopiesInFlight(copies).end();
}

void CheckedRun::fenceCopies(void *, weft_copies *copies) noexcept {
  device::CopiesInFlight(copies).fence();
}

void CheckedRun::touch(void *run, weft_copies *copies, const weft_check_site *site,
                       std::uint64_t address, std::uint64_t bytes, std::uint64_t offset,
                       std::uint64_t size, std::uint64_t x, std::uint64_t y,
                       std::uint64_t z) noexcept {
  auto &self = *static_cast<CheckedRun *>(run);
  const TouchingAccess access{*site, address, bytes, offset};
  if (access.writes())
    self.noteWrite({address, bytes, 1, 0, 1, 0}, *site, {x, y, z});
  if (!copies || !self.reportsCopies)
    return;
  const device::CopiesInFlight list(copies);
  if (const device::CopyInFlight *copy = list.touched(address, bytes, access.writes()))
    self.checks->reportTouch(access, *copy, size, {x, y, z});
}

void CheckedRun::noteCopy(void *run, const weft_launch *launch, const weft_access_places *places,
                          const weft_check_site *site, std::uint64_t cells, std::uint64_t own,
                          std::uint64_t place, const weft_copied_bytes *bytes, std::uint32_t flags,
                          std::uint64_t x, std::uint64_t y, std::uint64_t z) noexcept {
  const auto &self = *static_cast<CheckedRun *>(run);
  if (!cells || !self.reportsRaces)
    return;
  const bool isLocal = flags & WEFT_RACE_IS_IN_LOCAL_MEMORY;
  const auto race = device::noteCopy(
      {cells, own, place, isLocal, (flags & WEFT_RACE_IS_WRITE) != 0, self.granule}, *bytes);
  if (race)
    self.tellRace(
        {*launch, *places, *site, race->cell, race->offset, bytes->size, flags, {x, y, z}});
}

void CheckedRun::afterGroup(void *run, unsigned char *localMemory) noexcept {
  const auto &self = *static_cast<CheckedRun *>(run);
  auto *copies = reinterpret_cast<weft_copies *>(localMemory + self.forKernel.local_copies);
  for (const device::CopyInFlight &copy : device::CopiesInFlight(copies).all()) {
    if (copy.isDelayed)
      copy.make();
    if (self.reportsCopies)
      self.checks->reportUnawaited(copy);
  }
}

std::uint64_t CheckedRun::lookUp(void *run, std::uint64_t address, std::uint32_t what) noexcept {
  auto &self = *static_cast<CheckedRun *>(run);
  if (address == 0)
    return 0;
  if (const auto argument = self.checks->argumentAt(address)) {
    const weft_extent &extent = self.forKernel.extents[*argument];
    return what == WEFT_LOOK_UP_BEGIN   ? self.checks->beginAt(*argument)
           : what == WEFT_LOOK_UP_SIZE  ? extent.size
           : what == WEFT_LOOK_UP_CELLS ? extent.cells
                                        : extent.contents;
  }
  const auto found =
      self.checks->context().allocations().find(reinterpret_cast<const void *>(address));
  const ReleasedStorage *released = found ? nullptr : ReleasedStorage::ofProcess();
  if (released && released->find(address))
    return 0; // as of findReleased()
  if (!found)
    return what == WEFT_LOOK_UP_SIZE ? WEFT_ALL_MEMORY : 0;
  const auto begin = reinterpret_cast<std::uintptr_t>(found->base);
  return what == WEFT_LOOK_UP_BEGIN   ? begin
         : what == WEFT_LOOK_UP_SIZE  ? found->bytes
         : what == WEFT_LOOK_UP_CELLS ? self.cellsOfAllocation(begin, found->bytes)
                                      : self.lookUpContents(*found);
}

std::uint64_t CheckedRun::lookUpContents(const Allocation &allocation) noexcept {
  try {
    const std::scoped_lock lock(mutex);
    return contentsOfAllocation(allocation);
  } catch (const std::bad_alloc &) {
    allocation.contents->noteAll();
    return 0;
  }
}

std::uint64_t CheckedRun::cellsOfAllocation(std::uint64_t begin, std::uint64_t bytes) noexcept {
  try {
    const std::scoped_lock lock(mutex);
    return reinterpret_cast<std::uintptr_t>(objectOf(begin, bytes).cells.begin);
  } catch (const std::bad_alloc &) {
    return 0;
  }
}

} // namespace weft::icd

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/passes/program_harness.h"

#include "device/base/bytes.h"
#include "device/base/files/memory_file.h"
#include "device/base/files/transfer.h"

#include <dlfcn.h>
#include <unistd.h>

#include <string>

namespace weft::test {

LoadedProgram::LoadedProgram(const std::string &source, const std::string &options, bool verifies,
                             compiler::Tier tier) {
  const BuiltProgram built = buildSource(source, options, verifies, tier);
  buildLog = built.log;
  if (!built.success)
    return;
  file = makeMemoryFile("program", MemoryFileUse::Program);
  if (!writeAll(file.get(), asText(built.payload)))
    return;
  // By the process's number: a debugger opens the path as well, and would take /proc/self for its
  // own.
  const std::string path =
      "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(file.get());
  handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    buildLog += dlerror();
    return;
  }
  description = static_cast<const weft_program_description *>(dlsym(handle, WEFT_PROGRAM_SYMBOL));
}

LoadedProgram::~LoadedProgram() {
  if (handle)
    dlclose(handle);
}

const weft_kernel_description *LoadedProgram::find(const std::string &name) const {
  for (std::uint32_t index = 0; index != description->kernel_count; ++index)
    if (name == description->kernels[index].name)
      return &description->kernels[index];
  return nullptr;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> Range::parts() const {
  const std::uint64_t all = groups(0) * groups(1) * groups(2);
  std::vector<std::uint64_t> bounds = cuts;
  if (bounds.empty())
    bounds.push_back(all / 3);
  bounds.insert(bounds.begin(), 0);
  bounds.push_back(all);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> result;
  for (std::size_t part = bounds.size() - 1; part != 0; --part)
    result.emplace_back(bounds[part - 1], bounds[part]);
  return result;
}

Launch::Launch(const weft_kernel_description &kernel)
    : kernel(kernel), localBytes(kernel.local_memory_bytes), extents(kernel.argument_count) {}

Launch &Launch::object(unsigned index, const void *begin, std::uint64_t bytes) {
  extents[index] = {0, bytes, 0, 0, bytes, bytes};
  objects.push_back({reinterpret_cast<std::uintptr_t>(begin), bytes, index});
  return set(index, begin);
}

void Launch::report(void *context, const weft_check_site *site, std::uint64_t first,
                    std::uint64_t second, std::uint64_t x, std::uint64_t y, std::uint64_t z) {
  std::string text = "mistake " + std::to_string(site->mistake) + " at " +
                     std::to_string(site->line) + ":" + std::to_string(site->column) + " '" +
                     site->name + "',";
  for (const std::uint64_t operand : {first, second})
    text += " " + std::to_string(static_cast<std::int64_t>(operand));
  text += ", item";
  for (const std::uint64_t id : {x, y, z})
    text += " " + std::to_string(id);
  static_cast<Launch *>(context)->reports.push_back(text);
}

void Launch::reportRace(void *context, const weft_launch *, const weft_access_places *places,
                        const weft_check_site *site, std::uint64_t cell, std::uint64_t offset,
                        std::uint64_t size, std::uint32_t flags, std::uint64_t x, std::uint64_t y,
                        std::uint64_t z) {
  const auto placeOf = [](const weft_check_site &at) {
    return std::to_string(at.line) + ":" + std::to_string(at.column);
  };
  const bool isLocal = flags & WEFT_RACE_IS_IN_LOCAL_MEMORY;
  const unsigned begin = isLocal ? WEFT_LOCAL_CELL_PLACE_SHIFT : WEFT_CELL_PLACE_SHIFT,
                 end = isLocal ? WEFT_LOCAL_CELL_ITEM_SHIFT : WEFT_CELL_ITEM_SHIFT;
  const std::uint64_t mask = (std::uint64_t{1} << (end - begin)) - 1;
  std::string text = "race at " + placeOf(*site) + " with";
  for (std::uint64_t index = 0; index != places->count; ++index)
    if ((places->numbers[index] & mask) == ((cell >> begin) & mask))
      text += " " + placeOf(*places->sites[index]);
  text += ",";
  for (const std::uint64_t number : {cell, offset, size, std::uint64_t{flags}, x, y, z})
    text += " " + std::to_string(number);
  static_cast<Launch *>(context)->reports.push_back(text);
}

std::uint64_t Launch::lookUp(void *context, std::uint64_t address, std::uint32_t what) {
  const auto &launch = *static_cast<Launch *>(context);
  for (const Object &object : launch.objects)
    if (address - object.begin < object.size)
      return what == WEFT_LOOK_UP_BEGIN   ? object.begin
             : what == WEFT_LOOK_UP_SIZE  ? object.size
             : what == WEFT_LOOK_UP_CELLS ? launch.extents[object.argument].cells
                                          : launch.extents[object.argument].contents;
  return what == WEFT_LOOK_UP_SIZE && address ? WEFT_ALL_MEMORY : 0;
}

// Cells, and contents of local memory; buffers are initialised.
void Launch::makeShadows(weft_checks &checks) {
  constexpr std::uint64_t block = WEFT_BLOCK_ALIGNMENT;
  const unsigned granule = (kernel.flags & WEFT_KERNEL_GRANULE_MASK) >> WEFT_KERNEL_GRANULE_SHIFT;
  checks.launch_bits = std::uint64_t{1} << WEFT_CELL_LAUNCH_SHIFT;
  checks.local_cells = (localBytes + block - 1) / block * block;
  checks.local_contents = checks.local_cells + (checks.local_cells * 4 >> granule);
  shadowBytes = checks.local_contents;
  cells.clear();
  for (const Object &object : objects) {
    auto &own = cells[object.begin];
    checks.tracks_reads |= !own.empty();
    own.resize(std::max<std::size_t>(own.size(), (object.size >> granule) + 1));
  }
  for (const Object &object : objects)
    extents[object.argument].cells = reinterpret_cast<std::uintptr_t>(cells[object.begin].data());
}

Launch &Launch::local(unsigned index, std::uint64_t bytes) {
  set(index, localBytes);
  extents[index] = {0, bytes, 0, 0, bytes, bytes};
  localBytes += (bytes + WEFT_BLOCK_ALIGNMENT - 1) / WEFT_BLOCK_ALIGNMENT * WEFT_BLOCK_ALIGNMENT;
  return *this;
}

std::int32_t Launch::print(void *context, const char *format, std::uint32_t count,
                           const weft_printf_argument *arguments) {
  std::string text = format;
  const auto *next = reinterpret_cast<const unsigned char *>(arguments);
  for (std::uint32_t index = 0; index != count; ++index) {
    const auto *record = reinterpret_cast<const weft_printf_argument *>(next);
    next += sizeof(*record);
    text += "|" + std::string(1, "ifp"[record->kind]) + std::to_string(record->element_bytes) +
            "x" + std::to_string(record->lanes);
    for (unsigned lane = 0; lane != record->lanes; ++lane) {
      const unsigned char *value = next + lane * record->element_bytes;
      if (record->kind == WEFT_PRINTF_INTEGER && record->element_bytes == 4) {
        std::int32_t number;
        std::memcpy(&number, value, sizeof(number));
        text += ":" + std::to_string(number);
      } else if (record->kind == WEFT_PRINTF_FLOAT && record->element_bytes == 8) {
        double number;
        std::memcpy(&number, value, sizeof(number));
        text += ":" + std::to_string(number);
      } else if (record->kind == WEFT_PRINTF_FLOAT && record->element_bytes == 4) {
        float number;
        std::memcpy(&number, value, sizeof(number));
        text += ":" + std::to_string(number);
      } else if (record->kind == WEFT_PRINTF_POINTER) {
        const char *pointed;
        std::memcpy(&pointed, value, sizeof(pointed));
        text += std::string(":") + pointed;
      }
    }
    next += (record->lanes * record->element_bytes + 7) / 8 * 8;
  }
  static_cast<Launch *>(context)->output.push_back(text);
  return 0;
}

namespace {

// A block with canaries on both sides, filled so that nothing can rely on zeros.
class GuardedBlock {
public:
  explicit GuardedBlock(std::uint64_t bytes) : bytes(bytes), storage(bytes + 3 * guard, canary) {
    const auto address = reinterpret_cast<std::uintptr_t>(storage.data()) + guard;
    start = storage.data() + guard + (guard - address % guard) % guard;
    std::memset(start, 0xA5, bytes);
  }
  unsigned char *data() { return start; }
  bool isIntact() const {
    for (std::uint64_t index = 0; index != storage.size(); ++index) {
      const unsigned char *byte = storage.data() + index;
      if ((byte < start || byte >= start + bytes) && *byte != canary)
        return false;
    }
    return true;
  }

private:
  static constexpr std::uint64_t guard = 4 * WEFT_BLOCK_ALIGNMENT;
  static constexpr unsigned char canary = 0x5C;
  std::uint64_t bytes;
  std::vector<unsigned char> storage;
  unsigned char *start;
};

} // namespace

bool Launch::run(const Range &range) {
  weft_checks checks{};
  checks.extents = extents.data();
  checks.report = report;
  checks.look_up = lookUp;
  checks.check_context = this;
  checks.report_race = reportRace;
  const bool isTracked = kernel.flags & (WEFT_KERNEL_TRACKS_ACCESSES | WEFT_KERNEL_TRACKS_CONTENTS);
  if (isTracked)
    makeShadows(checks);
  weft_checked_launch checked{{}, &checks};
  weft_launch &launch = checked.launch;
  launch.work_dimensions = range.dimensions;
  for (unsigned dimension = 0; dimension != 3; ++dimension) {
    launch.global_offset[dimension] = range.offset[dimension];
    launch.global_size[dimension] = range.global[dimension];
    launch.local_size[dimension] = range.local[dimension];
    launch.group_count[dimension] = range.groups(dimension);
  }
  launch.arguments = block;
  launch.print = print;
  launch.print_context = this;

  const std::uint64_t items = range.local[0] * range.local[1] * range.local[2];
  const std::uint64_t inRow = range.local[kernel.lane_dimension];
  const std::uint64_t row =
      (inRow + WEFT_CONTEXT_LANES - 1) / WEFT_CONTEXT_LANES * WEFT_CONTEXT_LANES;
  const std::uint64_t contextBytes =
      kernel.context_fixed_bytes + row * (items / inRow) * kernel.context_item_bytes;
  GuardedBlock localMemory(isTracked ? checks.local_cells + shadowBytes : localBytes);
  GuardedBlock contextArray(contextBytes);
  weft_copy_stream streams[WEFT_COPY_STREAMS]{};
  weft_worker worker{};
  worker.streams = streams;
  worker.local_memory = localMemory.data();
  worker.local_memory_bytes = localBytes;
  worker.context_array = contextArray.data();
  worker.context_array_bytes = contextBytes;
  for (const auto &[begin, end] : range.parts()) {
    if (!isTracked) {
      kernel.function(&launch, begin, end, &worker);
      continue;
    }
    for (std::uint64_t group = begin; group != end; ++group) {
      std::memset(localMemory.data() + checks.local_cells, 0, shadowBytes);
      kernel.function(&launch, group, group + 1, &worker);
    }
  }
  return localMemory.isIntact() && contextArray.isIntact();
}

} // namespace weft::test

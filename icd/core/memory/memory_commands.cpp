// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/memory/memory_commands.h"

#include "device/copy/copy.h"
#include "icd/core/context/checked/command_accesses.h"
#include "icd/core/context/checked/host_ranges.h"
#include "icd/core/context/context.h"
#include "icd/core/memory/memory_accesses.h"
#include "icd/core/memory/transfer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace weft::icd {
namespace {

/// A region counts as mapped from the call on, unless its command fails.
class MapOperation final : public Operation {
public:
  MapOperation(Memory &memory, cl_map_flags flags, const Footprint &bytes)
      : memory(&memory), region(memory.beginMapping(bytes, flags)),
        readsContents(!(flags & CL_MAP_WRITE_INVALIDATE_REGION)) {
    // Kernels' accesses of images are not watched.
    if (HostRanges::ofProcess() && memory.isBuffer() && region.pointer)
      held = std::make_unique<const HostRange>(
          HostRange{reinterpret_cast<std::uintptr_t>(region.pointer), bytes.last() - bytes.first(),
                    (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0,
                    device::HostCall::ofCaller("clEnqueueMapBuffer"), &memory});
  }
  ~MapOperation() override {
    if (!isMapped && region.pointer)
      memory->cancelMapping(region);
  }
  MapOperation(const MapOperation &) = delete;
  MapOperation &operator=(const MapOperation &) = delete;

  cl_int execute(device::Arena &) noexcept override {
    isMapped = true;
    if (held) {
      HostRanges::ofProcess()->add(*held);
      if (readsContents)
        noteMemoryAccess(*memory, held->begin - reinterpret_cast<std::uintptr_t>(memory->data()),
                         held->bytes, /*writes=*/false);
    }
    return CL_SUCCESS;
  }
  /// Null if another mapping conflicts.
  void *pointer() const { return region.pointer; }

private:
  const Ref<Memory> memory;
  const Memory::MappedRegion region;
  std::unique_ptr<const HostRange> held; ///< null if nobody wants to know
  const bool readsContents;
  bool isMapped = false;
};

std::size_t bytesOf(const Region &region) { return region[0] * region[1] * region[2]; }

/// Copies unless that is a no-op: a USE_HOST_PTR object may be read into its own memory.
void copyBytes(device::Arena &arena, void *destination, const void *source, std::size_t bytes) {
  if (bytes && destination != source)
    device::copy(arena, destination, source, bytes);
}

void copyRectangle(device::Arena &arena, unsigned char *destination,
                   const device::RectLayout &destinationLayout, const unsigned char *source,
                   const device::RectLayout &sourceLayout, const Region &region) {
  const auto begin = [](const unsigned char *side, const device::RectLayout &layout) {
    return side + layout.origin[0] + layout.origin[1] * layout.rowPitch +
           layout.origin[2] * layout.slicePitch;
  };
  const bool isSameLocation =
      begin(destination, destinationLayout) == begin(source, sourceLayout) &&
      (region[1] == 1 || destinationLayout.rowPitch == sourceLayout.rowPitch) &&
      (region[2] == 1 || destinationLayout.slicePitch == sourceLayout.slicePitch);
  if (!isSameLocation)
    device::copyRect(arena, destination, destinationLayout, source, sourceLayout, region);
}

} // namespace

cl_int enqueueRead(const CommandSlot &slot, Memory &buffer, std::size_t offset, std::size_t bytes,
                   void *destination, bool blocking) {
  return enqueueTransfer(slot, CL_COMMAND_READ_BUFFER, bytes, blocking,
                         [buffer = Ref(&buffer), offset, bytes, destination](device::Arena &arena) {
                           noteMemoryAccess(*buffer, offset, bytes, /*writes=*/false);
                           if (destination != buffer->data() + offset)
                             noteHostAccess(destination, bytes, /*writes=*/true);
                           buffer->context().allocations().noteWrite(destination, bytes);
                           copyBytes(arena, destination, buffer->data() + offset, bytes);
                           return CL_SUCCESS;
                         });
}

cl_int enqueueWrite(const CommandSlot &slot, Memory &buffer, std::size_t offset, std::size_t bytes,
                    const void *source, bool blocking) {
  return enqueueTransfer(slot, CL_COMMAND_WRITE_BUFFER, bytes, blocking,
                         [buffer = Ref(&buffer), offset, bytes, source](device::Arena &arena) {
                           buffer->noteWrite(offset, bytes);
                           noteMemoryAccess(*buffer, offset, bytes, /*writes=*/true);
                           noteHostAccess(source, bytes, /*writes=*/false);
                           copyBytes(arena, buffer->data() + offset, source, bytes);
                           return CL_SUCCESS;
                         });
}

cl_int enqueueReadRect(const CommandSlot &slot, cl_command_type type, Memory &memory,
                       const device::RectLayout &memorySide, const device::RectLayout &hostSide,
                       const Region &region, void *host, bool blocking) {
  return enqueueTransfer(
      slot, type, bytesOf(region), blocking,
      [memory = Ref(&memory), memorySide, hostSide, region, host](device::Arena &arena) {
        noteMemoryAccess(*memory, memorySide, region, /*writes=*/false);
        if (host != memory->data())
          noteHostAccess(host, hostSide, region, /*writes=*/true);
        memory->context().allocations().noteWrite(host, SIZE_MAX); // the gaps, too
        copyRectangle(arena, static_cast<unsigned char *>(host), hostSide, memory->data(),
                      memorySide, region);
        return CL_SUCCESS;
      });
}

cl_int enqueueWriteRect(const CommandSlot &slot, cl_command_type type, Memory &memory,
                        const device::RectLayout &memorySide, const device::RectLayout &hostSide,
                        const Region &region, const void *host, bool blocking) {
  return enqueueTransfer(
      slot, type, bytesOf(region), blocking,
      [memory = Ref(&memory), memorySide, hostSide, region, host](device::Arena &arena) {
        memory->noteWrites();
        noteMemoryAccess(*memory, memorySide, region, /*writes=*/true);
        noteHostAccess(host, hostSide, region, /*writes=*/false);
        copyRectangle(arena, memory->data(), memorySide, static_cast<const unsigned char *>(host),
                      hostSide, region);
        return CL_SUCCESS;
      });
}

cl_int enqueueCopy(const CommandSlot &slot, Memory &source, std::size_t sourceOffset,
                   Memory &destination, std::size_t destinationOffset, std::size_t bytes) {
  return enqueueTransfer(slot, CL_COMMAND_COPY_BUFFER, bytes, false,
                         [source = Ref(&source), sourceOffset, destination = Ref(&destination),
                          destinationOffset, bytes](device::Arena &arena) {
                           destination->noteWrite(destinationOffset, bytes);
                           noteMemoryAccess(*source, sourceOffset, bytes, /*writes=*/false);
                           noteMemoryAccess(*destination, destinationOffset, bytes,
                                            /*writes=*/true);
                           copyBytes(arena, destination->data() + destinationOffset,
                                     source->data() + sourceOffset, bytes);
                           return CL_SUCCESS;
                         });
}

cl_int enqueueCopyRect(const CommandSlot &slot, cl_command_type type, Memory &source,
                       const device::RectLayout &sourceSide, Memory &destination,
                       const device::RectLayout &destinationSide, const Region &region) {
  return enqueueTransfer(slot, type, bytesOf(region), false,
                         [source = Ref(&source), sourceSide, destination = Ref(&destination),
                          destinationSide, region](device::Arena &arena) {
                           destination->noteWrites();
                           noteMemoryAccess(*source, sourceSide, region, /*writes=*/false);
                           noteMemoryAccess(*destination, destinationSide, region,
                                            /*writes=*/true);
                           copyRectangle(arena, destination->data(), destinationSide,
                                         source->data(), sourceSide, region);
                           return CL_SUCCESS;
                         });
}

cl_int enqueueFill(const CommandSlot &slot, Memory &buffer, const void *pattern,
                   std::size_t patternBytes, std::size_t offset, std::size_t bytes) {
  return enqueueTransfer(slot, CL_COMMAND_FILL_BUFFER, bytes, false,
                         [buffer = Ref(&buffer), held = FillPattern(pattern, patternBytes), offset,
                          bytes](device::Arena &arena) {
                           buffer->noteWrite(offset, bytes);
                           noteMemoryAccess(*buffer, offset, bytes, /*writes=*/true);
                           if (bytes)
                             device::fill(arena, buffer->data() + offset, held.bytes.data(),
                                          held.size, bytes);
                           return CL_SUCCESS;
                         });
}

cl_int enqueueFillRect(const CommandSlot &slot, cl_command_type type, Memory &memory,
                       const device::RectLayout &side, const Region &region, const void *pattern,
                       std::size_t patternBytes) {
  return enqueueTransfer(slot, type, bytesOf(region), false,
                         [memory = Ref(&memory), held = FillPattern(pattern, patternBytes), side,
                          region](device::Arena &arena) {
                           memory->noteWrites();
                           noteMemoryAccess(*memory, side, region, /*writes=*/true);
                           device::fillRect(arena, memory->data(), side, held.bytes.data(),
                                            held.size, region);
                           return CL_SUCCESS;
                         });
}

cl_int enqueueMap(const CommandSlot &slot, cl_command_type type, Memory &memory, cl_map_flags flags,
                  const Footprint &bytes, bool blocking, void *&result) {
  auto operation = std::make_unique<MapOperation>(memory, flags, bytes);
  void *pointer = operation->pointer();
  if (!pointer)
    return CL_INVALID_OPERATION;
  const cl_int status =
      slot.queue.enqueue(type, std::move(operation), slot.waitList, slot.event, blocking);
  if (status == CL_SUCCESS)
    result = pointer;
  return status;
}

cl_int enqueueUnmap(const CommandSlot &slot, Memory &memory, void *pointer) {
  std::unique_ptr<Operation> operation = makeOperation([memory = Ref(&memory),
                                                        pointer](device::Arena &) {
    HostRanges *ranges = memory->isBuffer() ? HostRanges::ofProcess() : nullptr;
    const auto removed =
        ranges ? ranges->remove(reinterpret_cast<std::uintptr_t>(pointer)) : std::nullopt;
    if (removed && removed->writes)
      noteMemoryAccess(*memory, removed->begin - reinterpret_cast<std::uintptr_t>(memory->data()),
                       removed->bytes, /*writes=*/true);
    return CL_SUCCESS;
  });
  if (!memory.endMapping(pointer))
    return CL_INVALID_VALUE;
  return slot.queue.enqueue(CL_COMMAND_UNMAP_MEM_OBJECT, std::move(operation), slot.waitList,
                            slot.event);
}

cl_int enqueueMigrate(const CommandSlot &slot, std::span<Memory *const> objects) {
  std::vector<Ref<Memory>> held(objects.begin(), objects.end());
  return enqueueTransfer(slot, CL_COMMAND_MIGRATE_MEM_OBJECTS, 0, false,
                         [held = std::move(held)](device::Arena &) { return CL_SUCCESS; });
}

} // namespace weft::icd

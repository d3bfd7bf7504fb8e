// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/memory/memory.h"

#include "device/base/settings.h"
#include "device/copy/copy.h"
#include "icd/core/context/checked/command_races.h"
#include "icd/core/context/checked/host_ranges.h"
#include "icd/core/context/context.h"
#include "icd/core/context/storage.h"
#include "icd/core/platform/device.h"

#include <atomic>
#include <cstring>
#include <new>

namespace weft::icd {
namespace {

std::atomic<std::uint64_t> nextSerial{1};

/// The flags of a window; unspecified ones are inherited from its parent.
cl_mem_flags inheritedFlags(cl_mem_flags flags, cl_mem_flags parent) {
  for (const cl_mem_flags group : {kernelAccessFlags, hostAccessFlags, hostPointerFlags})
    if (!(flags & group))
      flags |= parent & group;
  return flags;
}

/// Releases an object whose creation failed.
struct Release {
  void operator()(Memory *memory) const { memory->releaseApi(); }
};
using NewMemory = std::unique_ptr<Memory, Release>;

} // namespace

Memory::Memory(Context &context, cl_mem_flags flags, std::size_t size)
    : owner(&context), rootObject(this),
      memoryFlags(flags & kernelAccessFlags ? flags : flags | CL_MEM_READ_WRITE), byteSize(size),
      serialNumber(nextSerial.fetch_add(1, std::memory_order_relaxed)) {}

Memory::Memory(Memory &parent, cl_mem_flags flags, std::size_t origin, std::size_t size)
    : owner(&parent.context()), parentObject(&parent), rootObject(parent.rootObject),
      memoryFlags(inheritedFlags(flags, parent.memoryFlags)), byteSize(size), windowOrigin(origin),
      storage(parent.storage + origin),
      serialNumber(nextSerial.fetch_add(1, std::memory_order_relaxed)) {}

Memory::~Memory() {
  if (!callbacks.empty())
    noteThatHostMayHaveSeenAll();
  for (auto callback = callbacks.rbegin(); callback != callbacks.rend(); ++callback)
    callback->function(handle(), callback->userData);
  if (parentObject) {
    std::lock_guard lock(rootObject->mutex);
    if (mapped)
      rootObject->mappings.removeAll(this);
  }
  if (ownsStorage)
    freeStorage(storage, byteSize, imagePart ? "an image" : isPipe ? "a pipe" : "a buffer");
  else
    forgetForeignMemory();
}

// The host may use its memory for something else. That of a part remains its parent's.
void Memory::forgetForeignMemory() const noexcept {
  HostRanges *ranges = isBuffer() ? HostRanges::ofProcess() : nullptr;
  const auto begin = reinterpret_cast<std::uintptr_t>(storage);
  if (ranges && parentObject)
    ranges->forgetObject(this);
  else if (ranges)
    ranges->forget(begin, byteSize);
  if (CommandRaces *races = parentObject ? nullptr : CommandRaces::ofProcess())
    races->forget(begin, byteSize);
}

bool Memory::takeStorage(void *hostPointer) {
  ownsStorage = !(memoryFlags & CL_MEM_USE_HOST_PTR);
  storage =
      ownsStorage ? allocateStorage(*owner, byteSize) : static_cast<unsigned char *>(hostPointer);
  ownsStorage = ownsStorage && storage;
  // What is done to the object, the allocation that has its memory is not told.
  if (memoryFlags & CL_MEM_USE_HOST_PTR)
    owner->allocations().noteWrite(hostPointer, byteSize);
  return storage;
}

cl_int Memory::createBuffer(Context &context, cl_mem_flags flags, std::size_t size,
                            void *hostPointer, std::vector<cl_mem_properties> properties,
                            Memory *&result) {
  NewMemory memory(new Memory(context, flags, size));
  memory->propertyList = std::move(properties);
  if (!memory->takeStorage(hostPointer))
    return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  if (flags & CL_MEM_USE_HOST_PTR) {
    const auto allocation = context.allocations().find(hostPointer);
    memory->isShared = allocation && !allocation->purpose.isUnified();
  }
  if (!(flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) &&
      Settings::ofProcess().checks.has(Check::Uninitialised))
    memory->contentsPart = std::make_unique<device::Contents>(size);
  // On all threads if large: each page is then first touched where it is likely to be used.
  if (flags & CL_MEM_COPY_HOST_PTR)
    device::copy(context.device(0).arena(), memory->storage, hostPointer, size);
  result = memory.release();
  return CL_SUCCESS;
}

Memory *Memory::createExternal(Context &context, cl_mem_flags flags, std::size_t size,
                               const ImageLayout *layout, std::unique_ptr<ExternalMemory> external,
                               std::vector<cl_mem_properties> properties) {
  NewMemory memory(new Memory(context, flags, size));
  memory->propertyList = std::move(properties);
  memory->storage = external->data();
  memory->externalPart = std::move(external);
  if (layout)
    memory->imagePart = std::make_unique<const Image>(*layout, memory->storage);
  return memory.release();
}

Memory *Memory::createSubBuffer(Memory &parent, cl_mem_flags flags, std::size_t origin,
                                std::size_t size) {
  Memory *memory = new Memory(parent, flags, origin, size);
  memory->isShared = parent.isShared;
  return memory;
}

cl_int Memory::createImage(Context &context, cl_mem_flags flags, const ImageLayout &layout,
                           void *hostPointer, std::vector<cl_mem_properties> properties,
                           Memory *&result) {
  NewMemory memory(new Memory(context, flags, layout.bytes()));
  memory->propertyList = std::move(properties);
  if (!memory->takeStorage(hostPointer))
    return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  memory->imagePart = std::make_unique<const Image>(layout, memory->storage);
  if (flags & CL_MEM_COPY_HOST_PTR) {
    // Without the gaps between rows: the host may not have one after the last.
    const Image &image = *memory->imagePart;
    const device::RectLayout place = image.place(0, {});
    device::copyRect(context.device(0).arena(), memory->storage, place, hostPointer, place,
                     image.bytesOf(image.extent(0)));
  }
  result = memory.release();
  return CL_SUCCESS;
}

Memory *Memory::createImageFrom(Memory &parent, cl_mem_flags flags, const ImageLayout &layout,
                                std::vector<cl_mem_properties> properties) {
  NewMemory memory(new Memory(parent, flags, 0, layout.bytes()));
  memory->propertyList = std::move(properties);
  memory->imagePart = std::make_unique<const Image>(layout, memory->storage);
  return memory.release();
}

cl_int Memory::createPipe(Context &context, cl_mem_flags flags, cl_uint packetBytes,
                          cl_uint maxPackets, Memory *&result) {
  const std::size_t begin = WEFT_PIPE_PACKETS(maxPackets);
  const std::size_t bytes = begin + std::size_t{maxPackets} * packetBytes;
  NewMemory memory(new Memory(context, flags, bytes));
  if (!memory->takeStorage(nullptr))
    return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  std::memset(memory->storage, 0, begin);
  auto *pipe = new (memory->storage) weft_pipe{};
  pipe->packet_bytes = packetBytes;
  pipe->max_packets = maxPackets;
  memory->isPipe = true;
  result = memory.release();
  return CL_SUCCESS;
}

void *Memory::hostPointer() const { return memoryFlags & CL_MEM_USE_HOST_PTR ? storage : nullptr; }

Memory::MappedRegion Memory::beginMapping(const Footprint &bytes, cl_map_flags flags) {
  const bool forWriting = flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
  Memory &root = *rootObject;
  std::lock_guard lock(root.mutex);
  const std::uint64_t number = root.mappings.add(this, bytes.movedBy(offsetInRoot()), forWriting);
  if (!number)
    return {};
  ++mapped;
  if (forWriting)
    noteWrite(bytes.first(), bytes.last() - bytes.first());
  return {storage + bytes.first(), number};
}

std::size_t Memory::offsetInRoot(const void *pointer) const {
  return reinterpret_cast<std::uintptr_t>(pointer) -
         reinterpret_cast<std::uintptr_t>(root().storage);
}

bool Memory::endMapping(const void *pointer) {
  Memory &root = *rootObject;
  std::lock_guard lock(root.mutex);
  if (!root.mappings.removeOldest(this, offsetInRoot(pointer)))
    return false;
  --mapped;
  return true;
}

void Memory::cancelMapping(const MappedRegion &region) noexcept {
  Memory &root = *rootObject;
  std::lock_guard lock(root.mutex);
  if (root.mappings.remove(this, offsetInRoot(region.pointer), region.number))
    --mapped;
}

cl_uint Memory::mapCount() const {
  std::lock_guard lock(root().mutex);
  return mapped;
}

void Memory::addDestructorCallback(DestructorCallback callback, void *userData) {
  std::lock_guard lock(mutex);
  callbacks.push_back({callback, userData});
}

} // namespace weft::icd

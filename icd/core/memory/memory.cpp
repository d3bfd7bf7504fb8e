// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/memory/memory.h"

#include "device/copy/copy.h"
#include "icd/core/memory/storage.h"
#include "icd/core/platform/context.h"
#include "icd/core/platform/device.h"

#include <atomic>

namespace weft::icd {
namespace {

std::atomic<std::uint64_t> nextSerial{1};

} // namespace

Memory::Memory(Context &context, cl_mem_flags flags, std::size_t size)
    : owner(&context), memoryFlags(flags), byteSize(size),
      serialNumber(nextSerial.fetch_add(1, std::memory_order_relaxed)) {}

Memory::~Memory() {
  for (auto callback = callbacks.rbegin(); callback != callbacks.rend(); ++callback)
    callback->function(handle(), callback->userData);
  if (parentBuffer) {
    std::lock_guard lock(parentBuffer->mutex);
    if (mapped)
      parentBuffer->mappings.removeAll(this);
  }
  if (ownsStorage)
    freeStorage(storage, byteSize);
}

cl_int Memory::createBuffer(Context &context, cl_mem_flags flags, std::size_t size,
                            void *hostPointer, std::vector<cl_mem_properties> properties,
                            Memory *&result) {
  if (!(flags & kernelAccessFlags))
    flags |= CL_MEM_READ_WRITE;
  Memory *memory = new Memory(context, flags, size);
  memory->propertyList = std::move(properties);
  if (flags & CL_MEM_USE_HOST_PTR) {
    memory->storage = static_cast<unsigned char *>(hostPointer);
    const auto allocation = context.allocations().find(hostPointer);
    memory->isShared = allocation && !allocation->purpose.isUnified();
  } else {
    memory->storage = allocateStorage(context, size);
    if (!memory->storage) {
      memory->releaseApi();
      return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    }
    memory->ownsStorage = true;
    // On all threads when large: each page is then first touched where it is likely to be used.
    if (flags & CL_MEM_COPY_HOST_PTR)
      device::copy(context.device(0).arena(), memory->storage, hostPointer, size);
  }
  result = memory;
  return CL_SUCCESS;
}

Memory *Memory::createSubBuffer(Memory &parent, cl_mem_flags flags, std::size_t origin,
                                std::size_t size) {
  if (!(flags & kernelAccessFlags))
    flags |= parent.memoryFlags & kernelAccessFlags;
  if (!(flags & hostAccessFlags))
    flags |= parent.memoryFlags & hostAccessFlags;
  flags |= parent.memoryFlags & hostPointerFlags;
  Memory *memory = new Memory(parent.context(), flags, size);
  memory->parentBuffer = Ref<Memory>(&parent);
  memory->windowOrigin = origin;
  memory->storage = parent.storage + origin;
  memory->isShared = parent.isShared;
  return memory;
}

void *Memory::hostPointer() const { return memoryFlags & CL_MEM_USE_HOST_PTR ? storage : nullptr; }

Memory::MappedRegion Memory::beginMapping(std::size_t offset, std::size_t bytes,
                                          cl_map_flags flags) {
  const std::size_t first = windowOrigin + offset;
  const bool forWriting = flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
  Memory &root = rootBuffer();
  std::lock_guard lock(root.mutex);
  const std::uint64_t number = root.mappings.add(this, first, first + bytes, forWriting);
  if (!number)
    return {};
  ++mapped;
  return {storage + offset, number};
}

std::size_t Memory::offsetInRoot(const void *pointer) const {
  return reinterpret_cast<std::uintptr_t>(pointer) -
         reinterpret_cast<std::uintptr_t>(root().storage);
}

bool Memory::endMapping(const void *pointer) {
  Memory &root = rootBuffer();
  std::lock_guard lock(root.mutex);
  if (!root.mappings.removeOldest(this, offsetInRoot(pointer)))
    return false;
  --mapped;
  return true;
}

void Memory::cancelMapping(const MappedRegion &region) noexcept {
  Memory &root = rootBuffer();
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

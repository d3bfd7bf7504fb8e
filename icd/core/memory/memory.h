// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory objects: buffers, sub-buffers, images and pipes, their storage, mappings and destructor
// callbacks.
//
// Storage is host memory, so reading through a mapped pointer is free, and USE_HOST_PTR objects
// live in the application's memory. Sub-buffers, and images created from a buffer or another image,
// are windows on their parent, which they keep alive. State shared by several windows (mappings) is
// kept by the root object.
#pragma once

#include "device/checks/contents.h"
#include "device/kernel_abi_pipe.h"
#include "icd/core/context/external_memory.h"
#include "icd/core/memory/image.h"
#include "icd/core/memory/mapping_table.h"
#include "icd/core/object.h"

#include <CL/cl.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace weft::icd {

class Context;

/// A memory object has at most one flag from each of these two groups.
inline constexpr cl_mem_flags kernelAccessFlags =
    CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
inline constexpr cl_mem_flags hostAccessFlags =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
/// How a host pointer is used.
inline constexpr cl_mem_flags hostPointerFlags =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

class Memory final : public Object<Memory, _cl_mem, ObjectType::Memory> {
public:
  using DestructorCallback = void(CL_CALLBACK *)(cl_mem, void *);

  /// Creates a buffer from validated arguments. `properties` is the application's list, including
  /// its terminator, or empty. CL_MEM_OBJECT_ALLOCATION_FAILURE if storage is unavailable or the
  /// devices' global memory is exhausted. Throws bad_alloc.
  static cl_int createBuffer(Context &context, cl_mem_flags flags, std::size_t size,
                             void *hostPointer, std::vector<cl_mem_properties> properties,
                             Memory *&result);
  /// Creates a buffer, or an image if there is a layout, of this many bytes in external memory.
  static Memory *createExternal(Context &context, cl_mem_flags flags, std::size_t size,
                                const ImageLayout *layout, std::unique_ptr<ExternalMemory> memory,
                                std::vector<cl_mem_properties> properties);
  /// Creates a sub-buffer from validated arguments; unspecified `flags` are inherited from the
  /// parent.
  static Memory *createSubBuffer(Memory &parent, cl_mem_flags flags, std::size_t origin,
                                 std::size_t size);
  /// Creates an image from validated arguments, like createBuffer. Host memory has the pitches of
  /// the layout.
  static cl_int createImage(Context &context, cl_mem_flags flags, const ImageLayout &layout,
                            void *hostPointer, std::vector<cl_mem_properties> properties,
                            Memory *&result);
  /// Creates an image of the texels in a buffer or image that hold the layout; unspecified `flags`
  /// are inherited from there.
  static Memory *createImageFrom(Memory &parent, cl_mem_flags flags, const ImageLayout &layout,
                                 std::vector<cl_mem_properties> properties);

  /// Creates an empty pipe from validated arguments, like createBuffer.
  static cl_int createPipe(Context &context, cl_mem_flags flags, cl_uint packetBytes,
                           cl_uint maxPackets, Memory *&result);

  /// CL_MEM_TYPE.
  cl_mem_object_type type() const {
    return imagePart ? imagePart->type() : isPipe ? CL_MEM_OBJECT_PIPE : CL_MEM_OBJECT_BUFFER;
  }
  /// The image part; null for other objects.
  const Image *image() const { return imagePart.get(); }
  /// The header of a pipe's storage; null for other objects.
  const weft_pipe *pipe() const {
    return isPipe ? reinterpret_cast<const weft_pipe *>(storage) : nullptr;
  }
  bool isBuffer() const { return !imagePart && !isPipe; }
  /// The external memory from which it was created; otherwise null.
  const ExternalMemory *external() const { return externalPart.get(); }

  Context &context() const { return *owner; }
  cl_mem_flags flags() const { return memoryFlags; }
  std::size_t size() const { return byteSize; }
  unsigned char *data() const { return storage; }
  /// The parent of a window, or null.
  Memory *parent() const { return parentObject.get(); }
  /// The object that the storage belongs to.
  const Memory &root() const { return *rootObject; }
  /// The offset of the storage in that of the parent.
  std::size_t origin() const { return windowOrigin; }
  /// The offset of the storage in that of the root.
  std::size_t offsetInRoot() const { return storage - root().storage; }
  /// CL_MEM_HOST_PTR.
  void *hostPointer() const;
  /// CL_MEM_USES_SVM_POINTER: whether the storage is an allocation of clSVMAlloc.
  bool isSharedVirtualMemory() const { return isShared; }
  const std::vector<cl_mem_properties> &properties() const { return propertyList; }
  /// In checked mode, which bytes of the root's storage are initialised; null if all are.
  device::Contents *contents() const { return rootObject->contentsPart.get(); }
  /// The host writes bytes of this object, or all of them may be written. Thread-safe.
  void noteWrite(std::size_t offset, std::size_t bytes) const noexcept {
    if (device::Contents *known = contents())
      known->noteWrite(offsetInRoot() + offset, bytes);
  }
  void noteWrites() const noexcept { noteWrite(0, byteSize); }
  /// Unique for each memory object of the process, even if handles are reused.
  std::uint64_t serial() const { return serialNumber; }

  bool contains(std::size_t offset, std::size_t bytes) const {
    return bytes <= byteSize && offset <= byteSize - bytes;
  }
  /// Whether the host may enqueue reads (writes) or maps for reading (writing).
  bool hostMayRead() const {
    return !(memoryFlags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS));
  }
  bool hostMayWrite() const {
    return !(memoryFlags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS));
  }

  /// One mapping: the host's pointer, and a number that distinguishes it from others of the same
  /// region.
  struct MappedRegion {
    void *pointer = nullptr;
    std::uint64_t number = 0;
  };
  /// Records a mapping of bytes of this object. Without a pointer if it overlaps another mapping of
  /// the same storage and both are for writing. Throws bad_alloc. Thread-safe.
  MappedRegion beginMapping(const Footprint &bytes, cl_map_flags flags);
  /// Removes a mapping whose command failed. Thread-safe.
  void cancelMapping(const MappedRegion &region) noexcept;
  /// Removes one mapping for which beginMapping returned `pointer`; false if there is none.
  bool endMapping(const void *pointer);
  cl_uint mapCount() const;

  /// Callbacks run in reverse order when the object is destroyed, before its storage is freed.
  /// Throws bad_alloc. Thread-safe.
  void addDestructorCallback(DestructorCallback callback, void *userData);

private:
  friend class Object<Memory, _cl_mem, ObjectType::Memory>;

  struct Callback {
    DestructorCallback function;
    void *userData;
  };

  Memory(Context &context, cl_mem_flags flags, std::size_t size);
  /// A window on a parent.
  Memory(Memory &parent, cl_mem_flags flags, std::size_t origin, std::size_t size);
  ~Memory();
  /// The storage of an object that is not a window: the host's, or allocated; false if out of
  /// memory.
  bool takeStorage(void *hostPointer);
  std::size_t offsetInRoot(const void *pointer) const;
  void forgetForeignMemory() const noexcept;

  Ref<Context> owner;
  Ref<Memory> parentObject;
  Memory *rootObject; ///< kept alive by the chain of parents
  cl_mem_flags memoryFlags;
  std::size_t byteSize;
  std::size_t windowOrigin = 0;
  unsigned char *storage = nullptr;
  bool ownsStorage = false;
  bool isShared = false;
  bool isPipe = false;
  std::uint64_t serialNumber;
  std::vector<cl_mem_properties> propertyList;
  std::unique_ptr<const Image> imagePart;
  std::unique_ptr<const ExternalMemory> externalPart;
  std::unique_ptr<device::Contents> contentsPart;

  mutable std::mutex mutex;
  MappingTable mappings; ///< of the root and all windows; only the root's is used
  cl_uint mapped = 0;    ///< this object's mappings; guarded by the root's mutex
  std::vector<Callback> callbacks;
};

} // namespace weft::icd

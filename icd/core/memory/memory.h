// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory objects: buffers, sub-buffers, images and pipes, their storage, mappings and destructor
// callbacks.
//
// The storage is host memory, so reading it through a mapped pointer is free, and USE_HOST_PTR
// objects live in the memory of the application. Sub-buffers, and images made from a buffer or from
// another image, are windows on their parent, which they keep alive. All that concerns several
// windows at once (mappings) is kept by the root object.
#pragma once

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

/// A memory object has at most one flag of each of these two groups.
inline constexpr cl_mem_flags kernelAccessFlags =
    CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
inline constexpr cl_mem_flags hostAccessFlags =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
/// What becomes of a host pointer.
inline constexpr cl_mem_flags hostPointerFlags =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

class Memory final : public Object<Memory, _cl_mem, ObjectType::Memory> {
public:
  using DestructorCallback = void(CL_CALLBACK *)(cl_mem, void *);

  /// Makes a buffer from validated arguments. `properties` is the list as the application gave it,
  /// its terminator included, or empty. CL_MEM_OBJECT_ALLOCATION_FAILURE when the storage cannot
  /// be had or the devices' global memory is used up. Throws bad_alloc.
  static cl_int createBuffer(Context &context, cl_mem_flags flags, std::size_t size,
                             void *hostPointer, std::vector<cl_mem_properties> properties,
                             Memory *&result);
  /// Makes a buffer, or an image where there is a layout, of so many bytes in external memory.
  static Memory *createExternal(Context &context, cl_mem_flags flags, std::size_t size,
                                const ImageLayout *layout, std::unique_ptr<ExternalMemory> memory,
                                std::vector<cl_mem_properties> properties);
  /// Makes a sub-buffer from validated arguments; what `flags` leaves open comes from the parent.
  static Memory *createSubBuffer(Memory &parent, cl_mem_flags flags, std::size_t origin,
                                 std::size_t size);
  /// Makes an image from validated arguments, as createBuffer does. Host memory has the pitches of
  /// the layout.
  static cl_int createImage(Context &context, cl_mem_flags flags, const ImageLayout &layout,
                            void *hostPointer, std::vector<cl_mem_properties> properties,
                            Memory *&result);
  /// Makes an image of the texels in a buffer or in an image, which hold the layout; what `flags`
  /// leaves open comes from there.
  static Memory *createImageFrom(Memory &parent, cl_mem_flags flags, const ImageLayout &layout,
                                 std::vector<cl_mem_properties> properties);

  /// Makes an empty pipe from validated arguments, as createBuffer does.
  static cl_int createPipe(Context &context, cl_mem_flags flags, cl_uint packetBytes,
                           cl_uint maxPackets, Memory *&result);

  /// CL_MEM_TYPE.
  cl_mem_object_type type() const {
    return imagePart ? imagePart->type() : isPipe ? CL_MEM_OBJECT_PIPE : CL_MEM_OBJECT_BUFFER;
  }
  /// What makes it an image; null for others.
  const Image *image() const { return imagePart.get(); }
  /// What a pipe's storage begins with; null for others.
  const weft_pipe *pipe() const {
    return isPipe ? reinterpret_cast<const weft_pipe *>(storage) : nullptr;
  }
  bool isBuffer() const { return !imagePart && !isPipe; }
  /// The memory that another API has exported, where it was made from such; otherwise null.
  const ExternalMemory *external() const { return externalPart.get(); }

  Context &context() const { return *owner; }
  cl_mem_flags flags() const { return memoryFlags; }
  std::size_t size() const { return byteSize; }
  unsigned char *data() const { return storage; }
  /// What this is a window on, or null.
  Memory *parent() const { return parentObject.get(); }
  /// The object that the storage belongs to.
  const Memory &root() const { return *rootObject; }
  /// Where the storage begins in that of the parent.
  std::size_t origin() const { return windowOrigin; }
  /// Where the storage begins in that of the root.
  std::size_t offsetInRoot() const { return storage - root().storage; }
  /// CL_MEM_HOST_PTR.
  void *hostPointer() const;
  /// CL_MEM_USES_SVM_POINTER: whether the storage is an allocation of clSVMAlloc.
  bool isSharedVirtualMemory() const { return isShared; }
  const std::vector<cl_mem_properties> &properties() const { return propertyList; }
  /// Differs for any two memory objects of the process, also when they had the same handle.
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

  /// One mapping: what the host gets, and what tells it from others of the same region.
  struct MappedRegion {
    void *pointer = nullptr;
    std::uint64_t number = 0;
  };
  /// Records a mapping of bytes of this object. Without a pointer when it and a mapping of the
  /// same storage are both for writing and overlap. Throws bad_alloc. Thread-safe.
  MappedRegion beginMapping(const Footprint &bytes, cl_map_flags flags);
  /// Forgets a mapping whose command failed. Thread-safe.
  void cancelMapping(const MappedRegion &region) noexcept;
  /// Forgets one mapping that beginMapping gave `pointer` for; false when there is none.
  bool endMapping(const void *pointer);
  cl_uint mapCount() const;

  /// Callbacks run in reverse order when the object is destroyed, before its storage goes. Throws
  /// bad_alloc. Thread-safe.
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
  /// The storage of an object that is no window: that of the host, or allocated; false when there
  /// is no memory.
  bool takeStorage(void *hostPointer);
  std::size_t offsetInRoot(const void *pointer) const;

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

  mutable std::mutex mutex;
  MappingTable mappings; ///< of the root and all windows; only the root's is used
  cl_uint mapped = 0;    ///< this object's mappings; guarded by the root's mutex
  std::vector<Callback> callbacks;
};

} // namespace weft::icd

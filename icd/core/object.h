// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The base of every OpenCL object: dispatch table, type tag and two reference counts.
//
// A handle is the address of the object. The ICD loader reads the dispatch table from its first
// word, so ObjectHeader comes first and has no virtual functions. The *API count* is changed by
// clRetain… and clRelease…, and reported by queries. The *owner count* keeps the object alive: the
// API count as a whole holds one, and so does every Ref. A handle is valid while its API count is
// above zero; those of contexts, programs and memory objects as long as the object lives, since
// dependent objects keep them and return them (OpenCL 3.0, 4.4, 5.5.1 and 5.8.1). Memory of objects
// is never returned to the system, so the tag of a dead object can be read: it is Dead until the
// slot is reused.
//
// Memory order. Whoever adds an owner has one, or holds the lock under which the object is listed,
// so that needs no order. Dropping one releases what its holder did, and the last drop acquires
// that from all, before it destroys the object. The host orders its calls about a handle itself;
// the tag only tells mistakes.
#pragma once

#include "device/base/threads/fork.h"

#include <CL/cl_icd.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace weft::icd {

enum class ObjectType : std::uint32_t {
  Dead = 0,
  Platform = 0x57460001,
  Device,
  Context,
  Queue,
  Memory,
  Sampler,
  Program,
  Kernel,
  Event,
  CommandBuffer,
  RecordedCommand,
  Semaphore,
};

/// The dispatch table of cl_khr_icd, filled from the entry points in icd/api. Loaders read only the
/// entries that they know.
struct DispatchTable {
  cl_icd_dispatch known; ///< to OpenCL 3.0
  // OpenCL 3.1.
  cl_int(CL_API_CALL *clGetKernelSuggestedLocalWorkSize)(cl_command_queue, cl_kernel, cl_uint,
                                                         const size_t *, const size_t *, size_t *);
};
extern const DispatchTable dispatchTable;
/// The table of new handles: that one or, in checked mode, one that checks each call
/// (icd/api/checked). Does not change once there is a handle.
extern const cl_icd_dispatch *handleDispatch;

/// The tag of valid objects of this type in the calling process. Only platforms and devices survive
/// fork; everything else that a child inherits may be half modified, or wait for threads that do
/// not exist there, and is invalid there.
inline ObjectType tagOf(ObjectType type) noexcept {
  if (type == ObjectType::Platform || type == ObjectType::Device)
    return type;
  constexpr std::uint32_t typeBits = 4, generationMask = 0xfff;
  return static_cast<ObjectType>(static_cast<std::uint32_t>(type) |
                                 (forkGeneration() & generationMask) << typeBits);
}

/// Whether other objects keep objects of this type, and return their handles.
constexpr bool isKeptByOthers(ObjectType type) noexcept {
  return type == ObjectType::Context || type == ObjectType::Program || type == ObjectType::Memory;
}

struct ObjectHeader {
  const cl_icd_dispatch *dispatch = handleDispatch;
  std::atomic<ObjectType> type{ObjectType::Dead};
  std::atomic<std::uint32_t> apiReferences{1};
  std::atomic<std::uint32_t> owners{1};
};

/// Memory for objects, aligned to a cache line and never returned to the system. Thread-safe, and
/// lock-free while the thread recycles its own allocations. Throws bad_alloc.
void *allocateObject(std::size_t bytes);
void recycleObject(void *memory, std::size_t bytes) noexcept;

} // namespace weft::icd

// The opaque structures of CL/cl.h. Each is only a header; the classes in icd/core derive from
// them.
struct _cl_platform_id : weft::icd::ObjectHeader {};
struct _cl_device_id : weft::icd::ObjectHeader {};
struct _cl_context : weft::icd::ObjectHeader {};
struct _cl_command_queue : weft::icd::ObjectHeader {};
struct _cl_mem : weft::icd::ObjectHeader {};
struct _cl_sampler : weft::icd::ObjectHeader {};
struct _cl_program : weft::icd::ObjectHeader {};
struct _cl_kernel : weft::icd::ObjectHeader {};
struct _cl_event : weft::icd::ObjectHeader {};

namespace weft::icd {

/// Whether a handle of any class is valid: for entry points that need nothing else from the object.
inline bool isHandle(const ObjectHeader *handle, ObjectType type) noexcept {
  return handle && handle->type.load(std::memory_order_acquire) == tagOf(type) &&
         (isKeptByOthers(type) || handle->apiReferences.load(std::memory_order_relaxed) != 0);
}

/// `Derived` is the class of icd/core, `Handle` the structure of CL/cl.h, for example
/// `class Context final : public Object<Context, _cl_context, ObjectType::Context>`.
template <class Derived, class Handle, ObjectType Type> class Object : public Handle {
public:
  Object() { this->type.store(tagOf(Type), std::memory_order_release); }
  Object(const Object &) = delete;
  Object &operator=(const Object &) = delete;

  /// The object of a handle, or null if it is null, of another type, released or a parent
  /// process's.
  static Derived *fromHandle(Handle *handle) noexcept {
    return isHandle(handle, Type) ? static_cast<Derived *>(static_cast<Object *>(handle)) : nullptr;
  }
  Handle *handle() noexcept { return this; }

  void retainApi() noexcept {
    if (this->apiReferences.fetch_add(1, std::memory_order_relaxed) == 0)
      addOwner();
  }
  /// False if the host has no reference left. Derived may hide beforeApiRelease(), which runs when
  /// the last one is released.
  bool releaseApi() noexcept {
    std::uint32_t count = this->apiReferences.load(std::memory_order_relaxed);
    do
      if (count == 0)
        return false;
    while (!this->apiReferences.compare_exchange_weak(count, count - 1, std::memory_order_acq_rel,
                                                      std::memory_order_relaxed));
    if (count == 1) {
      static_cast<Derived *>(this)->beforeApiRelease();
      dropOwner();
    }
    return true;
  }
  cl_uint referenceCount() const noexcept {
    return this->apiReferences.load(std::memory_order_relaxed);
  }
  void beforeApiRelease() noexcept {}

  void addOwner() noexcept { this->owners.fetch_add(1, std::memory_order_relaxed); }
  /// False if the object is being destroyed. The caller must prevent reuse of its memory.
  bool tryAddOwner() noexcept {
    std::uint32_t count = this->owners.load(std::memory_order_relaxed);
    while (count != 0)
      if (this->owners.compare_exchange_weak(count, count + 1, std::memory_order_relaxed))
        return true;
    return false;
  }
  void dropOwner() noexcept { dropOwners(1); }
  void dropOwners(std::uint32_t count) noexcept {
    if (this->owners.fetch_sub(count, std::memory_order_acq_rel) == count)
      delete static_cast<Derived *>(this);
  }

  static void *operator new(std::size_t bytes) { return allocateObject(bytes); }
  static void operator delete(void *memory, std::size_t bytes) noexcept {
    recycleObject(memory, bytes);
  }

protected:
  ~Object() { this->type.store(ObjectType::Dead, std::memory_order_release); }
};

/// An owning pointer to an object. Not thread-safe itself; the counts are.
template <class T> class Ref {
public:
  Ref() = default;
  /// Shares ownership of `object`, which may be null.
  explicit Ref(T *object) : pointer(object) {
    if (pointer)
      pointer->addOwner();
  }
  /// Adopts a reference that the caller already holds.
  static Ref adopt(T *object) noexcept {
    Ref ref;
    ref.pointer = object;
    return ref;
  }
  Ref(const Ref &other) : Ref(other.pointer) {}
  Ref(Ref &&other) noexcept : pointer(std::exchange(other.pointer, nullptr)) {}
  Ref &operator=(Ref other) noexcept {
    std::swap(pointer, other.pointer);
    return *this;
  }
  ~Ref() {
    if (pointer)
      pointer->dropOwner();
  }
  /// Releases the reference to the caller.
  T *leak() noexcept { return std::exchange(pointer, nullptr); }
  void reset() noexcept { *this = Ref(); }
  T *get() const { return pointer; }
  T *operator->() const { return pointer; }
  T &operator*() const { return *pointer; }
  explicit operator bool() const { return pointer != nullptr; }

private:
  T *pointer = nullptr;
};

/// An API reference held by an object where the specification counts it like the host's. It keeps
/// the handle valid.
template <class T> class ApiRef {
public:
  ApiRef() = default;
  /// `object` is not null.
  explicit ApiRef(T *object) : pointer(object) { pointer->retainApi(); }
  /// Adopts the API reference of a new object.
  static ApiRef adopt(T *object) noexcept {
    ApiRef ref;
    ref.pointer = object;
    return ref;
  }
  ApiRef(const ApiRef &other) : pointer(other.pointer) {
    if (pointer)
      pointer->retainApi();
  }
  ApiRef(ApiRef &&other) noexcept : pointer(other.leak()) {}
  ApiRef &operator=(ApiRef other) noexcept {
    std::swap(pointer, other.pointer);
    return *this;
  }
  ~ApiRef() {
    if (pointer)
      pointer->releaseApi();
  }
  /// Releases the reference to the caller.
  T *leak() noexcept { return std::exchange(pointer, nullptr); }
  T *get() const { return pointer; }
  T *operator->() const { return pointer; }
  T &operator*() const { return *pointer; }

private:
  T *pointer = nullptr;
};

} // namespace weft::icd

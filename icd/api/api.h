// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared by all entry points: handle checks, the result of an info query, and a wrapper that turns
// bad_alloc into CL_OUT_OF_HOST_MEMORY.
#pragma once

#include "icd/core/context/termination.h"
#include "icd/core/object.h"

#include <CL/cl_ext.h>

#include <concepts>
#include <cstring>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>

namespace weft::icd {

class Platform;
class Device;
class Context;
class Queue;
class Event;

/// Runs the body of an entry point that returns an error code.
template <class Body> cl_int guarded(Body &&body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return CL_OUT_OF_HOST_MEMORY;
  } catch (const ContextTerminated &) {
    return CL_CONTEXT_TERMINATED_KHR;
  }
}

/// Runs the body of an entry point that returns a handle. `body(cl_int &error)` returns the handle,
/// or null with `error` set; `errorReturn` may be null.
template <class Body>
auto creating(cl_int *errorReturn, Body &&body) noexcept -> std::invoke_result_t<Body, cl_int &> {
  cl_int error = CL_SUCCESS;
  std::invoke_result_t<Body, cl_int &> handle = nullptr;
  try {
    handle = body(error);
  } catch (const std::bad_alloc &) {
    error = CL_OUT_OF_HOST_MEMORY;
  } catch (const ContextTerminated &) {
    error = CL_CONTEXT_TERMINATED_KHR;
  }
  if (errorReturn)
    *errorReturn = error;
  return error == CL_SUCCESS ? handle : nullptr;
}

/// An object, or null, for calls that a terminated context forbids. For bodies of guarded() and
/// creating().
template <class T> T *live(T *object) {
  bool isTerminated = false;
  if constexpr (requires { object->isTerminated(); })
    isTerminated = object && object->isTerminated();
  else
    isTerminated = object && object->context().isTerminated();
  if (isTerminated)
    throw ContextTerminated();
  return object;
}

/// For bodies of creating(): sets the error and returns the null handle.
inline std::nullptr_t fail(cl_int &error, cl_int code) noexcept {
  error = code;
  return nullptr;
}

/// Where a clGet…Info call returns its result. Every function returns CL_SUCCESS, or
/// CL_INVALID_VALUE if the host's memory is too small.
class InfoTarget {
public:
  InfoTarget(size_t size, void *value, size_t *sizeReturn)
      : size(size), value(value), sizeReturn(sizeReturn) {}

  cl_int bytes(const void *data, std::size_t count) const noexcept {
    if (value) {
      if (size < count)
        return CL_INVALID_VALUE;
      if (count)
        std::memcpy(value, data, count);
    }
    if (sizeReturn)
      *sizeReturn = count;
    return CL_SUCCESS;
  }
  /// A scalar, handle or structure of exactly the specified type:
  /// `target.scalar<cl_uint>(3)`.
  template <class T> cl_int scalar(const std::type_identity_t<T> &data) const noexcept {
    static_assert(std::is_trivially_copyable_v<T>);
    return bytes(&data, sizeof(T));
  }
  template <class T> cl_int array(std::span<const T> data) const noexcept {
    return bytes(data.data(), data.size_bytes());
  }
  /// A null-terminated string.
  cl_int text(std::string_view data) const noexcept {
    if (value) {
      if (size < data.size() + 1)
        return CL_INVALID_VALUE;
      std::memcpy(value, data.data(), data.size());
      static_cast<char *>(value)[data.size()] = '\0';
    }
    if (sizeReturn)
      *sizeReturn = data.size() + 1;
    return CL_SUCCESS;
  }

private:
  size_t size;
  void *value;
  size_t *sizeReturn;
};

/// Whether bits outside `known` are set.
constexpr bool hasUnknownBits(cl_bitfield bits, cl_bitfield known) { return (bits & ~known) != 0; }

} // namespace weft::icd

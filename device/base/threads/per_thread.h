// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One object per thread that uses it, created without exceptions and destroyed when the thread
// ends.
//
// thread_local objects with destructors abort the process if out of memory when the destructor is
// registered, and so do those that are reached through the dynamic linker's tables (hence
// -ftls-model=initial-exec, device/CMakeLists.txt); here the caller gets null.
#pragma once

#include <new>
#include <pthread.h>

namespace weft::device {

/// T serves one purpose in the process: a separate class.
template <class T> class PerThread {
public:
  /// The calling thread's object, created at the first call; null if out of memory. Not destroyed
  /// if the process ends first.
  static T *get() noexcept { return object ? object : make(); }

private:
  struct Key {
    Key() noexcept : isValid(pthread_key_create(&key, destroy) == 0) {}
    pthread_key_t key;
    bool isValid;
  };

  static T *make() noexcept {
    T *made = new (std::nothrow) T;
    if (!made)
      return nullptr;
    // Without a key it outlives the thread.
    if (threadEnd.isValid && pthread_setspecific(threadEnd.key, made)) {
      delete made;
      return nullptr;
    }
    return object = made;
  }
  static void destroy(void *made) noexcept {
    object = nullptr;
    delete static_cast<T *>(made);
  }

  static constinit inline thread_local T *object = nullptr;
  static const Key threadEnd;
};

template <class T> const typename PerThread<T>::Key PerThread<T>::threadEnd;

} // namespace weft::device

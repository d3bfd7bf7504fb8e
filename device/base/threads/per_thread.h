// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One object for each thread that uses it, made without exceptions and destroyed when the thread
// ends.
//
// The language's thread_local objects with destructors end the process where there is no memory to
// register the destructor, and so do those that are reached through the dynamic linker's tables
// (hence -ftls-model=initial-exec, device/CMakeLists.txt); here the caller gets null.
#pragma once

#include <new>
#include <pthread.h>

namespace weft::device {

/// T is of one purpose in the process: a class of its own.
template <class T> class PerThread {
public:
  /// The calling thread's object, made at the first call; null when there is no memory. Not
  /// destroyed where the process ends first.
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
    // Without a key it stays when the thread ends.
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

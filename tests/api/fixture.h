// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the API tests share: a session, and handles that no call may accept.
#pragma once

#include "tests/support/opencl.h"

#include <functional>

namespace weft::test {

/// An object of one type posing as one of another.
template <class Wanted, class Given> Wanted as(Given handle) {
  return reinterpret_cast<Wanted>(static_cast<Given>(handle));
}

class Api : public testing::Test {
protected:
  Session session;
  cl_context context = session.context;
  cl_command_queue queue = session.queue;

  /// A handle that is valid, but of a type that `Wanted` never is.
  template <class Wanted> Wanted wrong() const {
    return reinterpret_cast<Wanted>(std::is_same_v<Wanted, cl_context>
                                        ? static_cast<void *>(queue)
                                        : static_cast<void *>(context));
  }

  Context otherContext() const {
    cl_device_id id = device();
    cl_int error = CL_SUCCESS;
    Context other = clCreateContext(nullptr, 1, &id, nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return other;
  }

  Event userEvent(cl_context of = nullptr) const {
    cl_int error = CL_SUCCESS;
    Event event = clCreateUserEvent(of ? of : context, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return event;
  }

  /// Every error that a wait list can have (section 5.11), for one command.
  void expectWaitListErrors(const char *what,
                            const std::function<cl_int(cl_uint, const cl_event *)> &enqueue) const {
    SCOPED_TRACE(what);
    Context foreign = otherContext();
    Event own = userEvent(), foreignEvent = userEvent(foreign);
    clSetUserEventStatus(own, CL_COMPLETE);
    clSetUserEventStatus(foreignEvent, CL_COMPLETE);
    const cl_event none[] = {nullptr}, wrongType[] = {wrong<cl_event>()}, both[] = {own, nullptr},
                   mixed[] = {own, foreignEvent}, good[] = {own, own};
    expectErrors({
        {"a count without a list", CL_INVALID_EVENT_WAIT_LIST, [&] { return enqueue(1, nullptr); }},
        {"a list without a count", CL_INVALID_EVENT_WAIT_LIST, [&] { return enqueue(0, good); }},
        {"a null event", CL_INVALID_EVENT_WAIT_LIST, [&] { return enqueue(1, none); }},
        {"another type", CL_INVALID_EVENT_WAIT_LIST, [&] { return enqueue(1, wrongType); }},
        {"a good and a null event", CL_INVALID_EVENT_WAIT_LIST, [&] { return enqueue(2, both); }},
        {"an event of another context", CL_INVALID_CONTEXT, [&] { return enqueue(2, mixed); }},
        {"good events", CL_SUCCESS, [&] { return enqueue(2, good); }},
    });
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }

  /// A query must refuse an unknown name and a size that is too small, and tell the size it needs.
  template <class Query>
  void expectQueryErrors(const char *what, Query query, cl_uint goodName, size_t goodSize) const {
    SCOPED_TRACE(what);
    std::vector<unsigned char> space(goodSize + 64);
    size_t size = 0;
    expectErrors({
        {"an unknown name", CL_INVALID_VALUE,
         [&] { return query(0x7fff, space.size(), space.data(), nullptr); }},
        {"a size too small", CL_INVALID_VALUE,
         [&] { return query(goodName, goodSize - 1, space.data(), nullptr); }},
        {"the size alone", CL_SUCCESS, [&] { return query(goodName, 0, nullptr, &size); }},
        {"more room than needed", CL_SUCCESS,
         [&] { return query(goodName, space.size(), space.data(), nullptr); }},
    });
    EXPECT_EQ(size, goodSize);
  }
};

/// The value of a query `get(bytes, pointer, size)`.
template <class T, class Get> T queried(Get get) {
  T value{};
  size_t size = 0;
  cl_int error = get(sizeof(T), &value, &size);
  EXPECT_EQ(error, CL_SUCCESS) << errorName(error);
  EXPECT_EQ(size, sizeof(T));
  return value;
}

} // namespace weft::test

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What checked mode looks at in each call of the host: released objects among its arguments, the
// errors that mistakes cause, and the objects that it creates and releases.
//
// Names of calls are literals. Nothing throws: a check for which there is no memory is left out.
#pragma once

#include "icd/core/object.h"

#include <string>
#include <vector>

namespace weft::icd {

class Context;

/// The type of a handle's object; Dead for other types.
template <class T> inline constexpr ObjectType objectTypeOf = ObjectType::Dead;
template <> inline constexpr ObjectType objectTypeOf<cl_context> = ObjectType::Context;
template <> inline constexpr ObjectType objectTypeOf<cl_command_queue> = ObjectType::Queue;
template <> inline constexpr ObjectType objectTypeOf<cl_mem> = ObjectType::Memory;
template <> inline constexpr ObjectType objectTypeOf<cl_sampler> = ObjectType::Sampler;
template <> inline constexpr ObjectType objectTypeOf<cl_program> = ObjectType::Program;
template <> inline constexpr ObjectType objectTypeOf<cl_kernel> = ObjectType::Kernel;
template <> inline constexpr ObjectType objectTypeOf<cl_event> = ObjectType::Event;

/// The context of an object; null for an invalid handle and for types that have none.
const Context *contextOf(const ObjectHeader *handle, ObjectType type) noexcept;

/// A call under check, and the context whose notification function gets its reports, if any.
struct CallInfo {
  const char *name;
  const Context *context;
};

/// Reports an object that was released; returns whether it was. Any address may be given.
bool checkUse(const CallInfo &call, const ObjectHeader *handle) noexcept;

/// After a call of clCreate… or an enqueued command.
void noteCreation(const char *call, const ObjectHeader *handle, ObjectType type) noexcept;
/// Before a call of clRelease….
void noteRelease(const char *call, const ObjectHeader *handle, ObjectType type) noexcept;

/// Reports the error with which a call ended, if only a mistake of the host causes it. `kernel`
/// and `argument` are those of the call; null and -1 if it has none.
void checkError(const CallInfo &call, cl_int error, cl_kernel kernel, long argument) noexcept;

/// Reports what the calling host does wrong, if API checks are on.
void reportMistake(const CallInfo &call, const std::string &message,
                   const std::vector<std::string> &notes = {}) noexcept;

} // namespace weft::icd

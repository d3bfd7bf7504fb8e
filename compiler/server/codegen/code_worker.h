// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A child of the code server: compiles kernels one after another, or links the whole program.
//
// Its first job comes with the fork, each further one in a packet with the files for its results.
// The child answers with one byte when the files are written. It ends when the server closes the
// socket, and if it cannot continue.
#pragma once

#include "compiler/backend/linking/object_linking.h"
#include "compiler/cache/shared_work.h"
#include "compiler/server/codegen/state/code_order.h"
#include "device/base/files/descriptor.h"

#include <optional>
#include <string>

namespace weft::compiler {

/// By how much children that nobody waits for lower their priority, in steps of nice().
inline constexpr int stepsOfSpare = 10;

/// A child's job.
struct Job {
  std::uint32_t kernel = 0; ///< a position in the interface, or wholeProgram
  Tier tier = Tier::Best;
  bool isSpare = false;   ///< nobody waits for it
  bool isIdle = false;    ///< it runs only on idle CPUs
  bool isGivenUp = false; ///< best code that is made like the first
  bool isShared = false;  ///< other processes look for it
};

/// A child's results besides the binary.
struct WorkResult {
  bool success = false;
  std::string log;
  std::string object; ///< of a kernel
  std::string path;   ///< of a whole program in the cache, or empty
  std::uint64_t cpuNanoseconds = 0;
};

/// Files written by a child and read by its parent.
struct WorkFiles {
  Descriptor result; ///< a WorkResult
  Descriptor binary; ///< a sealed binary; empty without success
};

/// Whether the job is given up at its limit of CPU time, and the kernel compiled like its first
/// code.
bool mayGiveUp(const Job &job);

/// Nothing if out of memory.
std::optional<WorkFiles> makeWorkFiles();

/// Whether the code of one kernel is the whole program.
bool isWhole(const CodeOrder &order, Tier tier);

/// Generates the code of a kernel in this process, or links the whole program: the binary goes to
/// the file, and to the cache if it is complete and `mayKeep`. `shared`: where other processes look
/// for code, or null.
WorkResult compileKernel(const CodeOrder &order, const WorkFiles &files, const SharedWork *shared,
                         const Job &job);
WorkResult linkProgram(const CodeOrder &order, const WorkFiles &files,
                       std::vector<ObjectFile> objects, bool mayKeep);

/// Gives a job to an idle child. False if it is gone.
bool sendJob(int socket, const Job &job, const WorkFiles &files);

/// Whether the child at the other end has written the files of its job.
bool receiveDone(int socket);

/// The main functions of children. They exit. `socket`: the child's end.
[[noreturn]] void compileKernels(const CodeOrder &order, const SharedWork *shared, Job job,
                                 WorkFiles files, Descriptor socket);
[[noreturn]] void linkWhole(const CodeOrder &order, const WorkFiles &files,
                            std::vector<ObjectFile> objects, bool mayKeep);

/// A child's results; nothing if it ended before it was done.
std::optional<WorkResult> readResult(const WorkFiles &files);

} // namespace weft::compiler

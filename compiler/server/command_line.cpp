// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/command_line.h"

#include "compiler/backend/llvm_options.h"
#include "compiler/frontend/prelude_snapshot.h"
#include "compiler/interface/program/binary.h"
#include "compiler/interface/program/spirv_module.h"
#include "compiler/interface/target/host_target.h"
#include "compiler/options/compile_options.h"
#include "compiler/passes/normalise/arch/host_cpu.h"
#include "compiler/server/builds/build_job.h"
#include "compiler/server/builds/input_progress.h"
#include "device/base/bytes.h"
#include "device/base/settings.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>

namespace weft::compiler {
namespace {

constexpr llvm::StringLiteral helpHead = R"(weftc compiles OpenCL C for this machine's CPU.

Usage: weftc [options] <input>...

An input is an OpenCL C source ('-' reads the standard input), a SPIR-V module, or an object that
weftc -c made.
Several inputs are linked into one program. The result is what clGetProgramInfo returns as
CL_PROGRAM_BINARIES and clCreateProgramWithBinary takes; a program is at the same time an ELF shared
object that objdump and gdb can read.

What to make
  -o <file>                                write the result to <file> ('-': standard output);
                                           otherwise <input>.weft, or <input>.wo for an object or a
                                           library
  -c                                       compile only: make an object (as clCompileProgram)
  --emit=source-llvm                       print the LLVM IR as Clang makes it, for spir64
  --emit=spirv                             make a SPIR-V module <input>.spv, by LLVM's back end; with
                                           -cl-opt-disable it has all that the source has
  --emit=regions                           print the regions between barriers, what varies in them,
                                           and their vector versions
  --emit=llvm                              print the LLVM IR after all of Weft's passes
  --emit=asm                               print the assembly; with -cl-weft-cpu= all this is for
                                           that CPU as it is, whatever the machine has
  --emit=remarks                           print what became of each region in JSON: versions, costs,
                                           gathers, masks, spills; `weft explain` makes a report of it
  --emit=findings                          print what is wrong or not portable in JSON, without making
                                           code; `weft check` prints it as lines
  --tier=first                             make the code that kernels start with, not their best code
  --time                                   print the milliseconds that each stage took
  -mllvm <option>                          give LLVM an option: -print-after=weft-vectorise,
                                           -print-changed, -time-passes, -verify-each, -stats; the
                                           names of passes are those of compiler/passes/passes.def
  --write-prelude                          write snapshots of the parsed prelude beside weftc; the build
                                           of Weft does that
  --version                                versions of Weft and LLVM, and the CPU that code is for
  --help                                   this text

)";

constexpr llvm::StringLiteral helpTail = R"(
Without -cl- or -cl-weft-, -- begins an option's short name: --cpu=haswell, --fast-relaxed-math.

Examples
  weftc k.cl                               make k.weft
  weftc -cl-std=CL3.0 --emit=asm k.cl      see the machine code
  weftc -c a.cl && weftc -c b.cl && weftc a.wo b.wo -o ab.weft
  echo 'kernel void k(global int *p) { *p = 1; }' | weftc --emit=llvm -

Exit code: 0 when done, 1 when the program has errors, 2 when the command has.
)";

struct Command {
  bool help = false;
  bool version = false;
  bool writesPrelude = false;
  bool time = false;
  bool compileOnly = false;
  Tier tier = Tier::Best;
  EmitKind emit = EmitKind::Executable;
  std::string output;
  std::vector<std::string> inputs;
  CompileOptions options;             ///< for all compiles and links
  std::vector<std::string> llvmWords; ///< LLVM's own options
};

void printHelp() {
  llvm::outs() << helpHead << describeOptions() << helpTail
               << "\nEnvironment variables, for programs that use Weft\n";
  for (const Variable &variable : Settings::all())
    if (variable.isOurs())
      llvm::outs() << llvm::format("  %-40s ", variable.name) << variable.meaning << " ("
                   << variable.expects << ")\n";
}

struct EmitName {
  llvm::StringLiteral name;
  EmitKind kind;
};
constexpr EmitName emitNames[] = {
    {"source-llvm", EmitKind::SourceLlvm}, {"spirv", EmitKind::Spirv},
    {"regions", EmitKind::Regions},        {"llvm", EmitKind::Llvm},
    {"asm", EmitKind::Assembly},           {"remarks", EmitKind::Remarks},
    {"findings", EmitKind::Findings},
};

/// Whether the result precedes linking.
bool isOfOneSource(EmitKind emit) {
  return emit == EmitKind::SourceLlvm || emit == EmitKind::Spirv;
}

bool takeEmit(llvm::StringRef value, Command &command, std::string &error) {
  for (const EmitName &name : emitNames)
    if (value == name.name)
      return command.emit = name.kind, true;
  error = ("--emit takes source-llvm, spirv, regions, llvm, asm, remarks or findings, not '" +
           value + "'")
              .str();
  return false;
}

/// Takes weftc's own options, except those with a value in the next word; false for any other word.
bool takeOwnOption(llvm::StringRef word, Command &command) {
  bool *const flag = llvm::StringSwitch<bool *>(word)
                         .Cases({"--help", "-h"}, &command.help)
                         .Case("--version", &command.version)
                         .Case("--write-prelude", &command.writesPrelude)
                         .Case("--time", &command.time)
                         .Case("-c", &command.compileOnly)
                         .Default(nullptr);
  if (flag)
    *flag = true;
  return flag;
}

/// Takes -o and -mllvm with the next word; false for another word, or for the last one.
bool takeOwnPair(std::span<const std::string> words, std::size_t &index, Command &command) {
  if (index + 1 == words.size())
    return false;
  if (words[index] == "-o")
    command.output = words[++index];
  else if (words[index] == "-mllvm")
    command.llvmWords.push_back(words[++index]);
  else
    return false;
  return true;
}

/// Sorts the arguments; OpenCL's parser gets those that are not weftc's own.
bool parseCommand(std::vector<std::string> words, Command &command, std::string &error) {
  for (std::size_t index = 0; index < words.size(); ++index) {
    llvm::StringRef word = words[index];
    if (!word.starts_with("-") || word == "-") {
      command.inputs.push_back(words[index]);
    } else if (takeOwnOption(word, command) || takeOwnPair(words, index, command)) {
      continue;
    } else if (word == "-o" || word == "-mllvm") {
      error = ("option '" + word + "' needs an argument").str();
      return false;
    } else if (word == "--tier=first" || word == "--tier=best") {
      command.tier = word.ends_with("first") ? Tier::First : Tier::Best;
    } else if (word.consume_front("--emit=")) {
      if (!takeEmit(word, command, error))
        return false;
    } else if (word.consume_front("--")) {
      if (!parseShortOption(std::string_view(word), command.options, error))
        return false;
    } else if (!parseOption(words, index, command.options, error)) {
      return false;
    }
  }
  return true;
}

void printVersion() {
  llvm::outs() << "weftc " WEFT_VERSION ", LLVM " LLVM_VERSION_STRING ", code for " << hostCpuName()
               << " (" << hostTarget() << ")\n";
}

/// One run of the command.
class CommandRun {
public:
  CommandRun(const Command &command, const std::string &kernelLibrary)
      : command(command), kernelLibrary(kernelLibrary) {}

  int run() {
    initializeCompiler();
    const bool several = command.inputs.size() > 1;
    if (several && command.compileOnly && !command.output.empty())
      return usage("-o names one file, but -c makes several");
    InputProgress progress(command.inputs.size());
    for (const std::string &input : command.inputs) {
      progress.begin(input);
      if (const int code = takeInput(input, several))
        return code;
    }
    progress.begin(objects.empty() ? "" : "link");
    const int code = objects.empty() ? 0 : link();
    if (code == 0)
      progress.finish();
    return code;
  }

private:
  int usage(const llvm::Twine &message) const {
    llvm::errs() << "weftc: error: " << message << "\n";
    return 2;
  }

  /// Compiles one source up to the requested output; keeps an object for the link.
  int takeInput(const std::string &input, bool several) {
    auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(input);
    if (!buffer)
      return usage("cannot read '" + input + "': " + buffer.getError().message());
    const llvm::StringRef content = (*buffer)->getBuffer();
    if (auto object = Binary::parse(copyBytes(content))) {
      if (object->kind() == BinaryKind::Executable || object->kind() == BinaryKind::Intermediate)
        return usage("'" + input + "' is a linked program");
      objects.push_back(std::move(object));
      return 0;
    }
    if (content.contains('\0') && !beginsAsSpirv(content))
      return usage("'" + input +
                   "' is neither a source, nor SPIR-V, nor an object of this version of weftc");

    const bool linked = several || command.options.createLibrary;
    BuildJob job = newJob(command.compileOnly || linked ? BuildKind::Compile : BuildKind::Build);
    job.source = content.str();
    job.sourceName = input == "-" ? "<stdin>" : input;
    llvm::LLVMContext context;
    BuildOutput output = runBuildJob(job, context);
    report(input, output);
    if (!output.success)
      return 1;
    if (!linked || command.compileOnly || isOfOneSource(command.emit))
      return write(input, std::move(output));
    objects.push_back(Binary::parse(
        Binary::seal(std::move(output.payload), output.kind, output.flags, hostTarget())));
    return 0;
  }

  int link() {
    BuildJob job = newJob(BuildKind::Link);
    for (const auto &object : objects)
      job.inputs.push_back(asText(object->payload()));
    llvm::LLVMContext context;
    BuildOutput output = runBuildJob(job, context);
    report("link", output);
    return output.success ? write(command.inputs.front(), std::move(output)) : 1;
  }

  BuildJob newJob(BuildKind kind) const {
    BuildJob job;
    job.kind = kind;
    job.options = command.options;
    job.emit = command.emit;
    // The front end keeps source lines if remarks are requested; findings are remarks.
    job.options.remarks |= command.emit == EmitKind::Remarks || command.emit == EmitKind::Findings;
    job.tier = command.tier;
    job.surroundings.kernelLibrary = kernelLibrary;
    return job;
  }

  void report(llvm::StringRef what, const BuildOutput &output) const {
    llvm::errs() << output.log;
    if (!command.time)
      return;
    const double whole = output.frontendMilliseconds + output.backendMilliseconds;
    const double share = whole > 0 ? 100 * output.libraryMilliseconds / whole : 0;
    llvm::errs() << what << ": front end " << llvm::format("%.1f", output.frontendMilliseconds)
                 << " ms, back end " << llvm::format("%.1f", output.backendMilliseconds)
                 << " ms, of which built-ins " << llvm::format("%.1f", output.libraryMilliseconds)
                 << " ms (" << llvm::format("%.0f", share) << " % of the build)\n";
  }

  std::string outputName(const std::string &input, const BuildOutput &output) const {
    if (!command.output.empty())
      return command.output;
    const bool isFile = command.emit == EmitKind::Executable || command.emit == EmitKind::Spirv;
    if (!isFile || input == "-")
      return "-";
    llvm::SmallString<128> name(input);
    llvm::sys::path::replace_extension(name, command.emit == EmitKind::Spirv         ? "spv"
                                             : output.kind == BinaryKind::Executable ? "weft"
                                                                                     : "wo");
    return name.str().str();
  }

  int write(const std::string &input, BuildOutput output) const {
    const std::string name = outputName(input, output);
    const bool text = command.emit != EmitKind::Executable;
    const std::vector<std::byte> bytes =
        text ? std::move(output.payload)
             : Binary::seal(std::move(output.payload), output.kind, output.flags, hostTarget());
    std::error_code error;
    llvm::raw_fd_ostream stream(name, error);
    if (!error) {
      stream << asText(bytes);
      stream.close();
      error = stream.error();
      stream.clear_error();
    }
    return error ? usage("cannot write '" + name + "': " + error.message()) : 0;
  }

  const Command &command;
  const std::string &kernelLibrary;
  std::vector<std::shared_ptr<const Binary>> objects;
};

} // namespace

static int writePrelude(const std::string &kernelLibrary) {
  std::string log;
  const llvm::StringRef folder = llvm::sys::path::parent_path(kernelLibrary);
  const bool isWritten = writePreludeSnapshots(folder.str(), log);
  llvm::errs() << log;
  return isWritten ? 0 : 1;
}

static int runWithLlvmOptions(Command &command, const std::string &kernelLibrary) {
  std::vector<const char *> words{"weftc"};
  for (const std::string &word : command.llvmWords)
    words.push_back(word.c_str());
  const LlvmOptions options(words);
  command.options.verifies |= options.verifiesEach();
  return CommandRun(command, kernelLibrary).run();
}

int runCommand(int argumentCount, char **arguments, const std::string &kernelLibrary) {
  Command command;
  std::string error;
  if (!parseCommand({arguments + 1, arguments + argumentCount}, command, error)) {
    llvm::errs() << "weftc: error: " << error << "\n";
    return 2;
  }
  if (command.help) {
    printHelp();
    return 0;
  }
  if (command.version) {
    printVersion();
    return 0;
  }
  if (command.writesPrelude)
    return writePrelude(kernelLibrary);
  if (command.inputs.empty()) {
    llvm::errs() << "weftc: error: no input; see weftc --help\n";
    return 2;
  }
  return command.llvmWords.empty() ? CommandRun(command, kernelLibrary).run()
                                   : runWithLlvmOptions(command, kernelLibrary);
}

} // namespace weft::compiler

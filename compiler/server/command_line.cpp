// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/command_line.h"

#include "compiler/client/binary.h"
#include "compiler/client/options.h"
#include "compiler/server/build_job.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/ManagedStatic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

#include <cstring>

namespace weft::compiler {
namespace {

constexpr llvm::StringLiteral helpText = R"(weftc compiles OpenCL C for this machine's CPU.

Usage: weftc [options] <input>...

An input is an OpenCL C source ('-' reads the standard input) or an object that weftc -c made.
Several inputs are linked into one program. The result is what clGetProgramInfo returns as
CL_PROGRAM_BINARIES and clCreateProgramWithBinary takes; a program is at the same time an ELF shared
object that objdump and gdb can read.

What to make
  -o <file>            write the result to <file> ('-': standard output);
                       otherwise <input>.weft, or <input>.wo for an object or a library
  -c                   compile only: make an object (as clCompileProgram)
  -create-library      link the inputs into a library (as clLinkProgram)
  -enable-link-options let the link of a program change the library's floating-point options
  --emit=source-llvm   print the LLVM IR as Clang makes it, for spir64
  --emit=regions       print the regions between barriers, what varies in them, and their vector
                       versions
  --emit=llvm          print the LLVM IR after all of Weft's passes, for this CPU
  --emit=asm           print the assembly
  --vectorise=<lanes>  run 2, 4, 8, 16, 32 or 64 work-items as lanes of vectors wherever that can be
                       done; 'auto', the default: where it pays; 'off': nowhere (-cl-weft-vectorise=)
  --cpu=<name>         use only what this CPU of LLVM's has too, such as x86-64-v2 or haswell
                       (-cl-weft-cpu=); what is only printed is for that CPU as it is
  --remarks            tell what was vectorised and what was not (-cl-weft-remarks)
  --without=<stages>   leave out stages of vectorisation (-cl-weft-without=): bounds,shapes
  --chaos=<number>     have each region draw stages to leave out, and lanes (-cl-weft-chaos=)
  --verify             stop with an error after the pass that breaks the IR (-cl-weft-verify)
  --time               print the milliseconds that each stage took
  -mllvm <option>      give LLVM an option: -print-after=weft-vectorise, -print-changed,
                       -time-passes; the names of passes are those of compiler/passes/passes.def

Language and diagnostics (OpenCL 3.0, 5.8.6)
  -D <name>[=<value>]  define a macro         -U <name>  undefine one
  -I <folder>          look for headers there
  -cl-std=<version>    CL1.0, CL1.1, CL1.2 (the default), CL2.0 or CL3.0
  -w                   no warnings            -Werror    warnings are errors
  -W<name>             Clang's warnings: -Wall, -Wno-unused, -Wno-error=int-conversion
  -g                   debug information: break-points and source lines in gdb
  -cl-kernel-arg-info  accepted; programs always carry it

Floating point and optimisation
  -cl-opt-disable                          do not optimise
  -cl-single-precision-constant            a constant without suffix is a float
  -cl-fp32-correctly-rounded-divide-sqrt   exact single-precision / and sqrt
  -cl-denorms-are-zero                     denormal numbers may be flushed
  -cl-mad-enable                           a * b + c may be rounded once or twice
  -cl-no-signed-zeros                      -0.0 may be treated as +0.0
  -cl-finite-math-only                     there are no NaNs and infinities
  -cl-unsafe-math-optimizations            all but the last, and reassociation
  -cl-fast-relaxed-math                    all of these; defines __FAST_RELAXED_MATH__
  -cl-strict-aliasing                      pointers to different types do not alias
  -cl-uniform-work-group-size              sizes of work-groups divide the global size
  -cl-no-subgroup-ifp                      accepted; Weft has no sub-groups

  --version            versions of Weft and LLVM, and the CPU that code is made for
  --help               this text

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
  bool time = false;
  bool compileOnly = false;
  EmitKind emit = EmitKind::Executable;
  std::string output;
  std::vector<std::string> inputs;
  std::vector<std::string> compileWords; ///< OpenCL's options, for compiling
  std::vector<std::string> linkWords;    ///< and for making a library
  std::vector<const char *> llvmWords;   ///< LLVM's own options
};

struct EmitName {
  llvm::StringLiteral name;
  EmitKind kind;
};
constexpr EmitName emitNames[] = {
    {"source-llvm", EmitKind::SourceLlvm},
    {"regions", EmitKind::Regions},
    {"llvm", EmitKind::Llvm},
    {"asm", EmitKind::Assembly},
};

bool takeEmit(llvm::StringRef value, Command &command, std::string &error) {
  for (const EmitName &name : emitNames)
    if (value == name.name)
      return command.emit = name.kind, true;
  error = ("--emit takes source-llvm, regions, llvm or asm, not '" + value + "'").str();
  return false;
}

/// Sorts the arguments; what is not weftc's own is left to OpenCL's parser.
bool parseCommand(llvm::ArrayRef<const char *> arguments, Command &command, std::string &error) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    llvm::StringRef word = arguments[i];
    const bool takesNext = word == "-D" || word == "-U" || word == "-I" || word == "-o" ||
                           word == "-x" || word == "-mllvm";
    if (takesNext && i + 1 == arguments.size()) {
      error = ("option '" + word + "' needs an argument").str();
      return false;
    }
    if (word == "--help" || word == "-h") {
      command.help = true;
    } else if (word == "--version") {
      command.version = true;
    } else if (word == "--time") {
      command.time = true;
    } else if (word == "-c") {
      command.compileOnly = true;
    } else if (word == "-o") {
      command.output = arguments[++i];
    } else if (word == "-mllvm") {
      command.llvmWords.push_back(arguments[++i]);
    } else if (word.consume_front("--emit=")) {
      if (!takeEmit(word, command, error))
        return false;
    } else if (word.consume_front("--vectorise=")) {
      command.compileWords.push_back(("-cl-weft-vectorise=" + word).str());
    } else if (word.consume_front("--cpu=")) {
      command.compileWords.push_back(("-cl-weft-cpu=" + word).str());
    } else if (word.consume_front("--without=")) {
      command.compileWords.push_back(("-cl-weft-without=" + word).str());
    } else if (word.consume_front("--chaos=")) {
      command.compileWords.push_back(("-cl-weft-chaos=" + word).str());
    } else if (word == "--remarks") {
      command.compileWords.push_back("-cl-weft-remarks");
    } else if (word == "--verify") {
      command.compileWords.push_back("-cl-weft-verify");
    } else if (word == "-create-library" || word == "-enable-link-options") {
      command.linkWords.push_back(word.str());
    } else if (word.starts_with("-") && word != "-") {
      command.compileWords.push_back(word.str());
      if (takesNext)
        command.compileWords.push_back(arguments[++i]);
    } else {
      command.inputs.push_back(word.str());
    }
  }
  return true;
}

void printVersion() {
  llvm::outs() << "weftc " WEFT_VERSION ", LLVM " LLVM_VERSION_STRING ", code for "
               << llvm::sys::getHostCPUName() << " (" << hostTarget() << ")\n";
}

std::vector<std::byte> asBytes(llvm::StringRef text) {
  const auto *begin = reinterpret_cast<const std::byte *>(text.data());
  return {begin, begin + text.size()};
}

llvm::StringRef asText(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

/// One run of the command.
class CommandRun {
public:
  CommandRun(const Command &command, const std::string &kernelLibrary)
      : command(command), kernelLibrary(kernelLibrary), library(!command.linkWords.empty()) {}

  int run() {
    initializeCompiler();
    const bool several = command.inputs.size() > 1;
    if (several && command.compileOnly && !command.output.empty())
      return usage("-o names one file, but -c makes several");
    for (const std::string &input : command.inputs)
      if (const int code = takeInput(input, several))
        return code;
    return objects.empty() ? 0 : link();
  }

private:
  int usage(const llvm::Twine &message) const {
    llvm::errs() << "weftc: error: " << message << "\n";
    return 2;
  }

  /// Compiles a source as far as it goes alone; keeps objects for the link.
  int takeInput(const std::string &input, bool several) {
    auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(input);
    if (!buffer)
      return usage("cannot read '" + input + "': " + buffer.getError().message());
    const llvm::StringRef content = (*buffer)->getBuffer();
    if (auto object = Binary::parse(asBytes(content))) {
      if (object->kind() == BinaryKind::Executable)
        return usage("'" + input + "' is a linked program");
      objects.push_back(std::move(object));
      return 0;
    }
    if (content.contains('\0'))
      return usage("'" + input + "' is neither a source nor an object of this version of weftc");

    const bool linked = several || library;
    BuildJob job = newJob(command.compileOnly || linked ? BuildKind::Compile : BuildKind::Build);
    std::string error;
    if (!parseOptions(command.compileWords, job.kind, job.options, error))
      return usage(error);
    job.source = content.str();
    job.sourceName = input == "-" ? "<stdin>" : input;
    BuildOutput output = runBuildJob(job);
    report(input, output);
    if (!output.success)
      return 1;
    if (!linked || command.compileOnly || command.emit == EmitKind::SourceLlvm)
      return write(input, std::move(output));
    objects.push_back(Binary::parse(
        Binary::seal(std::move(output.payload), output.kind, output.flags, hostTarget())));
    return 0;
  }

  int link() {
    BuildJob job = newJob(library ? BuildKind::LinkLibrary : BuildKind::Link);
    std::string error;
    if (!parseOptions(command.linkWords, job.kind, job.options, error))
      return usage(error);
    for (const auto &object : objects)
      job.inputs.push_back(asText(object->payload()));
    BuildOutput output = runBuildJob(job);
    report("link", output);
    return output.success ? write(command.inputs.front(), std::move(output)) : 1;
  }

  BuildJob newJob(BuildKind kind) const {
    BuildJob job;
    job.kind = kind;
    job.emit = command.emit;
    job.kernelLibrary = kernelLibrary;
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
    if (command.emit != EmitKind::Executable || input == "-")
      return "-";
    llvm::SmallString<128> name(input);
    llvm::sys::path::replace_extension(name, output.kind == BinaryKind::Executable ? "weft" : "wo");
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
  const bool library;
  std::vector<std::shared_ptr<const Binary>> objects;
};

} // namespace

static int runWithLlvmOptions(const Command &command, const std::string &kernelLibrary) {
  // Its end prints what -time-passes and -stats collect.
  const llvm::llvm_shutdown_obj reports;
  std::vector<const char *> words{"weftc"};
  words.insert(words.end(), command.llvmWords.begin(), command.llvmWords.end());
  llvm::cl::ParseCommandLineOptions(static_cast<int>(words.size()), words.data());
  return CommandRun(command, kernelLibrary).run();
}

int runCommand(int argumentCount, char **arguments, const std::string &kernelLibrary) {
  Command command;
  std::string error;
  if (!parseCommand({arguments + 1, static_cast<std::size_t>(argumentCount - 1)}, command, error)) {
    llvm::errs() << "weftc: error: " << error << "\n";
    return 2;
  }
  if (command.help) {
    llvm::outs() << helpText;
    return 0;
  }
  if (command.version) {
    printVersion();
    return 0;
  }
  if (command.inputs.empty()) {
    llvm::errs() << "weftc: error: no input; weftc --help tells more\n";
    return 2;
  }
  return command.llvmWords.empty() ? CommandRun(command, kernelLibrary).run()
                                   : runWithLlvmOptions(command, kernelLibrary);
}

} // namespace weft::compiler

// What a child of the server does.
#pragma once

#include <string>

namespace weft::compiler {

/// Reads one request from the socket, answers it and ends the process.
[[noreturn]] void serveBuild(int socket, const std::string &kernelLibrary);

} // namespace weft::compiler

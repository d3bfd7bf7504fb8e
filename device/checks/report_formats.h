// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The forms of a report: lines for people, JSON, and SARIF 2.1.0 (OASIS), which code hosts show
// beside the lines of a change.
#pragma once

#include "device/checks/report.h"

namespace weft::device {

/// "k.cl:13:7"; empty if unknown.
std::string textOf(const SourceLocation &where);

/// The lines of a report, without the last line's end. Colours are those of terminals.
std::string textOf(const CheckReport &report, bool isColoured);

/// An object on one line, without its end.
std::string jsonOf(const CheckReport &report);

/// The object of a report in the list of results of a SARIF file.
std::string sarifResultOf(const CheckReport &report);

/// What precedes and follows the list of results in a SARIF file.
std::string sarifBegin();
std::string sarifEnd();

} // namespace weft::device

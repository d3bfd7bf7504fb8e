#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# setup_check.sh <source folder> <build folder>
#
# That `setup.sh example` builds the example and what that needs, and no other test or benchmark. The
# script runs with stand-ins for the tools that it calls; the build folder, made with Ninja, tells what
# the example needs.
set -euo pipefail
source=$1 build=$2
[ -f "$build/build.ninja" ] || { echo "not a build with Ninja: nothing to check"; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

mkdir -p "$folder/tools" "$folder/build/tests/examples"
standIn() {
  printf '#!/bin/bash\n%s\n' "$2" >"$1"
  chmod +x "$1"
}
standIn "$folder/tools/dpkg-query" 'echo -n installed'
standIn "$folder/tools/cmake" ''
standIn "$folder/tools/ninja" "printf '%s\n' \"\$@\" >'$folder/arguments'"
standIn "$folder/build/tests/examples/file_scan" "touch '$folder/has-run'"
PATH=$folder/tools:$PATH BUILD_DIR=$folder/build JOBS=1 "$source/setup.sh" example

[ -e "$folder/has-run" ] || { echo "the example did not run"; exit 1; }
targets=$(awk '$0 == "-C" || $0 == "-j" {getline; next} {print}' "$folder/arguments")
[ -n "$targets" ] || { echo "all targets are built"; exit 1; }
others=$(ninja -C "$build" -t commands $targets | grep -o -- " -c [^ ]*/tests/[^ ]*" |
  grep -v "/tests/examples/file_scan.cpp" || true)
[ -z "$others" ] || { echo "built without need: $others"; exit 1; }

#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sets Weft up on Debian 12: installs what is missing, configures and builds.
#
#   ./setup.sh            install packages, configure, build
#   ./setup.sh test       ... and run all tests
#   ./setup.sh check      ... and check format, clang-tidy and sanitizers (.ci/check)
#   ./setup.sh example    install packages, build what the main example needs, and run that
#   ./setup.sh dist       ... and make packages for Debian and a wheel for Python
#   ./setup.sh packages   install packages only
#
# Needs root or sudo only while packages are missing. BUILD_DIR names another build folder than build,
# JOBS another number of parallel compilations than fits processors and memory.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=${BUILD_DIR:-$root/build}

# What the compiler, the runtime, the tests and the examples need.
packages=(
  g++ cmake ninja-build ccache pkg-config python3
  llvm-22 llvm-22-dev llvm-22-tools libclang-22-dev clang-22 liblld-22-dev lld-22
  zlib1g-dev libzstd-dev libxml2-dev libz3-dev
  libhwloc-dev libtbb-dev
  opencl-headers ocl-icd-opencl-dev clinfo
  spirv-tools spirv-headers
  libgtest-dev libbenchmark-dev
)
# What `check` and `dist` need besides.
checkPackages=(clang-format-22 clang-tidy-22 git debootstrap lintian)
distPackages=(dpkg-dev file python3-build python3-venv)

installPackages() {
  local missing=() package
  for package in "${packages[@]}"; do
    if [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" != installed ]; then
      missing+=("$package")
    fi
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  echo "installing ${missing[*]}"
  local asRoot=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "these packages are missing, and there is no sudo: ${missing[*]}" >&2
      exit 1
    }
    asRoot=(sudo)
  fi
  "${asRoot[@]}" apt-get update
  "${asRoot[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "${missing[@]}"
}

# A compilation against LLVM's headers takes up to 1.5 GB.
jobs() {
  local processors memory
  processors=$(nproc)
  memory=$(($(awk '/MemAvailable/ {print $2}' /proc/meminfo) / 1500000))
  [ "$memory" -ge 1 ] || memory=1
  echo $((processors < memory ? processors : memory))
}

# buildTargets [target...]: what these need, or all.
buildTargets() {
  cmake -S "$root" -B "$build" -G Ninja \
    -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache
  ninja -C "$build" -j "${JOBS:-$(jobs)}" "$@"
}

# Folders of their own beside the build: the compiler cache has what both share.
makePackages() {
  cd "$root"
  cmake --preset package
  cmake --build --preset package --parallel "${JOBS:-$(jobs)}"
  cpack --preset package
  # From a folder without `build`, which would be taken for the module.
  cd build-package
  JOBS=${JOBS:-$(jobs)} /usr/bin/python3 -m build --wheel --no-isolation \
    -C build-dir="$root/build-wheel" --outdir packages "$root"
  ls -l packages/weft*
}

case ${1:-build} in
packages) installPackages ;;
build)
  installPackages
  buildTargets
  echo "Weft is built. To use it: export OCL_ICD_VENDORS=$build/vendors"
  ;;
example)
  installPackages
  buildTargets file_scan
  OCL_ICD_VENDORS=$build/vendors "$build/tests/examples/file_scan"
  ;;
test)
  installPackages
  buildTargets
  ctest --test-dir "$build" --output-on-failure
  ;;
dist)
  packages+=("${distPackages[@]}")
  installPackages
  makePackages
  ;;
check)
  packages+=("${checkPackages[@]}" "${distPackages[@]}")
  installPackages
  buildTargets
  "$root/.ci/check" "$build"
  ;;
*)
  sed -n '3,14s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
  exit 2
  ;;
esac

#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sets Weft up on Debian 12, or another system that has LLVM 22: installs what is missing, configures
# and builds.
#
#   ./setup.sh            install packages, configure, build
#   ./setup.sh test       ... and run all tests
#   ./setup.sh check      ... and check format, clang-tidy and sanitizers (.ci/check)
#   ./setup.sh example    install packages, build what the main example needs, and run that
#   ./setup.sh dist       ... and make packages for Debian and a wheel for Python
#   ./setup.sh dist arm64     ... for AArch64, which another machine cross-builds
#   ./setup.sh packages   install packages only
#
# Needs root or sudo only while packages are missing. BUILD_DIR names another build folder than build,
# JOBS another number of parallel compilations and tests than fits processors and memory. OS_RELEASE names
# another file than /etc/os-release, for tests. SYSROOT_DIR names another folder than build/aarch64-sysroot for
# the packages that tests/aarch64/sysroot fetches to cross-build.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=${BUILD_DIR:-$root/build}

# Build folders share what ccache has: the name of a folder is no part of what it knows a compilation by, and
# precompiled headers are known by the checksums that compiler/precompile writes.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_PCH_EXTSUM=1

# New build folders get Clang, which compiles what uses precompiled headers in half of GCC's time.
export CC=${CC:-clang-22} CXX=${CXX:-clang++-22}

# What the compiler, the runtime, the tests and the examples need.
packages=(
  g++ cmake ninja-build ccache pkg-config python3
  llvm-22 llvm-22-dev llvm-22-tools libclang-22-dev clang-22 liblld-22-dev lld-22
  zlib1g-dev libzstd-dev libxml2-dev libz3-dev
  libhwloc-dev libtbb-dev nlohmann-json3-dev
  opencl-headers ocl-icd-opencl-dev clinfo
  spirv-tools spirv-headers
  libgtest-dev libbenchmark-dev
)
# What `check` and `dist` need besides.
checkPackages=(clang-format-22 clang-tidy-22 git debootstrap lintian)
distPackages=(dpkg-dev file python3-build python3-venv)
# What `dist` for AArch64 and its tests need besides on another machine.
crossPackages=(binutils-aarch64-linux-gnu qemu-user-static)

# Megabytes of disk: all packages that a bare system lacks, and builds of the example and of everything.
packagesSpace=2500 exampleSpace=600 buildSpace=2000

fail() {
  printf 'setup.sh: %s\n' "$1" >&2
  exit 1
}

# needSpace <folder that may not exist yet> <megabytes> <for what>
needSpace() {
  local folder=$1 free
  until [ -d "$folder" ]; do folder=$(dirname "$folder"); done
  free=$(df -Pm "$folder" | awk 'NR == 2 {print $4}')
  [ "$free" -ge "$2" ] || fail "no space: $3 take $2 MB, and $folder has $free MB left"
}

# Whether packages of this system may fit. Sets `system` to its name.
checkRelease() {
  local ID=unknown VERSION_ID=0 PRETTY_NAME=
  [ ! -r "${OS_RELEASE:-/etc/os-release}" ] || . "${OS_RELEASE:-/etc/os-release}"
  system=${PRETTY_NAME:-$ID $VERSION_ID}
  local oldest=
  case $ID in
  debian) oldest=12 ;;
  ubuntu) oldest=24.04 ;;
  esac
  if [ -n "$oldest" ] && ! printf '%s\n' "$oldest" "${VERSION_ID:-99}" | sort -CV; then
    fail "wrong release: $system; Weft builds on Debian from 12 and on Ubuntu from 24.04"
  fi
  command -v apt-get >/dev/null ||
    fail "wrong system: $system has no apt-get; install LLVM 22 and what stands above in setup.sh, then use cmake"
}

# What the package archives do not have, of the packages named.
withoutCandidate() {
  local package candidates
  candidates=" $(apt-cache policy "$@" 2>/dev/null |
    awk '/^[^ ].*:$/ {name = substr($1, 1, length($1) - 1)} /^  Candidate: [^(]/ {printf "%s ", name}')"
  for package in "$@"; do
    [[ $candidates == *" $package "* ]] || printf '%s ' "$package"
  done
}

installPackages() {
  local missing=() package
  for package in "${packages[@]}"; do
    if [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" != installed ]; then
      missing+=("$package")
    fi
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  checkRelease
  local asRoot=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "not root, and no sudo, to install: ${missing[*]}"
    asRoot=(sudo)
  fi
  needSpace /usr "$packagesSpace" "the packages"
  echo "installing ${missing[*]}"
  local said
  said=$("${asRoot[@]}" apt-get -q update --error-on=any 2>&1) ||
    fail "no network: apt-get update failed: $(grep -m 1 '^E:' <<<"$said" || tail -n 1 <<<"$said")"
  local absent
  absent=$(withoutCandidate "${missing[@]}")
  [ -z "$absent" ] ||
    fail "wrong release: the package archives of $system lack ${absent% }; add an archive that has them to apt's sources"
  "${asRoot[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -q install -y --no-install-recommends "${missing[@]}" ||
    fail "apt-get could not install the packages, as it says above"
}

# A compilation against LLVM's headers takes up to 1.5 GB.
jobs() {
  local processors memory
  processors=$(nproc)
  memory=$(($(awk '/MemAvailable/ {print $2}' /proc/meminfo) / 1500000))
  [ "$memory" -ge 1 ] || memory=1
  echo $((processors < memory ? processors : memory))
}

# Reads ninja's lines, of which those of steps begin with `@ <finished> <all> <seconds>`, and shows how far
# it is: on a terminal in one line that changes, otherwise at each tenth. Other lines pass.
showProgress() {
  local line mark finished all seconds left tenth=0
  while IFS= read -r line; do
    read -r mark finished all seconds _ <<<"$line"
    if [ "$mark" != @ ]; then
      printf '%s\n' "$line"
      continue
    fi
    # Ninja has no step behind it when it runs cmake again.
    [ "$finished" -gt 0 ] || continue
    seconds=${seconds%.*}
    left=$((seconds * (all - finished) / finished))
    if [ -t 1 ]; then
      printf '\r\033[K%d of %d steps, %d s, about %d s left' "$finished" "$all" "$seconds" "$left"
    elif [ $((10 * finished / all)) -gt $tenth ]; then
      tenth=$((10 * finished / all))
      printf '%d of %d steps, %d s, about %d s left\n' "$finished" "$all" "$seconds" "$left"
    fi
  done
  [ ! -t 1 ] || printf '\n'
}

# configure [cmake's options]
configure() {
  mkdir -p "$build"
  cmake -S "$root" -B "$build" -G Ninja "$@" \
    -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache >"$build/configure.log" 2>&1 || {
    tail -n 30 "$build/configure.log" >&2
    fail "cmake failed; $build/configure.log has all that it said"
  }
}

# buildTargets [target...]: what these need, or all.
buildTargets() {
  echo "building with $JOBS at a time"
  NINJA_STATUS='@ %f %t %e ' ninja -C "$build" -j "$JOBS" "$@" | showProgress ||
    fail "the build failed, as it says above"
}

buildAll() {
  [ -e "$build/build.ninja" ] || needSpace "$build" "$buildSpace" "all targets"
  configure
  buildTargets
}

# No warning of another compiler ends a new folder's build.
runExample() {
  local options=()
  if [ ! -e "$build/CMakeCache.txt" ]; then
    needSpace "$build" "$exampleSpace" "the example's targets"
    options=(-DWEFT_WARNINGS_AS_ERRORS=OFF)
  fi
  configure "${options[@]}"
  buildTargets file_scan
  OCL_ICD_VENDORS=$build/vendors "$build/tests/examples/file_scan" "$build/weft/weftc" "$build/example.png" ||
    fail "the example failed, as it says above"
  cat <<END

That took $SECONDS s. What to do next:
  export OCL_ICD_VENDORS=$build/vendors   for other programs, such as clinfo
  ./setup.sh && sudo cmake --install $build   to install Weft; ./setup.sh dist makes packages
  ./setup.sh test                           to run all tests
  README.md, docs/architecture.md           for what Weft can do, and how
END
}

# makePackages [arm64]: folders of their own beside the build; the compiler cache has what they share.
makePackages() {
  cd "$root"
  local machine='' options=() settings=()
  if [ $# -gt 0 ]; then
    local sysroot=${SYSROOT_DIR:-$root/build/aarch64-sysroot}
    tests/aarch64/sysroot "$sysroot"
    machine=-aarch64
    options=(-DWEFT_AARCH64_SYSROOT="$sysroot")
    settings=(-C architecture=aarch64 -C sysroot="$sysroot")
  fi
  cmake --preset package$machine "${options[@]}"
  cmake --build --preset package$machine --parallel "$JOBS"
  cpack --preset package$machine
  # From a folder without `build`, which would be taken for the module.
  cd build-package$machine
  /usr/bin/python3 -m build --wheel --no-isolation \
    -C build-dir="$root/build-wheel$machine" "${settings[@]}" --outdir packages "$root"
  ls -l packages/weft*
}

# dist [architecture of Debian's]
dist() {
  local own
  own=$(dpkg --print-architecture)
  packages+=("${distPackages[@]}")
  case ${1:-$own} in
  "$own")
    installPackages
    makePackages
    ;;
  arm64)
    packages+=("${crossPackages[@]}")
    installPackages
    makePackages arm64
    ;;
  *) fail "packages for $1 are made there alone" ;;
  esac
}

export JOBS=${JOBS:-$(jobs)}
case ${1:-build} in
packages) installPackages ;;
build)
  installPackages
  buildAll
  echo "Weft is built. To use it: export OCL_ICD_VENDORS=$build/vendors"
  ;;
example)
  installPackages
  runExample
  ;;
test)
  installPackages
  buildAll
  ctest --test-dir "$build" --output-on-failure --parallel "$JOBS"
  ;;
dist) dist "${@:2}" ;;
check)
  packages+=("${checkPackages[@]}" "${distPackages[@]}")
  [ "$(dpkg --print-architecture)" != amd64 ] || packages+=("${crossPackages[@]}")
  installPackages
  buildAll
  "$root/.ci/check" "$build"
  ;;
*)
  sed -n '3,17s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
  exit 2
  ;;
esac

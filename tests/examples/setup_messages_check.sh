#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# setup_messages_check.sh <source folder>
#
# That both commands of setup.sh say in one line what is wrong with a system, before they change it, and
# go on where nothing is. Systems are played by stand-ins for the tools that tell about them.
set -euo pipefail
source=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
good=true

# Takes the place of a link to the system's tool, and never writes through it.
standIn() {
  rm -f "$folder/tools/$1"
  printf '#!/bin/bash\n%s\n' "$2" >"$folder/tools/$1"
  chmod +x "$folder/tools/$1"
}

# archivesHave <pattern of package names>
archivesHave() {
  standIn apt-cache "for package in \"\${@:2}\"; do
    case \$package in
    $1) printf '%s:\n  Installed: (none)\n  Candidate: 1\n  Versions: 1\n' \$package ;;
    *-22) ;;
    *) printf '%s:\n  Installed: (none)\n  Candidate: (none)\n' \$package ;;
    esac
  done"
}

# A system where all is well: root, network, space, all packages to be had and none installed. It has no
# tool but these.
system() {
  rm -rf "$folder/tools" "$folder/build" "$folder/installed"
  mkdir -p "$folder/tools"
  local tool
  for tool in bash awk cat chmod dirname env grep mkdir mktemp nproc sort tail touch; do
    ln -s "$(command -v "$tool")" "$folder/tools/$tool"
  done
  printf 'ID=%s\nVERSION_ID="%s"\nPRETTY_NAME="%s"\n' "$1" "$2" "$1 $2" >"$folder/os-release"
  standIn id 'echo 0'
  standIn dpkg-query 'exit 1'
  standIn df 'echo; echo disk 9 9 99999 9 /'
  archivesHave '*'
  standIn apt-get "case \" \$* \" in *' install '*) touch '$folder/installed' ;; esac"
  standIn cmake ''
  standIn ninja "mkdir -p '$folder/build/tests/examples'
    echo 'exit 0' >'$folder/build/tests/examples/file_scan'
    chmod +x '$folder/build/tests/examples/file_scan'
    echo '@ 0 1 0.0 cmake once more'; echo '@ 1 1 0.1 step'"
  standIn ctest 'echo passed'
}

run() {
  env -i PATH="$folder/tools" OS_RELEASE="$folder/os-release" BUILD_DIR="$folder/build" JOBS=1 \
    "$folder/tools/bash" "$source/setup.sh" "$1" >"$folder/said" 2>"$folder/complained"
}

report() {
  echo "$1"
  sed 's/^/  /' "$folder/said" "$folder/complained"
  good=false
}

# says <what>: that both commands fail with this one line, and have installed nothing.
says() {
  local command
  for command in example test; do
    if run "$command"; then
      report "setup.sh $command did not fail; expected: $1"
    elif [ "$(wc -l <"$folder/complained")" != 1 ] || ! grep -q "^setup.sh: $1" "$folder/complained"; then
      report "setup.sh $command did not say in one line: $1"
    elif [ -e "$folder/installed" ]; then
      report "setup.sh $command has installed packages"
    fi
  done
}

goesOn() {
  local command
  for command in example test; do
    rm -rf "$folder/installed"
    if ! run "$command"; then
      report "setup.sh $command failed on $(tail -n 1 "$folder/os-release")"
    elif [ ! -e "$folder/installed" ]; then
      report "setup.sh $command installed nothing"
    fi
  done
}

for release in "debian 12" "debian 13" "ubuntu 24.04" "ubuntu 26.04" "linuxmint 22"; do
  system $release
  goesOn
done

system debian 11
says "wrong release: debian 11; Weft builds on Debian from 12"
system ubuntu 22.04
says "wrong release: ubuntu 22.04; Weft builds on .* Ubuntu from 24.04"
system fedora 44
rm "$folder/tools/apt-get"
says "wrong system: fedora 44 has no apt-get"
system debian 13
archivesHave '[a-k]*|lib[a-k]*|[m-z]*|l*[!0-9]'
says "wrong release: the package archives of debian 13 lack llvm-22 lld-22; add an archive"
system debian 12
standIn id 'echo 1000'
says "not root, and no sudo, to install: g++ cmake"
system debian 12
standIn df 'echo; echo disk 9 9 100 9 /'
says "no space: the packages take [0-9]* MB, and /usr has 100 MB left"
system debian 12
standIn dpkg-query 'echo -n installed'
standIn df 'echo; echo disk 9 9 100 9 /'
says "no space: .* targets take [0-9]* MB, and .* has 100 MB left"
system debian 12
standIn apt-get 'echo "Ign:1 archive"; echo "E: Failed to fetch archive  Could not resolve"; exit 100'
says "no network: apt-get update failed: E: Failed to fetch archive"

# A user who is not root and has sudo.
system debian 12
standIn id 'echo 1000'
standIn sudo '"$@"'
goesOn
$good

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the wheel weft-opencl, as a build back end of PEP 517 that needs nothing but Python and
what Weft's build needs.

The wheel has the installed component `runtime` in weft_opencl/lib, with the shared libraries that a
manylinux system need not have. The loader within pyopencl reads pyopencl/.libs/*.icd and finds
libraries in that folder alone, so one lies there that only asks for libweft.so, whose symbols are then
its own too. The tag names the oldest glibc that has all symbols the files ask for.

oneTBB lies beside the driver under its own name, libtbb.so.12, and is not PyPI's package `tbb`: numba and
scikit-learn may load that one, or none. The dynamic linker keeps one library of a name in a process, so
whoever comes first brings oneTBB for all, and they share its workers. A dependency on `tbb` would need a
path from the wheel into each kind of environment.

Settings (python -m build -C NAME=VALUE): build-dir, a build folder to use and keep; architecture, `aarch64` to
cross-build for that; sysroot, the folder that tests/aarch64/sysroot has filled for this, if not
build/aarch64-sysroot.
"""

import base64
import hashlib
import os
import platform
import re
import subprocess
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAME = "weft_opencl"
FORWARDER = f"lib{NAME}.so"
# What the policy of manylinux lets a file expect of the system, as far as Weft and oneTBB need it.
SYSTEM_LIBRARIES = {
    "libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libstdc++.so.6", "libgcc_s.so.1",
}  # fmt: skip
CONFIGURATION = [
    "-G", "Ninja", "-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DWEFT_BUILD_TESTS=OFF",
    "-DWEFT_STATIC_COMPILER=ON", "-DCMAKE_INSTALL_LIBDIR=lib", "-DCMAKE_INSTALL_RPATH=$ORIGIN",
    # Libraries find each other in the wheel's folder, also those that know nothing of it.
    "-DCMAKE_SHARED_LINKER_FLAGS=-static-libstdc++ -static-libgcc -Wl,--disable-new-dtags",
]  # fmt: skip


def _version():
    text = (ROOT / "CMakeLists.txt").read_text()
    return re.search(r"project\(Weft VERSION ([\d.]+)", text).group(1)


def _metadata():
    fields = {
        "Metadata-Version": "2.1",
        "Name": "weft-opencl",
        "Version": _version(),
        "Summary": "OpenCL 3.1 on CPUs, as a platform of pyopencl's",
        "License": "Apache-2.0 WITH LLVM-exception",
        "Requires-Python": ">=3.8",
        "Classifier": "Operating System :: POSIX :: Linux",
        "Description-Content-Type": "text/markdown",
    }
    head = "".join(f"{key}: {value}\n" for key, value in fields.items())
    return f"{head}\n{(ROOT / 'README.md').read_text()}".encode()


def _output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _needed(file):
    """The names of the shared libraries that an ELF file asks for."""
    return set(re.findall(r"NEEDED\s+(\S+)", _output("objdump", "-p", str(file))))


class _Machine:
    """The machine that builds, for which it builds too."""

    architecture = platform.machine()
    configuration = []
    linker = ["cc"]

    def library(self, name):
        """Where the dynamic linker has a library of this machine's architecture."""
        lines = [line for line in _output("ldconfig", "-p").splitlines() if line.split()[0] == name]
        ours = [line for line in lines if self.architecture.replace("_", "-") in line]
        return Path((ours or lines)[0].split("=>")[1].strip())


class _CrossMachine:
    """AArch64, for which another machine builds."""

    architecture = "aarch64"

    def __init__(self, sysroot):
        self._root = sysroot / "root"
        self.configuration = [
            f"-DCMAKE_TOOLCHAIN_FILE={ROOT / 'tests/aarch64/toolchain.cmake'}",
            f"-DWEFT_AARCH64_SYSROOT={sysroot}",
            "-DWEFT_AARCH64_RUNS_HERE=OFF",
        ]
        self.linker = ["clang-22", "--target=aarch64-linux-gnu", f"--sysroot={self._root}", "-fuse-ld=lld"]

    def library(self, name):
        folders = (self._root / folder / "aarch64-linux-gnu" for folder in ("lib", "usr/lib"))
        return next(folder / name for folder in folders if (folder / name).exists())


def _machine(settings):
    """The machine that a wheel is for."""
    if settings.get("architecture", platform.machine()) == platform.machine():
        return _Machine()
    if settings["architecture"] != _CrossMachine.architecture:
        raise SystemExit(f"wheels for {settings['architecture']} are built there alone")
    return _CrossMachine(Path(settings.get("sysroot", ROOT / "build" / "aarch64-sysroot")).resolve())


def _copy_libraries(folder, machine):
    """Copies what the files in `folder` need and a manylinux system need not have, and what that needs."""
    waiting = [file for file in folder.iterdir() if _is_elf(file)]
    while waiting:
        for name in _needed(waiting.pop()) - SYSTEM_LIBRARIES:
            copy = folder / name
            if name.startswith("ld-linux") or copy.exists():
                continue
            copy.write_bytes(machine.library(name).read_bytes())
            copy.chmod(0o644)
            waiting.append(copy)


def _is_elf(file):
    with file.open("rb") as stream:
        return stream.read(4) == b"\x7fELF"


def _tag(folder, machine):
    """py3-none-manylinux_<glibc>_<architecture> for the files in `folder`."""
    newest = (2, 17)
    for file in filter(_is_elf, folder.iterdir()):
        found = re.findall(r"\bGLIBC_(\d+)\.(\d+)", _output("objdump", "-p", str(file)))
        newest = max([newest, *((int(major), int(minor)) for major, minor in found)])
    return f"py3-none-manylinux_{newest[0]}_{newest[1]}_{machine.architecture}"


def _build(build, stage, machine):
    options = [*CONFIGURATION, *machine.configuration, *_launcher()]
    subprocess.run(["cmake", "-S", ROOT, "-B", build, *options], check=True)
    subprocess.run(["cmake", "--build", build, "--parallel", os.environ.get("JOBS", "2")], check=True)
    subprocess.run(
        ["cmake", "--install", build, "--strip", "--component", "runtime", "--prefix", stage],
        check=True,
    )


def _forwarder(libraries, folder, machine):
    """Links the library without code that pyopencl's loader opens, and returns its content."""
    path = Path(folder) / FORWARDER
    rpath = f"-Wl,-rpath,$ORIGIN/../../{NAME}/lib"
    command = [*machine.linker, "-shared", "-nostdlib", "-x", "c", "/dev/null", "-x", "none", "-o", path, rpath]
    command += ["-s", "-Wl,--no-as-needed", libraries / "libweft.so", f"-Wl,-soname,{FORWARDER}"]
    subprocess.run(command, check=True)
    return path.read_bytes()


def _launcher():
    found = any((Path(folder) / "ccache").exists() for folder in os.get_exec_path())
    return [f"-DCMAKE_{lang}_COMPILER_LAUNCHER=ccache" for lang in ("C", "CXX")] if found else []


class _Wheel:
    """A wheel that is being written; files get a record of their hashes."""

    def __init__(self, path, information):
        self._archive = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self._information = information
        self._record = []

    def add(self, name, content, mode=0o644):
        entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        entry.external_attr = (0o100000 | mode) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self._archive.writestr(entry, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self._record.append(f"{name},sha256={digest},{len(content)}\n")

    def close(self):
        record = f"{self._information}/RECORD"
        self._archive.writestr(record, "".join(self._record) + f"{record},,\n")
        self._archive.close()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Makes the wheel in `wheel_directory` and returns its name (PEP 517)."""
    settings = config_settings or {}
    machine = _machine(settings)
    with tempfile.TemporaryDirectory() as folder:
        stage = Path(folder) / "stage"
        _build(Path(settings.get("build-dir", Path(folder) / "build")), stage, machine)
        libraries = stage / "lib" / "weft"
        _copy_libraries(libraries, machine)
        forwarder = _forwarder(libraries, folder, machine)
        return _write_wheel(Path(wheel_directory), libraries, forwarder, _tag(libraries, machine))


def _write_wheel(directory, libraries, forwarder, tag):
    name = f"{NAME}-{_version()}-{tag}.whl"
    information = f"{NAME}-{_version()}.dist-info"
    wheel = _Wheel(directory / name, information)
    for file in sorted(libraries.iterdir()):
        mode = 0o755 if os.access(file, os.X_OK) else 0o644
        wheel.add(f"{NAME}/lib/{file.name}", file.read_bytes(), mode)
    for file in sorted((Path(__file__).parent / NAME).glob("*.py")):
        wheel.add(f"{NAME}/{file.name}", file.read_bytes())
    wheel.add("pyopencl/.libs/weft.icd", f"{FORWARDER}\n".encode())
    wheel.add(f"pyopencl/.libs/{FORWARDER}", forwarder, 0o755)
    wheel.add(f"{information}/METADATA", _metadata())
    wheel.add(f"{information}/licenses/LICENSE", (ROOT / "LICENSE").read_bytes())
    wheel.add(
        f"{information}/WHEEL",
        f"Wheel-Version: 1.0\nGenerator: weft\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(),
    )
    wheel.close()
    return name


def build_sdist(sdist_directory, config_settings=None):
    """Makes the archive of the sources under version control and returns its name (PEP 517)."""
    base = f"{NAME}-{_version()}"
    files = _output("git", "-C", str(ROOT), "ls-files", "-z").split("\0")[:-1]
    with tarfile.open(Path(sdist_directory) / f"{base}.tar.gz", "w:gz") as archive:
        for file in files:
            archive.add(ROOT / file, f"{base}/{file}", recursive=False)
        with tempfile.NamedTemporaryFile() as information:
            information.write(_metadata())
            information.flush()
            archive.add(information.name, f"{base}/PKG-INFO")
    return f"{base}.tar.gz"

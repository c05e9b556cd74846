"""Debian packages: what each purpose needs, and installing what is missing."""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys

from devtool.common import Stop, run, say

# Package -> a program that makes the package unnecessary when it is on the path ("" = only the package will do).
BUILD = {
    "g++": "g++",
    "meson": "meson",
    "ninja-build": "ninja",
    "pkg-config": "pkg-config",
    "liburing-dev": "",
    "libmimalloc-dev": "",
    "libre2-dev": "",
    "libxxhash-dev": "",
    "libfmt-dev": "",
    "libcli11-dev": "",
    "nlohmann-json3-dev": "",
    "libisal-dev": "",
    "libspdlog-dev": "",
    "zlib1g-dev": "",
    "libsnappy-dev": "",
    "liblz4-dev": "",
    "libzstd-dev": "",
}
CLANG = {"clang-19": "clang++-19", "libclang-rt-19-dev": "", "llvm-19": "llvm-symbolizer-19"}
UNIT_TESTS = {"libgtest-dev": "", "librapidcheck-dev": ""}
BENCH = {"libbenchmark-dev": ""}
FORMAT = {"clang-format-19": "clang-format-19"}
TIDY = {"clang-tidy-19": "clang-tidy-19"}
CLIENTS = {
    "python3-venv": "",
    "default-jdk-headless": "javac",
    "maven": "mvn",
    "golang-go": "go",
    "kcat": "kcat",
    "wamerican": "",
    "gcc": "cc",
}


def _has(package: str, program: str) -> bool:
    if program and shutil.which(program):
        return True
    if package == "python3-venv" and _venv_works():
        return True
    asked = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Status}", package], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    return asked.stdout.endswith(" installed")


def _venv_works() -> bool:
    return subprocess.run([sys.executable, "-c", "import ensurepip"], stderr=subprocess.DEVNULL).returncode == 0


def ensure(*purposes: dict[str, str]) -> None:
    """Installs what is missing with apt-get, as root or by sudo; otherwise says what to install and stops."""
    wanted = {package: program for purpose in purposes for package, program in purpose.items()}
    if not shutil.which("dpkg-query"):
        raise Stop("this is not a Debian system; install by hand what corresponds to: " + " ".join(sorted(wanted)))
    missing = sorted(package for package, program in wanted.items() if not _has(package, program))
    if not missing:
        return
    prefix = _as_root()
    if prefix is None:
        raise Stop("packages are missing, and there is neither root nor sudo to install them. Please install:\n"
                   f"  apt-get install {' '.join(missing)}")  # fmt: skip
    say("installing Debian packages: " + " ".join(missing))
    environment = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive"]
    if not glob.glob("/var/lib/apt/lists/*Packages*"):
        run([*environment, "apt-get", "update", "-q"], quiet=True)
    install = [*environment, "apt-get", "install", "-q", "-y", "--no-install-recommends", *missing]
    try:
        run(install, quiet=True)
    except Stop:  # the lists may be old
        run([*environment, "apt-get", "update", "-q"], quiet=True)
        run(install, quiet=True)


def _as_root() -> list[str] | None:
    if os.geteuid() == 0:
        return []
    if not shutil.which("sudo"):
        return None
    if sys.stdin.isatty() or subprocess.run(["sudo", "-n", "true"], stderr=subprocess.DEVNULL).returncode == 0:
        return ["sudo"]
    return None

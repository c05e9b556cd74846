"""The command line of tools/dev."""

from __future__ import annotations

import subprocess
import sys

from devtool import builds
from devtool.common import ROOT, Stop

USAGE = """\
tools/dev run [ARGS..]             build a release and start the broker on 127.0.0.1:9092, data in ./data
                                   (ARGS go to `klamm serve`)
tools/dev build [KIND] [TARGETS..] release (default), debug, tsan or bench, in build/KIND
tools/dev test [PART..] [-- ARGS]  all tests, or: format architecture unit mesh fuzz system clients oracle
                                   (ARGS go to pytest and to the oracle runner, e.g. -k NAME)
tools/dev bench [micro|compare|fetch|producer-state|log|requests|groups] ..
                                   micro benchmarks, or a comparison with Apache Kafka, of all that a broker does, of
                                   fetching, of producer ids or of small requests alone
tools/dev format [--check]         clang-format over all sources
tools/dev tidy [FILES..]           clang-tidy
tools/dev fuzz [TARGET] [SECONDS]  libFuzzer; without a target, each for the given time (default 60 s)
tools/dev sim [COUNT [FIRST]]      the simulator's tests with COUNT (500) seeds from FIRST (drawn) on
tools/dev ci                       what .ci/run does

Each installs what it needs from Debian packages (as root or by sudo) and says so; caches lie in the user's cache folder.
"""


def _build(arguments: list[str]) -> int:
    kind = builds.RELEASE
    if arguments and arguments[0] in builds.KINDS:
        kind = builds.KINDS[arguments.pop(0)]
    default = ["klamm"] if kind in (builds.RELEASE, builds.BENCH) else []
    builds.build(kind, *(arguments or default))
    return 0


def _test(arguments: list[str]) -> int:
    from devtool.testing import test

    at = arguments.index("--") if "--" in arguments else len(arguments)
    return test(arguments[:at], arguments[at + 1 :])


def _bench(arguments: list[str]) -> int:
    from devtool.benching import bench

    return bench(arguments)


def _format(arguments: list[str]) -> int:
    from devtool import formatting

    return (0 if formatting.check_format() else 1) if "--check" in arguments else formatting.format_all()


def _tidy(arguments: list[str]) -> int:
    from devtool import formatting

    return formatting.tidy(arguments)


def _fuzz(arguments: list[str]) -> int:
    from devtool import fuzzing

    seconds = int(arguments.pop()) if arguments and arguments[-1].isdigit() else 60
    return max(code for _, code in fuzzing.fuzz(arguments or fuzzing.targets(), seconds))


def _sim(arguments: list[str]) -> int:
    from devtool.simulating import simulate

    if len(arguments) > 2 or not all(a.isdigit() for a in arguments):
        raise Stop("sim takes how many seeds and the first one, both numbers")
    return simulate(*map(int, arguments))


def _run(arguments: list[str]) -> int:
    from devtool.serving import serve

    return serve(arguments)


COMMANDS = {
    "run": _run,
    "build": _build,
    "test": _test,
    "bench": _bench,
    "format": _format,
    "tidy": _tidy,
    "fuzz": _fuzz,
    "sim": _sim,
    "ci": lambda arguments: subprocess.run(["bash", str(ROOT / ".ci" / "run"), *arguments]).returncode,
}


def main() -> int:
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(USAGE, end="")
        return 0 if arguments else 2
    command = COMMANDS.get(arguments[0])
    if command is None:
        print(f"tools/dev: no command {arguments[0]!r}\n\n{USAGE}", end="", file=sys.stderr)
        return 2
    try:
        return command(arguments[1:])
    except Stop as problem:
        print(f"tools/dev: {problem}", file=sys.stderr, flush=True)
        return 1
    except KeyboardInterrupt:
        return 130

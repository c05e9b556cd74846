#!/usr/bin/env python3
"""Starts Apache Kafka and Klamm with the same settings and compares their answers, case by case.

    runner.py [-k WORDS] [-v] [-j N] [--steady] [--shards N] [FILE..]

The cases are those of the oracle folder (beside the project, or $KLAMM_ORACLE) and the files of this folder. --steady asks
Apache Kafka twice instead: a case that differs then is not steady. Ends with 'N passed, N failed'.
"""

from __future__ import annotations

import argparse
import fnmatch
import os
import signal
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from support import reference_kafka  # noqa: E402
from support.klamm_process import KlammProcess  # noqa: E402
from support.paths import oracle_folder, reference_kafka_tool  # noqa: E402

SETTINGS = {
    "group.initial.rebalance.delay.ms": "0",
    "group.consumer.min.session.timeout.ms": "1000",
    "group.consumer.min.heartbeat.interval.ms": "100",
}
# Cases that cannot hold yet: pattern of FILE.CASE -> why.
EXCLUDED = {
    "api_versions.ranges": "Klamm lists only the APIs that it serves; served_apis.ranges compares those",
}


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the brokers are ended in any case
    parser = argparse.ArgumentParser(description="Compare Klamm with Apache Kafka, case by case.")
    parser.add_argument("files", nargs="*", type=Path, help="case files (default: all)")
    parser.add_argument("-k", metavar="WORDS", default="", help="only cases whose name contains one of these words")
    parser.add_argument("-j", metavar="N", type=int, default=4, help="cases at a time (default %(default)s)")
    parser.add_argument("-v", action="store_true", help="print the oracle's observations")
    parser.add_argument("--steady", action="store_true", help="ask Apache Kafka twice")
    parser.add_argument("--shards", type=int, default=2)
    args = parser.parse_args()
    oracle, script = oracle_folder(), reference_kafka_tool()
    if oracle is None or script is None:
        print(f"SKIPPED {reference_kafka.MISSING}; the oracle's folder is ../shared/oracle or KLAMM_ORACLE")
        return 0
    os.environ.setdefault("KAFKA_TOOL", str(script))
    sys.path.insert(0, str(oracle))
    hide_own_settings()
    cases, left_out = chosen_cases(oracle, args.files, args.k.split())
    for name, why in left_out:
        print(f"left out: {name}: {why}")
    with reference_kafka.ReferenceKafka(SETTINGS) as kafka:
        if args.steady:
            return compare(cases, kafka.address, kafka.address, args)
        with tempfile.TemporaryDirectory() as data:
            with KlammProcess(Path(data) / "data", args.shards, settings=SETTINGS) as klamm:
                return compare(cases, kafka.address, klamm.address, args)


def hide_own_settings() -> None:
    """Settings that only Klamm has are left out of what the cases see of it; tests/clients has tests of them."""
    from broker import Broker  # type: ignore[import-not-found]

    table = (HERE.parents[1] / "docs" / "configuration.md").read_text()
    own = {line.split("`")[1] for line in table.splitlines() if "| Klamm |" in line}

    def without(answer, api):
        rows = answer.get("Results" if api == "DescribeConfigs" else "Topics") or [] if isinstance(answer, dict) else []
        for row in rows if api in ("DescribeConfigs", "CreateTopics") else []:
            if row.get("Configs"):
                row["Configs"] = [c for c in row["Configs"] if c["Name"] not in own]
        return answer

    call, outcome = Broker.call, Broker.outcome
    Broker.call = lambda b, api, *a, **k: without(call(b, api, *a, **k), api)
    Broker.outcome = lambda b, api, *a, **k: without(outcome(b, api, *a, **k), api)


def chosen_cases(oracle: Path, files: list[Path], words: list[str]):
    import diff  # type: ignore[import-not-found]

    own = sorted(p for p in HERE.glob("*.py") if p != Path(__file__).resolve())
    found = diff.load(files or [oracle / "cases", *own])
    cases, left_out = [], []
    for name, case in found:
        why = next((w for pattern, w in EXCLUDED.items() if fnmatch.fnmatch(name, pattern)), None)
        if words and not any(w in name for w in words):
            continue
        left_out.append((name, why)) if why else cases.append((name, case))
    return cases, left_out


def compare(cases, oracle: str, candidate: str, args: argparse.Namespace) -> int:
    import diff  # type: ignore[import-not-found]
    from kproto import schemas  # type: ignore[import-not-found]

    schemas().keys  # once, before threads ask for it
    stamp = f"{int(time.time()) % 10**6:06}{os.getpid() % 1000:03}"
    passed = 0
    with ThreadPoolExecutor(args.j) as pool:
        jobs = [
            pool.submit(diff.run, name, case, oracle, candidate, f"{stamp}-{i}", args.v)
            for i, (name, case) in enumerate(cases)
        ]
        for job in jobs:
            good, text = job.result()
            passed += good
            print(text, flush=True)
    print(f"{passed} passed, {len(cases) - passed} failed")
    return 0 if cases and passed == len(cases) else 1


if __name__ == "__main__":
    sys.exit(main())

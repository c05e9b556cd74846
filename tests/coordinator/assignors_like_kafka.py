"""The server assignors against those of Apache Kafka 4.4.0: the same groups must get the same partitions.

    assignors_like_kafka.py ASSIGN_PROGRAM [SEED GROUPS STEPS]

Each group goes through several assignments, in between of which members and topics change. A longer run by hand:
`... 7 5000 8`, half a minute. Exit code 77 (skipped) where no reference Kafka is installed.
"""

import random
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from clients.programs import java_command  # noqa: E402
from coordinator.random_groups import LivingGroup  # noqa: E402
from support.paths import reference_kafka_tool  # noqa: E402


class Assigner:
    """A program that answers a line with a line."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8"
        )

    def assign(self, line: str) -> str:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, f"no answer to {line}"
        return answer.rstrip("\n")

    def end(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        assert self._process.wait(30) == 0


def main(program: str, seed: int, groups: int, steps: int) -> None:
    ours, kafka = Assigner([program]), Assigner(java_command("Assign"))
    compared = dict.fromkeys([(a, k) for a in ("uniform", "range") for k in ("homogeneous", "heterogeneous")], 0)
    for number in range(groups):
        group = LivingGroup(random.Random(f"{seed} {number}"), steps)
        while group.begin_step():
            line = group.line()
            assignor, kind = line.split(" ")[:2]
            answer, expected = ours.assign(line), kafka.assign(line)
            assert answer == expected, f"group {number} of seed {seed}\n{line}\nours:  {answer}\nKafka: {expected}"
            group.take(expected)
            compared[assignor, kind] += 1
    ours.end()
    kafka.end()
    assert min(compared.values()) > 0, compared
    print(f"{sum(compared.values())} assignments are Kafka's: {compared}")


if reference_kafka_tool() is None:
    sys.exit(77)
numbers = [int(word) for word in sys.argv[2:]] or [1, 200, 5]
main(sys.argv[1], *numbers)

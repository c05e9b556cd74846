"""Topic patterns against Apache Kafka's library, RE2/J: the same are valid, with the same words, and match the same names.

    patterns_like_kafka.py MATCH_PROGRAM [SEED PATTERNS]

Left out is what docs/differences.md tells of. Exit code 77 (skipped) where no reference Kafka is installed.
"""

import random
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from clients.programs import java_command  # noqa: E402
from support.paths import reference_kafka_tool  # noqa: E402

NAMES = ["a", "ab", "topic", "topic-1", "Topic_2", "a.b", "b", "aa", "aab", "1", "A", "__consumer_offsets", "ba", ".", "-"]
PARTS = [
    "a", "b", ".", "-", "_", "topic", "[a-z]", "[^a]", r"\d", r"\w", r"\.", r"\W", r"\b", "^", "$", "(", "(?:", "(?i)", ")", "|",
    "*", "+", "?", "{2}", "{2,}", "{1,3}", "[", r"\pL", r"\p{Greek}", r"\Q", r"\E", "[[:alpha:]]", r"\x41", r"\z", r"\A",
    r"\Z", r"\1", "(?=", "(?!", "*?", "++", "\\", r"[a-\d]", "[z-a]", r"\x{61}", r"\u0061", "(?s)", "(?x)", r"\h", "[a&&b]",
    "a{0}", "(?i:", "**", r"\p{Lu}", r"\P{L}", "(?>", "[]a]", r"\07",
]  # fmt: skip


def answers(command: list[str], patterns: list[str]) -> list[str]:
    lines = "".join("\t".join([pattern, *NAMES]) + "\n" for pattern in patterns)
    done = subprocess.run(command, input=lines, stdout=subprocess.PIPE, check=True, encoding="utf-8", timeout=100)
    return done.stdout.splitlines()


def expected_text(pattern: str, answer: str) -> str:
    if set(answer) <= set("01"):
        return answer
    return f"SubscribedTopicRegex `{pattern}` is not a valid regular expression: {answer}."


def main(program: str, seed: int, count: int) -> None:
    rnd = random.Random(seed)
    patterns = PARTS + [a + b for a in PARTS for b in PARTS]
    patterns += ["".join(rnd.choices(PARTS, k=rnd.randint(3, 6))) for _ in range(count)]
    ours, kafka = answers([program], patterns), answers(java_command("Match"), patterns)
    valid = 0
    for pattern, answer, kafkas in zip(patterns, ours, kafka, strict=True):
        expected = expected_text(pattern, kafkas)
        assert answer == expected, f"{pattern}\nours:  {answer}\nKafka: {expected}"
        valid += answer == kafkas
    assert 0 < valid < len(patterns)
    print(f"{len(patterns)} patterns are as in Kafka, {valid} of them valid")


if reference_kafka_tool() is None:
    sys.exit(77)
numbers = [int(word) for word in sys.argv[2:]] or [1, 5000]
main(sys.argv[1], *numbers)

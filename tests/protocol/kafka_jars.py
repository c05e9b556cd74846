"""Where the jars of the reference Kafka are, for the tests that hold our protocol against them."""
import glob
import subprocess
from pathlib import Path

from support.paths import reference_kafka_tool


def kafka_jars() -> list[Path] | None:
    """Every jar on Kafka's class path, or None where no reference Kafka is installed."""
    tool = reference_kafka_tool()
    if tool is None:
        return None
    answer = subprocess.run([str(tool), "classpath"], check=True, capture_output=True, text=True)
    return sorted(Path(jar) for entry in answer.stdout.strip().split(":")
                  for jar in (glob.glob(entry + ".jar") if entry.endswith("*") else [entry]))

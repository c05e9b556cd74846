#!/usr/bin/env python3
"""Compares protocol/schemas with the JSON schemas inside the jars of Apache Kafka, field by field, both ways.

Exit code 77 (skipped) where no reference Kafka is installed.
"""
import json
import re
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "protocol"), str(ROOT / "tests")]

import generate  # noqa: E402
from kafka_jars import kafka_jars  # noqa: E402

SCHEMA_IN_JAR = re.compile(r"(common/)?(message|metadata)/\w+\.json")
LINE_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\n]*')
FOLDER_OF_JAR = {"kafka-group-coordinator": "group_log", "kafka-transaction-coordinator": "transaction_log",
                 "kafka-share-coordinator": "share_log", "kafka-metadata": "metadata_log",
                 "kafka-storage": "remote_storage_log"}
KIND_WORDS = {"metadata": "record", "coordinator-key": "key", "coordinator-value": "value"}


def normal_default(type_name, value):
    """The default as a value; None stands for the type's own one."""
    if value in (None, ""):
        return None
    if str(value).lower() == "null":
        return "null"
    if type_name == "bool":
        return None if str(value).lower() == "false" else True
    if re.fullmatch(r"u?int\d+", type_name):
        return int(str(value), 0) or None
    return str(value)


def kafka_field(f):
    """A field's facts as a comparable dictionary."""
    tagged = f.get("taggedVersions")
    versions = generate.parse_versions(f.get("versions") or tagged)
    if tagged is not None and generate.parse_versions(tagged) != versions:
        raise SystemExit(f"{f['name']} is tagged in some of its versions only: the schema language cannot say this")
    return {
        "name": f["name"], "type": f["type"], "versions": versions, "tag": f.get("tag"),
        "nullable": generate.parse_versions(f.get("nullableVersions", "none")),
        "default": normal_default(f["type"], f.get("default")), "ignorable": bool(f.get("ignorable")),
        "map key": bool(f.get("mapKey")), "zero copy": bool(f.get("zeroCopy")),
        "never compact": f.get("flexibleVersions") == "none",
        "fields": [kafka_field(g) for g in f.get("fields", [])],
    }


def our_field(f):
    return {
        "name": f.name, "type": f.type, "versions": f.versions, "tag": f.options.get("tag"), "nullable": f.nullable,
        "default": normal_default(f.type, f.options.get("default")), "ignorable": "ignorable" in f.options,
        "map key": "key" in f.options, "zero copy": "zerocopy" in f.options, "never compact": "flexible" in f.options,
        "fields": [our_field(g) for g in f.fields],
    }


def kafka_message(jar, m):
    word = KIND_WORDS.get(m["type"], m["type"])
    folder = next((f for name, f in FOLDER_OF_JAR.items() if jar.startswith(name + "-4")), None)
    folder = {"request": "api", "response": "api", "header": "header", "data": "data"}.get(word, folder)
    return {
        "kind": generate.KINDS[folder, word], "api key": m.get("apiKey"),
        "versions": generate.parse_versions(m["validVersions"]),
        "flexible": generate.parse_versions(m.get("flexibleVersions", "none")),
        "listeners": m.get("listeners", []), "latest unstable": bool(m.get("latestVersionUnstable")),
        "fields": [kafka_field(f) for f in m.get("fields", [])],
        "structs": {s["name"]: [kafka_field(f) for f in s["fields"]] for s in m.get("commonStructs", [])},
    }


def our_message(m):
    return {
        "kind": m.kind, "api key": m.api, "versions": m.versions, "flexible": m.flexible,
        "listeners": [name for name in m.options.get("listeners", "").split(",") if name],
        "latest unstable": "latest-unstable" in m.options, "fields": [our_field(f) for f in m.fields],
        "structs": {s.name: [our_field(f) for f in s.fields] for s in m.commons},
    }


def kafka_messages(jars):
    found = {}
    for jar in jars:
        with zipfile.ZipFile(jar) as archive:
            for name in archive.namelist():
                if SCHEMA_IN_JAR.fullmatch(name):
                    text = LINE_COMMENT.sub(lambda m: m[1] or "", archive.read(name).decode())
                    schema = json.loads(text)
                    found[schema["name"]] = kafka_message(jar.name, schema)
    return found


def without_ahead(messages):
    """Produce 14 (KIP-1269) is in no release of Kafka, whose jar ends at 13: it is left out of the comparison."""
    for name in ("ProduceRequest", "ProduceResponse"):
        message = messages[name]
        low, high = message["versions"]
        assert high == 14, f"{name}: Kafka may have caught up"
        ahead = [f["name"] for f in message["fields"] if f["versions"][0] > 13]
        assert ahead == ([] if name == "ProduceRequest" else ["MaxIdempotenceBatchesToRetain"])
        message |= {"versions": (low, 13), "latest unstable": False,
                    "fields": [f for f in message["fields"] if f["name"] not in ahead]}
    return messages


def differences(path, kafka, ours):
    """Every place where the two part, in the order of Kafka's."""
    if isinstance(kafka, dict) and isinstance(ours, dict):
        for key in sorted(set(kafka) | set(ours), key=str):
            yield from differences(f"{path} {key}", kafka.get(key), ours.get(key))
    elif isinstance(kafka, list) and isinstance(ours, list) and kafka and isinstance(kafka[0], dict):
        # In order, for the order of fields is the order on the wire.
        for i in range(max(len(kafka), len(ours))):
            theirs, mine = (side[i] if i < len(side) else None for side in (kafka, ours))
            yield from differences(f"{path}[{(theirs or mine)['name']}]", theirs, mine)
    elif kafka != ours:
        yield f"{path}: Kafka says {kafka!r}, ours {ours!r}"


def main():
    jars = kafka_jars()
    if jars is None:
        print("no reference Kafka")
        return 77
    kafka = kafka_messages(jars)
    ours = without_ahead({m.name: our_message(m) for m in generate.load()})
    problems = [f"{name}: no schema of ours" for name in sorted(set(kafka) - set(ours))]
    problems += [f"{name}: not in Kafka's jars" for name in sorted(set(ours) - set(kafka))]
    for name in sorted(set(kafka) & set(ours)):
        problems += differences(name, kafka[name], ours[name])
    print("\n".join(problems[:50]))
    print(f"{len(kafka)} schemas of Kafka, {len(ours)} of ours: {len(problems)} differences")
    return 1 if problems or not kafka else 0


if __name__ == "__main__":
    sys.exit(main())

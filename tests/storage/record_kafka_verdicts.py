"""Writes kafka_verdicts.txt: batches that Apache Kafka was asked to store, and what it answered and stored.

    python record_kafka_verdicts.py ORACLE_FOLDER HOST:PORT CASES.py OUT.txt [CODEC..]

ORACLE_FOLDER holds the small client (broker.py, records.py) that the cases are written for. Only the first batch of each
topic counts, and no answer that depends on the state of a producer.
With CODECs the topics have that compression.type, and refusals are left out that are the same whatever the codec.

A line of the file: settings;version;now_ms;batch;code;places of wrong records;message?;log start offset?;what is stored
"""

import importlib.util
import sys
import time

STATEFUL = {45, 47, 53}  # out of order, old epoch, transaction state
BYTES_MAX = 1600


def main() -> None:
    folder, address, cases, out, *codecs = sys.argv[1:]
    sys.path.insert(0, folder)
    import broker

    seen: dict[str, str] = {}
    refusals: set[str] = set()  # with the producer's codec
    codec: str | None = None
    used: set[str] = set()
    configs: dict[str, dict[str, str]] = {}

    class Recording(broker.Broker):
        def topic(self, partitions=1, name=None, **given):
            if codec:
                given["compression_type"] = codec
            made = super().topic(partitions, name, **given)
            configs[made.name] = given
            return made

        def produce(self, topic, data, partition=0, acks=-1, version=9, transactional_id=None):
            now = int(time.time() * 1000)
            got = super().produce(topic, data, partition, acks, version, transactional_id)
            if topic.name in used or not isinstance(data, bytes) or len(data) > BYTES_MAX:
                return got
            used.add(topic.name)
            if got["ErrorCode"] in STATEFUL:
                return got
            raw = self.call("Fetch", 12, self.fetch_body(12, [(topic, 0, 0)]))["Responses"][0]["Partitions"][0]["Records"] or b""
            if configs[topic.name].get("message_timestamp_type") == "LogAppendTime" and raw:
                now = got["LogAppendTimeMs"]
            settings = ",".join(f"{k}={v.replace(',', '+')}" for k, v in sorted(configs[topic.name].items()))
            wrong = ",".join(str(r["BatchIndex"]) for r in got.get("RecordErrors", []))
            has_message = int(got.get("ErrorMessage") is not None)
            has_start = int(got.get("LogStartOffset", -1) >= 0)
            answer = f"{got['ErrorCode']};{wrong};{has_message};{has_start};{raw.hex()}"
            refusal = f"{data.hex()};{answer}"
            if got["ErrorCode"]:
                if codec and refusal in refusals:
                    return got
                refusals.add(refusal)
            if codecs and not codec:
                return got
            seen.setdefault(f"{settings};{version};{data.hex()}", f"{settings};{version};{now};{data.hex()};{answer}")
            return got

    spec = importlib.util.spec_from_file_location("cases", cases)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for codec in [None, *codecs]:
        for name, case in vars(module).items():
            if name.startswith("case_"):
                b = Recording(address, f"v{int(time.time())}{codec}{name}")
                case(b)
                b.close()
    with open(out, "w") as file:
        file.writelines(line + "\n" for line in seen.values())


main()

"""Brokers for whole-broker tests. KLAMM_TEST_BROKER=kafka runs them against Apache Kafka, to see that a test is right;
KLAMM_TEST_IO=epoll runs Klamm on epoll. `-n 3 -m "not alone"` runs them side by side, and `-m alone` those that want the machine for themselves."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.klamm_process import KlammProcess
from support.paths import klamm_binary, reference_kafka_tool
from support.reference_kafka import MISSING, ReferenceKafka

AGAINST_KAFKA = os.environ.get("KLAMM_TEST_BROKER") == "kafka"
StartBroker = Callable[..., KlammProcess | ReferenceKafka]


def broker_starter(folder: Path, started: list) -> StartBroker:
    def start(shards: int = 1, settings: dict[str, str] | None = None, advertise: str | None = None):
        if AGAINST_KAFKA:
            broker = ReferenceKafka(settings, advertise)
        else:
            broker = KlammProcess(folder / f"data-{len(started)}", shards, settings=settings, advertise=advertise)
        started.append(broker)
        return broker.start()

    return start


def end_brokers(started: list) -> None:
    for broker in started:
        broker.remove() if isinstance(broker, ReferenceKafka) else broker.stop()


@pytest.fixture
def start_broker(tmp_path: Path) -> Iterator[StartBroker]:
    """start_broker(shards=.., settings=.., advertise=..): a running broker, stopped in an orderly way at the end."""
    started: list = []
    try:
        yield broker_starter(tmp_path, started)
    except BaseException:
        for broker in started:
            broker.kill()
        raise
    end_brokers(started)


@pytest.fixture(scope="module")
def start_module_broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartBroker]:
    """The same for all tests of a module."""
    started: list = []
    yield broker_starter(tmp_path_factory.mktemp("broker"), started)
    end_brokers(started)


@pytest.fixture(scope="session")
def need_reference_kafka() -> None:
    if reference_kafka_tool() is None:
        pytest.skip(MISSING)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rounds", type=int, help="rounds of a test that goes on by chance (test_crash.py); its own number without")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "alone: looks at what others on the machine disturb: how long something takes, or all of the memory")
    config.addinivalue_line("markers", "long: begun first, so that nobody waits for it at the end")


# What a module makes once for several of its tests: one process runs those, the first to come makes it.
_SHARED = re.compile(r"clients/test_real_input\.py::test_words\[\d+|system/test_offline_tools\.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log):
    # an own one, not `--dist loadgroup`: that of xdist 3.8 writes its groups where pytest 9.2 does not read them
    from xdist.scheduler import LoadScopeScheduling

    class OneByOne(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            shared = _SHARED.match(nodeid)
            return shared.group() if shared else nodeid

    return OneByOne(config, log)


def pytest_report_header() -> str:
    io = os.environ.get("KLAMM_TEST_IO")
    return "broker: " + ("Apache Kafka" if AGAINST_KAFKA else str(klamm_binary()) + (f" --io {io}" if io else ""))

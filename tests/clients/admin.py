"""Topics and settings for client tests, made by a client that is itself under test elsewhere (librdkafka)."""

from confluent_kafka.admin import AdminClient, AlterConfigOpType, ConfigEntry, ConfigResource, NewPartitions, NewTopic, ResourceType


def create_topic(address: str, topic: str, partitions: int = 1, **configs: str) -> None:
    """Config keys have `_` for `.`."""
    admin = AdminClient({"bootstrap.servers": address, "log_level": 3})
    config = {k.replace("_", "."): v for k, v in configs.items()}
    admin.create_topics([NewTopic(topic, partitions, 1, config=config)])[topic].result(20)


def delete_topic(address: str, topic: str) -> None:
    admin = AdminClient({"bootstrap.servers": address, "log_level": 3})
    admin.delete_topics([topic])[topic].result(20)


def add_partitions(address: str, topic: str, partitions: int) -> None:
    """Until there are so many."""
    admin = AdminClient({"bootstrap.servers": address, "log_level": 3})
    admin.create_partitions([NewPartitions(topic, partitions)])[topic].result(20)


def alter_broker(address: str, **values: str | None) -> None:
    """Settings of broker 1; `_` for `.` in names; None deletes. They hold when this returns."""
    admin = AdminClient({"bootstrap.servers": address, "log_level": 3})
    entries = [
        ConfigEntry(
            name.replace("_", "."), value,
            incremental_operation=AlterConfigOpType.SET if value is not None else AlterConfigOpType.DELETE,
        )
        for name, value in values.items()
    ]  # fmt: skip
    resource = ConfigResource(ResourceType.BROKER, "1", incremental_configs=entries)
    for future in admin.incremental_alter_configs([resource]).values():
        future.result(20)


def alter_topic(address: str, topic: str, **values: str) -> None:
    """Settings of a topic; `_` for `.` in names."""
    admin = AdminClient({"bootstrap.servers": address, "log_level": 3})
    entries = [ConfigEntry(k.replace("_", "."), v, incremental_operation=AlterConfigOpType.SET) for k, v in values.items()]
    resource = ConfigResource(ResourceType.TOPIC, topic, incremental_configs=entries)
    for future in admin.incremental_alter_configs([resource]).values():
        future.result(20)

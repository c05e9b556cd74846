#!/usr/bin/env python3
"""Makes the message structs and their tables from the schema files.

    generate.py --list-outputs | --list-inputs
    generate.py OUTPUT_DIR

A schema file holds messages separated by blank lines; indentation (two spaces) nests.

    request NameRequest api=0 versions=3-13 flexible=9+ listeners=broker
      Name: string 0-12 key ignorable nullable default=null
      Rows: []Row 4+ tag=0
        Number: int32 4+ default=-1
      struct Shared 0+
        Id: uuid 0+

The first word is request, response, header, data, record, key or value; what log a record, key or value belongs to is
the folder's name. A field has a name, a type and the versions that have it, then options: key (part of a map's key),
ignorable, tag=N (tagged in all its versions), nullable (in all its versions) or nullable=VERSIONS, default=VALUE,
zerocopy, flexible=none (never compact). A struct is defined below the field that uses it or, if several do, by a
`struct` line. `versions=none` marks an API that is gone.
"""
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

SCHEMAS = Path(__file__).resolve().parent / "schemas"
TABLE_UNITS = 4
LATEST = 32767
KINDS = {
    ("api", "request"): "kRequest", ("api", "response"): "kResponse", ("header", "header"): "kHeader",
    ("data", "data"): "kData", ("metadata_log", "record"): "kMetadataRecord",
    ("remote_storage_log", "record"): "kRemoteStorageRecord", ("group_log", "key"): "kGroupKey",
    ("group_log", "value"): "kGroupValue", ("transaction_log", "key"): "kTransactionKey",
    ("transaction_log", "value"): "kTransactionValue", ("share_log", "key"): "kShareKey",
    ("share_log", "value"): "kShareValue",
}
SCALARS = {
    "bool": "bool", "int8": "int8_t", "int16": "int16_t", "uint16": "uint16_t", "int32": "int32_t",
    "uint32": "uint32_t", "int64": "int64_t", "float64": "double", "uuid": "Uuid", "string": "String", "bytes": "Bytes",
    "records": "Records",
}
LISTENERS = {"broker": "kBrokerListener", "controller": "kControllerListener"}


@dataclass
class Field:
    name: str
    type: str
    versions: tuple
    options: dict
    fields: list = field(default_factory=list)

    is_array = property(lambda self: self.type.startswith("[]"))
    element = property(lambda self: self.type.removeprefix("[]"))
    is_struct = property(lambda self: self.element not in SCALARS)
    nullable = property(lambda self: self.options.get("nullable"))
    is_pointer = property(lambda self: self.is_struct and not self.is_array and self.nullable is not None)
    member = property(lambda self: snake_case(self.name))


@dataclass
class Struct:
    name: str
    fields: list


@dataclass
class Message:
    kind: str
    name: str
    options: dict
    fields: list
    commons: list = field(default_factory=list)

    versions = property(lambda self: self.options["versions"])
    flexible = property(lambda self: self.options.get("flexible"))
    api = property(lambda self: self.options.get("api"))
    file = property(lambda self: snake_case(self.name) + ".h")
    is_served = property(lambda self: self.versions is not None)

    def structs(self):
        """The structs inside the message, each behind those it holds by value."""
        found = {}

        def add(fields):
            for f in fields:
                if not f.is_struct:
                    continue
                if f.fields:
                    add(f.fields)
                    found.setdefault(f.element, Struct(f.element, f.fields))
                elif f.element not in found:
                    shared = next((s for s in self.commons if s.name == f.element), None)
                    if shared is None:
                        raise ValueError(f"{self.name}: no struct {f.element}")
                    add(shared.fields)
                    found.setdefault(shared.name, shared)

        add(self.fields)
        return list(found.values())


def snake_case(name):
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name.replace("KRaft", "Kraft"))
    return re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name).lower()


def parse_versions(text):
    if text == "none":
        return None
    m = re.fullmatch(r"(\d+)(\+|-(\d+))?", text)
    if m is None:
        raise ValueError(f"bad versions {text}")
    lowest = int(m[1])
    return (lowest, LATEST if m[2] == "+" else int(m[3]) if m[3] else lowest)


def parse_options(words, own_versions):
    options = {}
    for word in words:
        key, _, value = word.partition("=")
        if key in ("versions", "flexible"):
            value = parse_versions(value)
        elif key == "nullable":
            value = parse_versions(value) if value else own_versions
        elif key in ("api", "tag"):
            value = int(value)
        elif key not in ("default", "listeners", "key", "ignorable", "zerocopy", "latest-unstable"):
            raise ValueError(f"unknown option {word}")
        options[key] = value
    return options


def parse_field(words):
    versions = parse_versions(words[2])
    return Field(words[0].removesuffix(":"), words[1], versions, parse_options(words[3:], versions))


def parse_file(path):
    messages, stack = [], []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        words = line.split()
        if not words:
            continue
        try:
            depth = (len(line) - len(line.lstrip(" "))) // 2
            if depth == 0:
                kind = KINDS[path.parent.name, words[0]]
                messages.append(Message(kind, words[1], parse_options(words[2:], None), []))
                stack = [messages[-1].fields]
                continue
            del stack[depth:]
            if words[0] == "struct":
                messages[-1].commons.append(Struct(words[1], []))
                stack.append(messages[-1].commons[-1].fields)
            else:
                stack[depth - 1].append(parse_field(words))
                stack.append(stack[depth - 1][-1].fields)
        except (ValueError, KeyError, IndexError) as error:
            raise SystemExit(f"{path}:{number}: {error!r}")
    return messages


def load():
    messages = [m for path in sorted(SCHEMAS.glob("*/*.klamm")) for m in parse_file(path)]
    return sorted(messages, key=lambda m: m.name)


def is_error_code(f):
    return f.element == "int16" and f.name.endswith("ErrorCode")


def cpp_type(f):
    element = "ErrorCode" if is_error_code(f) else SCALARS.get(f.element, f.element)
    return f"Array<{element}>" if f.is_array else f"Nullable<{element}>" if f.is_pointer else element


def cpp_default(f):
    default = f.options.get("default")
    if f.is_pointer:
        return "" if default == "null" else f" = &kDefaultOf<{f.element}>"
    if default == "null":
        return f" = {cpp_type(f)}::null()"
    if f.is_struct or f.is_array or f.element in ("uuid", "string", "bytes", "records"):
        if default is not None:
            raise ValueError(f"{f.name}: default {default} is not supported")
        return ""
    if is_error_code(f):
        return f" = static_cast<ErrorCode>({default})" if default else " = ErrorCode::kNone"
    if f.element == "bool":
        return f" = {default or 'false'}"
    return f" = {default or 0}"


def version_text(versions):
    if versions is None:
        return "no version"
    lowest, highest = versions
    return f"{lowest}+" if highest == LATEST else f"{lowest}" if lowest == highest else f"{lowest}-{highest}"


def member_lines(fields, indent, message):
    for f in fields:
        notes = []
        lowest, highest = f.versions
        if lowest > message.versions[0] or highest < message.versions[1]:
            notes.append(f"versions {version_text(f.versions)}")
        if f.nullable is not None:
            notes.append("nullable" if f.nullable == f.versions else f"nullable {version_text(f.nullable)}")
        if "tag" in f.options:
            notes.append(f"tag {f.options['tag']}")
        comment = f"  ///< {', '.join(notes)}" if notes else ""
        yield f"{indent}{cpp_type(f)} {f.member}{cpp_default(f)};{comment}"


def header(message):
    lowest, highest = message.versions
    flexible = message.flexible[0] if message.flexible else LATEST
    out = ["#pragma once", "", '#include "protocol/codec.h"', '#include "protocol/error_code.h"',
           '#include "protocol/types.h"', '#include "protocol/wire_types.h"', "", "namespace klamm::protocol {", "",
           f"/// Kafka's {message.name}, as views; members that a version lacks keep their defaults. @core any",
           f"struct {message.name} {{"]
    if message.api is not None:
        out.append(f"  static constexpr int16_t kApiKey = {message.api};")
    out += [f"  static constexpr int16_t kLowestVersion = {lowest};",
            f"  static constexpr int16_t kHighestVersion = {highest};",
            f"  static constexpr int16_t kLowestFlexibleVersion = {flexible};",
            "  static const MessageDescriptor kDescriptor;", ""]
    for struct in message.structs():
        out += [f"  struct {struct.name} {{", *member_lines(struct.fields, "    ", message), "  };", ""]
    out += [*member_lines(message.fields, "  ", message), "};", "", "}  // namespace klamm::protocol", ""]
    return "\n".join(out)


def range_text(versions):
    return "{}" if versions is None else f"{{{versions[0]}, {versions[1]}}}"


def field_row(message, cpp_struct, f):
    def flag(value):
        return "true" if value else "false"

    nested = f"&k{message.name}{f.element}" if f.is_struct else "nullptr"
    kind = f"kStruct" if f.is_struct else f"k{f.element.capitalize()}"
    never_compact = "flexible" in f.options
    return (f'    {{"{f.name}", {nested}, {f.options.get("tag", -1)}, offsetof({cpp_struct}, {f.member}), '
            f"FieldType::{kind}, {flag(f.is_array)}, {flag('ignorable' in f.options)}, {flag(f.is_pointer)}, "
            f"{flag('key' in f.options)}, {flag(never_compact)}, {range_text(f.versions)}, {range_text(f.nullable)}}},")


def field_table(message, name, cpp_struct, fields):
    tagged = sorted((f for f in fields if "tag" in f.options), key=lambda f: f.options["tag"])
    ordered = [f for f in fields if "tag" not in f.options] + tagged
    rows = [field_row(message, cpp_struct, f) for f in ordered]
    table = [f"constexpr FieldDescriptor {name}Fields[] = {{", *rows, "};"] if rows else []
    fields_name = f"{name}Fields" if rows else "nullptr"
    simple = cpp_struct.split("::")[-1]
    struct = (f'{{"{simple}", {fields_name}, {len(rows)}, {len(rows) - len(tagged)}, sizeof({cpp_struct}), '
              f"&kDefaultOf<{cpp_struct}>}}")
    return table, struct


def message_table(message):
    out = ["namespace {"]
    for struct in message.structs():
        name = f"k{message.name}{struct.name}"
        table, row = field_table(message, name, f"{message.name}::{struct.name}", struct.fields)
        out += [*table, f"constexpr StructDescriptor {name} = {row};"]
    table, row = field_table(message, f"k{message.name}", message.name, message.fields)
    listeners = [LISTENERS[name] for name in message.options.get("listeners", "").split(",") if name]
    unstable = "true" if "latest-unstable" in message.options else "false"
    out += [*table, "}  // namespace", f"constinit const MessageDescriptor {message.name}::kDescriptor = {{",
            f'    "{message.name}", MessageKind::{message.kind}, {" | ".join(listeners) or "0"}, {unstable}, '
            f"{-1 if message.api is None else message.api}, {range_text(message.versions)}, "
            f"{range_text(message.flexible)},", f"    {row}}};", ""]
    return out


def tables(messages):
    out = ["#include <cstddef>", "", *(f'#include "protocol/messages/{m.file}"' for m in messages), "",
           "namespace klamm::protocol {", ""]
    for message in messages:
        out += message_table(message)
    return "\n".join([*out, "}  // namespace klamm::protocol", ""])


def split_by_weight(messages, count):
    """Consecutive groups of about the same number of fields."""
    def weight(message):
        return 4 + len(message.fields) + sum(2 + len(s.fields) for s in message.structs())

    total, seen, groups = sum(map(weight, messages)), 0, [[] for _ in range(count)]
    for message in messages:
        groups[min(seen * count // total, count - 1)].append(message)
        seen += weight(message)
    return groups


def apis(messages):
    pairs = {}
    for m in messages:
        if m.kind in ("kRequest", "kResponse"):
            pairs.setdefault(m.api, {})[m.kind] = m
    return sorted((key, pair["kRequest"], pair["kResponse"]) for key, pair in pairs.items())


def api_keys(messages):
    out = ["#pragma once", "", "#include <cstdint>", "", '#include "protocol/api_info.h"', "",
           "namespace klamm::protocol {", "",
           "/// The APIs of Kafka 4.4 with Kafka's numbers, those that are gone included. What is known about each: api_info.h.",
           "enum class ApiKey : int16_t {"]
    out += [f"  k{request.name.removesuffix('Request')} = {key}," for key, request, _ in apis(messages)]
    return "\n".join([*out, "};", "", "}  // namespace klamm::protocol", ""])


def registry(messages):
    served = [m for m in messages if m.is_served]
    out = ["#include <iterator>", "", *(f'#include "protocol/messages/{m.file}"' for m in served),
           '#include "protocol/messages/api_keys.h"', '#include "protocol/registry.h"', "",
           "namespace klamm::protocol {", "namespace {", "",
           "constexpr const MessageDescriptor* kMessages[] = {"]
    out += [f"    &{m.name}::kDescriptor," for m in served]
    out += ["};", "", "constexpr ApiInfo kApis[] = {"]
    for key, request, response in apis(messages):
        name = request.name.removesuffix("Request")
        pointers = (f"&{request.name}::kDescriptor, &{response.name}::kDescriptor" if request.is_served
                    else "nullptr, nullptr")
        listeners = [LISTENERS[n] for n in request.options.get("listeners", "").split(",") if n]
        out.append(f'    {{ApiKey::k{name}, "{name}", {range_text(request.versions)}, {range_text(request.flexible)}, '
                   f"{' | '.join(listeners) or '0'}, "
                   f"{'true' if 'latest-unstable' in request.options else 'false'}, {pointers}}},")
    out += ["};", "", "}  // namespace", "",
            "const std::span<const MessageDescriptor* const> kAllMessages{kMessages};",
            "const std::span<const ApiInfo> kAllApis{kApis};", "", "}  // namespace klamm::protocol", ""]
    return "\n".join(out)


def outputs(messages):
    served = [m for m in messages if m.is_served]
    made = {"api_keys.h": lambda: api_keys(messages), "registry.cc": lambda: registry(messages)}
    for i, group in enumerate(split_by_weight(served, TABLE_UNITS)):
        made[f"tables_{i}.cc"] = lambda group=group: tables(group)
    for message in served:
        made[message.file] = lambda message=message: header(message)
    return made


def main(arguments):
    if arguments == ["--list-inputs"]:
        print("\n".join(str(p.relative_to(SCHEMAS.parent)) for p in sorted(SCHEMAS.glob("*/*.klamm"))))
        return
    made = outputs(load())
    if arguments == ["--list-outputs"]:
        print("\n".join(made))
        return
    directory = Path(arguments[0])
    for name, text in made.items():
        path = directory / name
        content = text()
        if not path.exists() or path.read_text() != content:
            path.write_text(content)


if __name__ == "__main__":
    main(sys.argv[1:])

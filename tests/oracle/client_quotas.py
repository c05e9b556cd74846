"""DescribeClientQuotas and AlterClientQuotas: every filter, every refusal, and what is there afterwards.

Entities have names of their own in each case; the defaults that hold for everybody are left alone, since other cases run at
the same time.

"""
EXACT, DEFAULT, SPECIFIED = range(3)
USER, CLIENT, IP = "user", "client-id", "ip"


def alter(b, *entries, version=1, only=False):
    """[code, message, entity] per row; an entry is (entity, changes), a change (key, value) or (key, None)."""
    rows = [
        {
            "Entity": [{"EntityType": t, "EntityName": n} for t, n in entity],
            "Ops": [{"Key": k, "Value": v or 0.0, "Remove": v is None} for k, v in changes],
        }
        for entity, changes in entries
    ]
    answer = b.outcome("AlterClientQuotas", version, {"Entries": rows, "ValidateOnly": only})
    if isinstance(answer, str):
        return answer
    told = [[r["ErrorCode"], (r["ErrorMessage"] or "").replace("shouldnot", "should not"), sorted((e["EntityType"], e["EntityName"]) for e in r["Entity"])]
            for r in answer["Entries"]]  # fmt: skip
    return sorted(told, key=str)


def describe(b, *components, strict=False, version=1):
    fields = {"Components": [{"EntityType": t, "MatchType": m, "Match": n} for t, m, n in components], "Strict": strict}
    answer = b.outcome("DescribeClientQuotas", version, fields)
    if isinstance(answer, str) or answer["ErrorCode"] != 0:
        return answer if isinstance(answer, str) else [answer["ErrorCode"], answer["ErrorMessage"], answer["Entries"]]
    rows = [(sorted(((e["EntityType"], e["EntityName"]) for e in row["Entity"]), key=str),
             sorted((v["Key"], v["Value"]) for v in row["Values"])) for row in answer["Entries"]]  # fmt: skip
    return sorted(rows, key=str)


def shown(b, entity, version=1):
    """The quotas of one entity."""
    filters = [(t, DEFAULT if n is None else EXACT, n) for t, n in entity]
    return describe(b, *filters, strict=True, version=version)


def case_every_key_of_clients(b):
    keys = ("producer_byte_rate", "consumer_byte_rate", "request_percentage", "controller_mutation_rate")
    out = []
    for entity in ([(CLIENT, "q1-c")], [(USER, "q1-u")], [(USER, "q1-u"), (CLIENT, "q1-c")], [(CLIENT, "q1-c"), (USER, None)]):
        out.append(alter(b, (entity, [(k, 1e9 + i) for i, k in enumerate(keys)])))
        b.until(lambda entity=entity: len(shown(b, entity)) == 1)
        out.append(shown(b, entity))
        out.append(shown(b, entity, version=0))
        out.append(alter(b, (entity, [(k, None) for k in keys]), version=0))
        b.until(lambda entity=entity: not shown(b, entity))
    return out


def case_key_of_addresses(b):
    out = []
    for name in ("192.0.2.1", "2001:db8::7"):
        out.append(alter(b, ([(IP, name)], [("connection_creation_rate", 1000.0)])))
        b.until(lambda name=name: len(shown(b, [(IP, name)])) == 1)
        out.append(shown(b, [(IP, name)]))
        out.append(alter(b, ([(IP, name)], [("connection_creation_rate", None)])))
    return out


def case_some_stay(b):
    """A change of one quota leaves the others."""
    entity = [(CLIENT, "q2-c")]
    out = [alter(b, (entity, [("producer_byte_rate", 1e9), ("consumer_byte_rate", 2e9)]))]
    out.append(alter(b, (entity, [("producer_byte_rate", 3e9)])))
    out.append(alter(b, (entity, [("consumer_byte_rate", None), ("request_percentage", None)])))
    b.until(lambda: shown(b, entity) and shown(b, entity)[0][1] == [("producer_byte_rate", 3e9)])
    out.append(shown(b, entity))
    out.append(alter(b, (entity, [("producer_byte_rate", None)])))
    return out


def case_bad_entities(b):
    quota = [("producer_byte_rate", 1e9)]
    rate = [("connection_creation_rate", 1000.0)]
    bad = [
        ([], quota), ([("nope", "x")], quota), ([(USER, "")], quota), ([(CLIENT, "")], quota), ([(IP, "")], rate),
        ([(IP, "192.0.2.9"), (USER, "x")], rate), ([(IP, "192.0.2.9"), (CLIENT, "x")], rate), ([(IP, "not an ip")], rate),
        ([(IP, "192.0.2.9")], quota), ([(USER, "x")], rate), ([(CLIENT, "q3"), (CLIENT, "q3-b")], [("nope", 1.0)]),
        ([("", "x")], quota),
    ]  # fmt: skip
    return [alter(b, each) for each in bad]


def case_bad_values(b):
    entity = [(CLIENT, "q4-c")]
    bad = [("producer_byte_rate", -1.0), ("producer_byte_rate", 1.5), ("producer_byte_rate", 1e19), ("nope", 1.0), ("", 1.0),
           ("consumer_byte_rate", 0.1), ("request_percentage", -0.5), ("controller_mutation_rate", -1.0)]  # fmt: skip
    out = [alter(b, (entity, [each])) for each in bad]
    zero = {"Entries": [{"Entity": [{"EntityType": CLIENT, "EntityName": "q4-c"}],
                         "Ops": [{"Key": "producer_byte_rate", "Value": 0.0, "Remove": False}]}]}  # fmt: skip
    out.append(b.call("AlterClientQuotas", 1, zero))
    out.append(alter(b, ([(IP, "192.0.2.3")], [("connection_creation_rate", 2.5)])))
    out.append(alter(b, ([(IP, "192.0.2.3")], [("connection_creation_rate", 3e9)])))
    return out, shown(b, entity)


def case_users_without_credentials(b):
    """What the stock tool asks for when it describes users."""
    ask = lambda users: b.call("DescribeUserScramCredentials", 0, {"Users": users and [{"Name": name} for name in users]})
    answers = [ask(None), ask([]), ask(["nobody"]), ask(["b", "a", "b", "b"])]
    for answer in answers:
        answer["Results"].sort(key=lambda row: row["User"])
    return answers


def case_values_that_are_no_numbers(b):
    entity = [(CLIENT, "q9-nan")]
    keys = ("producer_byte_rate", "consumer_byte_rate", "request_percentage", "controller_mutation_rate")
    values = [float(text) for text in ("nan", "inf", "-inf")]
    out = [alter(b, (entity, [(key, value)])) for key in keys for value in values]
    out += [alter(b, ([(IP, "192.0.2.4")], [("connection_creation_rate", value)])) for value in values]
    return out, shown(b, entity)


def case_an_entity_changes_whole_or_not_at_all(b):
    entity, other = [(CLIENT, "q5-c")], [(CLIENT, "q5-d")]
    out = [alter(b, (entity, [("producer_byte_rate", 1e9), ("consumer_byte_rate", -1.0)]), (other, [("request_percentage", 1e9)]))]
    b.until(lambda: len(shown(b, other)) == 1)
    out += [shown(b, entity), shown(b, other), alter(b, (other, [("request_percentage", None)]))]
    return out


def case_duplicates(b):
    entity = [(CLIENT, "q6-c")]
    out = [alter(b, (entity, [("producer_byte_rate", 1e9)]), (entity, [("consumer_byte_rate", 1e9)]))]
    out.append(alter(b, (entity, [("request_percentage", 1e9), ("request_percentage", 2e9)])))
    out.append(alter(b, (entity, [("controller_mutation_rate", 1e9)])))
    b.until(lambda: any(("controller_mutation_rate", 1e9) in values for _, values in shown(b, entity)))
    out.append(shown(b, entity))
    keys = ("producer_byte_rate", "consumer_byte_rate", "request_percentage", "controller_mutation_rate")
    out.append(alter(b, (entity, [(k, None) for k in keys])))
    return out


def case_nothing_to_do(b):
    return [alter(b), alter(b, ([(CLIENT, "q7-c")], [])), alter(b, ([(CLIENT, "q7-c")], [("producer_byte_rate", None)])),
            alter(b, ([(CLIENT, "q7-c")], [("nope", None)])), alter(b, version=0)]  # fmt: skip


def case_validate_only(b):
    entity = [(CLIENT, "q8-c")]
    out = [alter(b, (entity, [("producer_byte_rate", 1e9)]), only=True), alter(b, (entity, [("nope", 1e9)]), only=True)]
    return out, shown(b, entity)


def case_filters(b):
    """Every kind of match, strict or not, over entities of all kinds."""
    entities = [
        [(CLIENT, "q9-c")], [(USER, "q9-u")], [(USER, "q9-u"), (CLIENT, "q9-c")], [(USER, "q9-u"), (CLIENT, None)],
        [(USER, "q9-u"), (CLIENT, "q9-d")], [(USER, "q9-v"), (CLIENT, "q9-c")], [(IP, "192.0.2.99")],
    ]  # fmt: skip
    for entity in entities:
        key = "connection_creation_rate" if entity[0][0] == IP else "request_percentage"
        alter(b, (entity, [(key, 1000000.0)]))
    b.until(lambda: all(shown(b, entity) for entity in entities))
    parts = {
        "user": (USER, EXACT, "q9-u"), "any user": (USER, SPECIFIED, None), "default user": (USER, DEFAULT, None),
        "client": (CLIENT, EXACT, "q9-c"), "any client": (CLIENT, SPECIFIED, None), "default client": (CLIENT, DEFAULT, None),
        "ip": (IP, EXACT, "192.0.2.99"), "any ip": (IP, SPECIFIED, None), "other": (USER, EXACT, "q9-none"),
    }  # fmt: skip
    ours = lambda rows: [row for row in rows if "q9" in str(row) or "192.0.2.99" in str(row)]
    out = {}
    for strict in (False, True):
        out[f"all {strict}"] = ours(describe(b, strict=strict))
        for name, part in parts.items():
            out[f"{name} {strict}"] = ours(describe(b, part, strict=strict))
            for other, second in parts.items():
                if second[0] == CLIENT and part[0] == USER:
                    out[f"{name}, {other} {strict}"] = ours(describe(b, part, second, strict=strict))
    for entity in entities:
        key = "connection_creation_rate" if entity[0][0] == IP else "request_percentage"
        alter(b, (entity, [(key, None)]))
    return out


def case_bad_filters(b):
    bad = [
        [("", EXACT, "x")], [("nope", EXACT, "x")], [(USER, EXACT, None)], [(USER, DEFAULT, "x")], [(USER, SPECIFIED, "x")],
        [(USER, 3, None)], [(USER, -1, None)], [(USER, EXACT, "x"), (USER, EXACT, "y")], [(IP, EXACT, "x"), (USER, EXACT, "x")],
        [(IP, SPECIFIED, None), (CLIENT, DEFAULT, None)], [(USER, EXACT, "x"), (USER, SPECIFIED, None)],
    ]  # fmt: skip
    return [describe(b, *each, version=v) for each in bad for v in (0, 1)]

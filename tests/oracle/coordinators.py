"""FindCoordinator and InitProducerId; what Klamm does not serve gets an error that ends the client."""

import diff

TRANSACTIONAL_ID_AUTHORIZATION_FAILED = 53
GROUP_AUTHORIZATION_FAILED = 30


def case_group_in_every_version(b):
    ask = {"KeyType": 0, "CoordinatorKeys": ["g"]}
    b.until(lambda: b.call("FindCoordinator", 4, ask)["Coordinators"][0]["ErrorCode"] == 0)
    single = [b.outcome("FindCoordinator", v, {"Key": "g", "KeyType": 0} if v else {"Key": "g"}) for v in range(4)]
    return single + [b.outcome("FindCoordinator", v, {"KeyType": 0, "CoordinatorKeys": ["g", "", "g"]}) for v in (4, 5, 6)]


def case_no_keys(b):
    return [b.outcome("FindCoordinator", v, {"KeyType": 0, "CoordinatorKeys": []}) for v in (4, 6)]


def case_unknown_key_types(b):
    batch = [b.outcome("FindCoordinator", v, {"KeyType": t, "CoordinatorKeys": ["x"]}) for v in (4, 6) for t in (-1, 3, 9)]
    return batch + [b.outcome("FindCoordinator", 3, {"KeyType": 9, "Key": "x"})]


def case_share_keys_before_their_version(b):
    return b.outcome("FindCoordinator", 5, {"KeyType": 2, "CoordinatorKeys": ["g:AAAAAAAAAAAAAAAAAAAAZg:0"]})


def case_malformed_share_keys(b):
    keys = ["g", "g:x:0", ":AAAAAAAAAAAAAAAAAAAAZg:0", "g:AAAAAAAAAAAAAAAAAAAAZg:x"]
    return b.outcome("FindCoordinator", 6, {"KeyType": 2, "CoordinatorKeys": keys})


@diff.expect([TRANSACTIONAL_ID_AUTHORIZATION_FAILED] * 2 + [GROUP_AUTHORIZATION_FAILED])
def case_what_is_not_served_ends_the_client(b):
    share = {"KeyType": 2, "CoordinatorKeys": ["g:AAAAAAAAAAAAAAAAAAAAZg:0"]}
    return [
        b.call("FindCoordinator", 3, {"KeyType": 1, "Key": "t"})["ErrorCode"],
        b.call("FindCoordinator", 6, {"KeyType": 1, "CoordinatorKeys": ["t"]})["Coordinators"][0]["ErrorCode"],
        b.call("FindCoordinator", 6, share)["Coordinators"][0]["ErrorCode"],
    ]


def case_producer_ids_in_every_version(b):
    """Fresh ids, each larger than the one before, epoch 0."""
    b.producer()
    answers = [b.call("InitProducerId", v, {"TransactionalId": None, "TransactionTimeoutMs": 60000}) for v in range(6)]
    ids = [a["ProducerId"] for a in answers]
    return answers, ids == sorted(set(ids))


def case_producer_ids_refused(b):
    b.producer()

    def ask(**fields):
        return b.call("InitProducerId", 4, {"TransactionalId": None, "TransactionTimeoutMs": 60000, **fields})

    return [
        ask(TransactionalId=""),
        ask(ProducerId=5),
        ask(ProducerEpoch=5),
        ask(ProducerId=5, ProducerEpoch=1)["ErrorCode"],
        ask(TransactionTimeoutMs=0)["ErrorCode"],
        ask(TransactionTimeoutMs=-1)["ErrorCode"],
    ]


@diff.expect([TRANSACTIONAL_ID_AUTHORIZATION_FAILED, -1, -1])
def case_transactional_ids_end_the_producer(b):
    answer = b.call("InitProducerId", 4, {"TransactionalId": "t", "TransactionTimeoutMs": 60000})
    return [answer["ErrorCode"], answer["ProducerId"], answer["ProducerEpoch"]]

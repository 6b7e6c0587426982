"""
Sandbank for pytest, and for each other Python program: worlds, signed calls, approvals, the clock. Python 3.8 or later; nothing to install.

Lay this file beside your tests, and load it in conftest.py by  pytest_plugins = ["sandbank"].  A whole test:

    KARI = "13039319955"
    PAYMENTS = "/v1/payments/norwegian-domestic-credit-transfers"


    def test_kari_pays_from_her_account(world, tpp):
        refused = tpp.fetch(world.url("/v1/accounts"), psu=KARI, context="PRIVATE")
        world.approve(refused, KARI)
        accounts = tpp.fetch(world.url("/v1/accounts"), psu=KARI).expect(200).json()["accounts"]
        payment = {
            "instructedAmount": {"amount": "100.00", "currency": "NOK"},
            "creditorName": "Ola Nordmann",
            "creditorAccount": {"iban": "NO1815034020016", "currency": "NOK"},
            "debtorAccount": {"iban": accounts[0]["iban"], "currency": "NOK"},
        }
        created = tpp.fetch(world.url(PAYMENTS), psu=KARI, context="PRIVATE", json=payment).expect(201)
        world.approve(created, KARI)
        world.clock.advance("P5D")
        status = tpp.fetch(world.url(PAYMENTS + "/" + created.json()["paymentId"] + "/status"), psu=KARI)
        assert status.json()["transactionStatus"] == "ACSC"

Run it with a bank of its own:         npx sandbank exec -- pytest
Or against a bank that runs elsewhere: SANDBANK_URL=https://bank.example SANDBANK_TOKEN=... pytest

Fixtures: `bank` (one for the session), `world` (a new one for each test; @pytest.mark.world(fixture={...}) says what it holds, with the arguments of
Bank.create_world) and `tpp` (one for the session, with both roles). Without pytest:  with connect() as bank, bank.create_world() as world: ...

What is refused by the operator's door raises SandbankError: what was called, what came back, and the page of the call. What a TPP is answered is an Answer,
whatever its status: expect(201) fails with the cause of a refusal, and pytest shows it where a test compares status.
"""

import base64
import email.utils
import hashlib
import http.client
import json as json_of
import os
import re
import secrets
import ssl
import threading
import time
import uuid
import warnings
from collections import namedtuple
from contextlib import contextmanager
from urllib.parse import quote, urlsplit

try:
    import pytest
except ImportError:
    pytest = None

# A failure shows the lines of the test, not those of this file.
__tracebackhide__ = True

Approval = namedtuple("Approval", "psu_id session_id redirect_to")
Diff = namedtuple("Diff", "equal changes")
Snapshot = namedtuple("Snapshot", "name world")


class SandbankError(Exception):
    """What this file raises. `code` and `path` are those of the bank's refusal, `journal` the page of the call; None where there is none."""

    def __init__(self, message, code=None, path=None, journal=None):
        super().__init__(message)
        self.code, self.path, self.journal = code, path, journal


def connect(url=None, token=None):
    """A bank over HTTP: at `url` or SANDBANK_URL, with `token` or SANDBANK_TOKEN where it wants one. End it with close(), or use it by `with`."""
    return Bank(url, token)


class Bank:
    """A bank: makes worlds and TPPs. `world` is its world "default", `url` its base URL."""

    def __init__(self, url=None, token=None):
        self._door = _Door(url or os.environ.get("SANDBANK_URL", ""), token or os.environ.get("SANDBANK_TOKEN") or None)
        self.url = self._door.base
        self.world = World(self._door, "default")
        self._tpps, self._made, self._lock = {}, [], threading.Lock()
        self._door.operate("connect(%r)" % self.url, "{ clock { now } }")

    def create_world(self, name=None, from_=None, copy_of=None, snapshot=None, snapshot_file=None, fixture=None, fixture_name=None, clock=None, expires_after="PT1H"):
        """
        A world of its own, with at most one of: from_ ("STANDARD", the default, or "EMPTY"), copy_of (a world or its name), snapshot (of World.snapshot, or the
        name of one of the world "default"), snapshot_file (the path of a file of World.save), fixture (the document as a dict) and fixture_name (one of the product's). clock is where its clock begins: an
        instant such as "2026-03-02T09:00:00Z", or {"now": ..., "frozen": True}. After expires_after it is deleted even if this program is not there to do it.
        """
        if from_ not in (None, "STANDARD", "EMPTY"):
            raise SandbankError('bank.create_world takes from_ as "STANDARD" or "EMPTY", not %r.' % (from_,))
        if snapshot_file is not None:
            if snapshot is not None:
                raise SandbankError("bank.create_world takes one of snapshot and snapshot_file, since each is the whole content.")
            with self._door.stored("bank.create_world(snapshot_file)", snapshot_file) as stored:
                return self.create_world(name, from_, copy_of, stored, None, fixture, fixture_name, clock, expires_after)
        given = _given({"name": name, "from_": from_, "copy_of": copy_of, "snapshot": snapshot, "fixture": fixture, "fixture_name": fixture_name, "clock": clock})
        source = {} if from_ is None else {from_.lower(): True}
        source.update(_given({"copyOf": getattr(copy_of, "name", copy_of), "fixture": fixture, "fixtureName": fixture_name}))
        if snapshot is not None:
            source["snapshot"] = snapshot._asdict() if isinstance(snapshot, Snapshot) else {"name": snapshot}
        start = clock if clock is None or isinstance(clock, dict) else {"now": _instant(clock)}
        query = "mutation ($input: CreateWorldInput) { made: createWorld(input: $input) { world { name } } }"
        settings = {"name": name, "source": source or None, "clock": start, "expiresAfter": expires_after}
        made = self._door.operate("bank.create_world(%s)" % ", ".join(given), query, {"input": settings})
        world = World(self._door, made["made"]["world"]["name"])
        self._made.append(world)
        return world

    def open_world(self, name):
        """A world that there is already. close() of the bank leaves it."""
        self._door.operate("bank.open_world(%r)" % name, "{ clock { now } }", world=name)
        return World(self._door, name)

    def tpp(self, name, roles=("AI", "PI"), id=None):
        """A TPP with a key made here and a certificate of the bank's authority; nothing is written to the disk. The same name is the same TPP."""
        if isinstance(roles, str) or not set(roles) <= {"AI", "PI"}:
            raise SandbankError('bank.tpp takes the roles as a list of "AI" and "PI", not %r.' % (roles,))
        asked = (frozenset(roles), id)
        with self._lock:
            if name not in self._tpps:
                self._tpps[name] = (Tpp(self._door, name, sorted(set(roles)), id), asked)
        tpp, before = self._tpps[name]
        if asked not in (before, (frozenset(("AI", "PI")), None)):
            raise SandbankError("bank.tpp: %r was made with other roles or another id: take another name." % name)
        return tpp

    def close(self):
        """Deletes the worlds that were made here."""
        for world in self._made:
            world.close()
        self._door.closed = True

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class World:
    """One isolated bank. `base_url` is what an application is configured with."""

    def __init__(self, door, name):
        self._door, self.name, self._open = door, name, name != "default"
        door.has_worlds = door.has_worlds or self._open
        self.base_url = door.base + _path_of(name)
        self.clock = Clock(self)
        self.calls = Calls(self)

    def url(self, path):
        """The address of a path of this world, such as /v1/accounts. A link of an answer is taken as it is."""
        if path.startswith(self._door.base + "/"):
            return path
        below = path if path.startswith("/") else "/" + path
        return self._door.base + below if below.startswith("/worlds/") else self.base_url + below

    def graphql(self, document, variables=None):
        """An operation of the operator: its data."""
        return self._door.operate("world.graphql(%r)" % document.strip().split("\n")[0], document, variables, self.name, by_kit=False)

    def approve(self, answer, psu, account_ids=None, context=None, agreement_id=None):
        """Follows _links.scaRedirect of an answer and approves as this customer, named by its number or its key in the fixture. Of a consent, all accounts that are offered, or account_ids."""
        to = self._decide("world.approve", answer, psu, "APPROVED", accountIds=account_ids, context=context, agreementId=agreement_id)
        return Approval(_parameter(to, "psu-id"), _parameter(to, "tpp-session-id"), to)

    def reject(self, answer, psu):
        """The same, and rejects. Answers where the PSU is sent."""
        return self._decide("world.reject", answer, psu, "REJECTED")

    def _decide(self, call, answer, psu, outcome, **options):
        given = {"id": _sca_of(call, answer), "psu": psu, "outcome": outcome, **options}
        query = "mutation ($input: CompleteAuthorisationInput!) { done: completeAuthorisation(input: $input) { redirectTo } }"
        return self._operate("%s(%r, %r)" % (call, answer, psu), query, {"input": given})["done"]["redirectTo"]

    def set_scenario(self, scenario, times=None, probability=None, seed=None, tpp=None, operation=None, psu=None, creditor_account=None):
        """Forces an outcome on calls of TPPs, such as "error; code=ACCESS_EXCEEDED": on so many (times), and on those that fit. Answers its id."""
        about = {"tpp": tpp.id if isinstance(tpp, Tpp) else tpp, "operation": operation, "psu": psu, "creditorAccount": creditor_account}
        given = {"scenario": scenario, "for": about, "times": times, "probability": probability, "seed": seed}
        query = "mutation ($input: SetScenarioInput!) { made: setScenario(input: $input) { scenario { id } } }"
        return self._operate("world.set_scenario(%r)" % scenario, query, {"input": given})["made"]["scenario"]["id"]

    def scenarios(self):
        """How often each scenario that was set acted: dicts with id, scenario, left and used."""
        return self._operate("world.scenarios()", "{ scenarios(first: 100) { nodes { id scenario left used } } }")["scenarios"]["nodes"]

    def clear_scenarios(self, *ids):
        """Takes scenarios away: those of these ids, or all."""
        self._operate("world.clear_scenarios()", "mutation ($ids: [ID!]) { clearScenarios(ids: $ids) { scenarios { id } } }", {"ids": ids or None})

    def set_habit(self, habit, seed=None, tpp=None, account=None):
        """Shows statements as real banks send them, such as "renumber=2026-03-02", to a tpp or all, of an account (its id or key) or all. The books stay as they are. Answers its id."""
        about = {"tpp": tpp.id if isinstance(tpp, Tpp) else tpp, "account": account}
        query = "mutation ($input: SetHabitInput!) { made: setHabit(input: $input) { habit { id } } }"
        return self._operate("world.set_habit(%r)" % habit, query, {"input": {"habit": habit, "seed": seed, "for": about}})["made"]["habit"]["id"]

    def habits(self):
        """The habits that are set: dicts with id, habit and seed."""
        return self._operate("world.habits()", "{ habits(first: 100) { nodes { id habit seed } } }")["habits"]["nodes"]

    def clear_habits(self, *ids):
        """Takes habits away: those of these ids, or all."""
        self._operate("world.clear_habits()", "mutation ($ids: [ID!]) { clearHabits(ids: $ids) { habits { id } } }", {"ids": ids or None})

    def shown_to(self, account, tpp, date_from=None, date_to=None):
        """
        Which line is which: the booked lines of an account or card account (its id or key) as a tpp is shown them, latest first, as dicts with transactionId, shownId, shownDate and why.
        A line that comes twice stands there twice; shownId is None while a habit hides a line.
        """
        lines = "shownTo(tpp: $tpp, dateFrom: $dateFrom, dateTo: $dateTo) { transactionId shownId shownDate why }"
        query = "query ($id: ID!, $tpp: String!, $dateFrom: Date, $dateTo: Date) { node(id: $id) { ... on Account { %s } ... on CardAccount { %s } } }" % (lines, lines)
        given = {"id": account, "tpp": tpp.id if isinstance(tpp, Tpp) else tpp, "dateFrom": date_from, "dateTo": date_to}
        found = self._operate("world.shown_to(%r)" % account, query, given)["node"]
        if "shownTo" not in found:
            raise SandbankError("world.shown_to(%r): this is the id of another thing than an account or card account." % account)
        return found["shownTo"]

    def snapshot(self, name=None):
        """Keeps all that is in the world, clock included."""
        query = "mutation ($name: String!) { made: takeSnapshot(name: $name) { snapshot { name } } }"
        made = self._operate("world.snapshot(%s)" % (name or ""), query, {"name": name or "s-%s" % uuid.uuid4()})
        return Snapshot(made["made"]["snapshot"]["name"], self.name)

    def save(self, file):
        """Writes the world as it is, clock included, to a file, which create_world(snapshot_file=...) opens in this or another bank."""
        call, name = "world.save(%r)" % str(file), "file-%s" % uuid.uuid4()
        self._operate(call, "mutation ($name: String!) { takeSnapshot(name: $name, expiresAfter: \"PT1H\") { snapshot { name } } }", {"name": name})
        try:
            written = self._door.transfer(call, "GET", name, self.name).text
            with open("%s.part" % file, "w", encoding="utf-8", newline="") as part:
                part.write(written)
            os.replace("%s.part" % file, file)
        except OSError as error:
            raise SandbankError("%s: the file was not written: %s" % (call, error)) from None
        finally:
            self._operate(call, _DROP, {"name": name})

    def restore(self, before):
        """Puts the world back to a snapshot."""
        name, of = getattr(before, "name", before), getattr(before, "world", self.name)
        if of != self.name:
            raise SandbankError("world.restore(%r): this snapshot is of the world %r, and this world is %r. bank.create_world(snapshot=...) makes a new world from it." % (name, of, self.name))
        self._operate("world.restore(%r)" % name, "mutation ($name: String!) { restoreSnapshot(name: $name) { world { name } } }", {"name": name})

    def diff(self, before, after=None):
        """What was created, deleted and changed between a snapshot and the world as it is, or another snapshot: Diff(equal, changes)."""
        query = """query ($left: WorldDiffSideInput!, $right: WorldDiffSideInput!, $after: String) {
          diff: diffWorlds(left: $left, right: $right, first: 200, after: $after) {
            equal pageInfo { hasNextPage endCursor } nodes { noun id kind fields { name left right } } } }"""
        sides = [{"world": self.name, "snapshot": getattr(side, "name", side)} for side in (before, after)]
        changes, page = [], {"hasNextPage": True, "endCursor": None}
        while page["hasNextPage"]:
            variables = {"left": sides[0], "right": sides[1], "after": page["endCursor"]}
            found = self._operate("world.diff(%r)" % sides[0]["snapshot"], query, variables)["diff"]
            changes, page = changes + found["nodes"], found["pageInfo"]
        return Diff(found["equal"], changes)

    def create(self, document):
        """Makes what a document says, beside what is there: all of it or nothing. Answers the ids of what has a key, by their keys."""
        query = "mutation ($fixture: FixtureInput!) { applied: applyFixture(fixture: $fixture) { ids { key id } } }"
        made = self._operate("world.create(document)", query, {"fixture": document})["applied"]["ids"]
        return {one["key"]: one["id"] for one in made}

    def fixture(self):
        """What is in the world, as a document for create_world(fixture=...)."""
        return self._operate("world.fixture()", "{ fixture }")["fixture"]

    def reset(self):
        """Makes the world what it was when it was made."""
        self._door.operate("world.reset()", "mutation ($input: ResetWorldInput!) { resetWorld(input: $input) { world { name } } }", {"input": {"name": self.name}})

    def close(self):
        """Deletes it. The world "default" always stays."""
        if self._open:
            self._open = False
            try:
                self._door.operate("world.close() of %r" % self.name, "mutation ($name: String!) { deleteWorld(name: $name) { world { name } } }", {"name": self.name})
            except SandbankError as error:
                # It has expired, or was deleted by another hand: it is gone, as was wanted.
                if error.code != "RESOURCE_UNKNOWN":
                    raise

    def _operate(self, call, query, variables=None):
        return self._door.operate(call, query, variables, self.name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Clock:
    """The clock of one world: instants as text, such as "2026-03-02T09:00:00.000Z"."""

    def __init__(self, world):
        self._world = world

    def now(self):
        return self._world._operate("world.clock.now()", "{ clock { now } }")["clock"]["now"]

    def advance(self, by_or_to):
        """Moves it by a duration such as "P1D", or to an instant or datetime. All that falls due on the way happens."""
        key = "by" if isinstance(by_or_to, str) and not re.match(r"\d{4}-", by_or_to) else "to"
        query = "mutation ($input: AdvanceClockInput!) { moved: advanceClock(input: $input) { clock { now } } }"
        return self._move("advance", by_or_to, query, {"input": {key: _instant(by_or_to)}})

    def freeze(self, at=None):
        """Stops it, where it is or at a later instant."""
        return self._move("freeze", at, "mutation ($at: DateTime) { moved: freezeClock(at: $at) { clock { now } } }", {"at": _instant(at)})

    def resume(self):
        return self._move("resume", None, "mutation { moved: resumeClock { clock { now } } }")

    def _move(self, call, given, query, variables=None):
        asked = "world.clock.%s(%s)" % (call, "" if given is None else repr(_instant(given)))
        return self._world._operate(asked, query, variables)["moved"]["clock"]["now"]


class Calls:
    """world.calls(operation="createPayment", status=201): what the journal has, in its order, as dicts. Those of TPPs and PSUs, unless `by` says otherwise."""

    def __init__(self, world):
        self._world = world

    def __call__(self, by=("TPP", "PSU"), tpp=None, request_id=None, trace_id=None, **others):
        query = """query ($filter: CallFilterInput, $before: String) { calls(filter: $filter, last: 50, before: $before) {
          nodes { id at by door operation tpp { id } method target requestId: xRequestId traceId status code durationMs
            request { headers { name value } body } answer { headers { name value } body } }
          pageInfo { hasPreviousPage startCursor } } }"""
        filters = {"by": list(by), "tpp": tpp.id if isinstance(tpp, Tpp) else tpp, "xRequestId": request_id, "traceId": trace_id, **others}
        found, page = [], {"hasPreviousPage": True, "startCursor": None}
        while page["hasPreviousPage"]:
            asked = "world.calls(%s)" % ", ".join(others)
            listed = self._world._operate(asked, query, {"filter": filters, "before": page["startCursor"]})["calls"]
            # The journal lists the latest first.
            for call in listed["nodes"]:
                call["tppId"] = (call.pop("tpp") or {}).get("id")
            found, page = found + listed["nodes"][::-1], listed["pageInfo"]
        return found

    def settled(self, timeout=10):
        """Waits until no call of a TPP is running in the world, at most so many seconds."""
        end = time.monotonic() + timeout
        while True:
            running = self._world._operate("world.calls.settled()", "{ world { runningCalls } }")["world"]["runningCalls"]
            if running == 0:
                return
            if time.monotonic() > end:
                raise SandbankError("world.calls.settled(): %d calls are still running after %s s." % (running, timeout))
            time.sleep(0.01)


class Tpp:
    """A third-party provider: the signer. `certificate` and `key` (PEM) and `key_id` are for a client of your own."""

    def __init__(self, door, name, roles, id):
        self._door, self.name, self._rsa = door, name, _Rsa()
        given = {"name": name, "roles": ["PSP_" + role for role in roles], "publicKey": self._rsa.public_pem(), "authorityId": id}
        query = "mutation ($input: IssueCertificateInput!) { made: issueCertificate(input: $input) { certificate { tpp { id } keyId certificatePem } } }"
        made = door.operate("bank.tpp(%r)" % name, query, {"input": given})["made"]["certificate"]
        self.id, self.key_id, self.certificate, self.key = made["tpp"]["id"], made["keyId"], made["certificatePem"], self._rsa.private_pem()

    def fetch(self, url, method=None, psu=None, context=None, agreement_id=None, json=None, headers=None, body=None, scenario=None):
        """
        A signed call, with each header that the operation requires: GET, or POST where there is a body. psu is a customer number, its key in the fixture or a PSU-ID, scenario an outcome
        to force on this call. headers are sent as they are given; None leaves one out that would be added. Answers an Answer, whatever its status. url is world.url("/v1/accounts"), a link
        of an answer, or world.base_url + link. A path without a world is in the world "default"; when the bank has other worlds, a warning says so.
        """
        target = self._door.target_of(url)
        if json is not None and body is not None:
            raise SandbankError("tpp.fetch takes body or json, not both.")
        content = body.encode() if isinstance(body, str) else body or b""
        if json is not None:
            content = _text_of(json).encode()
        method = (method or ("POST" if content else "GET")).upper()
        call = "tpp.fetch(%s %s)" % (method, target[:200])
        world, path = re.match(r"(?:/worlds/([^/?]+))?(.*)", target).groups()
        own = {name.lower(): (name, value) for name, value in (headers or {}).items()}
        added = {"Accept": "application/json", "X-Request-ID": str(uuid.uuid4()), "Date": email.utils.formatdate(usegmt=True)}
        if content:
            added["Content-Type"] = "application/json"
        if not re.match(r"/v1/(sandbox|tpps)\b", path):
            redirect = self._door.base + _path_of(world) + "/callback"
            added.update({"x-accept-fix": "none", "TPP-Session-ID": str(uuid.uuid4()), "TPP-Redirect-URI": redirect})
            # Where it is missing from a read of accounts, the PSU is not there, which its limits count.
            if not re.match(r"/v1/(accounts|card-accounts|funds-confirmations)\b", path):
                added["PSU-IP-Address"] = "127.0.0.1"
        if psu is not None:
            if not isinstance(psu, str):
                raise SandbankError("tpp.fetch takes psu as text, such as \"13039319955\"; this is %r." % (psu,))
            added["PSU-ID"] = psu if _UUID.match(psu) else self._door.psu_id(call, world, psu)
        for name, value in (("PSU-Context", context), ("PSU-Corporate-ID", agreement_id), ("Sandbank-Scenario", scenario)):
            if value is not None:
                added[name] = value
        added["Digest"] = "SHA-256=" + _base64(hashlib.sha256(content).digest())
        added["TPP-Signature-Certificate"] = re.sub(r"-----.*?-----|\s", "", self.certificate)
        for name in list(added):
            if name.lower() in own:
                del added[name]
        sent = {**added, **{name: value for name, value in own.values() if value is not None}}
        if "signature" not in own:
            sent["Signature"] = self._signature(method, target, sent)
        return self._door.send(call, method, target, sent, content)

    def _signature(self, method, target, sent):
        carried = {name.lower(): value for name, value in sent.items()}
        names = [name for name in ("date", "digest", "x-request-id", "psu-id", "psu-corporate-id", "tpp-redirect-uri") if name in carried]
        lines = ["(request-target): %s %s" % (method.lower(), target)] + ["%s: %s" % (name, carried[name].strip()) for name in names]
        parts = (re.sub(r'(["\\])', r"\\\1", self.key_id), " ".join(["(request-target)"] + names), _base64(self._rsa.sign("\n".join(lines).encode())))
        value = 'keyId="%s",algorithm="rsa-sha256",headers="%s",signature="%s"' % parts
        return value if value.isascii() else "=?utf-8?B?%s?=" % _base64(value.encode())


class Answer:
    """What a TPP was answered: `status`, `headers` (by names in lower case), `text`, json(). `journal` is the page of the call; None where the bank did not answer."""

    def __init__(self, call, status, headers, text, journal):
        self.call, self.status, self.headers, self.text, self.journal = call, status, headers, text, journal

    def json(self):
        try:
            return json_of.loads(self.text)
        except ValueError:
            raise SandbankError("%r has no JSON as its body." % self) from None

    def expect(self, status):
        """This answer, if it has this status; SandbankError with the cause of the refusal if not."""
        if self.status == status:
            return self
        raise SandbankError("%s: expected %r, got %s" % (self.call, status, self._said()), *_first(_faults_in(self.text)), self.journal)

    def _said(self):
        if self.journal is None and self.status >= 300:
            return "%s %s, which is not from the bank: look at the proxy before it" % (self.status, _plain(self.text))
        faults = "; ".join(words for _, _, words in _faults_in(self.text)) or ("" if self.status < 400 else _plain(self.text))
        return "%s %s [%s]" % (self.status, faults, self.journal) if faults else str(self.status)

    def __repr__(self):
        return "<Answer %s to %s>" % (self._said(), self.call)


class _Door:
    """How a bank is reached over HTTP: a connection for each call, so that threads share it."""

    def __init__(self, url, token):
        self.closed, self._token = False, token
        # Whether another world than "default" was made or opened.
        self.has_worlds = False
        if not url:
            raise SandbankError("SANDBANK_URL is not set: run the suite by `npx sandbank exec -- pytest`, or name a bank that runs, such as http://127.0.0.1:4000.")
        try:
            parts = urlsplit(url)
            is_address = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:
            is_address = False
        if not is_address:
            raise SandbankError("SANDBANK_URL is %r, which is not the address of a bank, such as http://127.0.0.1:4000." % url)
        if parts.path.strip("/"):
            raise SandbankError("SANDBANK_URL is %r: give the base URL of the bank alone, without %s." % (url, parts.path))
        if token is not None and not re.fullmatch(r"[\x21-\x7e]+", token):
            raise SandbankError("SANDBANK_TOKEN holds a blank, a line end or a letter that no header takes: set it to the token alone.")
        self.base, self._parts = "%s://%s" % (parts.scheme, parts.netloc), parts

    def send(self, call, method, target, headers, content):
        if self.closed:
            raise SandbankError("%s: this bank is closed, since close() was called before." % call)
        kind = http.client.HTTPSConnection if self._parts.scheme == "https" else http.client.HTTPConnection
        connection, sent = kind(self._parts.hostname, self._parts.port, timeout=60), False
        try:
            connection.connect()
            sent = True
            connection.request(method, target, content, {name: str(value).encode() for name, value in headers.items()})
            response = connection.getresponse()
            text = response.read().decode("utf-8", "replace")
        except ssl.SSLError as error:
            raise SandbankError("%s cannot be made, SANDBANK_URL is %s: %s. Name its authority's PEM file in SSL_CERT_FILE, or call it by http://." % (call, self.base, error)) from None
        except (ValueError, http.client.InvalidURL) as error:
            raise SandbankError("%s cannot be sent: %s" % (call, error)) from None
        except (OSError, http.client.HTTPException) as error:
            if sent:
                raise SandbankError("%s: the connection ended without an answer (%s): see whether the bank still runs. What the call was to do may be done; a TPP's call with the same X-Request-ID is done once." % (call, error)) from error
            raise SandbankError("No bank answers at SANDBANK_URL=%s (%s): start it with `npx sandbank start`, or correct the address." % (self.base, error)) from None
        finally:
            connection.close()
        found = {name.lower(): value for name, value in response.getheaders()}
        world, number = re.match(r"(/worlds/[^/?]+)?", target).group(), found.get("sandbank-request")
        if response.status == 404 and target.endswith("/graphql"):
            # The journal of the world "default" has the calls to a world that does not exist.
            world = ""
        return Answer(call, response.status, found, text, number and "%s%s/requests/%s" % (self.base, world, number))

    def operate(self, call, query, variables=None, world=None, by_kit=True):
        headers = {"Accept": "application/json", "Content-Type": "application/json"}
        if by_kit:
            headers["Sandbank-By"] = "kit"
        if self._token is not None:
            headers["Authorization"] = "Bearer " + self._token
        content = _text_of({"query": query, "variables": variables}).encode()
        answer = self.send(call, "POST", _path_of(world) + "/graphql", headers, content)
        faults = self._checked(call, answer)
        if not faults and answer.status == 200 and answer.text.startswith('{"data":'):
            return answer.json()["data"]
        raise self._refused(call, answer, faults, by_kit)

    def transfer(self, call, method, name, world=None, content=b""):
        """Reads a snapshot as the lines of its file, or stores them."""
        headers = {"Sandbank-By": "kit"}
        if method == "PUT":
            headers["Content-Type"] = "application/vnd.sandbank.snapshot"
        if self._token is not None:
            headers["Authorization"] = "Bearer " + self._token
        answer = self.send(call, method, "%s/snapshots/%s" % (_path_of(world), name), headers, content)
        faults = self._checked(call, answer)
        if answer.status not in (200, 201):
            raise self._refused(call, answer, faults, True)
        return answer

    @contextmanager
    def stored(self, call, file):
        """The name of a snapshot of the world "default" that is this file, for as long."""
        try:
            with open(file, "rb") as opened:
                content = opened.read()
        except OSError as error:
            raise SandbankError("%s: the file cannot be read: %s" % (call, error)) from None
        name = "file-%s" % uuid.uuid4()
        self.transfer(call, "PUT", name, content=content)
        try:
            yield name
        finally:
            self.operate(call, _DROP, {"name": name})

    def _checked(self, call, answer):
        if answer.journal is None:
            said = "to " + answer.headers["location"] if "location" in answer.headers else _plain(answer.text)
            raise SandbankError("What answers at SANDBANK_URL=%s is not Sandbank: HTTP %s %s. Correct the address, or see whether the bank behind the proxy runs." % (self.base, answer.status, said))
        if answer.status == 401:
            raise SandbankError(("The bank at %s refuses this SANDBANK_TOKEN: set it to the token of its operator." if self._token else "The bank at %s wants a token: set SANDBANK_TOKEN to that of its operator.") % self.base, "FORBIDDEN")
        return _faults_in(answer.text)

    def _refused(self, call, answer, faults, by_kit):
        words = [one[2] for one in faults] or ["HTTP %s %s" % (answer.status, _plain(answer.text))]
        other = by_kit and re.search(_OF_OTHER_VERSION, "\n".join(words))
        said = words[0] if other else "\n  ".join(words)
        remedy = " This bank has another version than this file: print the file of its version by `npx sandbank kit python`." if other else ""
        return SandbankError("%s was refused: %s [%s]%s" % (call, said, answer.journal, remedy), *_first(faults), answer.journal)

    def psu_id(self, call, world, psu):
        found = self.operate("%s with psu=%r" % (call, psu), "query ($psu: String!) { customer(by: { customerNumber: $psu }) { psuId } }", {"psu": psu}, world)
        return found["customer"]["psuId"]

    def target_of(self, url):
        """Path and query. A base URL that was joined with a link has the same world twice (D1)."""
        if url.startswith(self.base + "/"):
            return re.sub(r"^(/worlds/[^/?]+)\1(?=[/?]|$)", r"\1", url[len(self.base):])
        if url.startswith("/"):
            if self.has_worlds and not url.startswith("/worlds/"):
                self.has_worlds = False
                text = "tpp.fetch(%r) calls the world default, since this address names no world: world.url(%r) is in a world, bank.world.url(%r) in the world default."
                warnings.warn(text % (url, url, url), stacklevel=3)
            return url
        raise SandbankError("tpp.fetch: %r is not an address of this bank, which is at %s: use world.url('/v1/...')." % (url, self.base))


class _Rsa:
    """A key of 2048 bits, and RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017), which Python's library lacks. For test banks: its time shows the key to who can measure it."""

    def __init__(self):
        self.p = self.q = 0
        while self.p == self.q:
            self.p, self.q = _prime(1024), _prime(1024)
        self.n = self.p * self.q
        self.d = pow(65537, -1, (self.p - 1) * (self.q - 1))

    def sign(self, message):
        hashed = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(message).digest()
        padded = int.from_bytes(b"\0\1" + b"\xff" * (253 - len(hashed)) + b"\0" + hashed, "big")
        # By the two primes (Chinese remainders), which takes a quarter of the time.
        of_p, of_q = pow(padded, self.d % (self.p - 1), self.p), pow(padded, self.d % (self.q - 1), self.q)
        return (of_q + self.q * ((of_p - of_q) * pow(self.q, -1, self.p) % self.p)).to_bytes(256, "big")

    def public_pem(self):
        key = _der(0x30, _integers(self.n, 65537))
        return _pem("PUBLIC KEY", _der(0x30, bytes.fromhex("300d06092a864886f70d0101010500") + _der(0x03, b"\0" + key)))

    def private_pem(self):
        p, q, d = self.p, self.q, self.d
        return _pem("RSA PRIVATE KEY", _der(0x30, _integers(0, self.n, 65537, d, p, q, d % (p - 1), d % (q - 1), pow(q, -1, p))))


def _prime(bits):
    while True:
        found = secrets.randbits(bits) | (3 << (bits - 2)) | 1
        # Of random numbers of this size, none that is no prime is expected to pass these.
        if found % 65537 != 1 and all(found % small for small in _SMALL) and all(pow(base, found - 1, found) == 1 for base in (2, 3, 5, 7)):
            return found


_DROP = "mutation ($name: String!) { deleteSnapshot(name: $name) { snapshot { name } } }"
# The documents of this file are valid in its own version.
_OF_OTHER_VERSION = "Cannot query field|Unknown (argument|type)|is not defined by type"
_SMALL = [one for one in range(3, 2000, 2) if all(one % other for other in range(3, int(one ** 0.5) + 1, 2))]
_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$")


def _der(tag, content):
    size = len(content)
    length = bytes([size]) if size < 128 else bytes([0x81, size]) if size < 256 else bytes([0x82, size >> 8, size & 255])
    return bytes([tag]) + length + content


def _integers(*numbers):
    return b"".join(_der(0x02, number.to_bytes(number.bit_length() // 8 + 1, "big")) for number in numbers)


def _pem(label, content):
    return "-----BEGIN %s-----\n%s-----END %s-----\n" % (label, base64.encodebytes(content).decode(), label)


def _base64(content):
    return base64.b64encode(content).decode()


def _path_of(world):
    return "" if world in (None, "default") else "/worlds/" + quote(world, safe="")


def _instant(at):
    """A text as it is, a datetime as ISO 8601."""
    return at.isoformat() if hasattr(at, "isoformat") else at


def _given(fields):
    """The fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}


def _text_of(value):
    try:
        return json_of.dumps(value)
    except TypeError as error:
        raise SandbankError("A body has a value that JSON has no form for: %s. Amounts are texts such as \"10.00\", days such as \"2026-03-02\"." % error) from None


def _parameter(address, name):
    return dict(part.split("=", 1) for part in urlsplit(address).query.split("&") if "=" in part).get(name)


def _sca_of(call, answer):
    body = answer.json() if isinstance(answer, Answer) else answer
    links = body.get("_links") if isinstance(body, dict) else None
    link = body if isinstance(body, str) else ((links or {}).get("scaRedirect") or {}).get("href", "")
    found = re.search(r"/sca/([^/?#]+)", link)
    if found is None:
        raise SandbankError("%s: the answer has no _links.scaRedirect to follow: %r" % (call, answer))
    return found.group(1)


def _plain(text):
    """The beginning of a body on one line, without the tags of HTML."""
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())[:100]


def _faults_in(text):
    """What a body says is wrong, as (code, path, words): tppMessages, or the errors of GraphQL."""
    try:
        body = json_of.loads(text)
    except ValueError:
        return []
    if not isinstance(body, dict):
        return []
    found = list(body.get("tppMessages") or [])
    for error in [] if found else body.get("errors") or []:
        said = error.get("extensions") or {}
        found += said.get("tppMessages") or [{"code": said.get("code"), "text": error.get("message")}]
    return [(one.get("code"), one.get("path"), _words_of(one)) for one in found if one.get("category") != "WARNING"]


def _words_of(fault):
    path = fault.get("path")
    return " ".join(part for part in (fault.get("code"), path and path + ":", fault.get("text")) if part)


def _first(faults):
    return faults[0][:2] if faults else (None, None)


if pytest is not None:

    def pytest_configure(config):
        config.addinivalue_line("markers", "world(**options): what the world of this test holds, with the arguments of Bank.create_world.")

    @pytest.fixture(scope="session")
    def bank():
        """The bank of SANDBANK_URL."""
        try:
            opened = connect()
        except SandbankError as error:
            pytest.fail(str(error), pytrace=False)
        with opened:
            yield opened

    @pytest.fixture
    def world(bank, request):
        """A world for this test alone, deleted at its end."""
        mark = request.node.get_closest_marker("world")
        with bank.create_world(**(mark.kwargs if mark else {})) as made:
            yield made

    @pytest.fixture(scope="session")
    def tpp(bank):
        """A TPP with both roles."""
        return bank.tpp("pytest")

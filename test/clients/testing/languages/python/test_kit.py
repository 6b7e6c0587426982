"""What sandbank.py does (D110), against the bank of SANDBANK_URL."""

import json
import os
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone

import pytest
from sandbank import SandbankError, Snapshot, connect

KARI = "13039319955"
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PAYMENTS = "/v1/payments/norwegian-domestic-credit-transfers"
PAYMENT = {
    "instructedAmount": {"amount": "100.00", "currency": "NOK"},
    "creditorName": "Ola Nordmann",
    "creditorAccount": {"iban": "NO1815034020016", "currency": "NOK"},
    "debtorAccount": {"iban": "NO3515034010010", "currency": "NOK"},
}


def test_a_consent_opens_accounts_and_an_approved_payment_is_booked_by_the_clock(world, tpp):
    refused = tpp.fetch(world.url("/v1/accounts"), psu=KARI, context="PRIVATE")
    assert (refused.status, world.approve(refused, KARI).psu_id is None) == (401, False)
    accounts = tpp.fetch(world.url("/v1/accounts"), psu=KARI).expect(200).json()["accounts"]
    assert len(accounts) == 2
    created = tpp.fetch(world.url(PAYMENTS), psu=KARI, context="PRIVATE", json=PAYMENT).expect(201)
    assert world.approve(created, KARI).redirect_to.startswith(world.url("/callback"))
    world.clock.advance("P5D")
    status = tpp.fetch(world.url(PAYMENTS + "/" + created.json()["paymentId"] + "/status"), psu=KARI)
    assert status.json()["transactionStatus"] == "ACSC"
    lines = tpp.fetch(world.url("/v1/accounts/" + accounts[0]["resourceId"] + "/transactions?bookingStatus=booked"), psu=KARI)
    assert lines.expect(200).json()["transactions"]["booked"]


def test_base_url_and_link_may_be_joined_and_a_link_may_be_an_address(world, tpp):
    refused = tpp.fetch(world.url("/v1/accounts"), context="PRIVATE").expect(401)
    page = refused.json()["_links"]["scaRedirect"]["href"]
    assert page.startswith(world.base_url + "/sca/") and world.url(page) == page
    customers = tpp.fetch(world.url("/v1/sandbox/customers")).json()
    link = customers[0]["_links"]["self"]["href"]
    assert link.startswith("/worlds/" + world.name + "/v1/")
    for address in (link, world.url(link), world.base_url + link):
        assert tpp.fetch(address).expect(200).json()["customerId"] == customers[0]["customerId"]
    world.approve(refused, KARI)
    # The PSU is not there: an address that is joined needs no other headers.
    accounts = tpp.fetch(world.base_url + "/worlds/" + world.name + "/v1/accounts", psu=KARI).expect(200)
    assert "psu-ip-address" not in [name.lower() for name, _ in world.calls(operation="consentedAccounts")[-1]["request"]["headers"]] and accounts.json()["accounts"]


def test_an_address_without_a_world_says_which_world_it_calls(bank, world, tpp):
    with pytest.warns(UserWarning, match=r"tpp.fetch\('/v1/sandbox/customers'\) calls the world default, since this address names no world: world.url\('/v1/sandbox/customers'\)"):
        tpp.fetch("/v1/sandbox/customers").expect(200)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tpp.fetch(bank.world.url("/v1/sandbox/customers")).expect(200)


def test_a_rejected_payment_is_rjct(world, tpp):
    created = tpp.fetch(world.url(PAYMENTS), psu=KARI, context="PRIVATE", json=PAYMENT)
    assert "/callback" in world.reject(created.json(), KARI)
    status = tpp.fetch(world.url(PAYMENTS + "/" + created.json()["paymentId"] + "/status"), psu=KARI)
    assert status.json()["transactionStatus"] == "RJCT"


def test_a_client_that_keeps_lines_by_their_ids_doubles_them_when_the_bank_renumbers(world, tpp):
    world.approve(tpp.fetch(world.url("/v1/accounts"), psu=KARI, context="PRIVATE"), KARI)
    account = tpp.fetch(world.url("/v1/accounts"), psu=KARI).expect(200).json()["accounts"][0]["resourceId"]

    def statement():
        address = world.url("/v1/accounts/%s/transactions?bookingStatus=booked" % account)
        return tpp.fetch(address, psu=KARI).expect(200).json()["transactions"]["booked"]

    kept = {line["transactionId"]: line for line in statement()}
    booked, night = len(kept), statement()[0]["bookingDate"]
    habit = world.set_habit("renumber=" + night, tpp=tpp, account=account)
    assert [(one["id"], one["habit"]) for one in world.habits()] == [(habit, "renumber=" + night)]
    kept.update({line["transactionId"]: line for line in statement()})
    assert len(kept) > booked
    # Sorted back by the kit it is each line of the books once.
    behind = {line["shownId"]: line["transactionId"] for line in world.shown_to(account, tpp)}
    assert len({behind.get(shown, shown) for shown in kept}) == booked
    world.clear_habits(habit)
    assert world.habits() == [] and all(not line["why"] for line in world.shown_to(account, tpp))


def test_a_scenario_acts_on_the_calls_that_it_is_for(world, tpp):
    scenario = world.set_scenario("error; code=ACCESS_EXCEEDED", times=1, operation="customers", tpp=tpp)
    answer = tpp.fetch(world.url("/v1/sandbox/customers"))
    assert (answer.status, answer.headers["sandbank-scenario"]) == (429, "error; code=ACCESS_EXCEEDED")
    tpp.fetch(world.url("/v1/sandbox/customers")).expect(200)
    assert [(one["id"], one["used"]) for one in world.scenarios()] == [(scenario, 1)]
    world.clear_scenarios(scenario)
    assert tpp.fetch(world.url("/v1/sandbox/customers"), scenario="error; code=ACCESS_EXCEEDED").status == 429
    with pytest.raises(SandbankError, match="the connection ended without an answer"):
        tpp.fetch(world.url("/v1/sandbox/customers"), scenario="lose-answer")


def test_a_refused_call_says_its_cause_where_a_test_expects_another_status(world, tpp):
    answer = tpp.fetch(world.url(PAYMENTS), psu=KARI, context="PRIVATE", json={**PAYMENT, "instructedAmount": {"amount": "10,00", "currency": "NOK"}})
    with pytest.raises(SandbankError) as raised:
        answer.expect(201)
    said = str(raised.value)
    assert said.startswith("tpp.fetch(POST /worlds/%s%s): expected 201, got 400 FORMAT_ERROR instructedAmount.amount: " % (world.name, PAYMENTS))
    assert "[%s/requests/%s]" % (world.base_url, answer.headers["sandbank-request"]) in said
    assert (raised.value.code, raised.value.path) == ("FORMAT_ERROR", "instructedAmount.amount")
    assert "FORMAT_ERROR instructedAmount.amount" in repr(answer)


@pytest.mark.world(from_="EMPTY", clock="2026-03-02T09:00:00Z")
@pytest.mark.parametrize("round", [1, 2])
def test_each_test_has_a_world_of_its_own_as_its_mark_says(world, round):
    assert world.graphql("{ customers { totalCount } }") == {"customers": {"totalCount": 0}}
    assert world.clock.now().startswith("2026-03-02T09:00:")
    world.graphql('mutation { createCustomer(input: { customerNumber: "01017012345", name: "Kari", type: PRIVATE }) { customer { id } } }')


def test_a_world_is_kept_in_a_file(bank, world, tmp_path):
    world.clock.freeze()
    world.create({"customers": [{"key": "ingrid", "name": "Ingrid", "type": "PRIVATE"}]})
    world.save(tmp_path / "world.snapshot")
    with bank.create_world(snapshot_file=tmp_path / "world.snapshot") as other:
        assert other.graphql("{ customers(first: 0) { totalCount } }")["customers"]["totalCount"] == 5
        assert other.fixture() == world.fixture()
    for one in (world, bank.world):
        assert not [kept for kept in one.graphql("{ snapshots(first: 100) { nodes { name } } }")["snapshots"]["nodes"] if kept["name"].startswith("file-")]
    with pytest.raises(SandbankError, match="the file cannot be read"):
        bank.create_world(snapshot_file=tmp_path / "none")
    with pytest.raises(SandbankError, match="the file was not written"):
        world.save(tmp_path / "none" / "x")
    (tmp_path / "cut").write_text((tmp_path / "world.snapshot").read_text()[:5000])
    with pytest.raises(SandbankError, match="its end is missing"):
        bank.create_world(snapshot_file=tmp_path / "cut")


def test_what_a_document_says_is_made_beside_what_is_there(world):
    made = world.create({"customers": [{"key": "ingrid", "name": "Ingrid", "type": "PRIVATE"}]})
    found = world.graphql('{ customers(first: 100) { totalCount } customer(by: { key: "ingrid" }) { id } }')
    assert made == {"ingrid": found["customer"]["id"]}
    assert found["customers"]["totalCount"] == 5


@pytest.mark.world(fixture={"customers": [{"key": "kari", "name": "Kari", "type": "PRIVATE", "accounts": [{"accountName": "Daily", "currency": "NOK", "product": "Current account", "cashAccountType": "CACC", "creditLine": 0, "balances": [{"balanceType": "closingBooked", "balanceAmount": {"amount": 1000, "currency": "NOK"}}]}]}]})
def test_a_customer_may_be_named_by_its_key(world, tpp):
    world.approve(tpp.fetch(world.url("/v1/accounts"), psu="kari", context="PRIVATE"), "kari")
    assert len(tpp.fetch(world.url("/v1/accounts"), psu="kari").expect(200).json()["accounts"]) == 1


def test_tests_run_side_by_side(bank, tpp):
    def pay(_):
        with bank.create_world() as world:
            amounts = [{"amount": "%d.00" % (one + 1), "currency": "NOK"} for one in range(3)]
            payments = [{**PAYMENT, "instructedAmount": amount} for amount in amounts]
            created = [tpp.fetch(world.url(PAYMENTS), psu=KARI, context="PRIVATE", json=one).expect(201) for one in payments]
            return len(created), len(world.calls(operation="createPayment", status=201))

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(pay, range(8))) == [(3, 3)] * 8


def test_the_clock_stops_and_goes_on(world):
    now = datetime.now(timezone.utc).year
    assert world.clock.freeze("%d-06-01T10:00:00Z" % (now + 1)) == "%d-06-01T10:00:00.000Z" % (now + 1)
    assert world.clock.advance(datetime(now + 1, 6, 2, 10, tzinfo=timezone.utc)) == world.clock.now() == "%d-06-02T10:00:00.000Z" % (now + 1)
    world.clock.resume()
    assert world.clock.freeze() >= "%d-06-02T10:00:00.000Z" % (now + 1)


def test_what_was_kept_is_compared_and_comes_back(bank, world, tpp):
    before = world.snapshot()
    assert isinstance(before, Snapshot) and world.diff(before) == (True, [])
    customer = {"customerNumber": "01017012345", "name": "Kari", "type": "PRIVATE"}
    tpp.fetch(world.url("/v1/sandbox/customers"), json=customer).expect(201)
    diff = world.diff(before, world.snapshot("after"))
    assert not diff.equal and "CREATED" in [change["kind"] for change in diff.changes if change["noun"] == "Customer"]
    with bank.create_world(snapshot=before) as copy, bank.create_world(copy_of=world) as other, bank.create_world(fixture=world.fixture()) as third:
        counts = [one.graphql("{ customers { totalCount } }")["customers"]["totalCount"] for one in (copy, other, third, bank.open_world(world.name))]
        assert counts == [4, 5, 5, 5]
    world.restore(before)
    assert world.diff("after").equal is False and world.diff(before).equal
    world.reset()
    assert world.graphql("{ customers { totalCount } }")["customers"]["totalCount"] == 4


def test_the_journal_has_what_an_application_sent(bank, world):
    reader = bank.tpp("reader", roles=["AI"])
    body = {"customerNumber": "01017012345", "name": "Kåre", "type": "PRIVATE"}
    reader.fetch(world.url("/v1/sandbox/customers"), json=body, headers={"X-Request-ID": "5ff1f4b5-9f74-4d3c-8f0b-0f6b46c3b1a1", "Digest": None})
    reader.fetch(world.url("/v1/sandbox/customers"), method="DELETE")
    world.calls.settled()
    # A call that no operation takes is nobody's.
    calls = world.calls(path="/v1/sandbox/customers")
    assert [call["method"] for call in world.calls(tpp=reader)] == ["POST"]
    assert [(call["method"], call["status"]) for call in calls] == [("POST", 400), ("DELETE", 405)]
    assert "name: \"Digest\"" not in json.dumps(calls[0]["request"]) and json.loads(calls[0]["request"]["body"]) == body
    assert world.calls(request_id="5ff1f4b5-9f74-4d3c-8f0b-0f6b46c3b1a1")[0]["code"] == "HTTP_HEADER_REQUIRED"
    traced = reader.fetch(world.url("/v1/sandbox/customers"), json=body, headers={"traceparent": "00-%s-00f067aa0ba902b7-01" % TRACE}).expect(201)
    assert [(call["id"], call["traceId"]) for call in world.calls(trace_id=TRACE)] == [(traced.headers["sandbank-request"], TRACE)]
    assert reader.fetch(world.url(PAYMENTS), psu=KARI, json=PAYMENT).status == 403


def test_no_header_that_an_operation_requires_is_missing(world, tpp):
    for method, path in json.loads(os.environ["SANDBANK_TEST_OPERATIONS"]):
        answer = tpp.fetch(world.url(path), method=method, psu=KARI)
        assert "HTTP_HEADER_REQUIRED" not in answer.text, answer
        assert answer.headers.get("sandbank-warning") is None, answer.headers
    # More than one page of the journal, in its order.
    called = [(call["method"], call["target"]) for call in world.calls()]
    assert called == [(method, world.url(path)[len(URL):]) for method, path in json.loads(os.environ["SANDBANK_TEST_OPERATIONS"])]


def test_key_and_certificate_are_for_other_clients_too(tpp, tmp_path):
    (tmp_path / "key.pem").write_text(tpp.key)
    (tmp_path / "cert.pem").write_text(tpp.certificate)
    public = [subprocess.check_output(["openssl", *args], cwd=tmp_path) for args in (["rsa", "-in", "key.pem", "-pubout", "-check"], ["x509", "-in", "cert.pem", "-noout", "-pubkey"])]
    assert public[1].strip() in public[0] and b"RSA key ok" in public[0] and tpp.key_id.startswith("SN=")


URL, TOKEN = os.environ["SANDBANK_URL"], os.environ["SANDBANK_TOKEN"]
NOBODY = "http://127.0.0.1:9"


@pytest.mark.parametrize(
    "env, says",
    [
        ({"SANDBANK_URL": ""}, "SANDBANK_URL is not set: run the suite by `npx sandbank exec -- pytest`"),
        ({"SANDBANK_URL": "127.0.0.1:4000"}, "SANDBANK_URL is '127.0.0.1:4000', which is not the address of a bank"),
        ({"SANDBANK_URL": URL + "/worlds/green"}, "give the base URL of the bank alone, without /worlds/green"),
        ({"SANDBANK_URL": "http://127.0.0.1:99999"}, "which is not the address of a bank"),
        ({"SANDBANK_URL": NOBODY}, "No bank answers at SANDBANK_URL=" + NOBODY),
        ({"SANDBANK_URL": URL.replace("http", "https")}, "Name its authority's PEM file in SSL_CERT_FILE, or call it by http://."),
        ({"SANDBANK_URL": os.environ["SANDBANK_TEST_UNTRUSTED_BANK"]}, "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed"),
        ({"SANDBANK_URL": os.environ["SANDBANK_TEST_OTHER_SERVER"]}, "is not Sandbank: HTTP 404 Nothing. Correct the address"),
        ({"SANDBANK_TOKEN": ""}, "wants a token: set SANDBANK_TOKEN"),
        ({"SANDBANK_TOKEN": TOKEN + "x"}, "refuses this SANDBANK_TOKEN"),
        ({"SANDBANK_TOKEN": TOKEN + "\n"}, "SANDBANK_TOKEN holds a blank, a line end"),
    ],
)
def test_a_bank_that_cannot_be_used_is_one_line(env, says, tmp_path):
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["sandbank"]\n')
    (tmp_path / "test_one.py").write_text("def test_one(world):\n    assert world\n")
    settings = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **env}
    ran = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], cwd=tmp_path, env=settings, capture_output=True, text=True)
    assert ran.returncode == 1 and "Traceback" not in ran.stdout and "sandbank.py:" not in ran.stdout
    shown = ran.stdout.split("ERROR at setup of test_one")[1].split("\n")
    assert says in shown[1], ran.stdout


MISTAKES = {
    "an older bank": (lambda bank, world, tpp: connect(os.environ["SANDBANK_TEST_OLDER_BANK"]).create_world(), "has another version than this file: print the file of its version by `npx sandbank kit python`"),
    "a proxy that answers in the bank's place": (lambda bank, world, tpp: connect(os.environ["SANDBANK_TEST_PROXY"]).tpp("proxied").fetch("/v1/sandbox/customers").expect(200), r"expected 200, got 502 502 Bad Gateway, which is not from the bank: look at the proxy before it$"),
    "a proxy that sends elsewhere": (lambda bank, world, tpp: connect(os.environ["SANDBANK_TEST_PROXY"]).open_world("moved"), r"is not Sandbank: HTTP 301 to https://bank.example/. Correct the address, or see whether"),
    "an address with a blank": (lambda bank, world, tpp: tpp.fetch(world.url("/v1/sandbox/customers?name=a b")), r"tpp.fetch\(GET .*\) cannot be sent: URL can't contain"),
    "a list in the place of an answer with a link": (lambda bank, world, tpp: world.approve(tpp.fetch(world.url("/v1/sandbox/customers")), KARI), "has no _links.scaRedirect to follow: <Answer 200"),
    "a status that is a text": (lambda bank, world, tpp: tpp.fetch(world.url("/v1/sandbox/customers")).expect("200"), "expected '200', got 200"),
    "an unknown customer": (lambda bank, world, tpp: tpp.fetch(world.url("/v1/accounts"), psu="13039319956"), r"tpp.fetch\(GET /worlds/.*\) with psu='13039319956' was refused: RESOURCE_UNKNOWN .*13039319956"),
    "a customer who is a number": (lambda bank, world, tpp: tpp.fetch(world.url("/v1/accounts"), psu=13039319955), 'takes psu as text, such as "13039319955"; this is 13039319955'),
    "a snapshot of another world": (lambda bank, world, tpp: world.restore(bank.world.snapshot()), r"world.restore\('s-.*'\): this snapshot is of the world 'default', and this world is .*create_world\(snapshot="),
    "a world that is gone": (lambda bank, world, tpp: [world.close(), world.clock.now()], 'world.clock.now.* was refused: RESOURCE_UNKNOWN world: There is no world .* has expired.*[0-9]/requests/'),
    "a world that there is not": (lambda bank, world, tpp: bank.open_world("gren"), r"bank.open_world\('gren'\) was refused: .*no world \"gren\""),
    "the address of another bank": (lambda bank, world, tpp: tpp.fetch("https://bank.example/v1/accounts"), "is not an address of this bank, which is at " + URL),
    "a path without a slash": (lambda bank, world, tpp: tpp.fetch("v1/accounts"), "use world.url"),
    "two bodies": (lambda bank, world, tpp: tpp.fetch(world.url("/v1/accounts"), body="{}", json={}), "takes body or json, not both"),
    "what JSON has no form for": (lambda bank, world, tpp: tpp.fetch(world.url(PAYMENTS), json={"requestedExecutionDate": datetime.now()}), "JSON has no form for: .*datetime"),
    "a line end in a header": (lambda bank, world, tpp: tpp.fetch(world.url("/v1/accounts"), headers={"X-Mine": "a\nb"}), r"tpp.fetch\(GET .*\) cannot be sent: .*Invalid header value"),
    "a duration that is none": (lambda bank, world, tpp: world.clock.advance("P1X"), r"world.clock.advance\('P1X'\) was refused: FORMAT_ERROR input.by: "),
    "a duration in words": (lambda bank, world, tpp: world.clock.advance("1 day"), r"world.clock.advance\('1 day'\) was refused: FORMAT_ERROR input.by: \"1 day\" is no ISO 8601 duration"),
    "a clock that would go back": (lambda bank, world, tpp: world.clock.freeze("2020-01-01T00:00:00Z"), r"world.clock.freeze\('2020-01-01T00:00:00Z'\) was refused"),
    "an answer without a link": (lambda bank, world, tpp: world.approve(tpp.fetch(world.url("/v1/sandbox/customers"), method="DELETE"), KARI), "world.approve: the answer has no _links.scaRedirect to follow: <Answer 405 BAD_REQUEST DELETE is not possible here"),
    "an approval by somebody else": (lambda bank, world, tpp: world.approve(tpp.fetch(world.url(PAYMENTS), psu=KARI, context="PRIVATE", json=PAYMENT), "12085592767"), "world.approve.* was refused: PSU_CREDENTIALS_INVALID"),
    "an approval that was given": (lambda bank, world, tpp: [world.approve(one, KARI) for one in 2 * [tpp.fetch(world.url(PAYMENTS), psu=KARI, context="PRIVATE", json=PAYMENT)]], "world.approve.* was refused: SCA_INVALID"),
    "a habit that there is not": (lambda bank, world, tpp: world.set_habit("renumbr=2026-03-02"), "world.set_habit.* was refused: FORMAT_ERROR input.habit"),
    "the id of something else": (lambda bank, world, tpp: world.shown_to(world.graphql("{ customers(first: 1) { nodes { id } } }")["customers"]["nodes"][0]["id"], tpp), "another thing than an account"),
    "a scenario that there is not": (lambda bank, world, tpp: world.set_scenario("eror; code=FORBIDDEN"), "world.set_scenario.* was refused: FORMAT_ERROR input.scenario"),
    "a misspelt field of a fixture": (lambda bank, world, tpp: bank.create_world(fixture={"customrs": []}), r'bank.create_world\(fixture\) was refused: FORMAT_ERROR customrs: .*did you mean "customers"'),
    "several faults of a fixture": (lambda bank, world, tpp: bank.create_world(fixture={"customers": [{"key": "kari"}]}), r"customers\[0\].name: is required.\n  FORMAT_ERROR customers\[0\].type: is required"),
    "two sources of a world": (lambda bank, world, tpp: bank.create_world(from_="EMPTY", copy_of=world), r"bank.create_world\(from_, copy_of\) was refused: FORMAT_ERROR input.source: "),
    "a content that there is not": (lambda bank, world, tpp: bank.create_world(from_="EMTPY"), """takes from_ as "STANDARD" or "EMPTY", not 'EMTPY'"""),
    "a name that is taken": (lambda bank, world, tpp: bank.create_world(name=world.name), "was refused: CONFLICT"),
    "a role that there is not": (lambda bank, world, tpp: bank.tpp("other", roles="AI"), r'takes the roles as a list of "AI" and "PI", not \'AI\''),
    "one name for two TPPs": (lambda bank, world, tpp: bank.tpp("pytest", roles=["AI"]), "was made with other roles or another id"),
    "an unknown snapshot": (lambda bank, world, tpp: world.restore("before"), r"world.restore\('before'\) was refused: RESOURCE_UNKNOWN"),
    "a filter that there is not": (lambda bank, world, tpp: world.calls(operaton="createPayment"), r'world.calls\(operaton\) was refused: FORMAT_ERROR filter.operaton: .*did you mean "operation"'),
    "a document that is not GraphQL": (lambda bank, world, tpp: world.graphql("{ customers "), r"world.graphql\('{ customers'\) was refused: "),
    "a body that is no JSON": (lambda bank, world, tpp: tpp.fetch(URL + "/docs/kit").json(), "<Answer 200 to tpp.fetch.*/docs/kit.* has no JSON as its body"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_says_what_was_called_and_what_is_right(bank, world, tpp, mistake):
    make, says = MISTAKES[mistake]
    with pytest.raises(SandbankError, match=says) as raised:
        make(bank, world, tpp)
    assert "sandbank.py" not in str(raised.value)


def test_what_was_made_goes_with_close():
    with connect() as bank:
        name = bank.create_world(expires_after="PT5M").name
        gone = bank.create_world()
        bank.world.graphql("mutation ($name: String!) { deleteWorld(name: $name) { world { name } } }", {"name": gone.name})
        gone.close()
        gone.close()
    with connect(URL, TOKEN) as other, pytest.raises(SandbankError, match="no world"):
        other.open_world(name)
    with pytest.raises(SandbankError, match="this bank is closed"):
        bank.create_world()

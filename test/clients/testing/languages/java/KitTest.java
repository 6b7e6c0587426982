import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What Sandbank.java does (D110), against the bank of SANDBANK_URL. */
@ExtendWith(Sandbank.class)
@Execution(ExecutionMode.CONCURRENT)
class KitTest {
  static final String KARI = "13039319955";
  static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  static final String PAYMENTS = "/v1/payments/norwegian-domestic-credit-transfers";
  static final String CUSTOMERS = "/v1/sandbox/customers";
  static final Sandbank.Options AS_KARI = new Sandbank.Options().psu(KARI).context("PRIVATE");
  static final Map<String, String> NEW_CUSTOMER = Map.of("customerNumber", "01017012345", "name", "K\u00e5re", "type", "PRIVATE");
  static final String URL = System.getenv("SANDBANK_URL");
  static final String TOKEN = System.getenv("SANDBANK_TOKEN");

  static String payment(String amount) {
    return """
        {
          "instructedAmount": {"amount": "%s", "currency": "NOK"},
          "creditorName": "Ola Nordmann",
          "creditorAccount": {"iban": "NO1815034020016", "currency": "NOK"},
          "debtorAccount": {"iban": "NO3515034010010", "currency": "NOK"}
        }""".formatted(amount);
  }

  static int customersOf(Sandbank.World world) {
    return (int) world.graphql("{ customers { totalCount } }").get("customers").get("totalCount").number();
  }

  static String statusOf(Sandbank.World world, Sandbank.Tpp tpp, Sandbank.Answer created) {
    var path = PAYMENTS + "/" + created.json().get("paymentId").text() + "/status";
    return tpp.fetch("GET", world.url(path), AS_KARI).json().get("transactionStatus").text();
  }

  @Test
  void aConsentOpensAccountsAndAnApprovedPaymentIsBookedByTheClock(Sandbank.World world, Sandbank.Tpp tpp) {
    var refused = tpp.fetch("GET", world.url("/v1/accounts"), AS_KARI).expect(401);
    assertNotNull(world.approve(refused, KARI).sessionId());
    var accounts = tpp.fetch("GET", world.url("/v1/accounts"), AS_KARI).expect(200).json().get("accounts");
    assertEquals(2, accounts.list().size());
    var created = tpp.fetch("POST", world.url(PAYMENTS), AS_KARI.json(payment("100.00"))).expect(201);
    assertTrue(world.approve(created, KARI, Map.of("context", "PRIVATE")).redirectTo().startsWith(world.url("/callback")));
    world.clock.advance("P5D");
    assertEquals("ACSC", statusOf(world, tpp, created));
    var lines = "/v1/accounts/" + accounts.get(0).get("resourceId").text() + "/transactions?bookingStatus=booked";
    assertFalse(tpp.fetch("GET", world.url(lines), AS_KARI).expect(200).json().get("transactions").get("booked").list().isEmpty());
  }

  @Test
  void baseUrlAndLinkMayBeJoinedAndALinkMayBeAnAddress(Sandbank.World world, Sandbank.Tpp tpp) {
    var page = tpp.fetch("GET", world.url("/v1/accounts")).expect(401).json().get("_links").get("scaRedirect").get("href").text();
    assertTrue(page.startsWith(world.baseUrl + "/sca/"), page);
    assertEquals(page, world.url(page));
    var customer = tpp.fetch("GET", world.url(CUSTOMERS)).expect(200).json().list().get(0);
    var link = customer.get("_links").get("self").get("href").text();
    for (var address : List.of(link, world.url(link), world.baseUrl + link))
      assertEquals(customer.get("customerId").text(), tpp.fetch("GET", address).expect(200).json().get("customerId").text());
  }

  @Test
  void anAddressWithoutAWorldSaysWhichWorldItCalls(Sandbank.Tpp tpp) {
    var before = System.err;
    var said = new java.io.ByteArrayOutputStream();
    try (var bank = Sandbank.connect()) {
      var world = bank.createWorld();
      System.setErr(new java.io.PrintStream(said));
      bank.tpp("junit").fetch("GET", world.url(CUSTOMERS)).expect(200);
      assertEquals("", said.toString());
      bank.tpp("junit").fetch("GET", CUSTOMERS).expect(200);
    } finally {
      System.setErr(before);
    }
    var text = "tpp.fetch(\"" + CUSTOMERS + "\") calls the world default, since this address names no world: world.url(\"" + CUSTOMERS + "\") is in a world";
    assertTrue(said.toString().startsWith(text), said.toString());
  }

  @Test
  void aRejectedPaymentIsRjct(Sandbank.World world, Sandbank.Tpp tpp) {
    var created = tpp.fetch("POST", world.url(PAYMENTS), AS_KARI.json(Sandbank.Json.parse(payment("100.00"))));
    assertTrue(world.reject(created, KARI).contains("/callback"));
    assertEquals("RJCT", statusOf(world, tpp, created));
  }

  @Test
  void aClientThatKeepsLinesByTheirIdsDoublesThemWhenTheBankRenumbers(Sandbank.World world, Sandbank.Tpp tpp) {
    world.approve(tpp.fetch("GET", world.url("/v1/accounts"), AS_KARI).expect(401), KARI);
    var account = tpp.fetch("GET", world.url("/v1/accounts"), AS_KARI).expect(200).json().get("accounts").get(0).get("resourceId").text();
    var address = world.url("/v1/accounts/" + account + "/transactions?bookingStatus=booked");
    var first = tpp.fetch("GET", address, AS_KARI).expect(200).json().get("transactions").get("booked").list();
    var kept = new java.util.HashSet<String>();
    first.forEach(line -> kept.add(line.get("transactionId").text()));
    var booked = kept.size();
    var habit = world.setHabit("renumber=" + first.get(0).get("bookingDate").text(), Map.of("tpp", tpp, "account", account), Map.of("seed", 7));
    assertEquals(List.of(habit), world.habits().stream().map(one -> one.get("id").text()).toList());
    tpp.fetch("GET", address, AS_KARI).expect(200).json().get("transactions").get("booked").list().forEach(line -> kept.add(line.get("transactionId").text()));
    assertTrue(kept.size() > booked);
    // Sorted back by the kit it is each line of the books once.
    var behind = new java.util.HashMap<String, String>();
    world.shownTo(account, tpp).forEach(line -> behind.put(line.get("shownId").text(), line.get("transactionId").text()));
    assertEquals(booked, kept.stream().map(id -> behind.getOrDefault(id, id)).distinct().count());
    world.clearHabits(habit);
    world.setHabit("repeat=1");
    world.clearHabits();
    assertTrue(world.habits().isEmpty());
  }

  @Test
  void aScenarioActsOnTheCallsThatItIsFor(Sandbank.World world, Sandbank.Tpp tpp) {
    var scenario = world.setScenario("error; code=ACCESS_EXCEEDED", Map.of("tpp", tpp, "operation", "customers"), Map.of("times", 1));
    assertEquals("error; code=ACCESS_EXCEEDED", tpp.fetch("GET", world.url(CUSTOMERS)).expect(429).header("sandbank-scenario"));
    tpp.fetch("GET", world.url(CUSTOMERS)).expect(200);
    var used = world.scenarios();
    assertEquals(List.of(1, scenario, 1.0), List.of(used.size(), used.get(0).get("id").text(), used.get(0).get("used").number()));
    world.clearScenarios(scenario);
    tpp.fetch("GET", world.url(CUSTOMERS), new Sandbank.Options().scenario("error; code=ACCESS_EXCEEDED")).expect(429);
    world.setScenario("lose-answer", Map.of("operation", "createCustomer"), Map.of("times", 1));
    says("the connection ended without an answer", () -> tpp.fetch("POST", world.url(CUSTOMERS), AS_KARI.json(NEW_CUSTOMER)));
    assertEquals(5, customersOf(world));
    world.setScenario("error; code=FORBIDDEN");
    world.clearScenarios();
    tpp.fetch("GET", world.url(CUSTOMERS)).expect(200);
  }

  @Test
  void aRefusedCallSaysItsCauseWhereATestExpectsAnotherStatus(Sandbank.World world, Sandbank.Tpp tpp) {
    var answer = tpp.fetch("POST", world.url(PAYMENTS), AS_KARI.json(payment("10,00")));
    var error = assertThrows(Sandbank.Refused.class, () -> answer.expect(201));
    var begin = "tpp.fetch(POST /worlds/" + world.name + PAYMENTS + "): expected 201, got 400 FORMAT_ERROR instructedAmount.amount: ";
    assertTrue(error.getMessage().startsWith(begin), error.getMessage());
    assertTrue(error.getMessage().endsWith("[" + world.baseUrl + "/requests/" + answer.header("sandbank-request") + "]"));
    assertEquals(List.of("FORMAT_ERROR", "instructedAmount.amount", answer.journal), List.of(error.code, error.path, error.journal));
    assertTrue(Arrays.stream(error.getStackTrace()).noneMatch(frame -> frame.getClassName().startsWith("Sandbank")));
  }

  @RepeatedTest(2)
  void eachTestHasAWorldOfItsOwn(Sandbank.Bank bank, Sandbank.World own) {
    assertEquals(4, customersOf(own));
    var world = bank.createWorld(new Sandbank.WorldOptions().from("EMPTY").frozenAt("2026-03-02T09:00:00Z").expiresAfter("PT5M"));
    assertEquals(0, customersOf(world));
    assertEquals(Instant.parse("2026-03-02T09:00:00Z"), world.clock.now());
    own.graphql("mutation { createCustomer(input: { customerNumber: \"01017012345\", name: \"Kari\", type: PRIVATE }) { customer { id } } }");
  }

  @Test
  void whatWasMadeGoesWithClose() {
    String name;
    try (var bank = Sandbank.connect()) {
      name = bank.createWorld(new Sandbank.WorldOptions().fixtureName("approvals").clock("2026-03-02T09:00:00Z")).name;
      assertEquals(name, bank.openWorld(name).name);
      var gone = bank.createWorld();
      bank.world.graphql("mutation { deleteWorld(name: \"" + gone.name + "\") { world { name } } }");
      gone.close();
      gone.close();
    }
    var bank = Sandbank.connect();
    says("no world", () -> bank.openWorld(name));
    bank.close();
    says("this bank is closed", bank::createWorld);
  }

  @Test
  void aCustomerMayBeNamedByItsKey(Sandbank.Bank bank, Sandbank.Tpp tpp) {
    var fixture = Map.of("customers", List.of(Map.of("key", "kari", "name", "Kari", "type", "PRIVATE", "accounts", List.of(Map.of(
        "accountName", "Daily", "currency", "NOK", "product", "Current account", "cashAccountType", "CACC", "creditLine", 0,
        "balances", List.of(Map.of("balanceType", "closingBooked", "balanceAmount", Map.of("amount", 1000, "currency", "NOK"))))))));
    var world = bank.createWorld(new Sandbank.WorldOptions().fixture(fixture));
    var kari = new Sandbank.Options().psu("kari").context("PRIVATE");
    world.approve(tpp.fetch("GET", world.url("/v1/accounts"), kari), "kari");
    assertEquals(1, tpp.fetch("GET", world.url("/v1/accounts"), kari).expect(200).json().get("accounts").list().size());
  }

  @Test
  void testsRunSideBySide(Sandbank.Bank bank, Sandbank.Tpp tpp) {
    var counts = IntStream.range(0, 8).parallel().mapToObj(worker -> {
      var world = bank.createWorld();
      IntStream.rangeClosed(1, 3).forEach(amount -> tpp.fetch("POST", world.url(PAYMENTS), AS_KARI.json(payment(amount + ".00"))).expect(201));
      return world.calls(Map.of("operation", "createPayment", "status", 201)).size();
    });
    assertEquals(List.of(3, 3, 3, 3, 3, 3, 3, 3), counts.toList());
  }

  @Test
  void theClockStopsAndGoesOn(Sandbank.World world) {
    var year = LocalDate.now(ZoneOffset.UTC).getYear() + 1;
    assertEquals(Instant.parse(year + "-06-01T10:00:00Z"), world.clock.freeze(year + "-06-01T10:00:00Z"));
    var advanced = world.clock.advance(year + "-06-02T10:00:00Z");
    assertEquals(advanced, world.clock.now());
    world.clock.resume();
    assertFalse(world.clock.freeze().isBefore(advanced));
  }

  @Test
  void whatWasKeptIsComparedAndComesBack(Sandbank.Bank bank, Sandbank.World world, Sandbank.Tpp tpp) throws Exception {
    var before = world.snapshot();
    assertTrue(world.diff(before).isEmpty());
    tpp.fetch("POST", world.url(CUSTOMERS), new Sandbank.Options().json(NEW_CUSTOMER)).expect(201);
    var after = world.snapshot();
    assertTrue(world.diff(before, after).stream().anyMatch(change -> change.get("kind").text().equals("CREATED") && change.get("noun").text().equals("Customer")));
    assertEquals(4, customersOf(bank.createWorld(new Sandbank.WorldOptions().snapshot(before))));
    assertEquals(5, customersOf(bank.createWorld(new Sandbank.WorldOptions().copyOf(world))));
    assertEquals(5, customersOf(bank.createWorld(new Sandbank.WorldOptions().fixture(world.fixture()))));
    assertEquals(Set.of("ingrid"), world.create(Map.of("customers", List.of(Map.of("key", "ingrid", "name", "Ingrid", "type", "PRIVATE")))).keySet());
    assertEquals(6, customersOf(world));
    var file = Files.createTempDirectory("sandbank").resolve("world.snapshot");
    world.save(file);
    assertEquals(6, customersOf(bank.createWorld(new Sandbank.WorldOptions().snapshotFile(file))));
    Files.delete(file);
    world.restore(before);
    assertTrue(world.diff(before).isEmpty());
    world.restore(after);
    world.reset();
    assertEquals(4, customersOf(world));
  }

  @Test
  void theJournalHasWhatAnApplicationSent(Sandbank.Bank bank, Sandbank.World world) {
    var reader = bank.tpp("reader", "AI");
    var id = "5ff1f4b5-9f74-4d3c-8f0b-0f6b46c3b1a1";
    var body = Sandbank.Json.parse("{\"customerNumber\": \"01017012345\", \"name\": \"\\u212b\\n\\\"\", \"type\": \"PRIVATE\"}");
    reader.fetch("POST", world.url(CUSTOMERS), new Sandbank.Options().json(body).header("X-Request-ID", id).header("Digest", null)).expect(400);
    var traced = new Sandbank.Options().json(NEW_CUSTOMER).header("traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01");
    reader.fetch("POST", world.url(CUSTOMERS), traced).expect(201);
    assertEquals(List.of(TRACE), world.calls(Map.of("traceId", TRACE)).stream().map(call -> call.get("traceId").text()).toList());
    reader.fetch("POST", world.url(PAYMENTS), AS_KARI.json(payment("1.00"))).expect(403);
    world.settled();
    var calls = world.calls(Map.of("tpp", reader, "path", "/v1/sandbox"));
    assertEquals(List.of(400.0, 201.0), calls.stream().map(call -> call.get("status").number()).toList());
    assertEquals("\u00c5\n\"", Sandbank.Json.parse(calls.get(0).get("request").get("body").text()).get("name").text().replace('\u212b', '\u00c5'));
    assertEquals("HTTP_HEADER_REQUIRED", world.calls(Map.of("requestId", id)).get(0).get("code").text());
    assertEquals(3, world.calls().size());
  }

  @Test
  void noHeaderThatAnOperationRequiresIsMissing(Sandbank.World world, Sandbank.Tpp tpp) {
    var operations = Sandbank.Json.parse(System.getenv("SANDBANK_TEST_OPERATIONS")).list();
    for (var one : operations) {
      var answer = tpp.fetch(one.get(0).text(), world.url(one.get(1).text()), new Sandbank.Options().psu(KARI));
      assertFalse(answer.text.contains("HTTP_HEADER_REQUIRED"), answer.toString());
      assertNull(answer.header("sandbank-warning"), answer.toString());
    }
    // More than one page of the journal, in its order.
    assertEquals(
        operations.stream().map(one -> one.get(0).text() + " " + world.url(one.get(1).text())).toList(),
        world.calls().stream().map(call -> call.get("method").text() + " " + URL + call.get("target").text()).toList());
  }

  static void says(String words, Executable mistake) {
    var error = assertThrows(Sandbank.Refused.class, mistake, words);
    assertTrue(Pattern.compile(words).matcher(error.getMessage()).find(), () -> words + " is not in: " + error.getMessage());
  }

  @Test
  void aBankThatCannotBeUsedIsOneLine() {
    var banks = List.of(
        List.of("", TOKEN, "SANDBANK_URL is not set: run the suite by `npx sandbank exec -- mvn test`"),
        List.of("127.0.0.1:4000", TOKEN, "SANDBANK_URL is \"127.0.0.1:4000\", which is not the address of a bank"),
        List.of(URL + "/worlds/green", TOKEN, "give the base URL of the bank alone, without /worlds/green"),
        List.of("http://127.0.0.1:9", TOKEN, "No bank answers at SANDBANK_URL=http://127.0.0.1:9"),
        List.of(URL.replace("http", "https"), TOKEN, "trustStore, or call it by http://."),
        List.of(System.getenv("SANDBANK_TEST_UNTRUSTED_BANK"), TOKEN, "unable to find valid certification path to requested target. Name a store"),
        List.of(System.getenv("SANDBANK_TEST_OTHER_SERVER"), TOKEN, "is not Sandbank: HTTP 404 Nothing. Correct the address"),
        List.of(URL, "", "wants a token: set SANDBANK_TOKEN"),
        List.of(URL, TOKEN + "x", "refuses this SANDBANK_TOKEN"),
        List.of(URL, TOKEN + "\n", "SANDBANK_TOKEN holds a blank, a line end"));
    assertAll(banks.stream().map(bank -> () -> {
      var error = assertThrows(Sandbank.Refused.class, () -> Sandbank.connect(bank.get(0), bank.get(1)), bank.get(2));
      assertTrue(error.getMessage().contains(bank.get(2)) && !error.getMessage().contains("\n"), error.getMessage());
    }));
  }

  @Test
  void aMistakeSaysWhatWasCalledAndWhatIsRight(Sandbank.Bank bank, Sandbank.World world, Sandbank.Tpp tpp) {
    var accounts = world.url("/v1/accounts");
    var created = tpp.fetch("POST", world.url(PAYMENTS), AS_KARI.json(payment("1.00")));
    var approved = tpp.fetch("POST", world.url(PAYMENTS), AS_KARI.json(payment("2.00")));
    world.approve(approved, KARI);
    var mistakes = new LinkedHashMap<String, Executable>();
    mistakes.put("has another version than this file: print the file of its version by `npx sandbank kit java`", () -> Sandbank.connect(System.getenv("SANDBANK_TEST_OLDER_BANK"), TOKEN).createWorld());
    mistakes.put("tpp.fetch\\(GET /worlds/.*\\) with psu\\(\"13039319956\"\\) was refused: RESOURCE_UNKNOWN .*13039319956", () -> tpp.fetch("GET", accounts, new Sandbank.Options().psu("13039319956")));
    mistakes.put("expected 200, got 502 502 Bad Gateway, which is not from the bank: look at the proxy before it$", () -> Sandbank.connect(System.getenv("SANDBANK_TEST_PROXY"), TOKEN).tpp("proxied").fetch("GET", "/v1/sandbox/customers").expect(200));
    mistakes.put("is not Sandbank: HTTP 301 to https://bank.example/. Correct the address, or see whether", () -> Sandbank.connect(System.getenv("SANDBANK_TEST_PROXY"), TOKEN).openWorld("moved"));
    mistakes.put("world.approve takes the options accountIds, context, agreementId, not acountIds", () -> world.approve(created, KARI, Map.of("acountIds", List.of())));
    mistakes.put("world.setScenario takes the options times, probability, seed, not tims", () -> world.setScenario("lose-answer", Map.of(), Map.of("tims", 1)));
    mistakes.put("There is no text here, but null. Where an answer may be a refusal, expect", () -> tpp.fetch("GET", accounts).json().get("accounts").get(0).get("iban").text());
    mistakes.put("bank.openWorld\\(\"gren\"\\) was refused: .*no world \"gren\"", () -> bank.openWorld("gren"));
    mistakes.put("world.clock.now\\(\\) was refused: RESOURCE_UNKNOWN world: There is no world", () -> {
      var gone = bank.createWorld();
      gone.close();
      gone.clock.now();
    });
    mistakes.put("world.restore\\(\"s-.*\"\\): this snapshot is of the world \"default\", and this world is ", () -> world.restore(bank.world.snapshot()));
    mistakes.put("is not an address of this bank, which is at http", () -> tpp.fetch("GET", "https://bank.example/v1/accounts"));
    mistakes.put("use world.url\\(\"/v1/", () -> tpp.fetch("GET", "v1/accounts"));
    mistakes.put("a value that JSON has no form for: java.time.LocalDate", () -> tpp.fetch("POST", world.url(PAYMENTS), AS_KARI.json(Map.of("day", LocalDate.now()))));
    mistakes.put("cannot be sent: .*invalid header value", () -> tpp.fetch("GET", accounts, new Sandbank.Options().header("X-Mine", "a\nb")));
    mistakes.put("cannot be sent: .*method", () -> tpp.fetch("GE T", accounts));
    mistakes.put("world.clock.advance\\(\"P1X\"\\) was refused: FORMAT_ERROR input.by: ", () -> world.clock.advance("P1X"));
    mistakes.put("world.clock.advance\\(\"1 day\"\\) was refused: FORMAT_ERROR input.by: ", () -> world.clock.advance("1 day"));
    mistakes.put("world.clock.freeze\\(\"2020-01-01T00:00:00Z\"\\) was refused", () -> world.clock.freeze("2020-01-01T00:00:00Z"));
    mistakes.put("world.approve: the answer has no _links.scaRedirect to follow: the answer 405 BAD_REQUEST DELETE is not possible", () -> world.approve(tpp.fetch("DELETE", world.url(CUSTOMERS)), KARI));
    mistakes.put("world.approve.* was refused: PSU_CREDENTIALS_INVALID", () -> world.approve(created, "12085592767"));
    mistakes.put("world.approve.* was refused: SCA_INVALID", () -> world.approve(approved, KARI));
    mistakes.put("world.setScenario.* was refused: FORMAT_ERROR input.scenario", () -> world.setScenario("eror; code=FORBIDDEN"));
    mistakes.put("bank.createWorld\\(fixture\\) was refused: FORMAT_ERROR customrs: .*did you mean \"customers\"", () -> bank.createWorld(new Sandbank.WorldOptions().fixture(Map.of("customrs", List.of()))));
    mistakes.put("customers\\[0\\].name: is required.\n  FORMAT_ERROR customers\\[0\\].type: is required", () -> bank.createWorld(new Sandbank.WorldOptions().fixture("{\"customers\": [{\"key\": \"kari\"}]}")));
    mistakes.put("This is not JSON at character 1: customers:", () -> bank.createWorld(new Sandbank.WorldOptions().fixture("customers:")));
    mistakes.put("bank.createWorld\\(from, copyOf\\) was refused: FORMAT_ERROR input.source: ", () -> bank.createWorld(new Sandbank.WorldOptions().from("EMPTY").copyOf(world)));
    mistakes.put("takes STANDARD or EMPTY, not EMTPY", () -> new Sandbank.WorldOptions().from("EMTPY"));
    mistakes.put("was refused: CONFLICT", () -> bank.createWorld(new Sandbank.WorldOptions().name(world.name)));
    mistakes.put("takes the roles AI, PI or both, not \\[XX\\]", () -> bank.tpp("other", "XX"));
    mistakes.put("was made with other roles", () -> bank.tpp("junit", "AI"));
    mistakes.put("world.restore\\(\"before\"\\) was refused: RESOURCE_UNKNOWN", () -> world.restore(new Sandbank.Snapshot(world.name, "before")));
    mistakes.put("world.calls\\(operaton\\) was refused: FORMAT_ERROR filter.operaton: .*did you mean \"operation\"", () -> world.calls(Map.of("operaton", "createPayment")));
    mistakes.put("world.graphql\\(\"\\{ customers\"\\) was refused: ", () -> world.graphql("{ customers "));
    mistakes.put("There is no text here, but null", () -> created.json().get("paymentID").text());
    mistakes.put("the answer 200 to tpp.fetch.*/docs/kit\\) has no JSON", () -> tpp.fetch("GET", URL + "/docs/kit").json());
    assertAll(mistakes.entrySet().stream().map(one -> () -> says(one.getKey(), one.getValue())));
  }
}

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Sandbank for JUnit 5: worlds, signed calls, approvals, the clock. Java 17 or later, and nothing besides JUnit.
 *
 * <p>Lay this file beside your tests; in a package, begin it with its package line. A whole test:
 *
 * <pre>{@code
 * import static org.junit.jupiter.api.Assertions.assertEquals;
 *
 * import java.util.Map;
 * import org.junit.jupiter.api.Test;
 * import org.junit.jupiter.api.extension.ExtendWith;
 *
 * @ExtendWith(Sandbank.class)
 * class ShopTest {
 *   static final String NUMBER = "13039319955";
 *   static final String PAYMENTS = "/v1/payments/norwegian-domestic-credit-transfers";
 *
 *   @Test
 *   void kariPaysFromHerAccount(Sandbank.World world, Sandbank.Tpp tpp) {
 *     var kari = new Sandbank.Options().psu(NUMBER).context("PRIVATE");
 *     var refused = tpp.fetch("GET", world.url("/v1/accounts"), kari);
 *     world.approve(refused, NUMBER);
 *     var accounts = tpp.fetch("GET", world.url("/v1/accounts"), kari).expect(200).json().get("accounts");
 *     var payment =
 *         Map.of(
 *             "instructedAmount", Map.of("amount", "100.00", "currency", "NOK"),
 *             "creditorName", "Ola Nordmann",
 *             "creditorAccount", Map.of("iban", "NO1815034020016", "currency", "NOK"),
 *             "debtorAccount", Map.of("iban", accounts.get(0).get("iban").text(), "currency", "NOK"));
 *     var created = tpp.fetch("POST", world.url(PAYMENTS), kari.json(payment)).expect(201);
 *     world.approve(created, NUMBER);
 *     world.clock.advance("P5D");
 *     var id = created.json().get("paymentId").text();
 *     var status = tpp.fetch("GET", world.url(PAYMENTS + "/" + id + "/status"), kari);
 *     assertEquals("ACSC", status.json().get("transactionStatus").text());
 *   }
 * }
 * }</pre>
 *
 * <p>Run it with a bank of its own by {@code npx sandbank exec -- mvn test}, or against a bank that runs elsewhere, which SANDBANK_URL and SANDBANK_TOKEN name.
 *
 * <p>A test, or a method such as {@code @BeforeEach}, takes as parameters a {@link World} of its own, a {@link Tpp} and the {@link Bank}; what these make goes
 * with the test. Tests may run in parallel. What is refused by the operator's door throws {@link Refused}: what was called, what came back, and the page of the
 * call. What a TPP is answered is an {@link Answer}, whatever its status: {@code expect(201)} throws with the cause of a refusal.
 */
public final class Sandbank implements ParameterResolver {
  private static final ExtensionContext.Namespace SPACE = ExtensionContext.Namespace.create(Sandbank.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return List.of(Bank.class, World.class, Tpp.class).contains(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    // One door and one set of TPPs for the run, since keys take long to make; a bank and its worlds for each test.
    var shared = context.getRoot().getStore(SPACE).getOrComputeIfAbsent("door", any -> connect(), Bank.class);
    var store = context.getStore(SPACE);
    var bank = store.getOrComputeIfAbsent("bank", any -> new ForTest(new Bank(shared)), ForTest.class).bank;
    var type = parameter.getParameter().getType();
    if (type == Bank.class) return bank;
    return type == Tpp.class ? bank.tpp("junit") : store.getOrComputeIfAbsent("world", any -> bank.createWorld(), World.class);
  }

  private record ForTest(Bank bank) implements ExtensionContext.Store.CloseableResource, AutoCloseable {
    @Override
    public void close() {
      bank.close();
    }
  }

  /** The bank of SANDBANK_URL, with SANDBANK_TOKEN where it wants one. */
  public static Bank connect() {
    return connect(System.getenv("SANDBANK_URL"), System.getenv("SANDBANK_TOKEN"));
  }

  /** A bank that is named otherwise than by the environment. Without JUnit, end it by close(). */
  public static Bank connect(String url, String token) {
    var bank = new Bank(new Door(url, token == null || token.isEmpty() ? null : token), new ConcurrentHashMap<>());
    bank.door.operate("Sandbank.connect(\"" + bank.url + "\")", null, "{ clock { now } }", Map.of());
    return bank;
  }

  /** What this file throws. code and path are those of the bank's refusal, journal the page of the call; null where there is none. */
  public static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;
    public final String code;
    public final String path;
    public final String journal;

    Refused(String message, Fault first, String journal, Throwable cause) {
      super(message, cause);
      this.code = first == null ? null : first.code();
      this.path = first == null ? null : first.path();
      this.journal = journal;
      // A failure shows the lines of the test, not those of this file.
      setStackTrace(Arrays.stream(getStackTrace()).filter(frame -> !frame.getClassName().matches("(.*\\.)?Sandbank(\\$.*)?")).toArray(StackTraceElement[]::new));
    }

    Refused(String message) {
      this(message, null, null, null);
    }
  }

  /** A bank: makes worlds and TPPs. */
  public static final class Bank implements AutoCloseable {
    /** Its base URL. */
    public final String url;
    /** Its world "default". */
    public final World world;

    private final Door door;
    private final Map<String, Tpp> tpps;
    private final List<World> made = Collections.synchronizedList(new ArrayList<>());
    private boolean closed;

    private Bank(Door door, Map<String, Tpp> tpps) {
      this.door = door;
      this.tpps = tpps;
      url = door.base;
      world = new World(door, "default");
    }

    private Bank(Bank shared) {
      this(shared.door, shared.tpps);
    }

    /** A world with the standard set. */
    public World createWorld() {
      return createWorld(new WorldOptions());
    }

    /** A world of its own, which is deleted by close(): with JUnit, after the test. */
    public World createWorld(WorldOptions options) {
      var input = new LinkedHashMap<String, Object>(options.given);
      input.putIfAbsent("expiresAfter", "PT1H");
      if (!options.source.isEmpty()) input.put("source", options.source);
      var call = "bank.createWorld(" + joined(options.names, name -> name) + ")";
      if (closed) throw new Refused(call + ": this bank is closed, since close() was called before.");
      if (options.snapshotFile != null && options.source.containsKey("snapshot"))
        throw new Refused("bank.createWorld takes one of snapshot and snapshotFile, since each is the whole content.");
      var stored = options.snapshotFile == null ? null : door.store(call, options.snapshotFile);
      if (stored != null) {
        var source = new LinkedHashMap<String, Object>(options.source);
        source.put("snapshot", Map.of("name", stored.name()));
        input.put("source", source);
      }
      var query = "mutation ($input: CreateWorldInput) { made: createWorld(input: $input) { world { name } } }";
      World world;
      try {
        world = new World(door, door.operate(call, null, query, Map.of("input", input)).get("made").get("world").get("name").text());
      } finally {
        if (stored != null) door.drop(call, stored);
      }
      made.add(world);
      return world;
    }

    /** A world that there is already, and stays. */
    public World openWorld(String name) {
      door.operate("bank.openWorld(\"" + name + "\")", name, "{ clock { now } }", Map.of());
      return new World(door, name);
    }

    /** A TPP with a key made here and a certificate of the bank's authority. Roles are AI and PI; both when none is given. The same name is the same TPP. */
    public Tpp tpp(String name, String... roles) {
      var wanted = new TreeSet<>(roles.length == 0 ? List.of("AI", "PI") : List.of(roles));
      if (!Set.of("AI", "PI").containsAll(wanted)) throw new Refused("bank.tpp takes the roles AI, PI or both, not " + wanted + ".");
      var tpp = tpps.computeIfAbsent(name, any -> new Tpp(door, name, wanted));
      if (roles.length > 0 && !tpp.roles.equals(wanted)) throw new Refused("bank.tpp: \"" + name + "\" was made with other roles: take another name.");
      return tpp;
    }

    /** Deletes the worlds that were made here. */
    @Override
    public void close() {
      closed = true;
      made.forEach(World::close);
    }
  }

  /** What a world starts with: at most one of from ("STANDARD", the default, or "EMPTY"), copyOf, snapshot, snapshotFile, fixture and fixtureName. */
  public static final class WorldOptions {
    private final Map<String, Object> given = new LinkedHashMap<>();
    private final Map<String, Object> source = new LinkedHashMap<>();
    private final Set<String> names = new LinkedHashSet<>();
    private Path snapshotFile;

    public WorldOptions name(String name) {
      return with("name", name);
    }

    public WorldOptions from(String content) {
      if (!Set.of("STANDARD", "EMPTY").contains(content)) throw new Refused("WorldOptions.from takes STANDARD or EMPTY, not " + content + ".");
      source.put(content.toLowerCase(Locale.ROOT), true);
      names.add("from");
      return this;
    }

    public WorldOptions copyOf(World world) {
      return from("copyOf", world.name);
    }

    public WorldOptions snapshot(Snapshot snapshot) {
      return from("snapshot", Map.of("world", snapshot.world(), "name", snapshot.name()));
    }

    /** The path of a file that World.save wrote. */
    public WorldOptions snapshotFile(Path file) {
      snapshotFile = file;
      names.add("snapshotFile");
      return this;
    }

    /** The document as JSON, as world.fixture() gives it, or as a Map. */
    public WorldOptions fixture(Object document) {
      return from("fixture", document instanceof String text ? Json.parse(text) : document);
    }

    /** One of the product's own: {@code sandbank fixture list} names them. */
    public WorldOptions fixtureName(String name) {
      return from("fixtureName", name);
    }

    /** Where its clock begins, such as 2026-03-02T09:00:00Z. */
    public WorldOptions clock(String now) {
      return with("clock", Map.of("now", now));
    }

    /** Where its clock stands still. */
    public WorldOptions frozenAt(String now) {
      return with("clock", Map.of("now", now, "frozen", true));
    }

    /** When it is deleted even if this program is not there to do it: PT1H when not given. */
    public WorldOptions expiresAfter(String duration) {
      return with("expiresAfter", duration);
    }

    private WorldOptions with(String name, Object value) {
      given.put(name, value);
      names.add(name);
      return this;
    }

    private WorldOptions from(String name, Object value) {
      source.put(name, value);
      names.add(name);
      return this;
    }
  }

  /** What came back to TPP-Redirect-URI. */
  public record Approval(String psuId, String sessionId, String redirectTo) {}

  /** A state of a world that was kept. */
  public record Snapshot(String world, String name) {}

  /** One isolated bank. */
  public static final class World implements AutoCloseable {
    public final String name;
    /** What an application is configured with. */
    public final String baseUrl;
    public final Clock clock;
    private final Door door;
    private boolean closed;

    private World(Door door, String name) {
      this.door = door;
      this.name = name;
      baseUrl = door.base + pathOf(name);
      clock = new Clock(this);
      if (!name.equals("default")) door.hasWorlds.set(true);
    }

    /** The address of a path of this world, such as /v1/accounts. A link of an answer is taken as it is. */
    public String url(String path) {
      if (path.startsWith(door.base + "/")) return path;
      if (path.startsWith("/worlds/")) return door.base + path;
      return baseUrl + (path.startsWith("/") ? path : "/" + path);
    }

    /** An operation of the operator: its data. */
    public Json graphql(String document, Map<String, ?> variables) {
      return door.operate("world.graphql(" + Json.write(document.strip().split("\n")[0]) + ")", name, document, variables, false);
    }

    public Json graphql(String document) {
      return graphql(document, Map.of());
    }

    /** Follows _links.scaRedirect of an answer and approves as this customer, named by its number or its key in the fixture; of a consent, all accounts that are offered. */
    public Approval approve(Answer answer, String psu) {
      return approve(answer, psu, Map.of());
    }

    /** The same with accountIds (of a consent), context or agreementId. */
    public Approval approve(Answer answer, String psu, Map<String, ?> options) {
      known("world.approve", options, "accountIds", "context", "agreementId");
      var to = decide("world.approve", answer, psu, "APPROVED", options);
      return new Approval(parameter(to, "psu-id"), parameter(to, "tpp-session-id"), to);
    }

    /** The same, and rejects. Answers where the PSU is sent. */
    public String reject(Answer answer, String psu) {
      return decide("world.reject", answer, psu, "REJECTED", Map.of());
    }

    private String decide(String call, Answer answer, String psu, String outcome, Map<String, ?> options) {
      var link = answer.isJson() ? answer.json().get("_links").get("scaRedirect").get("href").textOr("") : "";
      var found = Pattern.compile("/sca/([^/?#]+)").matcher(link);
      if (!found.find()) throw new Refused(call + ": the answer has no _links.scaRedirect to follow: " + answer);
      var query = "mutation ($input: CompleteAuthorisationInput!) { done: completeAuthorisation(input: $input) { redirectTo } }";
      var input = new LinkedHashMap<String, Object>(options);
      input.putAll(Map.of("id", found.group(1), "outcome", outcome, "psu", psu));
      return operate(call + "(" + answer + ", \"" + psu + "\")", query, Map.of("input", input)).get("done").get("redirectTo").text();
    }

    /** Forces an outcome on calls of TPPs in this world, such as "error; code=ACCESS_EXCEEDED". Answers its id. */
    public String setScenario(String scenario) {
      return setScenario(scenario, Map.of(), Map.of());
    }

    /** The same for a tpp, operation, psu or creditorAccount, and with times, probability or seed. */
    public String setScenario(String scenario, Map<String, ?> about, Map<String, ?> options) {
      var query = "mutation ($input: SetScenarioInput!) { made: setScenario(input: $input) { scenario { id } } }";
      known("world.setScenario", options, "times", "probability", "seed");
      var input = new LinkedHashMap<String, Object>(options);
      input.putAll(Map.of("scenario", scenario, "for", withTppId(about)));
      return operate("world.setScenario(\"" + scenario + "\")", query, Map.of("input", input)).get("made").get("scenario").get("id").text();
    }

    /** How often each scenario that was set acted: id, scenario, left and used. */
    public List<Json> scenarios() {
      return operate("world.scenarios()", "{ scenarios(first: 100) { nodes { id scenario left used } } }", Map.of()).get("scenarios").get("nodes").list();
    }

    /** Takes scenarios away: those of these ids, or all. */
    public void clearScenarios(String... ids) {
      Map<String, ?> variables = ids.length == 0 ? Map.of() : Map.of("ids", List.of(ids));
      operate("world.clearScenarios()", "mutation ($ids: [ID!]) { clearScenarios(ids: $ids) { scenarios { id } } }", variables);
    }

    /** Shows statements of this world as real banks send them, such as "renumber=2026-03-02". The books stay as they are. Answers its id. */
    public String setHabit(String habit) {
      return setHabit(habit, Map.of(), Map.of());
    }

    /** The same for a tpp or an account, which is named by its id or key, and with a seed. */
    public String setHabit(String habit, Map<String, ?> about, Map<String, ?> options) {
      var query = "mutation ($input: SetHabitInput!) { made: setHabit(input: $input) { habit { id } } }";
      known("world.setHabit", options, "seed");
      var input = new LinkedHashMap<String, Object>(options);
      input.putAll(Map.of("habit", habit, "for", withTppId(about)));
      return operate("world.setHabit(\"" + habit + "\")", query, Map.of("input", input)).get("made").get("habit").get("id").text();
    }

    /** The habits that are set: id, habit and seed. */
    public List<Json> habits() {
      return operate("world.habits()", "{ habits(first: 100) { nodes { id habit seed } } }", Map.of()).get("habits").get("nodes").list();
    }

    /** Takes habits away: those of these ids, or all. */
    public void clearHabits(String... ids) {
      Map<String, ?> variables = ids.length == 0 ? Map.of() : Map.of("ids", List.of(ids));
      operate("world.clearHabits()", "mutation ($ids: [ID!]) { clearHabits(ids: $ids) { habits { id } } }", variables);
    }

    /**
     * Which line is which: the booked lines of an account or card account, named by its id or key, as a TPP is shown them, latest first: transactionId, shownId, shownDate and why. A line that
     * comes twice stands there twice; shownId is null while a habit hides a line.
     */
    public List<Json> shownTo(String account, Tpp tpp) {
      var lines = "shownTo(tpp: $tpp) { transactionId shownId shownDate why }";
      var query = "query ($id: ID!, $tpp: String!) { node(id: $id) { ... on Account { " + lines + " } ... on CardAccount { " + lines + " } } }";
      return operate("world.shownTo(\"" + account + "\")", query, Map.of("id", account, "tpp", tpp.id)).get("node").get("shownTo").list();
    }

    /** Keeps all that is in the world, clock included. */
    public Snapshot snapshot() {
      var kept = new Snapshot(name, "s-" + UUID.randomUUID());
      operate("world.snapshot()", "mutation ($name: String!) { takeSnapshot(name: $name) { snapshot { name } } }", Map.of("name", kept.name()));
      return kept;
    }

    /** Writes the world as it is, clock included, to a file, which WorldOptions.snapshotFile opens in this or another bank. */
    public void save(Path file) {
      var call = "world.save(\"" + file + "\")";
      var kept = new Snapshot(name, "file-" + UUID.randomUUID());
      operate(call, "mutation ($name: String!) { takeSnapshot(name: $name, expiresAfter: \"PT1H\") { snapshot { name } } }", Map.of("name", kept.name()));
      try {
        var part = Path.of(file + ".part");
        Files.writeString(part, door.transfer(call, "GET", kept, new byte[0]).text);
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException error) {
        throw new Refused(call + ": the file was not written: " + error);
      } finally {
        door.drop(call, kept);
      }
    }

    /** Puts the world back to a snapshot. */
    public void restore(Snapshot before) {
      if (!before.world().equals(name)) {
        var said = "world.restore(\"%s\"): this snapshot is of the world \"%s\", and this world is \"%s\". WorldOptions.snapshot makes a new world from it.";
        throw new Refused(said.formatted(before.name(), before.world(), name));
      }
      var query = "mutation ($name: String!) { restoreSnapshot(name: $name) { world { name } } }";
      operate("world.restore(\"" + before.name() + "\")", query, Map.of("name", before.name()));
    }

    /** What was created, deleted and changed since a snapshot: noun, id, kind and fields. None: they are equal. */
    public List<Json> diff(Snapshot before) {
      return diff(before, null);
    }

    /** The same between two snapshots. */
    public List<Json> diff(Snapshot before, Snapshot after) {
      var query =
          """
          query ($left: WorldDiffSideInput!, $right: WorldDiffSideInput!, $after: String) {
            diff: diffWorlds(left: $left, right: $right, first: 200, after: $after) {
              pageInfo { hasNextPage endCursor } nodes { noun id kind fields { name left right } } } }""";
      var variables = new LinkedHashMap<String, Object>();
      variables.put("left", Map.of("world", name, "snapshot", before.name()));
      variables.put("right", after == null ? Map.of("world", name) : Map.of("world", name, "snapshot", after.name()));
      var changes = new ArrayList<Json>();
      while (true) {
        var page = operate("world.diff(\"" + before.name() + "\")", query, variables).get("diff");
        changes.addAll(page.get("nodes").list());
        if (!page.get("pageInfo").get("hasNextPage").isTrue()) return changes;
        variables.put("after", page.get("pageInfo").get("endCursor").text());
      }
    }

    /** Makes what a document says, beside what is there: all of it or nothing. Answers the ids of what has a key, by their keys. */
    public Map<String, String> create(Object document) {
      var query = "mutation ($fixture: FixtureInput!) { applied: applyFixture(fixture: $fixture) { ids { key id } } }";
      var given = document instanceof String text ? Json.parse(text) : document;
      var made = new LinkedHashMap<String, String>();
      for (var one : operate("world.create(document)", query, Map.of("fixture", given)).get("applied").get("ids").list()) made.put(one.get("key").text(), one.get("id").text());
      return made;
    }

    /** What is in the world, as a document for WorldOptions.fixture. */
    public Json fixture() {
      return operate("world.fixture()", "{ fixture }", Map.of()).get("fixture");
    }

    /** Makes the world what it was when it was made. */
    public void reset() {
      door.operate("world.reset()", null, "mutation ($input: ResetWorldInput!) { resetWorld(input: $input) { world { name } } }", Map.of("input", Map.of("name", name)));
    }

    /** The calls of the journal, in their order: those of TPPs and PSUs. */
    public List<Json> calls() {
      return calls(Map.of());
    }

    /** Those that fit: by, door, operation, tpp, requestId, traceId, status, code, refused, path, contains. */
    public List<Json> calls(Map<String, ?> filter) {
      var query =
          """
          query ($filter: CallFilterInput, $after: String) { calls(filter: $filter, first: 50, after: $after) {
            nodes { id at by door operation tpp { id } method target requestId: xRequestId traceId status code durationMs
              request { headers { name value } body } answer { headers { name value } body } }
            pageInfo { hasNextPage endCursor } } }""";
      var chosen = withTppId(filter);
      chosen.putIfAbsent("by", List.of("TPP", "PSU"));
      if (chosen.containsKey("requestId")) chosen.put("xRequestId", chosen.remove("requestId"));
      var variables = new LinkedHashMap<String, Object>(Map.of("filter", chosen));
      var calls = new ArrayList<Json>();
      while (true) {
        var page = operate("world.calls(" + joined(filter.keySet(), one -> one) + ")", query, variables).get("calls");
        page.get("nodes").list().forEach(one -> calls.add(one.with("tppId", one.get("tpp").get("id"))));
        if (page.get("pageInfo").get("hasNextPage").isTrue()) variables.put("after", page.get("pageInfo").get("endCursor").text());
        else break;
      }
      // The journal lists the latest first.
      Collections.reverse(calls);
      return calls;
    }

    /** Waits until no call of a TPP is running in the world, at most ten seconds. */
    public void settled() {
      for (var end = Instant.now().plusSeconds(10); ; ) {
        var running = operate("world.settled()", "{ world { runningCalls } }", Map.of()).get("world").get("runningCalls");
        if (running.number() == 0) return;
        if (Instant.now().isAfter(end)) throw new Refused("world.settled(): " + running + " calls are still running after 10 s.");
        try {
          Thread.sleep(10);
        } catch (InterruptedException error) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }

    /** Deletes it. The world "default" always stays. */
    @Override
    public void close() {
      if (closed || name.equals("default")) return;
      closed = true;
      try {
        door.operate("world.close()", null, "mutation ($name: String!) { deleteWorld(name: $name) { world { name } } }", Map.of("name", name));
      } catch (Refused refused) {
        // It has expired, or was deleted by another hand: it is gone, as was wanted.
        if (!"RESOURCE_UNKNOWN".equals(refused.code)) throw refused;
      }
    }

    private Json operate(String call, String query, Map<String, ?> variables) {
      return door.operate(call, name, query, variables);
    }

    private static Map<String, Object> withTppId(Map<String, ?> conditions) {
      var all = new LinkedHashMap<String, Object>(conditions);
      all.computeIfPresent("tpp", (name, tpp) -> tpp instanceof Tpp one ? one.id : tpp);
      return all;
    }
  }

  /** The clock of one world. */
  public static final class Clock {
    private final World world;

    private Clock(World world) {
      this.world = world;
    }

    public Instant now() {
      return now(world.operate("world.clock.now()", "{ clock { now } }", Map.of()));
    }

    /** Moves it by a duration such as P1D, or to an instant such as 2027-03-02T09:00:00Z. All that falls due on the way happens. */
    public Instant advance(String byOrTo) {
      var query = "mutation ($input: AdvanceClockInput!) { moved: advanceClock(input: $input) { clock { now } } }";
      var input = Map.of(byOrTo.matches("\\d{4}-.*") ? "to" : "by", byOrTo);
      return move("advance(\"" + byOrTo + "\")", query, Map.of("input", input));
    }

    /** Stops it where it is. */
    public Instant freeze() {
      return move("freeze()", "mutation { moved: freezeClock { clock { now } } }", Map.of());
    }

    /** Stops it at a later instant. */
    public Instant freeze(String at) {
      return move("freeze(\"" + at + "\")", "mutation ($at: DateTime) { moved: freezeClock(at: $at) { clock { now } } }", Map.of("at", at));
    }

    /** Lets it run on. */
    public Instant resume() {
      return move("resume()", "mutation { moved: resumeClock { clock { now } } }", Map.of());
    }

    private Instant move(String call, String query, Map<String, ?> variables) {
      return now(world.operate("world.clock." + call, query, variables).get("moved"));
    }

    private static Instant now(Json holder) {
      return Instant.parse(holder.get("clock").get("now").text());
    }
  }

  /** How a call is made. */
  public static final class Options {
    private final Map<String, String> added = new LinkedHashMap<>();
    private final Map<String, String> own = new LinkedHashMap<>();
    private String psu;
    private Object json;

    /** The PSU: a customer number, its key in the fixture, or a PSU-ID. */
    public Options psu(String psu) {
      return change(options -> options.psu = psu);
    }

    /** PSU-Context: PRIVATE or CORPORATE. */
    public Options context(String context) {
      return change(options -> options.added.put("PSU-Context", context));
    }

    /** PSU-Corporate-ID: the id of the agreement. */
    public Options agreementId(String id) {
      return change(options -> options.added.put("PSU-Corporate-ID", id));
    }

    /** An outcome to force on this call, such as "error; code=ACCESS_EXCEEDED" or "lose-answer". */
    public Options scenario(String scenario) {
      return change(options -> options.added.put("Sandbank-Scenario", scenario));
    }

    /** The body: text as it is, a Map or List as JSON. */
    public Options json(Object body) {
      return change(options -> options.json = body);
    }

    /** A header, sent as it is given; null leaves one out that would be added. */
    public Options header(String name, String value) {
      return change(options -> options.own.put(name, value));
    }

    /** Options stay as they are; what is added makes others, so that tests share them. */
    private Options change(Consumer<Options> change) {
      var options = new Options();
      options.added.putAll(added);
      options.own.putAll(own);
      options.psu = psu;
      options.json = json;
      change.accept(options);
      return options;
    }
  }

  /** A third-party provider: the signer. certificate (PEM), key and keyId are for a client of your own. */
  public static final class Tpp {
    public final String name;
    public final String id;
    public final String keyId;
    public final String certificate;
    public final PrivateKey key;
    private final Set<String> roles;
    private final Door door;

    private Tpp(Door door, String name, Set<String> roles) {
      this.door = door;
      this.name = name;
      this.roles = roles;
      KeyPair pair = crypto(() -> {
        var maker = KeyPairGenerator.getInstance("RSA");
        maker.initialize(2048);
        return maker.generateKeyPair();
      });
      key = pair.getPrivate();
      var input = Map.of("name", name, "roles", roles.stream().map(role -> "PSP_" + role).toList(), "publicKey", base64(pair.getPublic().getEncoded()));
      var query = "mutation ($input: IssueCertificateInput!) { made: issueCertificate(input: $input) { certificate { tpp { id } keyId certificatePem } } }";
      var made = door.operate("bank.tpp(\"" + name + "\")", null, query, Map.of("input", input)).get("made").get("certificate");
      id = made.get("tpp").get("id").text();
      keyId = made.get("keyId").text();
      certificate = made.get("certificatePem").text();
    }

    public Answer fetch(String method, String url) {
      return fetch(method, url, new Options());
    }

    /**
     * A signed call, with each header that the operation requires. The answer may have any status. The address is world.url("/v1/accounts"), a link of an answer, or world.baseUrl + link.
     * A path without a world is in the world "default"; when the bank has other worlds, a line on standard error says so.
     */
    public Answer fetch(String method, String url, Options options) {
      var target = door.targetOf(url);
      var call = "tpp.fetch(" + method + " " + target + ")";
      var parts = Pattern.compile("^(?:/worlds/([^/?]+))?([^?]*)").matcher(target);
      parts.find();
      var body = bytes(options.json == null ? "" : options.json instanceof String text ? text : Json.write(options.json));
      var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
      headers.put("Accept", "application/json");
      headers.put("X-Request-ID", UUID.randomUUID().toString());
      headers.put("Date", HTTP_DATE.format(Instant.now().atOffset(ZoneOffset.UTC)));
      headers.put("Digest", "SHA-256=" + base64(crypto(() -> MessageDigest.getInstance("SHA-256").digest(body))));
      headers.put("TPP-Signature-Certificate", certificate.replaceAll("-----.*?-----|\\s", ""));
      if (body.length > 0) headers.put("Content-Type", "application/json");
      if (!parts.group(2).matches("/v1/(sandbox|tpps)(/.*)?")) {
        headers.put("x-accept-fix", "none");
        headers.put("TPP-Session-ID", UUID.randomUUID().toString());
        headers.put("TPP-Redirect-URI", door.base + pathOf(parts.group(1)) + "/callback");
        // Where it is missing from a read of accounts, the PSU is not there, which its limits count.
        if (!parts.group(2).matches("/v1/(accounts|card-accounts|funds-confirmations)(/.*)?")) headers.put("PSU-IP-Address", "127.0.0.1");
      }
      if (options.psu != null) headers.put("PSU-ID", door.psuId(call, parts.group(1), options.psu));
      headers.putAll(options.added);
      headers.putAll(options.own);
      headers.values().removeIf(value -> value == null);
      if (!options.own.containsKey("Signature")) headers.put("Signature", sign(method, target, headers));
      return door.send(call, method, target, headers, body);
    }

    private String sign(String method, String target, Map<String, String> headers) {
      var names = Stream.of("date", "digest", "x-request-id", "psu-id", "psu-corporate-id", "tpp-redirect-uri").filter(headers::containsKey).toList();
      var lines = names.stream().map(name -> "\n" + name + ": " + headers.get(name).strip()).collect(Collectors.joining());
      var signed = crypto(() -> {
        var signer = Signature.getInstance("SHA256withRSA");
        signer.initSign(key);
        signer.update(bytes("(request-target): " + method.toLowerCase(Locale.ROOT) + " " + target + lines));
        return signer.sign();
      });
      var quoted = keyId.replaceAll("([\"\\\\])", "\\\\$1");
      var covered = "(request-target) " + String.join(" ", names);
      var value = "keyId=\"%s\",algorithm=\"rsa-sha256\",headers=\"%s\",signature=\"%s\"".formatted(quoted, covered.strip(), base64(signed));
      return value.matches("[\\x20-\\x7e]*") ? value : "=?utf-8?B?" + base64(bytes(value)) + "?=";
    }
  }

  /** What came back. journal is the page of the call. */
  public static final class Answer {
    public final int status;
    public final Map<String, List<String>> headers;
    public final String text;
    public final String journal;
    private final String call;

    private Answer(String call, HttpResponse<String> response, String journal) {
      this.call = call;
      this.status = response.statusCode();
      this.headers = response.headers().map();
      this.text = response.body();
      this.journal = journal;
    }

    /** A header by its name in lower case; null when there is none. */
    public String header(String name) {
      var values = headers.get(name);
      return values == null ? null : String.join(", ", values);
    }

    /** The body. */
    public Json json() {
      if (!isJson()) throw new Refused(this + " has no JSON as its body.", null, journal, null);
      return Json.parse(text);
    }

    /** This answer, if it has this status; else throws with the cause of the refusal. */
    public Answer expect(int status) {
      if (this.status == status) return this;
      throw new Refused(call + ": expected " + status + ", got " + said(), Fault.first(text), journal, null);
    }

    @Override
    public String toString() {
      return "the answer " + said() + " to " + call;
    }

    private boolean isJson() {
      return Json.isJson(text);
    }

    private String said() {
      if (journal == null && status >= 300) return status + " " + plain(text) + ", which is not from the bank: look at the proxy before it";
      var faults = Fault.words(text, "; ");
      var words = faults.isEmpty() && status >= 400 ? plain(text) : faults;
      return words.isEmpty() ? String.valueOf(status) : status + " " + words + " [" + journal + "]";
    }
  }

  /** A value of JSON: of a field that there is not, and below it, isNull(). */
  public static final class Json {
    private final Object value;

    private Json(Object value) {
      this.value = value;
    }

    /** Throws Refused with the place where it is not JSON. */
    public static Json parse(String text) {
      return new Json(new Reader(text).whole());
    }

    private static boolean isJson(String text) {
      try {
        parse(text);
        return true;
      } catch (Refused error) {
        return false;
      }
    }

    public Json get(String field) {
      return new Json(value instanceof Map<?, ?> fields ? fields.get(field) : null);
    }

    /** The same object with one more field. */
    private Json with(String field, Json added) {
      var fields = new LinkedHashMap<Object, Object>(value instanceof Map<?, ?> own ? own : Map.of());
      fields.put(field, added.value);
      return new Json(fields);
    }

    public Json get(int place) {
      var all = list();
      return place >= 0 && place < all.size() ? all.get(place) : new Json(null);
    }

    public List<Json> list() {
      return value instanceof List<?> all ? all.stream().map(Json::new).toList() : List.of();
    }

    public String text() {
      if (value instanceof String text) return text;
      throw new Refused("There is no text here, but " + this + ". Where an answer may be a refusal, expect(status) says its cause.");
    }

    public String textOr(String other) {
      return value instanceof String text ? text : other;
    }

    public double number() {
      if (value instanceof Double number) return number;
      throw new Refused("There is no number here, but " + this + ". Where an answer may be a refusal, expect(status) says its cause.");
    }

    public boolean isTrue() {
      return Boolean.TRUE.equals(value);
    }

    public boolean isNull() {
      return value == null;
    }

    @Override
    public String toString() {
      return write(value);
    }

    static String write(Object value) {
      if (value instanceof Json json) return write(json.value);
      if (value == null || value instanceof Boolean) return String.valueOf(value);
      if (value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1e15) return String.valueOf(number.longValue());
      if (value instanceof Number) return value.toString();
      if (value instanceof Map<?, ?> fields)
        return fields.entrySet().stream().map(one -> quoted(one.getKey().toString()) + ":" + write(one.getValue())).collect(Collectors.joining(",", "{", "}"));
      if (value instanceof Collection<?> all) return all.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
      if (value instanceof CharSequence || value instanceof Enum) return quoted(value.toString());
      throw new Refused("A body has a value that JSON has no form for: " + value.getClass().getName() + ". Amounts are texts such as \"10.00\", days such as \"2026-03-02\".");
    }

    private static String quoted(String text) {
      var written = new StringBuilder("\"");
      for (var letter : text.toCharArray())
        if (letter == '"' || letter == '\\') written.append('\\').append(letter);
        else if (letter < ' ') written.append(String.format("\\u%04x", (int) letter));
        else written.append(letter);
      return written.append('"').toString();
    }
  }

  /** Reads JSON (RFC 8259), which Java's library does not. */
  private static final class Reader {
    private final String text;
    private int at;

    Reader(String text) {
      this.text = text;
    }

    Object whole() {
      var value = value();
      if (next() != 0) throw wrong();
      return value;
    }

    private char next() {
      while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
      return at < text.length() ? text.charAt(at) : 0;
    }

    private boolean takes(char sign) {
      if (next() != sign) return false;
      at++;
      return true;
    }

    private Object value() {
      switch (next()) {
        case '{': {
          var fields = new LinkedHashMap<String, Object>();
          series('}', () -> {
            if (next() != '"') throw wrong();
            var name = string();
            if (!takes(':')) throw wrong();
            return fields.put(name, value());
          });
          return fields;
        }
        case '[': {
          var all = new ArrayList<Object>();
          series(']', () -> all.add(value()));
          return all;
        }
        case '"':
          return string();
        default:
          return word();
      }
    }

    private void series(char end, Supplier<?> one) {
      at++;
      if (takes(end)) return;
      do one.get();
      while (takes(','));
      if (!takes(end)) throw wrong();
    }

    private String string() {
      var read = new StringBuilder();
      for (at++; at < text.length(); at++) {
        var letter = text.charAt(at);
        if (letter == '"') {
          at++;
          return read.toString();
        }
        if (letter != '\\') read.append(letter);
        else {
          var escaped = ++at < text.length() ? "\"\\/bfnrtu".indexOf(text.charAt(at)) : -1;
          if (escaped < 0 || escaped == 8 && at + 4 >= text.length()) throw wrong();
          if (escaped < 8) read.append("\"\\/\b\f\n\r\t".charAt(escaped));
          else {
            read.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
            at += 4;
          }
        }
      }
      throw wrong();
    }

    private Object word() {
      var found = Pattern.compile("true|false|null|-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?").matcher(text).region(at, text.length());
      if (!found.lookingAt()) throw wrong();
      at = found.end();
      return switch (found.group()) {
        case "true" -> true;
        case "false" -> false;
        case "null" -> null;
        default -> Double.valueOf(found.group());
      };
    }

    private Refused wrong() {
      return new Refused("This is not JSON at character " + (at + 1) + ": " + text.substring(0, Math.min(text.length(), 100)));
    }
  }

  /** What a body says is wrong: its tppMessages, or the errors of GraphQL. */
  private record Fault(String code, String path, String text) {
    static List<Fault> in(String body) {
      if (!Json.isJson(body)) return List.of();
      var read = Json.parse(body);
      var listed = read.get("tppMessages").list().isEmpty() ? read.get("errors").list().stream().flatMap(Fault::inError) : read.get("tppMessages").list().stream();
      return listed
          .filter(one -> !one.get("category").textOr("").equals("WARNING"))
          .map(one -> new Fault(one.get("code").textOr(""), one.get("path").textOr(null), one.get("text").textOr(one.get("message").textOr(""))))
          .toList();
    }

    private static Stream<Json> inError(Json error) {
      var listed = error.get("extensions").get("tppMessages").list();
      return listed.isEmpty() ? Stream.of(error) : listed.stream();
    }

    static Fault first(String body) {
      var faults = in(body);
      return faults.isEmpty() ? null : faults.get(0);
    }

    static String words(String body, String between) {
      return in(body).stream().map(one -> one.code + " " + (one.path == null ? "" : one.path + ": ") + one.text).collect(Collectors.joining(between));
    }
  }

  /** How a bank is reached over HTTP. */
  private static final class Door {
    final String base;
    /** Whether another world than "default" was made or opened. */
    final AtomicBoolean hasWorlds = new AtomicBoolean();
    private final String token;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(10)).build();

    Door(String given, String token) {
      var url = given == null ? "" : given.strip();
      if (url.isEmpty())
        throw new Refused("SANDBANK_URL is not set: run the suite by `npx sandbank exec -- mvn test`, or name a bank that runs, such as http://127.0.0.1:4000.");
      var parts = Pattern.compile("(https?://[^/?#\\s]+)/*([^?#]*)").matcher(url);
      if (!parts.matches()) throw new Refused("SANDBANK_URL is \"" + url + "\", which is not the address of a bank, such as http://127.0.0.1:4000.");
      if (!parts.group(2).isEmpty()) throw new Refused("SANDBANK_URL is \"" + url + "\": give the base URL of the bank alone, without /" + parts.group(2) + ".");
      if (token != null && !token.matches("[\\x21-\\x7e]+"))
        throw new Refused("SANDBANK_TOKEN holds a blank, a line end or a letter that no header takes: set it to the token alone.");
      base = parts.group(1);
      this.token = token;
    }

    Answer send(String call, String method, String target, Map<String, String> headers, byte[] body) {
      try {
        var request = HttpRequest.newBuilder(URI.create(base + target)).timeout(Duration.ofMinutes(1));
        headers.forEach(request::header);
        request.method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        var response = client.send(request.build(), BodyHandlers.ofString());
        var world = Pattern.compile("^(/worlds/[^/?]+)?").matcher(target);
        world.find();
        // The journal of the world "default" has the calls to a world that does not exist.
        var place = response.statusCode() == 404 && target.endsWith("/graphql") ? base : base + world.group();
        var journal = response.headers().firstValue("sandbank-request").map(id -> place + "/requests/" + id);
        return new Answer(call, response, journal.orElse(null));
      } catch (IllegalArgumentException error) {
        throw new Refused(call + " cannot be sent: " + error.getMessage());
      } catch (ConnectException error) {
        throw new Refused("No bank answers at SANDBANK_URL=" + base + ": start it with `npx sandbank start`, or correct the address.");
      } catch (SSLException error) {
        var remedy = "Name a store that holds its authority by -Djavax.net.ssl.trustStore, or call it by http://.";
        throw new Refused(call + " cannot be made, SANDBANK_URL is " + base + ": " + error.getMessage() + ". " + remedy);
      } catch (IOException error) {
        var remedy = "see whether the bank still runs. What the call was to do may be done; a TPP's call with the same X-Request-ID is done once.";
        throw new Refused(call + ": the connection ended without an answer (" + error.getMessage() + "): " + remedy, null, null, error);
      } catch (InterruptedException error) {
        Thread.currentThread().interrupt();
        throw new Refused(call + ": the test was interrupted.");
      }
    }

    Json operate(String call, String world, String query, Map<String, ?> variables) {
      return operate(call, world, query, variables, true);
    }

    Json operate(String call, String world, String query, Map<String, ?> variables, boolean isByKit) {
      var headers = headers("application/json", isByKit);
      headers.put("Accept", "application/json");
      var answer = send(call, "POST", pathOf(world) + "/graphql", headers, bytes(Json.write(Map.of("query", query, "variables", variables))));
      if (answer.journal != null && answer.status == 200 && Fault.in(answer.text).isEmpty()) return answer.json().get("data");
      throw refused(call, answer, isByKit);
    }

    /** Reads a snapshot as the lines of its file, or stores them. */
    Answer transfer(String call, String method, Snapshot snapshot, byte[] content) {
      var target = pathOf(snapshot.world()) + "/snapshots/" + snapshot.name();
      var answer = send(call, method, target, headers("application/vnd.sandbank.snapshot", true), content);
      if (answer.journal != null && answer.status < 300) return answer;
      throw refused(call, answer, true);
    }

    /** Makes a file a snapshot of the world "default". */
    Snapshot store(String call, Path file) {
      try {
        var stored = new Snapshot("default", "file-" + UUID.randomUUID());
        transfer(call, "PUT", stored, Files.readAllBytes(file));
        return stored;
      } catch (IOException error) {
        throw new Refused(call + ": the file cannot be read: " + error);
      }
    }

    void drop(String call, Snapshot snapshot) {
      operate(call, snapshot.world(), "mutation ($name: String!) { deleteSnapshot(name: $name) { snapshot { name } } }", Map.of("name", snapshot.name()));
    }

    private Map<String, String> headers(String type, boolean isByKit) {
      var headers = new LinkedHashMap<>(Map.of("Content-Type", type));
      if (isByKit) headers.put("Sandbank-By", "kit");
      if (token != null) headers.put("Authorization", "Bearer " + token);
      return headers;
    }

    private Refused refused(String call, Answer answer, boolean isByKit) {
      if (answer.journal == null) {
        var said = answer.header("location") == null ? plain(answer.text) : "to " + answer.header("location");
        var remedy = "Correct the address, or see whether the bank behind the proxy runs.";
        return new Refused("What answers at SANDBANK_URL=" + base + " is not Sandbank: HTTP " + answer.status + " " + said + ". " + remedy);
      }
      if (answer.status == 401 && token == null) return new Refused("The bank at " + base + " wants a token: set SANDBANK_TOKEN to that of its operator.");
      if (answer.status == 401) return new Refused("The bank at " + base + " refuses this SANDBANK_TOKEN: set it to the token of its operator.");
      var said = Fault.words(answer.text, "\n  ");
      // The documents of this file are valid in its own version.
      var isOther = isByKit && Pattern.compile("Cannot query field|Unknown (argument|type)|is not defined by type").matcher(said).find();
      if (isOther) said = said.lines().findFirst().orElse(said);
      var remedy = isOther ? " This bank has another version than this file: print the file of its version by `npx sandbank kit java`." : "";
      return new Refused(call + " was refused: " + said + " [" + answer.journal + "]" + remedy, Fault.first(answer.text), answer.journal, null);
    }

    String psuId(String call, String world, String psu) {
      if (psu.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")) return psu;
      var query = "query ($psu: String!) { customer(by: { customerNumber: $psu }) { psuId } }";
      return operate(call + " with psu(\"" + psu + "\")", world, query, Map.of("psu", psu)).get("customer").get("psuId").text();
    }

    String targetOf(String url) {
      // A base URL that was joined with a link has the same world twice (D1).
      if (url.startsWith(base + "/")) return url.substring(base.length()).replaceFirst("^(/worlds/[^/?]+)\\1(?=[/?]|$)", "$1");
      if (url.startsWith("/")) {
        if (!url.startsWith("/worlds/") && hasWorlds.getAndSet(false)) {
          var text = "tpp.fetch(\"%1$s\") calls the world default, since this address names no world: world.url(\"%1$s\") is in a world, bank.world.url(\"%1$s\") in the world default.";
          System.err.println(text.formatted(url));
        }
        return url;
      }
      throw new Refused("tpp.fetch: \"" + url + "\" is not an address of this bank, which is at " + base + ": use world.url(\"/v1/...\").");
    }
  }

  private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US);

  private interface Crypto<T> {
    T run() throws GeneralSecurityException;
  }

  private static <T> T crypto(Crypto<T> work) {
    try {
      return work.run();
    } catch (GeneralSecurityException error) {
      throw new Refused("This Java has no RSA with SHA-256: " + error.getMessage(), null, null, error);
    }
  }

  /** Refuses a misspelt option, which would have no effect. */
  private static void known(String call, Map<String, ?> options, String... names) {
    for (var name : options.keySet())
      if (!List.of(names).contains(name)) throw new Refused(call + " takes the options " + String.join(", ", names) + ", not " + name + ".");
  }

  /** The beginning of a body on one line, without the tags of HTML. */
  private static String plain(String text) {
    var line = text.replaceAll("<[^>]*>", " ").strip().replaceAll("\\s+", " ");
    return line.substring(0, Math.min(line.length(), 100));
  }

  private static String joined(Collection<String> names, Function<String, String> shape) {
    return names.stream().map(shape).collect(Collectors.joining(", "));
  }

  private static String parameter(String address, String name) {
    var found = Pattern.compile("[?&]" + name + "=([^&#]*)").matcher(address);
    return found.find() ? found.group(1) : null;
  }

  private static String pathOf(String world) {
    return world == null || world.equals("default") ? "" : "/worlds/" + URLEncoder.encode(world, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}

// Package sandbank is a bank for tests in Go: worlds, signed calls, approvals, the clock. Go 1.18 or later, and nothing besides.
//
// Lay this file into a folder "sandbank" of your module. A whole test:
//
//	package shop
//
//	import (
//		"testing"
//
//		"example.com/shop/sandbank"
//	)
//
//	const (
//		number   = "13039319955"
//		payments = "/v1/payments/norwegian-domestic-credit-transfers"
//	)
//
//	func TestKariPaysFromHerAccount(t *testing.T) {
//		bank := sandbank.Connect(t)
//		world, tpp := bank.CreateWorld(), bank.TPP("acme")
//		kari := sandbank.Options{PSU: number, Context: "PRIVATE"}
//		refused := tpp.Fetch("GET", world.URL("/v1/accounts"), kari)
//		world.Approve(refused, number)
//		accounts := tpp.Fetch("GET", world.URL("/v1/accounts"), kari).Expect(200)
//		payment := map[string]any{
//			"instructedAmount": map[string]string{"amount": "100.00", "currency": "NOK"},
//			"creditorName":     "Ola Nordmann",
//			"creditorAccount":  map[string]string{"iban": "NO1815034020016", "currency": "NOK"},
//			"debtorAccount":    map[string]string{"iban": accounts.Text("accounts", "0", "iban"), "currency": "NOK"},
//		}
//		created := tpp.Fetch("POST", world.URL(payments), kari.With(payment)).Expect(201)
//		world.Approve(created, number)
//		world.Clock.Advance("P5D")
//		status := tpp.Fetch("GET", world.URL(payments+"/"+created.Text("paymentId")+"/status"), kari)
//		if got := status.Text("transactionStatus"); got != "ACSC" {
//			t.Fatal("the payment is", got)
//		}
//	}
//
// Run it with a bank of its own:         npx sandbank exec -- go test ./...
// Or against a bank that runs elsewhere: SANDBANK_URL=https://bank.example SANDBANK_TOKEN=... go test ./...
//
// What is refused by the operator's door ends the test with what was called, what came back, and the page of the call. What a TPP is answered is an Answer,
// whatever its status: Expect(201) ends the test with the cause of a refusal. Worlds go with the test that made them, by t.Cleanup; tests may run in parallel.
package sandbank

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Bank is the bank of SANDBANK_URL as one test sees it.
type Bank struct {
	// URL is its base URL; World its world "default".
	URL   string
	World *World
	t     testing.TB
	token string
	// hasWorlds: it has made or opened another world than "default".
	hasWorlds bool
}

// Connect gives the bank of SANDBANK_URL, with SANDBANK_TOKEN where it wants one. Without a bank the test ends with what to do.
func Connect(t testing.TB) *Bank {
	t.Helper()
	return ConnectTo(t, os.Getenv("SANDBANK_URL"), os.Getenv("SANDBANK_TOKEN"))
}

// ConnectTo gives a bank that is named otherwise than by the environment.
func ConnectTo(t testing.TB, address, token string) *Bank {
	t.Helper()
	address = strings.TrimSpace(address)
	parts, err := url.Parse(address)
	switch {
	case address == "":
		t.Fatal("SANDBANK_URL is not set: run the suite by `npx sandbank exec -- go test ./...`, or name a bank that runs, such as http://127.0.0.1:4000.")
	case err != nil || parts.Hostname() == "" || parts.Scheme != "http" && parts.Scheme != "https":
		t.Fatalf("SANDBANK_URL is %q, which is not the address of a bank, such as http://127.0.0.1:4000.", address)
	case strings.Trim(parts.Path, "/") != "":
		t.Fatalf("SANDBANK_URL is %q: give the base URL of the bank alone, without %s.", address, parts.Path)
	case !regexp.MustCompile(`^[\x21-\x7e]*$`).MatchString(token):
		t.Fatal("SANDBANK_TOKEN holds a blank, a line end or a letter that no header takes: set it to the token alone.")
	}
	bank := &Bank{URL: parts.Scheme + "://" + parts.Host, t: t, token: token}
	bank.World = bank.worldOf("default")
	bank.operate(fmt.Sprintf("Connect(%q)", bank.URL), "", "{ clock { now } }", nil, nil)
	return bank
}

// WorldOptions say what a world starts with: at most one of From ("STANDARD", which is the default, or "EMPTY"), CopyOf, Snapshot, SnapshotFile, Fixture and FixtureName.
type WorldOptions struct {
	Name, From, CopyOf, FixtureName string
	// Snapshot is what World.Snapshot gave.
	Snapshot *Snapshot
	// SnapshotFile is the path of a file that World.Save wrote.
	SnapshotFile string
	// Fixture is the document as JSON, or as a value that encoding/json makes into it.
	Fixture any
	// Clock is the instant where its clock begins, such as "2026-03-02T09:00:00Z"; Frozen stops it there.
	Clock  string
	Frozen bool
	// ExpiresAfter is when it is deleted even if this program is not there to do it: PT1H when not given.
	ExpiresAfter string
}

// CreateWorld makes a world of its own, which is deleted when the test ends.
func (bank *Bank) CreateWorld(options ...WorldOptions) *World {
	bank.t.Helper()
	given := WorldOptions{}
	if len(options) > 0 {
		given = options[0]
	}
	if given.From != "" && given.From != "STANDARD" && given.From != "EMPTY" {
		bank.t.Fatalf("bank.CreateWorld takes From as STANDARD or EMPTY, not %q.", given.From)
	}
	if given.SnapshotFile != "" {
		if given.Snapshot != nil {
			bank.t.Fatal("bank.CreateWorld takes one of Snapshot and SnapshotFile, since each is the whole content.")
		}
		given.Snapshot = bank.store("bank.CreateWorld(SnapshotFile)", given.SnapshotFile)
		defer bank.drop("bank.CreateWorld(SnapshotFile)", given.Snapshot)
	}
	source, input, asked := map[string]any{}, map[string]any{"expiresAfter": "PT1H"}, []string{}
	add := func(fields map[string]any, name string, isGiven bool, value any) {
		if isGiven {
			fields[name], asked = value, append(asked, name)
		}
	}
	add(input, "name", given.Name != "", given.Name)
	if given.From != "" {
		source[strings.ToLower(given.From)], asked = true, append(asked, "from")
	}
	add(source, "copyOf", given.CopyOf != "", given.CopyOf)
	add(source, "snapshot", given.Snapshot != nil, given.Snapshot)
	add(source, "fixture", given.Fixture != nil, bank.valueOf(given.Fixture))
	add(source, "fixtureName", given.FixtureName != "", given.FixtureName)
	add(input, "clock", given.Clock != "" || given.Frozen, map[string]any{"now": orNil(given.Clock), "frozen": given.Frozen})
	if given.ExpiresAfter != "" {
		input["expiresAfter"] = given.ExpiresAfter
	}
	if len(source) > 0 {
		input["source"] = source
	}
	query := "mutation ($input: CreateWorldInput) { made: createWorld(input: $input) { world { name } } }"
	var made struct {
		Made struct{ World struct{ Name string } }
	}
	bank.operate(fmt.Sprintf("bank.CreateWorld(%s)", strings.Join(asked, ", ")), "", query, map[string]any{"input": input}, &made)
	world := bank.worldOf(made.Made.World.Name)
	bank.t.Cleanup(world.Close)
	return world
}

// OpenWorld gives a world that there is already, and stays.
func (bank *Bank) OpenWorld(name string) *World {
	bank.t.Helper()
	bank.operate(fmt.Sprintf("bank.OpenWorld(%q)", name), name, "{ clock { now } }", nil, nil)
	return bank.worldOf(name)
}

func (bank *Bank) worldOf(name string) *World {
	bank.hasWorlds = bank.hasWorlds || name != "default"
	world := &World{Name: name, BaseURL: bank.URL + pathOf(name), bank: bank}
	world.Clock = Clock{world}
	return world
}

// World is one isolated bank.
type World struct {
	Name string
	// BaseURL is what an application is configured with.
	BaseURL string
	Clock   Clock
	bank    *Bank
	closed  bool
}

// URL is the address of a path of this world, such as /v1/accounts. A link of an answer is taken as it is.
func (world *World) URL(path string) string {
	if strings.HasPrefix(path, world.bank.URL+"/") {
		return path
	}
	if strings.HasPrefix(path, "/worlds/") {
		return world.bank.URL + path
	}
	return world.BaseURL + "/" + strings.TrimPrefix(path, "/")
}

// GraphQL is an operation of the operator; what it answers is read into data, where that is not nil.
func (world *World) GraphQL(document string, variables map[string]any, data any) {
	world.bank.t.Helper()
	line := strings.SplitN(strings.TrimSpace(document), "\n", 2)[0]
	world.bank.operateAs("", fmt.Sprintf("world.GraphQL(%q)", line), world.Name, document, variables, data)
}

// Approval is what came back to TPP-Redirect-URI.
type Approval struct{ PSUID, SessionID, RedirectTo string }

// ApproveOptions are for a consent: the accounts to open, all that are offered when not given; and for PSUs who may act in several contexts.
type ApproveOptions struct {
	AccountIDs           []string
	Context, AgreementID string
}

// Approve follows _links.scaRedirect of an answer and approves as this customer, named by its number or its key in the fixture.
func (world *World) Approve(answer *Answer, psu string, options ...ApproveOptions) Approval {
	world.bank.t.Helper()
	given := ApproveOptions{}
	if len(options) > 0 {
		given = options[0]
	}
	to := world.decide("world.Approve", answer, psu, "APPROVED", given)
	address, err := url.Parse(to)
	if err != nil {
		world.bank.t.Fatalf("world.Approve: the PSU was sent to %q: %v", to, err)
	}
	return Approval{address.Query().Get("psu-id"), address.Query().Get("tpp-session-id"), to}
}

// Reject does the same, and rejects. It answers where the PSU is sent.
func (world *World) Reject(answer *Answer, psu string) string {
	world.bank.t.Helper()
	return world.decide("world.Reject", answer, psu, "REJECTED", ApproveOptions{})
}

func (world *World) decide(call string, answer *Answer, psu, outcome string, options ApproveOptions) string {
	world.bank.t.Helper()
	var links struct {
		Links struct{ ScaRedirect struct{ Href string } } `json:"_links"`
	}
	_ = json.Unmarshal(answer.Body, &links)
	found := regexp.MustCompile(`/sca/([^/?#]+)`).FindStringSubmatch(links.Links.ScaRedirect.Href)
	if found == nil {
		world.bank.t.Fatalf("%s: the answer has no _links.scaRedirect to follow: %s", call, answer)
	}
	query := "mutation ($input: CompleteAuthorisationInput!) { done: completeAuthorisation(input: $input) { redirectTo } }"
	input := map[string]any{"id": found[1], "outcome": outcome, "psu": psu, "accountIds": options.AccountIDs, "context": orNil(options.Context), "agreementId": orNil(options.AgreementID)}
	var done struct{ Done struct{ RedirectTo string } }
	world.operate(fmt.Sprintf("%s(%s, %q)", call, answer, psu), query, map[string]any{"input": input}, &done)
	return done.Done.RedirectTo
}

// ScenarioFor says on which calls a scenario acts: all conditions that are given must hold.
type ScenarioFor struct {
	TPP                             *TPP
	Operation, PSU, CreditorAccount string
	// Times is on how many calls; on every one when it is 0.
	Times int
	// Probability is how likely on each, the same ones for the same Seed; on every one when it is 0.
	Probability float64
	Seed        int
}

// SetScenario forces an outcome on calls of TPPs in this world, such as "error; code=ACCESS_EXCEEDED". It answers its id.
func (world *World) SetScenario(scenario string, about ...ScenarioFor) string {
	world.bank.t.Helper()
	input, conditions := map[string]any{"scenario": scenario}, map[string]any{}
	for _, one := range about {
		if one.TPP != nil {
			conditions["tpp"] = one.TPP.ID
		}
		conditions["operation"], conditions["psu"], conditions["creditorAccount"] = orNil(one.Operation), orNil(one.PSU), orNil(one.CreditorAccount)
		if one.Times != 0 {
			input["times"] = one.Times
		}
		if one.Probability != 0 {
			input["probability"], input["seed"] = one.Probability, one.Seed
		}
	}
	input["for"] = conditions
	query := "mutation ($input: SetScenarioInput!) { made: setScenario(input: $input) { scenario { id } } }"
	var made struct {
		Made struct{ Scenario struct{ ID string } }
	}
	world.operate(fmt.Sprintf("world.SetScenario(%q)", scenario), query, map[string]any{"input": input}, &made)
	return made.Made.Scenario.ID
}

// ScenarioUse is how often a scenario acted, and how often it acts yet; nil when there is no limit.
type ScenarioUse struct {
	ID, Scenario string
	Left         *int
	Used         int
}

// Scenarios lists those that were set, also those that are used up.
func (world *World) Scenarios() []ScenarioUse {
	world.bank.t.Helper()
	var listed struct{ Scenarios struct{ Nodes []ScenarioUse } }
	world.operate("world.Scenarios()", "{ scenarios(first: 100) { nodes { id scenario left used } } }", nil, &listed)
	return listed.Scenarios.Nodes
}

// ClearScenarios takes scenarios away: those of these ids, or all.
func (world *World) ClearScenarios(ids ...string) {
	world.bank.t.Helper()
	world.operate("world.ClearScenarios()", "mutation ($ids: [ID!]) { clearScenarios(ids: $ids) { scenarios { id } } }", map[string]any{"ids": ids}, nil)
}

// HabitFor says which statements have a habit: all conditions that are given must hold. Account is the id or key of an account or card account.
type HabitFor struct {
	TPP     *TPP
	Account string
	Seed    int
}

// SetHabit shows statements of this world as real banks send them, such as "renumber=2026-03-02". The books stay as they are. It answers its id.
func (world *World) SetHabit(habit string, about ...HabitFor) string {
	world.bank.t.Helper()
	input, conditions := map[string]any{"habit": habit}, map[string]any{}
	for _, one := range about {
		if one.TPP != nil {
			conditions["tpp"] = one.TPP.ID
		}
		conditions["account"] = orNil(one.Account)
		if one.Seed != 0 {
			input["seed"] = one.Seed
		}
	}
	input["for"] = conditions
	query := "mutation ($input: SetHabitInput!) { made: setHabit(input: $input) { habit { id } } }"
	var made struct {
		Made struct{ Habit struct{ ID string } }
	}
	world.operate(fmt.Sprintf("world.SetHabit(%q)", habit), query, map[string]any{"input": input}, &made)
	return made.Made.Habit.ID
}

// HabitUse is a habit that was set.
type HabitUse struct {
	ID, Habit string
	Seed      int
}

// Habits lists those that are set.
func (world *World) Habits() []HabitUse {
	world.bank.t.Helper()
	var listed struct{ Habits struct{ Nodes []HabitUse } }
	world.operate("world.Habits()", "{ habits(first: 100) { nodes { id habit seed } } }", nil, &listed)
	return listed.Habits.Nodes
}

// ClearHabits takes habits away: those of these ids, or all.
func (world *World) ClearHabits(ids ...string) {
	world.bank.t.Helper()
	world.operate("world.ClearHabits()", "mutation ($ids: [ID!]) { clearHabits(ids: $ids) { habits { id } } }", map[string]any{"ids": ids}, nil)
}

// ShownLine is a booked line, and as what a TPP is shown it. ShownID is "" while a habit hides it; Why are the habits by which it is shown otherwise than it is booked.
type ShownLine struct {
	TransactionID, ShownID, ShownDate string
	Why                               []string
}

// ShownTo says which line is which: the booked lines of an account or card account, named by its id or key, as a TPP is shown them, latest first. A line that comes twice stands there twice.
func (world *World) ShownTo(account string, tpp *TPP) []ShownLine {
	world.bank.t.Helper()
	lines := "shownTo(tpp: $tpp) { transactionId shownId shownDate why }"
	query := "query ($id: ID!, $tpp: String!) { node(id: $id) { ... on Account { " + lines + " } ... on CardAccount { " + lines + " } } }"
	var found struct{ Node struct{ ShownTo []ShownLine } }
	world.operate(fmt.Sprintf("world.ShownTo(%q)", account), query, map[string]any{"id": account, "tpp": tpp.ID}, &found)
	return found.Node.ShownTo
}

// Snapshot is a state of a world that was kept.
type Snapshot struct {
	Name  string `json:"name"`
	World string `json:"world"`
}

// Snapshot keeps all that is in the world, clock included.
func (world *World) Snapshot() *Snapshot {
	world.bank.t.Helper()
	name := "s-" + newID()
	world.operate("world.Snapshot()", "mutation ($name: String!) { takeSnapshot(name: $name) { snapshot { name } } }", map[string]any{"name": name}, nil)
	return &Snapshot{name, world.Name}
}

// Save writes the world as it is, clock included, to a file, which WorldOptions.SnapshotFile opens in this or another bank.
func (world *World) Save(file string) {
	world.bank.t.Helper()
	call, kept := fmt.Sprintf("world.Save(%q)", file), &Snapshot{Name: "file-" + newID(), World: world.Name}
	query := `mutation ($name: String!) { takeSnapshot(name: $name, expiresAfter: "PT1H") { snapshot { name } } }`
	world.operate(call, query, map[string]any{"name": kept.Name}, nil)
	defer world.bank.drop(call, kept)
	content := world.bank.transfer(call, "GET", kept, nil)
	err := os.WriteFile(file+".part", content, 0o644)
	if err == nil {
		err = os.Rename(file+".part", file)
	}
	if err != nil {
		world.bank.t.Fatalf("%s: the file was not written: %v", call, err)
	}
}

// store makes a file a snapshot of the world "default".
func (bank *Bank) store(call, file string) *Snapshot {
	bank.t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		bank.t.Fatalf("%s: the file cannot be read: %v", call, err)
	}
	stored := &Snapshot{Name: "file-" + newID(), World: "default"}
	bank.transfer(call, "PUT", stored, content)
	return stored
}

func (bank *Bank) drop(call string, snapshot *Snapshot) {
	bank.t.Helper()
	query := "mutation ($name: String!) { deleteSnapshot(name: $name) { snapshot { name } } }"
	bank.operate(call, snapshot.World, query, map[string]any{"name": snapshot.Name}, nil)
}

// transfer reads a snapshot as the lines of its file, or stores them.
func (bank *Bank) transfer(call, method string, snapshot *Snapshot, content []byte) []byte {
	bank.t.Helper()
	headers := bank.headersBy("kit")
	if method == "PUT" {
		headers.Set("Content-Type", "application/vnd.sandbank.snapshot")
	}
	answer := bank.send(call, method, pathOf(snapshot.World)+"/snapshots/"+snapshot.Name, headers, content)
	bank.check(call, "kit", answer, answer.Status < 300)
	return answer.Body
}

// Restore puts the world back to a snapshot.
func (world *World) Restore(before *Snapshot) {
	world.bank.t.Helper()
	if before.World != "" && before.World != world.Name {
		world.bank.t.Fatalf("world.Restore(%q): this snapshot is of the world %q, and this world is %q. WorldOptions{Snapshot: ...} makes a new world from it.", before.Name, before.World, world.Name)
	}
	query := "mutation ($name: String!) { restoreSnapshot(name: $name) { world { name } } }"
	world.operate(fmt.Sprintf("world.Restore(%q)", before.Name), query, map[string]any{"name": before.Name}, nil)
}

// Change is what was created, deleted or changed (Kind).
type Change struct {
	Noun, ID, Kind string
	Fields         []struct {
		Name        string
		Left, Right *string
	}
}

// Diff lists what was created, deleted and changed between a snapshot and the world as it is, or another snapshot. None: they are equal.
func (world *World) Diff(before *Snapshot, after ...*Snapshot) []Change {
	world.bank.t.Helper()
	query := `query ($left: WorldDiffSideInput!, $right: WorldDiffSideInput!, $after: String) {
	  diffWorlds(left: $left, right: $right, first: 200, after: $after) {
	    pageInfo { hasNextPage endCursor } nodes { noun id kind fields { name left right } } } }`
	variables := map[string]any{"left": map[string]any{"world": world.Name, "snapshot": before.Name}, "right": map[string]any{"world": world.Name}}
	if len(after) > 0 {
		variables["right"] = map[string]any{"world": world.Name, "snapshot": after[0].Name}
	}
	changes := []Change{}
	for {
		var page struct {
			DiffWorlds struct {
				PageInfo struct {
					HasNextPage bool
					EndCursor   string
				}
				Nodes []Change
			}
		}
		world.operate(fmt.Sprintf("world.Diff(%q)", before.Name), query, variables, &page)
		changes = append(changes, page.DiffWorlds.Nodes...)
		if !page.DiffWorlds.PageInfo.HasNextPage {
			return changes
		}
		variables["after"] = page.DiffWorlds.PageInfo.EndCursor
	}
}

// Create makes what a document says, beside what is there: all of it or nothing. It answers the ids of what has a key, by their keys.
func (world *World) Create(document any) map[string]string {
	world.bank.t.Helper()
	var data struct {
		Applied struct{ IDs []struct{ Key, ID string } }
	}
	query := "mutation ($fixture: FixtureInput!) { applied: applyFixture(fixture: $fixture) { ids { key id } } }"
	world.operate("world.Create(document)", query, map[string]any{"fixture": world.bank.valueOf(document)}, &data)
	made := map[string]string{}
	for _, one := range data.Applied.IDs {
		made[one.Key] = one.ID
	}
	return made
}

// Fixture is what is in the world, as a document for WorldOptions.Fixture.
func (world *World) Fixture() json.RawMessage {
	world.bank.t.Helper()
	var data struct{ Fixture json.RawMessage }
	world.operate("world.Fixture()", "{ fixture }", nil, &data)
	return data.Fixture
}

// Reset makes the world what it was when it was made.
func (world *World) Reset() {
	world.bank.t.Helper()
	world.bank.operate("world.Reset()", "", "mutation ($input: ResetWorldInput!) { resetWorld(input: $input) { world { name } } }", map[string]any{"input": map[string]any{"name": world.Name}}, nil)
}

// Close deletes it, before its test ends. The world "default" always stays.
func (world *World) Close() {
	world.bank.t.Helper()
	if world.closed || world.Name == "default" {
		return
	}
	world.closed = true
	world.bank.operate("world.Close()", "", "mutation ($name: String!) { deleteWorld(name: $name) { world { name } } }", map[string]any{"name": world.Name}, nil)
}

// CallFilter says which calls of the journal are listed: those of TPPs and PSUs, unless By says otherwise.
type CallFilter struct {
	By        []string `json:"by"`
	TPP       string   `json:"tpp,omitempty"`
	Operation string   `json:"operation,omitempty"`
	Path      string   `json:"path,omitempty"`
	Code      string   `json:"code,omitempty"`
	RequestID string   `json:"xRequestId,omitempty"`
	TraceID   string   `json:"traceId,omitempty"`
	Status    int      `json:"status,omitempty"`
}

// Message is what was sent, or answered.
type Message struct {
	Headers []struct{ Name, Value string }
	Body    string
}

// Call is one call as the journal has it.
type Call struct {
	ID, By, Door, Operation, TppID, Method, Target, RequestID, TraceID, Code string
	At                                                                       time.Time
	Status                                                                   int
	DurationMs                                                               float64
	Request, Answer                                                          Message
}

// Calls lists the calls of the journal, in their order, so that a test asserts what its application sent.
func (world *World) Calls(filter CallFilter) []Call {
	world.bank.t.Helper()
	if filter.By == nil {
		filter.By = []string{"TPP", "PSU"}
	}
	query := `query ($filter: CallFilterInput, $after: String) { calls(filter: $filter, first: 50, after: $after) {
	  nodes { id at by door operation tpp { id } method target requestId: xRequestId traceId status code durationMs
	    request { headers { name value } body } answer { headers { name value } body } }
	  pageInfo { hasNextPage endCursor } } }`
	calls, variables := []Call{}, map[string]any{"filter": filter}
	for {
		var page struct {
			Calls struct {
				Nodes []struct {
					Call
					Tpp struct{ ID string }
				}
				PageInfo struct {
					HasNextPage bool
					EndCursor   string
				}
			}
		}
		world.operate("world.Calls()", query, variables, &page)
		// The journal lists the latest first.
		for _, one := range page.Calls.Nodes {
			one.TppID = one.Tpp.ID
			calls = append([]Call{one.Call}, calls...)
		}
		if !page.Calls.PageInfo.HasNextPage {
			return calls
		}
		variables["after"] = page.Calls.PageInfo.EndCursor
	}
}

// Settled waits until no call of a TPP is running in the world, at most ten seconds.
func (world *World) Settled() {
	world.bank.t.Helper()
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		var data struct{ World struct{ RunningCalls int } }
		world.operate("world.Settled()", "{ world { runningCalls } }", nil, &data)
		if data.World.RunningCalls == 0 {
			return
		}
		if time.Now().After(end) {
			world.bank.t.Fatalf("world.Settled(): %d calls are still running after 10 s.", data.World.RunningCalls)
		}
	}
}

func (world *World) operate(call, query string, variables map[string]any, data any) {
	world.bank.t.Helper()
	world.bank.operate(call, world.Name, query, variables, data)
}

// Clock is the clock of one world.
type Clock struct{ world *World }

// Now is the instant that it shows.
func (clock Clock) Now() time.Time {
	clock.world.bank.t.Helper()
	var data clockNow
	clock.world.operate("world.Clock.Now()", "{ clock { now } }", nil, &data)
	return data.Clock.Now
}

// Advance moves it by a duration such as P1D, or to an instant such as 2027-03-02T09:00:00Z. All that falls due on the way happens.
func (clock Clock) Advance(byOrTo string) time.Time {
	clock.world.bank.t.Helper()
	name := "by"
	if regexp.MustCompile(`^\d{4}-`).MatchString(byOrTo) {
		name = "to"
	}
	query := "mutation ($input: AdvanceClockInput!) { moved: advanceClock(input: $input) { clock { now } } }"
	return clock.move(fmt.Sprintf("Advance(%q)", byOrTo), query, map[string]any{"input": map[string]any{name: byOrTo}})
}

// Freeze stops it: where it is for an empty text, else at this later instant.
func (clock Clock) Freeze(at string) time.Time {
	clock.world.bank.t.Helper()
	query := "mutation ($at: DateTime) { moved: freezeClock(at: $at) { clock { now } } }"
	return clock.move(fmt.Sprintf("Freeze(%q)", at), query, map[string]any{"at": orNil(at)})
}

// Resume lets it run on.
func (clock Clock) Resume() time.Time {
	clock.world.bank.t.Helper()
	return clock.move("Resume()", "mutation { moved: resumeClock { clock { now } } }", nil)
}

func (clock Clock) move(call, query string, variables map[string]any) time.Time {
	clock.world.bank.t.Helper()
	var data struct{ Moved clockNow }
	clock.world.operate("world.Clock."+call, query, variables, &data)
	return data.Moved.Clock.Now
}

type clockNow struct{ Clock struct{ Now time.Time } }

// TPP is a third-party provider: the signer. Certificate (PEM), Key and KeyID are for a client of your own.
type TPP struct {
	Name, ID, KeyID, Certificate string
	Key                          *rsa.PrivateKey
	roles                        string
	bank                         *Bank
}

// A key takes longer to make than a test to run, so the TPPs of all tests of one program are the same by their names.
var (
	made     = map[string]*TPP{}
	makeOnce sync.Mutex
)

// TPP makes one with a key made here and a certificate of the bank's authority. Roles are AI and PI; both when none is given. The same name is the same TPP.
func (bank *Bank) TPP(name string, roles ...string) *TPP {
	bank.t.Helper()
	asked := strings.Join(roles, " ")
	if len(roles) == 0 {
		roles = []string{"AI", "PI"}
	}
	for _, role := range roles {
		if role != "AI" && role != "PI" {
			bank.t.Fatalf("bank.TPP takes the roles AI, PI or both; %q is none.", role)
		}
	}
	makeOnce.Lock()
	defer makeOnce.Unlock()
	known, isKnown := made[bank.URL+" "+name]
	if !isKnown {
		known = bank.newTPP(name, roles)
		made[bank.URL+" "+name] = known
	}
	if asked != "" && known.roles != strings.Join(roles, " ") {
		bank.t.Fatalf("bank.TPP: %q was made with other roles: take another name.", name)
	}
	mine := *known
	mine.bank = bank
	return &mine
}

func (bank *Bank) newTPP(name string, roles []string) *TPP {
	bank.t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		bank.t.Fatal("bank.TPP: no key can be made: ", err)
	}
	public, _ := x509.MarshalPKIXPublicKey(&key.PublicKey)
	input := map[string]any{"name": name, "roles": strings.Fields("PSP_" + strings.Join(roles, " PSP_")), "publicKey": base64.StdEncoding.EncodeToString(public)}
	query := "mutation ($input: IssueCertificateInput!) { made: issueCertificate(input: $input) { certificate { tpp { id } keyId certificatePem } } }"
	var data struct {
		Made struct {
			Certificate struct {
				Tpp                   struct{ ID string }
				KeyID, CertificatePem string
			}
		}
	}
	bank.operate(fmt.Sprintf("bank.TPP(%q)", name), "", query, map[string]any{"input": input}, &data)
	made := data.Made.Certificate
	return &TPP{Name: name, ID: made.Tpp.ID, KeyID: made.KeyID, Certificate: made.CertificatePem, Key: key, roles: strings.Join(roles, " ")}
}

// Options of a call. PSU is a customer number, its key in the fixture or a PSU-ID; Scenario an outcome to force on this call. Headers are sent as they are given; LeaveOut names those
// that would be added and are not to be.
type Options struct {
	PSU, Context, AgreementID, Scenario string
	// JSON is the body: text as it is, any other value as encoding/json makes it.
	JSON     any
	Headers  map[string]string
	LeaveOut []string
}

// With gives the same options with this body.
func (options Options) With(body any) Options {
	options.JSON = body
	return options
}

var worldPath = regexp.MustCompile(`^/worlds/[^/?]+`)

// undoubled is a target without its doubled part: a base URL that was joined with a link has the same world twice (D1).
func undoubled(target string) string {
	first := worldPath.FindString(target)
	if first != "" && worldPath.FindString(target[len(first):]) == first {
		return target[len(first):]
	}
	return target
}

// Fetch makes a signed call, with each header that the operation requires. The answer may have any status. The address is
// world.URL("/v1/accounts"), a link of an answer, or world.BaseURL + link. A path without a world is in the world "default"; when
// the bank has other worlds, the log of the test says so.
func (tpp *TPP) Fetch(method, address string, options ...Options) *Answer {
	bank := tpp.bank
	bank.t.Helper()
	given := Options{}
	if len(options) > 0 {
		given = options[0]
	}
	target := undoubled(strings.TrimPrefix(address, bank.URL))
	if !strings.HasPrefix(target, "/") {
		bank.t.Fatalf("tpp.Fetch: %q is not an address of this bank, which is at %s: use world.URL(\"/v1/...\").", address, bank.URL)
	}
	if strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "/worlds/") && bank.hasWorlds {
		bank.t.Logf("tpp.Fetch(%q) calls the world default, since this address names no world: world.URL(%q) is in a world, bank.World.URL(%q) in the world default.", address, address, address)
	}
	call := fmt.Sprintf("tpp.Fetch(%s %s)", method, target)
	parts := regexp.MustCompile(`^(?:/worlds/([^/?]+))?([^?]*)`).FindStringSubmatch(target)
	body := bank.bodyOf(call, given.JSON)
	sum := sha256.Sum256(body)
	block, _ := pem.Decode([]byte(tpp.Certificate))
	added := map[string]string{
		"Accept": "application/json", "X-Request-ID": newID(), "Date": time.Now().UTC().Format(http.TimeFormat),
		"Digest":                    "SHA-256=" + base64.StdEncoding.EncodeToString(sum[:]),
		"TPP-Signature-Certificate": base64.StdEncoding.EncodeToString(block.Bytes),
	}
	if len(body) > 0 {
		added["Content-Type"] = "application/json"
	}
	if !regexp.MustCompile(`^/v1/(sandbox|tpps)\b`).MatchString(parts[2]) {
		added["x-accept-fix"], added["TPP-Session-ID"], added["TPP-Redirect-URI"] = "none", newID(), bank.URL+pathOf(parts[1])+"/callback"
		// Where it is missing from a read of accounts, the PSU is not there, which its limits count.
		if !regexp.MustCompile(`^/v1/(accounts|card-accounts|funds-confirmations)\b`).MatchString(parts[2]) {
			added["PSU-IP-Address"] = "127.0.0.1"
		}
	}
	if given.PSU != "" {
		added["PSU-ID"] = bank.psuID(call, parts[1], given.PSU)
	}
	for name, value := range map[string]string{"PSU-Context": given.Context, "PSU-Corporate-ID": given.AgreementID, "Sandbank-Scenario": given.Scenario} {
		if value != "" {
			added[name] = value
		}
	}
	headers := http.Header{}
	for name, value := range added {
		headers.Set(name, value)
	}
	for _, name := range given.LeaveOut {
		headers.Del(name)
	}
	for name, value := range given.Headers {
		headers.Set(name, value)
	}
	if headers.Get("Signature") == "" {
		headers.Set("Signature", tpp.sign(method, target, headers))
	}
	return bank.send(call, method, target, headers, body)
}

func (tpp *TPP) sign(method, target string, headers http.Header) string {
	names, lines := []string{"(request-target)"}, []string{"(request-target): " + strings.ToLower(method) + " " + target}
	for _, name := range []string{"date", "digest", "x-request-id", "psu-id", "psu-corporate-id", "tpp-redirect-uri"} {
		if value := headers.Get(name); value != "" {
			names, lines = append(names, name), append(lines, name+": "+strings.TrimSpace(value))
		}
	}
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	signed, err := rsa.SignPKCS1v15(rand.Reader, tpp.Key, crypto.SHA256, sum[:])
	if err != nil {
		tpp.bank.t.Fatal("tpp.Fetch: the call cannot be signed: ", err)
	}
	keyID := strings.NewReplacer(`"`, `\"`, `\`, `\\`).Replace(tpp.KeyID)
	value := fmt.Sprintf(`keyId="%s",algorithm="rsa-sha256",headers="%s",signature="%s"`, keyID, strings.Join(names, " "), base64.StdEncoding.EncodeToString(signed))
	if regexp.MustCompile(`^[\x20-\x7e]*$`).MatchString(value) {
		return value
	}
	return "=?utf-8?B?" + base64.StdEncoding.EncodeToString([]byte(value)) + "?="
}

// Answer is what came back. Journal is the page of the call; empty where the bank did not answer.
type Answer struct {
	Status        int
	Header        http.Header
	Body          []byte
	Call, Journal string
	t             testing.TB
}

// Expect is this answer, if it has this status; else it ends the test with the cause of the refusal.
func (answer *Answer) Expect(status int) *Answer {
	answer.t.Helper()
	if answer.Status != status {
		answer.t.Fatalf("%s: expected %d, got %s", answer.Call, status, answer.said())
	}
	return answer
}

// Read reads the body into a value, as json.Unmarshal does.
func (answer *Answer) Read(value any) {
	answer.t.Helper()
	if err := json.Unmarshal(answer.Body, value); err != nil {
		answer.t.Fatalf("%s cannot be read: %v", answer, err)
	}
}

// Text is a text of the body by the names and places that lead to it, such as Text("accounts", "0", "iban").
func (answer *Answer) Text(path ...string) string {
	answer.t.Helper()
	var value any
	answer.Read(&value)
	for _, name := range path {
		switch of := value.(type) {
		case map[string]any:
			value = of[name]
		case []any:
			place, err := strconv.Atoi(name)
			if value = nil; err == nil && place >= 0 && place < len(of) {
				value = of[place]
			}
		default:
			value = nil
		}
	}
	text, isText := value.(string)
	if !isText {
		answer.t.Fatalf("%s has no text %s.", answer, strings.Join(path, "."))
	}
	return text
}

func (answer *Answer) String() string {
	return fmt.Sprintf("the answer %s to %s", answer.said(), answer.Call)
}

func (answer *Answer) said() string {
	if answer.Journal == "" && answer.Status >= 300 {
		return fmt.Sprintf("%d %s, which is not from the bank: look at the proxy before it", answer.Status, plain(answer.Body))
	}
	words := wordsOf(faultsIn(answer.Body), "; ")
	if words == "" && answer.Status >= 400 {
		words = plain(answer.Body)
	}
	if words == "" {
		return fmt.Sprint(answer.Status)
	}
	return fmt.Sprintf("%d %s [%s]", answer.Status, words, answer.Journal)
}

// A connection for each call: on one that is used again, net/http would send a call a second time by itself where the bank lost an answer on purpose.
var client = &http.Client{
	Timeout:       time.Minute,
	Transport:     &http.Transport{DisableKeepAlives: true, Proxy: http.ProxyFromEnvironment},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

func (bank *Bank) send(call, method, target string, headers http.Header, body []byte) *Answer {
	bank.t.Helper()
	request, err := http.NewRequest(method, bank.URL+target, bytes.NewReader(body))
	if err != nil {
		bank.t.Fatalf("%s cannot be sent: %v", call, err)
	}
	request.Header = headers
	response, err := client.Do(request)
	if err != nil {
		bank.t.Fatal(bank.lost(call, err))
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		bank.t.Fatal(bank.lost(call, err))
	}
	journal := response.Header.Get("Sandbank-Request")
	if journal != "" {
		world := regexp.MustCompile(`^(/worlds/[^/?]+)?`).FindString(target)
		if response.StatusCode == 404 && strings.HasSuffix(target, "/graphql") {
			// The journal of the world "default" has the calls to a world that does not exist.
			world = ""
		}
		journal = bank.URL + world + "/requests/" + journal
	}
	return &Answer{response.StatusCode, response.Header, content, call, journal, bank.t}
}

// lost says why a call has no answer.
func (bank *Bank) lost(call string, err error) string {
	var refused *net.OpError
	switch text := err.Error(); {
	case errors.As(err, &refused) && refused.Op == "dial":
		return fmt.Sprintf("No bank answers at SANDBANK_URL=%s (%v): start it with `npx sandbank start`, or correct the address.", bank.URL, refused)
	case strings.Contains(text, "tls:") || strings.Contains(text, "x509:") || strings.Contains(text, "HTTP response to HTTPS"):
		return fmt.Sprintf("%s cannot be made, SANDBANK_URL is %s: %v. Name its authority's PEM file in SSL_CERT_FILE, or call it by http://.", call, bank.URL, err)
	case strings.Contains(text, "invalid header field"):
		return fmt.Sprintf("%s cannot be sent: %v", call, err)
	}
	return fmt.Sprintf("%s: the connection ended without an answer (%v): see whether the bank still runs. What the call was to do may be done; a TPP's call with the same X-Request-ID is done once.", call, err)
}

func (bank *Bank) operate(call, world, query string, variables map[string]any, data any) {
	bank.t.Helper()
	bank.operateAs("kit", call, world, query, variables, data)
}

func (bank *Bank) operateAs(by, call, world, query string, variables map[string]any, data any) {
	bank.t.Helper()
	headers := bank.headersBy(by)
	headers.Set("Accept", "application/json")
	headers.Set("Content-Type", "application/json")
	body := bank.bodyOf(call, map[string]any{"query": query, "variables": variables})
	answer := bank.send(call, "POST", pathOf(world)+"/graphql", headers, body)
	var read struct{ Data json.RawMessage }
	err := json.Unmarshal(answer.Body, &read)
	bank.check(call, by, answer, err == nil && answer.Status == 200 && len(faultsIn(answer.Body)) == 0)
	if data == nil {
		return
	}
	if err := json.Unmarshal(read.Data, data); err != nil {
		bank.t.Fatalf("%s: the answer is not what was expected: %v", call, err)
	}
}

func (bank *Bank) headersBy(by string) http.Header {
	headers := http.Header{}
	if by != "" {
		headers.Set("Sandbank-By", by)
	}
	if bank.token != "" {
		headers.Set("Authorization", "Bearer "+bank.token)
	}
	return headers
}

// check ends the test where a call of the operator was not done.
func (bank *Bank) check(call, by string, answer *Answer, isDone bool) {
	bank.t.Helper()
	switch {
	case answer.Journal == "":
		said := plain(answer.Body)
		if to := answer.Header.Get("Location"); to != "" {
			said = "to " + to
		}
		bank.t.Fatalf("What answers at SANDBANK_URL=%s is not Sandbank: HTTP %d %s. Correct the address, or see whether the bank behind the proxy runs.", bank.URL, answer.Status, said)
	case answer.Status == 401 && bank.token == "":
		bank.t.Fatalf("The bank at %s wants a token: set SANDBANK_TOKEN to that of its operator.", bank.URL)
	case answer.Status == 401:
		bank.t.Fatalf("The bank at %s refuses this SANDBANK_TOKEN: set it to the token of its operator.", bank.URL)
	case !isDone:
		said, remedy := wordsOf(faultsIn(answer.Body), "\n  "), ""
		// The documents of this file are valid in its own version.
		if by != "" && regexp.MustCompile(`Cannot query field|Unknown (argument|type)|is not defined by type`).MatchString(said) {
			said = strings.SplitN(said, "\n", 2)[0]
			remedy = " This bank has another version than this file: print the file of its version by `npx sandbank kit go`."
		}
		bank.t.Fatalf("%s was refused: %s [%s]%s", call, said, answer.Journal, remedy)
	}
}

var isUUID = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

func (bank *Bank) psuID(call, world, psu string) string {
	bank.t.Helper()
	if isUUID.MatchString(psu) {
		return psu
	}
	var data struct{ Customer struct{ PsuID string } }
	query := "query ($psu: String!) { customer(by: { customerNumber: $psu }) { psuId } }"
	bank.operate(fmt.Sprintf("%s with PSU: %q", call, psu), world, query, map[string]any{"psu": psu}, &data)
	return data.Customer.PsuID
}

// bodyOf gives text as it is, any other value as JSON.
func (bank *Bank) bodyOf(call string, value any) []byte {
	bank.t.Helper()
	switch given := value.(type) {
	case nil:
		return nil
	case string:
		return []byte(given)
	case []byte:
		return given
	}
	body, err := json.Marshal(value)
	if err != nil {
		bank.t.Fatalf("%s has a body that JSON has no form for: %v", call, err)
	}
	return body
}

func (bank *Bank) valueOf(document any) any {
	bank.t.Helper()
	if document == nil {
		return nil
	}
	body := bank.bodyOf("bank.CreateWorld", document)
	if !json.Valid(body) {
		bank.t.Fatal("bank.CreateWorld: the option Fixture is text that is not JSON.")
	}
	return json.RawMessage(body)
}

type fault struct{ Category, Code, Path, Text string }

// faultsIn is what a body says is wrong: its tppMessages, or the errors of GraphQL.
func faultsIn(body []byte) []fault {
	var read struct {
		TppMessages []fault
		Errors      []struct {
			Message    string
			Extensions struct {
				Code        string
				TppMessages []fault
			}
		}
	}
	_ = json.Unmarshal(body, &read)
	found := read.TppMessages
	for _, one := range read.Errors {
		switch {
		case len(read.TppMessages) > 0:
		case len(one.Extensions.TppMessages) > 0:
			found = append(found, one.Extensions.TppMessages...)
		default:
			found = append(found, fault{Code: one.Extensions.Code, Text: one.Message})
		}
	}
	return found
}

func wordsOf(faults []fault, between string) string {
	words := []string{}
	for _, one := range faults {
		if one.Category == "WARNING" {
			continue
		}
		path := ""
		if one.Path != "" {
			path = one.Path + ": "
		}
		words = append(words, one.Code+" "+path+one.Text)
	}
	return strings.Join(words, between)
}

func pathOf(world string) string {
	if world == "" || world == "default" {
		return ""
	}
	return "/worlds/" + url.PathEscape(world)
}

func newID() string {
	bytes := make([]byte, 16)
	_, _ = rand.Read(bytes)
	bytes[6], bytes[8] = bytes[6]&0x0f|0x40, bytes[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", bytes[:4], bytes[4:6], bytes[6:8], bytes[8:10], bytes[10:])
}

func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// plain is the beginning of a body on one line, without the tags of HTML.
func plain(body []byte) string {
	letters := []rune(strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(string(body), " ")), " "))
	if len(letters) > 100 {
		letters = letters[:100]
	}
	return string(letters)
}

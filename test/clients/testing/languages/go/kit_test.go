package kit

// What sandbank.go does (D110), against the bank of SANDBANK_URL.

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"example.com/kit/sandbank"
)

const (
	kari     = "13039319955"
	trace    = "4bf92f3577b34da6a3ce929d0e0e4736"
	payments = "/v1/payments/norwegian-domestic-credit-transfers"
)

func payment(amount string) string {
	return `{
		"instructedAmount": {"amount": "` + amount + `", "currency": "NOK"},
		"creditorName": "Ola Nordmann",
		"creditorAccount": {"iban": "NO1815034020016", "currency": "NOK"},
		"debtorAccount": {"iban": "NO3515034010010", "currency": "NOK"}
	}`
}

var asKari = sandbank.Options{PSU: kari, Context: "PRIVATE"}

func equal(t *testing.T, got, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
}

func TestBaseURLAndLinkMayBeJoinedAndALinkMayBeAnAddress(t *testing.T) {
	t.Parallel()
	bank := sandbank.Connect(t)
	world, tpp := bank.CreateWorld(), bank.TPP("acme")
	var refused struct {
		Links struct{ ScaRedirect struct{ Href string } } `json:"_links"`
	}
	tpp.Fetch("GET", world.URL("/v1/accounts")).Expect(401).Read(&refused)
	page := refused.Links.ScaRedirect.Href
	equal(t, strings.HasPrefix(page, world.BaseURL+"/sca/"), true)
	equal(t, world.URL(page), page)
	var customers []struct {
		CustomerID string
		Links      struct{ Self struct{ Href string } } `json:"_links"`
	}
	tpp.Fetch("GET", world.URL("/v1/sandbox/customers")).Expect(200).Read(&customers)
	link := customers[0].Links.Self.Href
	for _, address := range []string{link, world.URL(link), world.BaseURL + link} {
		equal(t, tpp.Fetch("GET", address).Expect(200).Text("customerId"), customers[0].CustomerID)
	}
}

func TestAnAddressWithoutAWorldIsOfTheWorldDefault(t *testing.T) {
	t.Parallel()
	bank := sandbank.Connect(t)
	bank.CreateWorld()
	var customers, ofDefault []any
	bank.TPP("acme").Fetch("GET", "/v1/sandbox/customers").Expect(200).Read(&customers)
	bank.TPP("acme").Fetch("GET", bank.World.URL("/v1/sandbox/customers")).Expect(200).Read(&ofDefault)
	equal(t, len(customers), len(ofDefault))
}

func TestAConsentOpensAccountsAndAnApprovedPaymentIsBookedByTheClock(t *testing.T) {
	t.Parallel()
	bank := sandbank.Connect(t)
	world, tpp := bank.CreateWorld(), bank.TPP("acme")
	refused := tpp.Fetch("GET", world.URL("/v1/accounts"), asKari).Expect(401)
	if approval := world.Approve(refused, kari); approval.PSUID == "" || approval.SessionID == "" {
		t.Fatal(approval)
	}
	var opened struct{ Accounts []struct{ ResourceID string } }
	tpp.Fetch("GET", world.URL("/v1/accounts"), asKari).Expect(200).Read(&opened)
	equal(t, len(opened.Accounts), 2)
	created := tpp.Fetch("POST", world.URL(payments), asKari.With(payment("100.00"))).Expect(201)
	if approval := world.Approve(created, kari, sandbank.ApproveOptions{Context: "PRIVATE"}); !strings.HasPrefix(approval.RedirectTo, world.URL("/callback")) {
		t.Fatal(approval)
	}
	world.Clock.Advance("P5D")
	status := tpp.Fetch("GET", world.URL(payments+"/"+created.Text("paymentId")+"/status"), asKari)
	equal(t, status.Text("transactionStatus"), "ACSC")
	var lines struct{ Transactions struct{ Booked []any } }
	tpp.Fetch("GET", world.URL("/v1/accounts/"+opened.Accounts[0].ResourceID+"/transactions?bookingStatus=booked"), asKari).Expect(200).Read(&lines)
	if len(lines.Transactions.Booked) == 0 {
		t.Fatal("nothing is booked")
	}
}

func TestARejectedPaymentIsRJCT(t *testing.T) {
	t.Parallel()
	bank := sandbank.Connect(t)
	world, tpp := bank.CreateWorld(), bank.TPP("acme")
	created := tpp.Fetch("POST", world.URL(payments), asKari.With(json.RawMessage(payment("100.00"))))
	equal(t, strings.Contains(world.Reject(created, kari), "/callback"), true)
	status := tpp.Fetch("GET", world.URL(payments+"/"+created.Text("paymentId")+"/status"), asKari)
	equal(t, status.Text("transactionStatus"), "RJCT")
}

func TestAClientThatKeepsLinesByTheirIDsDoublesThemWhenTheBankRenumbers(t *testing.T) {
	t.Parallel()
	bank := sandbank.Connect(t)
	world, tpp := bank.CreateWorld(), bank.TPP("acme")
	world.Approve(tpp.Fetch("GET", world.URL("/v1/accounts"), asKari).Expect(401), kari)
	account := tpp.Fetch("GET", world.URL("/v1/accounts"), asKari).Expect(200).Text("accounts", "0", "resourceId")
	type line struct{ TransactionID, BookingDate string }
	statement := func() []line {
		var lines struct{ Transactions struct{ Booked []line } }
		tpp.Fetch("GET", world.URL("/v1/accounts/"+account+"/transactions?bookingStatus=booked"), asKari).Expect(200).Read(&lines)
		return lines.Transactions.Booked
	}
	kept := map[string]bool{}
	first := statement()
	for _, one := range first {
		kept[one.TransactionID] = true
	}
	booked := len(kept)
	habit := world.SetHabit("renumber="+first[0].BookingDate, sandbank.HabitFor{TPP: tpp, Account: account})
	habits := world.Habits()
	equal(t, []any{len(habits), habits[0].ID}, []any{1, habit})
	for _, one := range statement() {
		kept[one.TransactionID] = true
	}
	equal(t, len(kept) > booked, true)
	// Sorted back by the kit it is each line of the books once.
	behind, own := map[string]string{}, map[string]bool{}
	for _, one := range world.ShownTo(account, tpp) {
		behind[one.ShownID] = one.TransactionID
	}
	for shown := range kept {
		if id, ok := behind[shown]; ok {
			shown = id
		}
		own[shown] = true
	}
	equal(t, len(own), booked)
	world.ClearHabits(habit)
	equal(t, len(world.Habits()), 0)
}

func TestAScenarioActsOnTheCallsThatItIsFor(t *testing.T) {
	t.Parallel()
	bank := sandbank.Connect(t)
	world, tpp := bank.CreateWorld(), bank.TPP("acme")
	scenario := world.SetScenario("error; code=ACCESS_EXCEEDED", sandbank.ScenarioFor{TPP: tpp, Operation: "customers", Times: 1})
	answer := tpp.Fetch("GET", world.URL("/v1/sandbox/customers")).Expect(429)
	equal(t, answer.Header.Get("Sandbank-Scenario"), "error; code=ACCESS_EXCEEDED")
	tpp.Fetch("GET", world.URL("/v1/sandbox/customers")).Expect(200)
	used := world.Scenarios()
	equal(t, []any{len(used), used[0].ID, used[0].Used, *used[0].Left}, []any{1, scenario, 1, 0})
	world.ClearScenarios(scenario)
	tpp.Fetch("GET", world.URL("/v1/sandbox/customers"), sandbank.Options{Scenario: "error; code=ACCESS_EXCEEDED"}).Expect(429)
	world.SetScenario("lose-answer", sandbank.ScenarioFor{Times: 1})
	said := failure(t, func(bank *sandbank.Bank) { bank.TPP("acme").Fetch("GET", world.URL("/v1/sandbox/customers")) })
	equal(t, strings.Contains(said, "the connection ended without an answer"), true)
}

func TestARefusedCallSaysItsCauseWhereATestExpectsAnotherStatus(t *testing.T) {
	t.Parallel()
	bank := sandbank.Connect(t)
	world := bank.CreateWorld()
	var answer *sandbank.Answer
	said := failure(t, func(bank *sandbank.Bank) {
		answer = bank.TPP("acme").Fetch("POST", world.URL(payments), asKari.With(payment("10,00")))
		answer.Expect(201)
	})
	begin := fmt.Sprintf("tpp.Fetch(POST /worlds/%s%s): expected 201, got 400 FORMAT_ERROR instructedAmount.amount: ", world.Name, payments)
	journal := fmt.Sprintf("[%s/requests/%s]", world.BaseURL, answer.Header.Get("Sandbank-Request"))
	if !strings.HasPrefix(said, begin) || !strings.HasSuffix(said, journal) {
		t.Fatal(said)
	}
}

func TestEachTestHasAWorldOfItsOwn(t *testing.T) {
	t.Parallel()
	name := ""
	for round := 0; round < 2; round++ {
		t.Run("round", func(t *testing.T) {
			world := sandbank.Connect(t).CreateWorld(sandbank.WorldOptions{From: "EMPTY", Clock: "2026-03-02T09:00:00Z", Frozen: true})
			var data struct{ Customers struct{ TotalCount int } }
			world.GraphQL("{ customers { totalCount } }", nil, &data)
			equal(t, data.Customers.TotalCount, 0)
			equal(t, world.Clock.Now().Format("2006-01-02T15:04:05"), "2026-03-02T09:00:00")
			world.GraphQL(`mutation { createCustomer(input: { customerNumber: "01017012345", name: "Kari", type: PRIVATE }) { customer { id } } }`, nil, nil)
			name = world.Name
		})
	}
	said := failure(t, func(bank *sandbank.Bank) { bank.OpenWorld(name) })
	equal(t, strings.Contains(said, "no world"), true)
}

func TestACustomerMayBeNamedByItsKey(t *testing.T) {
	t.Parallel()
	bank := sandbank.Connect(t)
	world, tpp := bank.CreateWorld(sandbank.WorldOptions{Fixture: `{"customers": [{"key": "kari", "name": "Kari", "type": "PRIVATE", "accounts": [{"accountName": "Daily", "currency": "NOK", "product": "Current account", "cashAccountType": "CACC", "creditLine": 0, "balances": [{"balanceType": "closingBooked", "balanceAmount": {"amount": 1000, "currency": "NOK"}}]}]}]}`}), bank.TPP("acme")
	kari := sandbank.Options{PSU: "kari", Context: "PRIVATE"}
	world.Approve(tpp.Fetch("GET", world.URL("/v1/accounts"), kari), "kari")
	equal(t, tpp.Fetch("GET", world.URL("/v1/accounts"), kari).Expect(200).Text("accounts", "0", "currency"), "NOK")
}

func TestTestsRunSideBySide(t *testing.T) {
	t.Parallel()
	var all sync.WaitGroup
	for worker := 0; worker < 8; worker++ {
		all.Add(1)
		go func() {
			defer all.Done()
			bank := sandbank.Connect(t)
			world, tpp := bank.CreateWorld(), bank.TPP("acme")
			for amount := 1; amount <= 3; amount++ {
				if answer := tpp.Fetch("POST", world.URL(payments), asKari.With(payment(fmt.Sprint(amount, ".00")))); answer.Status != 201 {
					t.Error(answer)
				}
			}
			if calls := world.Calls(sandbank.CallFilter{Operation: "createPayment", Status: 201}); len(calls) != 3 {
				t.Error(calls)
			}
		}()
	}
	all.Wait()
}

func TestTheClockStopsAndGoesOn(t *testing.T) {
	t.Parallel()
	clock := sandbank.Connect(t).CreateWorld().Clock
	year := clock.Now().Year() + 1
	equal(t, clock.Freeze(fmt.Sprintf("%d-06-01T10:00:00Z", year)).Year(), year)
	advanced := clock.Advance(fmt.Sprintf("%d-06-02T10:00:00Z", year))
	equal(t, advanced, clock.Now())
	clock.Resume()
	equal(t, clock.Freeze("").Before(advanced), false)
}

func TestWhatWasKeptIsComparedAndComesBack(t *testing.T) {
	t.Parallel()
	bank := sandbank.Connect(t)
	world, tpp := bank.CreateWorld(), bank.TPP("acme")
	customers := func(world *sandbank.World) int {
		var data struct{ Customers struct{ TotalCount int } }
		world.GraphQL("{ customers { totalCount } }", nil, &data)
		return data.Customers.TotalCount
	}
	before := world.Snapshot()
	equal(t, len(world.Diff(before)), 0)
	customer := map[string]string{"customerNumber": "01017012345", "name": "Kari", "type": "PRIVATE"}
	tpp.Fetch("POST", world.URL("/v1/sandbox/customers"), sandbank.Options{JSON: customer}).Expect(201)
	after, made := world.Snapshot(), ""
	for _, change := range world.Diff(before, after) {
		made += change.Kind + change.Noun
	}
	equal(t, strings.Contains(made, "CREATEDCustomer"), true)
	equal(t, customers(bank.CreateWorld(sandbank.WorldOptions{Snapshot: before})), 4)
	equal(t, customers(bank.CreateWorld(sandbank.WorldOptions{CopyOf: world.Name})), 5)
	equal(t, customers(bank.CreateWorld(sandbank.WorldOptions{Fixture: world.Fixture(), ExpiresAfter: "PT5M"})), 5)
	added := world.Create(map[string]any{"customers": []any{map[string]any{"key": "ingrid", "name": "Ingrid", "type": "PRIVATE"}}})
	equal(t, len(added["ingrid"]), 36)
	equal(t, customers(world), 6)
	file := filepath.Join(t.TempDir(), "world.snapshot")
	world.Save(file)
	equal(t, customers(bank.CreateWorld(sandbank.WorldOptions{SnapshotFile: file})), 6)
	world.Restore(before)
	equal(t, len(world.Diff(before)), 0)
	world.Restore(after)
	world.Reset()
	equal(t, customers(world), 4)
	world.Close()
}

func TestTheJournalHasWhatAnApplicationSent(t *testing.T) {
	t.Parallel()
	bank := sandbank.Connect(t)
	world, reader := bank.CreateWorld(), bank.TPP("reader", "AI")
	body := `{"customerNumber": "01017012345", "name": "Kåre", "type": "PRIVATE"}`
	id := "5ff1f4b5-9f74-4d3c-8f0b-0f6b46c3b1a1"
	reader.Fetch("POST", world.URL("/v1/sandbox/customers"), sandbank.Options{JSON: body, Headers: map[string]string{"X-Request-ID": id}, LeaveOut: []string{"Digest"}}).Expect(400)
	traceparent := map[string]string{"traceparent": "00-" + trace + "-00f067aa0ba902b7-01"}
	reader.Fetch("POST", world.URL("/v1/sandbox/customers"), sandbank.Options{JSON: body, Headers: traceparent}).Expect(201)
	traced := world.Calls(sandbank.CallFilter{TraceID: trace})
	equal(t, []any{len(traced), traced[0].TraceID, traced[0].Status}, []any{1, trace, 201})
	reader.Fetch("POST", world.URL(payments), asKari.With(payment("1.00"))).Expect(403)
	world.Settled()
	calls := world.Calls(sandbank.CallFilter{TPP: reader.ID, Path: "/v1/sandbox"})
	equal(t, []any{len(calls), calls[0].Status, calls[0].Request.Body, calls[1].Status}, []any{2, 400, body, 201})
	equal(t, world.Calls(sandbank.CallFilter{RequestID: id})[0].Code, "HTTP_HEADER_REQUIRED")
}

func TestNoHeaderThatAnOperationRequiresIsMissing(t *testing.T) {
	t.Parallel()
	bank := sandbank.Connect(t)
	world, tpp := bank.CreateWorld(), bank.TPP("acme")
	var operations [][2]string
	if err := json.Unmarshal([]byte(os.Getenv("SANDBANK_TEST_OPERATIONS")), &operations); err != nil {
		t.Fatal(err)
	}
	for _, one := range operations {
		answer := tpp.Fetch(one[0], world.URL(one[1]), sandbank.Options{PSU: kari})
		if strings.Contains(string(answer.Body), "HTTP_HEADER_REQUIRED") || answer.Header.Get("Sandbank-Warning") != "" {
			t.Error(answer, answer.Header)
		}
	}
	// More than one page of the journal, in its order.
	for place, call := range world.Calls(sandbank.CallFilter{}) {
		equal(t, call.Method+" "+bank.URL+call.Target, operations[place][0]+" "+world.URL(operations[place][1]))
	}
}

// recorder is a test whose end is looked at.
type recorder struct {
	testing.TB
	said string
}

func (one *recorder) Fatal(words ...any) {
	one.said = fmt.Sprint(words...)
	runtime.Goexit()
}

func (one *recorder) Fatalf(format string, words ...any) {
	one.Fatal(fmt.Sprintf(format, words...))
}

// failure is what a test would end with.
func failure(t *testing.T, run func(*sandbank.Bank)) string {
	t.Helper()
	return failureOf(t, func(one testing.TB) { run(sandbank.Connect(one)) })
}

func failureOf(t *testing.T, run func(testing.TB)) string {
	t.Helper()
	one, ended := &recorder{TB: t}, make(chan bool)
	go func() {
		defer close(ended)
		run(one)
	}()
	<-ended
	return one.said
}

func TestABankThatCannotBeUsedIsOneLine(t *testing.T) {
	t.Parallel()
	url, token := os.Getenv("SANDBANK_URL"), os.Getenv("SANDBANK_TOKEN")
	for _, one := range [][3]string{
		{"", token, "SANDBANK_URL is not set: run the suite by `npx sandbank exec -- go test ./...`"},
		{"127.0.0.1:4000", token, `SANDBANK_URL is "127.0.0.1:4000", which is not the address of a bank`},
		{url + "/worlds/green", token, "give the base URL of the bank alone, without /worlds/green"},
		{"http://127.0.0.1:9", token, "No bank answers at SANDBANK_URL=http://127.0.0.1:9 ("},
		{strings.Replace(url, "http", "https", 1), token, "Name its authority's PEM file in SSL_CERT_FILE, or call it by http://."},
		{os.Getenv("SANDBANK_TEST_UNTRUSTED_BANK"), token, "certificate signed by unknown authority. Name its authority's PEM file in SSL_CERT_FILE"},
		{os.Getenv("SANDBANK_TEST_OTHER_SERVER"), token, "is not Sandbank: HTTP 404 Nothing. Correct the address"},
		{url, "", "wants a token: set SANDBANK_TOKEN"},
		{url, token + "x", "refuses this SANDBANK_TOKEN"},
		{url, token + "\n", "SANDBANK_TOKEN holds a blank, a line end"},
	} {
		said := failureOf(t, func(tb testing.TB) { sandbank.ConnectTo(tb, one[0], one[1]) })
		if !strings.Contains(said, one[2]) || strings.Contains(said, "\n") {
			t.Errorf("%q is not in %q", one[2], said)
		}
	}
}

func TestABankOfAnotherVersionAndAProxyAreNamed(t *testing.T) {
	t.Parallel()
	connect := func(tb testing.TB, name string) *sandbank.Bank {
		return sandbank.ConnectTo(tb, os.Getenv(name), os.Getenv("SANDBANK_TOKEN"))
	}
	for says, run := range map[string]func(testing.TB){
		"has another version than this file: print the file of its version by `npx sandbank kit go`": func(tb testing.TB) {
			connect(tb, "SANDBANK_TEST_OLDER_BANK").CreateWorld()
		},
		"expected 200, got 502 502 Bad Gateway, which is not from the bank: look at the proxy before it": func(tb testing.TB) {
			connect(tb, "SANDBANK_TEST_PROXY").TPP("proxied").Fetch("GET", "/v1/sandbox/customers").Expect(200)
		},
		"is not Sandbank: HTTP 301 to https://bank.example/. Correct the address, or see whether": func(tb testing.TB) {
			connect(tb, "SANDBANK_TEST_PROXY").OpenWorld("moved")
		},
	} {
		if said := failureOf(t, run); !strings.Contains(said, says) {
			t.Errorf("%q is not in %q", says, said)
		}
	}
}

func TestAMistakeSaysWhatWasCalledAndWhatIsRight(t *testing.T) {
	t.Parallel()
	world := sandbank.Connect(t).CreateWorld()
	pay := func(bank *sandbank.Bank, amount string) *sandbank.Answer {
		return bank.TPP("acme").Fetch("POST", world.URL(payments), asKari.With(payment(amount)))
	}
	// The world of the test that fails, by which its ends are seen.
	same := func(bank *sandbank.Bank) *sandbank.World { return bank.OpenWorld(world.Name) }
	mistakes := map[string]struct {
		make func(*sandbank.Bank)
		says string
	}{
		"an unknown customer": {func(bank *sandbank.Bank) {
			bank.TPP("acme").Fetch("GET", world.URL("/v1/accounts"), sandbank.Options{PSU: "13039319956"})
		}, `tpp.Fetch\(GET /worlds/.*\) with PSU: "13039319956" was refused: RESOURCE_UNKNOWN .*13039319956`},
		"a world that there is not": {func(bank *sandbank.Bank) { bank.OpenWorld("gren") }, `bank.OpenWorld\("gren"\) was refused: .*no world "gren"`},
		"a world that is gone": {func(bank *sandbank.Bank) {
			gone := bank.CreateWorld()
			gone.Close()
			gone.Clock.Now()
		}, `world.Clock.Now\(\) was refused: RESOURCE_UNKNOWN world: There is no world`},
		"a snapshot of another world": {func(bank *sandbank.Bank) { bank.CreateWorld().Restore(world.Snapshot()) }, `world.Restore\("s-.*"\): this snapshot is of the world "w-.*", and this world is "w-`},
		"the address of another bank": {func(bank *sandbank.Bank) {
			bank.TPP("acme").Fetch("GET", "https://bank.example/v1/accounts")
		}, `is not an address of this bank, which is at http`},
		"a path without a slash": {func(bank *sandbank.Bank) { bank.TPP("acme").Fetch("GET", "v1/accounts") }, `use world.URL\("/v1/`},
		"what JSON has no form for": {func(bank *sandbank.Bank) {
			bank.TPP("acme").Fetch("POST", world.URL(payments), asKari.With(func() {}))
		}, "has a body that JSON has no form for: .*func"},
		"a line end in a header": {func(bank *sandbank.Bank) {
			bank.TPP("acme").Fetch("GET", world.URL("/v1/accounts"), sandbank.Options{Headers: map[string]string{"X-Mine": "a\nb"}})
		}, "cannot be sent: .*invalid header field value"},
		"a method that is none":   {func(bank *sandbank.Bank) { bank.TPP("acme").Fetch("GE T", world.URL("/v1/accounts")) }, "cannot be sent: .*invalid method"},
		"a duration that is none": {func(bank *sandbank.Bank) { same(bank).Clock.Advance("P1X") }, `world.Clock.Advance\("P1X"\) was refused: FORMAT_ERROR input.by: `},
		"a clock that would go back": {func(bank *sandbank.Bank) {
			same(bank).Clock.Freeze("2020-01-01T00:00:00Z")
		}, `world.Clock.Freeze\("2020-01-01T00:00:00Z"\) was refused`},
		"an answer without a link": {func(bank *sandbank.Bank) {
			same(bank).Approve(bank.TPP("acme").Fetch("DELETE", world.URL("/v1/sandbox/customers")), kari)
		}, "world.Approve: the answer has no _links.scaRedirect to follow: the answer 405 BAD_REQUEST DELETE is not possible"},
		"an approval by somebody else": {func(bank *sandbank.Bank) { same(bank).Approve(pay(bank, "1.00"), "12085592767") }, "world.Approve.* was refused: PSU_CREDENTIALS_INVALID"},
		"an approval that was given": {func(bank *sandbank.Bank) {
			created := pay(bank, "2.00")
			same(bank).Approve(created, kari)
			same(bank).Approve(created, kari)
		}, "world.Approve.* was refused: SCA_INVALID"},
		"a scenario that there is not": {func(bank *sandbank.Bank) { same(bank).SetScenario("eror; code=FORBIDDEN") }, "world.SetScenario.* was refused: FORMAT_ERROR input.scenario"},
		"a misspelt field of a fixture": {func(bank *sandbank.Bank) {
			bank.CreateWorld(sandbank.WorldOptions{Fixture: `{"customrs": []}`})
		}, `bank.CreateWorld\(fixture\) was refused: FORMAT_ERROR customrs: .*did you mean "customers"`},
		"several faults of a fixture": {func(bank *sandbank.Bank) {
			bank.CreateWorld(sandbank.WorldOptions{Fixture: map[string]any{"customers": []map[string]string{{"key": "kari"}}}})
		}, `customers\[0\].name: is required.\n  FORMAT_ERROR customers\[0\].type: is required`},
		"a fixture that is no JSON": {func(bank *sandbank.Bank) { bank.CreateWorld(sandbank.WorldOptions{Fixture: "customers:"}) }, "the option Fixture is text that is not JSON"},
		"two sources of a world": {func(bank *sandbank.Bank) {
			bank.CreateWorld(sandbank.WorldOptions{From: "EMPTY", CopyOf: world.Name})
		}, `bank.CreateWorld\(from, copyOf\) was refused: FORMAT_ERROR input.source: `},
		"a content that there is not":   {func(bank *sandbank.Bank) { bank.CreateWorld(sandbank.WorldOptions{From: "EMTPY"}) }, `takes From as STANDARD or EMPTY, not "EMTPY"`},
		"a name that is taken":          {func(bank *sandbank.Bank) { bank.CreateWorld(sandbank.WorldOptions{Name: world.Name}) }, "was refused: CONFLICT"},
		"a role that there is not":      {func(bank *sandbank.Bank) { bank.TPP("other", "XX") }, `takes the roles AI, PI or both; "XX" is none`},
		"one name for two TPPs":         {func(bank *sandbank.Bank) { bank.TPP("acme"); bank.TPP("acme", "AI") }, "was made with other roles"},
		"an unknown snapshot":           {func(bank *sandbank.Bank) { same(bank).Restore(&sandbank.Snapshot{Name: "before"}) }, `world.Restore\("before"\) was refused: RESOURCE_UNKNOWN`},
		"a document that is no GraphQL": {func(bank *sandbank.Bank) { same(bank).GraphQL("{ customers ", nil, nil) }, `world.GraphQL\("{ customers"\) was refused: `},
		"a field that an answer lacks":  {func(bank *sandbank.Bank) { pay(bank, "3.00").Text("paymentID") }, "the answer 201 to tpp.Fetch.* has no text paymentID"},
	}
	for name, mistake := range mistakes {
		said := failure(t, mistake.make)
		if !regexp.MustCompile(mistake.says).MatchString(said) {
			t.Errorf("%s: %q is not in %q", name, mistake.says, said)
		}
	}
}

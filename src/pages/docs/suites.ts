/** Files of suites that share one bank, or have one by `exec`, as they stand: the first line of each is its name (D90, D91). */

/** What one runner needs: its files, and the command that runs them. */
export type Suite = { readonly title: string; readonly files: readonly string[]; readonly command: string }

const SHARED_TEST = (first: string, url: string) => `${first}
const PAYMENT = {
  instructedAmount: { amount: '100.00', currency: 'NOK' },
  creditorName: 'Ola Nordmann',
  creditorAccount: { iban: 'NO1815034020016', currency: 'NOK' },
  debtorAccount: { iban: 'NO3515034010010', currency: 'NOK' },
}

test('pays in a world of its own of the bank that all workers share', async () => {
  const bank = await connectSandbank(${url})
  const world = await bank.createWorld()
  const payments = world.url('/v1/payments/norwegian-domestic-credit-transfers')
  const created = await bank.tpp('acme').fetch(payments, { psu: '13039319955', context: 'PRIVATE', json: PAYMENT })
  await world.approve(created, '13039319955')
  expect(await world.calls({ operation: 'createPayment', status: 201 })).toHaveLength(1)
  await bank.close()
})
`

export const SUITES: readonly Suite[] = [
  {
    title: 'vitest, one bank for all workers',
    files: [
      `// vitest.config.js
export default { test: { globals: true, globalSetup: './one-bank.js' } }
`,
      `// one-bank.js
import { startSandbank } from 'sandbank/testing'

export default async function setup({ provide }) {
  const bank = await startSandbank({ port: 0 })
  provide('sandbank', bank.url)
  return () => bank.close()
}
`,
      SHARED_TEST(
        `// shared.test.js
import { expect, inject, test } from 'vitest'
import { connectSandbank } from 'sandbank/testing'
`,
        "inject('sandbank')",
      ),
    ],
    command: 'npx vitest run shared',
  },
  {
    title: 'jest, one bank for all workers',
    files: [
      `// jest.config.cjs
module.exports = { globalSetup: './open-bank.cjs', globalTeardown: './close-bank.cjs' }
`,
      `// open-bank.cjs
const { startSandbank } = require('sandbank/testing')

module.exports = async () => {
  globalThis.sandbank = await startSandbank({ port: 0 })
  process.env.SANDBANK_URL = globalThis.sandbank.url
}
`,
      `// close-bank.cjs
module.exports = () => globalThis.sandbank.close()
`,
      SHARED_TEST(
        `// shared.test.cjs
const { connectSandbank } = require('sandbank/testing')
`,
        'process.env.SANDBANK_URL',
      ),
    ],
    command: 'npx jest --config jest.config.cjs shared',
  },
  {
    title: 'pytest',
    files: [
      `# test_payment.py
import json
import os
import urllib.request

SIGNER = os.environ["SANDBANK_SIGNER"]
PAYMENTS = SIGNER + "/v1/payments/norwegian-domestic-credit-transfers"
PAYMENT = {
    "instructedAmount": {"amount": "100.00", "currency": "NOK"},
    "creditorName": "Ola Nordmann",
    "creditorAccount": {"iban": "NO1815034020016", "currency": "NOK"},
    "debtorAccount": {"iban": "NO3515034010010", "currency": "NOK"},
}


def send(url, body=None, headers={}):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **headers})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def operate(mutation):
    token = {"Authorization": "Bearer " + os.environ["SANDBANK_TOKEN"]}
    answer = send(os.environ["SANDBANK_URL"] + "/graphql", {"query": "mutation { " + mutation + " }"}, token)
    assert "errors" not in answer, answer


def test_an_approved_payment_is_carried_out():
    payment = send(PAYMENTS, PAYMENT, {"PSU-Context": "PRIVATE"})
    assert payment["transactionStatus"] == "RCVD"
    sca = payment["_links"]["scaRedirect"]["href"].split("/")[-1]
    operate('completeAuthorisation(id: "%s", customerNumber: "13039319955", outcome: APPROVED) { redirectTo }' % sca)
    operate('advanceClock(by: "P5D") { now }')
    assert send(PAYMENTS + "/" + payment["paymentId"] + "/status")["transactionStatus"] == "ACSC"
`,
    ],
    command: 'npx sandbank exec --psu 13039319955 -- pytest test_payment.py',
  },
  {
    title: 'Go',
    files: [
      `// payment_test.go
package payment

import (
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"
)

var payments = os.Getenv("SANDBANK_SIGNER") + "/v1/payments/norwegian-domestic-credit-transfers"

const payment = \`{
	"instructedAmount": {"amount": "100.00", "currency": "NOK"},
	"creditorName": "Ola Nordmann",
	"creditorAccount": {"iban": "NO1815034020016", "currency": "NOK"},
	"debtorAccount": {"iban": "NO3515034010010", "currency": "NOK"}
}\`

type answer struct {
	PaymentID         string
	TransactionStatus string
	Errors            []struct{ Message string }
	Links             struct{ ScaRedirect struct{ Href string } } \`json:"_links"\`
}

func send(t *testing.T, method, url, body, header, value string) (read answer) {
	request, _ := http.NewRequest(method, url, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set(header, value)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	json.NewDecoder(response.Body).Decode(&read)
	if response.StatusCode >= 300 || len(read.Errors) > 0 {
		t.Fatal(response.Status, read.Errors)
	}
	return
}

func operate(t *testing.T, mutation string) {
	body, _ := json.Marshal(map[string]string{"query": "mutation { " + mutation + " }"})
	send(t, "POST", os.Getenv("SANDBANK_URL")+"/graphql", string(body), "Authorization", "Bearer "+os.Getenv("SANDBANK_TOKEN"))
}

func TestAnApprovedPaymentIsCarriedOut(t *testing.T) {
	made := send(t, "POST", payments, payment, "PSU-Context", "PRIVATE")
	link := strings.Split(made.Links.ScaRedirect.Href, "/")
	sca := link[len(link)-1]
	operate(t, \`completeAuthorisation(id: "\`+sca+\`", customerNumber: "13039319955", outcome: APPROVED) { redirectTo }\`)
	operate(t, \`advanceClock(by: "P5D") { now }\`)
	status := send(t, "GET", payments+"/"+made.PaymentID+"/status", "", "Accept", "application/json")
	if status.TransactionStatus != "ACSC" {
		t.Fatal(status.TransactionStatus)
	}
}
`,
    ],
    command: 'npx sandbank exec --psu 13039319955 -- go test payment_test.go',
  },
  {
    title: 'JUnit, with Maven or Gradle',
    files: [
      `// PaymentTest.java
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PaymentTest {
  static final String PAYMENTS =
      System.getenv("SANDBANK_SIGNER") + "/v1/payments/norwegian-domestic-credit-transfers";
  static final String PAYMENT =
      """
      {
        "instructedAmount": {"amount": "100.00", "currency": "NOK"},
        "creditorName": "Ola Nordmann",
        "creditorAccount": {"iban": "NO1815034020016", "currency": "NOK"},
        "debtorAccount": {"iban": "NO3515034010010", "currency": "NOK"}
      }""";

  static String send(String method, String url, String body, String header, String value) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(url)).method(method, BodyPublishers.ofString(body));
    request.header("Content-Type", "application/json").header(header, value);
    var answer = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    assertEquals(2, answer.statusCode() / 100, answer.body());
    return answer.body();
  }

  static void operate(String mutation) throws Exception {
    var body = "{\\"query\\": \\"mutation { " + mutation.replace("\\"", "\\\\\\"") + " }\\"}";
    var token = "Bearer " + System.getenv("SANDBANK_TOKEN");
    var answer = send("POST", System.getenv("SANDBANK_URL") + "/graphql", body, "Authorization", token);
    assertFalse(answer.contains("\\"errors\\""), answer);
  }

  static String find(String pattern, String answer) {
    return Pattern.compile(pattern).matcher(answer).results().findFirst().orElseThrow().group(1);
  }

  @Test
  void anApprovedPaymentIsCarriedOut() throws Exception {
    var made = send("POST", PAYMENTS, PAYMENT, "PSU-Context", "PRIVATE");
    var sca = find("/sca/([^\\"]+)\\"", made);
    operate("completeAuthorisation(id: \\"" + sca + "\\", customerNumber: \\"13039319955\\", outcome: APPROVED) { redirectTo }");
    operate("advanceClock(by: \\"P5D\\") { now }");
    var payment = PAYMENTS + "/" + find("\\"paymentId\\":\\"([^\\"]+)\\"", made);
    var status = send("GET", payment + "/status", "", "Accept", "application/json");
    assertEquals("ACSC", find("\\"transactionStatus\\":\\"(\\\\w+)\\"", status));
  }
}
`,
    ],
    command: 'npx sandbank exec --psu 13039319955 -- mvn test',
  },
]

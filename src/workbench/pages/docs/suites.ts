/** Complete files of suites that share one bank, or get one from `exec`. The first line of each is its name (D90, D91, D110). */

/** A suite: the command that prints the kit of its language, its files, and the command that runs them. */
export type Suite = {
  readonly title: string
  readonly kit?: string
  readonly files: readonly string[]
  readonly command: string
}

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

/** Installs the package for a suite, also in a folder without package.json. */
export const INSTALL_FOR_SUITES = 'npm install --save-dev ../sandbank/sandbank-2.1.0.tgz'

/** In JavaScript, with a bank for each file of tests. */
export const FIRST_SUITES: readonly Suite[] = [
  {
    title: 'jest',
    files: [
      `// accounts.test.cjs
const { startSandbank } = require('sandbank/testing')

let bank
beforeAll(async () => {
  bank = await startSandbank()
})
afterAll(() => bank.close())

test('shows the accounts that the customer opened', async () => {
  const world = await bank.createWorld()
  const tpp = bank.tpp('acme')
  const refused = await tpp.fetch(world.url('/v1/accounts'), { psu: '13039319955', context: 'PRIVATE' })
  await world.approve(refused, '13039319955')
  const answer = await tpp.fetch(world.url('/v1/accounts'), { psu: '13039319955' })
  expect((await answer.json()).accounts).toHaveLength(2)
})
`,
    ],
    command: 'npx jest accounts',
  },
  {
    title: "Node's own runner",
    files: [
      `// errors.test.mjs
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSandbank } from 'sandbank/testing'

const bank = await startSandbank()
after(() => bank.close())

test('asks for a consent first', async () => {
  const world = await bank.createWorld()
  const answer = await bank.tpp('acme').fetch(world.url('/v1/accounts'), { psu: '13039319955' })
  assert.equal(answer.status, 401)
  assert.equal((await answer.json()).tppMessages[0].code, 'CONSENT_INVALID')
})
`,
    ],
    command: 'node --test errors.test.mjs',
  },
]

/** In JavaScript, one bank for all workers of a run. */
export const SHARED_SUITES: readonly Suite[] = [
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
]

/** In other languages, the kit in one file. */
export const SUITES: readonly Suite[] = [
  {
    title: 'Python, with pytest',
    kit: 'npx sandbank kit python > sandbank.py',
    files: [
      `# conftest.py
pytest_plugins = ["sandbank"]
`,
      `# test_shop.py
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
`,
    ],
    command: 'npx sandbank exec -- pytest test_shop.py',
  },
  {
    title: 'Go',
    kit: 'mkdir -p sandbank && npx sandbank kit go > sandbank/sandbank.go',
    files: [
      `// go.mod
module example.com/shop

go 1.18
`,
      `// shop_test.go
package shop

import (
	"testing"

	"example.com/shop/sandbank"
)

const (
	number   = "13039319955"
	payments = "/v1/payments/norwegian-domestic-credit-transfers"
)

func TestKariPaysFromHerAccount(t *testing.T) {
	bank := sandbank.Connect(t)
	world, tpp := bank.CreateWorld(), bank.TPP("acme")
	kari := sandbank.Options{PSU: number, Context: "PRIVATE"}
	refused := tpp.Fetch("GET", world.URL("/v1/accounts"), kari)
	world.Approve(refused, number)
	accounts := tpp.Fetch("GET", world.URL("/v1/accounts"), kari).Expect(200)
	payment := map[string]any{
		"instructedAmount": map[string]string{"amount": "100.00", "currency": "NOK"},
		"creditorName":     "Ola Nordmann",
		"creditorAccount":  map[string]string{"iban": "NO1815034020016", "currency": "NOK"},
		"debtorAccount":    map[string]string{"iban": accounts.Text("accounts", "0", "iban"), "currency": "NOK"},
	}
	created := tpp.Fetch("POST", world.URL(payments), kari.With(payment)).Expect(201)
	world.Approve(created, number)
	world.Clock.Advance("P5D")
	status := tpp.Fetch("GET", world.URL(payments+"/"+created.Text("paymentId")+"/status"), kari)
	if got := status.Text("transactionStatus"); got != "ACSC" {
		t.Fatal("the payment is", got)
	}
}
`,
    ],
    command: 'npx sandbank exec -- go test ./...',
  },
  {
    title: 'Java, with JUnit 5 and Maven',
    kit: 'mkdir -p src/test/java && npx sandbank kit java > src/test/java/Sandbank.java',
    files: [
      `<!-- pom.xml -->
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId>
  <artifactId>shop</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>5.11.4</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin>
        <artifactId>maven-compiler-plugin</artifactId>
        <version>3.13.0</version>
      </plugin>
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>3.5.2</version>
      </plugin>
    </plugins>
  </build>
</project>
`,
      `// src/test/java/ShopTest.java
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Sandbank.class)
class ShopTest {
  static final String NUMBER = "13039319955";
  static final String PAYMENTS = "/v1/payments/norwegian-domestic-credit-transfers";

  @Test
  void kariPaysFromHerAccount(Sandbank.World world, Sandbank.Tpp tpp) {
    var kari = new Sandbank.Options().psu(NUMBER).context("PRIVATE");
    var refused = tpp.fetch("GET", world.url("/v1/accounts"), kari);
    world.approve(refused, NUMBER);
    var accounts = tpp.fetch("GET", world.url("/v1/accounts"), kari).expect(200).json().get("accounts");
    var payment =
        Map.of(
            "instructedAmount", Map.of("amount", "100.00", "currency", "NOK"),
            "creditorName", "Ola Nordmann",
            "creditorAccount", Map.of("iban", "NO1815034020016", "currency", "NOK"),
            "debtorAccount", Map.of("iban", accounts.get(0).get("iban").text(), "currency", "NOK"));
    var created = tpp.fetch("POST", world.url(PAYMENTS), kari.json(payment)).expect(201);
    world.approve(created, NUMBER);
    world.clock.advance("P5D");
    var id = created.json().get("paymentId").text();
    var status = tpp.fetch("GET", world.url(PAYMENTS + "/" + id + "/status"), kari);
    assertEquals("ACSC", status.json().get("transactionStatus").text());
  }
}
`,
    ],
    command: 'npx sandbank exec -- mvn test',
  },
]

/** How a CI server installs the tarball of `npm pack` from the repository, and runs a suite with a bank. */
export const CI_FILES = [
  `# .github/workflows/bank.yml
on: push
jobs:
  bank:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: sudo apt-get install -q -y python3-pytest
      - run: npm install --no-save ./sandbank-*.tgz
      - run: npx sandbank kit python > sandbank.py
      - run: npx sandbank exec -- pytest-3 --junitxml=report.xml
`,
  `# .gitlab-ci.yml
bank:
  image: node:22
  script:
    - apt-get update -q && apt-get install -q -y python3-pytest
    - npm install --no-save ./sandbank-*.tgz
    - npx sandbank kit python > sandbank.py
    - npx sandbank exec -- pytest-3 --junitxml=report.xml
  artifacts:
    when: always
    reports: { junit: report.xml }
`,
]

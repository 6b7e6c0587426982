import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  print,
  type SelectionNode,
  valueFromASTUntyped,
  visit,
} from 'graphql'
import { BANK_BY_KEYS } from '../../../sandbox/fixtures/documents/bank-by-keys.ts'
import { standard } from '../../../sandbox/fixtures/documents/standard.ts'
import { laidOut, printed } from './laid-out.ts'

/** What the group Build of GraphiQL's pane writes: mutations with keys, which fit to what the world and the document have. */

/** Its buttons. What a mutation needs and is not there is made by it, too: each of them works in an empty world. */
export const BUILDS = {
  Customer: 'customer',
  Account: 'account',
  Lines: 'lines',
  Agreement: 'agreement',
  Consent: 'consent',
  Payment: 'payment',
  Basket: 'basket',
  'A whole bank': 'bank',
} as const
export type Build = (typeof BUILDS)[keyof typeof BUILDS]

/** What is asked of the world before. */
export const HERE = `{
  clock { now nextBatchAt }
  customers(last: 100) { nodes { customerNumber key type } }
  accounts(last: 100) { nodes { key currency owner { customerNumber key } transactions(first: 10) { nodes { key } } } }
  agreements(last: 100) { nodes { key engagements(last: 10) { nodes { key } } } }
  consents(last: 100) { nodes { key } }
  payments(last: 100) { nodes { key } }
  signingBaskets(last: 100) { nodes { key } }
}`

type CustomerNames = { readonly customerNumber?: string; readonly key?: string | null }
type Customer = CustomerNames & { readonly type?: string }
type Account = { readonly key?: string | null; readonly currency?: string; readonly owner: CustomerNames }
type List<Row> = { readonly nodes: readonly Row[] }
/** The answer to it. */
export type Here = {
  readonly clock: { readonly now: string; readonly nextBatchAt: string }
  readonly customers: List<Customer>
  readonly accounts: List<Account>
}

/** What becomes of the document in the editor: the text comes to `at`, or in place of it, or into a tab of its own. */
export type Writing = { readonly text: string; readonly at: number | 'ALL' | 'NEW_TAB' }

/**
 * Writes a mutation, or its fields into the one that the cursor is in, unless that one has been run.
 * @param document what the editor has
 * @param cursor where in it the cursor stands
 */
export function write(build: Build, here: Here, document = '', cursor = document.length): Writing {
  const mutation = mutationOf(document)
  const taken = new Set(keysIn(here))
  const isRun = mutation !== undefined && keysMadeBy(mutation.selectionSet.selections).some(key => taken.has(key))
  const within = isRun ? undefined : mutation
  const fields = fieldsFor(build, { here, taken, within })
  if (within === undefined) {
    const name = build[0]?.toUpperCase() + build.slice(1)
    const text = laidOut(`mutation ${name} { ${fields.map(print).join('\n')} }`)
    return { text, at: document.trim() === '' ? 'ALL' : 'NEW_TAB' }
  }
  // What makes a thing that the new fields name runs before them, wherever the cursor is.
  const named = new Set(textsIn(fields))
  const before = within.selectionSet.selections.filter(
    one => (one.loc?.start ?? 0) <= cursor || keysMadeBy([one]).some(key => named.has(key)),
  )
  const at = before.at(-1)?.loc?.end ?? (within.selectionSet.loc?.start ?? 0) + 1
  return { text: fields.map(field => `\n${printed(field)}`.replaceAll('\n', '\n  ')).join(''), at }
}

/** The one mutation of a document, if that is all that it has. */
function mutationOf(document: string): OperationDefinitionNode | undefined {
  const [only, ...others] = parsed(document)?.definitions ?? []
  const isOne = only?.kind === Kind.OPERATION_DEFINITION && only.operation === OperationTypeNode.MUTATION
  return isOne && others.length === 0 ? only : undefined
}

function parsed(document: string): DocumentNode | undefined {
  try {
    return parse(document)
  } catch {
    return undefined
  }
}

/** Those who act, by the keys that the texts below call them. */
type Role = 'ingrid' | 'daily' | 'havn' | 'running'

/** Fields of a mutation; days count from the world's. */
const TEXTS = {
  customer: `createCustomer(input: { key: "ingrid", name: "Ingrid Example", type: PRIVATE }) { customer { id key customerNumber psuId } }`,
  account: `createAccount(input: { key: "daily", customerNumber: "ingrid", accountName: "Everyday", product: "Brukskonto",
    cashAccountType: CACC, currency: "NOK", creditLine: 0, balances: [{ balanceType: closingBooked, balanceAmount: { amount: 12500, currency: "NOK" } }] }) {
    account { id key iban } }`,
  company: `createCustomer(input: { key: "havn", name: "Havn AS", type: CORPORATE }) { customer { id key customerNumber psuId } }`,
  companyAccount: `createAccount(input: { key: "running", customerNumber: "havn", accountName: "Running", product: "Bedriftskonto",
    cashAccountType: CACC, currency: "NOK", creditLine: 0, balances: [{ balanceType: closingBooked, balanceAmount: { amount: 90000, currency: "NOK" } }] }) {
    account { id key iban } }`,
  lines: `createTransactions(inputs: [
    { key: "salary", accountId: "daily", transactionAmount: { amount: "32000.00", currency: "NOK" }, bookingDate: "-3D", valueDate: "-3D", debtorName: "Havn AS" }
    { key: "groceries", accountId: "daily", transactionAmount: { amount: "-349.90", currency: "NOK" }, bookingDate: "-2D", valueDate: "-2D", creditorName: "Torget Mat" }
    { key: "tram", accountId: "daily", transactionAmount: { amount: "-44.00", currency: "NOK" }, bookingDate: "-1D", valueDate: "-1D", creditorName: "Bytrikken" }
  ]) { transactions { id key bookingDate transactionAmount { amount currency } } }`,
  agreement: `createAgreement(input: { key: "netbank", owner: "havn", name: "netbank" }) { agreement { id key name } }
  createEngagement(input: { key: "clerk", agreementId: "netbank", customer: "ingrid", account: { iban: "running" }
    roles: [VIEW, REGISTER, APPROVE], registerLimit: 100000, approvalLimit: 100000 }) { engagement { id key roles } }`,
  consent: `grantConsent(input: { key: "access", tpp: "SANDBANK", psu: "ingrid", context: PRIVATE, accountIds: ["daily"] }) {
    psuHeaders { name value } consent { id key expiresAt accounts { id accountName iban } } }`,
  payment: `createPayment(input: { key: "rent", psu: "ingrid", context: PRIVATE, debtorAccount: { iban: "daily", currency: "NOK" }
    creditorAccount: { iban: "NO9386011117947", currency: "NOK" }, creditorName: "Eva Eksempel", instructedAmount: { amount: "1000.00", currency: "NOK" }
    remittanceInformationUnstructured: "rent" }) {
    payment { id key status } authorisation { id scaRedirect } }
  completeAuthorisation(input: { id: "rent", psu: "ingrid", outcome: APPROVED }) { authorisation { payment { id status dueAt } } }`,
  basket: `createPayments(inputs: [
    { key: "power", psu: "ingrid", context: PRIVATE, debtorAccount: { iban: "daily", currency: "NOK" }
      creditorAccount: { iban: "NO9386011117947", currency: "NOK" }, creditorName: "Kysten Kraft", instructedAmount: { amount: "640.00", currency: "NOK" }
      remittanceInformationUnstructured: "power" }
    { key: "water", psu: "ingrid", context: PRIVATE, debtorAccount: { iban: "daily", currency: "NOK" }
      creditorAccount: { iban: "NO9386011117947", currency: "NOK" }, creditorName: "Kysten Vann", instructedAmount: { amount: "210.00", currency: "NOK" }
      remittanceInformationUnstructured: "water" }
  ]) { payments { id key status } }
  createSigningBasket(input: { key: "bills", psu: "ingrid", paymentIds: ["power", "water"] }) { signingBasket { id key payments { id key } } }
  authoriseSigningBasket(input: { id: "bills", psu: "ingrid" }) { authorisation { id scaRedirect } }
  completeAuthorisation(input: { id: "bills", psu: "ingrid", outcome: APPROVED }) { authorisation { signingBasket { id status } } }`,
  bank: BANK_BY_KEYS,
} as const satisfies Readonly<Record<Build | 'company' | 'companyAccount', string>>
type Text = keyof typeof TEXTS

/** What makes one who acts, where the world and the document have none. */
const MAKERS: Readonly<Record<Role, Text>> = {
  ingrid: 'customer',
  daily: 'account',
  havn: 'company',
  running: 'companyAccount',
}

type Around = {
  readonly here: Here
  readonly taken: ReadonlySet<string>
  readonly within: OperationDefinitionNode | undefined
}

function fieldsFor(build: Build, { here, taken, within }: Around): readonly FieldNode[] {
  const written = within?.selectionSet.selections ?? []
  const used = new Set([...taken, ...keysMadeBy(written)])
  const answered = new Set(written.flatMap(one => (one.kind === Kind.FIELD ? [(one.alias ?? one.name).value] : [])))
  const acting = actingIn(here, written)
  const today = new Date(here.clock.now)
  const fields: FieldNode[] = []

  const add = (text: Text) => {
    const parts = fieldsOf(TEXTS[text])
    const made = keysMadeBy(parts)
    for (const role of rolesNamedBy(parts)) if (!made.includes(role) && acting[role] === undefined) add(MAKERS[role])
    const number = numberFor(made, used)
    const names = new Map<string, string | undefined>(Object.entries(acting))
    for (const key of made) {
      const own = `${key}${number}`
      used.add(own)
      names.set(key, own)
      if (isRole(key)) acting[key] = own
    }
    fields.push(...parts.map(field => apart(renamed(field, names, today), answered)))
  }
  add(build)
  return fields
}

/** Nothing, or the first number with which none of these keys is taken. */
function numberFor(keys: readonly string[], used: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : String(number)
    if (!keys.some(key => used.has(key + end))) return end
  }
}

/** The field, which reads the keys that it is to name, and the days. */
function renamed(field: FieldNode, names: ReadonlyMap<string, string | undefined>, today: Date): FieldNode {
  return visit(field, {
    StringValue: node => {
      const [, days] = /^-(\d+)D$/.exec(node.value) ?? []
      const day = (days: number) => new Date(today.getTime() - days * 86_400_000).toISOString().slice(0, 10)
      return { ...node, value: days === undefined ? (names.get(node.value) ?? node.value) : day(Number(days)) }
    },
  })
}

/** The field under a name that no other field of the document has. */
function apart(field: FieldNode, answered: Set<string>): FieldNode {
  const name = (field.alias ?? field.name).value
  let own = name
  for (let number = 2; answered.has(own); number++) own = `${name}${number}`
  answered.add(own)
  return own === name ? field : { ...field, alias: { kind: Kind.NAME, value: own } }
}

const isRole = (key: string): key is Role => Object.hasOwn(MAKERS, key)

/**
 * Who acts: the latest of the document, else the latest of the world. Those of the standard set act only as long as there is no other: who has made
 * customers does not want an agreement of Nordlys Bygg.
 */
function actingIn(here: Here, written: readonly SelectionNode[]): { [one in Role]?: string } {
  const inputs = inputsOf(written)
  const own = here.customers.nodes.filter(({ customerNumber = '' }) => !STANDARD.has(customerNumber))
  const made = inputs.filter(({ field }) => /^createCustomers?$/.test(field))
  const customers = [...(own.length + made.length === 0 ? here.customers.nodes : own), ...made]
  const accounts = [
    ...here.accounts.nodes.map(({ key, currency, owner }) => ({ key, currency, customerNumber: nameOf(owner) })),
    ...inputs.filter(({ field }) => /^createAccounts?$/.test(field)),
  ]
  const latest = (type: string) => nameOf(customers.findLast(one => one.type === type))
  const accountOf = (owner: unknown) =>
    accounts.findLast(one => one.customerNumber === owner && one.currency === 'NOK' && typeof one.key === 'string')?.key
  const [ingrid, havn] = [latest('PRIVATE'), latest('CORPORATE')]
  const found = {
    ingrid,
    havn,
    daily: ingrid === undefined ? undefined : accountOf(ingrid),
    running: havn === undefined ? undefined : accountOf(havn),
  }
  return Object.fromEntries(Object.entries(found).filter(([, key]) => typeof key === 'string'))
}

const STANDARD: ReadonlySet<string> = new Set(standard.customers.map(({ customerNumber }) => customerNumber))

/** What the rest of a document calls a customer. */
function nameOf(one: object = {}): string | undefined {
  return ['key', 'customerNumber'].map(name => Reflect.get(one, name)).find((name: unknown) => typeof name === 'string')
}

/** What mutations make: their inputs, each with the name of its field. */
function inputsOf(
  selections: readonly SelectionNode[],
): readonly Readonly<Record<string, unknown> & { field: string }>[] {
  return fieldsAmong(selections).flatMap(field =>
    (field.arguments ?? []).flatMap(({ value }) =>
      [valueFromASTUntyped(value)].flat().map(input => ({ ...Object(input), field: field.name.value })),
    ),
  )
}

function keysMadeBy(selections: readonly SelectionNode[]): string[] {
  return inputsOf(selections).flatMap(({ key }) => (typeof key === 'string' ? [key] : []))
}

function rolesNamedBy(fields: readonly FieldNode[]): readonly Role[] {
  return [...new Set(textsIn(fields).filter(isRole))]
}

function textsIn(fields: readonly FieldNode[]): readonly string[] {
  const texts: string[] = []
  for (const field of fields) visit(field, { StringValue: ({ value }) => void texts.push(value) })
  return texts
}

function fieldsOf(text: string): readonly FieldNode[] {
  const [operation] = parse(/^\w+ \w+ \{/.test(text) ? text : `mutation { ${text} }`, { noLocation: true }).definitions
  return operation?.kind === Kind.OPERATION_DEFINITION ? fieldsAmong(operation.selectionSet.selections) : []
}

const fieldsAmong = (selections: readonly SelectionNode[]) => selections.filter(one => one.kind === Kind.FIELD)

/** Each key in an answer, at any depth. */
function keysIn(answer: unknown): readonly string[] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([name, value]) =>
    name === 'key' && typeof value === 'string' ? [value] : keysIn(value),
  )
}

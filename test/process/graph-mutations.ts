/** A call of a mutation that succeeds after those before it; `$NAME` is the id of what an earlier one has made, by the name that it gave it, and `$NAMESCA` that of its SCA. */
export type MutationCall = readonly [name: string, call: string]

const BALANCE = 'balances: [{ balanceType: closingBooked, balanceAmount: { amount: 1000, currency: "NOK" } }]'
const LINE =
  'transactionAmount: { amount: "-10.00", currency: "NOK" }, bookingDate: "2024-03-15", valueDate: "2024-03-15"'
const OWNER = 'customerNumber: "10000000001"'
const account = (number: string, owner = OWNER) =>
  `{ ${owner}, accountName: "Brukskonto", bban: "${number}", iban: "NO93${number}", currency: "NOK", product: "Brukskonto", cashAccountType: CACC, creditLine: 0, ${BALANCE} }`
const card = (pan: string) =>
  `{ ${OWNER}, accountName: "Kort", maskedPan: "${pan}", currency: "NOK", product: "Mastercard", creditLine: 50000, ${BALANCE} }`
const PSU = 'psu: "10000000001"'
const DEBTOR = 'debtorAccount: { iban: "NO9310000000011", currency: "NOK" }'
const transfer = (amount: string) =>
  `instructedAmount: { amount: "${amount}", currency: "NOK" }, creditorName: "Ola", creditorAccount: { iban: "NO9310000000012", currency: "NOK" }`
/** With a context its SCA is started at once (D45). */
const payment = (amount: string, more = '') => `{ ${PSU}, ${DEBTOR}, ${transfer(amount)} ${more} }`
const bulk = (...amounts: string[]) =>
  `{ ${PSU}, context: PRIVATE, ${DEBTOR}, payments: [${amounts.map(amount => `{ ${transfer(amount)} }`).join(', ')}] }`
const periodic = (amount: string) =>
  payment(amount, ', context: PRIVATE, startDate: "2030-01-20", frequency: Monthly, dayOfExecution: "20"')
const engagement = (customer: string) =>
  `{ agreementId: $AGREEMENT, customer: "${customer}", account: { iban: "NO9310000000013" }, roles: [VIEW], registerLimit: 0, approvalLimit: 0 }`
const MADE = '{ payment { id } authorisation { id } }'
const IMMEDIATE = ', context: PRIVATE'
const LATER = `${IMMEDIATE}, requestedExecutionDate: "2030-01-15"`
const complete = (name: string) =>
  `completeAuthorisation(input: { id: ${name}, ${PSU}, context: PRIVATE, outcome: APPROVED }) { authorisation { id } }`
const DOCUMENT = '{ customers: [{ key: "one", name: "One", type: PRIVATE }] }'

/** Each mutation of the graph, as one follows the other in a standard world, with a key for a certificate. */
export const mutationCalls = (publicKey: string): readonly MutationCall[] => [
  ['CUSTOMER', `createCustomer(input: { ${OWNER}, name: "Kari", type: PRIVATE }) { customer { id } }`],
  [
    'CORPORATION',
    'createCustomer(input: { customerNumber: "10000000002", name: "Havn", type: CORPORATE }) { customer { id } }',
  ],
  [
    '_',
    'createCustomers(inputs: [{ customerNumber: "10000000091", name: "Ola", type: PRIVATE }, { key: "nina", name: "Nina", type: PRIVATE }]) { customers { id } }',
  ],
  ['_', `createAccounts(inputs: [${account('10000000091')}, ${account('10000000092')}]) { accounts { id } }`],
  ['ACCOUNT', `createAccount(input: ${account('10000000011')}) { account { id } }`],
  ['OTHER', `createAccount(input: ${account('10000000012')}) { account { id } }`],
  ['THIRD', `createAccount(input: ${account('10000000013', 'customerNumber: "10000000002"')}) { account { id } }`],
  ['CARD', `createCardAccount(input: ${card('525412******1234')}) { cardAccount { id } }`],
  [
    '_',
    `createCardAccounts(inputs: [${card('525412******1235')}, ${card('525412******1236')}]) { cardAccounts { id } }`,
  ],
  ['AGREEMENT', 'createAgreement(input: { owner: "10000000002", name: "Nettbank" }) { agreement { id } }'],
  ['ENGAGEMENT', `createEngagement(input: ${engagement('10000000001')}) { engagement { id } }`],
  ['_', `createEngagements(inputs: [${engagement('10000000091')}]) { engagements { id } }`],
  ['_', `createTransaction(input: { accountId: $OTHER, ${LINE} }) { transaction { id } }`],
  [
    '_',
    `createTransactions(inputs: [{ accountId: $OTHER, ${LINE} }, { accountId: $ACCOUNT, ${LINE} }]) { transactions { id } }`,
  ],
  ['_', `createCardTransaction(input: { cardAccountId: $CARD, ${LINE} }) { cardTransaction { id } }`],
  [
    '_',
    `createCardTransactions(inputs: [{ cardAccountId: $CARD, ${LINE} }, { cardAccountId: $CARD, ${LINE} }]) { cardTransactions { id } }`,
  ],
  ['_', `changeBalances(input: { id: $ACCOUNT, ${BALANCE} }) { account { id } }`],
  ['_', `changeCardBalances(input: { id: $CARD, ${BALANCE} }) { cardAccount { id } }`],
  ['_', 'changeCustomer(input: { id: $CUSTOMER, name: "Other" }) { customer { id } }'],
  ['_', 'changeAccount(input: { id: $OTHER, product: "Other" }) { account { id } }'],
  ['_', 'changeEngagement(input: { id: $ENGAGEMENT, registerLimit: 1 }) { engagement { id } }'],
  ['_', 'setKidDemand(input: { accountId: $OTHER, demanded: false }) { account { id } }'],
  ['_', 'setContactInformation(input: { tpp: $TPP, emails: ["a@example.com"] }) { contactInformation { updatedAt } }'],
  ['_', `issueCertificate(input: { name: "a", publicKey: "${publicKey}" }) { certificate { keyId } }`],
  ['CONSENT', `grantConsent(input: { ${PSU}, context: PRIVATE }) { consent { id } }`],
  ['_', `grantConsents(inputs: [{ ${PSU}, context: PRIVATE }, { ${PSU}, context: PRIVATE }]) { consents { id } }`],
  ['OFFER', 'offerConsent(input: {}) { authorisation { id } }'],
  ['_', complete('$OFFER')],
  ['_', 'revokeConsent(id: $CONSENT) { consent { id } }'],
  ['PAID', `createPayment(input: ${payment('10.00', IMMEDIATE)}) ${MADE}`],
  ['_', complete('$PAIDSCA')],
  ['PLAIN', `createPayment(input: ${payment('11.00')}) ${MADE}`],
  ['PLAINSCA', `startPaymentAuthorisation(input: { id: $PLAIN, ${PSU} }) { authorisation { id } }`],
  ['_', complete('$PLAINSCA')],
  ['LATER', `createPayment(input: ${payment('12.00', LATER)}) ${MADE}`],
  ['_', complete('$LATERSCA')],
  ['_', 'changePaymentInBank(input: { id: $LATER, requestedExecutionDate: "2030-01-16" }) { payment { id } }'],
  ['_', `cancelPayment(input: { id: $LATER, ${PSU} }) { needsAuthorisation }`],
  ['CANCELSCA', `authoriseCancellation(input: { id: $LATER, ${PSU} }) { authorisation { id } }`],
  ['_', complete('$CANCELSCA')],
  ['DROPPED', `createPayment(input: ${payment('13.00', LATER)}) ${MADE}`],
  ['_', complete('$DROPPEDSCA')],
  ['_', 'cancelPaymentInBank(id: $DROPPED) { payment { id } }'],
  ['_', `createPayments(inputs: [${payment('20.00')}, ${payment('21.00', IMMEDIATE)}]) { payments { id } }`],
  ['BULK', `createBulkPayment(input: ${bulk('14.00', '15.00')}) ${MADE}`],
  ['_', complete('$BULKSCA')],
  ['_', `createBulkPayments(inputs: [${bulk('22.00')}, ${bulk('23.00', '24.00')}]) { payments { id } }`],
  ['PLAN', `createPeriodicPayment(input: ${periodic('16.00')}) ${MADE}`],
  ['_', complete('$PLANSCA')],
  ['_', `createPeriodicPayments(inputs: [${periodic('25.00')}, ${periodic('26.00')}]) { payments { id } }`],
  ['FIRST', `createPayment(input: ${payment('17.00')}) ${MADE}`],
  ['SECOND', `createPayment(input: ${payment('18.00')}) ${MADE}`],
  ['BASKET', `createSigningBasket(input: { ${PSU}, paymentIds: [$FIRST, $SECOND] }) { signingBasket { id } }`],
  ['BASKETSCA', `authoriseSigningBasket(input: { id: $BASKET, ${PSU} }) { authorisation { id } }`],
  ['_', complete('$BASKETSCA')],
  ['ALONE', `createPayment(input: ${payment('19.00')}) ${MADE}`],
  ['UNSIGNED', `createSigningBasket(input: { ${PSU}, paymentIds: [$ALONE] }) { signingBasket { id } }`],
  ['_', `deleteSigningBasket(input: { id: $UNSIGNED, ${PSU} }) { signingBasket { id } }`],
  [
    'SCENARIO',
    'setScenario(input: { scenario: "delay; ms=1", for: { operation: createPayment } }) { scenario { id } }',
  ],
  ['_', 'clearScenarios(ids: [$SCENARIO]) { scenarios { id } }'],
  ['HABIT', 'setHabit(input: { habit: "missing=creditorName" }) { habit { id } }'],
  ['_', 'clearHabits(ids: [$HABIT]) { habits { id } }'],
  ['_', 'freezeClock { clock { now } }'],
  ['_', 'resumeClock { clock { now } }'],
  ['_', 'stopAdvance { clock { now } }'],
  ['_', 'advanceClock(input: { by: "P1D" }) { clock { now } }'],
  ['_', 'deleteTransactions(accountId: $OTHER) { count }'],
  ['_', 'deleteCardTransactions(cardAccountId: $CARD) { count }'],
  ['_', 'deleteCardAccount(id: $CARD) { cardAccount { id } }'],
  ['_', 'deleteEngagement(id: $ENGAGEMENT) { engagement { id } }'],
  ['_', 'deleteAccount(id: $THIRD) { account { id } }'],
  ['_', 'deleteAgreement(id: $AGREEMENT) { agreement { id } }'],
  ['_', 'deleteCustomer(id: $CORPORATION) { customer { id } }'],
  ['_', `applyFixture(fixture: ${DOCUMENT}) { ids { id } }`],
  ['_', 'takeSnapshot(name: "kept") { snapshot { name } }'],
  ['_', 'restoreSnapshot(name: "kept") { world { name } }'],
  ['_', 'deleteSnapshot(name: "kept") { snapshot { name } }'],
  ['_', 'createWorld(input: { name: "copied", source: { copyOf: "default" } }) { world { name } }'],
  ['_', 'resetWorld(input: { name: "copied" }) { world { name } }'],
  ['_', 'deleteWorld(name: "copied") { world { name } }'],
  ['_', 'initialize { customers { totalCount } }'],
]

/** A call of a mutation that succeeds after those before it; `$NAME` is the id of what an earlier one has made, by the name that it gave it. */
export type MutationCall = readonly [name: string, call: string]

const BALANCE = 'balances: [{ balanceType: closingBooked, balanceAmount: { amount: 1000, currency: "NOK" } }]'
const LINE =
  'transactionAmount: { amount: "-10.00", currency: "NOK" }, bookingDate: "2024-03-15", valueDate: "2024-03-15"'
const account = (number: string) =>
  `createAccount(input: { customerNumber: "10000000001", accountName: "Brukskonto", bban: "${number}", iban: "NO93${number}", currency: "NOK", product: "Brukskonto", cashAccountType: CACC, creditLine: 0, ${BALANCE} }) { id }`
const transfer = (amount: string) =>
  `instructedAmount: { amount: "${amount}", currency: "NOK" }, creditorName: "Ola", creditorAccount: { iban: "NO9310000000012", currency: "NOK" }`
const DEBTOR = 'debtorAccount: { iban: "NO9310000000011", currency: "NOK" }'
const PSU = 'psu: "10000000001"'
const payment = (amount: string, more = '') =>
  `createPayment(${PSU}, context: PRIVATE, product: NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS, input: { ${transfer(amount)}, ${DEBTOR} ${more} }) { payment { id } authorisation { id } }`
const complete = (name: string) =>
  `completeAuthorisation(id: ${name}, customerNumber: "10000000001", context: PRIVATE, outcome: APPROVED) { authorisation { id } }`
const engagement =
  'createEngagement(agreementId: $AGREEMENT, input: { customer: "10000000001", account: { iban: "NO9310000000013" }, roles: [VIEW], registerLimit: 0, approvalLimit: 0 }) { id }'
const DOCUMENT = '{ customers: [{ key: "one", name: "One", type: PRIVATE }] }'

/** Each mutation of the graph, as one follows the other in a standard world, with a key for a certificate. */
export const mutationCalls = (publicKey: string): readonly MutationCall[] => [
  ['CUSTOMER', 'createCustomer(input: { customerNumber: "10000000001", name: "Kari", type: PRIVATE }) { id }'],
  ['CORPORATION', 'createCustomer(input: { customerNumber: "10000000002", name: "Havn", type: CORPORATE }) { id }'],
  ['_', 'createCustomers(inputs: [{ customerNumber: "10000000091", name: "Ola", type: PRIVATE }]) { id }'],
  [
    '_',
    account('10000000091')
      .replace('createAccount(input: {', 'createAccounts(inputs: [{')
      .replace('}) { id }', '}]) { id }'),
  ],
  ['ACCOUNT', account('10000000011')],
  ['OTHER', account('10000000012')],
  ['THIRD', account('10000000013').replace('10000000001"', '10000000002"')],
  [
    'CARD',
    `createCardAccount(input: { customerNumber: "10000000001", accountName: "Kort", maskedPan: "525412******1234", currency: "NOK", product: "Mastercard", creditLine: 50000, ${BALANCE} }) { id }`,
  ],
  ['AGREEMENT', 'createAgreement(input: { owner: "10000000002", name: "Nettbank" }) { id }'],
  ['ENGAGEMENT', engagement],
  ['LINE', `createTransaction(accountId: $OTHER, input: { ${LINE} }) { id }`],
  ['LINES', `createTransactions(accountId: $OTHER, inputs: [{ ${LINE} }, { ${LINE} }]) { id }`],
  ['CARDLINE', `createCardTransaction(cardAccountId: $CARD, input: { ${LINE} }) { id }`],
  ['_', `changeBalances(id: $ACCOUNT, input: { ${BALANCE} }) { id }`],
  ['_', `changeCardBalances(id: $CARD, input: { ${BALANCE} }) { id }`],
  ['_', 'setKidDemand(accountId: $OTHER, demanded: false) { id }'],
  ['_', 'setContactInformation(tppId: $TPP, input: { emails: ["a@example.com"] }) { updatedAt }'],
  ['_', `issueCertificate(input: { name: "a", publicKey: "${publicKey}" }) { keyId }`],
  ['CONSENT', 'grantConsent(customerNumber: "10000000001", context: PRIVATE) { consent { id } }'],
  [
    '_',
    'confirmFunds(access: { psu: "10000000001", context: PRIVATE }, input: { account: { iban: "NO9310000000011" }, instructedAmount: { amount: "1.00", currency: "NOK" } })',
  ],
  ['_', 'offerConsentDeprecated { id }'],
  ['OFFER', 'offerConsent { id }'],
  ['_', complete('$OFFER')],
  ['_', 'revokeConsent(id: $CONSENT) { id }'],
  ['PAID', payment('10.00')],
  ['_', complete('$PAIDSCA')],
  ['PLAIN', payment('11.00').replace('context: PRIVATE, ', '')],
  ['PLAINSCA', `startPaymentAuthorisation(id: $PLAIN, ${PSU}) { id }`],
  ['_', complete('$PLAINSCA')],
  ['LATER', payment('12.00', ', requestedExecutionDate: "2030-01-15"')],
  ['_', complete('$LATERSCA')],
  ['_', 'changePaymentInBank(id: $LATER, requestedExecutionDate: "2030-01-16") { id }'],
  ['_', `cancelPayment(id: $LATER, ${PSU}) { needsAuthorisation }`],
  ['CANCELSCA', `authoriseCancellation(id: $LATER, ${PSU}) { id }`],
  ['_', complete('$CANCELSCA')],
  ['DROPPED', payment('13.00', ', requestedExecutionDate: "2030-01-15"')],
  ['_', complete('$DROPPEDSCA')],
  ['_', 'cancelPaymentInBank(id: $DROPPED) { id }'],
  [
    'BULK',
    `createBulkPayment(${PSU}, context: PRIVATE, product: NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS, input: { ${DEBTOR}, payments: [{ ${transfer('14.00')} }, { ${transfer('15.00')} }] }) { payment { id } authorisation { id } }`,
  ],
  ['_', complete('$BULKSCA')],
  [
    'PLAN',
    `createPeriodicPayment(${PSU}, context: PRIVATE, product: NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS, input: { ${transfer('16.00')}, ${DEBTOR}, startDate: "2030-01-20", frequency: Monthly, dayOfExecution: "20" }) { payment { id } authorisation { id } }`,
  ],
  ['_', complete('$PLANSCA')],
  ['FIRST', payment('17.00').replace('context: PRIVATE, ', '')],
  ['SECOND', payment('18.00').replace('context: PRIVATE, ', '')],
  ['BASKET', `createSigningBasket(${PSU}, input: { paymentIds: [$FIRST, $SECOND] }) { id }`],
  ['BASKETSCA', `authoriseSigningBasket(id: $BASKET, ${PSU}) { id }`],
  ['_', complete('$BASKETSCA')],
  ['ALONE', payment('19.00').replace('context: PRIVATE, ', '')],
  ['UNSIGNED', `createSigningBasket(${PSU}, input: { paymentIds: [$ALONE] }) { id }`],
  ['_', `deleteSigningBasket(id: $UNSIGNED, ${PSU}) { id }`],
  ['SCENARIO', 'setScenario(scenario: "delay; ms=1", for: { operation: createPayment }) { id }'],
  ['_', 'clearScenarios(ids: [$SCENARIO]) { id }'],
  ['_', 'freezeClock { now }'],
  ['_', 'resumeClock { now }'],
  ['_', 'stopClock { now }'],
  ['_', 'advanceClock(by: "P1D") { now }'],
  ['_', 'deleteTransactions(accountId: $OTHER)'],
  ['_', 'deleteCardTransactions(cardAccountId: $CARD)'],
  ['_', 'deleteCardAccount(id: $CARD) { id }'],
  ['_', 'deleteEngagement(agreementId: $AGREEMENT, id: $ENGAGEMENT) { id }'],
  ['_', 'deleteAccount(id: $THIRD) { id }'],
  ['_', 'deleteAgreement(id: $AGREEMENT) { id }'],
  ['_', 'deleteCustomer(id: $CORPORATION) { id }'],
  ['_', `applyFixture(fixture: ${DOCUMENT}) { ids { id } }`],
  ['_', 'takeSnapshot(name: "kept") { name }'],
  ['_', 'restoreSnapshot(name: "kept") { name }'],
  ['_', 'deleteSnapshot(name: "kept") { name }'],
  ['_', 'createWorld(name: "copied", copyOf: "default") { name }'],
  ['_', 'resetWorld(name: "copied") { name }'],
  ['_', 'deleteWorld(name: "copied") { name }'],
  ['_', 'initialize { totalCount }'],
]

/** What GraphiQL shows of fixtures: a whole bank, made by one document: what is made gets a key, by which the rest of the document names it (D83). */
export const BANK_BY_KEYS = `# A whole bank by one document: what is made gets
# a key, by which the rest of it names it (D83).
mutation WholeBank {
  ingrid: createCustomer(key: "ingrid", input: { name: "Ingrid Example", type: PRIVATE }) { id key customerNumber }
  fjord: createCustomer(key: "fjord", input: { name: "Havn AS", type: CORPORATE }) { id key }
  daily: createAccount(key: "daily", input: {
    customerNumber: "ingrid", accountName: "Brukskonto", product: "Brukskonto", cashAccountType: CACC, currency: "NOK", creditLine: 0
    balances: [{ balanceType: closingBooked, balanceAmount: { amount: 5000, currency: "NOK" } }]
  }) { id key iban bban }
  running: createAccount(key: "running", input: {
    customerNumber: "fjord", accountName: "Driftskonto", product: "Bedriftskonto", cashAccountType: CACC, currency: "NOK", creditLine: 0
    balances: [{ balanceType: closingBooked, balanceAmount: { amount: 90000, currency: "NOK" } }]
  }) { id key }
  lines: createTransactions(accountId: "daily", keys: ["salary", null], inputs: [
    { transactionAmount: { amount: "32000.00", currency: "NOK" }, bookingDate: "2025-06-02", valueDate: "2025-06-02", debtorName: "Havn AS" }
    { transactionAmount: { amount: "-249.50", currency: "NOK" }, bookingDate: "2025-06-03", valueDate: "2025-06-03", creditorAccount: { iban: "running" } }
  ]) { id key }
  bank: createAgreement(key: "bank", input: { owner: "fjord", name: "Nettbank" }) { id key }
  clerk: createEngagement(key: "clerk", agreementId: "bank", input: {
    customer: "ingrid", account: { iban: "running" }, roles: [VIEW, REGISTER, APPROVE], registerLimit: 100000, approvalLimit: 100000
  }) { id key }
  access: grantConsent(key: "access", access: { tpp: "SANDBANK" }, psu: "ingrid", context: PRIVATE, accountIds: ["daily"]) {
    consent { id key tppId accounts { key } }
  }
  rent: createPayment(key: "rent", psu: "ingrid", context: PRIVATE, product: NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS, input: {
    debtorAccount: { iban: "daily", currency: "NOK" }, creditorAccount: { iban: "running", currency: "NOK" }
    creditorName: "Havn AS", instructedAmount: { amount: "1000.00", currency: "NOK" }
  }) { payment { id key status } }
  approved: completeAuthorisation(id: "rent", psu: "ingrid", outcome: APPROVED) { authorisation { payment { key status } } }
  power: createPayment(key: "power", psu: "ingrid", product: NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS, input: {
    debtorAccount: { iban: "daily", currency: "NOK" }, creditorAccount: { iban: "running", currency: "NOK" }
    creditorName: "Havn Kraft", instructedAmount: { amount: "640.00", currency: "NOK" }
  }) { payment { id key } }
  phone: createPayment(key: "phone", psu: "ingrid", product: NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS, input: {
    debtorAccount: { iban: "daily", currency: "NOK" }, creditorAccount: { iban: "running", currency: "NOK" }
    creditorName: "Havn Tele", instructedAmount: { amount: "399.00", currency: "NOK" }
  }) { payment { id key } }
  bills: createSigningBasket(key: "bills", psu: "ingrid", input: { paymentIds: ["power", "phone"] }) { id key payments { key } }
  signing: authoriseSigningBasket(id: "bills", psu: "ingrid") { status }
  signed: completeAuthorisation(id: "bills", psu: "ingrid", outcome: APPROVED) { authorisation { signingBasket { key status } } }
}`

type Example = { readonly query: string; readonly variables?: Readonly<Record<string, unknown>> }

const MONEY = '{ amount currency }'
const BALANCES = `balances { balanceType balanceAmount ${MONEY} }`

/** What GraphiQL's menu has beside the pane: operations that work on the unchanged standard set; journeys in the order of their steps. */
export const EXAMPLES: readonly Example[] = [
  example(
    `# One customer, its accounts, and the latest
# purchases of more than 500 kroner.
query CustomerWithTransactions($customerNumber: String!, $filter: TransactionFilterInput) {
  customer(by: { customerNumber: $customerNumber }) {
    id psuId name
    accounts { nodes { id accountName transactions(first: 5, filter: $filter) {
      totalCount
      nodes { bookingDate transactionAmount ${MONEY} creditorName debtorName remittanceInformationUnstructured }
      pageInfo { hasNextPage endCursor }
    } } }
    cardAccounts { nodes { maskedPan transactions(first: 5) {
      nodes { bookingDate cardAcceptorName transactionAmount ${MONEY} }
    } } }
  }
}`,
    { customerNumber: '13039319955', filter: { amountTo: '-500.00' } },
  ),
  example(`# A bank of your own: its base
# URL ends in basePath, for both doors.
mutation WorldOfYourOwn {
  createWorld(input: { name: "mine", source: { standard: true } }) {
    world { name basePath now counts { customers transactions } }
  }
}`),
  example(`# Who may act for the corporations,
# and on which accounts.
query CorporateMembers {
  customers(filter: { type: CORPORATE }) { nodes { name agreements { nodes { id name engagements { nodes {
    psu { customerNumber name } account { accountName iban } roles registerLimit approvalLimit offeredForConsent
  } } } } } }
}`),
  example(`# The calls of this world as they come (D99):
# first those that there are. Stop ends it.
subscription Follow { calls { at operation method target status code cause } }`),
  example(
    `# A consent without a browser. Afterwards the
# TPP reads: here, or by REST with psuHeaders.
# tpp is any that the query tpps shows.
mutation GrantConsent($input: GrantConsentInput!) {
  grantConsent(input: $input) {
    psuHeaders { name value } consent { id state expiresAt accounts { accountName iban } }
  }
}`,
    {
      input: { tpp: 'SANDBANK', psu: '13039319955', context: 'PRIVATE', redirectUri: 'https://tpp.example/back' },
    },
  ),
  example(
    `# What that TPP now sees. Without psuIpAddress
# it may read balances four times a day.
query ReadAsTpp($access: AccessInput) { asTpp(access: $access) { accounts { resourceId iban name cashAccountType ${BALANCES} } } }`,
    { access: { tpp: 'SANDBANK', psu: '13039319955', context: 'PRIVATE', psuIpAddress: '192.0.2.7' } },
  ),
  example(
    `# A payment. It waits for its SCA,
# which the next example completes.
mutation CreatePayment($input: CreatePaymentInput!) {
  createPayment(input: $input) {
    payment { id status } authorisation { id scaRedirect }
  }
}`,
    {
      input: {
        psu: '13039319955',
        context: 'PRIVATE',
        allowLogicalDuplicate: true,
        debtorAccount: { iban: 'NO3515034010010', currency: 'NOK' },
        creditorAccount: { iban: 'NO1815034020016', currency: 'NOK' },
        creditorName: 'Ola Nordmann',
        instructedAmount: { amount: '250.00', currency: 'NOK' },
        remittanceInformationUnstructured: 'Tickets',
      },
    },
  ),
  example(
    `# The PSU approves what waits for it. The
# money is reserved until the next batch.
# Name one SCA by id, or take the newest.
mutation ApprovePayment($psu: String!) {
  completeAuthorisation(input: { psu: $psu, outcome: APPROVED }) {
    redirectTo authorisation { status payment { status dueAt reservedAmount { amount } } }
  }
}`,
    { psu: '13039319955' },
  ),
  example(`# Five days later: batches have run, and
# everything else that fell due.
mutation AdvanceClock { advanceClock(input: { by: "P5D" }) { clock { now nextDueAt } } }`),
  example(`# What became of the payments: bookings,
# and balances of the accounts that paid.
query PaymentsAndBalances {
  payments(last: 5) { nodes {
    status fundsAvailable debtorAccount { iban ${BALANCES} } bookings { nodes { reason amount ${MONEY} bookedAt } }
  } }
  audit { findings { rule text } }
}`),
  example(
    `# When a periodic payment would run,
# and why on these days.
query PreviewExecutions($plan: PeriodicPlanInput!) { previewExecutions(input: $plan, first: 12) { date plannedDate reason } }`,
    { plan: { startDate: '2026-12-24', frequency: 'Monthly', dayOfExecution: '31', executionRule: 'preceeding' } },
  ),
  example(
    `# Force an outcome on the next such call of a TPP:
# error, delay, hang, lose-answer, sca, execution
# or consent-revoked (D88).
mutation SetScenario($input: SetScenarioInput!) {
  setScenario(input: $input) { scenario { id scenario operation left } }
}`,
    { input: { scenario: 'execution; status=RJCT; reason=AM04', for: { operation: 'createPayment' }, times: 1 } },
  ),
  example(`# Which outcomes are forced, and how often
# each of them acted.
query Scenarios { scenarios(first: 20) { nodes { id scenario tpp { id } operation psu probability times left used } } }`),
  example(`# No outcome is forced any more.
mutation ClearScenarios { clearScenarios { scenarios { id scenario used } } }`),
]

function example(query: string, variables?: Example['variables']): Example {
  return { query, ...(variables === undefined ? {} : { variables }) }
}

/** What a store of each version holds: the smallest document with a row of most tables. */
export const FIXTURE = {
  customers: [
    {
      key: 'kari',
      name: 'Kari Nordmann',
      type: 'PRIVATE',
      customerNumber: '13039319955',
      accounts: [
        {
          key: 'daily',
          accountName: 'Daily',
          iban: 'NO3515034010010',
          currency: 'NOK',
          product: 'Current account',
          cashAccountType: 'CACC',
          creditLine: 0,
          balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 50000, currency: 'NOK' } }],
          generate: { transactions: 10, from: '-60D', to: '-1D', seed: 1, profile: 'household' },
        },
      ],
    },
  ],
}

export const TPP_ID = 'NO-FSA-123456789'

/** A call whose answer is stored: the same call gets it again, as long as the clock of the world stands still. */
export const PAYMENT = {
  path: '/v1/payments/norwegian-domestic-credit-transfers',
  psu: '13039319955',
  headers: [
    'PSU-Context: PRIVATE',
    'TPP-Redirect-URI: https://tpp.example/back',
    'X-Request-ID: 99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
  ],
  body: {
    instructedAmount: { amount: '100.00', currency: 'NOK' },
    creditorName: 'Ola Nordmann',
    creditorAccount: { iban: 'NO1815034020016', currency: 'NOK' },
    debtorAccount: { iban: 'NO3515034010010', currency: 'NOK' },
  },
} as const

/** The queries are stored with their answers, as that version took them. */
export const READS = [
  '{ clock { now frozen } customers { nodes { id psuId customerNumber name type agreements { nodes { id name } } } } audit { accounts bookings payments findings { __typename } } }',
  '{ accounts { nodes { id iban bban accountName balances { balanceType balanceAmount { amount currency } } transactions(first: 100) { nodes { id bookingDate transactionAmount { amount currency } remittanceInformationUnstructured } } } } }',
  '{ payments { nodes { id status tpp { id name } createdAt dueAt totalAmount { amount currency } authorisations { nodes { id } } ... on SinglePayment { creditorName } history { at from to cause } } } }',
  '{ scenarios { nodes { id scenario left used } } snapshots { nodes { name takenAt } } tpps { nodes { id name localName } } }',
] as const

/** What the operator does, and the calls of TPPs: what the operator calls meanwhile is no part of the story. Versions 1 had another graph. */
export const GRAPHS = {
  1: {
    begin: 'mutation { freezeClock { now } setScenario(scenario: "delay; ms=1", times: 3) { id } }',
    approve: `mutation { completeAuthorisation(id: "{sca}", psu: "${PAYMENT.psu}", outcome: APPROVED) { redirectTo } }`,
    keep: 'mutation { takeSnapshot(name: "found") { name } advanceClock(by: "PT1H") { now } }',
    journal: '{ requests(filter: { by: [TPP] }) { nodes { id method target status tppId } } }',
  },
  2: {
    begin:
      'mutation { freezeClock { clock { now } } setScenario(input: { scenario: "delay; ms=1", times: 3 }) { scenario { id } } }',
    approve: `mutation { completeAuthorisation(input: { id: "{sca}", psu: "${PAYMENT.psu}", outcome: APPROVED }) { redirectTo } }`,
    keep: 'mutation { takeSnapshot(name: "found") { snapshot { name } } advanceClock(input: { by: "PT1H" }) { clock { now } } }',
    journal: '{ calls(filter: { by: [TPP] }) { nodes { id method target status tpp { id } } } }',
  },
} as const

import {
  accountOf,
  approve,
  CUSTOMERS,
  create,
  FJORDFISK,
  INSTANT,
  idsOf,
  KARI,
  KARIS,
  NDCT,
  OLA,
  OLAS,
  type Place,
  payment,
  type Refusal,
  UNKNOWN,
} from './why-remedies.ts'

/** Sandbox data that is refused, and what the operator asks for that is. */

const CREATE_PAYMENT = 'mutation ($input: CreatePaymentInput!) { createPayment(input: $input) { payment { id } } }'

async function agreementOf(world: Place, owner: string): Promise<string> {
  const { agreements } = await world.ask('{ agreements { nodes { id owner { customerNumber } } } }')
  return agreements.nodes.find((one: { owner: { customerNumber: string } }) => one.owner.customerNumber === owner).id
}

export const DATA: readonly Refusal[] = [
  ['a number that is taken', 'CONFLICT', w => w.call('POST', CUSTOMERS, { json: create({ customerNumber: KARI }) })],
  [
    'an account whose numbers are taken',
    'CONFLICT',
    w =>
      w.call('POST', '/v1/sandbox/accounts', {
        json: {
          customerNumber: KARI,
          accountName: 'x',
          bban: '15034010010',
          iban: KARIS.iban,
          currency: 'NOK',
          product: 'x',
          cashAccountType: 'CACC',
          creditLine: 0,
          balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 1, currency: 'NOK' } }],
        },
      }),
  ],
  [
    'an account of an unknown customer',
    'BAD_REQUEST',
    w =>
      w.call('POST', '/v1/sandbox/accounts', {
        json: {
          customerNumber: '99',
          accountName: 'x',
          bban: '15034010099',
          iban: 'NO9315034010099',
          currency: 'NOK',
          product: 'x',
          cashAccountType: 'CACC',
          creditLine: 0,
          balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 1, currency: 'NOK' } }],
        },
      }),
  ],
  [
    'a customer with a payment under way',
    'CONFLICT',
    async w => {
      await w.made(NDCT, payment())
      const { id } = (await idsOf(w)).find((one: { customerNumber: string }) => one.customerNumber === KARI)
      return w.call('DELETE', `${CUSTOMERS}/${id}`)
    },
  ],
  [
    'an account with a payment under way',
    'CONFLICT',
    async w => {
      await approve(w, await w.made(NDCT, payment()))
      return w.call('DELETE', `/v1/sandbox/accounts/${await accountOf(w, KARI)}`)
    },
  ],
  [
    'an agreement of a private owner',
    'BAD_REQUEST',
    w => w.call('POST', '/v1/sandbox/agreements', { json: { owner: KARI, name: 'x' } }),
  ],
  [
    'an account that the owner of the agreement has not',
    'BAD_REQUEST',
    async w => {
      const { agreements } = await w.ask('{ agreements { nodes { id owner { type } } } }')
      const { id } = agreements.nodes.find((one: { owner: { type: string } }) => one.owner.type === 'CORPORATE')
      return w.call('POST', `/v1/sandbox/agreements/${id}/engagements`, {
        json: {
          customer: OLA,
          account: { iban: KARIS.iban },
          roles: ['VIEW', 'REGISTER'],
          registerLimit: 1,
          approvalLimit: 1,
        },
      })
    },
  ],
  [
    'to delete the agreement of a private customer',
    'BAD_REQUEST',
    async w => {
      const { agreements } = await w.ask('{ agreements { nodes { id automatic } } }')
      const { id } = agreements.nodes.find((one: { automatic: boolean }) => one.automatic)
      return w.call('DELETE', `/v1/sandbox/agreements/${id}`)
    },
  ],
  [
    'a transaction that another account pays',
    'BAD_REQUEST',
    async w =>
      w.call('POST', `/v1/sandbox/accounts/${await accountOf(w, KARI)}/transactions`, {
        json: {
          transactionAmount: { amount: '1.00', currency: 'NOK' },
          bookingDate: '2026-01-05',
          valueDate: '2026-01-05',
          debtorAccount: OLAS,
        },
      }),
  ],
  ['a customer that there is not', 'RESOURCE_UNKNOWN', w => w.call('GET', `${CUSTOMERS}/${UNKNOWN}`)],
  [
    'an engagement that there is not',
    'RESOURCE_UNKNOWN',
    async w => {
      const { agreements } = await w.ask('{ agreements { nodes { id owner { type } } } }')
      const { id } = agreements.nodes.find((one: { owner: { type: string } }) => one.owner.type === 'CORPORATE')
      return w.call('GET', `/v1/sandbox/agreements/${id}/engagements/${UNKNOWN}`)
    },
  ],
  [
    'a mock transaction that there is not',
    'RESOURCE_UNKNOWN',
    async w => w.call('GET', `/v1/sandbox/accounts/${await accountOf(w, KARI)}/transactions/${UNKNOWN}`),
  ],
  [
    'contact information that was not given',
    'RESOURCE_UNKNOWN',
    w => w.call('GET', '/v1/tpps/NO-FSA-1/contact-information'),
  ],
  ['a world that there is not', 'RESOURCE_UNKNOWN', w => w.call('GET', `/worlds/no-${w.name}${CUSTOMERS}`)],
]

export const OPERATOR: readonly Refusal[] = [
  [
    'an input with a wrong value',
    'FORMAT_ERROR',
    w =>
      w.graphql('mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id } } }', {
        input: { customerNumber: '01017012345', name: '', type: 'PRIVATE' },
      }),
  ],
  [
    'an input with an unknown field and a missing one',
    'FORMAT_ERROR',
    w =>
      w.graphql('mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id } } }', {
        input: { customerNumber: '01017012345', nme: 'Siri', type: 'PRIVATE' },
      }),
  ],
  [
    'a misspelt field of an input in the document',
    'FORMAT_ERROR',
    w =>
      w.graphql(
        'mutation { createCustomer(input: { custommerNumber: "01017012345", nme: "Siri", type: PRIVATE }) { customer { id } } }',
      ),
  ],
  [
    'a wrong value that stands in the document',
    'FORMAT_ERROR',
    w =>
      w.graphql(
        'mutation { createCustomer(input: { customerNumber: "01017012345", name: "", type: PRIVATE }) { customer { id } } }',
      ),
  ],
  [
    'an argument of the wrong form',
    'FORMAT_ERROR',
    w => w.graphql('mutation { advanceClock(input: { by: "tomorrow" }) { clock { now } } }'),
  ],
  [
    'a payment of a wrong amount',
    'FORMAT_ERROR',
    w =>
      w.graphql(CREATE_PAYMENT, {
        input: { psu: KARI, ...payment({ instructedAmount: { amount: '1.234', currency: 'NOK' } }) },
      }),
  ],
  ['a field that is misspelt', 'FORMAT_ERROR', w => w.graphql('{ customers { nodes { customerNumbr } } }')],
  ['a field that is like none', 'FORMAT_ERROR', w => w.graphql('{ customers { nodes { x1 } } }')],
  ['an argument that is like none', 'FORMAT_ERROR', w => w.graphql('mutation { stopAdvance(x1: 1) }')],
  ['fields of a field that were not chosen', 'FORMAT_ERROR', w => w.graphql('mutation { takeSnapshot(name: "s") }')],
  [
    'a clock that is to go back',
    'BAD_REQUEST',
    w => w.graphql('mutation { advanceClock(input: { to: "2001-01-01T00:00:00Z" }) { clock { now } } }'),
  ],
  [
    'to delete the default world',
    'BAD_REQUEST',
    w => w.graphql('mutation { deleteWorld(name: "default") { world { name } } }'),
  ],
  [
    'a payment twice',
    'CONFLICT',
    async w => {
      const input = { psu: KARI, ...payment() }
      await w.graphql(CREATE_PAYMENT, { input })
      return w.graphql(CREATE_PAYMENT, { input })
    },
  ],
  [
    'a world that there is',
    'CONFLICT',
    w => w.graphql(`mutation { createWorld(input: { name: "${w.name}" }) { world { name } } }`),
  ],
  [
    'a snapshot that there is',
    'CONFLICT',
    async w => {
      await w.ask('mutation { takeSnapshot(name: "before") { snapshot { name } } }')
      return w.graphql('mutation { takeSnapshot(name: "before") { snapshot { name } } }')
    },
  ],
  [
    'a number that is taken',
    'CONFLICT',
    w =>
      w.graphql(
        'mutation { createCustomer(input: { customerNumber: "13039319955", name: "x", type: PRIVATE }) { customer { id } } }',
      ),
  ],
  ['an account that there is not', 'RESOURCE_UNKNOWN', w => w.graphql(`{ account(by: { id: "${UNKNOWN}" }) { id } }`)],
  [
    'a customer that there is not',
    'RESOURCE_UNKNOWN',
    w => w.graphql('query ($number: String!) { customer(by: { customerNumber: $number }) { id } }', { number: '77' }),
  ],
  [
    'a PSU that there is not',
    'PSU_CREDENTIALS_INVALID',
    w => w.graphql(CREATE_PAYMENT, { input: { psu: '77', ...payment() } }),
  ],
  [
    'a payment from the account of a corporation',
    'FORBIDDEN',
    w =>
      w.graphql(CREATE_PAYMENT, {
        input: {
          psu: KARI,
          context: 'PRIVATE',
          ...payment({ debtorAccount: { iban: 'NO0715034030011', currency: 'NOK' } }),
        },
      }),
  ],
  [
    'a payment above the limit of every member',
    'FORBIDDEN',
    async w => {
      const agreementId = await agreementOf(w, FJORDFISK)
      const wanted = payment({
        debtorAccount: { iban: 'NO0715034030011', currency: 'NOK' },
        instructedAmount: { amount: '99000000.00', currency: 'NOK' },
      })
      return w.graphql(CREATE_PAYMENT, { input: { psu: KARI, context: 'CORPORATE', agreementId, ...wanted } })
    },
  ],
  [
    'a payment from an account that no agreement opens',
    'FORBIDDEN',
    async w => {
      await w.ask(
        `mutation { createAccount(input: { customerNumber: "${FJORDFISK}", accountName: "N", bban: "15034099990", iban: "NO0015034099990", currency: "NOK", product: "C", cashAccountType: CACC, creditLine: 0, balances: [{ balanceType: closingBooked, balanceAmount: { amount: 1000, currency: "NOK" } }] }) { account { id } } }`,
      )
      const input = payment({ debtorAccount: { iban: 'NO0015034099990', currency: 'NOK' } })
      const agreementId = await agreementOf(w, FJORDFISK)
      return w.graphql(CREATE_PAYMENT, { input: { psu: KARI, context: 'CORPORATE', agreementId, ...input } })
    },
  ],
  [
    'to cancel as a member that may only look',
    'FORBIDDEN',
    async w => {
      const agreementId = await agreementOf(w, FJORDFISK)
      const rights = `customer: "${OLA}", account: { iban: "NO0715034030011" }, roles: [VIEW], registerLimit: 0, approvalLimit: 0`
      await w.ask(
        `mutation { createEngagement(input: { agreementId: "${agreementId}", ${rights} }) { engagement { id } } }`,
      )
      const input = payment({ debtorAccount: { iban: 'NO0715034030011', currency: 'NOK' } })
      const made = await w.ask(CREATE_PAYMENT, { input: { psu: KARI, context: 'CORPORATE', agreementId, ...input } })
      const call = `id: "${made.createPayment.payment.id}", psu: "${OLA}", agreementId: "${agreementId}"`
      return w.graphql(`mutation { cancelPayment(input: { ${call} }) { __typename } }`)
    },
  ],
  [
    'to cancel what is carried out, in the bank',
    'CANCELLATION_INVALID',
    async w => {
      const made = await w.made(INSTANT, payment())
      await approve(w, made)
      return w.graphql(`mutation { cancelPaymentInBank(id: "${made.paymentId}") { payment { id } } }`)
    },
  ],
  [
    'the agreement of a private customer',
    'BAD_REQUEST',
    async w => {
      const { agreements } = await w.ask('{ agreements { nodes { id automatic } } }')
      const { id } = agreements.nodes.find((one: { automatic: boolean }) => one.automatic)
      return w.graphql(`mutation { deleteAgreement(id: "${id}") { agreement { id } } }`)
    },
  ],
  [
    'an SCA that there is not',
    'SCA_NOT_FOUND',
    w =>
      w.graphql(
        `mutation { completeAuthorisation(input: { id: "${UNKNOWN}", psu: "13039319955", outcome: APPROVED }) { redirectTo } }`,
      ),
  ],
  [
    'an SCA that was used',
    'SCA_INVALID',
    async w => {
      const id = await approve(w, await w.made(NDCT, payment()))
      return w.graphql(
        `mutation { completeAuthorisation(input: { id: "${id}", psu: "13039319955", outcome: APPROVED }) { redirectTo } }`,
      )
    },
  ],
  [
    'an SCA of an hour ago',
    'SCA_EXPIRED',
    async w => {
      const made = await w.made(NDCT, payment())
      await w.ask('mutation { advanceClock(input: { by: "PT1H" }) { clock { now } } }')
      const id = made._links.scaRedirect.href.split('/').at(-1)
      return w.graphql(
        `mutation { completeAuthorisation(input: { id: "${id}", psu: "13039319955", outcome: APPROVED }) { redirectTo } }`,
      )
    },
  ],
  [
    'the SCA of somebody else',
    'PSU_CREDENTIALS_INVALID',
    async w => {
      const made = await w.made(NDCT, payment())
      const id = made._links.scaRedirect.href.split('/').at(-1)
      return w.graphql(
        `mutation { completeAuthorisation(input: { id: "${id}", psu: "12085592767", outcome: APPROVED }) { redirectTo } }`,
      )
    },
  ],
]

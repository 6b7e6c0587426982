/** Fixtures with a fault of one kind in each of so many entries, which are refused with the first 20 (D16, D74). */
export const REFUSED_FIXTURES: readonly (readonly [kind: string, make: (count: number) => object])[] = [
  [
    'agreements of customers that are not there',
    count => ({ customers: customers(count), agreements: times(count, place => agreement(`ghost-${place}`)) }),
  ],
  [
    'agreements whose owners have nearly the key of a customer',
    count => ({ customers: customers(count), agreements: times(count, place => agreement(`${LONG}${nearly(place)}`)) }),
  ],
  [
    'engagements of customers and accounts that are not there',
    count => ({
      customers: [...customers(count), { key: 'firm', name: 'Firm', type: 'CORPORATE' }],
      agreements: [{ ...agreement('firm'), engagements: times(count, place => engagement(nearly(place), 'none')) }],
    }),
  ],
  [
    'engagements of private customers in one agreement',
    count => ({
      customers: [...customers(count), { key: 'firm', name: 'Firm', type: 'CORPORATE', accounts: [account('firm-1')] }],
      agreements: [
        { ...agreement('firm'), engagements: times(count, place => engagement(`${LONG}${place}`, 'firm-1')) },
        agreement('ghost'),
      ],
    }),
  ],
  [
    'customers with the same number',
    count => ({ customers: times(count, place => ({ ...customer(place), customerNumber: '01017012345' })) }),
  ],
  ['customers with the same key', count => ({ customers: times(count, () => customer(0)) })],
  ['accounts with the same iban', count => ({ customers: [{ ...customer(0), accounts: times(count, account) }] })],
  ['customers of no type', count => ({ customers: times(count, place => ({ ...customer(place), type: 'NONE' })) })],
  [
    'customers with a field that is nearly one',
    count => ({ customers: times(count, place => ({ ...customer(place), nmae: 'Kari', custmerNumber: '1' })) }),
  ],
  [
    'lines of no currency',
    count => ({
      customers: [{ ...customer(0), accounts: [{ ...account('one'), transactions: times(count, () => line('NKO')) }] }],
    }),
  ],
  [
    'lines of another currency than the account',
    count => ({
      customers: [{ ...customer(0), accounts: [{ ...account('one'), transactions: times(count, () => line('EUR')) }] }],
    }),
  ],
  [
    'consents of customers that are not there',
    count => ({ customers: customers(count), consents: times(count, place => ({ psu: `${LONG}${nearly(place)}` })) }),
  ],
  [
    'a consent to accounts that are not there',
    count => ({
      customers: times(count, place => ({ ...customer(place), accounts: [account(`${LONG}a${place}`)] })),
      consents: [{ psu: `${LONG}0`, accounts: times(20, place => `${LONG}a${nearly(place)}`) }],
    }),
  ],
  [
    'payments of customers and accounts that are not there',
    count => ({ customers: customers(count), payments: times(count, place => payment(`${LONG}${nearly(place)}`)) }),
  ],
  [
    'signing baskets of payments that are not there',
    count => ({
      customers: customers(count),
      signingBaskets: times(count, place => ({ psu: `${LONG}0`, paymentIds: [`ghost-${place}`] })),
    }),
  ],
]

/** Many keys that are long and alike are what a search for the nearest takes longest for. */
const LONG = 'customer-with-a-long-name-'

const times = <Entry>(count: number, entryAt: (place: number) => Entry) =>
  Array.from({ length: count }, (_, place) => entryAt(place))
const nearly = (place: number) => `${place}-zz`
const customer = (place: number) => ({ key: `${LONG}${place}`, name: 'Kari', type: 'PRIVATE' })
const customers = (count: number) => times(count, customer)
const agreement = (owner: string) => ({ owner, name: 'Agreement' })
const engagement = (psu: string, iban: string) => ({
  customer: psu,
  account: { iban },
  roles: ['VIEW'],
  registerLimit: 1,
  approvalLimit: 1,
})
const account = (key: string | number) => ({
  ...(typeof key === 'string' ? { key } : { iban: 'NO9386011117947' }),
  accountName: 'Daily',
  currency: 'NOK',
  product: 'Current',
  cashAccountType: 'CACC',
  creditLine: 0,
  balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 1_000, currency: 'NOK' } }],
})
const line = (currency: string) => ({
  transactionAmount: { amount: '-1.00', currency },
  bookingDate: '-1D',
  valueDate: '-1D',
})
const payment = (psu: string) => ({
  psu,
  debtorAccount: { iban: psu, currency: 'NOK' },
  creditorName: 'Shop',
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  instructedAmount: { amount: '1.00', currency: 'NOK' },
})

const NOK = (amount: string) => ({ amount, currency: 'NOK' })

/** A document that is larger than one request: customers with an account each, all lines written out. */
export function writtenFixture(customers: number, lines: number) {
  return {
    customers: Array.from({ length: customers }, (_, place) => ({
      key: `customer-${place}`,
      name: `Customer ${place}`,
      type: 'PRIVATE',
      accounts: [
        {
          key: `account-${place}`,
          accountName: 'Daily',
          currency: 'NOK',
          product: 'Current',
          cashAccountType: 'CACC',
          creditLine: 0,
          balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 1_000, currency: 'NOK' } }],
          transactions: Array.from({ length: lines }, (__, line) => ({
            transactionAmount: NOK(`-${(line % 90) + 1}.50`),
            bookingDate: `-${(line % 300) + 1}D`,
            valueDate: `-${(line % 300) + 1}D`,
            creditorName: 'Shop',
            remittanceInformationUnstructured: `Purchase ${line}`,
          })),
        },
      ],
    })),
    consents: [{ key: 'consent', psu: 'customer-0', accountIds: ['account-0'] }],
  }
}

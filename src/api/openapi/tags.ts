/** The description of each group of operations. */
export const TAGS: Readonly<Record<string, string>> = {
  'Sandbox customers': 'The people and corporations of a world, and filling a world with test data.',
  'Sandbox agreements': 'What a corporation agreed with the bank: the frame of its engagements.',
  'Sandbox engagements': 'Which PSU may do what with which account, and up to which amount.',
  'Sandbox accounts': 'Accounts of test customers and their balances.',
  'Sandbox card accounts': 'Card accounts of test customers and their balances.',
  'Sandbox transactions': 'Booked transactions of accounts.',
  'Sandbox card transactions': 'Booked transactions of card accounts.',
  Consents: 'The way to account information: the PSU picks accounts on a page of the bank.',
  Accounts: 'Accounts that the PSU opened to the TPP, their balances and transactions.',
  'Card accounts': 'Card accounts that the PSU opened to the TPP, their balances and transactions.',
  'Funds confirmation': 'Whether an account could pay an amount now.',
  'Contact information': 'Where a TPP wants operational notices.',
  Payments: 'Single, bulk and periodic payments, their approval and their cancellation.',
  'Signing baskets': 'Several payments that the PSU approves at once.',
}

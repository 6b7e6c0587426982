import { z } from '@hono/zod-openapi'
import { normaliseIban, readBban } from '../../../domain/account-numbers.ts'
import { derivedNumbers, derivedPan } from '../../../domain/keys.ts'
import { parseInput } from '../../inputs/parse.ts'
import { required } from '../../inputs/values.ts'
import { setKidDemand } from '../../resolvers/accounts.ts'
import { exportAccounts, exportCardAccounts } from '../../resolvers/exports/holdings.ts'
import { accountsNamed, cardAccountsNamed } from '../../resolvers/exports/named.ts'
import { changeBalances, changeCardBalances, createAccount, createCardAccount } from '../accounts.ts'
import { sandboxCall } from './calls.ts'
import { entryKind, type Identity, oneByOne, textOf } from './entry.ts'

const { customerNumber: _, bban, iban, ...accountFields } = createAccount.input.shape

/** Accounts of a customer, by createAccount. */
export const accounts = entryKind({
  noun: 'account',
  operations: [createAccount.name, changeBalances.name],
  fields: {
    ...accountFields,
    bban: bban.optional().openapi({ description: 'Account number; a valid Norwegian one when not given (D83).' }),
    iban: iban.optional().openapi({ description: 'IBAN; that of the account number when not given (D83).' }),
    demandsKid: z
      .boolean(required('true or false'))
      .optional()
      .openapi({ description: 'Whether it takes only payments with a KID, as setKidDemand says (D47).' }),
  },
  references: [],
  derive: (entry, key) => ({
    ...entry,
    ...derivedNumbers(key, { bban: textOf(entry['bban']), iban: textOf(entry['iban']) }),
  }),
  numbers: entry =>
    ['iban', 'bban'].flatMap(name => {
      const number = textOf(entry[name])
      return number === undefined ? [] : [number, normaliseIban(number), readBban(number)]
    }),
  make: oneByOne(async (at, { demandsKid: _, ...entry }, owner) => {
    const input = parseInput(createAccount.input, { ...entry, customerNumber: numberOf(owner) })
    const { holder: account } = await createAccount.run(at, sandboxCall(input, {}))
    return { id: account.id, number: account.iban }
  }),
  // Payments from before it required a KID stay.
  after: async (at, { demandsKid }, { id }) => {
    if (demandsKid === true) await setKidDemand(at, id, true)
  },
  rows: exportAccounts,
  find: accountsNamed,
})

const { customerNumber: _owner, maskedPan, ...cardFields } = createCardAccount.input.shape

/** Card accounts of a customer, by createCardAccount. */
export const cardAccounts = entryKind({
  noun: 'card account',
  operations: [createCardAccount.name, changeCardBalances.name],
  fields: {
    ...cardFields,
    maskedPan: maskedPan.optional().openapi({ description: 'Masked card number; derived when not given (D83).' }),
  },
  references: [],
  derive: (entry, key) => ({ maskedPan: derivedPan(key), ...entry }),
  numbers: entry => {
    const number = textOf(entry['maskedPan'])
    return number === undefined ? [] : [number]
  },
  make: oneByOne(async (at, entry, owner) => {
    const input = parseInput(createCardAccount.input, { ...entry, customerNumber: numberOf(owner) })
    const { holder: cardAccount } = await createCardAccount.run(at, sandboxCall(input, {}))
    return { id: cardAccount.id, number: cardAccount.maskedPan }
  }),
  rows: exportCardAccounts,
  find: cardAccountsNamed,
})

const numberOf = (owner: Identity | undefined) => owner?.number

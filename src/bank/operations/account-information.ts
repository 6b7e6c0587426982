import {
  confirmFunds as funds,
  requireBookingStatus,
  statementQuery,
  withBalance,
} from '../inputs/account-information.ts'
import * as resolvers from '../resolvers/account-information/read.ts'
import * as fundsOf from '../resolvers/funds.ts'
import { ACCOUNTS, CARD_ACCOUNTS } from '../resolvers/holders.ts'
import { operation } from './operation.ts'

const ofConsent = ['CONSENT_INVALID', 'CONSENT_EXPIRED', 'CONSENT_UNKNOWN', 'PSU_CREDENTIALS_INVALID'] as const
const described = {
  tag: 'Accounts',
  service: 'accountInformation',
  refusals: [...ofConsent, 'ACCESS_EXCEEDED'],
} as const
const one = { ...described, ids: { id: 'Account' }, refusals: [...described.refusals, 'RESOURCE_UNKNOWN'] } as const
const statement = {
  ...one,
  options: statementQuery,
  refusals: [...one.refusals, 'QUERY_PARAMETER_REQUIRED'],
} as const
const cards = { ...one, tag: 'Card accounts', ids: { id: 'CardAccount' } } as const
const cardStatement = { ...statement, ...cards, refusals: statement.refusals } as const
const CONSENT = [
  ['CONSENT_INVALID', 'without a consent, with a link to an SCA'],
  ['CONSENT_EXPIRED', 'with a consent that is too old, with a link to an SCA'],
  ['CONSENT_UNKNOWN', 'when the PSU revoked the consent (D32)'],
] as const
const COUNTED = ['ACCESS_EXCEEDED', 'from the fifth call of a day without PSU-IP-Address (D41)'] as const
const LIMITS = [
  ['CONSENT_EXPIRED', 'for more than 90 days back without a fresh SCA ([I] Limits, D42)'],
  COUNTED,
] as const
const OTHER = [['RESOURCE_UNKNOWN', 'for any other account (D32)']] as const

export const consentedAccounts = operation({
  ...described,
  name: 'consentedAccounts',
  readAt: 'asTpp.accounts',
  summary: 'List accounts',
  description: 'The accounts that the PSU opened to the TPP, oldest first.',
  exceptions: [['An empty list', 'when all of them were closed ([I] Errors)'], ...CONSENT],
  options: withBalance,
  optionsSelect: true,
  run: (ctx, { access, options }) => resolvers.consentedHolders(ACCOUNTS, ctx, access, options),
})

export const consentedAccount = operation({
  ...one,
  name: 'consentedAccount',
  readAt: 'asTpp.account',
  summary: 'Get an account',
  description: 'One account of the consent.',
  exceptions: OTHER,
  options: withBalance,
  optionsSelect: true,
  run: (ctx, { access, ids, options }) => resolvers.consentedHolder(ACCOUNTS, ctx, access, ids.id, options),
})

export const accountBalances = operation({
  ...one,
  name: 'accountBalances',
  readAt: 'asTpp.account.balances',
  summary: 'Get balances',
  description: 'Both balances of an account of the consent: closingBooked, then expected.',
  exceptions: [COUNTED],
  run: (ctx, { access, ids }) => resolvers.consentedHolder(ACCOUNTS, ctx, access, ids.id, { withBalance: true }),
})

export const accountTransactions = operation({
  ...statement,
  name: 'accountTransactions',
  readAt: 'asTpp.account.transactions',
  summary: 'List transactions',
  description:
    'A page of the statement of an account of the consent: first what is pending, then what is booked, latest first.',
  exceptions: LIMITS,
  run: (ctx, { access, ids, options, view, habits }) =>
    resolvers.accountTransactions(ctx, access, ids.id, { ...requireBookingStatus(options), view, habits }),
})

export const accountTransactionDetails = operation({
  ...one,
  ids: { id: 'Account', transactionId: 'Transaction' },
  name: 'accountTransactionDetails',
  readAt: 'asTpp.account.transaction',
  summary: 'Get transaction details',
  description: 'One transaction of an account of the consent, booked or pending.',
  exceptions: [
    COUNTED,
    ['CONSENT_EXPIRED', 'without PSU-IP-Address, with a consent that is older than 90 days ([I] Endpoints 2)'],
  ],
  run: (ctx, { access, ids, habits }) =>
    resolvers.accountTransactionDetails(ctx, access, ids.id, ids.transactionId, habits),
})

export const consentedCardAccounts = operation({
  ...described,
  tag: cards.tag,
  name: 'consentedCardAccounts',
  readAt: 'asTpp.cardAccounts',
  summary: 'List card accounts',
  description: 'The card accounts that the PSU opened to the TPP, oldest first.',
  exceptions: CONSENT,
  options: withBalance,
  optionsSelect: true,
  run: (ctx, { access, options }) => resolvers.consentedHolders(CARD_ACCOUNTS, ctx, access, options),
})

export const consentedCardAccount = operation({
  ...cards,
  name: 'consentedCardAccount',
  readAt: 'asTpp.cardAccount',
  summary: 'Get a card account',
  description: 'One card account of the consent.',
  exceptions: OTHER,
  options: withBalance,
  optionsSelect: true,
  run: (ctx, { access, ids, options }) => resolvers.consentedHolder(CARD_ACCOUNTS, ctx, access, ids.id, options),
})

export const cardAccountBalances = operation({
  ...cards,
  name: 'cardAccountBalances',
  readAt: 'asTpp.cardAccount.balances',
  summary: 'Get balances of a card account',
  description: 'Both balances of a card account of the consent: closingBooked, then expected.',
  exceptions: [COUNTED],
  run: (ctx, { access, ids }) => resolvers.consentedHolder(CARD_ACCOUNTS, ctx, access, ids.id, { withBalance: true }),
})

export const cardAccountTransactions = operation({
  ...cardStatement,
  name: 'cardAccountTransactions',
  readAt: 'asTpp.cardAccount.transactions',
  summary: 'List card transactions',
  description:
    'A page of the statement of a card account of the consent, latest booking first. x-accept-fix may swap the two amounts (D43).',
  exceptions: LIMITS,
  run: (ctx, { access, ids, options, habits }) =>
    resolvers.cardAccountTransactions(ctx, access, ids.id, { ...requireBookingStatus(options), habits }),
})

export const confirmFunds = operation({
  ...one,
  tag: 'Funds confirmation',
  name: 'confirmFunds',
  readAt: 'asTpp.fundsConfirmation',
  summary: 'Confirm funds',
  description:
    'Whether an account of the consent could pay an amount now: booked balance, less reservations, plus credit line (D37).',
  exceptions: OTHER,
  input: funds,
  refusals: [...ofConsent, 'RESOURCE_UNKNOWN'],
  ids: {},
  run: (ctx, { access, input }) => fundsOf.confirmFunds(ctx, access, input),
})

import { frequencyRule } from '../../domain/frequencies.ts'

/** The words for the day of a payment. */
export type Timing = {
  readonly startDate: string | null
  readonly frequency: string | null
  readonly requestedExecutionDate: string | null
}

/** The order that waits for the PSU's approval, by its kind. */
type OrderKind = 'SINGLE' | 'BULK' | 'PERIODIC'
const ORDERS = {
  SINGLE: 'a payment',
  BULK: 'a bulk payment, which is one order with all its transfers',
  PERIODIC: 'a periodic payment, which is made again and again',
} as const satisfies Record<OrderKind, string>

/** The texts of the pages in English. A text with a value is a function. */
export const en = {
  common: {
    testBank: 'Sandbank: a test bank, no real money',
    skip: 'Skip to the content',
    error: 'Error',
    backTo: (host: string) => `Back to ${host}`,
    continue: 'Continue',
    reject: 'Reject',
    customerNumber: 'Customer number',
    pick: 'A test bank: pick a customer',
    customerNumberHint: 'In this bank the customer number is the whole login.',
    numberMissing: 'Enter a customer number.',
    numberUnknown: 'This bank has no customer with this number. Check it and try again.',
    footer: 'Everything here is made up for tests. Never enter real data.',
  },
  sca: {
    identifyTitle: 'Log in to answer',
    contextTitle: 'Who are you acting for?',
    agreementTitle: 'Choose an agreement',
    accountsTitle: 'Choose accounts',
    confirmTitle: 'Approve or reject',
    appTitle: 'Approve in your app',
    from: 'From',
    wants: 'Asks for',
    until: 'Answer by',
    afterwards: 'You go back to',
    you: 'You are',
    actingFor: 'Acting for',
    underAgreement: (owner: string, agreement: string) => `${owner}, under the agreement ${agreement}`,
    numberNotNamed: (tpp: string) =>
      `Enter the customer number that ${tpp} named when it sent you here: this is not it.`,
    contextMissing: 'Choose who you are acting for.',
    contextPrivate: 'Myself',
    contextPrivateHint: 'your own accounts',
    contextCorporate: 'A company',
    contextCorporateHint: 'accounts that an agreement gives you access to',
    agreementMissing: 'Choose one of the agreements.',
    accountsLegend: (tpp: string) => `Accounts that ${tpp} may see`,
    accountsMissing: 'Tick at least one account, or reject the request.',
    accountsForeign: 'An account that you ticked is not offered any more. Choose again.',
    approve: 'Approve',
    restart: 'Start again',
    appText: 'Your phone would ask for your fingerprint now. This test bank approves by itself in about two seconds.',
    appAll: (tpp: string) => `${tpp} gets access to these accounts:`,
    appButton: 'Approve now',
    consent: (days: number) =>
      `Access to accounts that you choose, with balances and transactions, for ${days} days. You can take it back at any time.`,
    order: (kind: OrderKind, isCancelled: boolean) =>
      `Your approval ${isCancelled ? 'to cancel' : 'of'} ${ORDERS[kind]}:`,
    basket: 'Your approval of these payments. Each is carried out by itself:',
    transferTo: 'to',
    message: (text: string) => `“${text}”`,
    fromAccount: 'From account',
    execution: 'Carried out',
    executionCancelled: 'Would be carried out',
    instant: 'at once, when you approve',
    batch: (when: string) => `in a batch of the bank ${when}`,
    fee: 'Fee',
    total: 'Leaves the account',
    totalCancelled: 'Stays on the account',
    totalEach: 'Leaves the account each time',
    when: ({ startDate, frequency, requestedExecutionDate }: Timing) => {
      const repeated = frequencyRule(frequency)
      if (repeated !== undefined) return `${repeated.en} from ${startDate}`
      return `on ${requestedExecutionDate ?? 'the next possible day'}`
    },
    more: (count: number) => `and ${count} more`,
    noAccessTitle: 'Nothing to approve with',
    noAccess: (name: string) => `${name} has no account or agreement in this bank that could answer this request.`,
    noAccessHint: 'Log in as another customer, or reject the request.',
    expiredTitle: 'This request has expired',
    expired: (minutes: number) => `It was not answered within ${minutes} minutes. Go back and start again.`,
    approvedTitle: 'This request was already approved',
    rejectedTitle: 'This request was already rejected',
    settledTitle: 'Nothing is left to answer',
    settled: {
      WITHDRAWN: 'This request was withdrawn before it was answered.',
      CANCELLED: 'The payment was cancelled.',
      REJECTED: 'The payment was rejected.',
      APPROVED: 'The payment was already approved in answer to another request.',
      CARRIED_OUT: 'The payment is carried out and can no longer be cancelled.',
      NONE_WAITS: 'All of these payments were approved, rejected or cancelled in another way.',
    },
    used: 'Each request can be answered once. If you need another, start it where you came from.',
    unknownTitle: 'There is no such request',
    unknown:
      'The address may be incomplete, or this bank has been emptied since. Go back to where you came from and start again.',
  },
  my: {
    title: 'My consents',
    intro: 'See who may look at your accounts, and take it back.',
    show: 'Show my consents',
    of: (name: string) => `Consents of ${name}`,
    none: 'You have given no consent.',
    accounts: 'May see',
    noAccounts: 'No account: all of them are closed.',
    actsFor: 'For',
    agreementGone: 'an agreement that was deleted',
    granted: 'Given',
    validUntil: 'Valid until',
    revokedAt: 'Taken back',
    states: { VALID: 'Valid', REPLACED: 'Replaced by a newer one', EXPIRED: 'Expired', REVOKED: 'Taken back' },
    revoke: 'Take back',
    revokeLabel: (tpp: string, granted: string) => `Take back the consent to ${tpp} of ${granted}`,
    confirmTitle: 'Take this consent back?',
    confirm: (tpp: string) => `${tpp} can then see none of these accounts. It has to ask you again.`,
    confirmButton: 'Yes, take it back',
    keep: 'No, keep it',
    revoked: (tpp: string) => `The consent to ${tpp} is taken back.`,
    older: 'Older consents',
    logOut: 'Log out',
  },
  failure: {
    title: 'This did not work',
    page: 'There is no such page',
    pageText: 'The address may be mistyped. The first page leads to all others.',
    near: 'The nearest address is',
    world: 'There is no such world',
    worldText: (name: string) => `This server has no world named ${name}.`,
    form: 'Open the page again',
    formText: 'The form was not sent from this page, or the browser keeps no cookies. Nothing was changed.',
    again: 'Open the page again',
    size: 'The form is too large',
    sizeText: 'It has more data than this page can have sent. Nothing was changed.',
    fault: 'A fault of the server',
    faultText: 'This is not your mistake. Nothing was changed.',
    busy: 'The bank is busy',
    busyText: 'Try again in a second.',
    home: 'To the first page',
  },
} as const satisfies TextTree

type TextTree = { readonly [name: string]: string | readonly string[] | ((...parts: never[]) => string) | TextTree }

/** The same texts in another language. */
export type Texts = TextsLike<typeof en>

type TextsLike<Source> = Source extends string
  ? string
  : Source extends (...parts: infer Parts) => string
    ? (...parts: Parts) => string
    : { readonly [Key in keyof Source]: TextsLike<Source[Key]> }

/** A term of the product: its meaning, and the words that no text uses in its place. */
type Term = {
  readonly word: string
  readonly means: string
  readonly not: readonly string[]
}

/**
 * One word for one thing in the console, the command line, GraphQL's descriptions, /docs and the README (D107). /docs/words shows the table, and a
 * guard finds the other words. Terms of the interface come first: where it has a word, that is the word.
 */
export const TERMS: readonly Term[] = [
  {
    word: 'TPP',
    means: 'A third-party provider: the caller, known by its certificate (D20).',
    not: ['fintech', 'third-party app', 'third-party application'],
  },
  {
    word: 'PSU',
    means: 'A customer that acts for itself or, through an agreement, for a corporation (D34).',
    not: ['end user', 'account holder', 'bank client'],
  },
  {
    word: 'consent',
    means: "A PSU's permission for a TPP to read accounts (D32).",
    not: ['mandate', 'access permission'],
  },
  {
    word: 'revoke',
    means: 'A PSU revokes a consent: it ends before its time (D32).',
    not: ['withdraw the consent', 'taken back', 'take the consent back'],
  },
  {
    word: 'SCA',
    means: 'Strong customer authentication: a PSU approves or rejects on a page of the bank (D33).',
    not: ['2FA', 'MFA', 'two-factor', 'multi-factor', 'sign-off'],
  },
  {
    word: 'authorisation',
    means: 'An SCA as a resource, with an id and a state (D33).',
    not: ['authorization resource', 'SCA session'],
  },
  {
    word: 'agreement',
    means: 'Between the bank and a customer. Rights to accounts are given under it (D26).',
    not: ['bank contract', 'customer contract'],
  },
  {
    word: 'engagement',
    means: "A PSU's rights to one account under an agreement, with a limit (D27).",
    not: ['power of attorney', 'entitlement', 'access right'],
  },
  {
    word: 'card account',
    means: "A card's account, with a masked number in place of an IBAN.",
    not: ['credit card account', 'charge card'],
  },
  {
    word: 'transaction',
    means: 'A line of a statement, booked or pending.',
    not: ['statement entry', 'statement item', 'account entry'],
  },
  {
    word: 'booking',
    means: 'Money that moves from one side to another. A balance is the sum of its bookings.',
    not: ['movement of money', 'money movement', 'ledger entry', 'journal entry'],
  },
  { word: 'debtor', means: 'Who pays.', not: ['payer', 'ordering party'] },
  { word: 'creditor', means: 'Who is paid.', not: ['payee', 'beneficiary'] },
  {
    word: 'payment',
    means: 'What a TPP registers for a PSU: single, bulk or periodic (D35).',
    not: ['payment order', 'money order', 'payment request'],
  },
  {
    word: 'bulk payment',
    means: 'Several transfers of one debtor that are carried out together.',
    not: ['batch payment', 'mass payment'],
  },
  {
    word: 'periodic payment',
    means: 'A payment that is carried out again and again by its plan (D38).',
    not: ['standing order', 'recurring payment', 'repeating payment'],
  },
  {
    word: 'execution',
    means: 'One time that a periodic payment is carried out (D38).',
    not: ['run of a plan', 'runs of a plan', 'run of a periodic payment', 'runs of a periodic payment'],
  },
  {
    word: 'batch',
    means: 'Five times on a banking day, all payments that are due are carried out (D40).',
    not: ['clearing run', 'settlement run', 'settlement cycle'],
  },
  {
    word: 'signing basket',
    means: 'Payments that share one SCA (D39).',
    not: ['payment basket', 'payment bundle'],
  },
  {
    word: 'operator',
    means: 'Who drives the sandbox through GraphQL and the console, without a certificate (D70).',
    not: ['administrator', 'admin', 'superuser'],
  },
  {
    word: "operator's token",
    means: "What a caller on another machine needs at the operator's door (D70).",
    not: ['API key', 'admin token', 'operator token', 'access token'],
  },
  {
    word: 'world',
    means: 'An isolated bank with its own customers, payments and clock (D1).',
    not: ['tenant', 'namespace', 'sandbox instance'],
  },
  {
    word: 'base URL',
    means: 'Where the paths of a world begin (D1).',
    not: ['base address', 'root URL', 'server URL'],
  },
  {
    word: 'clock',
    means: "A world's own time, which only moves forward (D40).",
    not: ['time travel', 'virtual time', 'fake time', 'simulated time'],
  },
  {
    word: 'snapshot',
    means: 'All that a world holds at one moment, clock included, to go back to (D86).',
    not: ['checkpoint', 'savepoint', 'restore point', 'saved state'],
  },
  {
    word: 'fixture',
    means: 'A document that says what is in a world (D82).',
    not: ['seed data', 'seed file', 'data set', 'dataset'],
  },
  {
    word: 'standard set',
    means: 'The published customers with a year of transactions, with which a world begins (D30).',
    not: ['demo data', 'default data', 'sample data'],
  },
  {
    word: 'key',
    means: 'A name of your own for a thing, which stands for its id (D83).',
    not: ['nickname', 'symbolic name'],
  },
  {
    word: 'scenario',
    means: 'An outcome that a test forces on a call (D88).',
    not: ['fault injection', 'stub', 'simulated error'],
  },
  {
    word: 'habit',
    means: 'How the statements that a TPP reads differ from the books (D133).',
    not: ['quirk', 'misbehaviour'],
  },
  {
    word: 'call',
    means: 'A request and its answer.',
    not: ['API call', 'API request'],
  },
  {
    word: 'journal',
    means: 'Where the calls of a world are stored (D95).',
    not: ['call log', 'request log', 'access log', 'audit log'],
  },
  {
    word: 'report card',
    means: 'What an integration has met of the bank, and what it has not.',
    not: ['scorecard', 'compliance report'],
  },
]

import { ERROR_CODES } from '../../../../domain/errors.ts'
import { FORCED_STATUSES, REASON_CODES, SCA_OUTCOMES, SHOWN_STATUSES } from '../../../../domain/scenarios.ts'

/** A field of an action: a field of its mutation's input, or an argument of a move by name. */
export type ActionField = {
  readonly name: string
  /** Its place in the input, by its name unless it is given. */
  readonly at?: string
  readonly label: string
  readonly hint?: string
  readonly required?: true
  /** The type of its value in the mutation; a text by default. */
  readonly kind?: 'name' | 'number' | 'flag' | 'list' | 'fixture' | 'id' | 'content'
  /** The permitted values. */
  readonly choices?: readonly string[]
  /** The words for these values on pages; '' stands for no choice. */
  readonly titles?: Readonly<Record<string, string>>
  /** The kind of things that the field offers. */
  readonly offers?: OfferKind
  /** The option to which it belongs: it counts only when that is chosen. */
  readonly of?: string
  /** The name of the parameter of a scenario, when it is one and not an argument. */
  readonly part?: string
  /** The least and the most that a number may be, and one as an example; by default any from 0 on, such as 3. */
  readonly range?: { readonly least?: number; readonly most?: number; readonly example?: string }
  /** Its first value. */
  readonly preset?: string
}

/** A choice between options, shown as cards, each with its own fields. */
export type ActionChoice = {
  readonly name: string
  readonly legend: string
  readonly options: Readonly<Record<string, readonly [title: string, detail: string]>>
}

export type OfferKind = 'worlds' | 'snapshots' | 'tpps' | 'customers' | 'operations' | 'fixtures'

/** An action of the console (D98) is the mutation of the same name in the operator's graph. */
export type Action = {
  readonly title: string
  /** A sentence that says what it does. */
  readonly text: string
  /** Whether the mutation takes its fields in `input`, or as arguments. */
  readonly takes: 'input' | 'arguments'
  /** The selection in the answer. */
  readonly answer: string
  readonly choice?: ActionChoice
  readonly fields: readonly ActionField[]
  /** What was done, for the notice after it: the time follows for those of the clock. None when the next page shows it. */
  readonly done?: string
  /** The question before an action without an undo. */
  readonly question?: string
  /** Whether the action deletes something, although Undo restores it. */
  readonly destroys?: true
  /** Whether it only adds a thing, which another action can remove. */
  readonly adds?: true
}

const NAMED = { name: 'name', label: 'Name' } as const
const NAME = { ...NAMED, hint: '1 to 63 letters a–z, digits, hyphens.' } as const
/** The thing of the action: a link from that thing leads to the form. */
const ID = { name: 'id', label: 'Id', required: true, kind: 'id' } as const

export const ACTIONS = {
  advanceClock: {
    title: 'Move the clock',
    done: 'Moved to',
    text: 'Moves it forward, and does everything that falls due on the way.',
    takes: 'input',
    answer: '{ clock { now frozen } }',
    choice: {
      name: 'way',
      legend: 'How far',
      options: { by: ['By a duration', 'from where it stands'], to: ['To an instant', 'after where it stands'] },
    },
    fields: [
      {
        name: 'by',
        label: 'Duration',
        hint: 'An ISO 8601 duration, such as P1D or PT30M.',
        required: true,
        of: 'by',
        preset: 'P1D',
      },
      { name: 'to', label: 'Instant', hint: 'Such as 2026-03-02T09:00:00Z.', required: true, of: 'to' },
    ],
  },
  freezeClock: {
    title: 'Freeze the clock',
    done: 'Frozen at',
    text: 'Stops it where it is, or at a later instant.',
    takes: 'arguments',
    answer: '{ clock { now frozen } }',
    fields: [
      { name: 'at', label: 'At', hint: 'An instant, such as 2026-03-02T09:00:00Z; left empty, the present one.' },
    ],
  },
  resumeClock: {
    title: 'Let the clock run',
    done: 'Running on from',
    text: 'Lets a frozen clock run on from where it stands.',
    takes: 'arguments',
    answer: '{ clock { now frozen } }',
    fields: [],
  },
  createWorld: {
    title: 'Make a world',
    text: 'Adds a world from one source.',
    takes: 'input',
    answer: '{ world { name } }',
    choice: {
      name: 'source',
      legend: 'From',
      options: {
        content: ['The bank itself', 'the published customers with a year in their accounts, or nothing'],
        copy: ['A copy of a world', 'as it is now, its clock too'],
        snapshot: ['A snapshot of this world', 'as it was then'],
        product: ['A fixture of the product', 'made for one purpose'],
        fixture: ['A fixture of your own', 'a document in JSON or YAML'],
      },
    },
    fields: [
      { ...NAME, hint: '1 to 63 letters a–z, digits, hyphens; left empty, a free name is chosen.' },
      {
        name: 'from',
        at: 'source',
        label: 'Filled with',
        kind: 'content',
        choices: ['STANDARD', 'EMPTY'],
        titles: { STANDARD: 'the published customers', EMPTY: 'nothing' },
        of: 'content',
        preset: 'STANDARD',
      },
      { name: 'copyOf', at: 'source.copyOf', label: 'Which world', offers: 'worlds', required: true, of: 'copy' },
      {
        name: 'snapshot',
        at: 'source.snapshot.name',
        label: 'Which snapshot',
        offers: 'snapshots',
        required: true,
        of: 'snapshot',
      },
      {
        name: 'fixtureName',
        at: 'source.fixtureName',
        label: 'Which fixture',
        offers: 'fixtures',
        required: true,
        of: 'product',
      },
      {
        name: 'fixture',
        at: 'source.fixture',
        label: 'The document',
        kind: 'fixture',
        required: true,
        of: 'fixture',
      },
      { name: 'clock.now', label: 'Its clock begins at', hint: 'Such as 2026-03-02T09:00:00Z; not for a copy.' },
      { name: 'clock.frozen', label: 'Its clock stands still', kind: 'flag' },
      { name: 'expiresAfter', label: 'Deleted after', hint: 'An ISO 8601 duration, such as PT1H; left empty, never.' },
    ],
    adds: true,
  },
  resetWorld: {
    title: 'Reset the world',
    done: 'The world was reset',
    text: 'Makes it what it was when it was created, its clock too.',
    takes: 'input',
    answer: '{ world { name } }',
    fields: [
      { ...ID, ...NAMED },
      {
        name: 'from',
        at: 'source',
        label: 'Filled with',
        kind: 'content',
        choices: ['STANDARD', 'EMPTY'],
        titles: { '': 'what it was made from', STANDARD: 'the published customers', EMPTY: 'nothing' },
      },
    ],
    question: 'All that was done in the world since then is lost. Its snapshots stay.',
  },
  deleteWorld: {
    title: 'Delete the world',
    done: 'The world was deleted',
    text: 'Deletes it with everything in it.',
    takes: 'arguments',
    answer: '{ world { name } }',
    fields: [{ ...ID, ...NAMED }],
    question: 'The world and its snapshots are lost, and nothing brings them back.',
  },
  takeSnapshot: {
    title: 'Take a snapshot',
    done: 'The snapshot was taken',
    text: 'Keeps the state of this world under a name.',
    takes: 'arguments',
    answer: '{ snapshot { name takenAt } }',
    fields: [
      { ...NAME, required: true },
      { name: 'expiresAfter', label: 'Deleted after', hint: 'An ISO 8601 duration, such as PT1H; left empty, never.' },
    ],
    adds: true,
  },
  restoreSnapshot: {
    title: 'Restore the snapshot',
    done: 'The snapshot was restored',
    text: 'Puts this world back to the snapshot, its clock too.',
    takes: 'arguments',
    answer: '{ world { name now } }',
    fields: [{ ...ID, ...NAMED }],
  },
  deleteSnapshot: {
    title: 'Delete the snapshot',
    done: 'The snapshot was deleted',
    text: 'Forgets it.',
    takes: 'arguments',
    answer: '{ snapshot { name } }',
    fields: [{ ...ID, ...NAMED }],
    question: 'The state that it keeps is lost, and nothing brings it back.',
  },
  initialize: {
    title: 'Fill with the standard set',
    done: 'The world was filled',
    text: 'Empties this world and creates the published customers, accounts and a year of transactions.',
    takes: 'arguments',
    answer: '{ customers { totalCount } }',
    fields: [],
  },
  applyFixture: {
    title: 'Apply a fixture',
    done: 'The fixture was applied',
    text: 'Puts into this world what a document says: all of it or nothing. Applied again it changes nothing.',
    takes: 'arguments',
    answer: '{ ids { key id } }',
    fields: [{ name: 'fixture', label: 'The document', kind: 'fixture', required: true }],
  },
  setScenario: {
    title: 'Set a scenario',
    done: 'The scenario was set',
    text: 'Forces an outcome on calls of TPPs in this world. All conditions that are given must hold.',
    takes: 'input',
    answer: '{ scenario { id scenario } }',
    choice: {
      name: 'outcome',
      legend: 'Outcome',
      options: {
        error: ['An error', 'the call is refused'],
        delay: ['A delay', 'the answer comes late'],
        hang: ['No answer', 'nothing happens, and the connection ends'],
        'lose-answer': ['A lost answer', 'it is done, and the connection ends before the answer'],
        sca: ['An SCA that fails', 'the PSU rejects, or does not come'],
        execution: ['A payment that fails', 'it is approved, and cannot be carried out'],
        status: ['Another first status', 'a payment shows it in place of RCVD'],
        'consent-revoked': ['A consent that ends', 'the PSU revokes it'],
      },
    },
    fields: [
      {
        name: 'code',
        label: 'Code',
        choices: ERROR_CODES,
        required: true,
        of: 'error',
        part: 'code',
        preset: 'ACCESS_EXCEEDED',
      },
      { name: 'ms', label: 'Milliseconds', kind: 'number', required: true, of: 'delay', part: 'ms', preset: '1500' },
      { name: 'jitter', label: 'Up to so many more', kind: 'number', of: 'delay', part: 'jitter' },
      { name: 's', label: 'Seconds', kind: 'number', required: true, of: 'hang', part: 's', preset: '30' },
      {
        name: 'end',
        label: 'It is',
        choices: SCA_OUTCOMES,
        required: true,
        of: 'sca',
        part: 'outcome',
        preset: 'rejected',
      },
      {
        name: 'result',
        label: 'It ends as',
        choices: FORCED_STATUSES,
        required: true,
        of: 'execution',
        part: 'status',
        preset: 'RJCT',
      },
      { name: 'reason', label: 'Reason', choices: REASON_CODES, of: 'execution', part: 'reason' },
      {
        name: 'value',
        label: 'Status',
        choices: SHOWN_STATUSES,
        required: true,
        of: 'status',
        part: 'value',
        preset: 'ACWP',
      },
      {
        name: 'after',
        label: 'After',
        hint: 'An ISO 8601 duration, such as PT1H.',
        of: 'consent-revoked',
        part: 'after',
        preset: 'PT1H',
      },
      { name: 'for.tpp', label: 'Of the TPP', offers: 'tpps' },
      { name: 'for.operation', label: 'On the operation', kind: 'name', offers: 'operations' },
      { name: 'for.psu', label: 'For the PSU', offers: 'customers' },
      {
        name: 'for.creditorAccount',
        label: 'Paying to the account',
        hint: 'An IBAN, a BBAN or the key of an account.',
      },
      {
        name: 'times',
        label: 'On how many calls',
        kind: 'number',
        range: { least: 1 },
        hint: 'Left empty, on every call.',
      },
      {
        name: 'probability',
        label: 'How likely',
        kind: 'number',
        range: { least: Number.MIN_VALUE, most: 1, example: '0.5' },
        hint: 'More than 0, at most 1; left empty, the scenario always acts.',
      },
      {
        name: 'seed',
        label: 'Seed',
        kind: 'number',
        hint: 'Used with "How likely": the same number chooses the same calls again.',
      },
    ],
    adds: true,
  },
  clearScenarios: {
    title: 'Clear the scenario',
    done: 'The scenario was cleared',
    text: 'Takes it away: calls are answered as they would be without it.',
    takes: 'arguments',
    answer: '{ scenarios { id scenario } }',
    fields: [{ name: 'ids', label: 'Ids', kind: 'list', hint: 'Left empty, all scenarios.' }],
  },
  completeAuthorisation: {
    title: 'Decide for the PSU',
    done: 'The SCA was decided',
    text: 'Approves or rejects on behalf of the PSU, as on the page of the bank.',
    takes: 'input',
    answer: '{ redirectTo }',
    fields: [
      { ...ID, label: 'SCA' },
      { name: 'psu', label: 'The PSU, by its number', required: true, offers: 'customers' },
      { name: 'context', label: 'Context', kind: 'name', choices: ['PRIVATE', 'CORPORATE'] },
      { name: 'agreementId', label: 'Agreement', hint: 'Where the PSU can act under several.' },
      { name: 'outcome', label: 'Decision', required: true, kind: 'name', choices: ['APPROVED', 'REJECTED'] },
    ],
  },
  startPaymentAuthorisation: {
    title: 'Start an SCA',
    done: 'The SCA was started',
    text: 'Starts the SCA of a payment that waits for one.',
    takes: 'input',
    answer: '{ authorisation { scaRedirect } }',
    fields: [
      { ...ID, label: 'Payment' },
      { name: 'psu', label: 'The PSU, by its number', required: true, offers: 'customers' },
      { name: 'tpp', label: 'The TPP that made it', required: true, offers: 'tpps' },
      { name: 'agreementId', label: 'Agreement', hint: 'Where the PSU acts for a corporation.' },
    ],
  },
  cancelPaymentInBank: {
    title: 'Cancel the payment',
    done: 'The payment was cancelled',
    destroys: true,
    text: 'Cancels it as if in another channel of the bank: without TPP, PSU or SCA.',
    takes: 'arguments',
    answer: '{ payment { id } }',
    fields: [{ ...ID, label: 'Payment' }],
  },
  revokeConsent: {
    title: 'Revoke the consent',
    done: 'The consent was revoked',
    destroys: true,
    text: 'Revokes it on behalf of its PSU. Calls of its TPP are refused then.',
    takes: 'arguments',
    answer: '{ consent { id } }',
    fields: [{ ...ID, label: 'Consent' }],
  },
} as const satisfies Record<string, Action>

export type ActionName = keyof typeof ACTIONS

/** Whether a snapshot is taken before it, for Undo: not when it only adds a thing, or asks a question first. */
export function hasUndo({ adds, question }: Action): boolean {
  return adds === undefined && question === undefined
}

export function isAction(name: string): name is ActionName {
  return Object.hasOwn(ACTIONS, name)
}

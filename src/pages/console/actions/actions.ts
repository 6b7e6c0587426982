/** A field of an action: an argument of its mutation, after a dot one of an input's fields. */
export type ActionField = {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** Whether nothing can be done without it. */
  readonly required?: true
  /** How the mutation has it; a text when not given. */
  readonly kind?: 'name' | 'number' | 'flag' | 'list' | 'fixture'
  /** What it can be, where that is fixed. */
  readonly choices?: readonly string[]
  /** What of the world it names, which the field offers. */
  readonly offers?: OfferKind
}

export type OfferKind = 'worlds' | 'snapshots' | 'tpps' | 'customers' | 'operations' | 'fixtures'

/** What a person can do in the console (D98): the mutation of its name in the operator's graph, and nothing else. */
export type Action = {
  readonly title: string
  /** What it does, in a sentence. */
  readonly text: string
  /** What of the answer the document names. */
  readonly answer: string
  readonly fields: readonly ActionField[]
  /** What it has done; its title where that says it. */
  readonly done?: string
  /** The question before an action without an undo. */
  readonly question?: string
  /** Whether it only adds a thing, which another action takes away. */
  readonly adds?: true
}

const NAME = { name: 'name', label: 'Name', hint: '1 to 63 of a-z, 0-9 and "-".' } as const
const ID = { name: 'id', label: 'Id', required: true } as const

export const ACTIONS = {
  advanceClock: {
    title: 'Move the clock',
    done: 'Moved',
    text: 'Moves it forward, and does everything that falls due on the way.',
    answer: '{ now frozen }',
    fields: [
      { name: 'by', label: 'By', hint: 'An ISO 8601 duration, such as P1D or PT30M.' },
      { name: 'to', label: 'Or to', hint: 'An instant, such as 2026-03-02T09:00:00Z.' },
    ],
  },
  freezeClock: {
    title: 'Freeze the clock',
    done: 'Frozen',
    text: 'Stops it where it is, or at a later instant.',
    answer: '{ now frozen }',
    fields: [{ name: 'at', label: 'At', hint: 'An instant, such as 2026-03-02T09:00:00Z; now when empty.' }],
  },
  resumeClock: {
    title: 'Let the clock run',
    done: 'Running again',
    text: 'Lets a frozen clock run on from where it stands.',
    answer: '{ now frozen }',
    fields: [],
  },
  createWorld: {
    title: 'Make a world',
    text: 'Adds a world from at most one source; the standard set when none is given.',
    answer: '{ name }',
    fields: [
      { ...NAME, hint: `${NAME.hint} A free one when it is empty.` },
      { name: 'from', label: 'Filled with', kind: 'name', choices: ['STANDARD', 'EMPTY'] },
      { name: 'copyOf', label: 'Or a copy of the world', offers: 'worlds' },
      { name: 'snapshot', label: 'Or the snapshot of this world', offers: 'snapshots' },
      { name: 'fixtureName', label: 'Or a fixture of the product', offers: 'fixtures' },
      { name: 'fixture', label: 'Or a fixture', kind: 'fixture' },
      { name: 'clock.now', label: 'Its clock begins at', hint: 'Such as 2026-03-02T09:00:00Z; not for a copy.' },
      { name: 'clock.frozen', label: 'Its clock stands still', kind: 'flag' },
      { name: 'expiresAfter', label: 'Deleted after', hint: 'An ISO 8601 duration, such as PT1H; never when empty.' },
    ],
    adds: true,
  },
  resetWorld: {
    title: 'Reset the world',
    text: 'Makes it what it was when it was created, its clock too.',
    answer: '{ name }',
    fields: [
      { ...NAME, required: true, offers: 'worlds' },
      {
        name: 'from',
        label: 'Filled with',
        kind: 'name',
        choices: ['STANDARD', 'EMPTY'],
        hint: 'What it was made from when empty.',
      },
    ],
    question: 'All that was done in the world since then is lost. Its snapshots stay.',
  },
  deleteWorld: {
    title: 'Delete the world',
    text: 'Deletes it with everything in it.',
    answer: '{ name }',
    fields: [{ ...NAME, required: true, offers: 'worlds' }],
    question: 'The world and its snapshots are lost, and nothing brings them back.',
  },
  takeSnapshot: {
    title: 'Take a snapshot',
    text: 'Keeps the state of this world under a name.',
    answer: '{ name takenAt }',
    fields: [
      { ...NAME, required: true },
      { name: 'expiresAfter', label: 'Deleted after', hint: 'An ISO 8601 duration, such as PT1H; never when empty.' },
    ],
    adds: true,
  },
  restoreSnapshot: {
    title: 'Restore the snapshot',
    done: 'Restored',
    text: 'Puts this world back to the snapshot, its clock too.',
    answer: '{ name now }',
    fields: [{ ...NAME, required: true, offers: 'snapshots' }],
  },
  deleteSnapshot: {
    title: 'Delete the snapshot',
    text: 'Forgets it.',
    answer: '{ name }',
    fields: [{ ...NAME, required: true, offers: 'snapshots' }],
    question: 'The state that it keeps is lost, and nothing brings it back.',
  },
  initialize: {
    title: 'Fill with the standard set',
    done: 'Filled',
    text: 'Empties this world and creates the published customers, accounts and a year of transactions.',
    answer: '{ totalCount }',
    fields: [],
  },
  applyFixture: {
    title: 'Apply a fixture',
    done: 'Applied',
    text: 'Puts into this world what a document says: all of it or nothing. Applied again it changes nothing.',
    answer: '{ ids { key id } }',
    fields: [{ name: 'fixture', label: 'The document', kind: 'fixture', required: true }],
  },
  setScenario: {
    title: 'Set a scenario',
    text: 'Forces an outcome on calls of TPPs in this world. All conditions that are given must hold.',
    answer: '{ id scenario }',
    fields: [
      { name: 'scenario', label: 'Outcome', required: true, hint: 'Such as error; code=ACCESS_EXCEEDED' },
      { name: 'for.tpp', label: 'Of the TPP', offers: 'tpps' },
      { name: 'for.operation', label: 'On the operation', kind: 'name', offers: 'operations' },
      { name: 'for.psu', label: 'For the PSU with the number', offers: 'customers' },
      { name: 'times', label: 'On how many calls', kind: 'number', hint: 'On every one when empty.' },
      { name: 'probability', label: 'How likely', kind: 'number', hint: 'Above 0, up to 1; always when empty.' },
      { name: 'seed', label: 'Seed', kind: 'number' },
    ],
    adds: true,
  },
  clearScenarios: {
    title: 'Clear the scenario',
    done: 'Cleared',
    text: 'Takes it away: calls are answered as they would be without it.',
    answer: '{ id scenario }',
    fields: [{ name: 'ids', label: 'Ids', kind: 'list', hint: 'All when empty.' }],
  },
  completeAuthorisation: {
    title: 'Decide for the PSU',
    done: 'Decided',
    text: 'Approves or rejects on behalf of the PSU, as on the page of the bank.',
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
    done: 'Started',
    text: 'Starts the SCA of a payment that waits for one.',
    answer: '{ scaRedirect }',
    fields: [
      { ...ID, label: 'Payment' },
      { name: 'psu', label: 'The PSU, by its number', required: true, offers: 'customers' },
      { name: 'tpp', label: 'The TPP', offers: 'tpps' },
      { name: 'agreementId', label: 'Agreement', hint: 'Where the PSU acts for a corporation.' },
    ],
  },
  cancelPaymentInBank: {
    title: 'Cancel the payment',
    done: 'Cancelled',
    text: 'Cancels it as if in another channel of the bank: without TPP, PSU or SCA.',
    answer: '{ id }',
    fields: [{ ...ID, label: 'Payment' }],
  },
  revokeConsent: {
    title: 'Revoke the consent',
    done: 'Revoked',
    text: 'Takes it back on behalf of its PSU. Calls of its TPP are refused then.',
    answer: '{ id }',
    fields: [{ ...ID, label: 'Consent' }],
  },
} as const satisfies Record<string, Action>

export type ActionName = keyof typeof ACTIONS

/** Whether a snapshot is taken before, to which Back returns: of what only adds a thing, or asks first, none is. */
export function hasUndo({ adds, question }: Action): boolean {
  return adds === undefined && question === undefined
}

export function isAction(name: string): name is ActionName {
  return Object.hasOwn(ACTIONS, name)
}

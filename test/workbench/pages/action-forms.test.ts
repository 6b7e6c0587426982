import { expect, it } from 'vitest'
import { FIXTURES } from '../../../src/sandbox/fixtures/documents/list.ts'
import { ACTIONS, type Action, type ActionName } from '../../../src/workbench/pages/console/actions/actions.ts'
import { UNKNOWN_ID } from '../../support/builders/builders.ts'
import { addPayer, NDCT, paymentBody, register } from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'
import { textOf, visitor } from './visits.ts'

const bank = await startBank()
it.each(Object.entries<Action>(ACTIONS))(
  'the form of %s says at its field what is missing, in its own words (D98)',
  async (name, action) => {
    const world = await bank.world()
    const option = Object.keys(action.choice?.options ?? {})[0]
    const required = action.fields.filter(
      ({ required, of }) => required === true && (of === undefined || of === option),
    )
    const form = visitor(bank, `${world.base}/console/do/${name}?id=one&name=one`)
    await form.open()
    if (required.length === 0) return
    const refused = await form.submit({})
    expect(refused.status).toBe(400)
    for (const { name: field, label } of required) {
      const id = `field-${field.replace('.', '-')}`
      expect(textOf(refused)).toContain(`${label} is missing.`)
      expect(refused.text).toMatch(
        new RegExp(`<[^>]+ id="${id}"[^>]* aria-describedby="${id}-fault[ "][^>]* aria-invalid="true"`),
      )
    }
    // Never those of the graph, which know of arguments and types.
    expect(textOf(refused)).not.toMatch(/argument|of type|String!|ID!/)
  },
)

it('a number that is none is refused at its field, and the rest of the form stays as it was entered (D98)', async () => {
  const world = await bank.world('STANDARD')
  const form = visitor(bank, `${world.base}/console/do/setScenario`)
  await form.open()
  const refused = await form.submit({ outcome: 'delay', ms: '10', times: 'three' })
  expect([refused.status, textOf(refused).includes('takes a number, such as 3.')]).toEqual([400, true])
  expect(refused.text).toContain('value="three"')
  const outside = textOf(await form.submit({ outcome: 'delay', ms: '10', times: '-3', probability: '50%' }))
  expect(outside).toContain('On how many calls takes a number, such as 3.')
  expect(outside).toContain('How likely takes a number, such as 0.5.')
  expect(outside).not.toContain('the next -3 calls')
  expect((await world.graphql('{ scenarios { totalCount } }')).body.data.scenarios.totalCount).toBe(0)
})

it('the faults of a document come in the order of its lines (D98)', async () => {
  const world = await bank.world('EMPTY')
  const form = visitor(bank, `${world.base}/console/do/applyFixture`)
  await form.open()
  const refused = await form.submit({ fixture: 'customers:\n  - key: kari\n    type: NOBODY\n    name: 7\n' })
  expect(textOf(refused).match(/Line \d/g)).toEqual(['Line 3', 'Line 4'])
})

it('a name that is taken is refused in the words of the form (D107)', async () => {
  const world = await bank.world('EMPTY')
  const form = visitor(bank, `${world.base}/console/do/createWorld`)
  await form.open()
  const refused = await form.submit({ source: 'content', from: 'EMPTY', name: world.name })
  expect(textOf(refused)).toContain(`There is already a world ${world.name}: choose another name, or reset that world.`)
})

it.each<[action: ActionName, entered: Fields, field: string]>([
  ['advanceClock', { way: 'by', by: 'tomorrow' }, 'by'],
  ['advanceClock', { way: 'to', to: '2001-01-01T00:00:00Z' }, 'to'],
  ['freezeClock', { at: '2001-01-01T00:00:00Z' }, 'at'],
  ['createWorld', { source: 'copy', copyOf: 'nowhere' }, 'copyOf'],
  ['createWorld', { source: 'snapshot', snapshot: 'none' }, 'snapshot'],
  ['createWorld', { source: 'product', fixtureName: 'none' }, 'fixtureName'],
  ['createWorld', { source: 'content', from: 'EMPTY', expiresAfter: 'soon' }, 'expiresAfter'],
  ['createWorld', { source: 'content', from: 'EMPTY', 'clock.now': 'noon' }, 'clock.now'],
  ['takeSnapshot', { name: 'No Name' }, 'name'],
  ['setScenario', { outcome: 'delay', ms: '1', 'for.tpp': 'nobody' }, 'for.tpp'],
  ['startPaymentAuthorisation', { id: UNKNOWN_ID, psu: 'nobody', tpp: 'nobody' }, 'tpp'],
])('the refusal of %s with %o stands at its field (D98, D130)', async (action, entered, field) => {
  const world = await bank.world('EMPTY')
  const form = visitor(bank, `${world.base}/console/do/${action}?id=one`)
  await form.open()
  const { status, text } = await form.submit(entered)
  expect(status).toBe(400)
  const places = [...text.matchAll(/role="alert" id="([\w.-]+)"/g)].map(([, place]) => place)
  expect(places).toEqual([`field-${field.replace('.', '-')}-fault`])
})

/** What each action takes in a world that has one of everything. */
async function worldWithValues() {
  const { psu, number, debtor, creditor } = await addPayer(bank)
  const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
  await psu.graphql(
    `mutation { takeSnapshot(name: "kept") { snapshot { name } } grantConsent(input: { psu: "${number}", context: PRIVATE }) { psuId } setScenario(input: { scenario: "delay; ms=1" }) { scenario { id } } }`,
  )
  const { body } = await psu.graphql(
    `{ consents { nodes { id } } payment(id: "${payment.id}") { authorisations { nodes { id } } } }`,
  )
  const values = {
    advanceClock: { by: 'P1D' },
    freezeClock: {},
    resumeClock: {},
    createWorld: { source: 'copy', copyOf: psu.name, name: `${psu.name}-2` },
    resetWorld: { name: psu.name },
    deleteWorld: { name: psu.name },
    takeSnapshot: {},
    restoreSnapshot: { name: 'kept' },
    deleteSnapshot: { name: 'kept' },
    initialize: {},
    applyFixture: {},
    setScenario: { outcome: 'execution', result: 'RJCT', reason: 'AM04', 'for.operation': 'createPayment', times: '2' },
    clearScenarios: {},
    completeAuthorisation: { id: body.data.payment.authorisations.nodes[0].id, psu: number, outcome: 'APPROVED' },
    startPaymentAuthorisation: { id: payment.id, psu: number, tpp: tppIdOf(bank, bank.tpp) },
    cancelPaymentInBank: { id: payment.id },
    revokeConsent: { id: body.data.consents.nodes[0].id },
  } satisfies Record<ActionName, Readonly<Record<string, string>>>
  return { world: psu, values: new Map<string, Readonly<Record<string, string>>>(Object.entries(values)) }
}

/** The texts that a page offers to be copied. */
const copied = (text: string) =>
  [...text.matchAll(/<pre[^>]*data-copy[^>]*><code[^>]*>([\s\S]*?)<\/code>/g)].map(([, found = '']) =>
    found
      .replace(/<[^>]+>/g, '')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&'),
  )

/** What a form may be opened with beside the values of `worldWithValues`: each of its options, with what only that one takes. */
const OF_OPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  to: { to: '2030-06-01T12:00:00Z' },
  copy: { copyOf: 'default' },
  snapshot: { snapshot: 'kept' },
  product: { fixtureName: FIXTURES[0]?.name ?? '' },
}
const STATES = Object.entries<Action>(ACTIONS).flatMap(([name, { choice, fields }]): [string, string, Fields][] => {
  const blank = Object.keys(choice?.options ?? {}).map((option): [string, string, Fields] => [
    name,
    option,
    { ...(choice && { [choice.name]: option }), ...OF_OPTIONS[option] },
  ])
  const isOfOneThing = fields.some(({ kind }) => kind === 'id')
  return [
    [name, 'its values', {}],
    ...(isOfOneThing ? [] : [[name, 'nothing', {}] satisfies [string, string, Fields]]),
    ...blank,
  ]
})
type Fields = Readonly<Record<string, string>>

it.each(STATES)(
  'the GraphQL that the form of %s shows with %s runs as it stands, and its command says the same (D98)',
  async (name, state, own) => {
    const { world, values } = await worldWithValues()
    const given = state === 'its values' ? values.get(name) : own
    const { text } = await visitor(bank, `${world.base}/console/do/${name}?${new URLSearchParams(given)}`).open()
    const [query = '', command = ''] = copied(text)
    expect(command).toContain(`'${query}'`)
    const variables = query.includes('$fixture') ? { fixture: { customers: [] } } : {}
    const answer = await world.graphql(query, variables)
    expect([query, answer.body.errors]).toEqual([query, undefined])
  },
)

it('has no blank form for what is done to one thing: its button stands with it (D98)', async () => {
  const world = await bank.world()
  for (const [name, { fields }] of Object.entries<Action>(ACTIONS)) {
    if (!fields.some(({ kind }) => kind === 'id')) continue
    const { status, headers } = await visitor(bank, `${world.base}/console/do/${name}`).open()
    expect([name, status, headers['location']]).toEqual([name, 303, `${world.base}/`])
  }
})

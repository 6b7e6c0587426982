import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OPERATIONS } from '../../src/bank/operations/list.ts'
import { type Answer, startBank } from '../support/clients/bank.ts'
import { ask, visitor } from '../workbench/pages/visits.ts'
import { oddText } from './mutants.ts'
import { inTime, RUNS } from './outcome.ts'

const bank = await startBank()
const world = await bank.world('STANDARD')
const number = '13039319955'
const { data } = (
  await world.graphql(`{
    customers(first: 5) { nodes { id accounts(first: 3) { nodes { id } } } edges { cursor } }
    cardAccounts(first: 2) { nodes { id } }
    agreements(first: 5) { nodes { id } }
  }`)
).body
const KNOWN: string[] = JSON.stringify(data).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []

// Whatever is shown again is shown as text: a page that holds this has taken it for markup.
const MARKUP = '<img src=x id="odd">'
const text = fc.oneof(
  oddText.map(value => value.toWellFormed()),
  fc.constantFrom(MARKUP, `"'>${MARKUP}`, 'javascript:alert(1)', '0', '-1', '999999999999999999999', 'P1D', '-P1D'),
  fc.constantFrom(number, ...KNOWN, data.customers.edges[0].cursor),
)

const PATHS = [
  '/',
  '/callback',
  '/sca/{id}',
  '/my/consents',
  '/requests',
  '/requests/{id}',
  '/report',
  '/console',
  '/console/customers',
  '/console/customers/{id}',
  '/console/accounts/{id}',
  '/console/card-accounts/{id}',
  '/console/payments',
  '/console/payments/{id}',
  '/console/consents',
  '/console/worlds',
  '/docs',
  '/docs/operations/{id}',
  '/docs/errors',
  '/docs/decisions',
  '/assets/{id}',
  '/{id}',
] as const
const NAMES = [
  'after',
  'before',
  'first',
  'from',
  'worlds',
  'caller',
  'answer',
  'path',
  'tpp',
  'operation',
  'status',
].concat([
  'psu-id',
  'tpp-session-id',
  'error',
  'state',
  'v',
  'name',
  'customer',
  'consents',
  'transactions',
  'payments',
])
const query = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES), text), text), { maxLength: 4 })

const FORMS = ['/sca/{sca}', '/my/consents', '/console/clock', '/console/token'] as const
const FIELDS = [
  'customerNumber',
  'context',
  'agreementId',
  'account',
  'action',
  'step',
  'consentId',
  'from',
  'by',
  'to',
]
const USUAL: [name: string, value: string][] = [
  ['customerNumber', number],
  ['context', 'PRIVATE'],
  ['action', 'approve'],
  ['action', 'advance'],
  ['by', 'PT1H'],
]
const field = fc.tuple(
  fc.oneof(fc.constantFrom(...FIELDS, 'operator', 'token'), text),
  fc.oneof(
    text,
    fc.constantFrom('approve', 'reject', 'confirm', 'advance', 'freeze', 'resume', 'stop', 'PRIVATE', 'CORPORATE'),
  ),
)

/** A page in words, which shows nothing of what was sent as its own markup. */
function expectPage(answer: Answer): void {
  expect(bank.faults).toEqual([])
  expect(answer.status).toBeLessThan(500)
  expect(answer.text).not.toContain(MARKUP)
}

describe('Any visit of a page is answered with a page, and in time', () => {
  it('whatever its path and query are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PATHS),
        fc.oneof(text, fc.constantFrom(...KNOWN, ...OPERATIONS.map(({ name }) => name))),
        query,
        fc.boolean(),
        async (path, id, pairs, within) => {
          const search = new URLSearchParams(pairs)
          const target = `${within ? world.base : ''}${path.replace('{id}', encodeURIComponent(id))}?${search}`
          expectPage(await inTime(visitor(bank, target).open()))
        },
      ),
      RUNS,
    )
  })

  it('whatever its form says', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...FORMS),
        fc.array(field, { maxLength: 6 }),
        fc.subarray(USUAL),
        async (path, fields, usual) => {
          const { path: sca } = await ask(bank, world)
          const target = path === '/sca/{sca}' ? sca : `${world.base}${path}`
          const page = visitor(bank, target)
          const opened = path.startsWith('/console') ? visitor(bank, `${world.base}/`) : page
          await opened.open()
          const form = Object.fromEntries([...usual, ...fields])
          const headers = opened.cookie === undefined ? {} : { Cookie: opened.cookie }
          const token = opened.token === undefined ? {} : { token: opened.token }
          expectPage(await inTime(page.submit({ ...token, ...form }, headers)))
        },
      ),
      RUNS,
    )
  })
})

import { afterAll, describe, expect, it } from 'vitest'
import { type Answer, send, startBank } from '../../support/clients/bank.ts'
import { longestTurnOf } from '../../support/harness/longest-turn.ts'
import { HOSTILE_YAML } from '../../support/hostile/hostile-yaml.ts'
import { textOf, visitor } from './visits.ts'

/** D74: what is entered in the console holds others for at most 250 ms in one step, ends no process, and is read for a form of our own alone. */

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))
const MOST_MS = 250
const PATH = '/console/do/applyFixture'

async function openForm() {
  const form = visitor(bank, PATH)
  await form.open()
  return form
}

const upload = (parts: readonly string[], headers: readonly (readonly [string, string])[] = []): Promise<Answer> =>
  send(bank.url, {
    method: 'POST',
    target: PATH,
    headers: [['Content-Type', 'multipart/form-data; boundary=limit'], ...headers],
    body: Buffer.from(
      `${parts.map(part => `--limit\r\nContent-Disposition: form-data; ${part}`).join('\r\n')}\r\n--limit--\r\n`,
    ),
  })
const file = (text: string, name = 'fixture') => `name="${name}"; filename="a.yaml"\r\n\r\n${text}`

const enter = ({ token, cookie = '' }: ReturnType<typeof visitor>, text: string) =>
  upload([`name="token"\r\n\r\n${token}`, file(text)], [['Cookie', cookie]])

describe('A document that is entered in the console', () => {
  it.each(HOSTILE_YAML)('is refused in small steps where it has %s', async (_, fixture) => {
    const form = await openForm()
    const answers: Answer[] = []
    const longest = await longestTurnOf(async () => answers.push(await enter(form, fixture)), MOST_MS)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
    expect(longest).toBeLessThan(MOST_MS)
  })

  it.each([
    [
      'anchors by their name',
      'customers: &a []\nagreements: *a',
      'Aliases such as *a of anchors such as &a are not read',
    ],
    ['infinity as what it is', 'customers: .inf', 'Infinity is no number that JSON has'],
    ['a key that is a map', '? {a: 1}\n: 1', 'A key must be a text'],
    [
      'a map in order',
      'customers: !!omap []',
      'The tag !!omap is not read: write the value without it, at line 1, column 12',
    ],
    ['a set', 'customers: !!set {a}', 'The tag !!set is not read'],
    ['bytes', 'customers: !!binary AAAA', 'The tag !!binary is not read'],
    ['a date', 'customers: !!timestamp 2026-01-01', 'The tag !!timestamp is not read'],
    [
      'pairs, whole',
      'customers: !<tag:yaml.org,2002:pairs> [a: 1]',
      'The tag !&lt;tag:yaml.org,2002:pairs&gt; is not read',
    ],
    [
      'a tag of its own',
      'customers:\n  - !mine a',
      'The tag !mine is not read: write the value without it, at line 2, column 5',
    ],
    ['a second document', 'customers: []\n---\ncustomers: []', 'A second document begins at line 2, column 1'],
    [
      'the first fault, with its line',
      'customers:\n  - name: "Kari',
      'a quotation mark or a closing bracket is missing at line 2',
    ],
    [
      'JSON that is cut',
      '{"customers": [\n  {"name": "Kari"}',
      'JSON: A comma, a colon, a quotation mark or a closing bracket is missing at line 2',
    ],
    [
      'JSON with two commas',
      '{"customers": [],\n, "payments": []}',
      'JSON: A sign stands where none is expected at line 2, column 1',
    ],
    [
      'a line between two indentations',
      'customers:\n  - key: a\n   name: Kari',
      'A line is not indented as its neighbours are, or a closing bracket is missing, at line 3, column 1',
    ],
    [
      'a line one column off',
      'customers:\n- key: a\n accounts: []',
      'A line is not indented as its neighbours are, or a closing bracket is missing, at line 3, column 1',
    ],
    [
      'a line too far to the left',
      'customers:\n  - name: Kari\n type: x',
      'A line is not indented as its neighbours are',
    ],
    ['a tab', 'customers:\n\t- name: Kari', 'A tab stands where spaces indent a line at line 2, column 1'],
    [
      'a value with a colon',
      'customers:\n  - name: a: b',
      'A list or a second map begins where one value is expected at line 2',
    ],
  ])('is refused for %s', async (_, fixture, said) => {
    const answer = await (await openForm()).submit({ fixture })
    expect([answer.status, textOf(answer)]).toEqual([400, expect.stringContaining(said)])
  })

  it.each([
    ['holds too much', `{"customers":[${'[],'.repeat(690_000)}[]]}`, /A document may hold \d+ objects and lists, and/],
    ['is no fixture', `{"customers":[${'[],'.repeat(400_000)}[]]}`, /must hold at most 100000 entries/],
    ['has too many entries', `{"customers":[${'{},'.repeat(490_000)}{}]}`, /must hold at most 100000 entries/],
    ['is a list', `[${'[],'.repeat(400_000)}[]]`, /characters must be JSON here/],
    ['has a field twice', `{"customers":[${'{"a":1,"a":1},'.repeat(9_000)}{}]}`, /This field is given more than once/],
  ])('may be JSON of two megabytes, and is refused when it %s', async (_, document, said) => {
    const form = await openForm()
    const longest = await longestTurnOf(async () => {
      const answer = await enter(form, document)
      expect([answer.status, textOf(answer)]).toEqual([400, expect.stringMatching(said)])
    }, MOST_MS)
    expect(longest).toBeLessThan(MOST_MS)
    expect((await enter(form, '{"customers":[]}')).status).toBe(303)
  })
})

it.each(['&', '<', '"&', "'"])(
  'D74: a document of 2 MB of %s is shown again as far as a page can hold it',
  async sign => {
    const form = await openForm()
    const longest = await longestTurnOf(async () => {
      const { status, text } = await enter(form, sign.repeat(1_900_000 / sign.length))
      expect([status, text.length < 2_000_000, text.includes('<textarea')]).toEqual([400, true, true])
    }, MOST_MS)
    expect(longest).toBeLessThan(MOST_MS)
  },
)

it('D74: a document is read with tags of the core, and with texts that look like a tag', async () => {
  const world = await bank.world()
  const form = visitor(bank, `${world.base}/console/do/applyFixture`)
  await form.open()
  const fixture =
    'customers: !!seq\n  - { key: a, name: !!str 12, type: PRIVATE }\n  - { key: b, name: "!!omap", type: PRIVATE }\n  - key: c\n    type: PRIVATE\n    name: |-\n      !!set'
  const answer = await form.submit({ fixture })
  expect([answer.status, textOf(answer)]).toEqual([303, ''])
  const { body } = await world.graphql('{ customers(first: 3) { nodes { name } } }')
  expect(body.data.customers.nodes.map(({ name }: { name: string }) => name)).toEqual(['12', '!!omap', '!!set'])
})

describe('What is sent to the console', () => {
  it('is refused by its number of parts before they are read', async () => {
    const longest = await longestTurnOf(async () => {
      const { status, text } = await upload(Array.from({ length: 17_000 }, () => file('a')))
      expect([status, text]).toEqual([413, expect.stringContaining('The form is too large')])
    }, MOST_MS)
    expect(longest).toBeLessThan(MOST_MS)
  })

  it('is refused without the token of the page, a file too', async () => {
    const answer = await upload([`name="token"\r\n\r\nwrong`, file('customers: []')])
    expect(answer.status).toBe(403)
  })

  const get = (target: string, headers: Readonly<Record<string, string>>) =>
    send(bank.url, { method: 'GET', target, headers: Object.entries(headers), body: Buffer.alloc(0) })
  const FIELDS = `${PATH}?${new URLSearchParams({ fixture: `{a: 1, ${'{'.repeat(30)}${'}'.repeat(30)}: 1}` })}`
  const LINK = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
  const IMAGE = { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }
  it.each(['cross-site', 'same-site'])('is not entered by a page of another site (%s)', async site => {
    for (const [target, headers, status] of [
      [FIELDS, IMAGE, 403],
      [FIELDS, LINK, 403],
      [PATH, IMAGE, 403],
      ['/?world=default', LINK, 403],
      [PATH, LINK, 200],
      ['/console/worlds', LINK, 200],
    ] as const)
      expect([target, (await get(target, { ...headers, 'Sec-Fetch-Site': site })).status]).toEqual([target, status])
    expect((await get(FIELDS, { Origin: 'https://other.example' })).status).toBe(403)
  })

  it('is not read as a document for a GET', async () => {
    const longest = await longestTurnOf(async () => {
      const { status, text } = await get(FIELDS, { 'Sec-Fetch-Site': 'none' })
      expect([status, text]).toEqual([200, expect.stringContaining('@variables.json')])
    }, MOST_MS)
    expect(longest).toBeLessThan(MOST_MS)
  })
})

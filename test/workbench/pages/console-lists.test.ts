import { expect, it } from 'vitest'
import {
  accountBody,
  balance,
  cardAccountBody,
  cardTransactionBody,
  customerBody,
  holder,
  PATHS,
  transactionBody,
} from '../../support/builders/builders.ts'
import { putDocument } from '../../support/builders/documents.ts'
import { keptKey } from '../../support/builders/kept-keys.ts'
import {
  addPayer,
  BULK,
  bulkBody,
  CROSS_BORDER,
  crossBorderBody,
  INSTANT,
  NDCT,
  PERIODIC,
  paymentBody,
  periodicBody,
  register,
  sign,
} from '../../support/builders/payments.ts'
import { spkiOf } from '../../support/builders/public-keys.ts'
import { startBank } from '../../support/clients/bank.ts'
import { pagesOf, textOf, visitor } from './visits.ts'

const bank = await startBank()

const numbered = <Made>(from: number, to: number, make: (number: number) => Made) =>
  Array.from({ length: to - from + 1 }, (_, n) => make(from + n))

it('lists the calls of every world by pages, latest first', async () => {
  const [one, other] = [await bank.world(), await bank.world()]
  for (let n = 0; n < 70; n += 1) await (n % 2 === 0 ? one : other).call('GET', `${PATHS.customers}?every=${n}`)
  const pages = await pagesOf(bank, `${one.base}/requests?worlds=all&path=every`, /every=\d+/g)
  expect(pages.map(page => page.length)).toEqual([50, 20])
  expect(pages.flat().sort()).toEqual(numbered(0, 69, n => `every=${n}`).sort())
  for (const page of pages) {
    const numbers = page.map(text => Number(text.slice('every='.length)))
    expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
  }
  const oldest = await pagesOf(bank, `${one.base}/requests?path=every&order=oldest`, /every=\d+/g)
  expect(oldest.flat()).toEqual(numbered(0, 34, n => `every=${n * 2}`))
  expect((await visitor(bank, `${one.base}/requests?worlds=all&after=nonsense`).open()).status).toBe(400)
})

it('lists all consents by pages, latest first, of one customer too; and the customer its own', async () => {
  const world = await bank.world()
  const [often, other] = [customerBody({ name: 'Often Asked' }), customerBody({ name: 'Seldom Asked' })]
  const customers = [often, other].map(one => holder(one, accountBody(one.customerNumber)))
  const asked = [...Array.from({ length: 27 }, () => often), other]
  await putDocument(bank, world, { customers, consents: asked.map(one => ({ psu: one.customerNumber })) })
  // The row, without the words of its line of time and of its actions.
  const rows = /(?:Seldom|Often) Asked (?=\w+ 1 ).*? (?:valid|replaced)(?= )/g
  const shown = (page: readonly string[] | undefined) => page?.map(row => [row.split(' ', 1)[0], row.split(' ').at(-1)])
  const all = await pagesOf(bank, `${world.base}/console/consents`, rows)
  expect(all.map(page => page.length)).toEqual([25, 3])
  expect(shown(all[0])?.slice(0, 3)).toEqual([
    ['Seldom', 'valid'],
    ['Often', 'valid'],
    ['Often', 'replaced'],
  ])
  const own = await pagesOf(bank, `${world.base}/console/consents?customer=${other.customerNumber}`, rows)
  expect(own.map(shown)).toEqual([[['Seldom', 'valid']]])
  // How many are in each state, each with the way to them.
  const { text } = await visitor(bank, `${world.base}/console/consents`).open()
  const [nav = ''] = /<nav class="chips".*?<\/nav>/s.exec(text) ?? []
  expect(
    nav
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ).toBe('28 in all 2 valid 26 replaced')
  const valid = await pagesOf(bank, `${world.base}/console/consents?state=VALID`, rows)
  expect(valid.map(page => page.length)).toEqual([2])
  expect(text).toContain('1–25 of 28')
  const customer = await visitor(bank, `${world.base}/console/customers`).open()
  const [, path = ''] = /href="([^"]+\/customers\/[^"]+)"[^>]*><bdi>Often Asked/.exec(customer.text) ?? []
  expect(textOf(await visitor(bank, path).open())).toContain('All its consents')

  const page = visitor(bank, `${world.base}/my/consents`)
  await page.open()
  const first = await page.submit({ customerNumber: often.customerNumber })
  expect(first.text.match(/<h2 class="first"/g)).toHaveLength(20)
  expect(textOf(first)).toContain('Older consents')
  const [, from = ''] = /name="from" value="(\d+)"/.exec(first.text) ?? []
  const second = await page.submit({ customerNumber: often.customerNumber, from })
  expect(second.text.match(/<h2 class="first"/g)).toHaveLength(7)
  expect(second.text).not.toContain('class="chip VALID"')
  expect(textOf(second)).not.toContain('Older consents')
})

it('lists the accounts, cards and payments of a customer, and the transfers of a bulk, by pages', async () => {
  const world = await bank.world()
  const accounts = numbered(10, 61, n => accountBody('', { accountName: `Account ${n}` }))
  const { customerNumber: _, ...card } = cardAccountBody('', { accountName: 'Card 1' })
  const customer = { ...holder(customerBody({ key: 'owner' }), ...accounts), cardAccounts: [card] }
  const { owner } = await putDocument(bank, world, { customers: [customer] })
  const path = `${world.base}/console/customers/${owner}`
  expect((await pagesOf(bank, path, /(?<!of )(Account|Card) \d+/g, 'More accounts')).map(page => page.length)).toEqual([
    51, 3,
  ])

  const { psu, number, debtor, creditor } = await addPayer(bank)
  for (let n = 0; n < 26; n += 1)
    await register(psu, `${NDCT}?allowLogicalDuplicate=true`, paymentBody(debtor, creditor))
  const others = await pagesOf(bank, `${psu.base}/console/payments?customer=${number}`, /NOK Ola Nordmann/g)
  expect(others.map(page => page.length)).toEqual([25, 1])
  expect(await pagesOf(bank, `${psu.base}/console/payments?customer=0`, /NOK Ola Nordmann/g)).toEqual([[]])
  const { payments: [part] = [], ...bulk } = bulkBody(debtor, creditor)
  const payments = numbered(1, 60, n => `Creditor ${n}.`).map(creditorName => ({ ...part, creditorName }))
  const { id } = await register(psu, BULK, { ...bulk, payments })
  const transfers = await pagesOf(bank, `${psu.base}/console/payments/${id}`, /Creditor \d+\./g, 'More transfers')
  expect(transfers.flat()).toEqual(payments.map(({ creditorName }) => creditorName))
  expect(transfers).toHaveLength(2)
})

it('sorts payments, transactions and calls by the heads of their columns, page by page, without scripts', async () => {
  const { psu, debtor, creditor } = await addPayer(bank)
  for (let n = 1; n <= 28; n += 1) {
    const instructedAmount = { amount: `${(n * 10) % 29}.00`, currency: 'NOK' }
    await register(psu, NDCT, paymentBody(debtor, creditor, { instructedAmount }))
  }
  const follow = async (path: string, label: string) => {
    const { text } = await visitor(bank, path).open()
    return new RegExp(`<a href="([^"]+)">${label}<span`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  }
  const amounts = async (path: string) =>
    (await pagesOf(bank, path, /NOK \d+\.00(?= Ola)|\d+\.00 NOK(?= Ola)/g))
      .flat()
      .map(text => Number.parseInt(text.replace('NOK ', ''), 10))
  const largest = await follow(`${psu.base}/console/payments?service=SINGLE`, 'Amount')
  expect(largest).toContain('service=SINGLE')
  expect(await amounts(largest)).toEqual(numbered(1, 28, n => n).toReversed())
  expect(await amounts(await follow(largest, 'Amount'))).toEqual(numbered(1, 28, n => n))
  const world = await bank.world()
  const lines = [3, 1, 2].map(n => transactionBody({ transactionAmount: { amount: `${n}.00`, currency: 'NOK' } }))
  const konto = accountBody('', { key: 'account', balances: [balance(0)], transactions: lines })
  const { account } = await putDocument(bank, world, { customers: [holder(customerBody({ name: 'Kari' }), konto)] })
  const path = await follow(`${world.base}/console/accounts/${account}`, 'Amount')
  expect((await visitor(bank, path).open()).text).toContain('aria-sort="descending"')
  expect(await pagesOf(bank, path, /\d\.00(?= NOK \d| NOK$)|NOK \d\.00/g)).toHaveLength(1)
  const slowest = await follow(`${psu.base}/requests`, 'Took')
  const took = (await pagesOf(bank, slowest, /[\d.]+(?= ms)/g)).flat().map(Number)
  expect(took.length).toBeGreaterThan(26)
  expect(took).toEqual(took.toSorted((one, other) => other - one))
})

it('marks the open page in the list of pages, and no other', async () => {
  const { base } = await bank.world('EMPTY')
  const barOf = async (path: string) =>
    /<nav id="places".*?<\/nav>/s.exec((await visitor(bank, path).open()).text)?.[0] ?? ''
  const bar = await barOf(`${base}/console/search`)
  expect(bar).not.toContain('aria-current')
  const pages = [...bar.matchAll(/href="([^"]+)"/g)]
    .map(([, path = '']) => path)
    .filter(path => !/docs|graphql/.test(path))
  expect(pages.length).toBeGreaterThan(7)
  for (const page of pages)
    expect([...(await barOf(page)).matchAll(/href="([^"]+)" aria-current="page"/g)].map(([, path]) => path)).toEqual([
      page,
    ])
})

it('counts the payments in each state, of those that the other filters leave, and each count leads to them (D107)', async () => {
  const { psu, number, debtor, creditor } = await addPayer(bank)
  const made = [INSTANT, NDCT, NDCT].map((product, n) =>
    register(psu, product, paymentBody(debtor, creditor, { remittanceInformationUnstructured: `For ${n}` })),
  )
  const [instant, approved] = await Promise.all(made)
  if (instant === undefined || approved === undefined) throw new Error('No payment was made')
  await sign(bank, psu, instant, number)
  await sign(bank, psu, approved, number)
  const path = `${psu.base}/console/payments`
  const chips = async (query: string) => {
    const { text } = await visitor(bank, `${path}${query}`).open()
    const [nav = ''] = /<nav class="chips".*?<\/nav>/s.exec(text) ?? []
    const rows = text.match(/<a class="row-link"/g)?.length ?? 0
    return {
      rows,
      chips: [...nav.matchAll(/<a href="([^"]+)"[^>]*>(.*?)<\/a>/g)].map(([, href = '', word = '']) => [
        href,
        word.replace(/<[^>]+>/g, ''),
      ]),
    }
  }
  expect((await chips('')).chips.map(([, word]) => word)).toEqual(['3 in all', '1 waiting', '1 approved', '1 booked'])
  for (const [href = '', word = ''] of (await chips('')).chips)
    expect((await chips(href.slice(path.length))).rows).toBe(Number(word.split(' ')[0]))
  expect((await chips('?service=BULK')).chips).toEqual([])
  const { text } = await visitor(bank, `${path}?status=ACTC`).open()
  expect(text).toContain('ACTC approved</span>')
  expect(text).toMatch(/aria-current="true"><span class="number">1<\/span> approved/)
})

it('one payment leads to its account, its lines in statements, its calls, its TPP and its customer', async () => {
  const { psu, number, debtor, creditor } = await addPayer(bank)
  const payment = await register(
    psu,
    INSTANT,
    paymentBody(debtor, creditor, { remittanceInformationUnstructured: 'For two buns' }),
  )
  await sign(bank, psu, payment, number)
  const { text } = await visitor(bank, `${psu.base}/console/payments/${payment.id}`).open()
  const main = text.slice(text.indexOf('<main'))
  expect(main).toContain('For two buns')
  const links = [...main.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  for (const wanted of [
    `/console/accounts/${debtor.id}`,
    `/console/accounts/${debtor.id}?after=`,
    `/console/accounts/${creditor.id}?after=`,
    '/requests/',
    '/console/customers/',
    '/report?tpp=',
  ])
    expect([wanted, links.some(href => href.startsWith(psu.base + wanted))]).toEqual([wanted, true])
  for (const href of new Set(links))
    expect([href, (await visitor(bank, href.split('#')[0] ?? '').open()).status]).toEqual([href, 200])
})

it('one payment has a line of time once more than one thing has happened to it (D106)', async () => {
  const make = 'mutation { createWorld(input: { source: { fixtureName: "payments" } }) { world { name } } }'
  const world = bank.at((await bank.at('default').graphql(make)).body.data.createWorld.world.name)
  const { payments } = (await world.graphql('{ payments { nodes { id status } } }')).body.data
  const isDrawn = async (wanted: string) => {
    const { id } = payments.nodes.find(({ status }: { status: string }) => status === wanted)
    return (await visitor(bank, `${world.base}/console/payments/${id}`).open()).text.includes(
      'aria-label="Line of time"',
    )
  }
  expect([await isDrawn('RCVD'), await isDrawn('ACSC')]).toEqual([false, true])
})

it('one payment shows all that its body said', async () => {
  const { psu, debtor, creditor } = await addPayer(bank)
  const factsOf = async (path: string, body: object) => {
    const { id } = await register(psu, path, body)
    const { text } = await visitor(bank, `${psu.base}/console/payments/${id}`).open()
    const facts = [...text.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)]
    return Object.fromEntries(facts.map(([, name = '', value = '']) => [name.replaceAll('&#39;', "'"), value]))
  }
  const plan = { frequency: 'MonthlyVariable', monthsOfExecution: [6, 1], dayOfExecution: '20' }
  const periodic = {
    ...periodicBody(debtor, creditor),
    ...plan,
    startDate: '2040-01-02',
    endDate: '2042-01-02',
    executionRule: 'preceeding',
    ultimateDebtor: 'Aunt Siri',
    endToEndIdentification: 'e2e-7',
    purposeCode: 'SALA',
  }
  expect(await factsOf(PERIODIC, periodic)).toMatchObject({
    'On behalf of': 'Aunt Siri',
    'How often': 'In the months that monthsOfExecution names.',
    'First day': '2 Jan 2040',
    'Last day': '2 Jan 2042',
    'Day of the month': '20',
    Months: '1, 6',
    'A day without banks moves to': 'the preceeding banking day',
    "The debtor's reference": 'e2e-7',
    Purpose: 'SALA',
  })
  expect(await factsOf(CROSS_BORDER, crossBorderBody(debtor))).toMatchObject({
    'Bank of the creditor': expect.stringMatching(/^[A-Z0-9]{8,11}$/),
    'Address of the creditor': expect.stringContaining(', '),
  })
  const bulk = await factsOf(BULK, { ...bulkBody(debtor, creditor, ['1.00', '2.00']), paymentInformationId: 'May' })
  expect(bulk).toMatchObject({ "The TPP's name for it": 'May' })
  const [KID, about] = ['1234567897', { remittanceInformationUnstructured: undefined }]
  const kid = { ...about, remittanceInformationStructuredArray: [{ reference: KID, referenceType: 'SCOR' }] }
  expect(await factsOf(NDCT, paymentBody(debtor, creditor, kid))).toMatchObject({ KID })
})

it('an account says what is available and what is reserved for which payments, and its lines lead to theirs (D106)', async () => {
  const { psu, number, debtor, creditor } = await addPayer(bank)
  const page = async () => {
    const answer = await visitor(bank, `${psu.base}/console/accounts/${debtor.id}`).open()
    return { html: answer.text, text: textOf(answer).replaceAll('\u00a0', ' ') }
  }
  const sums = async () =>
    /Booked ([\d .]+) NOK Available ([\d .]+) NOK(?: Reserved ([\d .]+) NOK)?/.exec((await page()).text)
  const numbers = (found: RegExpExecArray | null) =>
    (found ?? []).slice(1).map(one => Number((one ?? '0').replaceAll(' ', '')))
  const [booked = 0] = numbers(await sums())
  await sign(bank, psu, await register(psu, INSTANT, paymentBody(debtor, creditor)), number)
  const waiting = await register(psu, NDCT, paymentBody(debtor, creditor, { creditorName: 'Held For Me' }))
  await sign(bank, psu, waiting, number)
  const [now = 0, available = 0, reserved = 0] = numbers(await sums())
  expect(reserved).toBeGreaterThan(0)
  expect(now).toBeLessThan(booked)
  expect(now - available).toBeCloseTo(reserved)
  const { html, text } = await page()
  expect(text).toContain('Reserved for')
  expect(text).toContain('Held For Me')
  expect(html).toMatch(/<tr id="[^"]+"><td[^>]*><a class="row-link" href="[^"]+\/console\/payments\//)
})

it('a list whose filters leave nothing names each of them, with the way to the list without it', async () => {
  const { psu, debtor, creditor } = await addPayer(bank)
  await register(psu, NDCT, paymentBody(debtor, creditor))
  for (const [path, words] of [
    ['payments?status=CANC&service=SINGLE', ['status CANC', 'service SINGLE']],
    [`payments?tpp=SANDBANK`, ['TPP Sandbank']],
    ['payments?customer=000', ['customer number 000']],
    ['consents?customer=000', ['customer number 000']],
    ['customers?q=nobody', ['search nobody']],
    ['worlds?q=nowhere', ['search nowhere']],
  ] as const) {
    const page = await visitor(bank, `${psu.base}/console/${path}`).open()
    for (const word of words) expect(textOf(page)).toContain(word)
    expect(textOf(page)).not.toContain('yet')
    expect(page.text.match(/leave it out/g)).toHaveLength(words.length)
    const links = [...page.text.matchAll(/<a href="([^"]+)">leave it out/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    )
    for (const [place, link] of links.entries()) {
      expect((await visitor(bank, link).open()).status).toBe(200)
      expect(link.split('?')[1] ?? '').toBe(
        [...new URLSearchParams(path.split('?')[1])]
          .filter((_, at) => at !== place)
          .map(pair => pair.join('='))
          .join('&'),
      )
    }
  }
})

it('says how many accounts of a customer it does not show, with the way to them', async () => {
  const world = await bank.world()
  const many = customerBody({ name: 'Twenty Accounts' })
  await putDocument(bank, world, {
    customers: [holder(many, ...Array.from({ length: 20 }, () => accountBody(many.customerNumber)))],
  })
  const page = await visitor(bank, `${world.base}/console/customers`).open()
  const [, path = '', shown] = /href="([^"]+\/customers\/[^"]+)".*? and (\d+) more/s.exec(page.text) ?? []
  expect(shown).toBe('18')
  expect((await visitor(bank, path).open()).text.match(/href="[^"]+\/console\/accounts\//g)).toHaveLength(20)
})

it('writes large counts in groups of digits, as amounts are', async () => {
  const world = await bank.world()
  const many = customerBody({ name: 'A Thousand Accounts' })
  await putDocument(bank, world, {
    customers: [holder(many, ...Array.from({ length: 1_004 }, () => accountBody(many.customerNumber)))],
  })
  expect((await visitor(bank, `${world.base}/console/customers`).open()).text).toContain('and 1\u00a0002 more')
  const name = world.base.split('/').at(-1)
  expect((await visitor(bank, `/console/worlds?q=${name}`).open()).text).toContain('1\u00a0004 accounts')
})

it('shortens a cause between two characters, not within one', async () => {
  const world = await bank.world()
  for (const first of ['', 'x'])
    await world.call('POST', PATHS.customers, { body: customerBody({ [first + '😀'.repeat(200)]: 1 }) })
  const { text } = await visitor(bank, `${world.base}/requests`).open()
  expect([text.includes('😀…'), text.includes('\ufffd')]).toEqual([true, false])
})

it('shows a sign that turns what follows it by its number, and turns nothing else', async () => {
  const { psu, debtor, creditor } = await addPayer(bank)
  const payment = await register(psu, NDCT, paymentBody(debtor, creditor, { creditorName: 'Bob\u202Eevil' }))
  for (const path of ['', `/${payment.id}`]) {
    const { text } = await visitor(bank, `${psu.base}/console/payments${path}`).open()
    expect(text).toContain('<bdi>Bob<code class="sign">U+202E</code>evil</bdi>')
  }
})

it('shows such a sign by its number in a choice, too', async () => {
  const world = await bank.world()
  const { body } = await world.call('POST', PATHS.customers, { body: customerBody({ name: 'Kari\u202Eirak' }) })
  const { text } = await visitor(bank, `${world.base}/console/do/completeAuthorisation?id=one`).open()
  expect(text).toContain(`>Kari[U+202E]irak (${body.customerNumber})</option>`)
  expect(text).not.toContain('\u202E')
  const input = { name: 'Acme\u202Eemca', publicKey: spkiOf(keptKey('tpp')).toString('base64') }
  const made = await world.graphql(
    'mutation ($input: IssueCertificateInput!) { issueCertificate(input: $input) { certificate { tpp { id } } } }',
    { input },
  )
  expect(made.body.errors).toBeUndefined()
  for (const path of ['requests', 'console/payments', 'docs/operations/createPayment']) {
    const page = await visitor(bank, `${world.base}/${path}`).open()
    expect([path, page.text.includes('Acme[U+202E]emca'), page.text.includes('\u202E')]).toEqual([path, true, false])
  }
})

it('writes times as short as they can be, with all of them in the title', async () => {
  const { psu, number, debtor, creditor } = await addPayer(bank)
  await register(psu, NDCT, paymentBody(debtor, creditor, { requestedExecutionDate: '2030-06-03' }))
  await sign(bank, psu, await register(psu, INSTANT, paymentBody(debtor, creditor)), number)
  const { text } = await visitor(bank, `${psu.base}/console/payments`).open()
  const times = text.slice(text.indexOf('<main')).match(/<time [^>]*title="[^"]+">[^<]+/g)
  expect(times?.map(one => one.replace(/.*title=/, ''))).toEqual([
    '"15 May 2030, 12:00">12:00',
    '"15 May 2030, 12:00">12:00',
  ])
  await psu.graphql('mutation { advanceClock(input: { by: "P1D" }) { clock { now } } }')
  const later = await visitor(bank, `${psu.base}/console/payments`).open()
  expect(later.text.match(/title="15 May 2030, 12:00">15 May 12:00/g)).toHaveLength(2)
})

it('links each row of a comparison that a compared world has now, and no row of a snapshot alone', async () => {
  const world = await bank.world('EMPTY')
  const read = async (query: string) => {
    const { body } = await world.graphql(query)
    expect(body.errors).toBeUndefined()
    return body.data
  }
  const create = async (number: string): Promise<string> =>
    (
      await read(
        `mutation { createCustomer(input: { name: "One", type: PRIVATE, customerNumber: "${number}" }) { customer { id } } }`,
      )
    ).createCustomer.customer.id
  const gone = await create('1')
  await read('mutation { takeSnapshot(name: "s1") { snapshot { name } } }')
  const { createWorld } = await read(
    `mutation { createWorld(input: { source: { copyOf: "${world.name}" } }) { world { name } } }`,
  )
  await read(`mutation { deleteCustomer(id: "${gone}") { customer { id } } }`)
  const added = await create('2')
  await read('mutation { takeSnapshot(name: "s2") { snapshot { name } } }')
  const linksOf = async (query: string) => {
    const { text } = await visitor(bank, `${world.base}/console/compare?${query}`).open()
    expect([text.includes(gone), text.includes(added)]).toEqual([true, true])
    const links = [...text.matchAll(/<li class="change"><span><a href="([^"]+)"><bdi>/g)].map(([, href = '']) => href)
    for (const link of links) expect([link, (await visitor(bank, link).open()).status]).toEqual([link, 200])
    return links
  }
  const own = `${world.base}/console/customers/${added}`
  expect(await linksOf('left=&right=s1')).toEqual([own])
  expect(await linksOf('left=s1&right=')).toEqual([own])
  expect(await linksOf('left=s2&right=s1')).toEqual([])
  const copied = `/worlds/${createWorld.world.name}/console/customers/${gone}`
  expect(await linksOf(`left=${createWorld.world.name}/&right=s2`)).toEqual([copied])
})

it('shows the name of a shop once on a line whose text is that name', async () => {
  const world = await bank.world()
  const line = (text: string) =>
    transactionBody({
      transactionAmount: { amount: '-5.00', currency: 'NOK' },
      creditorName: 'Bakeriet',
      remittanceInformationUnstructured: text,
    })
  const konto = accountBody('', {
    key: 'account',
    balances: [balance(0)],
    transactions: [line('Bakeriet'), line('Two buns')],
  })
  const { account } = await putDocument(bank, world, { customers: [holder(customerBody({ name: 'Kari' }), konto)] })
  const page = await visitor(bank, `${world.base}/console/accounts/${account}`).open()
  expect(page.text.match(/Bakeriet/g)).toHaveLength(2)
  expect(page.text).toContain('Two buns')
})

it('draws a card account as it draws an account, and lists all transactions of both by pages', async () => {
  const world = await bank.world()
  const on = (n: number) => {
    const bookingDate = `2024-01-${String(n % 28 || 28).padStart(2, '0')}`
    return { bookingDate, valueDate: bookingDate }
  }
  const booked = numbered(10, 61, n => transactionBody({ ...on(n), remittanceInformationUnstructured: `Line ${n}.` }))
  const paid = numbered(10, 61, n => cardTransactionBody({ ...on(n), cardAcceptorName: `Line ${n}.` }))
  const { customerNumber: _, ...kort } = cardAccountBody('', { key: 'card', transactions: paid })
  const konto = accountBody('', { key: 'account', balances: [balance(0)], transactions: booked })
  const customer = { ...holder(customerBody({ name: 'Kari Kort' }), konto), cardAccounts: [kort] }
  const { account, card } = await putDocument(bank, world, { customers: [customer] })
  for (const path of [`accounts/${account}`, `card-accounts/${card}`]) {
    const lines = await pagesOf(bank, `${world.base}/console/${path}`, /Line \d+\./g)
    expect(lines.map(page => page.length)).toEqual([25, 25, 2])
    expect(new Set(lines.flat()).size).toBe(52)
  }
  const page = await visitor(bank, `${world.base}/console/card-accounts/${card}`).open()
  expect(page.text).toContain('<svg class="curve ')
  const { body } = await world.graphql(
    'query ($id: ID!) { cardAccount(id: $id) { balances { balanceAmount { amount } } } }',
    { id: card },
  )
  const closing = Number(body.data.cardAccount.balances[0].balanceAmount.amount)
  const text = textOf(page).replaceAll('\u00a0', ' ').replaceAll('\u2212', '-')
  expect(text.replaceAll(' ', '')).toContain(`Booked${closing.toFixed(2)}NOK`)
  expect(text).toContain('Owner Kari Kort')
  // The customer's page leads there.
  const [, owner = ''] = /href="([^"]+\/console\/customers\/[^"]+)"/.exec(page.text) ?? []
  expect((await visitor(bank, owner).open()).text).toContain(`/console/card-accounts/${card}`)
  expect((await visitor(bank, `${world.base}/console/card-accounts/none`).open()).status).toBe(404)
})

it.each([
  'console/customers?q',
  'console/payments?customer',
  'console/payments?q',
  'console/consents?q',
  'console/search?q',
  'console/worlds?q',
  'requests?caller',
  'requests?path',
  'requests?request',
])('searches for whole characters where a text is too long: %s', async form => {
  // At an even length the limit falls between two characters, at an odd one into the middle of one.
  const world = await bank.world()
  for (const start of ['', 'x']) {
    const page = await visitor(bank, `${world.base}/${form}=${start}${encodeURIComponent('👨'.repeat(150))}`).open()
    // A caller is named, not searched for: there is no TPP with such a name.
    expect(page.status).toBe(form === 'requests?caller' ? 404 : 200)
    expect(bank.faults).toEqual([])
  }
})

it.each(['9'.repeat(20), '9'.repeat(18), `${'9'.repeat(15)},99`, '0'.repeat(20)])(
  'looks for a number that no amount can have, and says that there is nothing: %s',
  async number => {
    const world = await bank.world()
    const page = await visitor(bank, `${world.base}/console/search?q=${number}`).open()
    expect(page.status).toBe(200)
    expect(bank.faults).toEqual([])
  },
)

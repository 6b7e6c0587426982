import { buildSchema, introspectionFromSchema, parse, print, printSchema, validate } from 'graphql'
import { expect, it } from 'vitest'
import { schema } from '../../../../src/api/graphql/schema.ts'
import { BUILDS, HERE, write } from '../../../../src/workbench/pages/graphiql/building.ts'
import { linksOf } from '../../../../src/workbench/pages/graphiql/links.ts'
import { inOrderOfUse } from '../../../../src/workbench/pages/graphiql/order.ts'
import { READS, TIMES } from '../../../../src/workbench/pages/graphiql/reading.ts'
import { startBank, type World } from '../../../support/clients/bank.ts'

const bank = await startBank()
const builds = Object.values(BUILDS)

/** What the world has now. */
async function here(world: World) {
  return run(world, HERE)
}

async function run(world: World, document: string) {
  expect(validate(schema, parse(document))).toEqual([])
  const { data, errors } = (await world.graphql(document)).body
  expect([document, errors]).toEqual([document, undefined])
  return data
}

it.each(['STANDARD', 'EMPTY'] as const)(
  'reads, builds and moves the clock without an error in a world that is %s',
  async from => {
    for (const group of [READS, TIMES])
      for (const document of Object.values(group)) {
        const world = await bank.world(from)
        const { definitions } = parse(document(await here(world)))
        for (const operation of definitions) await run(world, print(operation))
      }
    for (const build of builds) {
      const world = await bank.world(from)
      // Again and again, each time with keys that nothing has.
      for (let time = 1; time <= 3; time++) {
        const { text, at } = write(build, await here(world))
        expect(at).toBe('ALL')
        await run(world, text)
      }
    }
  },
)

it('puts one mutation together, in which each part names what the parts before it make', async () => {
  const world = await bank.world()
  let document = ''
  for (const build of [
    'customer',
    'account',
    'lines',
    'agreement',
    'consent',
    'payment',
    'basket',
    'payment',
  ] as const) {
    const { text, at } = write(build, await here(world), document)
    expect([build, at]).toEqual([build, document === '' ? 'ALL' : document.lastIndexOf('\n}')])
    document = at === 'ALL' || at === 'NEW_TAB' ? text : document.slice(0, at) + text + document.slice(at)
  }
  expect(document.match(/^mutation/gm)).toHaveLength(1)
  // One customer and her account do all of it; the agreement makes its corporation.
  expect(document.match(/createCustomer\(/g)).toHaveLength(2)
  expect(document.match(/createAccount\(/g)).toHaveLength(2)
  const made = await run(world, document)
  expect(made.createTransactions.transactions).toHaveLength(3)
  expect(made.completeAuthorisation.authorisation.payment.status).toBe('ACTC')
  const { world: counted } = await run(
    world,
    '{ world { counts { customers accounts agreements consents payments } } }',
  )
  expect(counted.counts).toEqual({ customers: 2, accounts: 2, agreements: 2, consents: 1, payments: 4 })
})

it('begins a tab of its own where the mutation has been run, and where the document is something else', async () => {
  const world = await bank.world()
  const first = write('customer', await here(world)).text
  expect(write('account', await here(world), first).at).toBe(first.lastIndexOf('\n}'))
  await run(world, first)
  const second = write('account', await here(world), first)
  expect(second.at).toBe('NEW_TAB')
  expect(second.text).toContain('customerNumber: "ingrid"')
  expect(second.text).not.toContain('createCustomer')
  await run(world, second.text)
  for (const other of ['{ world { name } }', 'mutation {', `${first}${second.text}`])
    expect(write('customer', await here(world), other).at).toBe('NEW_TAB')
})

it('writes after what makes the things that the new part names, wherever the cursor is', async () => {
  const world = await bank.world('EMPTY')
  const customer = write('customer', await here(world)).text
  const account = write('account', await here(world), customer)
  const document = customer.slice(0, Number(account.at)) + account.text + customer.slice(Number(account.at))
  const { text, at } = write('consent', await here(world), document, document.indexOf('customerNumber psuId'))
  const whole = document.slice(0, Number(at)) + text + document.slice(Number(at))
  expect(whole.indexOf('grantConsent')).toBeGreaterThan(whole.indexOf('createAccount'))
  await run(world, whole)
})

it('acts with the customers that a person has made, by key or number, and with those of the standard set only before there is one', async () => {
  const world = await bank.world('STANDARD')
  expect(write('agreement', await here(world)).text).toContain('owner: "nordlys"')
  await run(world, 'mutation { createCustomer(input: { key: "own", name: "Own", type: PRIVATE }) { customer { id } } }')
  const before = write('agreement', await here(world)).text
  expect(before).not.toMatch(/nordlys|kari|ola/)
  expect(before).toContain('createCustomer(')
  await run(world, before)
  const { createCustomer } = await run(
    world,
    'mutation { createCustomer(input: { customerNumber: "987654321", name: "Own AS", type: CORPORATE }) { customer { customerNumber } } }',
  )
  const after = write('agreement', await here(world)).text
  expect(after).toContain(`owner: "${createCustomer.customer.customerNumber}"`)
  expect(after).not.toContain('createCustomer(')
  await run(world, after)
})

it('writes after the field that the cursor is in', async () => {
  const world = await bank.world()
  const document = 'mutation Mine {\n  freezeClock { clock { frozen } }\n  resumeClock { clock { frozen } }\n}\n'
  const at = (cursor: number) => here(world).then(found => write('customer', found, document, cursor).at)
  expect(await at(document.indexOf('frozen'))).toBe(document.indexOf('\n  resume'))
  expect(await at(document.length)).toBe(document.lastIndexOf('\n}'))
  expect(await at(3)).toBe(document.indexOf('{') + 1)
})

it('finds the things of an answer that have a page, under each name and in fragments', async () => {
  const world = await bank.world('STANDARD')
  const document = `
    query { people: customers(first: 2) { nodes { number: id name accounts(first: 1) { nodes { ...A } } } } customers(first: 1) { nodes { id } } node(id: "018cc251-f400-7000-8004-e557675d06fd") { id ... on Account { accountName } } }
    fragment A on Account { id accountName }`
  const data = await run(world, document)
  expect(linksOf(schema, parse(document), data).map(({ type, text }) => `${type} ${text}`)).toEqual([
    'Customer Kari Nordmann',
    'Account Brukskonto',
    'Customer Ola Nordmann',
    'Account Lønnskonto',
  ])
})

it('shows the types of the schema in the order of their use', () => {
  const introspection = introspectionFromSchema(buildSchema(printSchema(schema)))
  const names = (of: typeof introspection) => of.__schema.types.map(({ name }) => name)
  const ordered = names(inOrderOfUse(introspection))
  expect(ordered.toSorted()).toEqual(names(introspection).toSorted())
  expect(ordered.slice(0, 3)).toEqual(['Query', 'Mutation', 'Subscription'])
  expect(ordered.indexOf('Customer')).toBeLessThan(12)
  expect(ordered.indexOf('AmountInput')).toBeLessThan(ordered.indexOf('CreateCustomerInput'))
})

import { expect } from 'vitest'
import type { Caller } from '../../../src/bank/context.ts'
import { scaPath, startAuthorisation } from '../../../src/bank/resolvers/authorisations/start.ts'
import { listConsentsOf } from '../../../src/bank/resolvers/consents/list.ts'
import type { ScaRequest } from '../../../src/domain/authorisations.ts'
import type { Authorisation, AuthorisationPurpose } from '../../../src/generated/client.ts'
import { systemDeps } from '../../../src/sandbox/hooks.ts'
import { advanceClock } from '../../../src/sandbox/worlds/clock.ts'
import { enterWorld } from '../../../src/sandbox/worlds/doors.ts'
import { addAccount, addCardAccount, addCustomer, balance } from '../../support/builders/builders.ts'
import { type Answer, type Bank, send, type World } from '../../support/clients/bank.ts'

/** The TPP whose PSUs come to the pages. */
export const ACME = { kind: 'tpp', tppId: 'NO-FSA-900100200', tppName: 'Acme Kontoinnsyn' } as const

export const CALLBACK = 'https://tpp.example/callback?state=s1'

/** The world as a resolver sees it. */
export function contextOf(bank: Bank, world: World, caller: Caller = ACME) {
  return enterWorld({ store: bank.store, running: new Set(), ...systemDeps }, world.name, caller)
}

type WantedSca = Partial<ScaRequest> & { readonly purpose?: AuthorisationPurpose }

/** What a TPP asks for, and the path of the page where it is answered. */
export async function ask(
  bank: Bank,
  world: World,
  asked: WantedSca = {},
  caller: Caller = ACME,
): Promise<{ authorisation: Authorisation; path: string }> {
  const ctx = await contextOf(bank, world, caller)
  const authorisation = await startAuthorisation(ctx, {
    customerId: undefined,
    context: undefined,
    agreementId: undefined,
    redirectUri: CALLBACK,
    redirectPreferred: true,
    purpose: 'CONSENT',
    ...asked,
  })
  return { authorisation, path: scaPath(ctx, authorisation) }
}

/** Lets time pass in a world. */
export async function pass(bank: Bank, world: World, by: string): Promise<void> {
  await advanceClock(await contextOf(bank, world), { by })
}

type Fields = Readonly<Record<string, string | readonly string[]>>

/** A browser without scripts: keeps the cookie of one page, by its path or its address, and sends its forms. */
export function visitor(bank: Pick<Bank, 'url'>, page: string, headers: Readonly<Record<string, string>> = {}) {
  const path = page.replace(/^https?:\/\/[^/]+/, '')
  let cookie: string | undefined
  let token: string | undefined
  const keep = (answer: Answer) => {
    const [, set] = /(sandbank-form=[^;]+)/.exec(answer.headers['set-cookie'] ?? '') ?? []
    cookie = set ?? cookie
    const [, field] = /name="token" value="([^"]+)"/.exec(answer.text) ?? []
    token = field ?? token
    return answer
  }
  const all = () => [...Object.entries(headers), ...(cookie === undefined ? [] : [['Cookie', cookie] as const])]
  return {
    get token() {
      return token
    },
    get cookie() {
      return cookie
    },
    open: async (): Promise<Answer> =>
      keep(await send(bank.url, { method: 'GET', target: path, headers: all(), body: Buffer.alloc(0) })),
    submit: async (fields: Fields, changed: Readonly<Record<string, string>> = {}): Promise<Answer> => {
      const form = new URLSearchParams(token === undefined ? {} : { token })
      for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one)
      const type = ['Content-Type', 'application/x-www-form-urlencoded'] as const
      const lines = new Map([...all(), type, ...Object.entries(changed)])
      return keep(
        await send(bank.url, { method: 'POST', target: path, headers: [...lines], body: Buffer.from(form.toString()) }),
      )
    },
  }
}

/** The texts of a page, without its markup. */
export function textOf({ text }: Answer): string {
  return text
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
}

/** The ids of the accounts that a page offers. */
export function offered({ text }: Answer): string[] {
  return [...text.matchAll(/type="checkbox" name="account" value="([^"]+)"/g)].map(([, id = '']) => id)
}

/** A private customer with two accounts and a card. */
export async function householdIn(world: World) {
  const psu = await addCustomer(world, { name: 'Kari Nordmann' })
  const first = await addAccount(world, { accountName: 'Lønn', bban: '15034010010' }, psu.customerNumber)
  const euros = { accountName: 'Sparing', currency: 'EUR', balances: [balance(50, 'closingBooked', 'EUR')] }
  const second = await addAccount(world, euros, psu.customerNumber)
  const card = await addCardAccount(world, { accountName: 'Kredittkort' }, psu.customerNumber)
  return { psu, first, second, card, number: String(psu.customerNumber) }
}

/** The consents of a customer, as the bank has them. */
export async function stored(bank: Bank, world: World, number: string) {
  return (await listConsentsOf(await contextOf(bank, world), number, { skip: 0, take: 100 })).consents
}

/** All pages of a list: the texts of what stands on each, by following the link to the next one. */
export async function pagesOf(bank: Bank, path: string, what: RegExp, link = 'Next'): Promise<string[][]> {
  const pages: string[][] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const page = await visitor(bank, next).open()
    expect(page.status).toBe(200)
    pages.push([...textOf(page).replaceAll('\u00a0', ' ').matchAll(what)].map(([found]) => found))
    next = new RegExp(`<a (?:rel="next" )?href="([^"]+)">${link}</a>`).exec(page.text)?.[1]?.replaceAll('&amp;', '&')
  }
  return pages
}

/** The examples of a page, as they are copied. */
export async function examplesOf(url: string, path: string): Promise<string[]> {
  const page = await (await fetch(`${url}${path}`)).text()
  const entities = { quot: '"', '#39': "'", lt: '<', gt: '>', amp: '&' }
  return [...page.matchAll(/<pre[^>]*data-copy[^>]*><code[^>]*>([\s\S]*?)<\/code>/g)].map(([, text = '']) =>
    Object.entries(entities).reduce(
      (sofar, [name, letter]) => sofar.replaceAll(`&${name};`, letter),
      text.replaceAll(/<[^>]*>/g, ''),
    ),
  )
}

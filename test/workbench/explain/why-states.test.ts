import { afterAll, describe, expect, it } from 'vitest'
import {
  AUTHORISATION_REASONS,
  BASKET_REASONS,
  CONSENT_REASONS,
  PAYMENT_REASONS,
} from '../../../src/workbench/explain/causes.ts'
import { pasteHere } from '../../support/clients/cli.ts'
import { useRemediedBank } from './why-remedies.ts'

/** The command of every state that there is, pasted: it moves on what it is about, or nothing is left to be done (D97). */

const { cli, urlOf } = useRemediedBank()
const seen = new Set<string>()

type Kind = 'payment' | 'signingBasket' | 'consent' | 'authorisation'

async function worldOf(fixtureName: string) {
  const post = async (path: string, query: string) => {
    const answer = await fetch(`${urlOf()}${path}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    const { data, errors } = await answer.json()
    expect(errors, query).toBeUndefined()
    return data
  }
  const { createWorld } = await post(
    '',
    `mutation { createWorld(input: { source: { fixtureName: "${fixtureName}" } }) { world { name } } }`,
  )
  const ask = (query: string) => post(`/worlds/${createWorld.world.name}`, query)
  const why = async (kind: Kind, id: string) => {
    const found = await ask(`{ why(of: { ${kind}: "${id}" }) { state text waitsFor advice change } }`)
    seen.add(`${kind} ${found.why.state}`)
    expect(`${found.why.text} ${found.why.advice} ${found.why.change}`).not.toMatch(/…|<write here>/)
    return found.why
  }
  /** Pastes the command as long as there is one, which moves it on each time. */
  const followed = async (kind: Kind, id: string) => {
    const states: string[] = []
    for (let now = await why(kind, id); states.length < 8; now = await why(kind, id)) {
      states.push(now.state)
      if (now.change === null) return states
      const { exitCode, stdout, stderr } = await pasteHere(cli.home, `set -e\n${now.change}`)
      expect(exitCode, `${kind} ${now.state}: ${now.change}\n${stdout}${stderr}`).toBe(0)
      // What a renewal makes is another one; what was renewed stays as it was.
      if (RENEWED.has(`${kind} ${now.state}`)) return states
      const next = await why(kind, id)
      expect([next.state, next.change], `${kind} ${now.state}: ${now.change}`).not.toEqual([now.state, now.change])
    }
    return states
  }
  return { ask, why, followed }
}

const RENEWED = new Set([
  'consent EXPIRED',
  'consent REVOKED',
  'consent REPLACED',
  'authorisation EXPIRED',
  'payment RJCT',
])

describe('What a state waits for is done by the command of why, and a final one has none', () => {
  it('of payments and baskets, to their ends', async () => {
    const { ask, followed, why } = await worldOf('payments')
    const { payments, signingBaskets } = await ask(
      '{ payments { nodes { id service status ... on SinglePayment { signingBasket { id } } } } signingBaskets { nodes { id } } }',
    )
    const moved = payments.nodes.find(
      ({ service, status }: { service: string; status: string }) => service === 'SINGLE' && status === 'ACTC',
    )
    await ask(
      `mutation { changePaymentInBank(input: { id: "${moved.id}", requestedExecutionDate: "2031-05-17" }) { payment { status } } }`,
    )
    const [basket] = signingBaskets.nodes
    expect((await why('signingBasket', basket.id)).state).toBe('RCVD')
    for (const { id } of payments.nodes) await why('payment', id)
    const ends = new Map<string, readonly string[]>()
    for (const { id } of [...payments.nodes].reverse()) ends.set(id, await followed('payment', id))
    for (const [id, states] of ends)
      expect(['ACSC', 'RJCT', 'CANC', 'PART', 'ACTC'], `${id}: ${states}`).toContain(states.at(-1))
    await followed('signingBasket', basket.id)
  })

  it('of a basket of which one payment is approved, or cancelled', async () => {
    const { ask, why, followed } = await worldOf('payments')
    const { signingBaskets } = await ask(
      '{ signingBaskets { nodes { id payments { id tpp { id } } psu { customerNumber } } } }',
    )
    const [{ id, payments, psu }] = signingBaskets.nodes
    const who = `psu: "${psu.customerNumber}", tpp: "${payments[0].tpp.id}"`
    const {
      startPaymentAuthorisation: { authorisation: sca },
    } = await ask(
      `mutation { startPaymentAuthorisation(input: { id: "${payments[0].id}", ${who} }) { authorisation { id } } }`,
    )
    await ask(
      `mutation { completeAuthorisation(input: { id: "${sca.id}", psu: "${psu.customerNumber}", outcome: APPROVED }) { redirectTo } }`,
    )
    expect((await why('signingBasket', id)).state).toBe('PATC')
    expect(await followed('signingBasket', id)).toEqual(['PATC', 'PATC', 'ACTC'])
    await ask(`mutation { cancelPaymentInBank(id: "${payments[1].id}") { payment { id } } }`)
    expect(await followed('signingBasket', id)).toEqual(['RJCT'])
  })

  it('of consents, by a new one', async () => {
    const { ask, followed } = await worldOf('consents')
    const { consents } = await ask('{ consents { nodes { id tpp { id } psu { customerNumber } } } }')
    for (const { id } of consents.nodes) await followed('consent', id)
    const { consents: later } = await ask('{ consents { nodes { id } } }')
    for (const { id } of later.nodes) await followed('consent', id)
  })

  it('of SCAs, by a decision or a new one', async () => {
    const { ask, followed } = await worldOf('consents')
    const offered = async () =>
      (await ask('mutation { offerConsent(input: { tpp: "acme" }) { authorisation { id } } }')).offerConsent
        .authorisation.id
    const { customers } = await ask('{ customers { nodes { customerNumber } } }')
    // Which PSU decides is the PSU's to say: no command chooses one (D97).
    const given = await offered()
    expect(await followed('authorisation', given)).toEqual(['RECEIVED'])
    const right = `psu: "${customers.nodes[0].customerNumber}"`
    await ask(
      `mutation { completeAuthorisation(input: { id: "${given}", ${right}, outcome: APPROVED }) { redirectTo } }`,
    )
    expect(await followed('authorisation', given)).toEqual(['FINALISED'])
    const failed = await offered()
    const who = `psu: "${customers.nodes[0].customerNumber}"`
    await ask(
      `mutation { completeAuthorisation(input: { id: "${failed}", ${who}, outcome: REJECTED }) { redirectTo } }`,
    )
    expect(await followed('authorisation', failed)).toEqual(['FAILED'])
    const late = await offered()
    await ask('mutation { advanceClock(input: { by: "PT31M" }) { clock { now } } }')
    expect(await followed('authorisation', late)).toEqual(['EXPIRED'])
  })
})

afterAll(() => {
  const known = (kind: Kind, reasons: object) => Object.keys(reasons).map(state => `${kind} ${state}`)
  const all = [
    ...known('payment', PAYMENT_REASONS),
    ...known('signingBasket', BASKET_REASONS),
    ...known('consent', CONSENT_REASONS),
    ...known('authorisation', AUTHORISATION_REASONS),
  ]
  // Two that a scenario alone gives are explained in test/api/rest/shown-status.test.ts (D88).
  const shown = ['payment ACCP', 'payment ACWP']
  expect(all.filter(state => !seen.has(state) && !shown.includes(state))).toEqual([])
})

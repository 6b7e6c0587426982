import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUTES } from '../../../src/api/rest/routes.ts'
import type { Route } from '../../../src/api/rest/serve.ts'
import { takesInput } from '../../../src/bank/operations/operation.ts'
import { addConsented, consentOf, type Headers } from '../../support/builders/consented.ts'
import { contactPath, tppIdOf } from '../../support/builders/tpp-ids.ts'
import { type Answer, startBank, type Tpp, type World } from '../../support/clients/bank.ts'
import { addOwner, BODIES, CONTACT, headersFor, OWNED, type Owner } from './owned-resources.ts'
import { expectLink } from './shared/consent-refusals.ts'

/**
 * What one TPP or PSU owns, another cannot reach (D3, D32). Every operation of ROUTES but those of the sandbox's data, which
 * all TPPs of a world share (D3), is called by everybody else with the ids of TPP A and its PSU. An operation that is new
 * is covered by itself; a path parameter or body that is new must be added to owned-resources.ts, or the first test fails.
 */
const bank = await startBank()
const otherTpp = bank.newTpp()
const thirdTpp = bank.newTpp()
afterAll(() => expect(bank.faults).toEqual([]))

const routes = ROUTES.filter(route => !route.tag.startsWith('Sandbox'))

/** What a stranger gets, by the kind of operation. */
type Kind = 'consent' | 'list' | 'offer' | 'creation' | 'tpp' | 'payment'
const KINDS: Readonly<Record<string, Kind>> = {
  consentedAccounts: 'list',
  consentedCardAccounts: 'list',
  offerConsent: 'offer',
  offerConsentDeprecated: 'offer',
  createPayment: 'creation',
  createBulkPayment: 'creation',
  createPeriodicPayment: 'creation',
}
const KIND_OF_SERVICE = { accountInformation: 'consent', payments: 'payment', sandbox: 'tpp' } as const
const kindOf = ({ operation, service }: Route): Kind => KINDS[operation] ?? KIND_OF_SERVICE[service]

let world: World
let owner: Owner
let stranger: Awaited<ReturnType<typeof addConsented>>
/** The stranger's and the owner's consents for an account that is not asked for, given to other TPPs. */
let strangerElsewhere: Headers
let ownerElsewhere: Headers

beforeAll(async () => {
  owner = await addOwner(bank)
  world = owner.world
  stranger = await addConsented(bank, { world })
  const other = { accountIds: [stranger.other.id] }
  strangerElsewhere = await consentOf(bank, world, stranger.customerNumber, { tpp: otherTpp, ...other })
  const own = { accountIds: [owner.other.id] }
  ownerElsewhere = await consentOf(bank, world, owner.customerNumber, { tpp: thirdTpp, ...own })
})

function call(route: Route, headers: Headers, tpp: Tpp, at = world): Promise<Answer> {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name) => String(OWNED[name]?.(owner, route.path, bank)))
  const query = 'bookingStatus' in route.query.shape ? '?bookingStatus=both&dateFrom=2020-01-01' : ''
  const body = takesInput(route.runs) ? { body: BODIES[route.operation]?.(owner) } : {}
  return at.call(route.method, path + query, { headers: headersFor(route.headerSet, headers), tpp, ...body })
}

const codeOf = (answer: Answer) => [answer.status, answer.body?.tppMessages?.[0]?.code]
const UNKNOWN = [404, 'RESOURCE_UNKNOWN']

it('Every path parameter and every body of an operation is in the tables of this test', () => {
  const parameters = routes.flatMap(({ path }) => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name))
  expect(parameters.filter(name => OWNED[name] === undefined)).toEqual([])
  const bodies = routes.filter(({ runs }) => takesInput(runs)).map(route => route.operation)
  expect(bodies.filter(operation => BODIES[operation] === undefined)).toEqual([])
  expect(new Set(routes.map(kindOf))).toEqual(new Set(['consent', 'list', 'offer', 'creation', 'tpp', 'payment']))
})

/** Tests for one operation, by its kind. */
const STRANGERS: Record<Kind, (route: Route) => void> = {
  consent: route => {
    itNeedsConsent(route)

    it('is 404 for a PSU with a consent for other accounts', async () => {
      for (const [headers, tpp] of [
        [stranger.headers, bank.tpp],
        [strangerElsewhere, otherTpp],
        [ownerElsewhere, thirdTpp],
      ] as const) {
        const answer = await call(route, headers, tpp)
        expect(codeOf(answer)).toEqual(UNKNOWN)
        expect(answer.text).not.toContain(owner.account.bban)
      }
    })
    itIsNotElsewhere(route, [401, 'PSU_CREDENTIALS_INVALID'])
  },

  list: route => {
    itNeedsConsent(route)

    it("shows everybody only what is the caller's own", async () => {
      const ofCards = route.path.includes('card')
      const idsFor = async (headers: Headers, tpp: Tpp) =>
        (await call(route, headers, tpp)).body[ofCards ? 'cardAccounts' : 'accounts'].map(
          (row: { resourceId: string }) => row.resourceId,
        )
      const { account, other, card } = stranger
      expect(await idsFor(stranger.headers, bank.tpp)).toEqual(ofCards ? [card.id] : [account.id, other.id])
      expect(await idsFor(strangerElsewhere, otherTpp)).toEqual(ofCards ? [] : [other.id])
      expect(await idsFor(ownerElsewhere, thirdTpp)).toEqual(ofCards ? [] : [owner.other.id])
    })
    itIsNotElsewhere(route, [401, 'PSU_CREDENTIALS_INVALID'])
  },

  offer: route => {
    it("starts an SCA of the caller's own, which is another one for another TPP", async () => {
      const [mine, theirs] = [await call(route, owner.headers, bank.tpp), await call(route, owner.headers, otherTpp)]
      expect([mine.status, theirs.status]).toEqual([201, 201])
      expect(mine.body.authorisationId).not.toBe(theirs.body.authorisationId)
    })
    itIsNotElsewhere(route, [401, 'PSU_CREDENTIALS_INVALID'])
  },

  creation: route => {
    it('is 403 for another PSU, which has no role on the account (D35)', async () => {
      expect(codeOf(await call(route, stranger.headers, bank.tpp))).toEqual([403, 'FORBIDDEN'])
      expect(codeOf(await call(route, strangerElsewhere, otherTpp))).toEqual([403, 'FORBIDDEN'])
    })
    itIsNotElsewhere(route, [401, 'PSU_CREDENTIALS_INVALID'])
  },

  tpp: route => {
    it('is 404 for another TPP, and changes nothing (D3)', async () => {
      expect(codeOf(await call(route, {}, otherTpp))).toEqual(UNKNOWN)
      const { body } = await world.call('GET', contactPath(tppIdOf(bank, bank.tpp)))
      expect(body.emails).toEqual(CONTACT)
    })
  },

  payment: route => {
    it('is 404 for another TPP, even with the PSU of the owner (D3)', async () => {
      expect(codeOf(await call(route, owner.headers, otherTpp))).toEqual(UNKNOWN)
      expect(codeOf(await call(route, ownerElsewhere, thirdTpp))).toEqual(UNKNOWN)
    })

    it('is 404 for another PSU of the same TPP', async () => {
      expect(codeOf(await call(route, stranger.headers, bank.tpp))).toEqual(UNKNOWN)
    })
    itIsNotElsewhere(route, [401, 'PSU_CREDENTIALS_INVALID'], UNKNOWN)
  },
}

// D32: where there is no consent at all the answer is 401 with a link, the same whether the id exists or not.
function itNeedsConsent(route: Route): void {
  it('is 401 CONSENT_INVALID for another TPP with the PSU-ID or the session of the owner (D3, D32)', async () => {
    const { 'PSU-ID': _, ...bySession } = owner.headers
    for (const headers of [owner.headers, bySession]) {
      const answer = await call(route, headers, otherTpp)
      expect(codeOf(answer)).toEqual([401, 'CONSENT_INVALID'])
      expectLink(world, answer)
    }
  })
}

function itIsNotElsewhere(route: Route, ...outcomes: unknown[][]): void {
  it('is not there in another world (D2)', async () => {
    const elsewhere = await bank.world()
    expect(outcomes).toContainEqual(codeOf(await call(route, owner.headers, bank.tpp, elsewhere)))
  })
}

describe.each(routes.map(route => ({ name: `${route.method} ${route.path}`, route })))('$name', ({ route }) => {
  STRANGERS[kindOf(route)](route)

  it('then still serves its owner', async () => {
    const answer = await call(route, owner.headers, bank.tpp)
    // A payment may be in a state in which this cannot be done: the refusal that says so proves that it is there.
    if (kindOf(route) === 'payment') expect([401, 403, 404, 500]).not.toContain(answer.status)
    else expect(answer.status, answer.text).toBe(route.success)
  })
})

import { Hono, type Context as HonoContext } from 'hono'
import type { Context, Deps } from '../../../bank/context.ts'
import { addWrongNumber, countWrongNumbers } from '../../../bank/resolvers/authorisations/wrong-numbers.ts'
import { revokeConsent } from '../../../bank/resolvers/consents/grant.ts'
import { type ConsentQuery, listConsentsOf } from '../../../bank/resolvers/consents/list.ts'
import { type Login, listLogins } from '../../../bank/resolvers/customers.ts'
import { DomainError, type ErrorCode } from '../../../domain/errors.ts'
import { DEFAULT_WORLD, worldBasePath } from '../../../domain/worlds.ts'
import { messageOf, noteDocument } from '../../../platform/http/notes.ts'
import { assertHost } from '../../../platform/http/operator-access.ts'
import { enterWorld } from '../../../sandbox/worlds/doors.ts'
import { formToken, readForm } from '../forms.ts'
import { languageOf, textsIn } from '../language.ts'
import type { PagesOptions } from '../options.ts'
import { respond } from '../respond.tsx'
import { ConfirmPage, ConsentsPage, LoginPage, type Reader } from './my-consents-views.tsx'
import { holdBack } from './wrong-numbers.ts'

/** The page where a customer sees and revokes its consents (D32): `/my/consents` in each world. */
export function createMyConsents({ deps, operator, addressOf }: PagesOptions): Hono {
  const app = new Hono()
  // When the operator's door requires a token, not every visitor may see the customers' numbers.
  const loginsOf: LoginsOf = async ctx => (operator.token === undefined ? listLogins(ctx) : [])
  // The number is its only protection, so a page of another site must not reach it under another host name (D70).
  app.use('/my/consents', (c, next) => {
    assertHost(operator, name => c.req.header(name))
    return next()
  })
  app.get('/my/consents', async c => {
    const { ctx, reader } = await enter(c, deps)
    const logins = await loginsOf(ctx)
    return respond(c, <LoginPage reader={reader} number="" fault={undefined} logins={logins} />, { isPrivate: true })
  })
  app.post('/my/consents', async c => {
    const { ctx, reader } = await enter(c, deps)
    return answer(c, ctx, { reader, address: addressOf(messageOf(c)), loginsOf }, await readForm(c))
  })
  return app
}

async function enter(c: HonoContext, deps: Deps): Promise<{ ctx: Context; reader: Reader }> {
  const ctx = await enterWorld(deps, c.req.param('world') ?? DEFAULT_WORLD, { kind: 'operator' })
  const language = languageOf(c)
  const path = `${worldBasePath(ctx.world)}/my/consents`
  return { ctx, reader: { language, texts: textsIn(language), path, token: formToken(c, path) } }
}

/** How many consents are on a page. */
const SHOWN = 20

type LoginsOf = (ctx: Context) => Promise<readonly Login[]>
type Visit = { readonly reader: Reader; readonly address: string; readonly loginsOf: LoginsOf }

/** Every form contains the number, because the server keeps no session. */
async function answer(c: HonoContext, ctx: Context, visit: Visit, form: URLSearchParams): Promise<Response> {
  const { reader } = visit
  const number = form.get('customerNumber')?.trim() ?? ''
  const id = form.get('consentId')
  const from = Number(/^\d{1,6}$/.exec(form.get('from') ?? '')?.[0] ?? 0)
  const some = { skip: from, take: SHOWN }
  const known = number === '' ? 'numberMissing' : await tryNumber(ctx, visit, number, id === null ? some : { id })
  if (typeof known === 'string') {
    const [code, text] = REFUSALS[known]
    const refusal = new DomainError(code, text, 'customerNumber')
    const logins = await visit.loginsOf(ctx)
    const page = <LoginPage reader={reader} number={number} fault={reader.texts.common[known]} logins={logins} />
    return respond(c, page, { refusal, isPrivate: true })
  }
  const { customer, consents } = known
  if (id === null) return respond(c, <ConsentsPage reader={reader} {...known} from={from} />, { isPrivate: true })
  const [chosen] = consents
  if (chosen === undefined) throw new DomainError('BAD_REQUEST', 'This customer has no such consent.', 'consentId')
  if (form.get('action') !== 'confirm')
    return respond(c, <ConfirmPage reader={reader} customer={customer} chosen={chosen} />, { isPrivate: true })
  await revokeConsent(ctx, chosen.consent.id)
  const query = `mutation { revokeConsent(id: ${JSON.stringify(chosen.consent.id)}) { consent { id } } }`
  noteDocument(c.req.raw, 'revokeConsent', { query })
  const after = await listConsentsOf(ctx, number, { skip: 0, take: SHOWN })
  const done = reader.texts.my.revoked(chosen.consent.tppName)
  return respond(c, <ConsentsPage reader={reader} {...after} from={0} done={done} />, { isPrivate: true })
}

/** The refusal for each fault of a number. */
const REFUSALS = {
  numberMissing: ['BAD_REQUEST', 'No customer number was entered.'],
  numberUnknown: ['PSU_CREDENTIALS_INVALID', 'The bank has no customer with this number.'],
} as const satisfies Record<string, readonly [ErrorCode, string]>

// No TPP has named a PSU here.
async function tryNumber(ctx: Context, { address }: Visit, number: string, wanted: ConsentQuery) {
  try {
    const known = await listConsentsOf(ctx, number, wanted)
    await holdBack(await countWrongNumbers(ctx, { address }), ctx.deps)
    return known
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'PSU_CREDENTIALS_INVALID') throw error
    await holdBack(await addWrongNumber(ctx, { address }), ctx.deps)
    return 'numberUnknown'
  }
}

import type { Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import { knownTpps } from '../../../bank/resolvers/tpp-register.ts'
import type { HeaderLine, JournaledCall } from '../../../domain/calls.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { KnownTpp } from '../../../domain/tpps.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import { reachedAt } from '../../../platform/http/headers.ts'
import { messageOf } from '../../../platform/http/notes.ts'
import { isRefused } from '../../../sandbox/journal/filters.ts'
import { getRequest } from '../../../sandbox/journal/requests.ts'
import { explain } from '../../explain/why.ts'
import { Form } from '../fields.tsx'
import { readForm } from '../forms.ts'
import { idOf } from '../listing.tsx'
import type { PagesOptions } from '../options.ts'
import { SignedBy } from '../signed-by.tsx'
import { type Correction, correctionOf } from './correction.ts'

type Props = {
  readonly call: JournaledCall
  readonly base: string
  readonly token: string
  readonly tpps: readonly KnownTpp[]
  readonly correction: Correction | undefined
}

/** Sends a call of the journal again, unchanged or as its explanation corrects it (D105). The bank signs when it has the key of the TPP; a script signs when this browser has it. */
export function SendAgain({ call, base, token, tpps, correction }: Props) {
  if (!canBeSent(call)) return null
  const own = tpps.filter(({ localName }) => localName !== undefined)
  const chosen = own.find(({ id }) => id === call.tppId) ?? own[0] ?? tpps.find(({ id }) => id === call.tppId)
  return (
    <Form action={`${base}/requests/${call.id}/again`} token={token} id="again">
      <span class="joined">
        {correction === undefined ? null : (
          <button type="submit" name="use" value="correction" disabled={own.length === 0}>
            {correction.words}
          </button>
        )}
        <button type="submit" class={correction === undefined ? '' : 'second'} disabled={own.length === 0}>
          Send again
        </button>
        <SignedBy tpps={tpps} wanted={call.tppId} chosen={chosen?.id ?? call.tppId} isSmall={true} />
      </span>
    </Form>
  )
}

/** What a call repeats, on the page to which sending again leads. */
export function SentAgain({ earlier, base }: { readonly earlier: JournaledCall; readonly base: string }) {
  return (
    <p class="done" role="status">
      Sent again. <a href={`${base}/requests/${earlier.id}`}>The earlier call</a> was answered{' '}
      {`${earlier.status} ${earlier.code ?? ''}`.trim()}.
    </p>
  )
}

/** Whether a call is one of the interface, and the journal has its whole body. */
export function canBeSent({ door, method, request }: JournaledCall): boolean {
  const isWhole = request.bytes === Buffer.byteLength(request.body ?? '')
  return door === 'REST' && isWhole && /^[A-Z]+$/.test(method)
}

/** Sends a call again and redirects to the page of the new one. FORMAT_ERROR when it cannot be sent, or the bank does not have the TPP's key. */
export function sendAgain(options: PagesOptions) {
  return async (c: HonoContext, ctx: Context): Promise<Response> => {
    const form = await readForm(c)
    const localName = await signerOf(ctx, form.get('tpp') ?? '')
    const earlier = await sendable(c, ctx)
    const call = await asAsked(c, ctx, options, earlier, form.get('use'))
    const id = await options.sendAgain(call, localName, options.originOf(messageOf(c), c.req.url))
    return c.redirect(`${worldBasePath(ctx.world)}/requests/${id}?again=${earlier.id}`, 303)
  }
}

/** The call as JSON, for a browser that has the key and sends it itself. */
export function showUnsigned(options: PagesOptions) {
  return async (c: HonoContext, ctx: Context): Promise<Response> => {
    const earlier = await sendable(c, ctx)
    const { method, target, request } = await asAsked(c, ctx, options, earlier, c.req.query('use'))
    return c.json(
      { method, target, headers: Object.fromEntries(request.headers), body: request.body },
      { headers: { 'Cache-Control': 'no-store' } },
    )
  }
}

/** Why a call was refused, for its page. */
export function explainFor(c: HonoContext, ctx: Context, options: PagesOptions, { id }: JournaledCall) {
  return explain(ctx, { kind: 'call', id }, { ...options, reached: reachedAt(name => c.req.header(name)) })
}

/** The call itself, or the one that its explanation names. FORMAT_ERROR where that names none any more. */
async function asAsked(
  c: HonoContext,
  ctx: Context,
  options: PagesOptions,
  call: JournaledCall,
  use: string | null | undefined,
): Promise<JournaledCall> {
  if (use !== 'correction') return call
  const found = isRefused(call) ? correctionOf(call, await explainFor(c, ctx, options, call)) : undefined
  if (found !== undefined) return found.call
  throw new DomainError('FORMAT_ERROR', 'The bank knows no correction of this call any more: edit it.', 'use')
}

/** Signs a message of the browser for a TPP whose key the bank has: the key never leaves the bank (D105). */
export function signForBrowser({ signAs }: PagesOptions) {
  return async (c: HonoContext, ctx: Context): Promise<Response> => {
    const form = await readForm(c)
    const text = (name: string) => form.get(name) ?? ''
    const headers = form.getAll('header').map((line): HeaderLine => {
      const end = line.indexOf(': ')
      return end === -1 ? [line, ''] : [line.slice(0, end), line.slice(end + 2)]
    })
    const message = { method: text('method'), target: text('target'), headers }
    const signed = await signAs(message, await signerOf(ctx, text('tpp')))
    return c.json(Object.fromEntries(signed), { headers: { 'Cache-Control': 'no-store' } })
  }
}

async function sendable(c: HonoContext, ctx: Context): Promise<JournaledCall> {
  const call = await getRequest(ctx, idOf(c))
  if (canBeSent(call)) return call
  const text = 'Only a call of the interface whose body the journal has can be sent again.'
  throw new DomainError('FORMAT_ERROR', text, 'id')
}

/** The local name of a TPP whose key the bank has. */
async function signerOf(ctx: Context, id: string): Promise<string> {
  const localName = (await knownTpps(ctx)).find(one => one.id === id)?.localName
  if (localName !== undefined) return localName
  throw new DomainError('FORMAT_ERROR', `The key of ${JSON.stringify(id.slice(0, 80))} is not here.`, 'tpp')
}

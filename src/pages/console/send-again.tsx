import type { Context as HonoContext } from 'hono'
import type { Context } from '../../context.ts'
import { DomainError } from '../../domain/errors.ts'
import type { KnownTpp } from '../../domain/tpps.ts'
import { worldBasePath } from '../../domain/worlds.ts'
import type { JournaledCall } from '../../journal/calls.ts'
import { getRequest } from '../../journal/requests.ts'
import { Form } from '../fields.tsx'
import { readForm } from '../forms.ts'
import { idOf } from '../listing.tsx'
import type { PagesOptions } from '../options.ts'

type Props = {
  readonly call: JournaledCall
  readonly base: string
  readonly token: string
  readonly tpps: readonly KnownTpp[]
}

/** Sends a call again as it was (D105), signed by a TPP whose key the bank has: all are listed, and those without one cannot be chosen. */
export function SendAgain({ call, base, token, tpps }: Props) {
  if (!canBeSent(call)) return null
  const own = tpps.filter(({ localName }) => localName !== undefined)
  const chosen = own.find(({ id }) => id === call.tppId) ?? own[0]
  return (
    <Form action={`${base}/requests/${call.id}/again`} token={token}>
      <span class="joined">
        <button type="submit" class="small" disabled={own.length === 0}>
          Send again
        </button>
        <label class="hidden" for="again-as">
          Signed by
        </label>
        <select id="again-as" name="tpp" class="small">
          {tpps.map(({ id, name, localName }) => (
            <option value={localName ?? id} disabled={localName === undefined} selected={id === chosen?.id}>
              {localName === undefined ? `${name}, whose key is not here` : `as ${localName}`}
            </option>
          ))}
        </select>
      </span>
    </Form>
  )
}

/** A call of the interface of which the journal has the whole body. */
function canBeSent({ door, method, request }: JournaledCall): boolean {
  const isWhole = request.bytes === Buffer.byteLength(request.body ?? '')
  return door === 'REST' && isWhole && /^[A-Z]+$/.test(method)
}

/** Sends it, and leads to the page of the new call. FORMAT_ERROR for a call that cannot be sent and for a TPP whose key is not here. */
export function sendAgain({ sendAgain: send, deps }: PagesOptions) {
  return async (c: HonoContext, ctx: Context): Promise<Response> => {
    const name = (await readForm(c)).get('tpp') ?? ''
    const call = await getRequest(ctx, idOf(c))
    if (!canBeSent(call))
      throw new DomainError(
        'FORMAT_ERROR',
        'Only a call of the interface whose body the journal has can be sent again.',
        'id',
      )
    const isHere = (await deps.localTpps?.())?.some(({ localName }) => localName === name) === true
    const id = isHere ? await send(call, name) : undefined
    if (id === undefined)
      throw new DomainError('FORMAT_ERROR', `The key of ${JSON.stringify(name.slice(0, 80))} is not here.`, 'tpp')
    return c.redirect(`${worldBasePath(ctx.world)}/requests/${id}`, 303)
  }
}

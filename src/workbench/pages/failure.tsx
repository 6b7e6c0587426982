import type { Context as HonoContext } from 'hono'
import { DomainError, type ErrorCode, wantsAct } from '../../domain/errors.ts'
import { refusalOf } from '../../sandbox/worlds/doors.ts'
import { readAround } from './around.ts'
import { languageOf, textsIn } from './language.ts'
import { Layout } from './layout.tsx'
import { respond } from './respond.tsx'
import type { Texts } from './texts-en.ts'
import { withCode } from './whole-words.tsx'

type Report = (error: unknown, requestId: string | undefined) => void

/**
 * The page for a failed request. A refusal says why; a fault of the server is reported, and its page says nothing about the inside (D16). `near` is
 * the address that was probably meant by an unknown one.
 */
export async function showFailure(c: HonoContext, error: unknown, report: Report, near?: string): Promise<Response> {
  const refusal = refusalOf(error)
  if (error !== refusal) report(error, c.req.header('X-Request-ID'))
  const known = refusal ?? new DomainError('SYSTEM_ERROR', '')
  const around = await readAround(c)
  const language = around === undefined ? languageOf(c) : 'en'
  const texts = textsIn(language)
  const [title, text] = TEXTS[known.code]?.(texts, c, known) ?? [
    texts.failure.title,
    // Without the names of parameters, which mean nothing to the reader of a page.
    known.faults.map(fault => fault.text).join(' '),
  ]
  return respond(
    c,
    <Layout language={language} title={title} kind={around === undefined ? 'form' : 'framed'}>
      <div class="card">
        <h1>{title}</h1>
        <p>{withCode(text)}</p>
        {near === undefined ? null : (
          <p>
            {texts.failure.near} <a href={near}>{near}</a>
          </p>
        )}
        <p>
          {known.code === 'FORBIDDEN' ? (
            <a href={c.req.path}>{texts.failure.again}</a>
          ) : (
            <a href={`${around?.base ?? ''}/`}>{texts.failure.home}</a>
          )}
          {around === undefined || !isUnknownWorld(known) ? null : (
            <>
              {' · '}
              <a href="/console/worlds">All worlds</a>
            </>
          )}
        </p>
      </div>
    </Layout>,
    { refusal: known, isPrivate: true },
  )
}

type FailureText = readonly [title: string, text: string] | undefined

/** The texts of refusals in the reader's language. Other refusals are shown in their own words. */
const TEXTS: Partial<Record<ErrorCode, (texts: Texts, c: HonoContext, refusal: DomainError) => FailureText>> = {
  NOT_FOUND: ({ failure }) => [failure.page, failure.pageText],
  SCA_NOT_FOUND: ({ sca }) => [sca.unknownTitle, sca.unknown],
  RESOURCE_UNKNOWN: ({ failure }, c, refusal) =>
    isUnknownWorld(refusal) ? [failure.world, failure.worldText(c.req.param('world') ?? '')] : undefined,
  FORBIDDEN: ({ failure }) => [failure.form, failure.formText],
  CONTENT_TOO_LARGE: ({ failure }, _, { faults }) =>
    wantsAct(faults, 'SEND_LESS') ? undefined : [failure.size, failure.sizeText],
  SYSTEM_ERROR: ({ failure }) => [failure.fault, failure.faultText],
  UNAVAILABLE: ({ failure }) => [failure.busy, failure.busyText],
}

function isUnknownWorld({ code, faults }: DomainError): boolean {
  return code === 'RESOURCE_UNKNOWN' && faults[0]?.path === 'world'
}

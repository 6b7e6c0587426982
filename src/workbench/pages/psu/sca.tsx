import { Hono, type Context as HonoContext } from 'hono'
import type { Context, Deps } from '../../../bank/context.ts'
import { getAuthorisation } from '../../../bank/resolvers/authorisations/read.ts'
import { subjectOf } from '../../../bank/resolvers/authorisations/settled.ts'
import { scaPath } from '../../../bank/resolvers/authorisations/start.ts'
import { listLogins } from '../../../bank/resolvers/customers.ts'
import { isOpen, redirectTarget, SCA_MINUTES, type Subject } from '../../../domain/authorisations.ts'
import { DomainError, type ErrorCode } from '../../../domain/errors.ts'
import { DEFAULT_WORLD } from '../../../domain/worlds.ts'
import type { Authorisation } from '../../../generated/client.ts'
import type { Language } from '../../../platform/http/negotiation.ts'
import { messageOf, noteDocument } from '../../../platform/http/notes.ts'
import { enterWorld } from '../../../sandbox/worlds/doors.ts'
import { formToken, readForm } from '../forms.ts'
import { languageOf, textsIn } from '../language.ts'
import { Layout } from '../layout.tsx'
import { idOf } from '../listing.tsx'
import type { PagesOptions } from '../options.ts'
import { respond } from '../respond.tsx'
import { PURPOSES } from './purposes.tsx'
import { nextStep, type Step } from './sca-steps.ts'
import { type Destination, destinationOf, StepPage, type Visit } from './sca-views.tsx'

/** The bank's page where a PSU answers a TPP (D33): `/sca/{authorisationId}` below a world's base URL. */
export function createSca({ deps, operator, addressOf }: Pick<PagesOptions, 'deps' | 'operator' | 'addressOf'>): Hono {
  // When the operator's door requires a token, not everyone with a link may see the customers' numbers.
  const bank = { deps, picks: operator.token === undefined }
  const app = new Hono()
  app.get('/sca/:id', c => whileOpen(c, bank, async () => ({ kind: 'IDENTIFY', number: '' })))
  app.post('/sca/:id', c =>
    whileOpen(c, bank, async (ctx, authorisation) =>
      nextStep(ctx, authorisation, await readForm(c), addressOf(messageOf(c))),
    ),
  )
  return app
}

type Decide = (ctx: Context, authorisation: Authorisation) => Promise<Step>

type Bank = { readonly deps: Deps; readonly picks: boolean }

/** Shows the next step of an open authorisation; for a closed one, why it cannot be answered. */
async function whileOpen(c: HonoContext, { deps, picks }: Bank, decide: Decide): Promise<Response> {
  const ctx = await enterWorld(deps, c.req.param('world') ?? DEFAULT_WORLD, { kind: 'operator' })
  const authorisation = await getAuthorisation(ctx, idOf(c))
  const destination = destinationOf(authorisation.redirectUri)
  if (destination === undefined)
    throw new DomainError(
      'SCA_INVALID',
      'The address that the TPP wants the PSU to be sent to is none that can be followed.',
    )
  const subject = await subjectOf(ctx, authorisation)
  if (!isOpen(authorisation, ctx.now) || subject.settled !== undefined)
    return showClosed(c, authorisation, destination, subject)
  try {
    return await show(c, ctx, { authorisation, destination, picks }, await decide(ctx, authorisation))
  } catch (error) {
    // Another tab answered, or the time ended, while this answer was under way.
    if (!(error instanceof DomainError) || (error.code !== 'SCA_EXPIRED' && error.code !== 'SCA_INVALID')) throw error
    const now = await getAuthorisation(ctx, authorisation.id)
    if (error.code === 'SCA_INVALID' && now.status === 'RECEIVED') throw error
    return showClosed(c, now, destination, await subjectOf(ctx, now))
  }
}

type Open = Pick<Visit, 'authorisation' | 'destination'> & Pick<Bank, 'picks'>

async function show(c: HonoContext, ctx: Context, open: Open, step: Step): Promise<Response> {
  const { authorisation, destination, picks } = open
  c.header('Cache-Control', 'no-store')
  if (step.kind === 'LEAVE') {
    const { customerNumber: psu, ...decision } = step.decision
    noteDocument(c.req.raw, 'completeAuthorisation', {
      query: DECIDE,
      variables: { id: authorisation.id, psu, ...decision },
    })
    return c.redirect(step.redirectTo, 303)
  }
  const language = languageOf(c)
  const path = scaPath(ctx, authorisation)
  const visit = {
    authorisation,
    destination,
    language,
    texts: textsIn(language),
    path,
    token: formToken(c, path),
    logins:
      picks && ['IDENTIFY', 'NO_ACCESS'].includes(step.kind) ? await listLogins(ctx, authorisation.customerId) : [],
    summary: await PURPOSES[authorisation.purpose].summarise(ctx, authorisation, language),
  }
  const options = { refusal: refusalOf(step), leadsTo: destination.source, isPrivate: true }
  return respond(c, <StepPage visit={visit} step={step} />, options)
}

/** The same decision at the operator's door. */
const DECIDE = `mutation ($id: ID!, $outcome: Outcome!, $psu: String!, $context: PsuContext, $agreementId: ID, $accountIds: [ID!]) {
  completeAuthorisation(input: { id: $id, outcome: $outcome, psu: $psu, context: $context, agreementId: $agreementId, accountIds: $accountIds }) { redirectTo }
}`

// A mistake of the PSU has the same code as at the other doors (D17).
function refusalOf(step: Exclude<Step, { kind: 'LEAVE' }>): DomainError | undefined {
  if (step.kind === 'REFUSED') return step.refusal
  if (step.kind === 'NO_ACCESS')
    return new DomainError('SCA_INVALID', 'This customer has no account that the SCA could be for.', 'customerNumber')
  if (!('fault' in step) || step.fault === undefined) return undefined
  if (step.kind === 'CONTEXT') return new DomainError('SCA_INVALID', 'Whom the PSU acts for was not chosen.', 'context')
  if (step.kind === 'AGREEMENT') return new DomainError('SCA_INVALID', 'No agreement was chosen.', 'agreementId')
  if (step.kind === 'DECIDE') return new DomainError('SCA_INVALID', ACCOUNTS[step.fault], 'account')
  if (step.fault === 'MISSING')
    return new DomainError('SCA_INVALID', 'No customer number was entered.', 'customerNumber')
  return new DomainError('PSU_CREDENTIALS_INVALID', NUMBERS[step.fault], 'customerNumber')
}

const ACCOUNTS = {
  MISSING: 'No account was chosen.',
  FOREIGN: 'An account was chosen that the PSU has not under this agreement.',
} as const
const NUMBERS = {
  UNKNOWN: 'The bank has no customer with this number.',
  NOT_NAMED: 'This authorisation is meant for another customer.',
} as const

function showClosed(
  c: HonoContext,
  authorisation: Authorisation,
  { label, home }: Destination,
  subject: Subject,
): Promise<Response> {
  const language = languageOf(c)
  const { code, fault, title, text, isApproved } = closedTexts(authorisation, subject, language)
  // The TPP already knows that an approved SCA was approved; access_denied would contradict that.
  const back = isApproved ? home : redirectTarget(authorisation.redirectUri, { error: 'access_denied' })
  return respond(
    c,
    <Layout language={language} title={title} kind="form" scripts={['forms.js']}>
      <div class="card">
        <h1>{title}</h1>
        <p>{text}</p>
        {back === undefined ? null : (
          <p>
            <a class="button" href={back}>
              {textsIn(language).common.backTo(label)}
            </a>
          </p>
        )}
      </div>
    </Layout>,
    { refusal: new DomainError(code, fault), isPrivate: true },
  )
}

type Ending = {
  readonly code: ErrorCode
  /** The refusal in the journal. */
  readonly fault: string
  readonly title: string
  readonly text: string
  readonly isApproved?: boolean
}

/** Why an SCA cannot be answered, each cause in its own words. */
function closedTexts({ status }: Authorisation, { settled, isRejected }: Subject, language: Language): Ending {
  const { sca } = textsIn(language)
  const used = { code: 'SCA_INVALID', text: sca.used } as const
  if (status === 'FINALISED')
    return {
      ...used,
      fault: 'The SCA was approved before: it has had its answer.',
      title: sca.approvedTitle,
      isApproved: true,
    }
  if (settled !== undefined && (status === 'RECEIVED' || (status === 'FAILED' && !isRejected)))
    return {
      code: 'SCA_INVALID',
      fault: settled.text,
      title: sca.settledTitle,
      text: sca.settled[settled.cause],
      isApproved: settled.cause === 'APPROVED',
    }
  if (status === 'FAILED')
    return { ...used, fault: 'The SCA was rejected before: it has had its answer.', title: sca.rejectedTitle }
  const text = sca.expired(SCA_MINUTES)
  return { code: 'SCA_EXPIRED', fault: 'The SCA was not answered in time.', title: sca.expiredTitle, text }
}
